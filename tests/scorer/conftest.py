"""Fixtures of the scorer's tests."""

import random

import pytest

from scorer.cards import DECK


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "rule(id, …): the rules of docs/rules.md that a test defends"
    )


@pytest.fixture
def rng() -> random.Random:
    return random.Random(20240613)


@pytest.fixture
def deal(rng):
    """Deal `count` hands of 13 from a shuffled deck."""

    def shuffled(count):
        cards = rng.sample(DECK, 13 * count)
        return [tuple(cards[13 * seat : 13 * seat + 13]) for seat in range(count)]

    return shuffled
