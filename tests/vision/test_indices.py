"""Geometry of indices: sizes and crops agree with the rectangles they were made from."""

import numpy as np
import pytest

from vision.indices import CROP_SIDE_FACTOR, Indices
from vision.testing import angles_deg


def index_of(
    centre_xy: tuple[float, float], width: float, height: float, angle_deg: float
) -> Indices:
    """One index: a width × height rectangle turned clockwise by angle_deg."""
    turn = np.radians(angle_deg)
    up = np.array([np.sin(turn), -np.cos(turn)])
    right = np.array([np.cos(turn), np.sin(turn)])
    centre = np.array(centre_xy)
    corners = [
        centre + x * right * width / 2 + y * up * height / 2 for x in (-1, 1) for y in (-1, 1)
    ]
    box = np.concatenate([np.min(corners, axis=0), np.max(corners, axis=0)])
    top, bottom = centre + up * height / 2, centre - up * height / 2
    return Indices(box[None], top[None], bottom[None], np.array([0.9]))


@pytest.mark.parametrize("angle_deg", [-180, -135, -90, -45, -10, 0, 30, 45, 60, 90, 170])
@pytest.mark.parametrize(("width", "height"), [(20, 40), (40, 30), (25, 25)])
def test_height_width_and_angle_are_recovered(angle_deg: float, width: int, height: int) -> None:
    index = index_of((100, 100), width, height, angle_deg)
    assert index.heights_px[0] == pytest.approx(height, rel=1e-3)
    assert index.widths_px[0] == pytest.approx(width, rel=1e-3)
    turned = float(angles_deg(index)[0]) - angle_deg
    assert abs((turned + 180) % 360 - 180) < 0.01


def test_crop_of_an_upright_index() -> None:
    quad = index_of((100, 200), 20, 40, 0).crop_quads()[0]
    half = CROP_SIDE_FACTOR * 20
    expected = [[-half, -half], [half, -half], [half, half], [-half, half]]
    assert quad == pytest.approx(np.array(expected) + [100, 200])


def test_crop_of_a_card_lying_on_its_right_side_starts_at_its_own_top_left() -> None:
    quad = index_of((100, 200), 20, 40, 90).crop_quads()[0]
    assert quad[0] == pytest.approx(np.array([128, 172]))  # the card's top is to the right


def test_turned_crop_is_the_same_square_from_the_other_end() -> None:
    index = index_of((100, 200), 20, 40, 30)
    assert index.turned().crop_quads()[0] == pytest.approx(index.crop_quads()[0][[2, 3, 0, 1]])


@pytest.mark.parametrize("turn_deg", [-25, 0, 25])
def test_another_window_leans_and_shrinks_around_the_same_middle(turn_deg: float) -> None:
    index = index_of((100, 200), 20, 35, 40)
    window = index.leaned(turn_deg).scaled(0.5)
    assert angles_deg(window)[0] == pytest.approx(40 + turn_deg, abs=0.01)
    assert window.centres_xy[0] == pytest.approx(np.array([100, 200]), abs=0.01)
    assert index.leaned(0) is index
    assert index.scaled(0.5).heights_px[0] == pytest.approx(17.5)
    assert index.scaled(0.5).widths_px[0] == pytest.approx(10)


def test_empty_indices_have_every_property() -> None:
    empty = Indices.empty()
    assert len(empty) == 0
    assert empty.crop_quads().shape == (0, 4, 2)
    assert len(empty.select(np.zeros(0, bool))) == 0
    assert len(Indices.concatenated([])) == 0
    assert len(Indices(*(np.array([]) for _ in range(4)))) == 0


def test_select_concatenate_and_move() -> None:
    both = Indices.concatenated([index_of((10, 20), 4, 8, 0), index_of((50, 60), 4, 8, 0)])
    assert both.select([1]).centres_xy[0] == pytest.approx([50, 60])
    assert both.select(np.array([True, False])).centres_xy[0] == pytest.approx([10, 20])
    assert both.moved(2, (1, 3)).centres_xy[0] == pytest.approx([21, 43])
    assert both.moved(2).heights_px == pytest.approx(both.heights_px * 2)


def test_four_quarter_turns_give_the_same_place() -> None:
    index = index_of((300, 200), 30, 60, 20)
    there = index.turned_clockwise(500)
    assert angles_deg(there) == pytest.approx(angles_deg(index) + 90, abs=0.01)
    assert there.heights_px == pytest.approx(index.heights_px)
    assert there.widths_px == pytest.approx(index.widths_px, rel=0.01)
    back = there.turned_clockwise(800).turned_clockwise(500).turned_clockwise(800)
    np.testing.assert_allclose(back.boxes_xyxy, index.boxes_xyxy, atol=0.01)
    np.testing.assert_allclose(back.tops_xy, index.tops_xy, atol=0.01)


def test_coinciding_points_do_not_divide_by_zero() -> None:
    point = np.array([[5.0, 5.0]])
    index = Indices(np.array([[0, 0, 10, 10.0]]), point, point, np.array([0.5]))
    assert np.isfinite(index.crop_quads()).all()


def test_wrong_shapes_and_numbers_are_refused() -> None:
    one = index_of((5, 5), 4, 8, 0)
    with pytest.raises(ValueError, match=r"tops_xy is \(2, 2\)"):
        Indices(one.boxes_xyxy, np.zeros((2, 2)), one.bottoms_xy, one.confidence)
    with pytest.raises(ValueError, match="not finite"):
        Indices(one.boxes_xyxy, one.tops_xy, one.bottoms_xy, np.array([np.nan]))


def test_arrays_are_read_only_copies() -> None:
    confidence = np.array([0.5], np.float32)
    index = Indices(np.zeros((1, 4)), np.zeros((1, 2)), np.zeros((1, 2)), confidence)
    confidence[0] = 0.1
    assert index.confidence[0] == np.float32(0.5)
    with pytest.raises(ValueError, match="read-only"):
        index.confidence[0] = 1
