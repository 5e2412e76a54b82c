"""The loss is read in each step, before the step ends and after it."""
import torch
import torch_xla

model = torch.nn.Linear(8, 4).to("xla")
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
data = [(torch.randn(16, 8), torch.randn(16, 4)) for _ in range(20)]
before = after = 0.0
for x, y in data:
    loss = torch.nn.functional.mse_loss(model(x.to("xla")), y.to("xla"))
    optimizer.zero_grad()
    loss.backward()
    before += loss.item()
    optimizer.step()
    torch_xla.sync()
    after += loss.item()
print(before, after)
