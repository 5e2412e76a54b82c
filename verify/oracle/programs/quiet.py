"""Nothing is read: shapes, types, devices, formats of names, metrics of the host."""
import torch
import torch_xla

model = torch.nn.Linear(8, 4).to("xla")
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 5)
history, losses = [], []
for step in range(20):
    x = torch.randn(16, 8).to("xla", non_blocking=True)
    out = model(x)
    assert out.shape == (16, 4) and len(out) == 16 and out.dim() == 2
    loss = out.square().mean()
    if loss.requires_grad:
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
    optimizer.step()
    scheduler.step()
    losses.append(loss.detach())
    history.append(float(scheduler.get_last_lr()[0]))
    torch_xla.sync()
print(torch.stack(losses).cpu().tolist()[-1], history[-1])
