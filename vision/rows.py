"""The three rows front, middle and back of a hand that lies 5/5/3, seen from anywhere.

Rows may be tilted, bent and overlapped, and the photo upside down: nothing is assumed but three
lines of one common shape, one of them with three cards at an end. A fan or a heap has no rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scorer.terms import Row
from vision.frames import alignment, upright
from vision.placing import parallel_middles
from vision.seeing import Seen

# Cards of each line, from the end that holds the front row. With one card unseen its line still
# shows which one is short.
_COUNTS = {13: ((3, 5, 5),), 12: ((2, 5, 5), (3, 4, 5), (3, 5, 4))}
# How a player may lay them by mistake: three lines that fit one of these better are no rows.
_MISLAID_COUNTS = {
    13: ((4, 5, 4), (4, 4, 5), (3, 4, 6), (3, 6, 4), (2, 5, 6), (2, 6, 5)),
    12: ((4, 4, 4), (3, 3, 6), (3, 6, 3), (2, 4, 6), (2, 6, 4)),
}
_MISLAID_TURNS_DEG = (-12, 0, 12, 168, 180, 192)
_TURNS_DEG = tuple(90 * quarter + lean for quarter in range(4) for lean in (-24, -12, 0, 12, 24))
_SAGS = (-0.8, 0.0, 0.8)  # of the outermost cards, in spacings of lines
_REFITS = 4
_LEAST_QUALITY = 2.4  # gap between lines over the worst card's distance from its own,
_MISLAID_BETWEEN = (0.5, 5.0)  # qualities of 5/5/3 where other numbers of cards may fit better
_SURELY_MISLAID = 3.5  # of lines that a player is told of; fans and heaps come to 2.5
_ASKEW = 0.5  # lines aslant to the cards are rarer, but so may all indices be read
_SIDEWAYS = 0.7  # cards laid along their line are rare
_LEAST_ALIGNMENT = 0.5  # of the cards' axes, 1 all parallel; heaps come to 0.3, as do indices
_SHARP = 5.0  # read askew, so that lines of this quality are believed even then
_LEAST_PITCH_SIZES = 0.35  # two cards of a line closer than this hide each other's index:
_CROWDED = 0.4  # only lines that are sharp beyond doubt are believed then

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lines:
    """Positions of the cards of three lines, each left to right with the front row on top."""

    lines: tuple[tuple[int, ...], ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards lie in each."""
        return tuple(len(line) for line in self.lines)

    @property
    def rows(self) -> dict[Row, tuple[int, ...]] | None:
        """The hand's rows, or None if a player laid other numbers of cards."""
        if self.counts not in _COUNTS[sum(self.counts)]:
            return None
        return dict(zip((Row.FRONT, Row.MIDDLE, Row.BACK), self.lines, strict=True))


@dataclass(frozen=True, slots=True)
class _Fit:
    quality: float
    slope: float
    lines: tuple[tuple[int, ...], ...]


_NO_FIT = _Fit(0.0, 0.0, ())


def lines_of(seen: Seen, cards: Sequence[int]) -> Lines | None:
    """The lines of a hand, told by its cards' edges or, if they show no rows, by their middles.

    Args: `cards` positions in `seen.places`; the lines hold positions in `cards`.
    """
    if not cards:
        return None
    places = seen.places.select(cards)
    members = [seen.members[int(seen.named[place])] for place in cards]
    size_px = float(np.median(places.sizes_px))
    by_edges = find_lines(parallel_middles(seen.indices, members), places.ups, size_px)
    if by_edges is not None and by_edges.rows is not None:
        return by_edges
    by_middles = find_lines(places.centres_xy, places.ups, size_px)
    return by_middles if by_middles is not None and by_middles.rows is not None else by_edges


def find_lines(centres_xy: Array, ups: Array, size_px: float) -> Lines | None:
    """The three lines in which a hand lies, 5/5/3 or nearly so; None if there are none.

    Args:
        centres_xy: (M, 2) middles of the cards in pixels; 13 of them, or 12 with one unseen.
        ups: (M, 2) unit vectors of the cards' up directions.
        size_px: size of an index.
    """
    count = len(centres_xy)
    if count not in _COUNTS:
        return None
    aligned = alignment(ups) >= _LEAST_ALIGNMENT
    points = (centres_xy - centres_xy.mean(axis=0)) @ upright(ups) / size_px
    proper = _best(points, _COUNTS[count], _TURNS_DEG)
    if not aligned:
        return Lines(proper.lines) if proper.quality > _SHARP else None
    least, most = _MISLAID_BETWEEN
    mislaid = _NO_FIT
    if least < proper.quality < most:
        mislaid = _best(points, _MISLAID_COUNTS[count], _MISLAID_TURNS_DEG)
    if mislaid.quality > max(proper.quality, _SURELY_MISLAID):
        return Lines(mislaid.lines)
    return Lines(proper.lines) if proper.quality > max(mislaid.quality, _LEAST_QUALITY) else None


def _best(points: Array, splits: Sequence[Sequence[int]], turns_deg: Sequence[int]) -> _Fit:
    fits = [fit for split in splits for fit in _candidates(points, split, turns_deg)]
    return max(fits, key=lambda fit: fit.quality, default=_NO_FIT)


def _candidates(points: Array, counts: Sequence[int], turns_deg: Sequence[int]) -> list[_Fit]:
    """One fit for every direction of the lines and bend to start from, the cards' axis upright."""
    fits = []
    for turn_deg in turns_deg:
        turn = np.radians(turn_deg)
        along = points @ (np.cos(turn), np.sin(turn))
        across = points @ (-np.sin(turn), np.cos(turn))
        for sag in _SAGS:
            fit = _fit_lines(along, across, counts, sag)
            if fit is not None:
                slant = turn + np.arctan(fit.slope)  # 0 where lines run square to the cards
                usual = max(np.cos(2 * slant) ** 2, _ASKEW)
                usual *= 1.0 if abs(np.cos(slant)) > 0.7 else _SIDEWAYS
                fits.append(replace(fit, quality=fit.quality * usual))
    return fits


def _fit_lines(along: Array, across: Array, counts: Sequence[int], sag: float) -> _Fit | None:
    """Fit `across = offset of the line + slope, bend and convergence along it`, refining the lines.

    The shape is shared by the three lines, so that 13 cards decide six numbers and a heap cannot
    be bent into rows.
    """
    reach = max(float(np.abs(along).max()), 1e-6)
    spacing = float(np.ptp(across)) / 3
    level = across - sag * spacing * (along / reach) ** 2
    line_of = np.empty(len(along), dtype=np.intp)
    limits = np.repeat(np.arange(3), counts)
    previous: NDArray[np.intp] | None = None
    for _ in range(_REFITS):
        line_of[np.argsort(level, kind="stable")] = limits
        if previous is not None and np.array_equal(previous, line_of):
            break
        previous = line_of.copy()
        basis = _basis(along / reach, line_of)
        shape = np.asarray(np.linalg.lstsq(basis, across, rcond=None)[0], dtype=np.float64)
        offsets = shape[:3]
        if not offsets[0] < offsets[1] < offsets[2]:
            return None
        level = _level(along / reach, across, shape)
    quality = _quality(along, across - basis @ shape, shape, reach, line_of)
    if quality is None:
        return None
    order = np.argsort(along)
    lines = tuple(tuple(int(i) for i in order if line_of[i] == line) for line in range(3))
    return _Fit(quality, float(shape[3]) / reach, lines)


def _basis(along: Array, line_of: NDArray[np.intp]) -> Array:
    member = (line_of[:, None] == np.arange(3)).astype(np.float64)
    return np.column_stack([member, along, along**2, along * (line_of - 1)])


def _level(along: Array, across: Array, shape: Array) -> Array:
    """Which line each card is on as a real number, 0 to 2, undoing slope, bend and convergence."""
    curves = shape[:3] + np.outer(along, shape[3] + shape[5] * np.array([-1, 0, 1]))
    curves += (shape[4] * along**2)[:, None]
    gaps = np.maximum(np.diff(curves, axis=1), 1e-6)
    below = (across - curves[:, 0]) / gaps[:, 0]
    level: Array = np.where(below <= 1, below, 1 + (across - curves[:, 1]) / gaps[:, 1])
    return level


def _quality(
    along: Array, residuals: Array, shape: Array, reach: float, line_of: NDArray[np.intp]
) -> float | None:
    """Smallest gap of neighbouring lines over the largest distance of a card from its line."""
    ends = np.array([along.min(), along.max()]) / reach
    gaps = np.diff(shape[:3])[:, None] + shape[5] * ends
    if gaps.min() <= 0 or abs(shape[3]) / reach > 0.6:
        return None
    spans, crowded = [], False
    for line in range(3):
        places = np.sort(along[line_of == line])
        crowded |= len(places) > 1 and bool(np.diff(places).min() < _LEAST_PITCH_SIZES)
        spans.append((places[0], places[-1]))
    front, middle, back = spans
    if min(middle[1], back[1]) < front[0] or max(middle[0], back[0]) > front[1]:
        return None
    bend = shape[4] / gaps.mean()  # straighter lines first: ends of two rows can look like one arc
    quality = gaps.min() / max(np.abs(residuals).max(), 0.02 * gaps.max()) / (1 + bend**2 / 2)
    return float(quality * (_CROWDED if crowded else 1))
