"""Opponents' hands that avoid the hero's cards, found instead of dealt.

A pool holds random hands as 52-bit masks, each arranged beforehand by the table policy. One
hand in 78 shares no card with the hero's thirteen; because a hand keeps its strength when the
suits are renamed, the pool counts 24 times. So tens of thousands of exact samples of one
opponent cost a few milliseconds, and pairs of them that do not meet give two opponents.
"""

from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

BLOCK = 40_000
_SEED = 13

RENAMINGS: NDArray[np.int8] = np.array(list(permutations(range(4))), np.int8)
"""(24, 4) the new suit of each suit."""


_ONE_SUIT = np.uint64(0x1111111111111)


@dataclass(frozen=True, slots=True)
class Pool:
    """Random hands; the same everywhere, so that only their splits are stored."""

    hands: NDArray[np.int8]
    """(P, 13) sorted card indices."""
    masks: NDArray[np.uint64]
    """(P,)"""
    colourful: NDArray[np.bool_]
    """(P,) whether twelve cards are of two suits: of one colour, once suits are renamed."""


@dataclass(frozen=True, slots=True)
class Found:
    """Hands of the pool under a renaming of suits, in any shape."""

    at: NDArray[np.int32]
    """(…) index into the pool."""
    renaming: NDArray[np.int8]
    """(…) index into ``RENAMINGS``."""
    masks: NDArray[np.uint64]
    """(…) the renamed cards."""

    def __len__(self) -> int:
        return len(self.at)

    def select(self, chosen: NDArray[np.integer] | NDArray[np.bool_]) -> "Found":
        """Return some of the hands, in the shape of the indices."""
        return Found(self.at[chosen], self.renaming[chosen], self.masks[chosen])

    def hands(self, pool: Pool) -> NDArray[np.int8]:
        """Return the renamed hands (…, 13), unsorted within a rank."""
        cards = pool.hands[self.at]
        return np.asarray((cards & ~np.int8(3)) + RENAMINGS[self.renaming[..., None], cards & 3])


@cache
def pool_of_hands(size: int = BLOCK) -> Pool:
    """Deal the first ``size`` hands of an endless pool; a larger one begins with the same hands.

    PCG64's raw output is the same in every version of NumPy.
    """
    blocks = []
    for block in range(-(-size // BLOCK)):
        decks = np.tile(np.arange(52, dtype=np.int8), (BLOCK, 1))
        blocks.append(deal(decks, 13, np.random.PCG64(_SEED + block)))
    hands = np.concatenate(blocks)[:size]
    hands.sort(axis=1)
    hands.flags.writeable = False
    masks = masks_of(hands)
    return Pool(hands, masks, _colourful(masks))


def _colourful(masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
    suits = [np.bitwise_count(masks & (_ONE_SUIT << np.uint64(suit))) for suit in range(4)]
    of_two = np.sort(suits, axis=0)[2:].sum(axis=0)
    return np.asarray(of_two >= 12)


def deal(decks: NDArray[np.int8], count: int, source: np.random.BitGenerator) -> NDArray[np.int8]:
    """Shuffle ``count`` cards to the front of each deck (N, D) in place and return them."""
    rows = np.arange(len(decks))
    for place in range(count):
        raw = np.asarray(source.random_raw(len(decks)), np.uint64)
        other = place + (raw % np.uint64(decks.shape[1] - place)).astype(np.intp)
        drawn = decks[rows, other]
        decks[rows, other] = decks[:, place]
        decks[:, place] = drawn
    return decks[:, :count].copy()


def masks_of(hands: NDArray[np.int8]) -> NDArray[np.uint64]:
    """Return (…) the 52-bit sets of hands (…, any)."""
    masks = np.zeros(hands.shape[:-1], np.uint64)
    for column in np.moveaxis(hands, -1, 0):
        masks |= np.uint64(1) << column.astype(np.uint64)
    return masks


def find(pool: Pool, blocked: NDArray[np.int8]) -> Found:
    """Return every hand of the pool, under every renaming, without a card of ``blocked``."""
    parts = []
    for index, new_suits in enumerate(RENAMINGS):
        old_suits = np.argsort(new_suits).astype(np.int8)
        cards = (blocked & ~np.int8(3)) + old_suits[blocked & 3]
        free = np.flatnonzero((pool.masks & masks_of(cards[None])[0]) == 0)
        masks = np.zeros(len(free), np.uint64)
        for old, new in enumerate(new_suits.astype(np.uint64)):
            masks |= (pool.masks[free] >> np.uint64(old) & _ONE_SUIT) << new
        parts.append((free.astype(np.int32), np.full(len(free), index, np.int8), masks))
    at, renaming, renamed = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Found(at, renaming, renamed)
