package syntax

// mlHeader and mlParts are what generated training code is made of; the @ of a name stands
// for a number.
const mlHeader = `"""Training helpers for a small language model."""
from __future__ import annotations

import argparse
import logging
import os
from typing import Any, Optional

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

from .config import Config, load_config
from ..utils import (get_rank, is_main_process as main_process)

logger = logging.getLogger(__name__)
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
`

var mlParts = []string{`

class Attention_@(nn.Module):
    """Multi-head attention with a causal mask.

    Args:
        dim: the width of the model.
        heads: how many heads share it.
    """

    def __init__(self, dim: int, heads: int = 8, dropout: float = 0.1) -> None:
        super().__init__()
        self.heads = heads
        self.scale = (dim // heads) ** -0.5
        self.qkv = nn.Linear(dim, dim * 3, bias=False)
        self.proj = nn.Sequential(nn.Linear(dim, dim), nn.Dropout(dropout))

    def forward(self, x: torch.Tensor, mask: Optional[torch.Tensor] = None):
        b, n, _ = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        scores = torch.matmul(q, k.transpose(-2, -1)) * self.scale
        if mask is not None:
            scores = scores.masked_fill(mask[:, None, None, :] == 0, float("-inf"))
        weights = F.softmax(scores, dim=-1)  # over the keys
        out = torch.matmul(weights, v).transpose(1, 2).reshape(b, n, -1)
        return self.proj(out)
`, `

class TokenDataset_@(Dataset):
    def __init__(self, path, tokenizer, max_length=512, split="train"):
        self.path = os.path.join(path, f"{split}.jsonl")
        self.tokenizer = tokenizer
        self.max_length = max_length
        with open(self.path, encoding="utf-8") as handle:
            self.lines = [line.strip() for line in handle if line.strip()]

    def __len__(self):
        return len(self.lines)

    def __getitem__(self, index):
        encoded = self.tokenizer(
            self.lines[index],
            truncation=True,
            max_length=self.max_length,
            padding="max_length",
            return_tensors="pt",
        )
        return {key: value.squeeze(0) for key, value in encoded.items()}
`, `

def train_epoch_@(model, loader, optimizer, scheduler, scaler, args, epoch):
    model.train()
    total, steps = 0.0, 0
    for step, batch in enumerate(loader):
        batch = {k: v.to(args.device, non_blocking=True) for k, v in batch.items()}
        with torch.autocast(device_type="cuda", dtype=torch.float16, enabled=args.amp):
            outputs = model(**batch, labels=batch["input_ids"])
            loss = outputs.loss / args.accumulate
        scaler.scale(loss).backward()
        if (step + 1) % args.accumulate == 0:
            scaler.unscale_(optimizer)
            torch.nn.utils.clip_grad_norm_(model.parameters(), args.max_norm)
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad(set_to_none=True)
            scheduler.step()
        total += loss.item()
        steps += 1
        if step % args.log_every == 0 and main_process():
            # the learning rate of the first group stands for all
            lr = optimizer.param_groups[0]["lr"]
            logger.info(f"epoch {epoch} step {step}: loss {total / steps:.4f}, lr {lr:.2e}")
    return total / max(steps, 1)
`, `

@torch.no_grad()
def evaluate_@(model: nn.Module, loader: DataLoader, device: str = DEVICE) -> dict[str, Any]:
    model.eval()
    correct = torch.zeros(1, device=device)
    count = 0
    losses = []
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        logits = model(inputs)
        losses.append(F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1)).item())
        correct += (logits.argmax(dim=-1) == targets).sum()
        count += targets.numel()
    return {"loss": sum(losses) / len(losses), "accuracy": (correct / count).item()}
`, `

def main_@():
    parser = argparse.ArgumentParser(description="Train the model")
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"], help="where to run")
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--lr", type=float, default=3e-4)
    parser.add_argument("--amp", action="store_true")
    args = parser.parse_args()

    local_rank = int(os.environ.get("LOCAL_RANK", "0"))
    if torch.cuda.device_count() > 1:
        torch.cuda.set_device(local_rank)
        torch.distributed.init_process_group(backend="nccl", init_method="env://")
    torch.manual_seed(42 + get_rank())
    config: Config = load_config(args.config)
    model = Attention_@(config.dim, heads=config.heads).to(args.device)
    params = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(params, lr=args.lr, betas=(0.9, 0.95), weight_decay=0.01)
    try:
        state = torch.load(args.resume, map_location="cpu")
        model.load_state_dict(state["model"])
    except FileNotFoundError as error:
        logger.warning("no checkpoint: %s", error)


if __name__ == "__main__":
    main_@()
`}
