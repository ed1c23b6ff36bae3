"""JUnit XML, which every CI service draws: a test suite for a submission, a test case for a check.

Source: JUnit.xsd for Apache Ant (Windy Road Technology), the strictest of the schemas in use: it
fixes the order of a suite's children, wants `system-out` and `system-err` even if they are empty,
and times without a zone.

It is for instructors: hidden checks are in it like the others.

`xml.etree` writes it. junitparser, the library for it, puts control characters into the file as
they are, which no parser accepts, and leaves most of what the schema wants to its user.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree as Xml

from autograder.grading.result import CheckOutcome, CheckResult, Result
from autograder.views.check_report import points_text
from autograder.views.check_text import check_text
from autograder.visible_text import visible

ELEMENTS: dict[CheckOutcome, str] = {
    "failed": "failure",
    "blocked": "skipped",
    "inconclusive": "skipped",
    "error": "error",
}
"""What a test case holds that did not pass."""


def junit_xml(results: Sequence[Result]) -> str:
    """Return the results as one JUnit XML document, encoded as UTF-8 when it is written."""
    root = Xml.Element("testsuites")
    root.extend(_suite(number, result) for number, result in enumerate(results))
    Xml.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{Xml.tostring(root, encoding="unicode")}\n'


def _suite(number: int, result: Result) -> Xml.Element:
    elements = [ELEMENTS.get(check.outcome) for check in result.checks]
    suite = Xml.Element(
        "testsuite",
        name=_name(result.submission),
        package=_name(result.title),
        id=str(number),
        timestamp=_time_without_zone(result.started),
        hostname="localhost",  # the document does not say, and this is what the schema then wants
        tests=str(len(elements)),
        failures=str(elements.count("failure")),
        errors=str(elements.count("error")),
        skipped=str(elements.count("skipped")),
        time=_seconds(result.wall_seconds),
    )
    properties = Xml.SubElement(suite, "properties")
    for name, value in _properties(result).items():
        Xml.SubElement(properties, "property", name=name, value=visible(value))
    suite.extend(_case(check) for check in result.checks)
    notes = [f"Not taken: {line}" for line in result.left_out]
    notes += [f"To look at: {line}" for line in result.tripwires]
    Xml.SubElement(suite, "system-out").text = "\n".join(map(visible, notes))
    Xml.SubElement(suite, "system-err")
    return suite


def _properties(result: Result) -> dict[str, str]:
    return {
        "score": points_text(result.score),
        "points": points_text(result.points),
        "possible": points_text(result.possible),
        "kit": result.kit,
        "rubric": result.rubric,
        "seed": str(result.seed),
        "isolation": result.machine.isolation,
        "mpi": result.machine.mpi,
    }


def _case(check: CheckResult) -> Xml.Element:
    case = Xml.Element(
        "testcase",
        classname=_name(check.part),
        name=_name(f"{check.name}: {check.title}"),
        time=_seconds(check.wall_seconds),
    )
    if check.outcome in ELEMENTS:
        sentence = check.failure.sentence if check.failure else check.reason
        problem = Xml.SubElement(
            case, ELEMENTS[check.outcome], type=check.outcome, message=visible(sentence)
        )
        worth = check.possible or check.extra
        earned = f"{points_text(check.points)} of {points_text(worth)} points"
        problem.text = f"{earned}\n\n{check_text(check, 'ttt grade SUBMISSION --only')}"
    return case


def _name(text: str) -> str:
    """Return a text as a name: the schema wants one that is not empty, on one line."""
    return " ".join(visible(text).split()) or "unnamed"


def _seconds(seconds: float) -> str:
    # A decimal of the schema has no exponent.
    return f"{seconds:.3f}"


def _time_without_zone(moment: str) -> str:
    utc = datetime.fromisoformat(moment).astimezone(UTC)
    return utc.replace(tzinfo=None).isoformat(timespec="seconds")
