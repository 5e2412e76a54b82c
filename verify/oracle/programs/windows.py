"""Slices on the device at positions that change compile a graph each, those on the host
none."""
import torch
import torch_xla

data = torch.randn(128, 8)
on_device = data.to("xla")
model = torch.nn.Linear(8, 4).to("xla")
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)


def train(batch):
    optimizer.zero_grad()
    loss = model(batch).square().mean()
    loss.backward()
    optimizer.step()
    torch_xla.sync()


for i in range(0, 80, 8):
    train(on_device[i:i + 8])
for i in range(0, 80, 8):
    train(data[i:i + 8].to("xla"))
for step in range(10):
    train(on_device.index_select(0, torch.arange(step * 8, step * 8 + 8).to("xla")))
