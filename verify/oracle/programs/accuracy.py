"""An evaluation that counts on the host, and one that counts on the device."""
import torch
import torch_xla

model = torch.nn.Linear(8, 4).to("xla").eval()
batches = [(torch.randn(16, 8), torch.randint(4, (16,))) for _ in range(12)]


def on_host():
    right = 0
    with torch.no_grad():
        for x, y in batches:
            found = model(x.to("xla")).argmax(1)
            right += (found == y.to("xla")).sum().item()
    return right


def on_device():
    right = torch.zeros((), dtype=torch.int64, device="xla")
    with torch.no_grad():
        for x, y in batches:
            found = model(x.to("xla")).argmax(1)
            right += (found == y.to("xla")).sum()
            torch_xla.sync()
    return right.item()


print(on_host(), on_device())
