"""Decks with light ink on dark paper, read in their negative.

The networks have seen a hundred decks of dark ink on white paper for each one of white or gold ink
on black. With light and dark exchanged, and red left red, such a deck is one of the many.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classify import cut_quads
from vision.indices import Indices

_SURE: Final = 0.5  # confidence of the indices that are asked
_ASKED_PX: Final = 32
_DARK: Final = -0.15  # dark decks come out below -0.3, all others above -0.05

Pixels = NDArray[np.uint8]


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
