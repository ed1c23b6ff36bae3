"""JUnit XML that any reader takes, whatever a student wrote, and whose counts are right."""

from collections import Counter
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from made_results import ANYTHING, NASTY, OUTCOMES, check, hostile_check, result

from autograder.views.junit import junit_xml

# What JUnit.xsd for Apache Ant demands: these attributes, and the children in this order.
SUITE = {"package", "id", "name", "timestamp", "hostname", "tests", "failures", "errors", "time"}
CHILDREN = ("properties", "testcase", "system-out", "system-err")


def suites(*results) -> list[Xml.Element]:
    return Xml.fromstring(junit_xml(results).encode()).findall("testsuite")


@pytest.mark.parametrize(
    ("outcome", "element"),
    [
        ("failed", "failure"),
        ("blocked", "skipped"),
        ("inconclusive", "skipped"),
        ("error", "error"),
    ],
)
def test_an_outcome_has_its_element_with_type_message_and_points(outcome: str, element: str):
    case = suites(result(check("win.lines", outcome)))[0].find("testcase")
    assert case.attrib == {
        "classname": "win",
        "name": "win.lines: Lines are found.",
        "time": "0.000",
    }
    assert [child.tag for child in case] == [element]
    problem = case[0]
    assert problem.get("type") == outcome
    sentence = "The result is wrong." if outcome == "failed" else "Too busy."
    assert problem.get("message") == sentence
    assert problem.text.startswith("0 of 4 points\n\n")
    assert sentence in problem.text


def test_a_check_that_passed_holds_nothing():
    assert len(suites(result(check()))[0].find("testcase")) == 0


def test_there_is_a_suite_for_each_submission_with_its_score_and_time_without_a_zone():
    ada, emmy = suites(result(check()), result(check(), name="emmy", started="2026-11-20T13:00+01"))
    assert (ada.get("name"), ada.get("id")) == ("ada", "0")
    assert (emmy.get("name"), emmy.get("id")) == ("emmy", "1")
    assert emmy.get("timestamp") == "2026-11-20T12:00:00"
    assert ada.find("properties/property[@name='score']").get("value") == "4"


def test_nobody_handed_in_is_a_document_too():
    assert suites() == []


def test_what_was_not_taken_and_what_to_look_at_stand_in_the_output():
    shown = suites(result(check(), left_out=("x.exe: it is no text",), tripwires=("eval",)))[0]
    assert shown.find("system-out").text == "Not taken: x.exe: it is no text\nTo look at: eval"


@given(ANYTHING, st.lists(st.sampled_from(OUTCOMES), max_size=6))
@example(NASTY, list(OUTCOMES))
@example("", ["failed"])
@example(" \t\n", ["failed"])
def test_it_parses_back_and_the_counts_agree(text: str, outcomes: list[str]):
    checks = [hostile_check(text, outcome, title=text) for outcome in outcomes]
    graded = result(*checks, name=text, title=text, left_out=(text,), tripwires=(text,))
    (suite,) = suites(graded)
    assert suite.attrib.keys() >= SUITE
    order = [CHILDREN.index(child.tag) for child in suite]
    assert order == sorted(order)
    found = Counter(problem.tag for case in suite.findall("testcase") for problem in case)
    assert int(suite.get("tests")) == len(suite.findall("testcase")) == len(outcomes)
    assert int(suite.get("failures")) == found["failure"] == outcomes.count("failed")
    assert int(suite.get("errors")) == found["error"] == outcomes.count("error")
    assert int(suite.get("skipped")) == found["skipped"]
    assert all(suite.get(name).strip() for name in ("name", "package"))
