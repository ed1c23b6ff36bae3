"""What a notebook has done in another process; each module here is run by itself."""
