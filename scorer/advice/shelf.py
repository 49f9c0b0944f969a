"""Where policies are kept: shipped beside this file, or made for a house rule and cached.

A file is named after its tariff's fingerprint and holds the policy and the split that each hand
of the pool is laid in. A tariff without a file borrows the policy of the tariff most like it;
``make`` trains its own in the time of a coffee.
"""

import os
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorer.advice.policy import Policy, load_policy
from scorer.advice.pool import BLOCK, pool_of_hands
from scorer.advice.strengths import strength_tables
from scorer.advice.tariff import Tariff, tariff_of
from scorer.advice.training import train
from scorer.profiles import PROFILES, RulesProfile

SHIPPED = Path(__file__).parent / "tables"
_HOUSE_HANDS = 20_000
_HOUSE_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Shelved:
    """A policy as it is played at a table."""

    policy: Policy
    numbers: NDArray[np.uint16]
    """(P,) the split of each hand of the pool."""
    borrowed: bool
    """Whether the policy was trained for another tariff."""


def cache_folder() -> Path:
    """Return where policies for house rules are kept."""
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "maubinh" / "advice"


def prepare(profile: RulesProfile, opponents: int) -> bool:
    """Make sure that a table's policy is on the shelf; return whether it had to be made.

    Takes about half a minute for a house rule and may run in a thread: the compiled loop lets
    other threads work.
    """
    tariff = tariff_of(profile, opponents)
    tariff = tariff.against(1) if tariff.separable else tariff
    if not policy_for(tariff).borrowed:
        return False
    make(tariff, start=policy_for(tariff).policy)
    return True


def policy_for(tariff: Tariff) -> Shelved:
    """Return the tariff's own policy, or that of the tariff most like it."""
    name = f"{tariff.fingerprint()}.npz"
    for folder in (SHIPPED, cache_folder()):
        if (folder / name).is_file():
            return _read(folder / name, borrowed=False)
    path, old = min(
        ((path, other) for path, other in _shipped()), key=lambda entry: _unlike(entry[1], tariff)
    )
    lent = _read(path, borrowed=True)
    if old.wheel == tariff.wheel:
        return lent
    policy = lent.policy.translated(strength_tables(old.wheel), strength_tables(tariff.wheel))
    return Shelved(policy, lent.numbers, borrowed=True)


def make(
    tariff: Tariff,
    folder: Path | None = None,
    *,
    hands: int = _HOUSE_HANDS,
    rounds: int = _HOUSE_ROUNDS,
    size: int = BLOCK,
    start: Policy | None = None,
) -> Path:
    """Train a policy for a tariff and keep it.

    Args:
        tariff: what is played for.
        folder: where to keep it; the cache of house rules if None.
        hands: how many hands of the pool to learn from.
        rounds: rounds of fictitious play.
        size: how many hands of the pool to lay.
        start: the policy to start from; the borrowed one, or a plain one, if None.
    """
    pool = pool_of_hands(size)
    policy = train(tariff, pool.hands[:hands], rounds=rounds, start=start)
    numbers = policy.arrange(
        pool.hands,
        strength_tables(tariff.wheel),
        equal_rows_are_foul=tariff.equal_rows_are_foul,
    )
    path = (folder or cache_folder()) / f"{tariff.fingerprint()}.npz"
    policy.save(path, numbers=numbers)
    _read.cache_clear()
    return path


@lru_cache(maxsize=16)
def _read(path: Path, *, borrowed: bool) -> Shelved:
    policy, beside = load_policy(path)
    return Shelved(policy, beside["numbers"].astype(np.uint16), borrowed)


@lru_cache(maxsize=1)
def _shipped() -> tuple[tuple[Path, Tariff], ...]:
    """Return the shipped policies with the tariffs of the systems that they were made for."""
    found = []
    for profile in PROFILES.values():
        for opponents in (1, 2, 3):
            tariff = tariff_of(profile, opponents)
            tariff = tariff.against(1) if tariff.separable else tariff
            path = SHIPPED / f"{tariff.fingerprint()}.npz"
            if path.is_file():
                found.append((path, tariff))
    return tuple(found)


def _unlike(one: Tariff, two: Tariff) -> float:
    """Return how much two tariffs differ: fields that are not equal, arrays by their share."""
    unlike = 0.0
    for item in fields(Tariff):
        a, b = getattr(one, item.name), getattr(two, item.name)
        if item.name in ("plain", "bonus"):
            unlike += sum(float((x != y).mean()) for x, y in zip(a, b, strict=True))
        elif isinstance(a, np.ndarray):
            unlike += not np.array_equal(a, b)
        else:
            unlike += a != b
    return unlike
