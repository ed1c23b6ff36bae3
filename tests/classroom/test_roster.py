"""Each attempt finds its student, and nobody is guessed or dropped."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.attempt import Attempt
from autograder.classroom.people import Person, words_of
from autograder.classroom.roster import Matched, Roster, match, read_roster
from autograder.errors import UsageError


def attempt(student: str, name: str = "", number: int = 1, **identifiers: str) -> Attempt:
    return Attempt(student=student, name=name, files={}, identifiers=identifiers, number=number)


def roster(*students: Person) -> Roster:
    return Roster(students)


def names_found(matched: Matched) -> list[tuple[str, str]]:
    return [(found.attempt.student, found.student.name) for found in matched.found]


TABLES = {
    "own": (
        "name,email,login,canvas_id,section\n"
        "Ada Lovelace,ada@x.edu,ada,101,A\nAlan Turing,,at,102,\n",
        [
            Person(
                "Ada Lovelace",
                {"email": "ada@x.edu", "login": "ada", "canvas_id": "101", "section": "A"},
            ),
            Person("Alan Turing", {"login": "at", "canvas_id": "102"}),
        ],
    ),
    "own, as a German Excel writes it": (
        "\ufeffName;Email\r\nAda Lovelace;ada@x.edu\r\n;\r\n",
        [Person("Ada Lovelace", {"email": "ada@x.edu"})],
    ),
    "own, from the clipboard": (
        "first name\tlast name\tsid\nAda\tLovelace\t007\n",
        [Person("Ada Lovelace", {"sid": "007"})],
    ),
    "Canvas": (
        "Student,ID,SIS User ID,SIS Login ID,Section,Task (55),Current Score\n"
        ",,,,,Manual Posting,\n"
        "    Points Possible,,,,,100,(read only)\n"
        '"Lovelace, Ada",101,S1,ada,Section 1,,\n'
        '"Student, Test",999,,1f2e,Section 1,,\n',
        [Person("Lovelace, Ada", {"canvas_id": "101", "sid": "S1", "login": "ada"})],
    ),
    "Canvas with two columns of names": (
        "LastName,FirstName,ID,SIS Login ID,Section,Task (55)\nLovelace,Ada,101,ada,1,\n",
        [Person("Ada Lovelace", {"canvas_id": "101", "login": "ada"})],
    ),
    "Moodle's worksheet": (
        "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
        "Last modified (submission),Last modified (grade),Feedback comments\n"
        "Participant 42,Ada Lovelace,ada@x.edu,Submitted,,100.00,Yes,-,-,\n",
        [Person("Ada Lovelace", {"moodle_id": "42", "email": "ada@x.edu"})],
    ),
    "Moodle's participants": (
        '"First name","Last name","ID number","Email address",Groups\n'
        'Ada,Lovelace,S1,ada@x.edu,"No groups"\n',
        [Person("Ada Lovelace", {"sid": "S1", "email": "ada@x.edu", "Groups": "No groups"})],
    ),
    "GitHub Classroom": (
        '"identifier","github_username","github_id","name"\n'
        '"Lovelace, Ada","ada-l","77","countess"\n"alan@x.edu","","",""\n"4711","g","78","Grace"\n',
        [
            Person("Lovelace, Ada", {"github": "ada-l", "github_id": "77"}),
            Person("", {"email": "alan@x.edu"}),
            Person("Grace", {"sid": "4711", "github": "g", "github_id": "78"}),
        ],
    ),
    "Gradescope": (
        "First Name,Last Name,SID,Email,Role\nAda,Lovelace,S1,ada@x.edu,Student\n"
        "Grace,Hopper,,grace@x.edu,Instructor\n",
        [Person("Ada Lovelace", {"sid": "S1", "email": "ada@x.edu"})],
    ),
}


@pytest.mark.parametrize(("text", "students"), TABLES.values(), ids=TABLES.keys())
def test_a_table_that_instructors_have_is_read(tmp_path: Path, text: str, students: list[Person]):
    path = tmp_path / "class.csv"
    path.write_bytes(text.encode())
    assert list(read_roster(path).students) == students


def test_the_same_row_twice_is_one_student(tmp_path: Path):
    path = tmp_path / "class.csv"
    path.write_text("name,email\nAda,a@x.edu\nAda,a@x.edu\n")
    assert len(read_roster(path).students) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name,email\nAda,a@x.edu\nAlan,A@x.edu\n", "lines 2 and 3 have the same email"),
        ("grade,comment\n1,2\n", "no column of names"),
    ],
    ids=["twins", "nobody"],
)
def test_a_table_that_does_not_tell_people_apart_is_refused(tmp_path: Path, text: str, says: str):
    path = tmp_path / "class.csv"
    path.write_text(text)
    with pytest.raises(UsageError, match=says):
        read_roster(path)


@pytest.mark.parametrize(
    ("as_handed_in", "as_listed"),
    [
        ("Lovelace, Ada", "Ada Lovelace"),
        ("ZOË O\u2019Neill", "Oneill, Zoe"),
        ("lovelaceada", "Ada Lovelace"),
        ("vandeputtejan", "Jan van de Putte"),
        ("Jean-Luc Picard", "picard jean luc"),
        ("Søren Łukasz", "soren lukasz"),
        ("李 小龍", "小龍 李"),
        ("Ada Lovelace", "lovelaceada"),
    ],
)
def test_a_name_is_found_however_it_is_written(as_handed_in: str, as_listed: str):
    listed = roster(Person("Grace Hopper"), Person(as_listed))
    assert names_found(match([attempt("1", as_handed_in)], listed)) == [("1", as_listed)]


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann Abel", "An Nabel"), ("Ada Lovelace", "Ada"), ("", ""), ("Ada Lovelace", "Ada Ada")],
)
def test_another_name_is_somebody_else(one: str, other: str):
    matched = match([attempt("1", one)], roster(Person(other)))
    assert [a.student for a in matched.unknown] == ["1"]
    assert matched.missing == (Person(other),)


def test_an_identifier_goes_before_a_name():
    ada, alan = Person("Ada L", {"login": "x1"}), Person("Alan T", {"login": "x2"})
    matched = match([attempt("1", "Alan T", login="X1 ")], roster(ada, alan))
    assert names_found(matched) == [("1", "Ada L")]
    assert matched.missing == (alan,)


def test_a_login_that_is_an_address_is_found_by_the_address():
    ada = Person("Ada", {"login": "ada@x.edu"})
    assert match([attempt("1", email="ada@x.edu")], roster(ada)).found


def test_the_same_name_with_another_identifier_is_somebody_else():
    listed = roster(Person("Wei Chen", {"canvas_id": "1"}))
    matched = match([attempt("2", "Wei Chen", canvas_id="2")], listed)
    assert len(matched.unknown) == 1
    assert not matched.found


def test_a_section_tells_nobody_apart():
    listed = roster(Person("Ada", {"section": "A"}))
    assert not match([attempt("1", "Alan", section="A")], listed).found


def test_two_of_one_name_are_ambiguous_and_neither_is_missing():
    listed = roster(Person("Wei Chen", {"sid": "1"}), Person("Chen, Wei", {"sid": "2"}))
    [unclear] = match([attempt("x", "wei chen")], listed).unclear
    assert unclear.candidates == listed.students
    assert not match([attempt("x", "wei chen")], listed).missing


def test_two_attempts_of_different_people_for_one_student_are_both_ambiguous():
    matched = match(
        [attempt("1", "Wei Chen"), attempt("2", "wei chen")], roster(Person("Wei Chen"))
    )
    assert [one.attempt.student for one in matched.unclear] == ["1", "2"]


def test_who_is_found_by_an_identifier_keeps_the_place_that_another_has_by_name():
    listed = roster(Person("Wei Chen", {"canvas_id": "1"}))
    matched = match([attempt("1", "Wei Chen", canvas_id="1"), attempt("2", "Wei Chen")], listed)
    assert names_found(matched) == [("1", "Wei Chen")]
    assert [one.attempt.student for one in matched.unclear] == ["2"]


def test_identifiers_that_lead_to_two_students_are_ambiguous():
    listed = roster(Person("Ada", {"email": "a@x"}), Person("Alan", {"sid": "7"}))
    [unclear] = match([attempt("1", email="a@x", sid="7")], listed).unclear
    assert len(unclear.candidates) == 2


def test_all_attempts_of_a_student_are_found_together():
    attempts = [attempt("1", "Ada"), attempt("1", "Ada", number=2)]
    assert len(match(attempts, roster(Person("Ada"))).found) == 2


NAMES = st.sampled_from(["Ada", "Ada L", "l ada", "adal", "Wei Chen", "chenwei", "Zoë", "zoe", ""])
IDENTIFIERS = st.dictionaries(
    st.sampled_from(["login", "email", "sid", "section"]), st.sampled_from(["1", "2", "a@x", ""])
)
PEOPLE = st.lists(st.builds(Person, NAMES, IDENTIFIERS), max_size=6)
ATTEMPTS = st.lists(
    st.builds(
        lambda student, name, kinds: attempt(student, name, **kinds),
        st.sampled_from("abcdef"),
        NAMES,
        IDENTIFIERS,
    ),
    max_size=6,
)


@given(ATTEMPTS, PEOPLE)
def test_nobody_is_dropped_and_nobody_is_two(attempts: list[Attempt], people: list[Person]):
    listed = Roster(tuple(people))
    matched = match(attempts, listed)
    accounted = [one.attempt for one in (*matched.found, *matched.unclear)] + [*matched.unknown]
    assert sorted(map(repr, accounted)) == sorted(map(repr, attempts))
    owners: dict[int, str] = {}
    for found in matched.found:
        assert owners.setdefault(id(found.student), found.attempt.student) == found.attempt.student
    seen = {id(found.student) for found in matched.found}
    seen |= {id(one) for unclear in matched.unclear for one in unclear.candidates}
    missing = {id(one) for one in matched.missing}
    assert not seen & missing
    assert seen | missing == {id(one) for one in people}


@given(ATTEMPTS, PEOPLE, st.randoms())
def test_the_order_of_the_lists_decides_nothing(attempts, people, random):
    def outcome(some_attempts, some_people):
        return sorted(
            f"{one.attempt!r} {one.student!r}"
            for one in match(some_attempts, Roster(tuple(some_people))).found
        )

    distinct = list({one.student: one for one in attempts}.values())
    mixed_attempts, mixed_people = (
        random.sample(distinct, len(distinct)),
        random.sample(people, len(people)),
    )
    assert outcome(distinct, people) == outcome(mixed_attempts, mixed_people)


@given(st.text())
def test_any_name_can_be_folded(name: str):
    assert words_of(name) == words_of(f" {name}, ")
    assert all(word and word == word.strip() for word in words_of(name))


def test_everybody_is_listed_once():
    listed = roster(Person("Ada"), Person("Alan"))
    matched = match([attempt("1", "Ada"), attempt("1", "Ada", number=2), attempt("2", "X")], listed)
    assert matched.people == (Person("Ada"), Person("Alan"), Person("X"))
