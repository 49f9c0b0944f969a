"""Where policies are kept: shipped beside this file, or made for a house rule and cached.

A file is named after its tariff's fingerprint and holds the policy and the split that each hand
of the pool is laid in. A tariff without a file borrows the policy of the tariff most like it,
until ``prepare`` has made its own.
"""

import os
import threading
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from scorer.advice.instants import instant_codes
from scorer.advice.opponents import Opponents, laid
from scorer.advice.payoff import Hands
from scorer.advice.policy import Policy, load_policy
from scorer.advice.pool import pool_of_hands
from scorer.advice.strengths import strength_tables
from scorer.advice.tariff import Tariff, tariff_of
from scorer.profiles import PROFILES, RulesProfile

SHIPPED = Path(__file__).parent / "tables"
_HOUSE_HANDS = 80_000
_HOUSE_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Shelved:
    """A policy as it is played at a table."""

    policy: Policy
    numbers: NDArray[np.uint16]
    """(P,) the split of each hand of the pool."""
    instant: NDArray[np.int8]
    """(P,) the instant win of each, if the policy is not borrowed."""
    borrowed: bool
    """Whether the policy was trained for another tariff."""


def cache_folder() -> Path:
    """Return where policies for house rules are kept."""
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "maubinh" / "advice"


def prepared(profile: RulesProfile, opponents: int) -> bool:
    """Tell whether a table's own policy is on the shelf."""
    return not policy_for(policy_tariff(tariff_of(profile, opponents))).borrowed


def prepare(profile: RulesProfile, opponents: int, hands: int | None = None) -> bool:
    """Make sure that a table's policy is on the shelf; return whether it had to be made.

    Takes 10 to 20 seconds of two cores for a house rule, once: the result is kept on disk. With
    fewer ``hands`` than every house learns from it takes less and plays less well.
    """
    tariff = policy_tariff(tariff_of(profile, opponents))
    if not policy_for(tariff).borrowed:
        return False
    make(tariff, hands=hands, start=policy_for(tariff).policy)
    return True


def policy_file(table: tuple[RulesProfile, int], *, hands: int | None = None) -> tuple[str, bytes]:
    """Prepare a table of these rules and so many opponents; return its policy's file and bytes."""
    profile, opponents = table
    prepare(profile, opponents, hands)
    name = f"{policy_tariff(tariff_of(profile, opponents)).fingerprint()}.npz"
    path = next(f / name for f in (SHIPPED, cache_folder()) if (f / name).is_file())
    return name, path.read_bytes()


def prepare_in_background(profile: RulesProfile, opponents: int) -> bool:
    """Start to make a table's policy unless it is there or being made; return whether it started.

    The compiled loops let other threads work; answers borrow a policy until this one is there.
    """
    tariff = policy_tariff(tariff_of(profile, opponents))
    name = tariff.fingerprint()
    with _LOCK:
        if name in _MAKING or not policy_for(tariff).borrowed:
            return False
        _MAKING.add(name)

    def work() -> None:
        try:
            prepare(profile, opponents)
        finally:
            _MAKING.discard(name)

    threading.Thread(target=work, name=f"policy-{name}", daemon=True).start()
    return True


_LOCK = threading.Lock()
_MAKING: set[str] = set()


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
    return Shelved(policy, lent.numbers, lent.instant, borrowed=True)


def opponents_for(tariff: Tariff) -> tuple[Opponents, bool]:
    """Return the opponents at a table of this tariff, and whether their policy is borrowed."""
    own = policy_tariff(tariff)
    shelved = policy_for(own)
    # Tables of one, two and three may each have a policy of their own.
    key = (tariff.against(1).fingerprint(), own.fingerprint())
    seated_by, opponents = _SEATED.pop(key, (None, None))
    if opponents is None or seated_by is not shelved.numbers:
        opponents = _seat(tariff, shelved)
    while len(_SEATED) >= _KEPT:
        _SEATED.pop(next(iter(_SEATED)))
    _SEATED[key] = shelved.numbers, opponents
    return opponents, shelved.borrowed


def policy_tariff(tariff: Tariff) -> Tariff:
    """Return the tariff that a table's policy is made for: of one opponent, if one says all."""
    return tariff.against(1) if tariff.separable else tariff


_KEPT = 6
_SEATED: dict[tuple[str, str], tuple[NDArray[np.uint16], Opponents]] = {}
"""Opponents by tariff, with the laid pool that they came from: another one seats them anew."""


def _seat(tariff: Tariff, shelved: Shelved) -> Opponents:
    pool = pool_of_hands(len(shelved.numbers))
    hands = laid(pool.hands, shelved.numbers, shelved.policy, tariff, with_instants=False)
    instant = instant_codes(pool.hands, tariff) if shelved.borrowed else shelved.instant
    return Opponents(tariff, shelved.policy, pool, Hands(hands.rows, instant, hands.aces))


def make(
    tariff: Tariff,
    *,
    hands: int | None = None,
    rounds: int | None = None,
    start: Policy | None = None,
) -> Path:
    """Train a policy for a house rule's tariff and keep it in the cache.

    Args:
        tariff: what is played for.
        hands: how many hands of the pool to learn from and to lay; as for every house if None.
        rounds: rounds of fictitious play; as for every house if None.
        start: the policy to start from; a plain one if None.
    """
    from scorer.advice.laying import Laying
    from scorer.advice.training import train

    pool = pool_of_hands(hands or _HOUSE_HANDS)
    strengths = strength_tables(tariff.wheel)
    laying = Laying(pool.hands, strengths, equal_rows_are_foul=tariff.equal_rows_are_foul)
    policy = train(tariff, pool.hands, rounds=rounds or _HOUSE_ROUNDS, start=start, laying=laying)
    return keep(tariff, policy, laying.by(policy), cache_folder())


def keep(
    tariff: Tariff, policy: Policy, numbers: NDArray[np.uint16], folder: Path, over: str = ""
) -> Path:
    """Write a policy with the splits (P,) that it lays the pool in.

    ``over`` names another file of as many hands; only what is laid otherwise is written then.
    """
    path = folder / f"{tariff.fingerprint()}.npz"
    if over:
        numbers = numbers ^ _read(folder / f"{over}.npz", borrowed=False).numbers
    instant = instant_codes(pool_of_hands(len(numbers)).hands, tariff)
    unfinished = path.with_name(f"{path.stem}.{os.getpid()}.npz")
    policy.save(unfinished, numbers=numbers, instant=instant, over=np.array(over))
    unfinished.replace(path)
    _read.cache_clear()
    return path


@lru_cache(maxsize=16)
def _read(path: Path, *, borrowed: bool) -> Shelved:
    policy, beside = load_policy(path)
    numbers = cast("NDArray[np.uint16]", beside["numbers"])
    over = str(beside["over"])
    if over:
        numbers = numbers ^ _read(path.parent / f"{over}.npz", borrowed=False).numbers
    return Shelved(policy, numbers, cast("NDArray[np.int8]", beside["instant"]), borrowed)


@lru_cache(maxsize=1)
def _shipped() -> tuple[tuple[Path, Tariff], ...]:
    """Return the shipped policies with the tariffs of the systems that they were made for."""
    found = []
    for profile in PROFILES.values():
        for opponents in (1, 2, 3):
            tariff = policy_tariff(tariff_of(profile, opponents))
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
