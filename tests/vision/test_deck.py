"""What one deck allows: names are matched to cards, and certainty comes from all matchings."""

import itertools

import numpy as np
import pytest

from vision.deck import CARD_COUNT, CLASS_COUNT, JOKER, REJECT, evidence_of, name_cards

AS, AH, AD, KS = 51, 50, 49, 47


def evidence(*rows):
    """One row for each card: the probabilities of the names it may have, the rest spread thin."""
    probs = np.full((len(rows), CLASS_COUNT), 1e-6)
    for probs_row, row in zip(probs, rows, strict=True):
        for name, probability in row.items():
            probs_row[name] = probability
    return np.log(probs / probs.sum(axis=1, keepdims=True))


def test_nothing_is_named_nothing():
    naming = name_cards(np.zeros((0, CLASS_COUNT)))
    assert len(naming.names) == len(naming.confidence) == 0
    assert evidence_of(np.zeros((0, CLASS_COUNT)), ()).shape == (0, CLASS_COUNT)


def test_sure_cards_keep_their_names():
    naming = name_cards(evidence({AS: 0.99, AH: 0.01}, {KS: 0.999}))
    assert naming.names.tolist() == [AS, KS]
    assert naming.confidence == pytest.approx([0.99, 0.999], abs=1e-3)
    assert not naming.by_exclusion.any()


def test_a_doubtful_card_gets_what_the_sure_one_leaves():
    naming = name_cards(evidence({AS: 0.55, AH: 0.45}, {AS: 0.9999}))
    assert naming.names.tolist() == [AH, AS]
    assert naming.confidence[0] > 0.9
    assert naming.by_exclusion.tolist() == [True, False]


def test_the_less_likely_name_for_two_costs_the_less_sure_one():
    naming = name_cards(evidence({AS: 0.6, AH: 0.4}, {AS: 0.9, AH: 0.1}))
    assert naming.names.tolist() == [AH, AS]


def test_two_cards_that_nothing_tells_apart_are_half_sure():
    naming = name_cards(evidence({AS: 0.5, AH: 0.5}, {AS: 0.5, AH: 0.5}))
    assert sorted(naming.names.tolist()) == [AH, AS]
    assert naming.confidence == pytest.approx([0.5, 0.5], abs=0.02)


def test_a_chain_of_exclusions_is_followed():
    naming = name_cards(evidence({AS: 0.5, AH: 0.5}, {AH: 0.5, AD: 0.5}, {AD: 0.999}))
    assert naming.names.tolist() == [AS, AH, AD]
    assert naming.confidence.min() > 0.9


def test_a_sure_repeat_is_dropped_and_points_to_the_card_it_repeats():
    naming = name_cards(evidence({AS: 0.999}, {KS: 0.99}, {AS: 0.99}))
    assert naming.names.tolist() == [AS, KS, REJECT]
    assert naming.repeats.tolist() == [-1, -1, 0]
    assert naming.confidence[0] > 0.99


def test_any_number_of_jokers_and_rejects():
    naming = name_cards(evidence({JOKER: 0.9}, {JOKER: 0.9}, {REJECT: 0.9}, {REJECT: 0.8, AS: 0.2}))
    assert naming.names.tolist() == [JOKER, JOKER, REJECT, REJECT]
    assert (naming.repeats == -1).all()


def test_more_cards_than_a_deck_has_do_not_raise():
    rng = np.random.default_rng(1)
    logs = np.log(rng.dirichlet(np.full(CLASS_COUNT, 0.05), 70) + 1e-9)
    names = name_cards(logs).names
    cards = names[names < CARD_COUNT]
    assert len(set(cards.tolist())) == len(cards)


def test_certainty_agrees_with_counting_every_matching():
    """Belief propagation against brute force over four cards and five names."""
    rng = np.random.default_rng(3)
    names = (AS, AH, AD, KS, REJECT)
    errors = []
    for _ in range(60):
        rows = rng.dirichlet(np.full(len(names), 0.5), 4) + 1e-4
        weights = rows / rows.sum(axis=1, keepdims=True)
        exact = np.zeros_like(weights)
        for choice in itertools.product(range(len(names)), repeat=4):
            cards = [names[i] for i in choice if names[i] != REJECT]
            if len(set(cards)) == len(cards):
                exact[np.arange(4), choice] += weights[np.arange(4), choice].prod()
        exact /= exact.sum(axis=1, keepdims=True)
        found = name_cards(evidence(*(dict(zip(names, row, strict=True)) for row in weights)))
        kept = found.repeats < 0
        errors.append(np.abs(found.probabilities[:, names] - exact)[kept].max(initial=0))
    assert np.median(errors) < 0.03


def test_evidence_of_two_corners_agrees():
    logs = evidence({AS: 0.6, AH: 0.4}, {AS: 0.7, AH: 0.3}, {KS: 1.0})
    joined = np.exp(evidence_of(logs, ((0, 1), (2,))))
    assert joined.shape == (2, CLASS_COUNT)
    both = np.array([0.42, 0.12]) ** (1 / 1.3)  # not quite two witnesses
    assert joined[0, AS] == pytest.approx(both[0] / both.sum(), abs=1e-3)
    assert joined.sum(axis=1) == pytest.approx([1, 1])
