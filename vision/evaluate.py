"""Measure the reading of photos whose cards are known.

A photo is exactly right if every hand is the true set of cards. What is *silently* wrong is counted
card by card, hand by hand, as that is the number that costs somebody chi:

- a wrong name that is neither flagged nor marked as inferred, whatever else is flagged beside it.
  A card of another hand is a wrong name too: two hands of a table that exchange cards say nothing,
  only a hand that holds more than 13 cannot be confirmed before somebody takes a card out;
- a missing card of a hand that is short and does not say so: neither by a count where 13 were laid
  nor by an index unread, a card twice, a gap or an edge of the photo;
- rows in which a right and unflagged card lies elsewhere than they say, while no such problem
  sends a person to look at the hand as a whole.

A photo is silently wrong if it holds any of these.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from scorer.cards import Card
from scorer.notation import format_cards
from vision.annotate import annotate, captioned
from vision.hands import HAND_SIZE
from vision.image import ImageError, OrientedImage, load_image
from vision.problems import ProblemKind
from vision.reading import HandReading, PhotoReading, Reader, Slot
from vision.truth import TrueHand, TruePhoto

CALIBRATION_BINS = 15
_TELLING = {
    ProblemKind.NO_CARDS,
    ProblemKind.UNREAD,
    ProblemKind.CARD_TWICE,
    ProblemKind.GAP,
    ProblemKind.CUT_OFF,
}
_LIGHTS = ((110, "dark"), (185, "dim"), (256, "bright"))  # grey of the brightest twentieth
_OVERLAPS = ((1.6, "fanned"), (3.2, "overlapped"), (np.inf, "apart"))  # index sizes to a neighbour


@dataclass(frozen=True, slots=True)
class PhotoResult:
    """How one photo was read against the truth.

    `certainties` holds for every card named how sure the reader was and whether it is there;
    `silent_cards` are those named or missing in some hand without a word, `flagged` says whether
    there was any word at all; `rows_right` is None where the truth knows no rows; `seconds` are
    from the file to the reading where `evaluate` opened it, else those of the reading alone.
    """

    photo: str
    source: str
    light: str
    overlap: str
    card_count: int
    missing: tuple[Card, ...]
    wrong: tuple[Card, ...]
    exact: bool
    silent_cards: tuple[Card, ...]
    silent_rows: bool
    flagged: bool
    rows_right: bool | None
    certainties: tuple[tuple[float, bool], ...]
    seconds: float
    error: str | None = None

    @property
    def silent(self) -> bool:
        """Whether something is wrong without a word."""
        return bool(self.silent_cards) or self.silent_rows

    @property
    def failed(self) -> bool:
        """Whether cards are wrong, or rows without a word."""
        return not self.exact or self.silent


@dataclass(frozen=True, slots=True)
class Figures:
    """What is reported of a set of photos; shares are 0 to 1, None where nothing was measured.

    `silent` and `silent_rows` count photos, `silent_cards` cards.
    """

    photos: int
    exact: float
    recall: float
    precision: float | None
    silent: int
    silent_cards: int
    silent_rows: int
    flagged: float
    rows: float | None
    calibration_error: float | None
    seconds_median: float
    seconds_p95: float


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A photo's result together with what a picture of it needs."""

    result: PhotoResult
    image: OrientedImage | None
    reading: PhotoReading | None


def evaluate(reader: Reader, folder: Path, truth: Iterable[TruePhoto]) -> Iterator[Evaluated]:
    """Read every photo of the truth, one after another; a file that cannot be read is a result."""
    for photo in truth:
        begun = time.perf_counter()
        try:
            image = load_image(folder / photo.name)
        except ImageError as error:
            yield Evaluated(_unreadable(photo, str(error)), None, None)
            continue
        reading = reader.read(image, photo.hand_count)
        seconds = time.perf_counter() - begun
        yield Evaluated(replace(judge(photo, image, reading), seconds=seconds), image, reading)


def judge(photo: TruePhoto, image: OrientedImage, reading: PhotoReading) -> PhotoResult:
    """Compare a reading with the truth; hands are matched by the cards they share."""
    pairs = _matched(photo.hands, reading.hands)
    exact = all(hand.cards == frozenset(read.cards) for hand, read in pairs)
    rows = [_same_rows(hand, read) for hand, read in pairs if hand.rows is not None]
    slots = [slot for hand in reading.hands for slot in hand.slots]
    named = {slot.card for slot in slots}
    return PhotoResult(
        photo=photo.name,
        source=source_of(photo.name),
        light=_first_above(_brightness(image), _LIGHTS),
        overlap=_first_above(_spacing(reading), _OVERLAPS),
        card_count=len(photo.cards),
        missing=tuple(sorted(photo.cards - named)),
        wrong=tuple(sorted(named - photo.cards)),
        exact=exact,
        silent_cards=tuple(sorted(card for pair in pairs for card in _silent_cards(*pair))),
        silent_rows=any(_has_silent_rows(*pair) for pair in pairs),
        flagged=any(_asks(slot) for slot in slots) or any(_tells(*pair) for pair in pairs),
        rows_right=all(rows) if rows else None,
        certainties=tuple((slot.confidence, slot.card in photo.cards) for slot in slots),
        seconds=reading.seconds,
    )


def _unreadable(photo: TruePhoto, error: str) -> PhotoResult:
    return PhotoResult(
        photo=photo.name,
        source=source_of(photo.name),
        light="unread",
        overlap="unread",
        card_count=len(photo.cards),
        missing=tuple(sorted(photo.cards)),
        wrong=(),
        exact=False,
        silent_cards=(),
        silent_rows=False,
        flagged=True,
        rows_right=None,
        certainties=(),
        seconds=0.0,
        error=error,
    )


def _matched(
    truth: Sequence[TrueHand], read: Sequence[HandReading]
) -> list[tuple[TrueHand, HandReading]]:
    shared = np.array([[len(hand.cards & set(other.cards)) for other in read] for hand in truth])
    rows, columns = linear_sum_assignment(-shared)
    return [(truth[row], read[column]) for row, column in zip(rows, columns, strict=True)]


def _same_rows(hand: TrueHand, read: HandReading) -> bool:
    if hand.rows is None or read.rows is None:
        return False
    return all(frozenset(read.rows[row]) == cards for row, cards in hand.rows.items())


def _silent_cards(hand: TrueHand, read: HandReading) -> list[Card]:
    """Cards named wrongly, or missing, without a word."""
    unasked = [slot.card for slot in read.slots if not _asks(slot)]
    wrong = [card for card in unasked if card not in hand.cards]
    if _is_counted(hand, read) and len(wrong) <= len(read.slots) - HAND_SIZE:
        wrong = []  # no more than have to be taken out
    if len(read.slots) < len(hand.cards) and not _tells(hand, read):
        wrong += hand.cards.difference(read.cards)
    return wrong


def _has_silent_rows(hand: TrueHand, read: HandReading) -> bool:
    if hand.rows is None or read.rows is None or _tells(hand, read):
        return False
    unasked = {slot.card for slot in read.slots if not _asks(slot)} & hand.cards
    return any(unasked.intersection(read.rows[row]) - cards for row, cards in hand.rows.items())


def _asks(slot: Slot) -> bool:
    return slot.flagged or slot.inferred


def _tells(hand: TrueHand, read: HandReading) -> bool:
    """Whether a problem would have sent a person to look for cards."""
    return _is_counted(hand, read) or any(problem.kind in _TELLING for problem in read.problems)


def _is_counted(hand: TrueHand, read: HandReading) -> bool:
    """Whether 13 were laid and another number was seen, and said so."""
    return len(hand.cards) == HAND_SIZE and any(
        problem.kind is ProblemKind.NOT_THIRTEEN for problem in read.problems
    )


def source_of(photo: str) -> str:
    """What precedes the first underscore of a file's name.

    >>> source_of("sofa_051.jpg")
    'sofa'
    """
    return Path(photo).stem.split("_")[0]


def _brightness(image: OrientedImage) -> float:
    grey = cv2.cvtColor(np.ascontiguousarray(image.pixels[::8, ::8]), cv2.COLOR_RGB2GRAY)
    return float(np.percentile(grey, 95))


def _spacing(reading: PhotoReading) -> float:
    """Median distance of a card's index to the nearest other, in index sizes."""
    boxes = [slot.box_xywh for hand in reading.hands for slot in hand.slots if slot.box_xywh]
    if len(boxes) < 2:
        return float("inf")
    corners = np.array(boxes, dtype=np.float64)
    centres = corners[:, :2] + corners[:, 2:] / 2
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return float(np.median(apart.min(axis=1) / corners[:, 2:].max(axis=1)))


def _first_above(value: float, limits: Sequence[tuple[float, str]]) -> str:
    return next((name for limit, name in limits if value < limit), limits[-1][1])


def figures(results: Sequence[PhotoResult]) -> Figures:
    """Sum up results; ValueError for none."""
    if not results:
        raise ValueError("no photos to sum up, expected at least one")
    truth = sum(result.card_count for result in results)
    missing = sum(len(result.missing) for result in results)
    certainties = [pair for result in results for pair in result.certainties]
    right = sum(correct for _, correct in certainties)
    rows = [result.rows_right for result in results if result.rows_right is not None]
    seconds = [result.seconds for result in results if result.error is None] or [0.0]
    return Figures(
        photos=len(results),
        exact=float(np.mean([result.exact for result in results])),
        recall=1 - missing / truth if truth else 1.0,
        precision=right / len(certainties) if certainties else None,
        silent=sum(result.silent for result in results),
        silent_cards=sum(len(result.silent_cards) for result in results),
        silent_rows=sum(result.silent_rows for result in results),
        flagged=float(np.mean([result.flagged for result in results])),
        rows=float(np.mean(rows)) if rows else None,
        calibration_error=calibration_error(certainties),
        seconds_median=float(np.median(seconds)),
        seconds_p95=float(np.percentile(seconds, 95)),
    )


def calibration_error(certainties: Sequence[tuple[float, bool]]) -> float | None:
    """Expected calibration error: how far certainty and share of right cards lie apart.

    Averaged over bins of equal width, weighed by their cards; None without cards.

    >>> calibration_error([(0.75, True), (0.75, True), (0.75, True), (0.75, False)])
    0.0
    """
    if not certainties:
        return None
    sure = np.array([certainty for certainty, _ in certainties])
    right = np.array([correct for _, correct in certainties], dtype=np.float64)
    bins = np.minimum((sure * CALIBRATION_BINS).astype(int), CALIBRATION_BINS - 1)
    gaps = [abs((sure - right)[bins == number].sum()) for number in range(CALIBRATION_BINS)]
    return float(sum(gaps) / len(certainties))


def figures_by(
    results: Sequence[PhotoResult], condition: Callable[[PhotoResult], str]
) -> dict[str, Figures]:
    """Figures of each group of photos, in the order of the groups' names."""
    names = sorted({condition(result) for result in results})
    return {
        name: figures([result for result in results if condition(result) == name]) for name in names
    }


def failure_picture(evaluated: Evaluated) -> NDArray[np.uint8] | None:
    """The annotated photo of a wrong reading under what is wrong with it; None if it is right."""
    result, image, reading = evaluated.result, evaluated.image, evaluated.reading
    if not result.failed or image is None or reading is None:
        return None
    missing, wrong = format_cards(result.missing) or "-", format_cards(result.wrong) or "-"
    lines = [
        f"{result.photo}  {'SILENT' if result.silent else 'told'}",
        f"missing: {missing}    wrong: {wrong}",
        *dict.fromkeys(str(problem) for problem in reading.problems),
    ]
    return captioned(annotate(image, reading), lines)
