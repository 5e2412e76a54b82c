"""Generation with a sequence that grows, and with one of a fixed length."""
import torch
import torch_xla

model = torch.nn.Sequential(torch.nn.Embedding(16, 8), torch.nn.Linear(8, 16)).to("xla").eval()


@torch.no_grad()
def grow(tokens, count):
    for _ in range(count):
        logits = model(tokens)[:, -1]
        best = logits.argmax(-1, keepdim=True)
        tokens = torch.cat([tokens, best], dim=1)
        torch_xla.sync()
    return tokens


@torch.no_grad()
def fixed(tokens, count):
    for _ in range(count):
        logits = model(tokens)[:, -1]
        best = logits.argmax(-1, keepdim=True)
        tokens = torch.cat([tokens[:, 1:], best], dim=1)
        torch_xla.sync()
    return tokens


start = torch.zeros(1, 4, dtype=torch.int64, device="xla")
grow(start, 10)
fixed(start, 10)
