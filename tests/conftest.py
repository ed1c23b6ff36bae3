"""What tests of several folders need."""

import fcntl
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from slurm_cluster import SlurmCluster, slurm_cluster, why_no_slurm
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from autograder.engines.isolation.choice import LEVELS
from autograder.engines.mpi_runtime import find_mpi
from autograder.errors import UsageError
from autograder.grading.rubric import DEFAULT_RUBRIC

ROOT = Path(__file__).parents[1]

# The same examples in every run, and no deadline: a busy machine must not fail a right parser.
settings.register_profile(
    "kit", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("kit")


def require(works: bool, what: str) -> pytest.MarkDecorator:
    """Skip where a system package is missing, except in CI, where it must be there."""
    in_ci = bool(os.environ.get("TTT_REQUIRE_SYSTEM_PACKAGES"))
    return pytest.mark.skipif(not works and not in_ci, reason=f"this machine does not have {what}")


def system_mpi_works() -> bool:
    """Return whether the machine has an MPI besides the one in this environment."""
    try:
        find_mpi("system")
    except UsageError:
        return False
    return True


def open_mpi_wheel() -> str:
    """Return the launcher of an Open MPI from PyPI, which needs a folder of its own; "" if none."""
    return os.environ.get("TTT_OPEN_MPI_WHEEL", "")


BUBBLEWRAP = require(LEVELS[0].why_not() is None, "bubblewrap")
SYSTEM_MPI = require(system_mpi_works(), "an MPI of its own")
SLURM = require(why_no_slurm() is None, "Slurm's daemons (slurm-wlm) for a cluster of its own")
GCC = require(shutil.which("gcc") is not None, "gcc")
OPEN_MPI_WHEEL = require(bool(open_mpi_wheel()), "the launcher TTT_OPEN_MPI_WHEEL")

SHORTER_WAITS = {
    "call_seconds = 5.0": "call_seconds = 4.0",
    "search_seconds = 30.0": "search_seconds = 12.0",
    "check_seconds = 90.0": "check_seconds = 40.0",
    "start_seconds = 60.0": "start_seconds = 20.0",
}
LONGER_WAITS = {
    "call_seconds = 5.0": "call_seconds = 30.0",
    "search_seconds = 30.0": "search_seconds = 90.0",
    "check_seconds = 90.0": "check_seconds = 180.0",
}


# Tests that share something dear, such as a graded course: one process makes it for all of them.
TOGETHER = {
    "tests/assignment/test_bundles.py": "zips",
    "tests/assignment/test_gradescope_zip.py": "gradescope zip",
    "tests/assignment/test_student_kit.py": "student kit",
    "tests/audit/test_hostile.py": "last",
    "tests/classroom/test_nbgrader_gradebook.py": "gradebook",
    "tests/classroom/test_slurm.py": "slurm",
    "tests/engines/test_mpi_under_slurm.py": "slurm",
    "tests/grading/test_grade.py": "gradings",
    "tests/handouts/test_pages.py": "site",
    "tests/handouts/test_site.py": "site",
    "tests/notebook/test_kernel.py": "kernel",
    "tests/notebook/test_nbgrader_course.py": "course",
    "tests/test_cluster_scripts.py": "slurm",
    "tests/test_corpus_timing.py": "last",
}


class Together(LoadScopeScheduling):
    """Hand tests out to processes one by one, but for those that belong together."""

    def _split_scope(self, nodeid: str) -> str:
        return TOGETHER.get(nodeid.partition("::")[0], nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Together:
    """Say who hands tests out; the marker `xdist_group` has no effect with pytest 9.2."""
    return Together(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests that want the machine for themselves last, and those at the end that take long.

    The audits go on in the background between two tests, so nothing comes after them.
    """
    items.sort(key=lambda item: (_is_alone(item), _group(item) == "last", "audit/" in item.nodeid))


def _group(item: pytest.Item) -> str:
    return TOGETHER.get(item.nodeid.partition("::")[0], "")


def _is_alone(item: pytest.Item) -> bool:
    return item.get_closest_marker("alone") is not None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let other tests run at the same time, but none beside one that is marked `alone`."""
    with (ROOT / "pyproject.toml").open() as locked:  # by all processes of a run
        fcntl.flock(locked, fcntl.LOCK_EX if _is_alone(item) else fcntl.LOCK_SH)
        return (yield)


ISOLATIONS = [
    pytest.param("plain"),
    pytest.param("bubblewrap", marks=BUBBLEWRAP),
]


@pytest.fixture(params=ISOLATIONS)
def isolation(request: pytest.FixtureRequest) -> str:
    """Name each isolation backend in turn."""
    return request.param


@pytest.fixture(scope="session")
def slurm() -> Iterator[SlurmCluster]:
    """Set up a Slurm of three nodes for all tests that want one."""
    with slurm_cluster() as cluster:
        yield cluster


@pytest.fixture
def edited_solution(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that copies solution/ and replaces whole files or appends to them."""

    def edit(**files: str) -> Path:
        folder = tmp_path / "submission"
        shutil.copytree(
            ROOT / "solution", folder, ignore=shutil.ignore_patterns("__pycache__", "fast")
        )
        for name, text in files.items():
            (folder / f"{name}.py").write_text(text, encoding="utf-8")
        return folder

    return edit


@pytest.fixture(scope="session")
def shorter_waits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the kit's rubric with shorter waits for those that hang."""
    return rubric_with(SHORTER_WAITS, tmp_path_factory.mktemp("shorter"))


@pytest.fixture(scope="session")
def longer_waits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the kit's rubric with longer waits, for a machine that other tests keep busy."""
    return rubric_with(LONGER_WAITS, tmp_path_factory.mktemp("longer"))


def rubric_with(waits: dict[str, str], folder: Path) -> Path:
    """Write the kit's rubric with other waits, and return where."""
    text = DEFAULT_RUBRIC.read_text(encoding="utf-8")
    for usual, other in waits.items():
        assert usual in text
        text = text.replace(usual, other)
    path = folder / "rubric.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def solution_folder() -> Path:
    """Return the folder of the reference solution."""
    return ROOT / "solution"
