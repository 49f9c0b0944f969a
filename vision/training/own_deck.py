"""Tune the classifier to one deck from a few photos of it whose cards are known.

The photos' indices are cut out and named by the cards that a person says are there; rendered crops
of drawn decks are mixed in, so that nothing else is forgotten. What was held back decides whether
the tuned network is better.
"""

import shutil
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from scorer.cards import DECK, Card
from vision.classify import CROP_PX, IndexClassifier, cut_quads
from vision.corners import cards_of
from vision.dark_decks import find_on_light_paper
from vision.deck import evidence_of
from vision.errors import ModelError
from vision.image import OrientedImage
from vision.indices import Indices
from vision.looking import Detector
from vision.manifest import MODELS, Classifier, load_manifest, verified
from vision.own_decks import OwnDeck, Score, deck_folder, load_deck, save_deck, weights_of
from vision.seeing import Classifier as Classify
from vision.seeing import classified
from vision.synthesis.decks import draw_deck
from vision.training.classifier import (
    ClassifierTraining,
    export_classifier,
    fit_temperature,
    train_classifier,
)
from vision.training.crop_store import StoredCrop, write_crops
from vision.training.crops import STORED_FACTOR, STORED_PX, deck_crops

Image = NDArray[np.uint8]
_GROUP: Final = "own deck"
_JUDGES: Final = 400
_LEAST_JUDGES: Final = 50  # indices that were held back, to calibrate by
_LEAST_KEPT: Final = 0.99  # of what is read rightly of other decks
_LEAST_EVIDENCE: Final = 1e-4  # an index that hardly reads as its card may be something else


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckTuning:
    """How long and on what to tune; one to two minutes on two free cores.

    Attributes:
        models: the default networks, with the checkpoint to start from in `training/`.
        deck_views: how often each index of the deck is shown: too often, and the few are learnt
            by heart at the cost of all others.
        other_views: how often rendered ones are shown in all.
        other_crops: rendered crops to make.
        learning_rate: highest.
        threads: of torch.
        seed: of everything that is drawn.
    """

    models: Path = MODELS
    deck_views: int = 80
    other_views: int = 9_000
    other_crops: int = 4_500
    learning_rate: float = 2e-4
    threads: int = 2
    seed: int = 0


class _Entry(msgspec.Struct, frozen=True):
    classifier: Classifier


@dataclass(frozen=True, slots=True)
class KnownIndex:
    """One index of a photo whose card a person named."""

    photo: int
    card: int
    crop: Image  # (80, 80, 3)
    quad_crop: Image  # (64, 64, 3), as the reader sees it


@dataclass(slots=True)
class KnownPhotos:
    """All indices that could be matched to the cards of their photos, and the cards that not."""

    indices: list[KnownIndex] = field(default_factory=list)
    unseen: dict[int, tuple[Card, ...]] = field(default_factory=dict)

    def add(
        self,
        image: OrientedImage,
        cards: Sequence[Card],
        detector: Detector,
        classifier: Classify,
    ) -> None:
        """Find the cards of one more photo and give each the name that it has there."""
        photo = len(self.unseen)
        pixels, indices = find_on_light_paper(detector, image.pixels)
        found, log_probs = classified(pixels, indices, classifier)
        members = cards_of(found, log_probs)
        pairs = _matched(log_probs, members, [card.index for card in cards])
        for position, card in pairs:
            for at in members[position]:
                if np.exp(log_probs[at, card]) >= _LEAST_EVIDENCE:
                    self.indices.append(_known(pixels, found.select([at]), photo, card))
        named = {card for _, card in pairs}
        self.unseen[photo] = tuple(card for card in cards if card.index not in named)

    @property
    def cards(self) -> frozenset[int]:
        """Every card of which some index was found."""
        return frozenset(index.card for index in self.indices)


def _matched(
    log_probs: NDArray[np.float32], members: Sequence[Sequence[int]], cards: Sequence[int]
) -> list[tuple[int, int]]:
    """Which physical card (position in `members`) is which of the cards that are there."""
    if not members or not cards:
        return []
    evidence = evidence_of(log_probs, members)[:, list(cards)]
    rows, columns = linear_sum_assignment(-np.maximum(evidence, -30.0))
    return [
        (int(row), cards[column])
        for row, column in zip(rows, columns, strict=True)
        if evidence[row, column] >= np.log(_LEAST_EVIDENCE)
    ]


def _known(pixels: Image, index: Indices, photo: int, card: int) -> KnownIndex:
    crop = cut_quads(pixels, index.crop_quads(STORED_FACTOR), STORED_PX)[0]
    return KnownIndex(photo, card, crop, cut_quads(pixels, index.crop_quads())[0])


def held_back(known: Sequence[KnownIndex]) -> tuple[NDArray[np.bool_], str]:
    """Which indices to keep for judging, (N,), and what they are, in words.

    Whole photos if the others still show all cards, the last first and at most a third of all
    indices; otherwise one index of every card that shows more than one.
    """
    photos = np.array([index.photo for index in known])
    cards = np.array([index.card for index in known])
    aside = np.zeros(len(known), bool)
    for photo in sorted(set(photos.tolist()), reverse=True):
        more = aside | (photos == photo)
        if set(cards[~more]) == set(cards) and more.sum() <= len(known) / 3:
            aside = more
    if aside.any():
        return aside, f"{len(set(photos[aside].tolist()))} photos"
    for card in sorted(set(cards.tolist())):
        mine = np.flatnonzero(cards == card)
        if len(mine) > 1:
            aside[mine[-1]] = True
    return aside, "one corner of each card that shows two"


def tune_deck(
    name: str, known: Sequence[KnownIndex], how: DeckTuning, folder: Path | None = None
) -> OwnDeck:
    """Tune, judge on what was held back, and keep the network if it is better there.

    Better than the default one and than the one that the deck has now, which else stays as it is.

    Raises:
        ValueError: too few indices to tune on or none to judge by.
    """
    begun = time.monotonic()
    aside, words = held_back(known)
    if not aside.any() or aside.all():
        raise ValueError(
            f"{len(known)} indices are too few to tune and to judge by: photograph every card "
            "twice, or with both corners in view"
        )
    place = deck_folder(name, folder)
    work = place / "work"
    shutil.rmtree(work, ignore_errors=True)
    shown = [index for index, later in zip(known, aside, strict=True) if not later]
    judges = [index for index, later in zip(known, aside, strict=True) if later]
    default = load_manifest(how.models).classifier
    entry = _tuned(shown, how, work, default)
    used = _in_use(name, folder)
    # All at one temperature, so that none seems surer for being calibrated otherwise.
    opened = partial(IndexClassifier, temperature=default.temperature)
    plain, tuned = opened(verified(how.models, default)), opened(work / entry.file)
    rivals = [plain, *([opened(used)] if used else [])]
    before, after = max(score(rival, judges) for rival in rivals), score(tuned, judges)
    others = _other_judges(how)
    others_before, others_after = (score(network, others) for network in (plain, tuned))
    better = after > before and others_after.right >= _LEAST_KEPT * others_before.right
    temperature, calibration = _calibrated(work / entry.file, judges, default.temperature)
    deck = OwnDeck(
        name=name,
        classifier=msgspec.structs.replace(entry, temperature=temperature),
        before=before,
        after=after,
        others_before=others_before,
        others_after=others_after,
        held_back=f"{len(judges)} indices: {words}",
        calibration=calibration,
        seconds=round(time.monotonic() - begun, 1),
        on=better,
    )
    if better:
        (work / entry.file).replace(place / entry.file)
    if better or used is None:
        save_deck(deck, folder)
    shutil.rmtree(work)
    return deck


def _in_use(name: str, folder: Path | None) -> Path | None:
    """The tuned network that reads the deck now, None if it is the default one."""
    try:
        return weights_of(load_deck(name, folder), folder)
    except ModelError:
        return None


def _tuned(
    shown: Sequence[KnownIndex], how: DeckTuning, work: Path, default: Classifier
) -> Classifier:
    """Train and export into `work`; the network's entry."""
    weights = _trained(shown, how, work)
    export_classifier(weights, work, default.temperature, {"indices": len(shown)}, {})
    return msgspec.json.decode((work / "manifest.json").read_bytes(), type=_Entry).classifier


def _calibrated(weights: Path, judges: Sequence[KnownIndex], least: float) -> tuple[float, str]:
    """Temperature of a tuned network and where it is from, in words.

    Never below the default's: a few dozen indices that are all read rightly would ask for any
    certainty, and what is overlooked by too sure a network costs chi.
    """
    if len(judges) < _LEAST_JUDGES:
        return least, f"the default's: {len(judges)} indices are fewer than {_LEAST_JUDGES}"
    log_probs, names = _named(IndexClassifier(weights, 1.0), judges)
    fitted = fit_temperature(torch.from_numpy(log_probs), names)
    if fitted <= least:
        return least, f"the default's: {len(judges)} held-back indices ask for no more doubt"
    return round(fitted, 3), f"fitted on {len(judges)} held-back indices"


def _trained(shown: Sequence[KnownIndex], how: DeckTuning, work: Path) -> Path:
    own: list[StoredCrop] = [(index.crop, index.card, _GROUP) for index in shown]
    write_crops(work / "own", iter(own), len(own))
    write_crops(work / "others", _others(how), how.other_crops)
    return train_classifier(
        ClassifierTraining(
            crops=(
                (work / "own", float(how.deck_views)),
                (work / "others", how.other_views / how.other_crops),
            ),
            run_dir=work / "run",
            output=work / "index_classifier.pt",
            epochs=1,
            batch=128,
            learning_rate=how.learning_rate,
            threads=how.threads,
            start=how.models / "training" / "index_classifier.pt",
            seed=how.seed,
        )
    )


def _plain_tables() -> list[Image]:
    return [np.full((256, 256, 3), grey, np.uint8) for grey in (40, 110, 190)]


def _others(how: DeckTuning, per_deck: int = 250) -> Iterator[StoredCrop]:
    """Rendered crops of many drawn decks, rejects among them."""
    rng = np.random.default_rng((how.seed, 7))
    for _ in range(-(-how.other_crops // per_deck)):
        yield from deck_crops("others", draw_deck(rng), per_deck, _plain_tables(), rng)


def _other_judges(how: DeckTuning) -> list[KnownIndex]:
    """Rendered indices of a deck that the training did not show."""
    rng = np.random.default_rng((how.seed, 8))
    edge = (STORED_PX - CROP_PX) // 2
    crops = deck_crops("judges", draw_deck(rng), _JUDGES, _plain_tables(), rng)
    return [
        KnownIndex(-1, card, crop, crop[edge : edge + CROP_PX, edge : edge + CROP_PX])
        for crop, card, _ in crops
        if card < len(DECK)
    ]


def score(classifier: IndexClassifier, judges: Sequence[KnownIndex]) -> Score:
    """How a classifier reads known indices, each seen once as the detector found it."""
    log_probs, names = _named(classifier, judges)
    own = log_probs[np.arange(len(names)), names]
    return Score(
        right=int((log_probs[:, : len(DECK)].argmax(axis=1) == names).sum()),
        of=len(names),
        certainty=round(float(np.exp(own.mean())), 4),
    )


def _named(
    classifier: IndexClassifier, judges: Sequence[KnownIndex]
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """What a classifier says of known indices, (N, 54) log-probabilities, and their names (N,)."""
    log_probs = classifier.name_crops(np.stack([index.quad_crop for index in judges]))
    return log_probs, np.array([index.card for index in judges])
