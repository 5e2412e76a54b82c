"""Trains the tide forecaster, on one GPU or as one process of launch.py or torchrun."""

from __future__ import annotations

import argparse
import logging
import time
from pathlib import Path

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler

import utils
from config import Config
from data import TideWindows, synthetic_levels
from model import Forecaster

log = logging.getLogger("train")


def parse_args() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cuda", help="where to train, such as cuda:0 or cpu")
    parser.add_argument("--config", type=Path, help="JSON file with settings")
    parser.add_argument("--resume", type=Path, help="checkpoint to go on from")
    parser.add_argument("--out", type=Path, default=Path("runs/latest"))
    return parser.parse_args()


def make_loader(config: Config) -> DataLoader:
    """Windows in random order; with a process group, each rank sees its own share."""
    levels = synthetic_levels(config.stations, hours=24 * 365)
    dataset = TideWindows(levels, config.window, config.horizon)
    sampler = DistributedSampler(dataset) if dist.is_initialized() else None
    return DataLoader(
        dataset,
        batch_size=config.batch_size,
        sampler=sampler,
        shuffle=sampler is None,
        num_workers=4,
        pin_memory=torch.cuda.is_available(),
        drop_last=True,
    )


def save_checkpoint(path: Path, model, optimizer, epoch: int) -> None:
    """Leaves what load_checkpoint needs to go on after this epoch."""
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}
    torch.save(state, path)


def load_checkpoint(path: Path, model, optimizer, local_rank: int) -> int:
    """Restores a run that rank 0 saved; returns the epoch to go on with."""
    state = torch.load(path, map_location={"cuda:0": f"cuda:{local_rank}"})
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    return state["epoch"] + 1


def train_epoch(model, loader, optimizer, scaler, device: torch.device, config: Config) -> float:
    """One pass over the data; returns the mean loss."""
    total = torch.zeros((), device=device)
    for levels, target in loader:
        levels = levels.to(device, non_blocking=True)
        target = target.to(device, non_blocking=True)
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast(config.device_type, dtype=torch.float16, enabled=config.amp):
            loss = F.smooth_l1_loss(model(levels), target)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        total += loss.detach()
    return total.item() / len(loader)


def fit(config: Config, out: Path, resume: Path | None = None) -> None:
    """Trains all epochs and leaves a checkpoint after each."""
    utils.seed_everything(config.seed)
    local_rank = utils.join_process_group()
    if local_rank == 0:
        out.mkdir(parents=True, exist_ok=True)
        config.save(out / "config.json")
    device = torch.device(config.device)
    if dist.is_initialized():
        device = torch.device(f"cuda:{local_rank}")

    model = Forecaster(config).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=config.learning_rate)
    first = load_checkpoint(resume, model, optimizer, local_rank) if resume else 0
    wrapped = model
    if dist.is_initialized():
        wrapped = DistributedDataParallel(model, device_ids=[local_rank])

    scaler = torch.cuda.amp.GradScaler(enabled=config.amp)
    loader = make_loader(config)
    log.info("the first steps are slow while cuda loads its kernels")
    for epoch in range(first, config.epochs):
        if dist.is_initialized():
            loader.sampler.set_epoch(epoch)
        torch.cuda.synchronize()
        start = time.perf_counter()
        loss = train_epoch(wrapped, loader, optimizer, scaler, device, config)
        torch.cuda.synchronize()
        seconds = time.perf_counter() - start
        log.info("epoch %d: loss %.4f, %.1f s, %.0f MiB of cuda memory",
                 epoch, loss, seconds, utils.peak_memory_mib())
        if local_rank == 0:
            save_checkpoint(out / "last.pt", model, optimizer, epoch)
    utils.release_memory()
    if dist.is_initialized():
        dist.destroy_process_group()


def main() -> None:
    """Trains with the settings of the command line."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s: %(message)s")
    args = parse_args()
    config = Config.load(args.config) if args.config else Config()
    config.device = args.device  # belongs to the machine, not to the run
    if config.device.startswith("cuda"):
        utils.require_gpu()
    fit(config, args.out, args.resume)


if __name__ == "__main__":
    main()
