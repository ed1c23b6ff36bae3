"""How much of each file is in each other submission of a class, and which pairs are alike so."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from autograder.classroom.likeness.fingerprints import Fingerprints, Integers, Weights

ENOUGH_TOKENS = 50
"""Of own code, to say what share of it is alike; the shortest part of the solution has 86."""


@dataclass(frozen=True)
class Overlaps:
    """Every file (first index) against every submission (second index).

    Attributes:
        shared: tokens of the file that the submission holds as well.
        telling: the same, each weighed with how rare it is in the class.
    """

    fingerprints: Fingerprints
    shared: Integers
    telling: Weights

    @cached_property
    def telling_by_submission(self) -> Weights:
        """What is telling of each submission against each other."""
        return self._by_submission(self.telling)

    @cached_property
    def file_share(self) -> Weights:
        """The part of each file that is telling; 0 where there is too little code to say."""
        return _share(self.telling, self.fingerprints.own_tokens)

    @cached_property
    def whole_share(self) -> Weights:
        """The same for each submission."""
        own = self._by_submission(self.fingerprints.own_tokens[:, np.newaxis])
        return _share(self.telling_by_submission, own[:, 0])

    @cached_property
    def telling_share(self) -> Weights:
        """The larger one: of the submission, or of one of its files."""
        best = self.whole_share.copy()
        np.maximum.at(best, self.fingerprints.owners, self.file_share)
        return best

    def alike(self, at_least: float) -> list[tuple[int, int]]:
        """Return the pairs with a telling share of this or more, the most telling ones first."""
        share = np.triu(np.maximum(self.telling_share, self.telling_share.T), 1)
        both = np.minimum(self.telling_by_submission, self.telling_by_submission.T)
        one, other = np.nonzero((share >= at_least) & (share > 0))
        order = np.argsort(-both[one, other], kind="stable")
        return [(int(one[at]), int(other[at])) for at in order]

    def _by_submission(self, of_files: Weights | Integers) -> Weights:
        count = self.fingerprints.submissions
        total = np.zeros((count, of_files.shape[1]), dtype=np.float32)
        np.add.at(total, self.fingerprints.owners, of_files)
        return total


def measure(fingerprints: Fingerprints) -> Overlaps:
    """Compare every file with every submission but its own."""
    size = (len(fingerprints.sources), fingerprints.submissions)
    shared, telling = np.zeros(size, dtype=int), np.zeros(size, dtype=np.float32)
    for submission in range(fingerprints.submissions):
        shared[:, submission], telling[:, submission] = fingerprints.found_in(submission)
    itself = (np.arange(size[0]), fingerprints.owners)
    shared[itself], telling[itself] = 0, 0.0
    return Overlaps(fingerprints, shared, telling)


def _share(telling: Weights, own: Weights | Integers) -> Weights:
    enough = np.where(own >= ENOUGH_TOKENS, own, np.inf)
    return (telling / enough[:, np.newaxis]).astype(np.float32)
