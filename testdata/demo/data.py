"""Hourly water levels: windows of history with the hours to forecast."""

from __future__ import annotations

import math

import torch
from torch.utils.data import Dataset

# Periods in hours of the four constituents that explain most of a tide.
PERIODS = (12.4206, 12.0000, 23.9345, 25.8193)


def synthetic_levels(stations: int, hours: int) -> torch.Tensor:
    """Water levels with the right periods and some weather, one row per hour."""
    time = torch.arange(hours).unsqueeze(1)
    levels = 0.1 * torch.randn(hours, stations)
    for period in PERIODS:
        phase = 2 * math.pi * torch.rand(stations)
        levels += torch.sin(2 * math.pi * time / period + phase)
    return levels


class TideWindows(Dataset):
    """Every stretch of `window` hours together with the `horizon` hours after it."""

    def __init__(self, levels: torch.Tensor, window: int, horizon: int):
        self.levels = levels
        self.window = window
        self.horizon = horizon

    def __len__(self) -> int:
        return len(self.levels) - self.window - self.horizon + 1

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        split = index + self.window
        return self.levels[index:split], self.levels[split : split + self.horizon]
