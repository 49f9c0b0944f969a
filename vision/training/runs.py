"""What a run trains, kept beside its checkpoint: another training must not go on from there."""

import json
from collections.abc import Mapping
from pathlib import Path

Setting = str | int | float | None | Mapping[str, float]


def claim(checkpoint: Path, settings: Mapping[str, Setting]) -> bool:
    """Note what is trained, or compare with what was; returns whether to go on from the checkpoint.

    Args:
        checkpoint: file that the run writes; the note lies beside it.
        settings: all that the trained weights depend on.

    Raises:
        ValueError: the checkpoint is of another training.
    """
    note = checkpoint.with_suffix(".json")
    here = json.loads(json.dumps(settings))
    if not checkpoint.is_file():
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(json.dumps(here, indent=1) + "\n", encoding="utf-8")
        return False
    there = json.loads(note.read_text(encoding="utf-8")) if note.is_file() else {}
    others = [name for name in here if name not in there or there[name] != here[name]]
    if others:
        raise ValueError(
            f"{checkpoint} is of a training with other {', '.join(others)}: choose another folder "
            "with --run, or go on with what its note says"
        )
    return True
