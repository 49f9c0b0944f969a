"""`models/manifest.json`: which trained files belong together, and what is known of them."""

import hashlib
from pathlib import Path

import msgspec

from vision.errors import ModelError

MODELS = Path(__file__).resolve().parent.parent / "models"
FLAG_BELOW = 0.96  # probability below which a person is asked about a card


class Network(msgspec.Struct, frozen=True, kw_only=True):
    """One trained file. `data` and `metrics` are for people: what it saw and how well it does."""

    file: str
    sha256: str
    input: str
    classes: list[str]
    data: dict[str, str | int | float] = {}
    metrics: dict[str, float] = {}


class Detector(Network, frozen=True, kw_only=True):
    """The index detector. Indices between the two heights (px) are found."""

    least_confidence: float = 0.12
    index_px: tuple[float, float] = (12.0, 120.0)


class Classifier(Network, frozen=True, kw_only=True):
    """The index classifier; logits are divided by `temperature`."""

    temperature: float = 1.0


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What the reader makes of probabilities."""

    flag_below: float = FLAG_BELOW


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole file."""

    detector: Detector
    classifier: Classifier
    reading: Reading = Reading()


def load_manifest(folder: Path = MODELS) -> Manifest:
    """Read and check the manifest. Raises ModelError that names the file."""
    path = folder / "manifest.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError) as error:
        raise ModelError(f"{path}: {error}") from error


def verified(folder: Path, network: Network) -> Path:
    """Path of a network's file after its checksum was compared. Raises ModelError."""
    path = folder / network.file
    try:
        digest = checksum(path)
    except OSError as error:
        raise ModelError(
            f"{path}: {error.strerror}; `git checkout -- models` restores it"
        ) from error
    if digest != network.sha256:
        raise ModelError(f"{path} is not the file that manifest.json describes")
    return path


def checksum(path: Path) -> str:
    """SHA-256 of a file, hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_entry(folder: Path, part: str, entry: Network) -> None:
    """Put one network's entry into the manifest, keeping the rest."""
    path = folder / "manifest.json"
    whole = msgspec.json.decode(path.read_bytes()) if path.exists() else {}
    whole[part] = msgspec.to_builtins(entry)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n")
