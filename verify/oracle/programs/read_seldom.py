"""The loss stays on the device and is read every tenth step."""
import torch
import torch_xla

model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU(), torch.nn.Linear(8, 4)).to("xla")
optimizer = torch.optim.Adam(model.parameters())
total = torch.zeros((), device="xla")
for step in range(20):
    x = torch.randn(16, 8).to("xla")
    loss = model(x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss.detach()
    if step % 10 == 9:
        print(step, total.item() / 10)
        total.zero_()
    torch_xla.sync()
