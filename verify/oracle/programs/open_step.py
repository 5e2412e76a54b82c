"""Steps that nothing ends: each graph contains all steps before it."""
import torch
import torch_xla

model = torch.nn.Linear(8, 4).to(torch_xla.device())
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for step in range(12):
    x = torch.randn(16, 8).to(torch_xla.device())
    loss = model(x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
