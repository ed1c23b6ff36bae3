"""The checks, public and hidden apart, and what a check needs to ask and to judge."""
