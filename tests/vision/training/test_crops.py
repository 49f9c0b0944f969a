import numpy as np
import pytest

from vision.classify import CROP_PX, REJECT
from vision.synthesis.decks import draw_deck
from vision.training.crop_store import HELD_OUT, CropSet, write_crops
from vision.training.crops import STORED_PX, CropPainter, Pose, covered_crops, deck_crops
from vision.training.optics import lit, photographed


@pytest.fixture(scope="module")
def deck():
    return draw_deck(np.random.default_rng(4))


@pytest.fixture(scope="module")
def backgrounds():
    return [np.full((300, 300, 3), (40, 110, 60), np.uint8)]


def test_the_same_chance_paints_the_same_crops(deck, backgrounds):
    first, second = (
        list(deck_crops("a", deck, 4, backgrounds, np.random.default_rng(9))) for _ in range(2)
    )
    for (crop, label, group), (again, same_label, same_group) in zip(first, second, strict=True):
        np.testing.assert_array_equal(crop, again)
        assert (label, group) == (same_label, same_group)


def test_every_card_and_rejects_come(deck, backgrounds):
    crops = list(deck_crops("a", deck, 130, backgrounds, np.random.default_rng(2)))
    labels = [label for _, label, _ in crops]
    assert set(range(53)) <= set(labels)
    assert 4 <= labels.count(REJECT) <= 35
    assert {crop.shape for crop, _, _ in crops} == {(STORED_PX, STORED_PX, 3)}


def test_an_index_crop_holds_the_index_upright_in_its_middle(deck, backgrounds):
    """Averaged over many scenes, the ink of an ace stands where the mark of the face says."""
    painter = CropPainter(deck, backgrounds, np.random.default_rng(3))
    card = 51
    mean = np.mean([painter.index_crop(card).mean(axis=2) for _ in range(80)], axis=0)
    mark = next(mark for mark in deck.faces[card].marks if mark.up_deg == 0)
    x0, y0, x1, y1 = (round(value) for value in mark.box_xyxy)
    face = deck.faces[card].image[y0:y1, x0:x1, :3].mean(axis=2)
    size = STORED_PX * (CROP_PX / STORED_PX) / 1.4
    scale = size / max(face.shape)
    height, width = round(face.shape[0] * scale), round(face.shape[1] * scale)
    top, left = (STORED_PX - height) // 2, (STORED_PX - width) // 2
    seen = mean[top : top + height, left : left + width]
    rows = np.linspace(0, face.shape[0] - 1, height).astype(int)
    columns = np.linspace(0, face.shape[1] - 1, width).astype(int)
    expected = face[np.ix_(rows, columns)]
    upright = np.corrcoef(seen.ravel(), expected.ravel())[0, 1]
    turned = np.corrcoef(seen.ravel(), expected[::-1, ::-1].ravel())[0, 1]
    assert upright > 0.6
    assert upright > turned + 0.15


def test_a_covered_index_is_hidden_in_part(deck, backgrounds):
    """Averaged over many scenes, an ace shows less of its ink where another card may lie on it."""
    painter = CropPainter(deck, backgrounds, np.random.default_rng(8))
    free, covered = (
        np.mean([take(51).mean(axis=2) for _ in range(120)], axis=0)
        for take in (painter.index_crop, painter.covered_crop)
    )
    middle = slice(STORED_PX // 4, -STORED_PX // 4)
    assert covered[middle, middle].std() < 0.85 * free[middle, middle].std()


def test_covered_crops_are_named_or_rejected_by_chance(deck, backgrounds):
    crops = list(covered_crops("a", deck, 60, backgrounds, np.random.default_rng(5)))
    rejected = [label for _, label, _ in crops].count(REJECT)
    assert 24 <= rejected <= 48
    assert {crop.shape for crop, _, _ in crops} == {(STORED_PX, STORED_PX, 3)}


def test_a_pose_turns_a_card_about_its_middle():
    middle = np.array([250, 350, 1.0])
    np.testing.assert_allclose(Pose(10, -20, 33).matrix() @ middle, [260, 330, 1])
    np.testing.assert_allclose(Pose(turn_deg=90).matrix() @ [500, 350, 1], [250, 600, 1], atol=1e-9)


def test_light_and_camera_keep_the_picture_recognisable():
    picture = np.zeros((60, 60, 3), np.float32)
    picture[:, 30:] = 255
    rng = np.random.default_rng(7)
    for _ in range(40):
        photo = photographed(lit(picture, rng), 40, rng)
        assert photo.shape == picture.shape
        assert photo.dtype == np.uint8
        assert photo[:, 36:].mean() > photo[:, :24].mean()


def test_stored_crops_come_back_with_class_and_group(tmp_path):
    rng = np.random.default_rng(0)
    crops = [
        (rng.integers(0, 256, (STORED_PX, STORED_PX, 3)).astype(np.uint8), label, group)
        for label, group in ((3, "a"), (REJECT, HELD_OUT + "b"), (51, "a"))
    ]
    assert write_crops(tmp_path / "set", iter(crops), 5) == 3
    stored = CropSet.open(tmp_path / "set")
    assert len(stored) == 3
    for row, (crop, label, group) in enumerate(crops):
        np.testing.assert_array_equal(stored.crops[row], crop)
        assert (stored.labels[row], stored.groups[row]) == (label, group)
    assert stored.rows(held_out=False).tolist() == [0, 2]
    assert stored.rows(held_out=True).tolist() == [1]


def test_an_interrupted_folder_is_not_taken_for_a_finished_one(tmp_path):
    def broken():
        yield np.zeros((STORED_PX, STORED_PX, 3), np.uint8), 0, "a"
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        write_crops(tmp_path / "set", broken(), 5)
    with pytest.raises(FileNotFoundError):
        CropSet.open(tmp_path / "set")
