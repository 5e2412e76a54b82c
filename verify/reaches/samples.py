"""Calls of names that PyTorch's own samples lack, among those that projects use most."""

import torch
from torch import nn


def X():
    return torch.randn(3, 4)


def layer(made, *shape):
    """A call of a layer in training and one in evaluation."""
    x = torch.randn(*shape or (3, 4))
    return [lambda: made.train()(x), lambda: made.eval()(x)]


def filled(function, *arguments):
    weight = nn.Parameter(torch.empty(4, 4))
    return [lambda: function(weight, *arguments)]


def stepped(of, **options):
    """The step of an optimizer whose state is there."""
    weights = [nn.Parameter(X()), nn.Parameter(torch.randn(4))]
    for w in weights:
        w.grad = torch.randn_like(w)
    optimizer = of(weights, lr=0.1, **options)
    return optimizer


CONVOLUTION = nn.Parameter(torch.empty(4, 4, 3))
WEIGHTS = [nn.Parameter(X())]
WEIGHTS[0].grad = X()
INDEX = torch.tensor([0, 2])
RAGGED, THETA = [torch.ones(2), torch.ones(3)], torch.ones(1, 2, 3)
SPARSE = torch.eye(3).to_sparse()
x, y = X(), X()

CALLS = {
    "torch.tensor": [lambda: torch.tensor([1.0, 2.0]), lambda: torch.tensor(3)],
    "torch.as_tensor": [lambda: torch.as_tensor([1.0]), lambda: torch.as_tensor(x)],
    "torch.rand": [lambda: torch.rand(3, 4)],
    "torch.randperm": [lambda: torch.randperm(4)],
    "torch.kaiser_window": [lambda: torch.kaiser_window(8)],
    "torch.relu": [lambda: torch.relu(x)],
    "torch.sparse_coo_tensor": [lambda: torch.sparse_coo_tensor(INDEX[None], RAGGED[0], (3,))],
    "torch.nn.functional.affine_grid": [lambda: nn.functional.affine_grid(THETA, (1, 1, 4, 4))],
    "torch.Tensor.item": [lambda t=x[0, 0]: t.item()],
    "torch.Tensor.tolist": [lambda: x.tolist()],
    "torch.Tensor.numpy": [lambda: x.numpy()],
    "torch.Tensor.detach": [lambda: x.detach()],
    "torch.Tensor.detach_": [lambda t=X(): t.detach_()],
    "torch.Tensor.cpu": [lambda: x.cpu()],
    "torch.Tensor.T": [lambda: x.T],
    "torch.Tensor.real": [lambda t=torch.complex(x, y): t.real],
    "torch.Tensor.data": [lambda: x.data],
    "torch.Tensor.copy_": [lambda t=X(): t.copy_(y)],
    "torch.Tensor.type": [lambda: x.type(torch.float64), lambda: x.type(torch.int32)],
    "torch.Tensor.type_as": [lambda: x.type_as(INDEX)],
    "torch.Tensor.random_": [lambda t=X(): t.random_(), lambda t=X(): t.random_(5), lambda t=X(): t.random_(1, 5)],
    "torch.Tensor.bernoulli_": [lambda t=X(): t.bernoulli_(0.5)],
    "torch.Tensor.fill_diagonal_": [lambda t=X(): t.fill_diagonal_(1.0)],
    "torch.Tensor.zero_": [lambda t=X(): t.zero_()],
    "torch.Tensor.to_dense": [lambda: SPARSE.to_dense()],
    "torch.Tensor.coalesce": [lambda: SPARSE.coalesce()],
    "torch.Tensor.values": [lambda t=SPARSE.coalesce(): t.values()],
    "torch.nn.init.zeros_": filled(nn.init.zeros_),
    "torch.nn.init.ones_": filled(nn.init.ones_),
    "torch.nn.init.constant_": filled(nn.init.constant_, 0.5),
    "torch.nn.init.normal_": filled(nn.init.normal_),
    "torch.nn.init.uniform_": filled(nn.init.uniform_),
    "torch.nn.init.trunc_normal_": filled(nn.init.trunc_normal_),
    "torch.nn.init.kaiming_uniform_": filled(nn.init.kaiming_uniform_),
    "torch.nn.init.kaiming_normal_": filled(nn.init.kaiming_normal_),
    "torch.nn.init.xavier_uniform_": filled(nn.init.xavier_uniform_),
    "torch.nn.init.xavier_normal_": filled(nn.init.xavier_normal_),
    "torch.nn.init.orthogonal_": filled(nn.init.orthogonal_),
    "torch.nn.init.dirac_": [lambda: nn.init.dirac_(CONVOLUTION)],
    "torch.nn.utils.clip_grad_norm_": [lambda: nn.utils.clip_grad_norm_(WEIGHTS, 1.0)],
    "torch.nn.utils.clip_grad_value_": [lambda: nn.utils.clip_grad_value_(WEIGHTS, 1.0)],
    "torch.nn.utils.rnn.pad_sequence": [lambda: nn.utils.rnn.pad_sequence([*RAGGED], batch_first=True), lambda: nn.utils.rnn.pad_sequence([*RAGGED])],
    "torch.nn.Dropout": layer(nn.Dropout()),
    "torch.nn.Dropout2d": layer(nn.Dropout2d(), 1, 3, 4, 4),
    "torch.nn.ReLU": layer(nn.ReLU()),
    "torch.nn.ReLU6": layer(nn.ReLU6()),
    "torch.nn.SiLU": layer(nn.SiLU()),
    "torch.nn.Sigmoid": layer(nn.Sigmoid()),
    "torch.nn.Tanh": layer(nn.Tanh()),
    "torch.nn.Softmax": layer(nn.Softmax(-1)),
    "torch.nn.LogSoftmax": layer(nn.LogSoftmax(-1)),
    "torch.nn.LeakyReLU": layer(nn.LeakyReLU()),
    "torch.nn.PReLU": layer(nn.PReLU()),
    "torch.nn.GELU": layer(nn.GELU()),
    "torch.nn.Flatten": layer(nn.Flatten(), 2, 3, 4),
    "torch.nn.Unfold": layer(nn.Unfold(2), 1, 3, 4, 4),
    "torch.nn.Fold": layer(nn.Fold((4, 4), 2), 1, 12, 9),
    "torch.nn.Upsample": layer(nn.Upsample(scale_factor=2), 1, 3, 4, 4),
    "torch.nn.ZeroPad2d": layer(nn.ZeroPad2d(1), 1, 3, 4, 4),
    "torch.nn.PixelShuffle": layer(nn.PixelShuffle(2), 1, 4, 4, 4),
    "torch.nn.LSTM": layer(nn.LSTM(4, 5), 3, 2, 4),
    "torch.nn.GRU": layer(nn.GRU(4, 5), 3, 2, 4),
    "torch.nn.RNN": layer(nn.RNN(4, 5), 3, 2, 4),
    "torch.nn.MultiheadAttention": [lambda m=nn.MultiheadAttention(4, 2), z=torch.randn(3, 2, 4): m(z, z, z), lambda m=nn.MultiheadAttention(4, 2), z=torch.randn(3, 2, 4): m(z, z, z, need_weights=False)],
    "torch.nn.Embedding": [lambda m=nn.Embedding(5, 3): m(INDEX)],
    "torch.optim.Optimizer.zero_grad": [lambda o=stepped(torch.optim.SGD): o.zero_grad(), lambda o=stepped(torch.optim.SGD): o.zero_grad(set_to_none=False)],
}
