"""The reading desk: loads behind the pages, reads one photo at a time, retries after a fault."""

import threading

import numpy as np
import pytest

from tests.ui.doubles import HAND, FakeReader
from ui.resources import ReadingDesk
from vision.errors import ModelError
from vision.image import OrientedImage

IMAGE = OrientedImage(np.full((400, 600, 3), 90, np.uint8))
PATIENCE_S = 60


def test_the_desk_opens_at_once_and_loads_behind_it():
    may_load = threading.Event()

    def load() -> FakeReader:
        may_load.wait(PATIENCE_S)
        return FakeReader()

    desk = ReadingDesk(load)  # would wait here if it loaded in this thread
    assert not desk.is_ready
    may_load.set()
    assert desk.read(IMAGE, 1)[0].cards == HAND
    assert desk.is_ready


def test_photos_are_read_one_after_another():
    class Watched(FakeReader):
        inside = 0
        most = 0

        def read(self, image, hands=1):
            Watched.inside += 1
            Watched.most = max(Watched.most, Watched.inside)
            threading.Event().wait(0.01)
            Watched.inside -= 1
            return super().read(image, hands)

    desk = ReadingDesk(Watched)
    phones = [threading.Thread(target=desk.read, args=(IMAGE, 1)) for _ in range(4)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join(PATIENCE_S)
    assert Watched.most == 1


def test_a_fault_is_told_to_whoever_brings_a_photo_and_loading_is_tried_again():
    faults = [ModelError("no manifest"), ModelError("no manifest")]

    def load() -> FakeReader:
        if faults:
            raise faults.pop()
        return FakeReader()

    desk = ReadingDesk(load)
    while len(faults) == 2:
        threading.Event().wait(0.01)
    with pytest.raises(ModelError, match="no manifest"):
        desk.read(IMAGE, 1)
    assert desk.read(IMAGE, 1)[0].cards == HAND


def test_a_table_photo_gives_as_many_hands_as_asked_for():
    assert [len(hand.cards) for hand in ReadingDesk(FakeReader).read(IMAGE, 3)] == [13, 13, 13]
