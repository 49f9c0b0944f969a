"""Fictitious play: table policies that answer the average of their own past.

Each round arranges a pool of hands by the present policy, mixes the result into the population
and computes what every row strength earns against it. The rows' values are exact sums over the
population; what rows do together (scoops and their coupling) is simulated on a grid of
strengths with the table's own settlement and kept as a correction.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.advice.instants import instant_codes
from scorer.advice.laying import Laying
from scorer.advice.payoff import Hands
from scorer.advice.policy import Policy
from scorer.advice.splits import strengths_of
from scorer.advice.strengths import FIVE_STRENGTHS, FRONT_STRENGTHS, strength_tables
from scorer.advice.tables import Tables
from scorer.advice.tariff import Tariff

Ids = NDArray[np.int16]
_GRID = 14
_SIMULATED = 3_000
_CHUNK = 64


@dataclass(frozen=True, slots=True)
class Population:
    """Arranged hands of many rounds; instant-win holders are in it, but their rows meet nobody."""

    rows: Ids
    """(N, 3)"""
    instant: NDArray[np.int8]
    aces: NDArray[np.int8]

    def tables(self, count: int, tariff: Tariff, rng: np.random.Generator) -> Tables:
        """Seat opponents drawn at random; that two hold the same card is left out of account."""
        at = rng.integers(len(self.rows), size=(count, tariff.opponents))
        return Tables(Hands(self.rows[at], self.instant[at], self.aces[at]), tariff)


def first_policy() -> Policy:
    """Return the policy to start from: every row is worth its place among all strengths."""
    five = np.linspace(0, 1, FIVE_STRENGTHS, dtype=np.float32) * 2
    front = np.linspace(0, 1, FRONT_STRENGTHS, dtype=np.float32)
    zero = np.zeros((1, 1, 1), np.float32)
    return Policy(front, five, five, front * 0, five * 0, five * 0, zero)


def train(
    tariff: Tariff,
    hands: NDArray[np.int8],
    *,
    rounds: int,
    seed: int = 0,
    start: Policy | None = None,
    laying: Laying | None = None,
) -> Policy:
    """Play ``rounds`` of fictitious play with sorted hands (N, 13) and return the last answer.

    ``laying`` are the hands' splits, if the caller has them.
    """
    rng = np.random.default_rng(seed)
    policy = start or first_policy()
    strengths = strength_tables(tariff.wheel)
    if laying is None:
        laying = Laying(hands, strengths, equal_rows_are_foul=tariff.equal_rows_are_foul)
    instant = instant_codes(hands, tariff)
    aces = (hands >= 48).sum(axis=1).astype(np.int8)
    mixed = np.zeros((len(hands), 3), np.int16)
    for played in range(rounds):
        rows = strengths_of(hands, laying.by(policy), strengths)
        # The newest round has weight 2 / (played + 2): the average forgets its poor beginning.
        newest = rng.random(len(hands)) < 2 / (played + 2)
        mixed[newest] = rows[newest]
        policy = answer(tariff, Population(mixed, instant, aces), rng)
    return policy


def answer(tariff: Tariff, population: Population, rng: np.random.Generator) -> Policy:
    """Return the best table policy against a population."""
    values = [row_values(tariff, population, row) for row in range(3)]
    if tariff.four_aces_laid != tariff.four_aces_unlaid:
        low, high = tariff.quad_aces
        for row in (1, 2):
            values[row][low:high] += tariff.four_aces_laid - tariff.four_aces_unlaid
    front, middle, back = ((value * tariff.opponents).astype(np.float32) for value in values)
    nodes = [_nodes(tariff, population, row) for row in range(3)]
    places = [
        np.interp(np.arange(len(value)), node, np.arange(len(node))).astype(np.float32)
        for value, node in zip(values, nodes, strict=True)
    ]
    return Policy(
        front,
        middle,
        back,
        places[0],
        places[1],
        places[2],
        _correction(tariff, population, nodes, rng),
    )


def row_values(tariff: Tariff, population: Population, row: int) -> NDArray[np.float64]:
    """Return what each strength of a row takes from one opponent on average, scoops aside."""
    size = FIVE_STRENGTHS if row else FRONT_STRENGTHS
    plays = population.instant < 0
    there = np.bincount(population.rows[plays, row], minlength=size) / len(population.rows)
    below = np.cumsum(there) - there
    plain, bonus = tariff.plain[row], tariff.bonus[row]
    paid = np.cumsum((there * plain)[::-1])[::-1] - there * plain
    value = below * plain - paid
    if tariff.banker == 0:
        value += there * tariff.plain_chi
    if tariff.bonus_needs_win:
        paid = np.cumsum((there * bonus)[::-1])[::-1] - there * bonus
        return np.asarray(value + below * bonus - paid)
    return np.asarray(value + there.sum() * bonus - (there * bonus).sum())


def _nodes(tariff: Tariff, population: Population, row: int) -> NDArray[np.intp]:
    """Return strengths evenly spread over the population, and both ends of every bonus."""
    bonus = tariff.bonus[row]
    steps = np.flatnonzero(np.diff(bonus))
    quantiles = np.quantile(population.rows[:, row], np.linspace(0, 1, _GRID))
    ends = np.array([0, len(bonus) - 1])
    return np.unique(np.concatenate([ends, steps, steps + 1, quantiles.astype(np.intp)]))


def _correction(
    tariff: Tariff, population: Population, nodes: list[NDArray[np.intp]], rng: np.random.Generator
) -> NDArray[np.float32]:
    """Return (F, M, B) what settlement adds to the rows' values at each grid point."""
    if not coupled(tariff):
        return np.zeros((1, 1, 1), np.float32)
    tables = population.tables(_SIMULATED, tariff, rng)
    grid = np.stack(np.meshgrid(*nodes, indexing="ij"), axis=-1).astype(np.int16)
    plain = [
        row_values(tariff, _alone(tables), row)[nodes[row]] * tariff.opponents for row in range(3)
    ]
    rows = plain[0][:, None, None] + plain[1][:, None] + plain[2]
    added = np.zeros(rows.shape, np.float32)
    met = np.argwhere(_near_legal(tariff, nodes))
    for at in range(0, len(met), _CHUNK):
        cells = tuple(met[at : at + _CHUNK].T)
        added[cells] = tables.settle(Hands.candidates(grid[cells], 0)).mean(axis=1) - rows[cells]
    return added


def _near_legal(tariff: Tariff, nodes: list[NDArray[np.intp]]) -> NDArray[np.bool_]:
    """Return which grid points (F, M, B) some legal arrangement is interpolated from."""
    front, middle, back = nodes
    floor = strength_tables(tariff.wheel).floor[np.concatenate([front[:1], front[:-1]])]
    over_front = np.append(middle[1:], FIVE_STRENGTHS) >= floor[:, None]
    under_back = np.concatenate([middle[:1], middle[:-1]])[:, None] <= np.append(
        back[1:], FIVE_STRENGTHS
    )
    return np.asarray(over_front[:, :, None] & under_back[None])


def coupled(tariff: Tariff) -> bool:
    """Tell whether a pair's chi is more than the sum of its rows."""
    return bool(
        tariff.has_scoop
        or tariff.loss_cap
        or tariff.instant_ends_round
        or tariff.pair_points != "difference"
    )


def _alone(tables: Tables) -> Population:
    hands = tables.hands
    return Population(hands.rows.reshape(-1, 3), hands.instant.reshape(-1), hands.aces.reshape(-1))
