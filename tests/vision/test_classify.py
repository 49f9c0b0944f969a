import cv2
import numpy as np
import pytest
import torch

from vision.classify import CLASS_COUNT, CROP_PX, REJECT, IndexClassifier, cut_quads, turned
from vision.errors import ModelError
from vision.index_network import IndexNetwork
from vision.indices import Indices
from vision.training.classifier import export_classifier, save_weights


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    torch.manual_seed(5)
    folder = tmp_path_factory.mktemp("models")
    save_weights(folder / "index.pt", IndexNetwork(CLASS_COUNT, 8), 8)
    return export_classifier(folder / "index.pt", folder, 2.0, {"crops": 0}, {})


def picture_turned(picture: np.ndarray, degrees: float) -> tuple[np.ndarray, np.ndarray]:
    """The picture turned about its middle, and the (2, 3) matrix that did it (pixel centres)."""
    height, width = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), degrees, 1.0)
    return cv2.warpAffine(picture, matrix, (width, height)), matrix


def smooth_picture() -> np.ndarray:
    rng = np.random.default_rng(1)
    coarse = rng.integers(0, 256, (12, 12, 3)).astype(np.uint8)
    return cv2.resize(coarse, (240, 240), interpolation=cv2.INTER_CUBIC)


def test_a_square_cut_from_a_turned_picture_equals_the_upright_one():
    picture = smooth_picture()
    square = np.array([[80, 80], [160, 80], [160, 160], [80, 160]], float)
    upright = cut_quads(picture, square[None]).astype(float)
    for degrees in (30, 90, 180, 251):
        image, matrix = picture_turned(picture, degrees)
        moved = np.column_stack([square - 0.5, np.ones(4)]) @ matrix.T + 0.5
        assert np.abs(cut_quads(image, moved[None]) - upright).mean() < 2.0


def test_a_pixel_for_pixel_cut_is_exact():
    picture = smooth_picture()
    square = np.array([[10, 20], [74, 20], [74, 84], [10, 84]])
    crop = cut_quads(picture, square[None])[0]
    np.testing.assert_array_equal(crop, picture[20 : 20 + CROP_PX, 10 : 10 + CROP_PX])


def test_fine_print_is_averaged_when_shrunk():
    stripes = np.zeros((640, 640, 3), np.uint8)
    stripes[:, ::2] = 255
    square = np.array([[64, 64], [544, 64], [544, 544], [64, 544]], float)
    crop = cut_quads(stripes, square[None])[0].astype(float)
    assert np.abs(crop - 127.5).max() < 20


def test_what_lies_beyond_the_picture_repeats_its_edge():
    picture = np.full((40, 40, 3), 200, np.uint8)
    square = np.array([[-30, -30], [30, -30], [30, 30], [-30, 30]], float)
    assert (cut_quads(picture, square[None]) == 200).all()


def test_probabilities_add_up_and_do_not_depend_on_the_batch(weights):
    rng = np.random.default_rng(2)
    crops = rng.integers(0, 256, (70, CROP_PX, CROP_PX, 3)).astype(np.uint8)
    classifier = IndexClassifier(weights)
    together = classifier.name_crops(crops)
    assert together.shape == (70, CLASS_COUNT)
    assert together.dtype == np.float32
    np.testing.assert_allclose(np.exp(together).sum(axis=1), 1, atol=1e-5)
    alone = np.concatenate([classifier.name_crops(crop[None]) for crop in crops[:5]])
    np.testing.assert_allclose(together[:5], alone, atol=1e-4)


def test_a_higher_temperature_flattens(weights):
    crops = np.random.default_rng(3).integers(0, 256, (4, CROP_PX, CROP_PX, 3)).astype(np.uint8)
    sharp, flat = (IndexClassifier(weights, t).name_crops(crops).max(axis=1) for t in (0.5, 4.0))
    assert (sharp > flat).all()


def test_no_index_gives_no_row(weights):
    picture = smooth_picture()
    assert IndexClassifier(weights)(picture, Indices.empty()).shape == (0, CLASS_COUNT)


def test_the_same_index_reads_alike_at_any_turn(weights):
    classifier = IndexClassifier(weights)
    picture = smooth_picture()
    rows = []
    for degrees in (0, 90, 180):
        image, matrix = picture_turned(picture, degrees)
        points = np.array([[120, 90], [120, 150], [100, 90], [140, 150]], float)
        moved = np.column_stack([points - 0.5, np.ones(4)]) @ matrix.T + 0.5
        corners = moved[2:]
        box = np.concatenate([corners.min(axis=0), corners.max(axis=0)])
        indices = Indices(box[None], moved[:1], moved[1:2], np.ones(1))
        rows.append(classifier(image, indices))
    np.testing.assert_allclose(rows[0], rows[1], atol=0.05)
    np.testing.assert_allclose(rows[0], rows[2], atol=0.05)


def test_a_turned_square_keeps_its_middle_and_turns_clockwise():
    square = np.array([[[0, 0], [10, 0], [10, 10], [0, 10]]], float)
    np.testing.assert_allclose(turned(square, 90, 1)[0, 0], [10, 0], atol=1e-9)
    np.testing.assert_allclose(turned(square, 0, 2)[0], [[-5, -5], [15, -5], [15, 15], [-5, 15]])
    np.testing.assert_allclose(turned(square, 33, 1.7).mean(axis=1), [[5, 5]])


class Seesaw(IndexClassifier):
    """Names a crop by its mean grey: light ones 3, dark ones 7, those in between nothing."""

    def __init__(self):
        self.seen = 0

    def name_crops(self, crops):
        self.seen += len(crops)
        grey = crops.mean(axis=(1, 2, 3))
        shares = np.full((len(crops), CLASS_COUNT), 0.1 / CLASS_COUNT)
        shares[:, REJECT] = np.where((grey > 140) | (grey < 60), 0.01, 0.9)
        shares[:, 3] += np.where(grey > 140, 0.9, 0)
        shares[:, 7] += np.where(grey < 60, 0.9, 0)
        shares /= shares.sum(axis=1, keepdims=True)
        return np.log(shares).astype(np.float32)


def one_index():
    box, top, bottom = [[100, 90, 140, 150]], [[120, 90]], [[120, 150]]
    return Indices(np.array(box), np.array(top), np.array(bottom), np.ones(1))


def test_what_only_one_look_shows_is_doubtful():
    """A white square that the first look fills exactly: looks beside it see the grey around."""
    picture = np.full((240, 240, 3), 100, np.uint8)
    picture[78:162, 78:162] = 144
    classifier = Seesaw()
    first = classifier.name_crops(cut_quads(picture, one_index().crop_quads()))
    assert np.exp(first[0, 3]) > 0.85
    named = np.exp(classifier(picture, one_index()))[0]
    assert named.sum() == pytest.approx(1, abs=1e-5)
    assert 0.2 < named[3] < 0.6


def test_what_all_looks_show_stays_sure():
    picture = np.full((240, 240, 3), 180, np.uint8)
    named = np.exp(Seesaw()(picture, one_index()))[0]
    assert named.argmax() == 3
    assert named[3] > 0.85


def test_a_glance_is_one_look_whatever_it_shows():
    classifier = Seesaw()
    picture = np.full((240, 240, 3), 144, np.uint8)
    glance = classifier.glance(picture, one_index())
    assert classifier.seen == 1
    assert glance.shape == (1, CLASS_COUNT)
    assert glance.argmax() == 3


def test_a_hopeless_index_is_not_looked_at_from_all_sides():
    classifier = Seesaw()
    classifier(np.full((240, 240, 3), 100, np.uint8), one_index())
    assert classifier.seen == 4  # the first look and three others


@pytest.mark.parametrize("content", [None, b"", b"not weights"])
def test_broken_weights_are_an_error_that_names_the_file(tmp_path, content):
    path = tmp_path / "index.onnx"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelError, match=r"index\.onnx"):
        IndexClassifier(path)
