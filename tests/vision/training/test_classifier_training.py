import shutil
from dataclasses import replace

import cv2
import numpy as np
import pytest
import torch

from scorer.cards import DECK
from vision.classify import IndexClassifier
from vision.manifest import checksum
from vision.training.augment import augmented, centred, on_dark_paper
from vision.training.classifier import (
    ClassifierTraining,
    export_classifier,
    fit_temperature,
    load_weights,
    predict,
    train_classifier,
)
from vision.training.crop_store import HELD_OUT, CropSet, write_crops
from vision.training.crops import STORED_PX


def shape_crop(label: int, rng: np.random.Generator) -> np.ndarray:
    """A light crop with a dark shape: a disc (0), a bar (1) or a frame (2)."""
    crop = np.full((STORED_PX, STORED_PX, 3), rng.integers(170, 256), np.uint8)
    ink = int(rng.integers(0, 80))
    middle = STORED_PX // 2
    if label == 0:
        cv2.circle(crop, (middle, middle), 14, (ink,) * 3, -1)
    elif label == 1:
        cv2.rectangle(crop, (middle - 4, middle - 22), (middle + 4, middle + 22), (ink,) * 3, -1)
    else:
        cv2.rectangle(crop, (middle - 18, middle - 18), (middle + 18, middle + 18), (ink,) * 3, 3)
    return crop


@pytest.fixture
def training(tmp_path):
    rng = np.random.default_rng(0)
    crops = [(shape_crop(n % 3, rng), n % 3, "a" if n % 5 else HELD_OUT + "b") for n in range(150)]
    write_crops(tmp_path / "shapes", crops, len(crops))
    return ClassifierTraining(
        crops=((tmp_path / "shapes", 1.0),),
        run_dir=tmp_path / "run",
        output=tmp_path / "index.pt",
        epochs=6,
        batch=32,
        width=8,
        threads=1,
    )


def held_out_logits(training):
    crops = CropSet.open(training.crops[0][0])
    rows = crops.rows(held_out=True)
    return predict(load_weights(training.output), crops, rows), crops.labels[rows]


@pytest.mark.slow
def test_it_learns_what_held_out_crops_show(training):
    train_classifier(replace(training, epochs=8))
    logits, labels = held_out_logits(training)
    assert (logits.argmax(dim=1).numpy() == labels).mean() > 0.9


@pytest.mark.slow
def test_a_stopped_training_goes_on_to_the_same_weights(training, tmp_path):
    train_classifier(replace(training, epochs=2))
    whole = load_weights(training.output).state_dict()
    halves = replace(training, run_dir=tmp_path / "halves", output=tmp_path / "halves.pt", epochs=2)

    def stop_in_the_second_epoch(step: int, steps: int) -> None:
        if step == steps // 2 + 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_classifier(halves, progress=stop_in_the_second_epoch)
    train_classifier(halves)
    for name, value in load_weights(halves.output).state_dict().items():
        torch.testing.assert_close(value, whole[name], atol=0.02, rtol=0.02)


def test_what_is_kept_of_the_start_is_mixed_with_what_is_learnt(training, tmp_path):
    start = tmp_path / "start.pt"
    shutil.copyfile(train_classifier(replace(training, epochs=1)), start)
    again = replace(training, run_dir=tmp_path / "again", start=start, epochs=1, learning_rate=0.02)
    written = {}
    for keep in (0.0, 0.25):
        train_classifier(replace(again, run_dir=tmp_path / f"run{keep}", keep=keep))
        written[keep] = load_weights(training.output).state_dict()
    first = load_weights(start).state_dict()["head.1.bias"]
    learnt, mixed = (written[keep]["head.1.bias"] for keep in (0.0, 0.25))
    torch.testing.assert_close(mixed, 0.25 * first + 0.75 * learnt, atol=2e-3, rtol=0)
    assert float((learnt - first).abs().max()) > 0.01


def test_a_run_goes_on_with_its_own_training_alone(training, tmp_path):
    once = replace(training, epochs=1)
    start = train_classifier(once).rename(tmp_path / "start.pt")
    train_classifier(replace(once, threads=2))
    for other, named in (
        (replace(once, start=start), "other start:"),
        (replace(once, epochs=2, learning_rate=0.01), "other epochs, learning rate:"),
        (replace(once, crops=((training.crops[0][0], 2.0),)), "other crops:"),
    ):
        with pytest.raises(ValueError, match=f"run/last.pt is of a training with {named}.*--run"):
            train_classifier(other)
    (training.run_dir / "last.json").unlink()
    with pytest.raises(ValueError, match="--run"):
        train_classifier(once)


@pytest.mark.parametrize("keep", [0.5, -0.1])
def test_nothing_can_be_kept_without_a_start(training, keep):
    with pytest.raises(ValueError, match="keep"):
        replace(training, keep=keep)


def test_nothing_to_train_on_is_an_error(training, tmp_path):
    crop = np.zeros((STORED_PX, STORED_PX, 3), np.uint8)
    write_crops(tmp_path / "none", [(crop, 0, HELD_OUT + "b")], 1)
    with pytest.raises(ValueError, match="no crops"):
        train_classifier(replace(training, crops=((tmp_path / "none", 1.0),)))


def test_the_exported_network_answers_like_the_trained_one(training, tmp_path):
    train_classifier(replace(training, epochs=1))
    models = tmp_path / "models"
    exported = export_classifier(training.output, models, 1.5, {"crops": 150}, {"accuracy": 1.0})
    crops = CropSet.open(training.crops[0][0]).crops[:40].copy()
    inputs = centred(torch.from_numpy(crops))
    with torch.inference_mode():
        expected = torch.log_softmax(load_weights(training.output)(inputs) / 1.5, 1).numpy()
    answered = IndexClassifier(exported, 1.5).name_crops(
        inputs.permute(0, 2, 3, 1).numpy().astype(np.uint8)
    )
    np.testing.assert_allclose(answered, expected, atol=0.05)
    text = (models / "manifest.json").read_text()
    assert checksum(exported) in text
    assert str(DECK[51]) in text


def test_temperature_undoes_overconfidence():
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 4, 3000)
    logits = torch.from_numpy(rng.normal(0, 1, (3000, 4)))
    logits[torch.arange(3000), torch.from_numpy(labels)] += 1.0
    right = fit_temperature(logits, labels)
    assert fit_temperature(3 * logits, labels) == pytest.approx(3 * right, rel=0.03)


def test_augmentation_depends_on_its_seed_alone_and_stays_in_range():
    crops = torch.randint(0, 256, (40, STORED_PX, STORED_PX, 3), dtype=torch.uint8)
    first, second, other = (
        augmented(crops, torch.Generator().manual_seed(seed)) for seed in (1, 1, 2)
    )
    torch.testing.assert_close(first, second)
    assert not torch.equal(first, other)
    assert first.shape == (40, 3, 64, 64)
    assert float(first.min()) >= 0
    assert float(first.max()) <= 255


def test_augmentation_keeps_the_middle_in_the_middle():
    crops = torch.full((200, STORED_PX, STORED_PX, 3), 220, dtype=torch.uint8)
    crops[:, 36:44, 36:44] = 20
    mean = augmented(crops, torch.Generator().manual_seed(3)).mean(dim=(0, 1))
    dark = (mean.max() - mean).clamp_min(0)
    dark = torch.where(dark > 0.5 * dark.max(), dark, 0)
    place = torch.arange(64).float()
    for axis in (0, 1):
        assert float((dark.sum(dim=axis) * place).sum() / dark.sum()) == pytest.approx(31.5, abs=2)


def test_a_dark_deck_keeps_the_colour_of_its_ink():
    white, red, black = (255, 255, 255), (200, 20, 30), (10, 10, 10)
    inks = torch.tensor([white, red, black], dtype=torch.float32)[:, :, None, None]
    paper, ink, other = on_dark_paper(inks)[..., 0, 0].tolist()
    assert max(paper) == 0
    assert ink == [235, 55, 65]
    assert other == [245, 245, 245]
