"""What a TA downloads from a learning platform, read so that every file is accounted for."""
