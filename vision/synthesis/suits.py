"""Suit shapes drawn from curves whose proportions are drawn anew for every deck."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthesis.masks import Mask, cropped, fitted

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
SIZE = 384  # px: height at which shapes are drawn before they are shrunk

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SuitShapes:
    """The four suit masks of one deck, tightly cropped, SIZE px tall."""

    masks: tuple[Mask, Mask, Mask, Mask]

    def mask(self, suit: int, height: float) -> Mask:
        """Return the suit's mask shrunk to `height` px, its proportions kept."""
        shape = self.masks[suit].shape
        return fitted(self.masks[suit], height * shape[1] / shape[0], height)


def draw_suits(rng: np.random.Generator) -> SuitShapes:
    """Return suit shapes with random proportions: lobes, stems, waists and widths."""
    stem = _stem(rng)
    return SuitShapes((_club(rng, stem), _diamond(rng), _heart(rng), _spade(rng, stem)))


def bezier(points: list[tuple[float, float]], steps: int = 28) -> Points:
    """Return (steps, 2) points on the quadratic or cubic Bézier curve of three or four points."""
    control = np.array(points, float)
    t = np.linspace(0, 1, steps)[:, None]
    if len(control) == 3:
        weights = [(1 - t) ** 2, 2 * t * (1 - t), t**2]
    else:
        weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3]
    terms = [weight * point for weight, point in zip(weights, control, strict=True)]
    return np.asarray(np.sum(terms, axis=0), float)


def _filled(outlines: list[Points], width: float) -> Mask:
    """Return right-half outlines and their mirror images, filled, `width` times as wide as tall."""
    canvas = np.zeros((SIZE + 40, 2 * SIZE), np.uint8)
    for half in outlines:
        for side in (1, -1):
            scaled = half * [side * SIZE * width, SIZE] + [SIZE - 2 * side, 20]  # overlap
            cv2.fillPoly(canvas, [np.round(scaled * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return cropped(canvas)


def _heart(rng: np.random.Generator) -> Mask:
    notch = rng.uniform(0.12, 0.26)
    shoulder = rng.uniform(0.24, 0.36)
    bulge = rng.uniform(0.18, 0.3)
    tip = rng.choice([rng.uniform(0.02, 0.12), rng.uniform(0.15, 0.3)])
    top = bezier([(0, notch), (rng.uniform(0.02, 0.12), -0.07), (0.5, -0.11), (0.5, shoulder)])
    side = bezier([(0.5, shoulder), (0.5, shoulder + bulge), (tip, 0.78), (0, 1)])
    return _filled([np.vstack([top, side])], rng.uniform(0.78, 1.06))


def _diamond(rng: np.random.Generator) -> Mask:
    pull = rng.choice([0.0, rng.uniform(0, 0.09), rng.uniform(-0.03, 0.0)])
    middle = 0.25 - pull
    upper = bezier([(0, 0), (middle, 0.5 - middle), (0.5, 0.5)])
    lower = bezier([(0.5, 0.5), (middle, 0.5 + middle), (0, 1)])
    return _filled([np.vstack([upper, lower])], rng.uniform(0.66, 0.98))


def _stem(rng: np.random.Generator) -> Points:
    """Return the foot that a deck's spades and clubs share."""
    foot = rng.uniform(0.1, 0.26)
    waist = rng.uniform(0.015, 0.06)
    style = rng.integers(3)
    if style == 0:  # flared with a flat base
        side = bezier([(waist, 0.5), (waist, 0.86), (foot, 0.97), (foot, 1.0)])
    elif style == 1:  # a plain wedge
        side = bezier([(waist, 0.5), (waist * 1.3, 0.8), (foot * 0.8, 1.0)])
    else:  # a straight stalk with a small foot
        side = np.array([(waist, 0.5), (waist * 1.5, 0.94), (foot, 0.96), (foot, 1.0)])
    base = np.array([(0, 1.0 - rng.choice([0.0, 0.03]))])
    return np.vstack([[(0, 0.5)], side, base])


def _spade(rng: np.random.Generator, stem: Points) -> Mask:
    shoulder = rng.uniform(0.52, 0.64)
    bottom = rng.uniform(0.7, 0.82)
    swell = rng.choice([rng.uniform(0.0, 0.1), rng.uniform(0.12, 0.22)])
    side = bezier([(0, 0), (swell, 0.22), (0.5, shoulder - 0.24), (0.5, shoulder)])
    low = bottom + 0.16
    lobe = bezier([(0.5, shoulder), (0.5, low), (rng.uniform(0.05, 0.2), low), (0, bottom - 0.08)])
    return _filled([np.vstack([side, lobe]), stem], rng.uniform(0.76, 1.0))


def _club(rng: np.random.Generator, stem: Points) -> Mask:
    radius = rng.uniform(0.21, 0.27)
    side_radius = radius * rng.uniform(0.95, 1.05)
    out = 0.5 - side_radius
    level = rng.uniform(0.53, 0.62)
    tall = rng.choice([1.0, rng.uniform(0.9, 1.15)])
    angle = np.linspace(0, 2 * np.pi, 60)
    circle = np.column_stack([np.sin(angle), -np.cos(angle)])
    upper = circle[:30] * [radius, radius * tall] + [0, radius * tall]
    lobe = circle * [side_radius, side_radius * tall] + [out, level]
    core = rng.uniform(0.05, 0.16)
    middle = np.array([(0, level - core * 1.6), (core, level), (0, level + core)])
    mask = _filled([upper, lobe, middle, stem], rng.uniform(0.86, 1.04))
    round_ink = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (21, 21))  # ink fills narrow corners
    return cv2.morphologyEx(np.pad(mask, 12), cv2.MORPH_CLOSE, round_ink)[12:-12, 12:-12].astype(
        np.uint8
    )
