"""Single rows of a tensor on the device, by a number of Python."""
import torch
import torch_xla

table = torch.randn(40, 8).to("xla")
target = torch.zeros(8, device="xla")
weight = torch.nn.Parameter(torch.ones(8, device="xla"))
optimizer = torch.optim.SGD([weight], lr=0.01)
for step in range(20):
    row = table[step]
    loss = (row * weight - target).square().sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    torch_xla.sync()
