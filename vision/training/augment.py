"""Changes that are drawn anew each time a stored crop is shown to the network."""

import torch
from torch import Tensor
from torch.nn import functional

from vision.classify import CROP_PX
from vision.training.crops import STORED_PX


def centred(crops: Tensor) -> Tensor:
    """Return stored crops (N, 80, 80, 3) uint8 as the network sees them: (N, 3, 64, 64) float."""
    edge = (STORED_PX - CROP_PX) // 2
    return crops[:, edge : edge + CROP_PX, edge : edge + CROP_PX].permute(0, 3, 1, 2).float()


def augmented(crops: Tensor, chance: torch.Generator) -> Tensor:
    """Return stored crops (N, 80, 80, 3) uint8 as network inputs (N, 3, 64, 64) in 0..255.

    Turned, shifted and scaled as a detector errs; blurred, tinted, greyed, inverted, with their
    inks exchanged and covered at the rim as photos and decks differ.
    """
    images = _moved(crops.permute(0, 3, 1, 2).float(), chance)
    count = len(images)
    fewer = _chosen(count, 0.25, chance)
    size = int(torch.randint(14, 44, (), generator=chance))
    small = functional.interpolate(images[fewer], size=size, mode="bilinear", antialias=True)
    images[fewer] = functional.interpolate(small, size=(CROP_PX, CROP_PX), mode="bilinear")
    images *= torch.exp(0.1 * torch.randn(count, 3, 1, 1, generator=chance))
    grey = _chosen(count, 0.12, chance)
    images[grey] = images[grey].mean(dim=1, keepdim=True).expand(-1, 3, -1, -1)
    inverted = _chosen(count, 0.05, chance)
    images[inverted] = 255 - images[inverted]
    darkened = _chosen(count, 0.08, chance)
    images[darkened] = on_dark_paper(images[darkened])
    recoloured = _chosen(count, 0.08, chance)
    images[recoloured] = images[recoloured][:, torch.randperm(3, generator=chance)]
    noisy = _chosen(count, 0.3, chance)
    strength = 15 * torch.rand(count, 1, 1, 1, generator=chance)[noisy]
    images[noisy] += strength * torch.randn(images[noisy].shape, generator=chance)
    for place in _chosen(count, 0.15, chance).nonzero().flatten().tolist():
        _cover_rim(images[place], chance)
    return images.clamp_(0, 255)


def on_dark_paper(images: Tensor) -> Tensor:
    """Return images (N, 3, H, W) in 0..255, light and dark exchanged: red ink stays red.

    The same for tensors as `vision.dark_decks.negative`, in which such decks are read.
    """
    brightest, darkest = images.amax(dim=1, keepdim=True), images.amin(dim=1, keepdim=True)
    return images + 255 - brightest - darkest


def _moved(images: Tensor, chance: torch.Generator) -> Tensor:
    count = len(images)

    def normal(spread: float) -> Tensor:
        return spread * torch.randn(count, generator=chance).clamp(-2.2, 2.2)

    # Keypoints are mostly right to a few degrees; one in four may be far off.
    spread = torch.where(_chosen(count, 0.25, chance), 15.0, 5.5)
    turn = torch.deg2rad(spread * normal(1.0))
    scale = CROP_PX / STORED_PX * torch.exp(normal(0.11) - 0.02)
    stretch = torch.exp(normal(0.05))
    cos, sin = torch.cos(turn), torch.sin(turn)
    across = torch.stack([scale * stretch * cos, -scale / stretch * sin, normal(0.05)], 1)
    down = torch.stack([scale * stretch * sin, scale / stretch * cos, normal(0.05)], 1)
    grid = functional.affine_grid(
        torch.stack([across, down], 1), [count, 3, CROP_PX, CROP_PX], align_corners=False
    )
    return functional.grid_sample(images, grid, padding_mode="border", align_corners=False)


def _chosen(count: int, share: float, chance: torch.Generator) -> Tensor:
    return torch.rand(count, generator=chance) < share


def _cover_rim(image: Tensor, chance: torch.Generator) -> None:
    """Lay a flat strip over one side, up to a sixth of the crop."""
    depth = int(torch.randint(2, CROP_PX // 6, (), generator=chance))
    colour = 255 * torch.rand(3, 1, 1, generator=chance)
    side = int(torch.randint(4, (), generator=chance))
    strip = (
        image[:, :depth],
        image[:, -depth:],
        image[:, :, :depth],
        image[:, :, -depth:],
    )[side]
    strip[:] = colour
