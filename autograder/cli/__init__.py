"""The ttt command."""
