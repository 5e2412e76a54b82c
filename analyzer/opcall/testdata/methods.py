"""Receivers: what they are decides what is called."""

import torch
from torch import Tensor, nn


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(dim))  # calls: torch.nn.Parameter; torch.zeros
        self.norm = nn.LayerNorm(dim)  # calls: torch.nn.LayerNorm
        self.weight.data.fill_(1)  # calls: torch.Tensor.fill_
        self.norm.weight.data.zero_()  # calls: torch.Tensor.zero_

    def forward(self, x, mask=None):
        b, n, c = x.size()  # calls: torch.Tensor.size likely
        x = self.norm(x).view(b, n, 2, c // 2).permute(2, 0, 1, 3)  # calls: torch.Tensor.view likely; torch.Tensor.permute likely
        q, k = x.unbind(0)  # calls: torch.Tensor.unbind likely
        scores = q @ k.transpose(-2, -1)  # calls: torch.Tensor.transpose
        scores = scores.softmax(dim=-1)  # calls: torch.Tensor.softmax
        (scores * 2 + 1).sum().item()  # calls: torch.Tensor.sum; torch.Tensor.item
        scores[:, 0].mean()  # calls: torch.Tensor.mean
        for part in scores.split(2):  # calls: torch.Tensor.split
            part.clone()  # calls: torch.Tensor.clone
        parts = [p.detach() for p in (q, k)]  # calls: torch.Tensor.detach
        parts[0].float()  # calls: torch.Tensor.float
        self.helper(x).flatten(1)  # calls: torch.Tensor.flatten
        return x

    def helper(self, x):
        return torch.stack([x])  # calls: torch.stack


def annotated(x: Tensor, y: "torch.Tensor", z: int, w: Tensor | None = None):
    x.view(-1)  # calls: torch.Tensor.view
    y.view(-1)  # calls: torch.Tensor.view
    z.bit_length()
    if w is not None:
        w.view(-1)  # calls: torch.Tensor.view


def branches(flag):
    x = torch.zeros(1)  # calls: torch.zeros
    if flag:
        x = x.exp()  # calls: torch.Tensor.exp
    else:
        x = x.log()  # calls: torch.Tensor.log
    x.cumsum_(0)  # calls: torch.Tensor.cumsum_


def results():
    values, indices = torch.zeros(3).topk(2)  # calls: torch.zeros; torch.Tensor.topk
    values.sum()  # calls: torch.Tensor.sum
    torch.where(values > 0, values, indices).sum()  # calls: torch.where; torch.Tensor.sum
    torch.where(values > 0)[0].sum()  # calls: torch.where; torch.Tensor.sum
    q, r = torch.linalg.qr(values)  # calls: torch.linalg.qr
    q.t()  # calls: torch.Tensor.t
    size = values.size(0)  # calls: torch.Tensor.size
    size.bit_length()
    values.tolist().index(3)  # calls: torch.Tensor.tolist
    values.new_zeros(3).fill_(1)  # calls: torch.Tensor.new_zeros; torch.Tensor.fill_
    values.cpu().numpy().astype(int)  # calls: torch.Tensor.cpu; torch.Tensor.numpy


class Built(nn.Module):
    """What a layer is made of may be handed in; what it returns is then told by
    what is done with it."""

    def __init__(self, norm_layer):
        super().__init__()
        self.norm = norm_layer(3)

    def forward(self, x: Tensor):
        x = self.norm(x)
        self.norm("words").clone()
        x.split(2)  # calls: torch.Tensor.split likely
        x = x.permute(0, 2, 1)  # calls: torch.Tensor.permute likely
        return self.norm(x).frobnicate()


class Plain:
    def __init__(self, norm_layer):
        self.norm = norm_layer(3)

    def run(self, x: Tensor):
        self.norm(x).clone()


class Several(nn.Module):
    """What a model returns may be no tensor: methods of dictionaries and lists
    do not make it one."""

    def forward(self, x):
        x.values()
        x.sort()
        x.sort(key=len)
        x.sort(dim=-1)  # calls: torch.Tensor.sort likely
        return x.sort(-1, True)  # calls: torch.Tensor.sort likely


model = nn.Linear(2, 2)  # calls: torch.nn.Linear
tuple(model(torch.randn(2)).values())  # calls: torch.randn
torch.zeros(2).sort()  # calls: torch.zeros; torch.Tensor.sort
torch.zeros(2).storage().data_ptr()  # calls: torch.zeros; torch.Tensor.storage


def storages(layers):
    layers[2].weight.data.storage().data_ptr()
