"""Red or black: what the ink of an index says about its suit.

In one photo hearts and diamonds share an ink, clubs and spades another, in nearly every deck and in
any light. Indices that are named for sure show both; a doubtful suit of the other ink then counts
less. Decks with one ink, and the further inks of decks with four, tell nothing here.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import DECK
from vision.classify import cut_quads
from vision.deck import CARD_COUNT
from vision.indices import Indices
from vision.looking import Pixels

_SAMPLE_PX: Final = 32
_PAPER: Final = (slice(2, 30), slice(4, 28))  # of a sample: mostly paper
_CORE: Final = (slice(4, 28), slice(8, 24))  # the index and little of what lies next to it
_INK_SHARE: Final = 0.12  # of the core, what differs most from the paper
_BLUR_PX: Final = 0.5
_FAINT: Final = 4.0  # difference from the paper, of 255, that is only grain
_SURE: Final = 0.8  # a name that shows its suit's ink,
_LEAST_SURE: Final = 3  # and how many of each
_LEAST_APART: Final = 3.0  # distance of the inks over their spread
_SPREAD: Final = 0.02  # that even the cleanest photo has
_STRAIGHT: Final = 1.5  # from the middle to this share of the way the weight grows
_NEAR: Final = 0.5  # share of the way from its ink; what is near to neither may be a third one
_MOST: Final = 2.0  # logarithm of how much likelier an ink makes its suits
_IS_RED: Final = np.array([card.suit.is_red for card in DECK])

Floats = NDArray[np.float32]


def weighed_by_ink(pixels: Pixels, indices: Indices, log_probs: Floats) -> Floats:
    """Log-probabilities (N, 54) of indices of an RGB photo, weighed by the colour of their ink."""
    names = log_probs[:, :CARD_COUNT]
    sure = names.max(axis=1, initial=-np.inf) > np.log(_SURE)
    red = sure & _IS_RED[names.argmax(axis=1)]
    black = sure & ~red
    if min(red.sum(), black.sum()) < _LEAST_SURE:
        return log_probs
    inks = ink_directions(pixels, indices)
    redness = _redness(inks, np.flatnonzero(red), np.flatnonzero(black))
    weighed = log_probs.copy()
    weighed[:, :CARD_COUNT] += np.where(_IS_RED, 0.5, -0.5) * _MOST * redness[:, None]
    total = np.logaddexp.reduce(weighed, axis=1, keepdims=True)
    return np.asarray(weighed - total, np.float32)


def ink_directions(pixels: Pixels, indices: Indices) -> Floats:
    """(N, 3) from the paper's colour to the ink's, nearly of length 1: alike in any light."""
    samples = cut_quads(pixels, indices.crop_quads(), _SAMPLE_PX).astype(np.float32)
    directions = np.zeros((len(indices), 3), np.float32)
    for direction, sample in zip(directions, samples, strict=True):
        smooth = cv2.GaussianBlur(sample, (0, 0), _BLUR_PX)
        paper = np.median(smooth[_PAPER].reshape(-1, 3), axis=0)
        steps = smooth[_CORE].reshape(-1, 3) - paper
        lengths = np.linalg.norm(steps, axis=1)
        ink = lengths >= np.quantile(lengths, 1 - _INK_SHARE)
        direction[:] = (steps[ink] / (lengths[ink, None] + _FAINT)).mean(axis=0)
    return directions


def _redness(inks: Floats, red: NDArray[np.intp], black: NDArray[np.intp]) -> Floats:
    """(N,) from -1, the black suits' ink, to 1; 0 for a third ink and where there are not two."""
    centres = [np.median(inks[group], axis=0) for group in (red, black)]
    spread = _SPREAD + sum(
        float(np.median(np.linalg.norm(inks[group] - centre, axis=1)))
        for group, centre in zip((red, black), centres, strict=True)
    )
    apart = float(np.linalg.norm(centres[0] - centres[1]))
    if apart < _LEAST_APART * spread:
        return np.zeros(len(inks), np.float32)
    from_red, from_black = (np.linalg.norm(inks - centre, axis=1) / apart for centre in centres)
    redness = np.clip(_STRAIGHT * (from_black - from_red), -1, 1)
    return np.where(np.minimum(from_red, from_black) < _NEAR, redness, 0).astype(np.float32)
