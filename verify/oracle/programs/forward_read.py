"""A forward that reads a length, and one that is told it by the host."""
import torch
import torch_xla


class Masked(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(8, 8)

    def forward(self, x, lengths):
        longest = int(lengths.max())
        mask = torch.arange(longest, device=x.device)[None] < lengths[:, None]
        return (self.net(x[:, :longest]) * mask[..., None]).sum()


class Padded(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(8, 8)

    def forward(self, x, lengths):
        mask = torch.arange(x.shape[1], device=x.device)[None] < lengths[:, None]
        return (self.net(x) * mask[..., None]).sum()


for made in (Masked, Padded):
    model = made().to("xla")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.001)
    for step in range(10):
        x = torch.randn(4, 12, 8).to("xla")
        lengths = torch.randint(1, 13, (4,)).to("xla")
        optimizer.zero_grad()
        loss = model(x, lengths)
        loss.backward()
        optimizer.step()
        torch_xla.sync()
