"""Who gets which file of the kit: students, the grader on Gradescope, or nobody.

Each table lists names by folder. Students get nothing that is not named here, one by one, so that
a new file is handed out by decision and not by accident; a test fails while it is in no table.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from autograder.errors import InstructorError

WHOLE = "*"
"""In place of names: everything in this folder and below it."""

Table = Mapping[str, str]

STUDENTS: Table = {
    ".": ".gitignore LICENSE",
    "autograder": "__init__.py __main__.py errors.py visible_text.py",
    "autograder/assignment": "__init__.py composition.py files.py number_key.py",
    "autograder/checks": """
        __init__.py both_at_work.py case.py comparison.py decisive_positions.py examiner.py
        failure.py held_call.py horizons.py interleaving_failures.py interleavings.py
        judging.py look_ups.py messages.py one_at_a_time.py opened_engines.py parallel_speed.py
        playouts.py positions.py prerequisites.py rank_schedules.py ratios.py rounds.py rungs.py
        sharing.py stopwatch.py thread_schedules.py thresholds.py timeline.py
        transpositions.py
        """,
    "autograder/checks/public": """
        __init__.py alpha_beta.py book.py deepening.py depth_limited.py minimax.py monte_carlo.py
        mpi.py negascout.py threads.py timing.py transposition.py win.py
        """,
    "autograder/cli": """
        __init__.py arguments.py commands.py game_arguments.py main.py shared_arguments.py
        speed_arguments.py tree_arguments.py
        """,
    "autograder/console": """
        __init__.py bench.py board_view.py commands.py doctor.py engine_player.py exact_search.py
        game.py match.py options.py output_file.py play.py scaling.py search_cost.py session.py
        solve.py trace.py tree.py
        """,
    "autograder/engines": """
        __init__.py conversation.py engine.py held_searches.py mpi_runtime.py outcomes.py
        processor_time.py protocol.py standing.py workspace.py
        """,
    "autograder/engines/inside_sandbox": """
        __init__.py compiled_code_cache.py controlled_threads.py counting_communicator.py
        deepening_call.py explored_call.py held_search.py known_search.py look_up_call.py
        narrator.py playouts_call.py reporting.py rung_call.py scheduler.py search_apart.py
        stand_in.py switch_points.py traced_search.py worker.py
        """,
    "autograder/engines/isolation": """
        __init__.py allowance.py backend.py bubblewrap.py choice.py control_groups.py plain.py
        processes.py unprivileged.py usage.py
        """,
    "autograder/grading": """
        __init__.py grade.py late_rules.py result.py rubric.py run_checks.py seed.py
        """,
    "autograder/intake": """
        __init__.py allowed.py answers.py archive.py members.py notebooks.py rungs.py submission.py
        tar_stream.py temporary.py tripwires.py
        """,
    "autograder/notebook": """
        __init__.py checking.py magic.py other_process.py pictures.py session.py
        """,
    "autograder/notebook/errands": """
        __init__.py check_part.py draw_schedule.py draw_speed_up.py draw_trace.py draw_tree.py
        errand.py judge_square.py workers.py
        """,
    "autograder/scaling": """
        __init__.py amdahl.py asking.py document.py gustafson.py measurement.py serial_share.py
        shares.py search_speed.py simulation.py speed_up.py workloads.py yardstick.py
        """,
    "autograder/tournament": "__init__.py elo.py pairings.py record.py",
    "autograder/truth": "__init__.py game_tree.py pruned.py rules.py tables.py",
    "autograder/truth/data": "four_by_four.csv pruned.csv three_by_three.csv",
    "autograder/views": """
        __init__.py board_drawing.py check_report.py cross_table.py failure_details.py
        gantt_chart.py gantt_svg.py picture.py scaling_table.py scaling_words.py shares_svg.py
        simulation_table.py solved_table.py speed_table.py speed_up_svg.py spreadsheet_text.py
        stone_svg.py thread_story.py trace_events.py tree_chart.py tree_svg.py tree_words.py
        """,
    "handouts": "assignment.md further_study.md ladder.md",
    "handouts/pictures": "play.svg pruned_tree.svg shares.svg speed_up.svg trace.svg tree.svg",
}
"""Handed to students as it is, and to graders."""

CUT: Table = {
    "autograder": "rubric.toml",
    "starter": """
        __init__.py alpha_beta.py board.py book.py deepening.py depth_limited.py ladder.py
        monte_carlo.py mpi.py negascout.py serial.py threads.py transposition.py
        """,
}
"""Handed to students without answers and hidden checks, and to graders as it is."""

STUDENTS_TOP: Table = {
    "handouts/student": "pyproject.toml",
    "handouts/student/.github/workflows": "check.yml",
}
"""Handed to students, one storey up: what lies in handouts/student lies at the top of the zip."""

STUDENTS_README: Table = {"handouts": "students.md"}
"""Handed to students as the README.md at the top, its links set right."""

GRADERS: Table = {
    ".": "README.md pyproject.toml",
    "autograder/assignment": """
        bundles.py contents.py nbgrader_course.py notebooks.py public_rubric.py release.py
        written_cells.py
        """,
    "autograder/audit": WHOLE,
    "autograder/checks": "searched_anew.py serial_speed.py",
    "autograder/checks/hidden": WHOLE,
    "autograder/classroom": WHOLE,
    "autograder/cli": """
        class_command.py gradescope_command.py grading_arguments.py grading_commands.py
        """,
    "autograder/console": "class_progress.py",
    "autograder/grading": "batch.py keys.py leaderboard.py",
    "autograder/handouts": WHOLE,
    "autograder/scaling": "yardstick.c",
    "autograder/truth": "oracle.py pruning.py searched_tree.py",
    "autograder/views": """
        audit_matrix.py board_svg.py canvas_gradebook.py check_text.py class_files.py
        class_report_html.py class_summary.py feedback_html.py filled_table.py grades_csv.py
        gradescope.py histogram_svg.py junit.py moments.py moodle_worksheet.py pages.py
        platform_files.py similar_html.py submission_metadata.py summary_table.py
        """,
    "autograder/views/templates": WHOLE,
    "solution": WHOLE,
}
"""For the grader on Gradescope besides."""

GRADERS_TOP: Table = {"handouts/gradescope": "run_autograder setup.sh"}
"""For Gradescope, at the top of the zip."""

NOBODY: Table = {
    ".ci": WHOLE,
    "handouts": """
        cluster.md cluster_grading.md conf.py handing_out.md index.md instructors.md isolation.md
        site.css teaching_assistants.md
        """,
    "handouts/cluster": WHOLE,
    "handouts/notebooks": WHOLE,  # of which students get what nbgrader releases
    "handouts/pictures": "draw_diagrams.py draw_play.py speed_up.json",
    "tests": WHOLE,
}
"""Stays in the kit."""

TABLES = (STUDENTS, CUT, STUDENTS_TOP, STUDENTS_README, GRADERS, GRADERS_TOP, NOBODY)


def is_listed(file: PurePosixPath, table: Table) -> bool:
    """Return whether a file of the kit is in a table.

    >>> is_listed(PurePosixPath("tests/truth/test_tables.py"), NOBODY)
    True
    >>> is_listed(PurePosixPath("autograder/checks/public/scratch.py"), STUDENTS)
    False
    """
    if file.name in table.get(str(file.parent), "").split():
        return True
    return any(table.get(str(folder)) == WHOLE for folder in file.parents)


def listed_files(root: Path, table: Table) -> Iterator[PurePosixPath]:
    """Yield the files of the kit at `root` that a table lists, caches left out.

    Raises:
        InstructorError: one of them is not there.
    """
    for folder, names in table.items():
        if names == WHOLE:
            yield from _below(root, root / folder)
            continue
        for name in names.split():
            file = PurePosixPath(folder, name)
            if not (root / file).is_file():
                raise InstructorError(
                    f"the kit at {root} is not whole: {file} is missing; get it again, or take it "
                    "out of autograder/assignment/contents.py"
                )
            yield file


def _below(root: Path, folder: Path) -> Iterator[PurePosixPath]:
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(root).parts
        is_cache = any(part.startswith((".", "__pycache__")) for part in parts[1:])
        if path.is_file() and not is_cache:
            yield PurePosixPath(*parts)
