"""Classifiers tuned to a person's own deck, kept beside the default one.

Each lives in a folder of its own under the user's data folder: `deck.json` says how it compares
with the default on photos of that deck that it was not tuned on, the ONNX file is there only if
it reads them better.
"""

import re
from contextlib import suppress
from pathlib import Path

import msgspec
import platformdirs

from vision.errors import ModelError
from vision.manifest import Classifier, verified

DECK_FILE = "deck.json"
_NAME = re.compile(r"[\w][\w .-]{0,39}")


class Score(msgspec.Struct, frozen=True, kw_only=True, order=True):
    """How held-back indices of a deck are read: how many rightly, and how surely on average.

    `certainty` is the geometric mean of the probability given to the true name; it decides between
    scores of the same indices that are as often right.
    """

    right: int
    of: int
    certainty: float


class OwnDeck(msgspec.Struct, frozen=True, kw_only=True):
    """A tuning and what came of it; `on` says whether it is better and so may be used.

    `before` and `after` are of the deck's indices that were held back, read as they were till then
    and by the tuned network; `others_before` and `others_after` of rendered ones of other decks:
    what is learnt must not be paid for there. `calibration` says where the tuned network's
    temperature is from.
    """

    name: str
    classifier: Classifier
    before: Score
    after: Score
    others_before: Score
    others_after: Score
    held_back: str
    seconds: float
    on: bool
    calibration: str = "the default's"


def decks_folder() -> Path:
    """Where tuned decks are kept."""
    return Path(platformdirs.user_data_dir("maubinh")) / "decks"


def deck_folder(name: str, folder: Path | None = None) -> Path:
    """The folder of one deck. ValueError for a name that could leave it."""
    if not _NAME.fullmatch(name):
        raise ValueError(
            f"deck name {name!r}: expected 1 to 40 letters, digits, spaces, '.', '-' or '_'"
        )
    return (folder or decks_folder()) / name


def own_decks(folder: Path | None = None) -> tuple[OwnDeck, ...]:
    """Every tuned deck that can be read, by name."""
    decks = []
    for place in sorted((folder or decks_folder()).glob(f"*/{DECK_FILE}")):
        with suppress(ModelError, ValueError):  # a broken file, or a folder of no deck's name
            decks.append(load_deck(place.parent.name, folder))
    return tuple(decks)


def load_deck(name: str, folder: Path | None = None) -> OwnDeck:
    """What is known of a tuned deck. ModelError that names it and those that are there."""
    path = deck_folder(name, folder) / DECK_FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=OwnDeck)
    except FileNotFoundError as error:
        places = (folder or decks_folder()).glob(f"*/{DECK_FILE}")
        known = ", ".join(sorted(place.parent.name for place in places)) or "none yet"
        raise ModelError(
            f"no deck {name!r} (tuned decks: {known}); `maubinh tune` makes one"
        ) from error
    except (OSError, msgspec.MsgspecError) as error:
        raise ModelError(f"{path}: {error}") from error


def weights_of(deck: OwnDeck, folder: Path | None = None) -> Path:
    """The deck's network, checked. ModelError if it is not better than the default one."""
    if not deck.on:
        raise ModelError(
            f"deck {deck.name!r} is not in use: tuned it read {deck.after.right} of "
            f"{deck.after.of} held-back indices, untuned {deck.before.right}; of "
            f"{deck.others_after.of} of other decks {deck.others_after.right}, untuned "
            f"{deck.others_before.right}"
        )
    return verified(deck_folder(deck.name, folder), deck.classifier)


def save_deck(deck: OwnDeck, folder: Path | None = None) -> Path:
    """Write what is known of a deck; the file."""
    path = deck_folder(deck.name, folder) / DECK_FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(deck), indent=1) + b"\n")
    return path
