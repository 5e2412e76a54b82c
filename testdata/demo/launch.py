"""Starts one training process per GPU of this machine; under torchrun, joins its group."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import torch
import torch.multiprocessing as mp

import train
from config import Config


def set_nccl_environment() -> None:
    """Settings for a machine whose cards reach each other only through the host."""
    os.environ.setdefault("NCCL_DEBUG", "WARN")
    os.environ.setdefault("NCCL_P2P_DISABLE", "1")
    os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
    os.environ.setdefault("MASTER_PORT", "29500")


def worker(local_rank: int, world_size: int, out: Path) -> None:
    """One process of the group; mp.spawn hands in its rank."""
    os.environ["RANK"] = os.environ["LOCAL_RANK"] = str(local_rank)
    os.environ["WORLD_SIZE"] = str(world_size)
    train.fit(Config(device=f"cuda:{local_rank}"), out)


def main() -> None:
    """Trains on the GPUs named on the command line, or on all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gpus", help="comma-separated indices, such as 0,1")
    parser.add_argument("--out", type=Path, default=Path("runs/distributed"))
    args = parser.parse_args()
    if args.gpus:  # must be set before the first call that starts CUDA
        os.environ["CUDA_VISIBLE_DEVICES"] = args.gpus

    if "LOCAL_RANK" in os.environ:
        train.fit(Config(), args.out)
        return
    set_nccl_environment()
    world_size = torch.cuda.device_count()
    print(f"training on {world_size} cuda devices")
    mp.spawn(worker, args=(world_size, args.out), nprocs=world_size)


if __name__ == "__main__":
    main()
