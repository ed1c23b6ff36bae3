"""Grade one submission by the rubric: run the checks, keep the result."""
