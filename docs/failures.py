"""Take the model card's pictures of misread photos: `python -m docs.failures`.

Deals hands with decks and cloth drawn by chance, so that nothing fetched is in the pictures, reads
them with the shipped networks and keeps the first misread one of each kind.  Reading all scenes
takes some minutes; nothing is kept of those that are read exactly.
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
from PIL import Image

from benchmarks.rendered_tables import KINDS, readable_scene, truth
from vision.evaluate import evaluate, failure_picture
from vision.reading import Reader, load_reader
from vision.synthesis.clutter import Backgrounds
from vision.truth import TRUTH_FILE, load_truth

PICTURES: Final = Path(__file__).resolve().parent / "pictures"
SEED: Final = 77_000
MOST_SCENES: Final = 60  # of a kind
WIDEST_PX: Final = 800
JPEG_QUALITY: Final = 72


def first_misread(reader: Reader, kind: str) -> Image.Image | None:
    """Return the first scene of a kind that is misread, named and captioned; None if none is."""
    place = list(KINDS).index(kind)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{kind}.jpg"
        for number in range(MOST_SCENES):
            rng = np.random.default_rng((SEED, place, number))
            scene = readable_scene(rng, kind, [], Backgrounds())
            Image.fromarray(scene.pixels).save(path, quality=93)
            (path.parent / TRUTH_FILE).write_text(json.dumps({path.name: truth(scene)}))
            (evaluated,) = evaluate(reader, path.parent, load_truth(path.parent))
            picture = failure_picture(evaluated)
            if picture is not None:
                print(f"{kind}: scene {number}", file=sys.stderr)
                return Image.fromarray(picture)
    return None


def main() -> None:
    """Write one picture a kind and say which."""
    reader = load_reader()
    for kind in KINDS:
        picture = first_misread(reader, kind)
        if picture is None:
            print(f"{kind}: {MOST_SCENES} scenes, all read exactly")
            continue
        picture.thumbnail((WIDEST_PX, WIDEST_PX))
        picture.save(PICTURES / f"misread_{kind}.jpg", quality=JPEG_QUALITY)
        print(f"{kind}: misread_{kind}.jpg")


if __name__ == "__main__":
    main()
