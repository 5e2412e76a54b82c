"""Crops on the device at random positions of Python, and a scale that changes."""
import random

import torch
import torch_xla

random.seed(0)
model = torch.nn.Conv2d(3, 4, 3).to("xla")
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for step in range(10):
    image = torch.randn(2, 3, 32, 32).to("xla")
    top = random.randint(0, 8)
    crop = image[:, :, top:top + 24, top:top + 24]
    loss = model(crop).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    torch_xla.sync()
for step in range(10):
    image = torch.randn(2, 3, 32, 32).to("xla")
    size = random.randrange(16, 32, 4)
    small = torch.nn.functional.interpolate(image, size=(size, size))
    loss = model(small).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    torch_xla.sync()
