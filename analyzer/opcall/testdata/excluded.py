"""What is called on the way and is no operator."""

import torch
import torch.distributed as dist
import torch.nn as nn
from torch import optim
from torch.utils import checkpoint
from torch.utils.data import DataLoader

torch.manual_seed(0)
torch.seed()
torch.get_rng_state()
torch.cuda.manual_seed_all(0)
torch.cuda.synchronize()
torch.cuda.FloatTensor(3)
torch.device("cpu")
torch.finfo(torch.float32)
torch.iinfo(torch.int64)
torch.set_default_dtype(torch.float32)
torch.set_num_threads(1)
torch.set_float32_matmul_precision("high")
torch.use_deterministic_algorithms(True)
torch.is_grad_enabled()
torch.set_grad_enabled(False)
torch.Generator()
torch.compile(None)
torch.jit.script(None)
torch.autograd.grad(None, None)
torch.load("x")
torch.save(None, "x")
torch.hub.load("a", "b")
torch.onnx.export(None)
torch.backends.cudnn.is_available()
torch.amp.autocast("cuda")
torch.distributions.Normal(0, 1)
dist.all_reduce(None)
optim.Adam([])
checkpoint.checkpoint(None)
DataLoader([])
nn.utils.clip_grad_norm_([], 1.0)
nn.parallel.DistributedDataParallel(None)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(2, 2)  # calls: torch.nn.Linear
        self.layers = nn.ModuleList([nn.Identity()])  # calls: torch.nn.ModuleList; torch.nn.Identity
        self.register_buffer("mask", torch.tril(torch.ones(2, 2)))  # calls: torch.tril; torch.ones
        self.layers.append(nn.Identity())  # calls: torch.nn.Identity
        self.apply(self.reset)

    @torch.no_grad()
    def reset(self, module):
        nn.init.zeros_(module.bias)  # calls: torch.nn.init.zeros_

    def forward(self, x: torch.Tensor):
        with torch.no_grad(), torch.inference_mode():
            return super().forward(self.inner(x))


net = Net()
net.to("cpu").half().eval()
net(None)
net.cuda()
net.parameters()
nn.Linear(2, 2).to("cpu")  # calls: torch.nn.Linear
nn.SyncBatchNorm.convert_sync_batchnorm(net)
torch.zeros(2).to("cpu")  # calls: torch.zeros; torch.Tensor.to
torch.zeros(2).backward()  # calls: torch.zeros; torch.Tensor.backward
torch.is_tensor(net)  # calls: torch.is_tensor
