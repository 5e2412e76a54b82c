"""Scores a checkpoint: mean error per forecast hour, and the time a forecast takes."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch.utils.data import DataLoader

from config import Config
from data import TideWindows, synthetic_levels
from model import Forecaster
from utils import to_accelerator


def load_model(run: Path, config: Config) -> Forecaster:
    """The forecaster as it was after its last epoch."""
    state = torch.load(run / "last.pt", map_location="cuda:0")
    model = Forecaster(config)
    model.load_state_dict(state["model"])
    return to_accelerator(model).eval()


@torch.inference_mode()
def hourly_error(model: Forecaster, loader: DataLoader, horizon: int) -> torch.Tensor:
    """Mean absolute error of each forecast hour over all stations."""
    error = torch.zeros(horizon, device=torch.device("cuda:0"))
    for levels, target in loader:
        levels = levels.cuda(non_blocking=True)
        with torch.autocast("cuda", dtype=torch.bfloat16):
            forecast = model(levels)
        error += (forecast - target.cuda()).abs().mean(dim=(0, 2))
    return error / len(loader)


@torch.inference_mode()
def milliseconds_per_forecast(model: Forecaster, levels: torch.Tensor, rounds: int = 50) -> float:
    """Time of one forecast of one window, after a warm-up."""
    levels = levels.cuda()
    model(levels)
    start = torch.cuda.Event(enable_timing=True)
    end = torch.cuda.Event(enable_timing=True)
    start.record()
    for _ in range(rounds):
        model(levels)
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end) / rounds


def main() -> None:
    """Prints the scores of one run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, help="folder that train.py wrote")
    args = parser.parse_args()
    config = Config.load(args.run / "config.json")
    config.device = "cuda" if torch.cuda.is_available() else "cpu"

    model = load_model(args.run, config)
    levels = synthetic_levels(config.stations, hours=24 * 60)
    dataset = TideWindows(levels, config.window, config.horizon)
    error = hourly_error(model, DataLoader(dataset, batch_size=config.batch_size), config.horizon)
    for hour, value in enumerate(error.tolist(), start=1):
        print(f"+{hour:2d} h  {value:.3f} m")
    window = dataset[0][0].unsqueeze(0)
    print(f"{milliseconds_per_forecast(model, window):.2f} ms per forecast on {config.device}")


if __name__ == "__main__":
    main()
