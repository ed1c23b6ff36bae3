"""Slow studies: they measure what the README and the guides promise, and are run by hand."""
