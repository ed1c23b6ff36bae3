"""Checks that only the graders have."""
