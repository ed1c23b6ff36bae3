"""Time is judged rightly, in a fourth of the wrong submissions that are about it and some right.

The schedule checks look at the same mistakes in all of them, and no clock plays a part there.
"""

from dataclasses import replace
from pathlib import Path

import pytest
from specimens import described, grade_specimen

from autograder.audit.audit import timings_touched
from autograder.audit.corpus import Specimen, corpus_folder, read_corpus
from autograder.audit.verdicts import judge_verdicts

RIGHT, WRONG = (read_corpus(corpus_folder(), (kind,)) for kind in ("right", "wrong"))
# What most students write, and a little slower than the reference.
COMMON = [s for s in RIGHT if s.name == "win_returns_early"]
SLOW = [s for s in WRONG if any(name.startswith("timing.") for name in s.fails)]

pytestmark = pytest.mark.alone


@pytest.mark.parametrize(
    "specimen", [*RIGHT[::12], *COMMON, *SLOW[::4]], ids=lambda specimen: specimen.name
)
def test_its_time_is_judged_rightly(specimen: Specimen, tmp_path: Path, shorter_waits: Path):
    checks = grade_specimen(specimen, timings_touched(specimen), tmp_path, shorter_waits).checks
    assert judge_verdicts(replace(specimen, says=""), checks) == [], described(checks)
