"""Let engines play one another, and show who is how strong."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from autograder.checks.failure import Failure
from autograder.console.engine_player import EnginePlayer
from autograder.console.game import Game
from autograder.console.output_file import expect_folder, write_output
from autograder.console.search_cost import opening_plies, random_opening
from autograder.engines.engine import EngineKind
from autograder.engines.protocol import ModuleName, RungName
from autograder.errors import UsageError
from autograder.tournament.pairings import Pairing, round_robin
from autograder.tournament.record import Played
from autograder.truth.rules import Board, O, X
from autograder.views.cross_table import cross_table, games_csv
from autograder.visible_text import visible

PLAYED, FORFEITED = 0, 1
LEAST_PLIES = 2
"""From the same position the same engines would play the same game again and again."""
SEEDS_FOR_EACH = 50
"""Random openings that are tried for each one that is wanted, before there are said to be none."""


@dataclass(frozen=True)
class MatchOptions:
    """What can be chosen about a match.

    Attributes:
        engines: where each one is: a folder of files or notebooks, or an archive.
        names: what the user calls them.
        run_as: which of their computer_moves play.
        workers: threads or ranks.
        rung: of the ladder, whose search is used in place of minimax.
        games: of each pair of engines; an even number, as each opening is played twice.
        side: n of the n*n board.
        opening: plies played at random first; None for as many as a plain search needs, two at the
            least.
        seed: of the random plies.
        seconds_per_move: whoever takes longer has lost.
        csv: where the games are written; None for nowhere.
    """

    engines: Sequence[Path]
    names: Sequence[str]
    run_as: ModuleName = "serial"
    workers: int = 2
    rung: RungName | None = None
    games: int = 10
    side: int = 3
    opening: int | None = None
    seed: int = 0
    seconds_per_move: float = 60.0
    csv: Path | None = None
    isolation: str = "plain"
    mpi: str | None = None


def show_match(options: MatchOptions, console: Console) -> int:
    """Play the match, and return the exit status."""
    if options.csv is not None:
        expect_folder(options.csv)
    pairings = round_robin(len(options.engines), _openings(options))
    played: list[Played] = []
    with ExitStack() as stack:
        players = [stack.enter_context(_player(options, engine)) for engine in options.engines]
        with console.status("") as status:
            for number, pairing in enumerate(pairings, start=1):
                status.update(Text(_now(options, pairing, number, len(pairings))))
                played.append(play_game(players, pairing))
    console.print(cross_table(options.names, played))
    for sentence in forfeits(options.names, played):
        console.print(Text(sentence, "red"))
    if options.csv is not None:
        write_output(options.csv, games_csv(options.names, played), console)
    return FORFEITED if any(game.forfeit for game in played) else PLAYED


def _openings(options: MatchOptions) -> list[Board]:
    """Return different openings, the same ones for the same seed."""
    wanted = options.games // 2
    plies = opening_plies(options.side, options.opening, options.rung)
    if options.opening is None:
        plies = max(plies, LEAST_PLIES)
    found: dict[Board, None] = {}
    for seed in range(options.seed, options.seed + SEEDS_FOR_EACH * wanted):
        found[random_opening(options.side, plies, seed)] = None
        if len(found) == wanted:
            return list(found)
    raise UsageError(
        f"only {len(found)} openings of {plies} plies were found, which makes "
        f"{2 * len(found)} games of each pair: give fewer --games, or another --opening"
    )


def _player(options: MatchOptions, engine: Path) -> EnginePlayer:
    return EnginePlayer(
        engine,
        EngineKind(options.run_as, 1 if options.run_as == "serial" else options.workers),
        isolation=options.isolation,
        mpi=options.mpi,
        seconds=options.seconds_per_move,
        rung=options.rung,
    )


def _now(options: MatchOptions, pairing: Pairing, number: int, games: int) -> str:
    x, o = options.names[pairing.x], options.names[pairing.o]
    return f"game {number} of {games}: {visible(x)} against {visible(o)}"


def play_game(players: Sequence[EnginePlayer], pairing: Pairing) -> Played:
    """Play one game to its end; whoever cannot move has lost it."""
    sides = {X: players[pairing.x], O: players[pairing.o]}
    seconds = {X: 0.0, O: 0.0}
    game, forfeit, winner = Game(pairing.opening), "", 0
    while not game.is_over and not forfeit:
        thought = sides[game.player].move(game.board, game.player)
        if isinstance(thought, Failure):
            forfeit, winner = thought.sentence, -game.player
        else:
            seconds[game.player] += thought.seconds
            game = game.after(thought.square)
    return Played(
        pairing=pairing,
        winner=winner or game.winner,
        plies=len(game.moves),
        seconds=(seconds[X], seconds[O]),
        forfeit=forfeit,
    )


def forfeits(names: Sequence[str], games: Sequence[Played]) -> list[str]:
    """Say who lost how many games off the board and why, once for each reason."""
    counts: dict[tuple[str, str], int] = {}
    for game in games:
        if game.forfeit:
            loser = game.pairing.o if game.winner == X else game.pairing.x
            reason = (names[loser], game.forfeit)
            counts[reason] = counts.get(reason, 0) + 1
    return [
        f"{visible(name)} could not go on in {number} game{'s' * (number != 1)}: {visible(why)}"
        for (name, why), number in counts.items()
    ]
