"""How a call is written does not change what is called, and the namespace stays
that in which it was called."""

import functools
import importlib

import torch
import torch as t
import torch.nn as nn
import torch.nn.functional
import torch.nn.functional as F
from torch import Tensor, cat as concat, linalg, nn as layers
from torch.functional import einsum
from torch.nn import Linear, init
from torch.nn.functional import relu, softmax as soft
from torch.nn.modules import Conv2d
from torch.nn.modules.activation import GELU
from torch.nn.parameter import Parameter

a = torch.relu(torch.ones(2))  # calls: torch.relu; torch.ones
b = t.relu(a)  # calls: torch.relu
c = torch.nn.functional.relu(a)  # calls: torch.nn.functional.relu
d = F.relu(a)  # calls: torch.nn.functional.relu
e = relu(a)  # calls: torch.nn.functional.relu
f = a.relu_()  # calls: torch.Tensor.relu_
g = torch.relu_(a)  # calls: torch.relu_
h = nn.ReLU()  # calls: torch.nn.ReLU
i = soft(a, -1)  # calls: torch.nn.functional.softmax
j = torch.softmax(a, -1)  # calls: torch.softmax
k = a.softmax(-1)  # calls: torch.Tensor.softmax
l = torch.special.softmax(a, -1)  # calls: torch.special.softmax
m = concat([a, b])  # calls: torch.cat
n = einsum("i,i", a, b)  # calls: torch.einsum
o = torch.functional.einsum("i,i", a, b)  # calls: torch.einsum
p = linalg.norm(a)  # calls: torch.linalg.norm
q = Linear(2, 2)  # calls: torch.nn.Linear
r = layers.Linear(2, 2)  # calls: torch.nn.Linear
s = torch.nn.modules.linear.Linear(2, 2)  # calls: torch.nn.Linear
u = Conv2d(1, 1, 1)  # calls: torch.nn.Conv2d
v = GELU()  # calls: torch.nn.GELU
w = Parameter(torch.empty(2))  # calls: torch.nn.Parameter; torch.empty
x = init.xavier_uniform_(w)  # calls: torch.nn.init.xavier_uniform_
y = nn.init.normal_(w, 0, 1)  # calls: torch.nn.init.normal_
z = nn.init.xavier_uniform(w)  # calls: torch.nn.init.xavier_uniform

torch.Tensor.view(a, -1)  # calls: torch.Tensor.view
Tensor.view_as(a, b)  # calls: torch.Tensor.view_as
Tensor([1.0])  # calls: torch.Tensor
torch.FloatTensor(2)  # calls: torch.FloatTensor
torch.fft.rfft(a)  # calls: torch.fft.rfft
torch.linalg.qr(a)  # calls: torch.linalg.qr
torch.sparse.mm(a, a)  # calls: torch.sparse.mm
torch.sparse_coo_tensor(a, b)  # calls: torch.sparse_coo_tensor
nn.Embedding.from_pretrained(a)  # calls: torch.nn.Embedding.from_pretrained

matmul = torch.matmul
matmul(a, a)  # calls: torch.matmul
act = nn.SiLU
act()  # calls: torch.nn.SiLU
pick = F.gelu if a is None else F.relu
pick(a)  # calls: torch.nn.functional.gelu
functional = importlib.import_module("torch.nn.functional")
functional.silu(a)  # calls: torch.nn.functional.silu
(torch
 .stack([a]))  # calls-above: torch.stack
torch.cat([a.view(-1), b.view(-1)]).sum()  # calls: torch.cat; torch.Tensor.view; torch.Tensor.view; torch.Tensor.sum
map(torch.relu, [a])
layer_of = functools.partial(nn.LayerNorm, eps=1e-6)
