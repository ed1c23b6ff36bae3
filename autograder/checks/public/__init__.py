"""Checks that students have and run all day."""
