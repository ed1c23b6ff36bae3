"""Engines against one another: who plays whom, what became of it, and how strong each is."""
