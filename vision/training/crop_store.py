"""Index crops on disk: a folder of uint8 crops, their classes and where each came from."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from vision.training.crops import STORED_PX

_FEW_BYTES: Final = 4_000_000  # two hundred crops
HELD_OUT: Final = "held out: "  # how the name of a group starts that is never trained on

Image = NDArray[np.uint8]
StoredCrop = tuple[Image, int, str]  # crop (80, 80, 3), class, group


@dataclass(frozen=True, slots=True, eq=False)
class CropSet:
    """N crops; a large set is read as it is asked for, a small one at once.

    crops   (N, 80, 80, 3)  uint8 RGB, mapped from disk in a large set
    labels  (N,)            class, 0..53
    groups  (N,)            deck or photo session: what is held out together
    """

    crops: Image
    labels: NDArray[np.int64]
    groups: NDArray[np.str_]

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open a folder written by `write_crops`; raises FileNotFoundError."""
        path = folder / "crops.npy"
        # What is mapped stays open, and thousands of decks are more files than may be open at once.
        mapped = path.stat().st_size > _FEW_BYTES
        return cls(
            np.load(path, mmap_mode="r" if mapped else None),
            np.load(folder / "labels.npy").astype(np.int64),
            np.load(folder / "groups.npy"),
        )

    def __len__(self) -> int:
        return len(self.labels)

    def rows(self, *, held_out: bool) -> NDArray[np.int64]:
        """Positions of the crops that are for training, or of those that are not."""
        return np.flatnonzero(np.char.startswith(self.groups, HELD_OUT) == held_out)


def write_crops(folder: Path, crops: Iterable[StoredCrop], count: int) -> int:
    """Write up to `count` crops with class and group; returns how many came.

    The folder appears complete or not at all, as what is there is kept for good.
    Raises ValueError if no crop comes.
    """
    partial = folder.with_name(folder.name + ".partial")
    partial.mkdir(parents=True, exist_ok=True)
    shape = (count, STORED_PX, STORED_PX, 3)
    stored = np.lib.format.open_memmap(partial / "crops.npy", "w+", np.uint8, shape)
    labels: list[int] = []
    groups: list[str] = []
    for place, (crop, label, group) in zip(range(count), crops, strict=False):
        stored[place] = crop
        labels.append(label)
        groups.append(group)
    if not labels:
        raise ValueError(f"{folder}: no crops to store")
    stored.flush()
    if len(labels) < count:
        np.save(partial / "fewer.npy", stored[: len(labels)])
        (partial / "fewer.npy").replace(partial / "crops.npy")
    np.save(partial / "labels.npy", np.array(labels, np.uint8))
    np.save(partial / "groups.npy", np.array(groups, np.str_))
    partial.replace(folder)
    return len(labels)
