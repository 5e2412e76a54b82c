"""Branches on values: of the gradient, of the loss, and of shapes, which no tensor holds."""
import torch
import torch_xla

model = torch.nn.Linear(8, 4).to("xla")
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
best = torch.full((), 1e9, device="xla")
for step in range(20):
    x = torch.randn(16, 8).to("xla")
    out = model(x)
    if out.shape[0] > 4:
        out = out * 2
    loss = out.square().mean()
    optimizer.zero_grad()
    loss.backward()
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    if torch.isnan(norm):
        continue
    optimizer.step()
    if loss < best:
        best = loss.detach()
    torch_xla.sync()
