"""The status is that of the call and not of the API where the text shows what
decides it. Each is that of the row of the table in SDK 2.26."""

import torch
import torch.nn.functional as F

x = torch.zeros(2, 2)  # calls: torch.zeros supported
torch.sort(x)  # calls: torch.sort unsupported
torch.nonzero(x)  # calls: torch.nonzero fallback
torch.where(x > 0, x, x)  # calls: torch.where supported
torch.where(x > 0)  # calls: torch.where fallback
torch.round(x)  # calls: torch.round supported
torch.round(x, decimals=2)  # calls: torch.round fallback
x.view(-1)  # calls: torch.Tensor.view supported
x.view(torch.int32)  # calls: torch.Tensor.view limited
x.cuda()  # calls: torch.Tensor.cuda cuda-only
F.one_hot(x, 3)  # calls: torch.nn.functional.one_hot supported
F.one_hot(x)  # calls: torch.nn.functional.one_hot limited
F.interpolate(x, mode="bicubic")  # calls: torch.nn.functional.interpolate fallback
x.T.round(decimals=2)  # calls: torch.Tensor.round fallback
torch.nn.Sequential()  # calls: torch.nn.Sequential no-operator


def asked(decimals):
    torch.round(x, **decimals)  # calls: torch.round limited
