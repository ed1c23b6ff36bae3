"""The grader of the perfect-play assignment: run engines, ask them questions, judge the answers."""
