"""A mask selects as many elements as are true; where() keeps the shape."""
import torch
import torch_xla

model = torch.nn.Linear(8, 4).to("xla")
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for step in range(20):
    x = torch.randn(16, 8).to("xla")
    keep = torch.rand(16).to("xla") > 0.5
    out = model(x)
    if step < 10:
        loss = out[keep].sum()
    else:
        loss = torch.where(keep[:, None], out, 0.0).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    torch_xla.sync()
