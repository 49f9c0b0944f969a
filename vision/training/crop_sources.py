"""Where index crops come from: rendered decks, pictures of single cards, labelled photos."""

import hashlib
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.notation import parse_card
from vision.classify import REJECT, cut_quads
from vision.indices import Indices
from vision.synthesis.deck_art import DeckArt
from vision.synthesis.decks import deck_art, draw_deck, load_decks
from vision.synthesis.faces import Deck, IndexMark
from vision.synthesis.single_cards import SingleCards, read_card, read_picture
from vision.training.crop_store import HELD_OUT, CropSet, StoredCrop, write_crops
from vision.training.crops import STORED_FACTOR, STORED_PX, covered_crops, deck_crops
from vision.training.photos import keypoints, read_boxes

HELD_OUT_DECKS = ("dutch", "horizontal2", "paris", "tango")
HELD_OUT_SESSION = "webcam"
_HELD_OUT_CARDS = 8  # one single card in so many is held out
# How much of what the network sees is cut from what, by the first word of the folder's name: real
# photos are few and scans of single cards are flat, decks mixed of such scans are closest to life.
_SHARES = {"photos": 0.08, "single": 0.21, "web": 0.28, "font": 0.24, "covered": 0.1}
_OTHER_SHARE = 0.1  # the known decks
_COVERED_EVERY = 4  # as many crops of half-hidden indices as others, in so many
_TURNED_EVERY = 6  # one photo crop in so many is shown a second time, turned, as a reject

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True)
class CropPreparation:
    """What crops to prepare.

    Attributes:
        folder: where the folders of crops are written; those that are there are kept.
        shared: shared data, or None: then installed decks and decks drawn by chance alone.
        ups: directions of the labelled photos (`vision.training.photos.find_up_directions`);
            without any no photo is shown.
        drawn: decks drawn by chance.
        mixed: decks put together from single cards of many makers.
        per_deck: crops of each rendered deck.
        seed: of everything that is drawn.
    """

    folder: Path
    shared: Path | None
    ups: Mapping[str, Sequence[float | None]] = field(default_factory=dict)
    drawn: int = 240
    mixed: int = 260
    per_deck: int = 600
    seed: int = 0


def prepare_crops(wanted: CropPreparation) -> Iterator[Path]:
    """Write what is missing; yields each folder of crops when it is there."""
    backgrounds = _backgrounds(wanted.shared)
    for name, build in _decks(wanted):
        folder = wanted.folder / name
        if not folder.exists():
            rng = np.random.default_rng((wanted.seed, 2, _number_of(name)))
            crops = deck_crops(_group(name), build(), wanted.per_deck, backgrounds, rng)
            write_crops(folder, crops, wanted.per_deck)
        yield folder
        if not _group(name).startswith(HELD_OUT):
            yield _covered(wanted, name, build, backgrounds)
    if wanted.shared is not None:
        yield from _listed(wanted.folder / "single", _single(wanted.shared))
        if wanted.ups:
            photos = wanted.shared / "photos" / "train"
            yield from _listed(wanted.folder / "photos", photo_crops(photos, wanted.ups))


def _covered(
    wanted: CropPreparation,
    name: str,
    build: Callable[[], Deck],
    backgrounds: Sequence[Image],
) -> Path:
    folder = wanted.folder / f"covered-{name}"
    if not folder.exists():
        count = -(-wanted.per_deck // _COVERED_EVERY)
        rng = np.random.default_rng((wanted.seed, 3, _number_of(name)))
        write_crops(folder, covered_crops(name, build(), count, backgrounds, rng), count)
    return folder


def shown(folders: Sequence[Path], views: int) -> tuple[tuple[Path, float], ...]:
    """Return each folder of crops with how often each of its crops is shown among `views`.

    Every kind of source gets its share, however many crops it has.
    """
    counts = {folder: len(CropSet.open(folder).rows(held_out=False)) for folder in folders}
    kinds = {folder: _kind(folder) for folder in folders}
    crops = {kind: sum(counts[f] for f in folders if kinds[f] == kind) for kind in kinds.values()}
    shares = {kind: _SHARES.get(kind, _OTHER_SHARE) for kind, count in crops.items() if count}
    whole = sum(shares.values())
    return tuple(
        (folder, views * shares[kind] / whole / crops[kind])
        for folder, kind in kinds.items()
        if counts[folder]
    )


def _kind(folder: Path) -> str:
    kind = folder.name.split("-")[0]
    return kind if kind in _SHARES else "other"


def _number_of(name: str) -> int:
    """A number for the chance of one folder, the same whichever others there are."""
    return zlib.crc32(name.encode())


def _decks(wanted: CropPreparation) -> Iterator[tuple[str, Callable[[], Deck]]]:
    """Yield the name of each deck and what makes it: the same deck however often it is called."""
    decks = load_decks(wanted.shared, wanted.seed, ("scan", "drawn", "gnome"))
    for deck in decks:
        yield f"{deck.source}-{deck.name}", partial(_same, deck)
    art = deck_art([deck for deck in decks if deck.name not in HELD_OUT_DECKS])
    for number in range(wanted.drawn):
        yield f"font-{number:03d}", partial(_drawn, (wanted.seed, 0, number), art)
    if wanted.shared is not None:
        cards = SingleCards.find(wanted.shared / "cards" / "web")
        known = cards.only(lambda name: not _is_held_out(name))
        for number in range(wanted.mixed):
            yield f"web-{number:03d}", partial(_mixed, (wanted.seed, 1, number), known)


def _same(deck: Deck) -> Deck:
    return deck


def _drawn(seed: tuple[int, ...], art: Sequence[DeckArt]) -> Deck:
    return draw_deck(np.random.default_rng(seed), art)


def _mixed(seed: tuple[int, ...], cards: SingleCards) -> Deck:
    rng = np.random.default_rng(seed)
    return cards.deck(rng, draw_deck(rng, cards=()).back)


def _single(shared: Path) -> Iterator[StoredCrop]:
    yield from single_card_crops(SingleCards.find(shared / "cards" / "web"))


def _listed(folder: Path, crops: Iterator[StoredCrop]) -> Iterator[Path]:
    """The folder, written if it is missing; none where there is no crop for it."""
    known = [] if folder.exists() else list(crops)
    if known:
        write_crops(folder, known, len(known))
    if folder.exists():
        yield folder


def single_card_crops(cards: SingleCards) -> Iterator[StoredCrop]:
    """Yield the corner indices of single cards as they are."""
    for number, name, marks in cards:
        card = np.ascontiguousarray(read_card(cards.folder / name))
        group = f"{HELD_OUT}single" if _is_held_out(name) else "single"
        for mark in marks:
            indices = _upright(mark)
            yield cut_quads(card, indices.crop_quads(STORED_FACTOR), STORED_PX)[0], number, group


def photo_crops(photos: Path, ups: Mapping[str, Sequence[float | None]]) -> Iterator[StoredCrop]:
    """Yield the labelled indices of real photos whose up direction is known."""
    cards = [parse_card(name).index for name in (photos / "classes.txt").read_text().split()]
    count = 0
    for label in sorted((photos / "labels").glob("*.txt")):
        pixels = read_picture(photos / "images" / f"{label.stem}.jpg")
        size = np.tile([pixels.shape[1], pixels.shape[0]], 2)
        session = label.stem.split("_")[0]
        group = HELD_OUT + session if session == HELD_OUT_SESSION else session
        for kind, box, up in zip(*read_boxes(label), ups.get(label.stem, ()), strict=False):
            if up is None:
                continue
            quad = _photo_index(box * size, up).crop_quads(STORED_FACTOR)
            yield cut_quads(pixels, quad, STORED_PX)[0], cards[int(kind)], group
            count += 1
            if count % _TURNED_EVERY == 0:
                turned = np.roll(quad, 1 + count // _TURNED_EVERY % 3, axis=1)
                yield cut_quads(pixels, turned, STORED_PX)[0], REJECT, group


def _upright(mark: IndexMark) -> Indices:
    x0, y0, x1, y1 = mark.box_xyxy
    ends = np.array([[(x0 + x1) / 2, y0], [(x0 + x1) / 2, y1]])
    top, bottom = ends if mark.up_deg == 0 else ends[::-1]
    return Indices(np.array([mark.box_xyxy]), top[None], bottom[None], np.ones(1, np.float32))


def _photo_index(box_px: NDArray[np.float64], up_deg: float) -> Indices:
    centre, half = box_px[:2], box_px[2:] / 2
    top, bottom = keypoints(box_px, up_deg)
    around = np.concatenate([centre - half, centre + half])
    return Indices(around[None], top[None], bottom[None], np.ones(1, np.float32))


def _group(name: str) -> str:
    held_out = name.split("-", 1)[1] in HELD_OUT_DECKS
    return HELD_OUT + name if held_out else name


def _is_held_out(name: str) -> bool:
    digest = hashlib.sha256(name.encode()).digest()
    return int.from_bytes(digest[:4], "big") % _HELD_OUT_CARDS == 0


def _backgrounds(shared: Path | None) -> list[Image]:
    folder = shared / "backgrounds" if shared is not None else None
    if folder is not None and folder.is_dir():
        return [read_picture(path) for path in sorted(folder.glob("*.jpg"))]
    rng = np.random.default_rng(0)
    coarse = rng.integers(0, 256, (24, 8, 8, 3)).astype(np.uint8)
    return [np.asarray(cv2.resize(cells, (400, 400)), np.uint8) for cells in coarse]
