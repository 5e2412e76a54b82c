"""A DataLoader with a last batch that is smaller, and one that drops it."""
import torch
import torch_xla
from torch.utils.data import DataLoader, TensorDataset

dataset = TensorDataset(torch.randn(44, 8), torch.randn(44, 4))
model = torch.nn.Linear(8, 4).to("xla")
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)


def epoch(loader):
    for x, y in loader:
        x, y = x.to("xla"), y.to("xla")
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        torch_xla.sync()


loader = DataLoader(dataset, batch_size=8, shuffle=True)
for _ in range(2):
    epoch(loader)
even = DataLoader(dataset, batch_size=8, shuffle=True, drop_last=True)
for _ in range(2):
    epoch(even)
