"""A table policy: what each row strength is worth, so that any hand is arranged at once.

The worth of a split is the sum of three row values plus a correction for what the rows do
together (scoops, above all). The correction is kept on a coarse grid and interpolated; where the
tariff knows nothing but rows, it is one zero.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorer.advice.splits import ids_of_rows, split_tables
from scorer.advice.strengths import StrengthTables

Floats = NDArray[np.float32]
_THREADS = 2
_WORTH_THREADS = 200
_CHUNK = 64


@dataclass(frozen=True, slots=True)
class Policy:
    """Row values and their correction, by strength id under one reading of A-2-3-4-5."""

    front_value: Floats
    """(455,) chi over all opponents."""
    middle_value: Floats
    """(7462,)"""
    back_value: Floats
    """(7462,)"""
    front_place: Floats
    """(455,) where an id lies on the first axis of ``correction``."""
    middle_place: Floats
    back_place: Floats
    correction: Floats
    """(F, M, B) chi to add; (1, 1, 1) if the rows' values say all."""

    def arrange(
        self, hands: NDArray[np.int8], strengths: StrengthTables, *, equal_rows_are_foul: bool
    ) -> NDArray[np.uint16]:
        """Return the split number (N,) chosen for each sorted hand (N, 13)."""
        if len(hands) >= _WORTH_THREADS:
            with ThreadPoolExecutor(_THREADS) as threads:
                parts = threads.map(
                    lambda part: self._arrange(part, strengths, equal_rows_are_foul),
                    np.array_split(hands, _THREADS),
                )
                return np.concatenate(list(parts))
        return self._arrange(hands, strengths, equal_rows_are_foul)

    def _arrange(
        self, hands: NDArray[np.int8], strengths: StrengthTables, equal_rows_are_foul: bool
    ) -> NDArray[np.uint16]:
        # numba is imported where something is arranged: most answers need nothing compiled.
        from scorer.advice.kernels import best_splits

        pairs, padded = split_tables().pairs, self.correction
        if padded.size > 1:
            padded = np.pad(padded, ((0, 1), (0, 1), (0, 1)), mode="edge")
        ceiling = _ceiling(padded)
        chosen = np.empty(len(hands), np.uint16)
        for start in range(0, len(hands), _CHUNK):
            fronts, fives = ids_of_rows(hands[start : start + _CHUNK], strengths)
            chosen[start : start + _CHUNK] = best_splits(
                fronts,
                fives,
                strengths.floor,
                pairs,
                (self.front_value, self.middle_value, self.back_value),
                (self.front_place, self.middle_place, self.back_place),
                padded,
                ceiling,
                ceiling.max(axis=1),
                equal_rows_are_foul,
            )
        return chosen

    def translated(self, old: StrengthTables, new: StrengthTables) -> "Policy":
        """Return the policy for another reading of A-2-3-4-5: the same cards keep their worth."""
        source = np.empty(len(new.five_class), np.int16)
        known = new.five >= 0
        source[new.five[known]] = old.five[known]
        return Policy(
            self.front_value,
            self.middle_value[source],
            self.back_value[source],
            self.front_place,
            self.middle_place[source],
            self.back_place[source],
            self.correction,
        )

    def save(self, path: Path, **beside: NDArray[np.generic]) -> None:
        """Write the policy, and other arrays beside it, into one compressed file."""
        arrays = {name: getattr(self, name) for name in Policy.__slots__}
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(path, **arrays, **beside)  # type: ignore[arg-type]


def load_policy(path: Path) -> tuple[Policy, dict[str, NDArray[np.generic]]]:
    """Read a policy and the arrays saved beside it."""
    with np.load(path, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    policy = Policy(**{name: arrays.pop(name) for name in Policy.__slots__})
    return policy, arrays


def _ceiling(padded: Floats) -> Floats:
    """Return for each grid cell the largest of its eight corners."""
    if padded.size == 1:
        return padded
    ceiling = padded
    for axis in range(3):
        size = ceiling.shape[axis] - 1
        ceiling = np.maximum(
            np.take(ceiling, range(size), axis), np.take(ceiling, range(1, size + 1), axis)
        )
    return np.ascontiguousarray(ceiling)
