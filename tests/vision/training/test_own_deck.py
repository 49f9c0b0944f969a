"""A deck of one's own: names matched to what is seen, a part held back, better or not used."""

import dataclasses
import json

import msgspec
import numpy as np
import pytest
from PIL import Image

from cli import maubinh
from commands import _output
from scorer.cards import DECK
from vision import own_decks
from vision.deck import CLASS_COUNT
from vision.errors import ModelError
from vision.image import OrientedImage
from vision.index_network import IndexNetwork
from vision.manifest import MODELS
from vision.own_decks import Score, deck_folder, load_deck, save_deck
from vision.own_decks import own_decks as all_decks
from vision.reading import load_reader
from vision.synthesis.camera import View
from vision.synthesis.clutter import Backgrounds
from vision.synthesis.font_deck import draw_deck
from vision.synthesis.layouts import CardPose
from vision.synthesis.scenes import render
from vision.testing import log_probs_of
from vision.training import own_deck
from vision.training.classifier import export_classifier, load_weights, save_weights
from vision.training.own_deck import DeckTuning, KnownIndex, KnownPhotos, held_back, tune_deck

BLANK = np.zeros((80, 80, 3), np.uint8)
QUICK = DeckTuning(deck_views=20, other_views=128, other_crops=40, threads=1)


def known(photo, *cards):
    return [KnownIndex(photo, card, BLANK, BLANK[:64, :64]) for card in cards]


def spread(cards, seed=11):
    """Cards of a drawn deck, side by side."""
    layout = [CardPose(float(i % 7 * 75), float(i // 7 * 105), 0.0) for i in range(len(cards))]
    view = View((225.0, 52.0), 2.6, 0.0, 0.0, 0.0, (1500, 700))
    scene = render(
        np.random.default_rng(5),
        draw_deck(np.random.default_rng(seed)),
        layout,
        view,
        backgrounds=Backgrounds(),
        cards=cards,
        clutter=False,
        effects=False,
    )
    return OrientedImage(scene.pixels)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setattr(own_decks, "decks_folder", lambda: tmp_path / "decks")
    return tmp_path / "decks"


def test_whole_photos_are_held_back_while_the_others_show_every_card():
    indices = known(0, 1, 2, 3) + known(1, 1, 2, 3) + known(2, 1, 2, 3) + known(3, 9)
    aside, words = held_back(indices)
    assert aside.tolist() == [False] * 6 + [True] * 3 + [False]
    assert words == "1 photos"


def test_without_a_spare_photo_second_corners_are_held_back():
    aside, words = held_back(known(0, 1, 1, 2) + known(1, 3, 3, 3))
    assert aside.tolist() == [False, True, False, False, False, True]
    assert "corner" in words


def test_too_little_is_refused(home):
    with pytest.raises(ValueError, match="too few"):
        tune_deck("mine", known(0, 1, 2, 3), QUICK)
    with pytest.raises(ValueError, match="too few"):
        tune_deck("mine", [], QUICK)


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "x" * 41])
def test_a_name_cannot_leave_the_folder(name):
    with pytest.raises(ValueError, match="deck name"):
        deck_folder(name)


def test_indices_get_the_names_that_a_person_gave():
    reader = load_reader()
    photos = KnownPhotos()
    cards = [DECK[number] for number in range(13)]
    photos.add(spread(range(13)), [*cards, DECK[50]], reader.detector, reader.classifier)
    assert photos.unseen == {0: (DECK[50],)}
    assert photos.cards == set(range(13))
    assert len(photos.indices) >= 20
    assert photos.indices[0].crop.shape == (80, 80, 3)


def unused_deck(name):
    score = Score(right=3, of=4, certainty=0.5)
    return own_decks.OwnDeck(
        name=name,
        classifier=load_manifest_entry(),
        before=score,
        after=score,
        others_before=score,
        others_after=score,
        held_back="4 indices",
        seconds=1.0,
        on=False,
    )


def test_a_broken_deck_hides_no_other(home):
    decks = tuple(unused_deck(name) for name in ("old", "older"))
    for deck in decks:
        save_deck(deck)
    for name in ("oldest", "..odd"):
        deck_file = own_decks.decks_folder() / name / own_decks.DECK_FILE
        deck_file.parent.mkdir()
        deck_file.write_text("{")
    assert all_decks() == decks
    with pytest.raises(ModelError, match="oldest"):
        load_deck("oldest")


def test_a_deck_that_is_no_better_is_not_used(home):
    save_deck(unused_deck("old"))
    with pytest.raises(ModelError, match="not in use: tuned it read 3 of 4"):
        load_reader(deck="old")
    with pytest.raises(ModelError, match="tuned decks: old"):
        load_reader(deck="new")


def load_manifest_entry():
    from vision.manifest import load_manifest

    return load_manifest().classifier


@pytest.fixture
def relearnt(home, monkeypatch):
    """Tune "nha" again, to the very network that is the default one; what the deck had and has."""
    weights = MODELS / "training" / "index_classifier.pt"
    monkeypatch.setattr(own_deck, "_trained", lambda *_: weights)
    monkeypatch.setattr(own_deck, "_JUDGES", 20)
    photos, reader = KnownPhotos(), load_reader()
    photos.add(spread(range(13)), DECK[:13], reader.detector, reader.classifier)

    def tune(earlier: IndexNetwork | None):
        if earlier is not None:
            place = home / "nha"
            save_weights(place / "earlier.pt", earlier, 32)
            export_classifier(place / "earlier.pt", place, 1.0, {}, {})
            entry = msgspec.json.decode((place / "manifest.json").read_bytes())["classifier"]
            score = Score(right=1, of=1, certainty=1.0)
            scores = dict.fromkeys(("before", "after", "others_before", "others_after"), score)
            deck = {"name": "nha", "classifier": entry, "held_back": "", "seconds": 1.0, "on": True}
            save_deck(msgspec.convert({**deck, **scores}, own_decks.OwnDeck))
        return tune_deck("nha", photos.indices, QUICK)

    return tune


def test_a_second_tuning_that_is_no_better_leaves_the_deck_what_it_has(relearnt, home):
    tuned = relearnt(load_weights(MODELS / "training" / "index_classifier.pt"))
    assert not tuned.on
    assert tuned.before == tuned.after
    assert load_deck("nha").on
    assert own_decks.weights_of(load_deck("nha")).is_file()
    assert not (home / "nha" / "work").exists()


def test_a_tuning_is_compared_with_the_best_that_there_is(relearnt):
    tuned = relearnt(IndexNetwork(CLASS_COUNT, 32).eval())
    assert not tuned.on  # better than the deck's own, but not than the default one
    assert tuned.before.right > 0


def test_a_first_tuning_that_is_no_better_is_told_and_not_used(relearnt):
    assert not relearnt(None).on
    assert not load_deck("nha").on


@pytest.mark.parametrize(
    ("count", "certainty", "temperature", "words"),
    [
        (12, 0.999, 1.2, "12 indices are fewer than 50"),
        (60, 0.6, 1.2, "60 held-back indices ask for no more doubt"),
        (60, 0.999999, None, "fitted on 60 held-back indices"),
    ],
)
def test_a_tuned_network_is_calibrated_by_enough_indices_and_never_made_surer(
    count, certainty, temperature, words, monkeypatch
):
    judges = known(0, *(number % 52 for number in range(count)))
    seen = [index.card if place % 10 else 51 for place, index in enumerate(judges)]
    log_probs = log_probs_of(seen, certainty)
    named = np.array([index.card for index in judges])
    monkeypatch.setattr(own_deck, "IndexClassifier", lambda *_: None)
    monkeypatch.setattr(own_deck, "_named", lambda *_: (log_probs, named))
    fitted, told = own_deck._calibrated(MODELS, judges, 1.2)
    assert words in told
    assert fitted == temperature if temperature else fitted > 1.2


@pytest.mark.slow
def test_the_command_proposes_names_and_then_learns_them(home, tmp_path, monkeypatch, capsys):
    Image.fromarray(spread(range(4)).pixels).save(tmp_path / "a.png")
    monkeypatch.chdir(tmp_path)
    assert _output.run(maubinh, ["tune", "a.png", "--deck", "nha", "--json"]) == 0
    proposed = json.loads(capsys.readouterr().out)
    assert proposed["names"] == "nha.json"
    assert sorted(proposed["photos"]["a.png"]["cards"]) == sorted(map(str, DECK[:4]))
    quick = dataclasses.replace(QUICK, deck_views=10, other_views=64, other_crops=20)
    monkeypatch.setattr("vision.training.own_deck.DeckTuning", lambda threads: quick)
    assert _output.run(maubinh, ["tune", "a.png", "--deck", "nha", "--json"]) == 0
    learnt = json.loads(capsys.readouterr().out)
    deck = load_deck("nha")
    assert all_decks() == (deck,)
    assert deck.on == learnt["on"]
    assert deck.on == (
        (deck.after.right, deck.after.certainty) > (deck.before.right, deck.before.certainty)
        and deck.others_after.right >= 0.99 * deck.others_before.right
    )
    assert deck.others_before.of == deck.others_after.of > 300
    assert deck.before.of == deck.after.of > 0
    assert (home / "nha" / deck.classifier.file).exists() == deck.on
    assert not (home / "nha" / "work").exists()
    assert learnt["deck"] == "nha"
    assert learnt["cards"] == 4
    assert learnt["unseen"] == {"a.png": []}
    status = 0 if learnt["on"] else 2
    assert _output.run(maubinh, ["read", "a.png", "--deck", "nha"]) == status


def test_wrong_names_are_one_clear_line(home, tmp_path, monkeypatch, capsys):
    Image.fromarray(spread(range(4)).pixels).save(tmp_path / "a.png")
    (tmp_path / "n.json").write_text('{"b.png": {"cards": ["As"]}}')
    monkeypatch.chdir(tmp_path)
    assert _output.run(maubinh, ["tune", "a.png", "--deck", "x", "--names", "n.json"]) == 2
    assert "no cards for a.png" in capsys.readouterr().err
    assert _output.run(maubinh, ["tune", "a.png", "--deck", "../x"]) == 2
    assert _output.run(maubinh, ["tune", "none.png", "--deck", "x"]) == 2
    assert "cannot be opened (No such file" in capsys.readouterr().err
