"""Reads in functions that the loop calls: one by each step, one now and then."""
import torch
import torch_xla

model = torch.nn.Linear(8, 4).to("xla")
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)


class Meter:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def update(self, value):
        self.total += float(value)
        self.count += 1


def report(loss, step):
    if step % 10 == 0:
        print(f"{step}: {loss.detach().cpu().numpy()}")


meter = Meter()
for step in range(20):
    loss = model(torch.randn(16, 8).to("xla")).square().mean()
    optimizer.zero_grad()
    loss.backward()
    meter.update(loss)
    report(loss.sqrt(), step)
    optimizer.step()
    torch_xla.sync()
print(meter.total / meter.count)
