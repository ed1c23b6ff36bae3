"""The assignment itself: which files it is made of, and how starter/ is cut out of solution/."""
