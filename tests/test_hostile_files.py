"""A small share of `benchmarks.fuzz_uploads`: the doors of the app against mutated files."""

import pytest

from benchmarks.fuzz_uploads import (
    backup_door,
    backups,
    documents,
    photo_door,
    profile_door,
    round_door,
    throw,
)
from benchmarks.mutations import mutated_bytes, mutated_documents, photos
from scorer.errors import ScorerError
from scorer.json_text import load_json
from vision.decoder import Decoder

SEED = 11


def no_clock() -> float:
    return 0.0


@pytest.mark.slow
def test_mutated_photos_are_read_or_refused_in_one_line():
    decoder = Decoder()
    tally = throw(mutated_bytes(photos(), 400, SEED), photo_door(decoder), no_clock)
    decoder.close()
    assert tally.wrong == []
    assert {"read", "damaged", "not_image"} <= set(tally.outcomes)


def test_mutated_rounds_are_settled_to_zero_or_refused():
    tally = throw(mutated_documents(documents()[0], 400, SEED), round_door, no_clock)
    assert tally.wrong == []
    assert set(tally.outcomes) == {"settled", "refused"}


def test_mutated_house_rules_are_taken_or_refused():
    tally = throw(mutated_documents(documents()[1], 400, SEED), profile_door, no_clock)
    assert tally.wrong == []
    assert set(tally.outcomes) == {"taken", "refused"}


def test_mutated_backups_are_checked_or_refused_and_leave_nothing(tmp_path):
    files = mutated_bytes(backups(tmp_path), 40, SEED)
    tally = throw(files, backup_door(tmp_path), no_clock)
    assert tally.wrong == []
    assert tally.outcomes["refused"]
    assert list(tmp_path.iterdir()) == []


def test_the_same_seed_makes_the_same_files():
    first, second = (list(mutated_documents(documents()[0], 20, SEED)) for _ in range(2))
    assert first == second


def test_a_door_that_breaks_is_noticed():
    def door(data: bytes) -> str:
        raise KeyError(data)

    assert len(throw([b"a", b"b"], door, no_clock).wrong) == 2


@pytest.mark.parametrize(
    "text", ['{"name": "\\ud800"}', '{"\\udfff": 1}', "[\ud800]", b'["\\ud83d"]', '"\udc80"']
)
def test_half_a_letter_is_refused_before_anything_prints_it(text):
    with pytest.raises(ScorerError) as refused:
        load_json(text)
    for language in ("vi", "en"):
        str(refused.value.problems[0].text(language)).encode()


def test_a_whole_letter_written_in_halves_is_taken():
    assert load_json('{"name": "\\ud83c\\udca1"}') == {"name": "🂡"}
