"""The console game: play against an engine, or watch two."""
