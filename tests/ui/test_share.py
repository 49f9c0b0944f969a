"""Pictures to send: the faces are those of the pages, the text fits, nothing else is in them."""

import io
import math

import pytest
from PIL import Image

from scorer.cards import DECK
from scorer.notation import parse_card, parse_cards
from scorer.profiles import BIGKOOL
from scorer.settlement import Player, settle
from tests.ui.samples import FOUL, LEGAL
from ui.dispute_pictures import hand_sheet, rows_sheet, settlement_sheet
from ui.face_pictures import face_picture
from ui.faces import suit_colour
from ui.lettering import STAND_IN, drawable, lettering
from ui.paths import outlines
from ui.share import EDGE_PX, PAD_PX, WIDTH_PX, Faces, Line, Sheet
from ui.text import Texts

INNER = WIDTH_PX - 2 * EDGE_PX - 2 * PAD_PX


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


def area(points) -> float:
    turns = zip(points, [*points[1:], points[0]], strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in turns)) / 2


def test_a_circle_of_arcs_has_the_area_of_a_circle():
    (circle,) = outlines("M10 0A10 10 0 0 1 -10 0A10 10 0 0 1 10 0Z")
    assert area(circle) == pytest.approx(math.pi * 100, rel=0.01)


def test_a_large_arc_goes_the_long_way_round():
    (large,) = outlines("M10 0A10 10 0 1 1 0 -10Z")
    (small,) = outlines("M10 0A10 10 0 0 0 0 -10Z")
    assert area(large) > 200 > area(small)


def test_curves_end_where_they_say():
    for path in ("M0 0C10 0 20 10 30 40", "M0 0Q10 0 30 40", "M0 0H30V40"):
        (curve,) = outlines(path)
        assert curve[-1] == pytest.approx((30, 40))


def test_every_face_is_told_from_every_other_and_has_its_ink():
    faces = {face_picture(card, 60).tobytes() for card in DECK}
    assert len(faces) == 52
    for text in ("Ah", "Tc", "Qd"):
        card = parse_card(text)
        for four in (False, True):
            colours = face_picture(card, 200, four).convert("RGB").getcolors(100_000)
            ink = tuple(bytes.fromhex(suit_colour(card.suit, four)[1:]))
            assert sum(count for count, colour in colours if colour == ink) > 1500


def test_long_text_is_broken_and_what_cannot_be_drawn_is_marked():
    short, long = Line(text="An"), Line(text="rất dài " * 40)
    assert long.height(INNER) > 3 * short.height(INNER)
    assert Line(text="x" * 500).height(INNER) == short.height(INNER)
    assert Line(text="🂡" * 4).height(INNER) == short.height(INNER)
    assert drawable("Dũng 🎴", lettering(34)) == f"Dũng {STAND_IN}"
    assert drawable("👨\u200d👩\u200d👧", lettering(34)) == STAND_IN
    assert drawable("Chị  Bảy −5", lettering(34)) == "Chị Bảy −5"
    assert lettering(34).getlength("Nguyễn") > 0


def test_cards_are_laid_seven_in_a_line():
    one, two = Faces(cards=DECK[:7]), Faces(cards=DECK[:8])
    assert two.height(INNER) > one.height(INNER)


def test_a_sheet_is_as_high_as_what_it_holds_and_carries_no_metadata():
    sheet = Sheet()
    sheet.add(Line(text="<b>Tèo</b> 😀", aside="+3 chi"))
    small = opened(sheet.png())
    sheet.add(Faces(cards=parse_cards("As Kd")), tone="good")
    picture = opened(sheet.png())
    assert picture.width == small.width == WIDTH_PX
    assert picture.height > small.height
    assert not picture.info.keys() - {"transparency"}


def test_each_kind_of_verdict_becomes_a_picture():
    texts = Texts("vi")
    hand = hand_sheet(FOUL, ["Binh lủng", "vì"], "bad", BIGKOOL, texts)
    rows = rows_sheet((FOUL.back, FOUL.middle), ["Chi thứ nhất thắng"], BIGKOOL, texts)
    players = [Player.laid("An", FOUL), Player.laid("<i>Bình</i>", LEGAL)]
    table = settlement_sheet(settle(players, BIGKOOL), texts)
    heights = [opened(sheet.png()).height for sheet in (rows, hand, table)]
    assert heights == sorted(heights)
    assert heights[0] > 500
