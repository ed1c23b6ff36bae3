"""Grade the grader: run it over submissions of which it is known what they deserve."""
