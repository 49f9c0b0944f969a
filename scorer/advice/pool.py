"""Opponents' hands that avoid the hero's cards, found instead of dealt.

A pool holds random hands as 52-bit masks, each arranged beforehand by the table policy. One
hand in 78 shares no card with the hero's thirteen; because a hand keeps its strength when the
suits are renamed, the pool counts 24 times. It keeps it too when suits of so few cards that no
flush is among them exchange some ranks: hands like that count as well. So more than a hundred
thousand exact samples of one opponent cost a few milliseconds, and pairs of them that do not meet
give two opponents.
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
_CHUNK = 16_384
_EXCHANGES = (
    ((0, 1, 0x0F0F0F0F0F0F0), (2, 3, 0x000FFF000FFF0), (0, 2, 0xF0F00F0F0F00F)),
    ((0, 3, 0x00FF00FF00FF0), (1, 2, 0xF00F0FF0F0F00), (1, 3, 0x0F00FF0F00FF0)),
    ((1, 3, 0xFF000F0F0F0F0), (0, 2, 0x00FFF0F00F0F0), (0, 1, 0x0F0FF00FF0F00)),
)
"""Two suits and the ranks that they exchange, four bits each, for each of the hands alike."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Random hands; the same everywhere, so that only their splits are stored."""

    hands: NDArray[np.int8]
    """(P, 13) sorted card indices."""
    masks: NDArray[np.uint64]
    """(P,)"""
    colourful: NDArray[np.bool_]
    """(P,) whether twelve cards are of two suits: of one colour, once suits are renamed."""
    alike: tuple[NDArray[np.uint64], ...]
    """Masks (P,) of other hands with the same rows to choose from and no instant win by suits."""

    def times(self, blocked: NDArray[np.int8]) -> NDArray[np.float64]:
        """Return (P,) how many renamings avoid ``blocked``, on average over the hands alike."""
        every = _renamed(blocked)
        total = _free(self.masks, every).astype(np.float64)
        for masks in self.alike:
            total += _free(masks, every)
        return total / (1 + len(self.alike))


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
    alike = tuple(_alike(masks, exchanges) for exchanges in _EXCHANGES)
    return Pool(hands, masks, _colourful(masks), alike)


def _colourful(masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
    of_two = np.sort([_size(masks, suit) for suit in range(4)], axis=0)[2:].sum(axis=0)
    return np.asarray(of_two >= 12)


def _size(masks: NDArray[np.uint64], suit: int) -> NDArray[np.uint8]:
    return np.asarray(np.bitwise_count(masks & (_ONE_SUIT << np.uint64(suit))))


def _alike(
    masks: NDArray[np.uint64], exchanges: tuple[tuple[int, int, int], ...]
) -> NDArray[np.uint64]:
    """Return hands (P,) where two suits have exchanged some ranks, time and again.

    Only suits of one to four cards that keep as many: they hold no flush, and a hand of four
    suits is neither of one colour nor of three flushes. So each hand like a given one is as
    likely as it, and laid in the same rows.
    """
    done = masks.copy()
    for start in range(0, len(masks), _CHUNK):
        some = done[start : start + _CHUNK]
        for one, two, ranks in exchanges:
            differ = (
                (some >> np.uint64(one) ^ some >> np.uint64(two)) & _ONE_SUIT & np.uint64(ranks)
            )
            moved = some ^ (differ << np.uint64(one) | differ << np.uint64(two))
            sizes = [_size(hands, suit) for hands in (some, moved) for suit in (one, two)]
            small = (np.min(sizes, axis=0) >= 1) & (np.max(sizes, axis=0) <= 4)
            some[:] = np.where(small, moved, some)
    return done


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
    bits = np.uint64(1) << np.arange(52, dtype=np.uint64)
    for column in np.moveaxis(hands, -1, 0):
        masks |= bits[column]
    return masks


def _renamed(blocked: NDArray[np.int8]) -> NDArray[np.uint64]:
    """Return (24,) which cards of a hand of the pool become ``blocked`` when it is renamed."""
    old_suits = np.argsort(RENAMINGS, axis=1).astype(np.int8)
    return masks_of((blocked & ~np.int8(3)) + old_suits[:, blocked & 3])


def _free(masks: NDArray[np.uint64], every: NDArray[np.uint64]) -> NDArray[np.int8]:
    """Return (P,) with how many of the sets each hand shares no card."""
    times = np.zeros(len(masks), np.int8)
    for start in range(0, len(masks), _CHUNK):
        some, counted = masks[start : start + _CHUNK], times[start : start + _CHUNK]
        for cards in every:
            counted += (some & cards) == 0
    return times


def find(pool: Pool, blocked: NDArray[np.int8]) -> Found:
    """Return every hand of the pool, under every renaming, without a card of ``blocked``."""
    parts = []
    every = _renamed(blocked)
    some = np.flatnonzero(_free(pool.masks, every))
    for index, (new_suits, cards) in enumerate(zip(RENAMINGS, every, strict=True)):
        free = some[(pool.masks[some] & cards) == 0]
        masks = np.zeros(len(free), np.uint64)
        for old, new in enumerate(new_suits.astype(np.uint64)):
            masks |= (pool.masks[free] >> np.uint64(old) & _ONE_SUIT) << new
        parts.append((free.astype(np.int32), np.full(len(free), index, np.int8), masks))
    at, renaming, renamed = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Found(at, renaming, renamed)
