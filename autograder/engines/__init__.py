"""Run any engine in a process of its own and ask it questions."""
