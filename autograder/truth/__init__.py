"""What is true of tic-tac-toe: the rules, the tables of true scores, the oracle behind them."""
