"""Grade a class as job arrays of Slurm."""
