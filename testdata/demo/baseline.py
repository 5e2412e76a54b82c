"""The recurrent baseline that the transformer has to beat: one GPU, one file, one hour."""

from __future__ import annotations

import argparse
import time

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

from data import TideWindows, synthetic_levels


class Baseline(nn.Module):
    """Reads the hours of history one by one and forecasts from the last state."""

    def __init__(self, stations: int, width: int, horizon: int):
        super().__init__()
        self.shape = (horizon, stations)
        self.read = nn.GRU(stations, width, batch_first=True)
        self.head = nn.Linear(width, horizon * stations)

    def forward(self, levels: torch.Tensor) -> torch.Tensor:
        states, _ = self.read(levels)
        return self.head(states[:, -1]).view(-1, *self.shape)


def train_epoch(model: Baseline, loader: DataLoader, optimizer: torch.optim.Optimizer) -> torch.Tensor:
    """One pass over the data; returns the mean loss, still on the device."""
    total = torch.zeros((), device="cuda")
    for levels, target in loader:
        levels, target = levels.cuda(non_blocking=True), target.cuda(non_blocking=True)
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = F.smooth_l1_loss(model(levels), target)
        loss.backward()
        optimizer.step()
        total += loss.detach()
    return total / len(loader)


def main() -> None:
    """Trains the baseline and prints loss and time of each epoch."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1707)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.cuda.manual_seed_all(args.seed)

    dataset = TideWindows(synthetic_levels(stations=12, hours=24 * 365), window=168, horizon=24)
    loader = DataLoader(dataset, batch_size=64, shuffle=True, drop_last=True)
    model = Baseline(stations=12, width=128, horizon=24).cuda()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for epoch in range(args.epochs):
        torch.cuda.synchronize()
        start = time.perf_counter()
        loss = train_epoch(model, loader, optimizer)
        torch.cuda.synchronize()
        print(f"epoch {epoch}: loss {loss.item():.4f}, {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
