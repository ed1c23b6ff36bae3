"""A copy is found however it is disguised, and honest answers to a small assignment are not."""

import re
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from specimens import specimen

from autograder.assignment.files import ANSWER_FILES, RUNG_FILES
from autograder.audit.corpus import corpus_folder, read_corpus, write_submission
from autograder.classroom.likeness.similar import Pair, Similarities, similar_pairs
from autograder.classroom.likeness.source_code import LARGEST_FILE, MOST_TOKENS, read_source
from autograder.errors import UsageError

ROOT = Path(__file__).parents[2]
STARTER = [ROOT / "starter"]
OWN_NAMES = "side diagonal antidiagonal row column squares winner lowest best square score i j"
OWN_NAMES += " lock waiting work threads thread"

# Two honest answers to `win`, as unlike as they come.
BY_SUMS = """
def win(board):
    side = side_length(board)
    grid = board.reshape(side, side)
    for i in range(side):
        if abs(grid[i, :].sum()) == side or abs(grid[:, i].sum()) == side:
            return np.sign(grid[i, i])
    trace = 0
    for i in range(side):
        trace += grid[i, i]
    if abs(trace) == side:
        return np.sign(trace)
    return 0
"""
BY_LINES = """
def win(board):
    n = side_length(board)
    for first, step in lines_of(n):
        owner = board[first]
        if owner == 0:
            continue
        square = first
        while board[square] == owner:
            if square == first + (n - 1) * step:
                return owner
            square += step
    return 0
"""


def text_of(folder: Path) -> dict[str, str]:
    return {name: (folder / name).read_text(encoding="utf-8") for name in ANSWER_FILES}


@pytest.fixture(scope="module")
def right_answers(tmp_path_factory) -> dict[str, Path]:
    """The right submissions of the corpus: the solution, each with one part written otherwise.

    Those with a rung of the ladder share the whole of it, as nobody does by chance.
    """
    folder = tmp_path_factory.mktemp("right")
    return {
        each.name: write_submission(each, folder)
        for each in read_corpus(corpus_folder(), ("right",))
        if not each.links and not any(map(each.touches, RUNG_FILES))
    }


def names_of(pair: Pair) -> set[str]:
    return {pair.left.name, pair.right.name}


def renamed(text: str) -> str:
    return re.sub(rf"\b({OWN_NAMES.replace(' ', '|')})\b", r"my_\1", text)


def commented(text: str) -> str:
    return re.sub(r"^( +)(return|for|if)\b", r"\1# My own idea.\n\n\1\2", text, flags=re.MULTILINE)


def indented_by_two(text: str) -> str:
    return re.sub(r"^( +)", lambda spaces: spaces[1][::2], text, flags=re.MULTILINE)


def functions_turned_around(text: str) -> str:
    head, *functions = re.split(r"(?m)^(?=@njit|def )(?<!\)\n)", text)
    return "\n\n".join([head, *reversed(functions)])


DISGUISES = [renamed, commented, indented_by_two, functions_turned_around]


def test_a_copy_is_found_under_new_names_new_comments_and_another_order(right_answers):
    original = right_answers["minimax_memo_in_a_dict"]
    copy = text_of(original)
    for disguise in DISGUISES:
        before, copy = copy, {name: disguise(text) for name, text in copy.items()}
        assert copy != before
    found = similar_pairs(right_answers | {"copy": copy}, STARTER, at_least=0.5)
    assert [names_of(pair) for pair in found.pairs] == [{"minimax_memo_in_a_dict", "copy"}]
    assert found.pairs[0].left.overlap > 0.95


@pytest.mark.parametrize("name", ANSWER_FILES)
def test_a_single_part_that_is_copied_is_found(name, right_answers):
    # Three parts that nobody else in this class wrote so.
    sources = ("minimax_bitboards", "threads_futures_in_order", "mpi_master_and_workers")
    mine = {
        file: text_of(right_answers[source])[file]
        for file, source in zip(ANSWER_FILES, sources, strict=True)
    }
    others = {key: value for key, value in right_answers.items() if key not in sources}
    thief = text_of(right_answers["win_numpy_sums"]) | {name: renamed(mine[name])}
    found = similar_pairs(others | {"mine": mine, "thief": thief}, STARTER, at_least=0.6)
    (pair,) = [pair for pair in found.pairs if names_of(pair) == {"mine", "thief"}]
    assert name in (pair.left.file, pair.right.file)
    assert {passage.left.file for passage in pair.passages if passage.held_by == 2} == {name}


def test_independent_answers_do_not_drown_the_table(right_answers):
    # 990 pairs, all of which share the solution's code for the parts that are not their subject.
    assert not similar_pairs(right_answers, STARTER, at_least=0.5).pairs
    assert len(similar_pairs(right_answers, STARTER, at_least=0.3).pairs) <= 10


def test_what_a_third_of_the_class_has_is_shown_as_common(right_answers):
    found = similar_pairs(right_answers, STARTER, at_least=0.3)
    passages = [passage for pair in found.pairs for passage in pair.passages]
    assert {passage.common for passage in passages} == {True, False}
    for passage in passages:
        assert passage.common == (passage.held_by >= len(right_answers) / 3)


def test_starter_code_does_not_count():
    starter = text_of(ROOT / "starter")
    found = similar_pairs({"ada": starter, "bob": starter}, STARTER, at_least=0.0)
    assert found.pairs == ()


def test_different_answers_around_the_same_starter_code_are_not_alike():
    starter = text_of(ROOT / "starter")
    ada = starter | {"serial.py": starter["serial.py"] + BY_SUMS}
    bob = starter | {"serial.py": starter["serial.py"] + BY_LINES}
    assert similar_pairs({"ada": ada, "bob": bob}, STARTER, at_least=0.05).pairs == ()
    assert similar_pairs({"ada": ada, "bob": dict(ada)}, STARTER, at_least=0.99).pairs


def test_the_same_passage_counts_less_the_more_of_the_class_have_it():
    def telling(holders: int) -> float:
        others = {f"other {number}": {"serial.py": ""} for number in range(30 - holders)}
        same = {f"same {number}": {"serial.py": BY_SUMS} for number in range(holders)}
        return similar_pairs(same | others, STARTER, at_least=0.0).pairs[0].telling

    assert telling(2) == pytest.approx(len(read_source("", BY_SUMS).tokens))
    assert telling(2) > telling(3) > telling(10) > telling(30) > 0


def test_a_passage_names_the_lines_on_both_sides():
    ada = {"serial.py": BY_SUMS.strip()}
    bob = {"mine.py": "import os\n\n\n" + renamed(BY_SUMS.strip())}
    (passage,) = similar_pairs({"ada": ada, "bob": bob}, STARTER, at_least=0.5).pairs[0].passages
    assert (passage.left.file, passage.left.first, passage.left.last) == ("serial.py", 1, 12)
    assert (passage.right.file, passage.right.first, passage.right.last) == ("mine.py", 4, 15)
    assert passage.right.lines[passage.right.first - passage.right.start] == "def win(board):"


def test_code_that_is_hidden_in_a_longer_file_is_found():
    padding = "\n".join(f"def f{number}(a, b):\n    return a[{number}] * b" for number in range(40))
    found = similar_pairs(
        {"ada": {"serial.py": BY_SUMS}, "bob": {"serial.py": padding + BY_SUMS + padding}},
        STARTER,
        at_least=0.9,
    )
    assert [names_of(pair) for pair in found.pairs] == [{"ada", "bob"}]


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ("def f(:\n  return '\n", "it is not Python from line"),
        ("if 1:\n        a\n    b\n", "it is not Python from line"),
        ("x = (\n", "it is not Python from line"),
        ("a = 1\n" * MOST_TOKENS, f"it has more than {MOST_TOKENS} tokens"),
    ],
)
def test_what_could_not_be_read_is_said_and_stops_nothing(broken, why):
    submissions = {"ada": {"serial.py": BY_SUMS}, "bob": {"serial.py": BY_SUMS}}
    found = similar_pairs(submissions | {"eve": {"mpi.py": broken}}, STARTER, at_least=0.5)
    assert [names_of(pair) for pair in found.pairs] == [{"ada", "bob"}]
    assert found.incomplete[0].startswith(f"eve, mpi.py: {why}")


def test_a_path_without_a_submission_is_said_and_stops_nothing(tmp_path, solution_folder):
    found = similar_pairs({"ada": solution_folder, "eve": tmp_path}, STARTER, at_least=0.5)
    assert found.submissions == 1
    assert found.incomplete[0].startswith("eve: ")


def test_nothing_of_a_submission_is_imported(tmp_path):
    folder = write_submission(specimen("prints_at_import"), tmp_path)
    (folder / "tell_tale.py").write_text("raise SystemExit('it was run')", encoding="utf-8")
    similar_pairs({"ada": folder, "bob": folder}, STARTER, at_least=0.5)
    assert "tell_tale" not in sys.modules


def test_starter_code_that_is_not_there_is_the_callers_mistake(tmp_path):
    with pytest.raises(UsageError, match="holds no Python file"):
        similar_pairs({}, [tmp_path], at_least=0.5)


@pytest.mark.parametrize("size", [0, 1])
def test_a_class_too_small_for_a_pair_has_none(size, solution_folder):
    submissions = dict.fromkeys(["ada", "bob"][:size], solution_folder)
    assert similar_pairs(submissions, STARTER, at_least=0.0) == Similarities(size, 0.0, ())


def test_blank_lines_with_spaces_do_not_hold_the_comparison_up():
    # The lexer of Pygments takes 12 s for the sixteenth part of this, and four times that for two.
    assert read_source("", "\n " * (LARGEST_FILE // 2)).tokens == ()


FRAGMENTS = [
    "(",
    ")",
    "'''",
    '"',
    "\n",
    "\r",
    "  ",
    "\t",
    "\\",
    "f'{",
    "}'",
    "\0",
    "\x0c",
    "\ud800",
]
SOURCES = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from([*FRAGMENTS, BY_SUMS, "x = 1\n", "win ( )"]), max_size=12).map(
        "".join
    ),
)


@settings(max_examples=150)
@given(st.dictionaries(st.text(max_size=5), SOURCES, max_size=3), SOURCES)
@example({}, "\ud800'''")
@example({"a": BY_SUMS + BY_SUMS}, BY_SUMS)
def test_any_text_is_compared_with_any_other(files: dict[str, str], text: str):
    python = {f"{name}.py": content for name, content in files.items()}
    found = similar_pairs({"ada": python, "bob": {"serial.py": text}}, STARTER, at_least=0.0)
    for pair in found.pairs:
        for side in (pair.left, pair.right):
            assert 0 < side.shared <= side.tokens
            assert side.telling <= side.shared + 1e-3
            assert 0 <= side.telling_share <= 1 + 1e-6
        for passage in pair.passages:
            for part in (passage.left, passage.right):
                assert 1 <= part.start <= part.first <= part.last


@given(SOURCES)
def test_every_token_is_on_a_line_of_the_file(text: str):
    source = read_source("serial.py", text)
    assert all(1 <= token.line <= len(source.lines) for token in source.tokens)
