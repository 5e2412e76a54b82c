"""A causal transformer over the hours of history of all stations."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from config import Config
from kernels import gated_silu

try:
    from xformers.ops import LowerTriangularMask, memory_efficient_attention
except ImportError:  # scaled_dot_product_attention does the same, a little slower
    memory_efficient_attention = None


class TidalPhase(nn.Module):
    """Adds where each hour stands in the tidal cycles; nothing here is learnt."""

    def __init__(self, width: int, window: int, device: str = "cuda"):
        super().__init__()
        hours = torch.arange(window, device=device).unsqueeze(1)
        periods = torch.logspace(0.6, 3.0, width // 2, device=device)
        angles = 2 * torch.pi * hours / periods
        table = torch.cat([angles.sin(), angles.cos()], dim=1)
        self.register_buffer("table", table, persistent=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.table[: x.shape[1]]


class Attention(nn.Module):
    """Multi-head causal self-attention."""

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        batch, hours, width = x.shape
        qkv = self.qkv(x).view(batch, hours, 3, self.heads, -1)
        q, k, v = qkv.unbind(dim=2)
        if memory_efficient_attention is not None and x.is_cuda:
            mixed = memory_efficient_attention(q, k, v, attn_bias=LowerTriangularMask())
        else:
            q, k, v = (part.transpose(1, 2) for part in (q, k, v))
            mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2)
        return self.out(mixed.reshape(batch, hours, width))


class Block(nn.Module):
    """Attention and a gated feed-forward layer, each behind its own norm."""

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.norm_attention = nn.LayerNorm(width)
        self.attention = Attention(width, heads)
        self.norm_feed = nn.LayerNorm(width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(2 * width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x + self.attention(self.norm_attention(x))
        gate, value = self.up(self.norm_feed(x)).chunk(2, dim=-1)
        return x + self.down(gated_silu(gate, value))


class Forecaster(nn.Module):
    """Levels of the last hours in, levels of the next hours out."""

    def __init__(self, config: Config):
        super().__init__()
        self.shape = (config.horizon, config.stations)
        self.embed = nn.Linear(config.stations, config.width)
        self.phase = TidalPhase(config.width, config.window, device=config.device)
        self.blocks = nn.ModuleList(
            Block(config.width, config.heads) for _ in range(config.layers)
        )
        self.head = nn.Linear(config.width, config.horizon * config.stations)

    def forward(self, levels: torch.Tensor) -> torch.Tensor:
        x = self.phase(self.embed(levels))
        for block in self.blocks:
            x = block(x)
        return self.head(x[:, -1]).view(-1, *self.shape)
