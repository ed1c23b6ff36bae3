"""Pages show any text as text, tell nothing of hidden checks, and can be read in both modes."""

import re
from collections import Counter
from xml.etree import ElementTree

import msgspec
import pytest
from contrast import contrast
from hypothesis import given
from hypothesis import strategies as st
from made_results import check, hostile_check, result

from autograder.classroom.class_run import ClassRun, NotGraded
from autograder.grading.result import HandIn, Result
from autograder.views.check_report import NOT_FILLED_IN
from autograder.views.class_report_html import check_rates, class_report_html, common_mistakes
from autograder.views.feedback_html import feedback_html
from autograder.views.histogram_svg import histogram_svg
from autograder.views.pages import TEMPLATES

NASTY = "</td><script>alert(1)</script>\x1b[31m&lt; ]]> \u202e {{ 7 * 7 }} <img src=x onerror=y>"
XHTML = "{http://www.w3.org/1999/xhtml}"


def parsed(page: str) -> ElementTree.Element:
    """Return the page as the strictest parser reads it."""
    return ElementTree.fromstring(page.replace("<!DOCTYPE html>", ""))


def elements(page: str) -> Counter[str]:
    return Counter(element.tag for element in parsed(page).iter())


def text_of(page: str) -> str:
    return " ".join("".join(parsed(page).itertext()).split())


def everywhere(text: str) -> Result:
    """Return a result with this text wherever a student or a file name can put it."""
    hand_in = HandIn(name=text, submitted=text, due=text, late_reason=text, late_seconds=60.0)
    made = result(check(), hostile_check(text), left_out=(text,), tripwires=(text,))
    return msgspec.structs.replace(made, hand_in=hand_in)


def a_class(*results: Result, **fields: object) -> ClassRun:
    return ClassRun(
        title="Perfect play",
        kind="Canvas",
        started="2026-11-21T12:00:00+00:00",
        wall_seconds=60.0,
        results=results,
        **fields,
    )


# Only the grader says that a function is not filled in yet, and both pages shorten that.
@given(text=st.text(max_size=60).filter(lambda text: NOT_FILLED_IN not in text))
def test_any_text_of_a_student_is_text_on_both_pages(text: str):
    harmless = everywhere("plain")
    assert elements(feedback_html(everywhere(text))) == elements(feedback_html(harmless)) or not (
        text.strip()
    )
    page = class_report_html(a_class(everywhere(text), left_over=((text, text),)))
    assert f"{XHTML}script" not in elements(page)
    parsed(page)


def test_markup_and_control_sequences_are_shown_and_do_nothing():
    page = class_report_html(
        a_class(
            everywhere(NASTY),
            not_graded=(NotGraded(submission="x", name=NASTY, why=NASTY),),
            missing=(NASTY,),
            unknown=(NASTY,),
            notes=(NASTY,),
        )
    )
    assert not {f"{XHTML}script", f"{XHTML}img"} & set(elements(page))
    assert "<script>alert(1)</script>" in text_of(page)
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert "{{ 7 * 7 }}" in text_of(page)


def test_the_students_page_tells_of_hidden_checks_only_the_points():
    secret = check(
        "win.larger_boards",
        "failed",
        visibility="hidden",
        title="TITLE-OF-IT",
        hint="HINT-OF-IT",
        notes=("NOTE-OF-IT",),
        stand_ins=("STAND-IN-OF-IT",),
    )
    shown = feedback_html(result(check(), secret, tripwires=("TRIPWIRE",)))
    for word in ("larger_boards", "OF-IT", "TRIPWIRE", "The result is wrong."):
        assert word not in shown
    assert "Of those only the points are told." in shown
    assert "0 of 4" in text_of(shown)


def test_a_late_student_reads_what_was_taken_off():
    late = HandIn(
        name="Ada",
        submitted="2026-11-21T01:00:00+01:00",
        due="2026-11-20T23:59:00+01:00",
        late_seconds=3660.0,
        penalty=0.1,
        late_reason="10% for each day begun.",
    )
    words = text_of(feedback_html(msgspec.structs.replace(result(check()), hand_in=late)))
    assert "Late by 1 h 1 min." in words
    assert "10% for each day begun." in words
    assert "which leaves 3.6" in words


def test_what_the_grader_did_wrong_comes_first_and_is_no_score():
    failed = NotGraded(submission="tom", name="Tom", why="its process ended", grader_failed=True)
    page = class_report_html(a_class(result(check("win.lines", "error")), not_graded=(failed,)))
    headings = [e.text for e in parsed(page).iter(f"{XHTML}h2")]
    assert headings[0] == "The grader failed"
    assert "No score yet." in feedback_html(result(check("win.lines", "error")))


def test_a_class_that_climbed_the_ladder_is_told_how_far():
    nodes = check("negascout.nodes", possible=0.0, extra=1.0, measured={"nodes": 6370.0})
    climbed = result(nodes, check("timing.threads", measured={"speed_up": 1.876}))
    said = text_of(class_report_html(a_class(climbed)))
    assert "2 negascout 6,370" in said
    assert "1.88" in said
    assert "The ladder" not in text_of(class_report_html(a_class(result(check()))))


def test_rates_count_only_those_who_were_judged():
    results = [
        result(check("win.lines", outcome))
        for outcome in ("passed", "passed", "failed", "inconclusive", "error")
    ]
    [rate] = check_rates(results)
    assert (rate.counts["passed"], rate.decided) == (2, 3)
    assert rate.pass_rate == pytest.approx(2 / 3)


def test_sentences_that_differ_in_numbers_are_one_mistake():
    results = [
        result(hostile_check(f"Square {square} waits although a thread is free."))
        for square in (3, 4, 5)
    ]
    [mistake, *_] = common_mistakes(results)
    assert len(mistake.results) == 3
    assert mistake.sentence == "Square 3 waits although a thread is free."


def test_the_last_tenth_holds_full_marks():
    assert "90-100: 2" in histogram_svg([0.95, 1.0])
    assert "0-10: 1" in histogram_svg([0.0])


def test_a_page_loads_nothing_and_runs_nothing():
    for page in (feedback_html(result(check())), class_report_html(a_class(result(check())))):
        assert "default-src 'none'" in page
        assert not re.search(r"(?:src|href)=\"(?!#|feedback/)", page)


def test_a_class_of_500_is_one_page_that_can_be_sent():
    one = result(*(check(f"win.check_{number}") for number in range(40)))
    page = class_report_html(a_class(*[one] * 500))
    assert len(page.encode()) < 2_000_000


def modes() -> list[dict[str, str]]:
    """Return the colours of the light and of the dark mode."""
    style = (TEMPLATES / "style.css").read_text(encoding="utf-8")
    blocks = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    return [dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block)) for block in blocks]


@pytest.mark.parametrize("colours", modes(), ids=["light", "dark"])
def test_every_ink_can_be_read_on_every_ground(colours: dict[str, str]):
    inks = [name for name in colours if name.endswith("ink")]
    assert len(inks) >= 7
    for ink in inks:
        for ground in ("paper", "panel"):
            assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
