"""einops takes the arrays of any framework: what is called on the result tells
which, unless the file is not about PyTorch."""

import einx
from einops import rearrange
import torch


def f(x):
    rearrange(x, "a b -> b a").softmax(-1)  # calls: torch.Tensor.softmax likely
    einx.subtract("i, j -> i j", x, x).abs()  # calls: torch.Tensor.abs likely
    rearrange(x, "a b -> b a").astype(int)
