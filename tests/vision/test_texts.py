"""Both languages say the same, for every fault of a file and every problem of a photo."""

import string

import pytest

from vision.image import ImageError, ImageFault
from vision.problems import Problem, ProblemKind
from vision.texts import IMAGE_FAULTS, PROBLEMS

CATALOGUE = {**IMAGE_FAULTS, **PROBLEMS}


def fields(template):
    return sorted(name for _, name, _, _ in string.Formatter().parse(template) if name)


@pytest.mark.parametrize("key", CATALOGUE)
def test_vietnamese_and_english_use_the_same_values(key):
    vietnamese, english = CATALOGUE[key]
    assert fields(vietnamese) == fields(english)
    assert vietnamese != english


def test_every_kind_has_a_sentence_and_no_sentence_is_left_over():
    assert set(IMAGE_FAULTS) == {str(fault) for fault in ImageFault}
    assert set(PROBLEMS) == {str(kind) for kind in ProblemKind}


def test_values_are_filled_in():
    assert Problem.of(ProblemKind.NOT_THIRTEEN, count=12).text("vi") == (
        "Thấy 12 lá, một tay bài có 13 lá."
    )
    error = ImageError(ImageFault.TOO_SMALL, width=1, height=2, least=64)
    assert error.text("vi") == "1 × 2 px, mỗi cạnh cần ít nhất 64 px"
