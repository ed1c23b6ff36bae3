"""The wire: what is asked and what may be answered, one JSON line each.

A question goes to every rank of an engine; each rank answers each call with one line, in order.
Answers come from untrusted code: they are cut off at a size, checked against these schemas with
exact types, and anything else is `Nonsense`.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

from autograder.visible_text import visible

LONGEST_LINE = 65_536
"""Bytes in one answer, newline included; a longer line is nonsense."""

MOST_POINTS = 2_000
"""Switch points of a call that are reported."""

Choice = Annotated[int, msgspec.Meta(ge=0, le=64)]
Count = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
ModuleName = Literal["serial", "threads", "mpi"]
RungName = Literal[
    "alpha_beta",
    "negascout",
    "transposition",
    "depth_limited",
    "deepening",
    "monte_carlo",
    "book",
]
FunctionName = Literal["import", "win", "minimax", "computer_move", "looked_up"] | RungName


class Interleaving(msgspec.Struct, frozen=True, kw_only=True):
    """Which thread runs when: each goes on until it waits or ends, except at the preemptions.

    Attributes:
        preemptions: (point, choice): at this switch point, counted from the start of the call, the
            running thread has to stop; `choice` says which of the others that can run goes on.
        narrated: report which lines were run.
        timed: every search takes its pause, by a clock that moves on only while all threads wait;
            so others go on meanwhile, as they do beside a real search.
    """

    preemptions: tuple[tuple[int, int], ...] = ()
    narrated: bool = False
    timed: bool = False


class Earlier(msgspec.Struct, frozen=True, kw_only=True):
    """A search that is made before a call, with the same order and transposition table."""

    board: tuple[int, ...]
    player: int
    depth: int
    window: tuple[int, int]


class Rounds(msgspec.Struct, frozen=True, kw_only=True):
    """A search for the rung that looks deeper and deeper: what it finds, and how long it takes.

    Attributes:
        scores: for each round, (square, score) of every subtree, from the opponent's view; rounds
            beyond the last are like it.
        endless_from: a search of this round or of a later one ends only when it is told to stop.
    """

    scores: tuple[tuple[tuple[int, int], ...], ...]
    endless_from: int | None = None


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """The arguments of one call.

    Attributes:
        board: n*n squares, 0, +1 or -1.
        player: who is to move; not used by `win`.
        depth: for `minimax` and the rungs of the ladder.
        window: (alpha, beta), for the rungs; `order` is that of the squares.
        rows: of the transposition table, for the rung that has one; `earlier` fills it.
        horizon: how many plies there are to it, and the contempt, for the rung that has a limit.
        stop_after: seconds after which a rung is told to stop; it is told before if 0.
        budget: seconds that the rung may take that looks deeper and deeper, with `rounds` in place
            of its own search if they are given.
        playouts: how many games the rung plays that plays at random, and their `seed`.
        solved: rows of (key, place) for the rung that looks positions up, in their order.
        scores: (square, score) of every subtree when `computer_move` is to use a known search
            instead of the student's minimax; a score is from the opponent's view.
        pauses: (square, seconds) that the known search takes over a subtree.
        held: the known search asks the grader for each score, who holds it for as long as it takes
            and then says the score: nobody in the student's process knows one before.
        traced: report when each subtree was searched, and what was sent.
        watched: the processor time of each thread is read from outside; the engine is not told.
        interleaving: for an engine whose threads are controlled.
    """

    board: tuple[int, ...]
    player: int = 0
    depth: int = 0
    window: tuple[int, int] = (0, 0)
    order: tuple[int, ...] = ()
    rows: int = 0
    earlier: tuple[Earlier, ...] = ()
    horizon: tuple[int, int] | None = None
    stop_after: float | None = None
    budget: float | None = None
    rounds: Rounds | None = None
    playouts: int = 0
    seed: int = 0
    solved: tuple[tuple[int, int], ...] | None = None
    scores: tuple[tuple[int, int], ...] | None = None
    pauses: tuple[tuple[int, float], ...] = ()
    held: bool = False
    traced: bool = False
    watched: bool = False
    interleaving: Interleaving | None = None


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One function and the calls to make of it, one after the other.

    Attributes:
        key: chosen when it is put, and to be repeated by its answers.
        n_threads: for the `computer_move` of threads, and of the rung that plays with them.
        searches: the Unix socket that held searches dial.
        rung: of the ladder, whose search `computer_move` is given.
        communicator: for `mpi.computer_move`: "world", or "others" for a communicator of all ranks
            but the first, in reverse order.
        board_on_root_only: give the other ranks of the communicator a meaningless board.
    """

    module: ModuleName | RungName
    function: FunctionName
    key: str = ""
    calls: tuple[Call, ...] = ()
    n_threads: int = 1
    searches: str = ""
    rung: RungName | None = None
    communicator: Literal["world", "others"] = "world"
    board_on_root_only: bool = False


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each rank says first."""

    rank: int
    ranks: int


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a call returned: `value` is set if it was an integer, `text` is its repr."""

    type: str
    value: int | None
    text: str


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An exception in student code: `file`, `line` and `source` are the student's own."""

    type: str
    message: str
    file: str
    line: int
    function: str
    source: str


class Span(msgspec.Struct, frozen=True, array_like=True):
    """One subtree that was searched: when, in seconds of the machine's monotonic clock.

    Attributes:
        thread: the number that the system gives it, inside the sandbox.
    """

    square: int
    thread: int
    start: float
    end: float
    score: int


class Message(msgspec.Struct, frozen=True, array_like=True):
    """What one line of a student's file sent by one method of the communicator, in all."""

    call: str
    file: str
    line: int
    count: int
    bytes: int


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line that one thread ran, and what was different afterwards."""

    thread: int
    file: str
    line: int
    source: str
    changes: tuple[str, ...] = ()


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the threads of one call took turns.

    Attributes:
        choices: for each switch point, how many other threads could have gone on there.
        searched_by: (square, thread) of each search.
        deadlock: the line in which each thread waits, if none could go on.
        steps: if they were asked for.
    """

    choices: Annotated[tuple[Choice, ...], msgspec.Meta(max_length=MOST_POINTS)]
    searched_by: tuple[tuple[int, int], ...] = ()
    deadlock: tuple[Step, ...] = ()
    steps: tuple[Step, ...] = ()


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a held search says when it begins.

    Attributes:
        call: number of the call in its question.
        threads: how many there are in its process.
    """

    call: Annotated[int, msgspec.Meta(ge=0)]
    square: int
    rank: int
    thread: int
    in_main_thread: bool
    threads: int


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rank's answer to one call: either `returned` or `raised` is set.

    Attributes:
        board: the caller's board after the call, if it was changed.
        nodes: how many positions a rung says that it visited, without those of earlier searches.
        beyond_table: it wrote a row that its table does not have.
        looks: (round, square, best square so far) at the beginning of each search of `rounds`.
        visits: how many playouts began with each square.
        raised_in_thread: an exception that ended a thread of the student's, unnoticed by the call.
        complaint: how the known search was called wrongly.
        searches: (square, depth) of each call of the known search.
        spans: the searches of a traced call; `messages` what it sent.
        schedule: of a call whose threads were controlled.
    """

    call: int
    key: str = ""
    returned: Value | None = None
    raised: Report | None = None
    raised_in_thread: Report | None = None
    board: tuple[int, ...] | None = None
    nodes: int | None = None
    beyond_table: bool = False
    looks: tuple[tuple[int, int, int], ...] = ()
    visits: tuple[Count, ...] = ()
    complaint: str | None = None
    searches: tuple[tuple[int, int], ...] = ()
    spans: tuple[Span, ...] = ()
    messages: tuple[Message, ...] = ()
    schedule: Schedule | None = None


@dataclass(frozen=True)
class Nonsense:
    """Something came that is not an answer."""

    what: str


def encode(question: Question, key: str = "") -> bytes:
    """Return a question as one line, without what the student's process must not know."""
    calls = tuple(_without_secrets(call) for call in question.calls)
    return msgspec.json.encode(msgspec.structs.replace(question, key=key, calls=calls)) + b"\n"


def _without_secrets(call: Call) -> Call:
    if call.held:
        squares = tuple((square, 0) for square, _ in call.scores or ())
        call = msgspec.structs.replace(call, scores=squares, pauses=())
    return msgspec.structs.replace(call, watched=False)


def decode_answer(line: bytes, call: int, key: str = "") -> Answer | Nonsense:
    """Read one line as the answer to call number `call` of the question with that key.

    Its texts come back with everything written out that would not show.
    """
    try:
        said = msgspec.json.decode(line, strict=True)
        answer = msgspec.convert(_visible(said), type=Answer, strict=True)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        return Nonsense(f"a line that is not an answer ({visible(str(error))})")
    if answer.key != key:
        return Nonsense("an answer to another question")
    if answer.call != call:
        return Nonsense(f"an answer to call {answer.call} when call {call} was asked")
    if (answer.returned is None) == (answer.raised is None):
        return Nonsense("an answer that neither returned nor raised")
    return answer


def _visible(said: object) -> object:
    """Return a decoded line with every text made harmless to look at; keys are the schema's."""
    if isinstance(said, str):
        return visible(said, keep="\n")
    if isinstance(said, list):
        return [_visible(item) for item in said]
    if isinstance(said, dict):
        return {key: _visible(value) for key, value in said.items()}
    return said
