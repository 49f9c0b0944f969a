"""Trains the index classifier: seeded, resumable, on the processor."""

import logging
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from scorer.cards import DECK
from vision.classify import CLASS_COUNT, CROP_PX
from vision.index_network import IndexNetwork
from vision.manifest import Classifier, checksum, write_entry
from vision.training.augment import augmented, centred
from vision.training.crop_store import CropSet
from vision.training.export import store_as_half
from vision.training.precision import cpu_autocast
from vision.training.runs import Setting, claim

_LOG = logging.getLogger(__name__)
_SIGNIFICANT_BITS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifierTraining:
    """What to train on and how long.

    Attributes:
        crops: folders of stored crops and how often an epoch shows each of theirs.
        run_dir: where the resumable checkpoint is kept.
        output: weights file to write.
        epochs: passes over the crops.
        batch: crops a step.
        learning_rate: highest, reached after a short warm-up and lowered along a cosine.
        width: of the network, as `IndexNetwork` takes it.
        threads: of torch.
        start: weights to start from, instead of random ones.
        keep: share of those in the weights that are written, the rest is what was learnt; both
            together err less on other decks than either (Wortsman and others, 2022).
        seed: of order, augmentation and first weights.
    """

    crops: tuple[tuple[Path, float], ...]
    run_dir: Path
    output: Path
    epochs: int = 6
    batch: int = 256
    learning_rate: float = 2e-3
    width: int = 32
    threads: int = 2
    start: Path | None = None
    keep: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.keep < 1 or (self.keep and self.start is None):
            raise ValueError(f"keep is {self.keep}, expected a share of the weights to start from")

    @property
    def settings(self) -> dict[str, Setting]:
        """All that the written weights depend on."""
        return {
            "crops": {folder.name: times for folder, times in self.crops},
            "epochs": self.epochs,
            "batch": self.batch,
            "learning rate": self.learning_rate,
            "width": self.width,
            "start": checksum(self.start) if self.start else None,
            "keep": self.keep,
            "seed": self.seed,
        }


Progress = Callable[[int, int], None]  # steps done, steps in all


def train_classifier(config: ClassifierTraining, progress: Progress | None = None) -> Path:
    """Train, or go on with a training that was stopped; returns the weights file.

    Raises:
        FileNotFoundError: a folder of crops is missing.
        ValueError: no crop is left to train on, or the run's folder holds another training.
    """
    torch.set_num_threads(config.threads)
    sources = _Sources.open(config)
    run = _Run(config, sources.steps(config.batch) * config.epochs)
    run.resume()
    begun = time.monotonic()
    for epoch in range(run.step // sources.steps(config.batch), config.epochs):
        loss = _train_epoch(run, sources, epoch, progress)
        run.save()
        _LOG.info(
            "epoch %d of %d: loss %.4f, %.0f s",
            epoch + 1,
            config.epochs,
            loss,
            time.monotonic() - begun,
        )
        save_weights(config.output, run.result(), config.width)
    return config.output


def save_weights(path: Path, network: IndexNetwork, width: int) -> None:
    """Write weights in half precision with what is needed to load them.

    Those of the layers are rounded, as files of rounded numbers compress well; a name that changes
    by it was in doubt before.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    state = {
        name: _rounded(tensor).half() if tensor.is_floating_point() else tensor
        for name, tensor in network.state_dict().items()
    }
    torch.save({"state": state, "width": width}, path)


def _rounded(weights: Tensor) -> Tensor:
    """Weights of a layer (2 dimensions or more) to a few significant bits; others as they are."""
    if weights.dim() < 2:
        return weights
    steps = 2.0**_SIGNIFICANT_BITS
    mantissa, exponent = torch.frexp(weights.float())
    return torch.ldexp(torch.round(mantissa * steps) / steps, exponent)


def load_weights(path: Path) -> IndexNetwork:
    """Return the network that `save_weights` wrote, in evaluation mode."""
    saved = torch.load(path, map_location="cpu", weights_only=True)
    network = IndexNetwork(CLASS_COUNT, saved["width"])
    network.load_state_dict({name: value.float() for name, value in saved["state"].items()})
    return network.eval()


def export_classifier(
    weights: Path,
    models: Path,
    temperature: float,
    data: dict[str, str | int | float],
    metrics: dict[str, float],
) -> Path:
    """Export trained weights to ONNX for any number of crops and enter them in the manifest."""
    models.mkdir(parents=True, exist_ok=True)
    target = models / "index_classifier.onnx"
    exported = target.with_suffix(".single.onnx")
    with warnings.catch_warnings():  # the newer exporter needs one more library for the same file
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            load_weights(weights),
            (torch.zeros(2, 3, CROP_PX, CROP_PX),),
            str(exported),
            input_names=["crops"],
            output_names=["logits"],
            dynamic_axes={"crops": {0: "count"}, "logits": {0: "count"}},
            dynamo=False,
            # Normalisation stays apart from the weights, which then are those of the training file
            # byte for byte; the runtime folds it in when it opens the file.
            training=torch.onnx.TrainingMode.PRESERVE,
            do_constant_folding=False,
        )
    store_as_half(exported, target)
    exported.unlink()
    entry = Classifier(
        file=target.name,
        sha256=checksum(target),
        input=f"RGB float32 (N, 3, {CROP_PX}, {CROP_PX}) in 0..255, index upright",
        classes=[*(str(card) for card in DECK), "joker", "reject"],
        temperature=temperature,
        data=data,
        metrics=metrics,
    )
    write_entry(models, "classifier", entry)
    return target


def predict(network: IndexNetwork, crops: CropSet, rows: NDArray[np.int64]) -> Tensor:
    """Return logits (len(rows), 54) for stored crops, seen without augmentation."""
    network.eval()
    with torch.inference_mode(), cpu_autocast():
        parts = [
            network(
                _channels_last(centred(torch.from_numpy(crops.crops[rows[at : at + 256]].copy())))
            )
            for at in range(0, len(rows), 256)
        ]
    return torch.cat(parts).float() if parts else torch.zeros(0, CLASS_COUNT)


def calibrated(weights: Path, folders: Sequence[Path]) -> tuple[float, dict[str, float]]:
    """Temperature of trained weights on the held-out crops of all `folders`, and their accuracy.

    The accuracy is the share of cards whose likeliest of 52 names is right, by folder.

    Raises:
        ValueError: no crop is held out.
    """
    network = load_weights(weights)
    logits, labels, accuracy = [], [], {}
    for folder in folders:
        crops = CropSet.open(folder)
        rows = crops.rows(held_out=True)
        if not len(rows):
            continue
        logits.append(predict(network, crops, rows))
        labels.append(crops.labels[rows])
        cards = labels[-1] < len(DECK)
        named = logits[-1][:, : len(DECK)].argmax(1).numpy()
        accuracy[folder.name] = round(float(np.mean((named == labels[-1])[cards])), 4)
    if not labels:
        raise ValueError("no crop is held out: nothing to calibrate on")
    return fit_temperature(torch.cat(logits), np.concatenate(labels)), accuracy


def fit_temperature(logits: Tensor, labels: NDArray[np.int64]) -> float:
    """Return the temperature under which the labels are likeliest."""
    wanted = torch.from_numpy(labels)
    candidates = np.exp(np.linspace(np.log(0.3), np.log(5), 200))
    losses = [float(functional.cross_entropy(logits / float(t), wanted)) for t in candidates]
    return float(candidates[int(np.argmin(losses))])


def _train_epoch(run: "_Run", sources: "_Sources", epoch: int, progress: Progress | None) -> float:
    run.network.train()
    total, steps = 0.0, 0
    done = run.step - epoch * sources.steps(run.config.batch)
    for number, (crops, labels) in enumerate(sources.batches(run.config, epoch, skip=done)):
        total, steps = total + run.update(crops, labels), steps + 1
        if progress is not None:
            progress(run.step, run.steps)
        if (number + 1) % 200 == 0:
            run.save()
            _LOG.info("step %d of %d: loss %.4f", run.step, run.steps, total / steps)
    return total / max(steps, 1)


class _Sources:
    """The crops of all folders, those of held-out decks and sessions aside."""

    def __init__(self, sets: Sequence[tuple[CropSet, NDArray[np.int64], float]]) -> None:
        self._sets = sets
        self._shown = sum(round(len(rows) * times) for _, rows, times in sets)
        if not self._shown:
            raise ValueError("no crops to train on")

    @classmethod
    def open(cls, config: ClassifierTraining) -> "_Sources":
        sets = []
        for folder, times in config.crops:
            crops = CropSet.open(folder)
            sets.append((crops, crops.rows(held_out=False), times))
        return cls(sets)

    def steps(self, batch: int) -> int:
        return max(self._shown // batch, 1)

    def batches(
        self, config: ClassifierTraining, epoch: int, skip: int
    ) -> Iterator[tuple[Tensor, Tensor]]:
        rng = np.random.default_rng((config.seed, epoch))
        order = np.concatenate(
            [
                np.stack([np.full(n, place), rng.permutation(np.resize(rows, n))], 1)
                for place, (_, rows, times) in enumerate(self._sets)
                if (n := round(len(rows) * times))
            ]
        )
        rng.shuffle(order)
        for step in range(skip, self.steps(config.batch)):
            chosen = order[step * config.batch : (step + 1) * config.batch]
            crops = np.stack([self._sets[place][0].crops[row] for place, row in chosen])
            labels = np.array([self._sets[place][0].labels[row] for place, row in chosen])
            yield torch.from_numpy(crops), torch.from_numpy(labels)


class _Run:
    """Network, running average, optimiser and how far they are."""

    def __init__(self, config: ClassifierTraining, steps: int) -> None:
        torch.manual_seed(config.seed)
        self.config, self.steps, self.step = config, steps, 0
        self.network = IndexNetwork(CLASS_COUNT, config.width)
        if config.start:
            self.network.load_state_dict(load_weights(config.start).state_dict())
        self.network.to(memory_format=torch.channels_last)
        self.average = IndexNetwork(CLASS_COUNT, config.width).eval()
        self.average.load_state_dict(self.network.state_dict())
        self._optimiser = torch.optim.AdamW(
            self.network.parameters(), lr=config.learning_rate, weight_decay=0.02
        )

    @property
    def _checkpoint(self) -> Path:
        return self.config.run_dir / "last.pt"

    def resume(self) -> None:
        """Go on from the checkpoint, if there is one. ValueError if it is of another training."""
        if not claim(self._checkpoint, self.config.settings):
            return
        saved: dict[str, Any] = torch.load(self._checkpoint, weights_only=True)
        self.network.load_state_dict(saved["network"])
        self.average.load_state_dict(saved["average"])
        self._optimiser.load_state_dict(saved["optimiser"])
        self.step = saved["step"]

    def save(self) -> None:
        self.config.run_dir.mkdir(parents=True, exist_ok=True)
        partial = self._checkpoint.with_suffix(".partial")
        torch.save(
            {
                "network": self.network.state_dict(),
                "average": self.average.state_dict(),
                "optimiser": self._optimiser.state_dict(),
                "step": self.step,
            },
            partial,
        )
        partial.replace(self._checkpoint)

    def update(self, crops: Tensor, labels: Tensor) -> float:
        chance = torch.Generator().manual_seed(self.config.seed * 1_000_003 + self.step)
        inputs = _channels_last(augmented(crops, chance))
        for group in self._optimiser.param_groups:
            group["lr"] = self._learning_rate()
        with cpu_autocast():
            logits = self.network(inputs)
        loss = functional.cross_entropy(logits.float(), labels, label_smoothing=0.03)
        self._optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self._optimiser.step()
        self.step += 1
        self._follow()
        return float(loss.detach())

    def _learning_rate(self) -> float:
        warm = min((self.step + 1) / max(0.03 * self.steps, 1), 1.0)
        cosine = 0.5 * (1 + np.cos(np.pi * self.step / self.steps))
        return float(self.config.learning_rate * warm * max(cosine, 0.01))

    def result(self) -> IndexNetwork:
        """What was learnt, mixed with what is kept of the start."""
        if not self.config.start or not self.config.keep:
            return self.average
        mixed = load_weights(self.config.start)
        with torch.no_grad():
            learnt = self.average.state_dict()
            for name, value in mixed.state_dict().items():
                if value.is_floating_point():
                    value.lerp_(learnt[name], 1 - self.config.keep)
        return mixed

    def _follow(self) -> None:
        decay = min(0.998, (1 + self.step) / (10 + self.step))
        with torch.no_grad():
            source = self.network.state_dict()
            for name, value in self.average.state_dict().items():
                if value.is_floating_point():
                    value.lerp_(source[name], 1 - decay)
                else:
                    value.copy_(source[name])


def _channels_last(images: Tensor) -> Tensor:
    return images.contiguous(memory_format=torch.channels_last)
