"""Hands that the tests of the advice share."""

import random

import numpy as np
import pytest

from scorer.cards import DECK
from scorer.notation import parse_cards


def random_hand(seed):
    return tuple(random.Random(seed).sample(DECK, 13))


def numbers(cards):
    return np.array(sorted(card.index for card in cards), np.int8)


@pytest.fixture(scope="session")
def two_ways():
    """Kings in front or in the middle: two arrangements worth comparing."""
    return parse_cards("As Ad Kd Kh 9c 9d 7s 7h 5c 4d 3s 2h Jd")
