"""Finds storm surges: hours in which levels stay far from what the tide alone would give."""

from __future__ import annotations

import argparse

import torch
import torch.nn.functional as F

from data import synthetic_levels

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def smooth(levels: torch.Tensor, hours: int) -> torch.Tensor:
    """Mean of each station over so many hours, which takes the tide out."""
    kernel = torch.ones(1, 1, hours, device=device) / hours
    return F.conv1d(levels.T.unsqueeze(1), kernel, padding="same").squeeze(1).T


def main() -> None:
    """Prints how much of the time each station lies above the limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=float, default=0.2, help="metres above the mean")
    args = parser.parse_args()
    levels = synthetic_levels(stations=12, hours=24 * 365).to(device)
    high = smooth(levels, hours=25) > args.limit
    for station, share in enumerate(high.float().mean(dim=0).tolist()):
        print(f"station {station:2d}: {100 * share:.1f} % of the hours")


if __name__ == "__main__":
    main()
