"""Train the index detector: a YOLO pose network with one class and two keypoints.

Thin over ultralytics: what is ours is the data, the settings that keep ranks readable (no
mirroring, no turning of boxes) and a processor's arithmetic where there is no GPU.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("YOLO_OFFLINE", "1")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")

import msgspec
import torch
from ultralytics import YOLO
from ultralytics.engine import trainer as ultralytics_trainer
from ultralytics.models.yolo.pose import PoseTrainer
from ultralytics.utils.torch_utils import strip_optimizer

from vision.manifest import checksum
from vision.training.classifier import Progress
from vision.training.precision import cpu_autocast
from vision.training.runs import Setting, claim

# Spread of the keypoints as a share of the box: tight, for the crop is turned upright by them.
KEYPOINT_SIGMA = 0.12
WARMUP_STEPS = 100
_FINISHED = -1  # epoch that ultralytics notes in a checkpoint without its optimiser


@dataclass(frozen=True, slots=True)
class DetectorTraining:
    """One training run; a run whose folder holds `run/weights/last.pt` goes on from there."""

    folder: Path
    image_folders: tuple[Path, ...]  # each with images/ and labels/ inside
    weights: Path  # COCO weights, or an earlier detector
    architecture: str = "yolo11n-pose.yaml"
    epochs: int = 3
    image_size_px: int = 640
    batch: int = 16
    learning_rate: float = 1e-3
    threads: int = 2
    seed: int = 0

    @property
    def settings(self) -> dict[str, Setting]:
        """All that the trained weights depend on."""
        return {
            "images": {
                str(folder): len(list((folder / "images").iterdir()))
                for folder in self.image_folders
            },
            "weights": checksum(self.weights),
            "architecture": self.architecture,
            "epochs": self.epochs,
            "image size": self.image_size_px,
            "batch": self.batch,
            "learning rate": self.learning_rate,
            "seed": self.seed,
        }


class _CpuTrainer(PoseTrainer):  # type: ignore[misc]  # untyped base
    """PoseTrainer for a processor: its autocast, channels last, a rate lowered with every step."""

    threads = 2
    progress: Progress | None = None

    def _do_train(self) -> None:
        # The trainer's own autocast refuses bfloat16 without CUDA, and its process keeps one
        # core free; both are undone here, for this run alone.
        original = ultralytics_trainer.autocast
        ultralytics_trainer.autocast = lambda *_, **__: cpu_autocast()
        torch.set_num_threads(self.threads)
        self._steps = 0
        try:
            super()._do_train()
        finally:
            ultralytics_trainer.autocast = original

    def preprocess_batch(self, batch: dict[str, Any]) -> dict[str, Any]:
        batch = super().preprocess_batch(batch)
        batch["img"] = batch["img"].contiguous(memory_format=torch.channels_last)
        return batch

    def _model_train(self) -> None:
        super()._model_train()
        self.model.to(memory_format=torch.channels_last)

    def optimizer_step(self) -> None:
        # A run has few epochs, so the rate follows the cosine within them too.
        done = self.start_epoch + self._steps / len(self.train_loader)
        warm = min(1.0, (self._steps + 1) / WARMUP_STEPS)
        for group in self.optimizer.param_groups:
            group["lr"] = group["initial_lr"] * self.lf(min(done, self.epochs)) * warm
        super().optimizer_step()
        self._steps += 1
        if self.progress is not None:
            whole = len(self.train_loader)
            self.progress(self.start_epoch * whole + self._steps, self.epochs * whole)

    def validate(self) -> tuple[dict[str, float], float]:
        # The reader is what counts, and `maubinh evaluate` measures it; the last weights are kept.
        self.best_fitness = float(self._steps)
        return {}, self.best_fitness

    def final_eval(self) -> None:
        strip_optimizer(self.last)


def write_data_file(config: DetectorTraining) -> Path:
    """The data description that ultralytics reads."""
    config.folder.mkdir(parents=True, exist_ok=True)
    path = config.folder / "data.yaml"  # JSON is YAML too
    data = {
        "train": [str((folder / "images").resolve()) for folder in config.image_folders],
        "val": str((config.image_folders[0] / "images").resolve()),  # asked for, but not used
        "names": {0: "index"},
        "kpt_shape": [2, 3],
        "flip_idx": [0, 1],
        "kpt_oks_sigmas": [KEYPOINT_SIGMA, KEYPOINT_SIGMA],
    }
    path.write_bytes(msgspec.json.encode(data))
    return path


def train_detector(config: DetectorTraining, progress: Progress | None = None) -> Path:
    """Train or resume; returns the path of the last weights.

    `progress` is told after each step how many of how many are done.
    Raises ValueError if the folder holds another training.
    """
    last = config.folder / "run" / "weights" / "last.pt"
    resume = claim(last, config.settings)
    if resume and torch.load(last, weights_only=False)["epoch"] == _FINISHED:
        return last
    model = YOLO(str(last if resume else config.weights))
    if model.task != "pose":  # COCO weights find objects: all but the head is taken over
        model = YOLO(config.architecture).load(str(config.weights))
    _CpuTrainer.threads = config.threads
    _CpuTrainer.progress = None if progress is None else staticmethod(progress)
    settings: dict[str, Any] = {
        "data": str(write_data_file(config)),
        "epochs": config.epochs,
        "imgsz": config.image_size_px,
        "batch": config.batch,
        "project": str(config.folder.resolve()),
        "name": "run",
        "exist_ok": True,
        "device": "cpu",
        "amp": False,
        "workers": 1,
        "optimizer": "AdamW",
        "lr0": config.learning_rate,
        "lrf": 0.02,
        "cos_lr": True,
        "nbs": config.batch,  # one step a batch
        "warmup_epochs": 0.0,
        "seed": config.seed,
        "fliplr": 0.0,
        "flipud": 0.0,
        "degrees": 0.0,
        "mosaic": 0.0,
        "close_mosaic": 0,
        "scale": 0.25,
        "translate": 0.05,
        "hsv_h": 0.015,
        "hsv_s": 0.4,
        "hsv_v": 0.3,
        "erasing": 0.0,
        "auto_augment": "",
        "plots": False,
        "val": False,
        "save_period": 1,
        "pose": 6.0,
    }
    if resume:
        settings["resume"] = True
    model.train(trainer=_CpuTrainer, **settings)
    return last
