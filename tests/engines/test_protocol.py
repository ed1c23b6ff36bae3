"""Whatever untrusted code sends is an answer or nonsense, never an exception."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.engines.protocol import Answer, Call, Nonsense, Question, decode_answer, encode

RIGHT = {"call": 3, "returned": {"type": "int", "value": 4, "text": "4"}, "board": None}


def test_a_right_answer_is_read():
    answer = decode_answer(json.dumps(RIGHT).encode(), 3)
    assert isinstance(answer, Answer)
    assert answer.returned.value == 4


def test_a_schedule_that_nobody_could_follow_is_nonsense():
    for choices in ("[9000000000000000000]", "[-1]", str([1] * 5000)):
        line = f'{{"call": 0, "returned": {{"type": "int", "value": 1, "text": "1"}}, "schedule": \
{{"choices": {choices}}}}}'
        assert isinstance(decode_answer(line.encode(), 0), Nonsense)


@pytest.mark.parametrize("count", [2**63, -(2**63) - 1, 10**4000])
def test_visits_that_no_array_holds_are_nonsense(count: int):
    line = json.dumps({**RIGHT, "visits": [count] * 9})
    assert isinstance(decode_answer(line.encode(), 3), Nonsense)


def test_scores_and_pauses_of_a_held_call_stay_with_the_grader():
    call = Call(board=(0,) * 9, scores=((0, 77), (1, 78)), pauses=((0, 0.5),), held=True)
    line = encode(Question(module="threads", function="computer_move", calls=(call,)))
    assert b"77" not in line
    assert b"0.5" not in line
    assert b'"scores":[[0,0],[1,0]]' in line


def test_a_question_is_one_line():
    line = encode(Question(module="serial", function="win", calls=(Call(board=(0,) * 9),)))
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"null",
        b"[]",
        b"4",
        b"{",
        b'{"call": 3}',
        b'{"call": 4, "returned": {"type": "int", "value": 4, "text": ""}}',
        b'{"call": true, "returned": {"type": "int", "value": 4, "text": ""}}',
        b'{"call": 3, "returned": {"type": "int", "value": true, "text": ""}}',
        b'{"call": 3, "returned": {"type": "int", "value": 4.0, "text": ""}}',
        b'{"call": 3, "returned": {"type": "int", "value": NaN, "text": ""}}',
        b'{"call": 3, "returned": {"type": "int", "value": "4", "text": ""}}',
        b'{"call": 3, "points": 100, "returned": {"type": "int", "value": 4, "text": ""}}',
        b'{"call": 3, "returned": {"type": "int", "value": 4, "text": ""}, "raised": '
        b'{"type": "", "message": "", "file": "", "line": 0, "function": "", "source": ""}}',
        b'{"call": 3, "board": ' + b"[" * 50_000,
        b'{"call": 1' + b"0" * 5000 + b"}",
        b"\xff\xfe",
    ],
    ids=range(17),
)
def test_anything_else_is_nonsense(line: bytes):
    assert isinstance(decode_answer(line, 3), Nonsense)


@given(st.binary(max_size=300))
def test_no_bytes_make_the_parser_fail(line: bytes):
    assert isinstance(decode_answer(line, 0), Answer | Nonsense)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(sorted(Answer.__struct_fields__)), json_values))
def test_no_object_with_the_right_keys_makes_it_fail(message: dict):
    decoded = decode_answer(json.dumps(message).encode(), 0)
    assert isinstance(decoded, Answer | Nonsense)
    if isinstance(decoded, Answer):
        assert type(decoded.call) is int
