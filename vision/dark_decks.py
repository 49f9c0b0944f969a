"""Decks with light ink on dark paper, read in their negative.

Most decks that the networks learnt from have dark ink on white paper. With light and dark
exchanged, and red left red, a black deck with white or gold ink is one more of these.
"""

from typing import Final

import cv2
import numpy as np

from vision.classify import cut_quads
from vision.indices import Indices
from vision.looking import FIRST_SIDE_PX, Detector, Pixels, find_indices

_SURE: Final = 0.5  # confidence of the indices that are asked
_ASKED_PX: Final = 32
_DARK: Final = -0.15  # rendered dark decks come out below -0.3, others and real ones above -0.05


def find_on_light_paper(
    detector: Detector, pixels: Pixels, first_side_px: int = FIRST_SIDE_PX
) -> tuple[Pixels, Indices]:
    """The photo as it is to be read, a dark deck's in its negative, and all its indices."""
    found = find_indices(detector, pixels, first_side_px)
    if not has_dark_paper(pixels, found):
        return pixels, found
    light = negative(pixels)
    return light, find_indices(detector, light, first_side_px)


def has_dark_paper(pixels: Pixels, indices: Indices) -> bool:
    """Whether most indices of an RGB photo (H, W, 3) are lighter than the paper around them.

    Most of an index's square is paper, so that its median is the paper's and its mean lies on the
    ink's side; how far, in standard deviations, holds in any light.
    """
    sure = indices.select(np.flatnonzero(indices.confidence > _SURE))
    if not len(sure):
        return False
    crops = cut_quads(pixels, sure.crop_quads(), _ASKED_PX).mean(axis=3).reshape(len(sure), -1)
    towards_paper = (np.median(crops, axis=1) - crops.mean(axis=1)) / (crops.std(axis=1) + 1)
    return bool(np.median(towards_paper) < _DARK)


def negative(pixels: Pixels) -> Pixels:
    """Return an RGB picture (H, W, 3) with light and dark exchanged and every hue kept.

    The same again gives the picture back.
    """
    red, green, blue = cv2.split(pixels)
    brightest = cv2.max(cv2.max(red, green), blue)
    darkest = cv2.min(cv2.min(red, green), blue)
    shift = 255 - brightest - darkest  # modulo 256, as the sum below: the true sum lies in 0..255
    return np.asarray(pixels + shift[..., None], np.uint8)
