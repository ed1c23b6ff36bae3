"""Perfect tic-tac-toe: the four functions of the assignment."""
