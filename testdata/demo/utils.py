"""What the scripts share: seeds, the process group, placement, memory."""

from __future__ import annotations

import os
import random

import torch
import torch.distributed as dist
from torch import nn


def seed_everything(seed: int) -> None:
    """Makes two runs with one seed alike, at some cost in speed."""
    random.seed(seed)
    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.benchmark = False


def require_gpu() -> None:
    """Fails at once rather than after an hour of training on the host."""
    assert torch.cuda.is_available(), "no GPU: pass --device cpu to train without one"


def join_process_group() -> int:
    """Joins the group that torchrun or launch.py announced; returns the local rank."""
    local_rank = int(os.environ.get("LOCAL_RANK", "0"))
    world_size = int(os.environ.get("WORLD_SIZE", "1"))
    if torch.cuda.is_available() and world_size > 1:
        torch.cuda.set_device(local_rank)
        dist.init_process_group("nccl")
    return local_rank


def to_accelerator(module: nn.Module) -> nn.Module:
    """Moves a module to the GPU where there is one."""
    if torch.cuda.is_available():
        module = module.cuda()
    return module


def release_memory() -> None:
    """Hands cached blocks back, so that evaluation can share the card with training."""
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def peak_memory_mib() -> float:
    """Most memory held at once since the last call, in MiB."""
    peak = torch.cuda.max_memory_allocated() / 2**20
    torch.cuda.reset_peak_memory_stats()
    return peak
