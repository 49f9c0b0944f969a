"""The network that names an index: a residual network of one and a half million weights."""

import torch
from torch import Tensor, nn


class IndexNetwork(nn.Module):
    """Names square, upright index crops.

    The crop is standardised inside the network (its own mean and spread over all three
    channels), so that dusk and flash look alike while the colour ratios survive.

    Args:
        classes: number of outputs.
        width: a quarter of the channels of the third stage.
    """

    def __init__(self, classes: int, width: int = 32) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _convolution(3, width // 2, stride=2),
            _convolution(width // 2, 2 * width, stride=2),
            _Residual(2 * width),
            _convolution(2 * width, 4 * width, stride=2),
            _Residual(4 * width),
            _Residual(4 * width),
            _convolution(4 * width, 6 * width, stride=2),
            _Residual(6 * width),
            nn.AdaptiveAvgPool2d(1),
            nn.Flatten(),
        )
        self.head = nn.Sequential(nn.Dropout(0.1), nn.Linear(6 * width, classes))

    def forward(self, crops: Tensor) -> Tensor:
        """Return logits (N, classes) for crops (N, 3, S, S), RGB in 0..255."""
        mean = crops.mean(dim=(1, 2, 3), keepdim=True)
        spread = (crops - mean).square().mean(dim=(1, 2, 3), keepdim=True).sqrt()
        logits: Tensor = self.head(self.features((crops - mean) / (spread + 4.0)))
        return logits


class _Residual(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _convolution(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, inputs: Tensor) -> Tensor:
        return torch.relu(inputs + self.second(self.first(inputs)))


def _convolution(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )
