"""A whole training of the detector, on four small pictures."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
import torch

from vision.manifest import MODELS
from vision.training.detector import DetectorTraining, train_detector


def test_training_tells_how_far_it_is_and_leaves_weights(tmp_path):
    (tmp_path / "scenes" / "images").mkdir(parents=True)
    (tmp_path / "scenes" / "labels").mkdir()
    rng = np.random.default_rng(1)
    for number in range(4):
        picture = rng.integers(0, 255, (96, 96, 3), dtype=np.uint8)
        cv2.imwrite(str(tmp_path / "scenes" / "images" / f"{number}.jpg"), picture)
        label = tmp_path / "scenes" / "labels" / f"{number}.txt"
        label.write_text("0 0.5 0.5 0.2 0.4 0.5 0.3 2 0.5 0.7 2\n")
    start = MODELS / "training" / "index_detector.pt"
    config = DetectorTraining(
        tmp_path / "run", (tmp_path / "scenes",), start, epochs=2, image_size_px=96, batch=2
    )
    told: list[tuple[int, int]] = []
    last = train_detector(config, lambda done, steps: told.append((done, steps)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    before = torch.load(start, weights_only=False)["model"].float().state_dict()
    after = torch.load(last, weights_only=False)["model"].float().state_dict()
    assert before.keys() == after.keys()
    assert any(not torch.equal(before[name], after[name]) for name in before)
    assert train_detector(config) == last
    with pytest.raises(ValueError, match=r"last\.pt is of a training with other epochs: .*--run"):
        train_detector(replace(config, epochs=3))
    with pytest.raises(ValueError, match="other weights"):
        train_detector(replace(config, weights=last))
