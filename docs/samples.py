"""Render the photos that the project ships: `python docs/samples.py`.

Writes the app's sample and the tests' photos with their truth file. All of it comes from the
project's own generator: decks drawn by chance, cloth drawn by chance, nothing fetched.
"""

import json
from pathlib import Path

import cv2

from vision.synthesis.samples import render_samples, truth

ROOT = Path(__file__).resolve().parent.parent
TEST_PHOTOS = ROOT / "tests" / "photos"
APP_SAMPLE = ROOT / "ui" / "assets" / "sample.jpg"
JPEG_QUALITY = 82


def main() -> None:
    """Render every sample and say what was written."""
    TEST_PHOTOS.mkdir(parents=True, exist_ok=True)
    known = {}
    for sample, scene in render_samples():
        path = TEST_PHOTOS / f"{sample.name}.jpg"
        cv2.imwrite(str(path), scene.pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        known[path.name] = truth(sample)
        print(f"{path.relative_to(ROOT)}: {sample.cards}")
    (TEST_PHOTOS / "truth.json").write_text(json.dumps(known, indent=1) + "\n")
    APP_SAMPLE.write_bytes((TEST_PHOTOS / "rows.jpg").read_bytes())


if __name__ == "__main__":
    main()
