"""How work grows faster with more workers: sharing simulated, speed measured."""
