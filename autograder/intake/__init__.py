"""What was handed in: which files of it are taken, and what in them a TA should look at."""
