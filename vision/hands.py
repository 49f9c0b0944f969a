"""Which cards of a photo belong to which player: up to four blocks on one table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from vision.frames import doubled
from vision.placing import CardPlaces

HAND_SIZE = 13
MOST_HANDS = 4
HandCount = Literal[1, 2, 3, 4, "auto"]
HAND_COUNTS: Mapping[int, HandCount] = {1: 1, 2: 2, 3: 3, 4: 4}

_LONGEST_LINKS = 12  # where the tree of nearest cards may be cut
_SIZE_COST = 0.3  # of one card too many or too few, against the logarithm of a gap's length
_CROSSED_COST = 0.5  # card heights added between cards that lie square to each other
_CROSSED_SQUARED = 2.0  # square card heights, between a card and a hand that lies square to it
_ROUNDS = 12

Array = NDArray[np.float64]
Partition = tuple[tuple[int, ...], ...]


class Side(StrEnum):
    """Side of the photo on which a hand lies, clockwise from the photographer."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class HandPlace:
    """Positions of a hand's cards and its side of the table; one hand alone is at the bottom."""

    cards: tuple[int, ...]
    side: Side


def split_hands(places: CardPlaces, hands: HandCount = "auto") -> tuple[HandPlace, ...]:
    """Divide the cards among players, clockwise from the photographer's side.

    A number gives exactly that many hands, the last ones empty if there are too few cards; "auto"
    takes the number (1 to 4) whose gaps and sizes are most like hands of 13.
    """
    count = len(places)
    wanted = range(1, MOST_HANDS + 1) if hands == "auto" else (hands,)
    distances = _distances(places)
    tree = _tree(distances)
    best: Partition = (tuple(range(count)),)
    best_score = -np.inf
    for number in wanted:
        parts, score = _best_cut(tree, count, number)
        if _misfit(parts) > number and abs(count - HAND_SIZE * number) <= number:
            parts = _balanced(places, number)
        if score > best_score:
            best, best_score = parts, score
    empties = () if hands == "auto" else ((),) * (hands - len(best))
    return _seated(places, best + empties)


def _distances(places: CardPlaces) -> Array:
    """(M, M) between cards in card heights, more where their axes cross."""
    steps = places.centres_xy[:, None] - places.centres_xy[None]
    heights = (places.card_h_px[:, None] + places.card_h_px[None]) / 2
    crossed = 1 - np.abs(places.ups @ places.ups.T)
    distances: Array = np.linalg.norm(steps, axis=2) / heights + _CROSSED_COST * crossed
    return distances


def _tree(distances: Array) -> list[tuple[float, int, int]]:
    """Shortest links that connect all cards (Prim), longest first."""
    count = len(distances)
    if count == 0:
        return []
    links = []
    near, nearest = distances[0].copy(), np.zeros(count, dtype=np.intp)
    outside = np.ones(count, dtype=bool)
    outside[0] = False
    for _ in range(count - 1):
        card = int(np.where(outside, near, np.inf).argmin())
        links.append((float(near[card]), int(nearest[card]), card))
        outside[card] = False
        closer = distances[card] < near
        near, nearest = np.minimum(near, distances[card]), np.where(closer, card, nearest)
    return sorted(links, reverse=True)


def _best_cut(
    tree: Sequence[tuple[float, int, int]], count: int, number: int
) -> tuple[Partition, float]:
    """The best of the ways to cut the tree into `number` hands, and how good it is."""
    if count == 0:
        return ((),), 0.0
    usual = float(np.median([length for length, _, _ in tree])) if tree else 1.0
    best: Partition = ()
    best_score = -np.inf
    for cut in combinations(range(min(len(tree), _LONGEST_LINKS)), min(number, count) - 1):
        parts = _components(tree, count, set(cut))
        gaps = sum(float(np.log(tree[link][0] / max(usual, 1e-6))) for link in cut)
        score = gaps - _SIZE_COST * _misfit(parts)
        if score > best_score:
            best, best_score = parts, score
    return best, best_score


def _misfit(parts: Partition) -> int:
    """Cards too few in the hands, and twice those too many: a network rarely invents cards."""
    return sum(max(HAND_SIZE - len(part), 2 * (len(part) - HAND_SIZE)) for part in parts)


def _components(tree: Sequence[tuple[float, int, int]], count: int, cut: set[int]) -> Partition:
    part_of = list(range(count))

    def root(card: int) -> int:
        while part_of[card] != card:
            card = part_of[card]
        return card

    for position, (_, first, second) in enumerate(tree):
        if position not in cut:
            part_of[root(first)] = root(second)
    parts: dict[int, list[int]] = {}
    for card in range(count):
        parts.setdefault(root(card), []).append(card)
    return tuple(tuple(part) for part in parts.values())


def _balanced(places: CardPlaces, number: int) -> Partition:
    """Hands of 13 around the table's middle, for blocks that touch: k-means with full hands.

    A card lies square to its own hand less often than to a neighbour's.
    """
    points = places.centres_xy / places.card_h_px.mean()
    axes = doubled(places.ups)
    middle = points.mean(axis=0)
    reach = np.linalg.norm(points - middle, axis=1).mean()
    best, best_cost = np.zeros(len(points), dtype=np.intp), np.inf
    for turn in np.arange(0, 2 * np.pi / number, np.pi / 12):
        angles = turn + 2 * np.pi * np.arange(number) / number
        seats = middle + reach * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        crossed = np.zeros((len(points), number))
        for _ in range(_ROUNDS):
            costs = ((points[:, None] - seats[None]) ** 2).sum(axis=2) + crossed
            chairs = np.repeat(np.arange(number), -(-len(points) // number))
            cards, taken = linear_sum_assignment(costs[:, chairs])
            hand_of = chairs[taken]
            cost = float(costs[cards, hand_of].sum())
            seats = np.stack([points[hand_of == hand].mean(axis=0) for hand in range(number)])
            usual = np.stack([axes[hand_of == hand].mean(axis=0) for hand in range(number)])
            crossed = _CROSSED_SQUARED * (1 - axes @ usual.T) / 2
        if cost < best_cost:
            best, best_cost = hand_of, cost
    return tuple(tuple(np.flatnonzero(best == hand).tolist()) for hand in range(number))


def _seated(places: CardPlaces, parts: Partition) -> tuple[HandPlace, ...]:
    """Give every hand its own side of the table, clockwise from the bottom."""
    if len(parts) == 1:
        return (HandPlace(parts[0], Side.BOTTOM),)
    centres = [places.centres_xy[list(part)].mean(axis=0) for part in parts if part]
    middle = np.mean(centres, axis=0) if centres else np.zeros(2)
    ways = np.array([[0, 1], [-1, 0], [0, -1], [1, 0]])  # of Side, in its order
    costs = np.zeros((len(parts), len(ways)))
    for part, centre in enumerate(centres):
        away = centre - middle
        costs[part] = -ways @ away / max(float(np.linalg.norm(away)), 1e-6)
    _, sides = linear_sum_assignment(costs)
    order = np.argsort(sides)
    return tuple(HandPlace(parts[part], tuple(Side)[sides[part]]) for part in order)
