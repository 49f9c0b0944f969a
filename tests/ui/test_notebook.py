"""What is remembered of a browser, and of nobody else."""

import sqlite3
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from scorer.profiles import BIGKOOL, CHI_AT
from ui import notebook as notebook_module
from ui.lessons import PlayedHand
from ui.notebook import (
    FILE_NAME,
    UNFINISHED_FOR_S,
    Notebook,
    NotebookError,
    notebook_path,
)
from ui.practice import Attempt, Mistake, Outcome, Source, by_habit, deal

SECRET = "0123456789abcdef" * 2
HOUSE = replace(CHI_AT, id="house", name_vi="Luật nhà Tư", name_en="Luật nhà Tư", loss_cap=50)


@pytest.fixture
def mine(tmp_path):
    return Notebook(tmp_path / "made" / FILE_NAME, SECRET)


def attempt(seed: int, lost: float = 0.5) -> Attempt:
    return Attempt(
        at=datetime(2026, 11, 30, 1, 2, 3, tzinfo=UTC),
        source=Source.TRICKY,
        rules="bigkool",
        opponents=3,
        cards=tuple(sorted(deal(Random(seed)))),
        outcome=Outcome(chi=-1.25, best_chi=-1.25 + lost, mistakes=(Mistake.WEAK_BACK,)),
    )


def test_hands_come_back_as_they_were_the_oldest_first(mine):
    assert mine.attempts() == ()
    assert mine.add(attempt(1))
    assert mine.add(attempt(2))
    assert mine.attempts() == (attempt(1), attempt(2))


def test_only_the_first_answer_to_a_hand_counts(mine):
    assert mine.add(attempt(1, lost=2))
    assert not mine.add(attempt(1, lost=0))
    assert mine.attempts() == (attempt(1, lost=2),)


def test_one_browser_does_not_see_or_delete_another_s(mine, tmp_path):
    other = Notebook(tmp_path / "made" / FILE_NAME, "f" * 32)
    mine.add(attempt(1))
    other.add(attempt(1))
    other.forget_hands()
    assert other.attempts() == ()
    assert len(mine.attempts()) == 1


def test_the_file_does_not_hold_the_browser_s_secret(mine, tmp_path):
    mine.add(attempt(1))
    mine.keep_rules(HOUSE)
    mine.choose(language="en")
    assert SECRET.encode() not in (tmp_path / "made" / FILE_NAME).read_bytes()


def test_the_oldest_hands_go_when_there_are_too_many(mine, monkeypatch):
    monkeypatch.setattr(notebook_module, "MOST_ATTEMPTS", 3)
    for seed in range(5):
        mine.add(attempt(seed))
    assert mine.attempts() == (attempt(2), attempt(3), attempt(4))


def test_hands_of_tables_are_kept_once_the_newest_first(mine, monkeypatch):
    laid = [by_habit(deal(Random(seed)), BIGKOOL) for seed in range(3)]
    hands = tuple(PlayedHand(f"<b>{place}</b>", rows) for place, rows in enumerate(laid))
    mine.keep_played(hands[:2])
    mine.keep_played(hands)
    assert mine.played() == hands[::-1]
    monkeypatch.setattr(notebook_module, "MOST_PLAYED", 1)
    mine.keep_played(())
    assert mine.played() == hands[2:]
    mine.forget_hands()
    assert mine.played() == ()


def test_house_rules_are_kept_by_name_changed_and_dropped(mine):
    mine.keep_rules(HOUSE)
    mine.keep_rules(replace(HOUSE, loss_cap=60))
    assert [rules.loss_cap for rules in mine.house_rules()] == [60]
    assert mine.house_rules() == (replace(HOUSE, loss_cap=60),)
    mine.drop_rules(HOUSE.name_vi)
    assert mine.house_rules() == ()


def test_there_is_an_end_to_house_rules(mine, monkeypatch):
    monkeypatch.setattr(notebook_module, "MOST_RULES", 1)
    mine.keep_rules(HOUSE)
    mine.keep_rules(HOUSE)
    with pytest.raises(NotebookError, match="1"):
        mine.keep_rules(replace(HOUSE, name_vi="B", name_en="B"))


def test_rules_that_cannot_be_read_any_more_are_left_out(mine, tmp_path):
    mine.keep_rules(HOUSE)
    with sqlite3.connect(tmp_path / "made" / FILE_NAME) as db:
        db.execute("UPDATE house_rules SET profile = '{}'")
    db.close()
    assert mine.house_rules() == ()


def test_choices_are_remembered(mine):
    mine.choose(language="en", four_colour=True)
    mine.choose(language="vi")
    assert mine.choices() == {"language": "vi", "four_colour": True}


def test_what_is_unfinished_waits_at_its_place_for_its_browser_alone(mine, tmp_path):
    other = Notebook(tmp_path / "made" / FILE_NAME, "f" * 32)
    mine.keep_unfinished("hand", "one", 100)
    mine.keep_unfinished("hand", "two", 101)
    mine.keep_unfinished("round", "three", 102)
    assert mine.unfinished(103) == {"hand": "two", "round": "three"}
    assert other.unfinished(103) == {}
    other.keep_unfinished("hand", None, 104)
    mine.keep_unfinished("round", None, 104)
    assert mine.unfinished(105) == {"hand": "two"}


def test_what_is_unfinished_waits_neither_for_ever_nor_without_end(mine, tmp_path, monkeypatch):
    other = Notebook(tmp_path / "made" / FILE_NAME, "f" * 32)
    mine.keep_unfinished("hand", "old", 100)
    late = 100 + UNFINISHED_FOR_S
    assert mine.unfinished(late) == {"hand": "old"}
    assert mine.unfinished(late + 1) == {}
    other.keep_unfinished("hand", "new", late + 1)
    assert mine.unfinished(late) == {}  # deleted, not only passed over
    monkeypatch.setattr(notebook_module, "MOST_UNFINISHED", 2)
    mine.keep_unfinished("hand", "newer", late + 2)
    mine.keep_unfinished("round", "newest", late + 3)
    assert other.unfinished(late + 3) == {}
    assert len(mine.unfinished(late + 3)) == 2


def test_a_folder_that_cannot_be_used_is_told(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(NotebookError):
        Notebook(tmp_path / "file" / FILE_NAME, SECRET).attempts()


def test_the_folder_can_be_chosen(monkeypatch, tmp_path):
    monkeypatch.setenv("MAUBINH_DATA", str(tmp_path))
    assert notebook_path() == tmp_path / FILE_NAME
    monkeypatch.delenv("MAUBINH_DATA")
    assert notebook_path().name == FILE_NAME
    assert BIGKOOL.id not in str(notebook_path())
