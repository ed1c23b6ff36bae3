"""Views of the result document, one module per output: each takes a result and shows it."""
