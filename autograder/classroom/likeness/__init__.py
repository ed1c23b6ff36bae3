"""Submissions that look alike: what they share that the rest of the class does not."""
