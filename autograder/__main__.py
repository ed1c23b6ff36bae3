"""Run the command line as `python -m autograder`."""

from autograder.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
