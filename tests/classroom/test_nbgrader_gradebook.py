"""nbgrader's own commands show the code's grades, and nothing that a person graded is lost."""

import csv
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from made_results import ANYTHING, NASTY, check, hand_in, hostile_check, result
from nbgrader.api import Gradebook
from nbgrader.apps.api import NbGraderAPI
from traitlets.config import Config

from autograder.classroom.nbgrader_gradebook import _about, write_gradebook
from autograder.classroom.nbgrader_notebook import result_notebook
from autograder.errors import UsageError
from autograder.grading.result import Result

CODE = "ttt-code"
ADA = hand_in()
EMMY = hand_in(name="Emmy Noether", identifiers={"login": "emmy"})


def graded(*outcomes: str, **fields: object) -> Result:
    """Return Ada's result: win with a hidden check, and mpi with one check, 8 and 4 points."""
    first, second, third = outcomes or ("passed", "failed", "passed")
    return result(
        check("win.lines", first),
        check("win.larger_boards", second, visibility="hidden", title="Hidden, large boards."),
        check("mpi.ties", third),
        **{"hand_in": ADA, **fields},
    )


@pytest.fixture(scope="session")
def empty_course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a course with a gradebook that knows Bob and his grade for a notebook."""
    course = tmp_path_factory.mktemp("course")
    # nbgrader asks for the database's version by running alembic.
    scripts = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", scripts)
        with Gradebook(f"sqlite:///{course}/gradebook.db", "") as gradebook:
            gradebook.add_assignment("ps1")
            gradebook.add_notebook("p1", "ps1")
            gradebook.add_grade_cell("q1", "p1", "ps1", max_score=5, cell_type="code")
            gradebook.add_student("bob", first_name="Bob", last_name="Bloggs")
            with gradebook.db.no_autoflush:
                gradebook.add_submission("ps1", "bob")
            gradebook.find_grade("q1", "p1", "ps1", "bob").auto_score = 3
            gradebook.db.commit()
    (course / "source" / "ps1").mkdir(parents=True)
    return course


@pytest.fixture
def course(empty_course: Path, tmp_path: Path) -> Path:
    """Return a copy of it."""
    return Path(shutil.copytree(empty_course, tmp_path / "course"))


@pytest.fixture
def write(course: Path) -> Callable[..., object]:
    """Return a function that writes results into the course's gradebook."""
    return lambda *results, **options: write_gradebook(course, results, CODE, **options)


def opened(course: Path) -> Gradebook:
    return Gradebook(f"sqlite:///{course}/gradebook.db", "")


def formgrader(course: Path) -> NbGraderAPI:
    config = Config()
    config.CourseDirectory.root = str(course)
    config.Exchange.root = str(course / "exchange")
    return NbGraderAPI(config=config)


def everything(course: Path) -> tuple[list[tuple], dict[str, bytes]]:
    """Return every row of the gradebook, and every other file's content."""
    with opened(course) as gradebook:
        script = list(gradebook.db.connection().connection.iterdump())
    files = {
        str(path.relative_to(course)): path.read_bytes()
        for path in course.rglob("*")
        if path.is_file() and path.name != "gradebook.db"
    }
    return script, files


def test_nbgrader_export_shows_the_code_beside_the_notebooks(course: Path, write):
    late = hand_in(penalty=0.25, submitted="2026-11-20T14:30:00+01:00")
    unlucky = hand_in(name="=HYPERLINK(1), Emmy", identifiers={"login": "emmy"})
    write(graded(hand_in=late), graded(hand_in=unlucky, name="emmy"))
    command = [sys.executable, "-m", "nbgrader", "export", "--to", "grades.csv"]
    subprocess.run(command, cwd=course, check=True, capture_output=True, timeout=120)
    rows = list(csv.DictReader((course / "grades.csv").read_text().splitlines()))
    of = {(row["assignment"], row["student_id"]): row for row in rows}
    ada = of[CODE, "ada"]
    assert ada["timestamp"] == "2026-11-20 13:30:00"
    assert (ada["raw_score"], ada["late_submission_penalty"], ada["score"]) == ("8.0", "2.0", "6.0")
    assert (ada["first_name"], ada["last_name"]) == ("Ada", "Lovelace")
    assert ada["email"] == "ada@example.org"
    assert {row["max_score"] for row in rows if row["assignment"] == CODE} == {"12.0"}
    assert of[CODE, "emmy"]["first_name"] == "HYPERLINK(1)"
    assert of["ps1", "bob"]["raw_score"] == "3.0"
    assert all(None not in row for row in rows)  # no name made another column


def test_the_formgrader_lists_the_code_with_its_parts_and_can_open_it(course: Path, write):
    write(graded(), graded(hand_in=EMMY, name="emmy"))
    api = formgrader(course)
    listed = {each["name"]: each for each in api.get_assignments()}
    assert listed.keys() == {"ps1", CODE}
    assert listed[CODE]["max_score"] == 12.0
    assert listed[CODE]["num_submissions"] == 2
    assert listed[CODE]["average_score"] == 8.0
    submissions = {each["student"]: each for each in api.get_submissions(CODE)}
    assert submissions["ada"]["score"] == 8.0
    assert submissions["ada"]["autograded"]
    assert not submissions["ada"]["needs_manual_grade"]
    assert api.get_submission(CODE, "ada")["score"] == 8.0
    assert len(api.get_notebook_submissions(CODE, "code")) == 2
    with opened(course) as gradebook:
        grades = {
            part: gradebook.find_grade(part, "code", CODE, "ada").to_dict()
            for part in ("win", "mpi")
        }
    assert (grades["win"]["auto_score"], grades["win"]["max_score"]) == (4.0, 8.0)
    assert (grades["mpi"]["auto_score"], grades["mpi"]["max_score"]) == (4.0, 4.0)


def test_writing_twice_changes_nothing(course: Path, write):
    results = (graded("passed", "inconclusive", "passed"), graded(hand_in=EMMY, name="emmy"))
    first = write(*results)
    assert first.made == ("ada", "emmy")
    assert first.for_a_person == ("ada",)
    before = everything(course)
    assert write(*results).made == ()
    assert everything(course) == before


def test_what_a_person_graded_stays_and_is_looked_at_again_when_the_code_changes(course, write):
    write(graded())
    with opened(course) as gradebook:  # as the formgrader's GradeHandler does
        grade = gradebook.find_grade("win", "code", CODE, "ada")
        grade.manual_score, grade.extra_credit, grade.needs_manual_grade = 7.0, 0.5, False
        gradebook.db.commit()
    before = everything(course)
    assert write(graded()).for_a_person == ()
    assert everything(course) == before
    assert write(graded("passed", "passed", "passed")).for_a_person == ("ada",)
    with opened(course) as gradebook:
        grade = gradebook.find_grade("win", "code", CODE, "ada")
        assert (grade.manual_score, grade.extra_credit, grade.auto_score) == (7.0, 0.5, 8.0)
        assert gradebook.find_submission(CODE, "ada").score == 11.5


def test_a_part_that_nobody_could_judge_waits_for_a_person_until_it_is_judged(course, write):
    assert write(graded("passed", "inconclusive", "passed")).for_a_person == ("ada",)
    with opened(course) as gradebook:
        assert gradebook.find_grade("win", "code", CODE, "ada").needs_manual_grade
        assert not gradebook.find_grade("mpi", "code", CODE, "ada").needs_manual_grade
    assert write(graded("passed", "passed", "passed")).for_a_person == ()


def test_a_failure_of_the_grader_is_no_score_and_waits_for_a_person(course, write):
    assert write(graded("passed", "error", "passed")).for_a_person == ("ada",)
    with opened(course) as gradebook:
        grade = gradebook.find_grade("mpi", "code", CODE, "ada")
        assert grade.auto_score is None
        assert grade.needs_manual_grade


def test_a_student_whom_nbgrader_knows_is_not_renamed(course: Path, write):
    bob = hand_in(name="Robert B.", identifiers={"login": "bob"})
    assert write(graded(hand_in=bob)).made == ()
    with opened(course) as gradebook:
        assert gradebook.find_student("bob").first_name == "Bob"
        assert gradebook.find_submission("ps1", "bob").score == 3.0


def test_a_submission_without_an_export_goes_by_its_name(course: Path, write):
    assert write(graded(hand_in=None, name="bob")).students == ("bob",)


def test_a_part_that_the_rubric_gained_is_added_to_earlier_submissions(course: Path, write):
    write(result(check(), hand_in=ADA))
    write(result(check(), check("mpi.ties"), hand_in=ADA))
    with opened(course) as gradebook:
        assert gradebook.find_submission(CODE, "ada").score == 8.0


def test_a_submission_that_nbgrader_made_before_is_filled(course: Path, write):
    with opened(course) as gradebook:
        gradebook.add_assignment(CODE)
        with gradebook.db.no_autoflush:
            gradebook.add_submission(CODE, "bob")
    write(graded(hand_in=hand_in(identifiers={"login": "bob"})))
    with opened(course) as gradebook:
        assert gradebook.find_submission(CODE, "bob").score == 8.0


def test_students_feedback_is_made_by_nbgrader_and_tells_nothing_of_hidden_checks(course, write):
    write(graded())
    done = formgrader(course).generate_feedback(CODE)
    assert done["success"], done.get("error")
    page = (course / "feedback" / "ada" / CODE / "code.html").read_text()
    assert "Lines are found." in page
    assert "Hidden checks: 0 of 4 points" in page
    assert "Hidden, large boards." not in page
    assert "larger_boards" not in page


@pytest.mark.parametrize(
    ("results", "options", "says"),
    [
        ([], {}, "no results"),
        ([graded(), result(check(), hand_in=EMMY)], {}, "one rubric"),
        ([graded(), graded(name="ada again")], {}, "both of the student ada"),
        ([graded()], {"identifier": "sid"}, "no sid that nbgrader"),
        ([graded(hand_in=hand_in(identifiers={"login": "../bob"}))], {}, "no login"),
        ([graded(hand_in=hand_in(identifiers={"login": "a,b"}))], {}, "no login"),
        ([graded(hand_in=hand_in(identifiers={"login": "=1"}))], {}, "no login"),
    ],
    ids=["none", "two rubrics", "twice", "no identifier", "folder", "comma", "formula"],
)
def test_results_that_cannot_be_written_leave_the_gradebook_alone(
    course: Path, write, results: list[Result], options: dict, says: str
):
    before = everything(course)
    with pytest.raises(UsageError, match=says):
        write(*results, **options)
    assert everything(course) == before


def test_the_notebooks_own_assignment_is_not_written_into(course: Path):
    with pytest.raises(UsageError, match="such as ps1-code"):
        write_gradebook(course, [graded()], "ps1")


@pytest.mark.parametrize("name", ["", "../x", "a+b", "a,b"])
def test_an_assignment_has_a_name_that_a_folder_can_have(course: Path, name: str):
    with pytest.raises(UsageError, match="cannot be an assignment"):
        write_gradebook(course, [graded()], name)


def test_a_part_that_the_results_lost_is_told(write):
    write(graded())
    with pytest.raises(UsageError, match="grades for mpi"):
        write(result(check(), hand_in=ADA))


def test_a_folder_without_a_gradebook_gets_none(tmp_path: Path):
    with pytest.raises(UsageError, match="has no gradebook"):
        write_gradebook(tmp_path, [graded()], CODE)
    assert list(tmp_path.iterdir()) == []


def test_a_gradebook_that_cannot_be_read_is_told_in_one_sentence(course: Path, write):
    (course / "gradebook.db").write_text("This is a shopping list, and no database at all. " * 30)
    with pytest.raises(UsageError, match="file is not a database"):
        write(graded())


def test_the_courses_configuration_is_followed_and_its_mistakes_are_told(course: Path, write):
    config = course / "nbgrader_config.py"
    config.write_text('get_config().CourseDirectory.autograded_directory = "marked"\n')
    write(graded())
    assert (course / "marked" / "ada" / CODE / "code.ipynb").is_file()
    config.write_text("1 / 0\n")
    with pytest.raises(UsageError, match="ZeroDivisionError"):
        write(graded())


@settings(max_examples=40)
@given(ANYTHING, st.sampled_from(["failed", "blocked", "inconclusive"]))
@example(NASTY, "failed")
def test_whatever_a_student_writes_the_notebook_is_valid_and_the_same_again(text, outcome):
    graded = result(check(), hostile_check(text, outcome), name=text)
    document = result_notebook(graded)
    nbformat.validate(nbformat.reads(document, as_version=4))
    assert result_notebook(graded) == document


@given(ANYTHING)
@example('=1+1, "x"\r\n@y')
def test_no_name_ends_a_cell_or_begins_a_formula(text: str):
    for value in _about(
        hand_in(name=text, identifiers={"email": text, "canvas_id": text})
    ).values():
        assert not re.search(r'[,;"\r\n\t]', value)
        assert value[0] not in "=+-@"
        assert value.isprintable()
