"""What the detector makes of the network's raw answer."""

import numpy as np
import pytest

from vision.errors import ModelError
from vision.yolo import IndexDetector, decode, without_duplicates


def raw_answer(*found: tuple[float, float, float, float, float]) -> np.ndarray:
    """Network rows for boxes (cx, cy, w, h, confidence) of upright indices."""
    rows = [
        [cx, cy, w, h, confidence, cx, cy - h / 2, 1, cx, cy + h / 2, 1]
        for cx, cy, w, h, confidence in found
    ]
    return np.array(rows, np.float32).reshape(-1, 11).T


def test_nothing_found_is_empty_not_an_error():
    assert len(decode(raw_answer(), 0.25, (640, 480))) == 0


def test_boxes_keypoints_and_confidence_come_out_in_pixels_surest_first():
    found = decode(raw_answer((100, 100, 20, 40, 0.6), (300, 200, 20, 40, 0.9)), 0.25, (640, 480))
    assert found.confidence == pytest.approx([0.9, 0.6])
    assert found.boxes_xyxy[0] == pytest.approx([290, 180, 310, 220])
    assert found.tops_xy[0] == pytest.approx([300, 180])
    assert found.bottoms_xy[0] == pytest.approx([300, 220])


def test_unsure_answers_are_dropped():
    assert len(decode(raw_answer((100, 100, 20, 40, 0.2)), 0.25, (640, 480))) == 0


def test_two_answers_for_one_index_become_the_surer_one():
    found = decode(raw_answer((100, 100, 20, 40, 0.6), (103, 98, 22, 41, 0.8)), 0.25, (640, 480))
    assert found.confidence == pytest.approx([0.8])


def test_turned_neighbours_of_a_tight_fan_stay_two():
    # Two indices at 45 degrees: their boxes overlap by half although they touch nowhere.
    boxes = np.array([[0, 0, 42, 42], [18, 0, 60, 42]], np.float32)
    assert without_duplicates(boxes).tolist() == [0, 1]


def test_boxes_do_not_leave_the_picture():
    found = decode(raw_answer((5, 5, 20, 40, 0.9)), 0.25, (640, 480))
    assert found.boxes_xyxy[0] == pytest.approx([0, 0, 15, 25])


def test_a_missing_model_is_an_error_that_names_the_file(tmp_path):
    with pytest.raises(ModelError, match=r"index_detector\.onnx is missing"):
        IndexDetector(tmp_path / "index_detector.onnx")


def test_a_broken_model_is_an_error_that_names_the_file(tmp_path):
    path = tmp_path / "index_detector.onnx"
    path.write_bytes(b"no network")
    with pytest.raises(ModelError, match=r"index_detector\.onnx is broken"):
        IndexDetector(path)
