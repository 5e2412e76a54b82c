"""Makes calls of PyTorch with tensors and devices of torch-xla, and writes what comes of
them: calls.py, a line for each call and setting of functionalization. torch-neuronx turns
functionalization off.
"""

import os
import sys

# CASES are calls, each with what is done before it. What a call yields is written down.
SETUP = """
import torch, torch_xla
import torch_xla.debug.metrics as metrics
x = torch.arange(12.0).reshape(1, 3, 2, 2).to("xla")
conv = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 1), torch.nn.ReLU()).to("xla")
linear = torch.nn.Linear(2, 2).to("xla")

def traced(model, x):
    with torch.no_grad():
        program = torch.jit.trace(model, x)
        return "follows its input" if torch.allclose(program(x + 1), model(x + 1)) else "yields what was traced"

def graph(model, x):
    from torch.utils.tensorboard import SummaryWriter
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        SummaryWriter(folder).add_graph(model, x)

def saved(place):
    import io
    file = io.BytesIO()
    torch.save(torch.ones(2), file)
    file.seek(0)
    return torch.load(file, map_location=place).device

def draws(seed):
    seed(3)
    first = torch.rand(4, device="xla").cpu()
    seed(3)
    return "the same again" if (torch.rand(4, device="xla").cpu() == first).all() else "others"

def shape(change, of):
    y = torch.ones(of).to("xla")
    change(y)
    return f"{tuple(y.shape)} on the device and {tuple(y.cpu().shape)} on the host"

def stepped(**options):
    linear(torch.ones(1, 2).to("xla")).sum().backward()
    torch.optim.AdamW(linear.parameters(), **options).step()

def behind(optimizer_first):
    model = torch.nn.Linear(2, 2)
    if optimizer_first:
        optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    before = model.weight.detach().clone()
    model.to("xla")
    if not optimizer_first:
        optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    model(torch.ones(1, 2).to("xla")).sum().backward()
    optimizer.step()
    return "the weights stay" if torch.equal(model.weight.detach().cpu(), before) else "the weights change"

def steps(sync, read):
    model = torch.nn.Linear(8, 4).to("xla")
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(20):
        loss = model(torch.ones(5, 8).to("xla")).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if sync:
            torch_xla.sync()
        if read:
            loss.item()
    return graphs()

def rounds(call):
    x = torch.randn(64, 3).to("xla")
    for i in range(10):
        held = call(x, i).sum()  # what nobody holds is not computed
        torch_xla.sync()
    return graphs()

def graphs():
    compiled, run = (metrics.metric_data(n) for n in ("CompileTime", "ExecuteTime"))
    return f"{compiled[0] if compiled else 0} graphs compiled, {run[0] if run else 0} run"
"""
CASES = [
    ("torch.device", "torch.device('xla')"),
    ("torch.device ==", "torch.ones(1, device='xla').device == torch.device('xla')"),
    ("torch.Tensor.to", "x.to('xla', non_blocking=True).device"),
    ("torch.nn.Module.to", "next(linear.to('xla').parameters()).device"),
    ("torch.ones", "torch.ones(1, device='xla').device"),
    ("torch.ones numbered 1", "torch.ones(1, device='xla:1').device"),
    ("torch.Generator", "torch.Generator(device='xla').device"),
    ("torch.load on xla", "saved('xla')"),
    ("torch.load on cpu", "saved('cpu')"),
    ("torch.manual_seed", "draws(torch.manual_seed)"),
    ("torch_xla.manual_seed", "draws(torch_xla.manual_seed)"),
    ("torch.Tensor.numpy", "x.numpy()"),
    ("torch.Tensor.share_memory_", "x.share_memory_()"),
    ("torch.get_device_module", "torch.get_device_module('xla')"),
    ("torch.accelerator.is_available", "torch.accelerator.is_available()"),
    ("torch.optim.AdamW fused", "stepped(fused=True)"),
    ("torch.optim.AdamW foreach", "stepped(foreach=True)"),
    ("torch.jit.trace linear", "traced(linear, x)"),
    ("torch.jit.trace convolution", "traced(conv, x)"),
    ("torch.jit.trace convolution with gradients", "torch.jit.trace(conv, x) and None"),
    ("torch.utils.tensorboard.SummaryWriter.add_graph linear", "graph(linear, x)"),
    ("torch.utils.tensorboard.SummaryWriter.add_graph convolution", "graph(conv, x)"),
    ("20 steps that read the loss", "steps(False, True)"),
    ("20 steps that end with torch_xla.sync", "steps(True, False)"),
    ("20 steps that end with torch_xla.sync and read the loss", "steps(True, True)"),
    ("changing-position 10 rounds of x[i:i + 4]", "rounds(lambda x, i: x[i:i + 4])"),
    ("changing-position 10 rounds of x[i]", "rounds(lambda x, i: x[i])"),
    ("10 rounds of x.index_select(0, tensor)", "rounds(lambda x, i: x.index_select(0, torch.arange(i, i + 4).to('xla')))"),
    ("10 rounds of x + i", "rounds(lambda x, i: x + i)"),
    ("10 rounds of x ** i", "rounds(lambda x, i: x ** i)"),
    ("torch.Tensor.t_", "shape(lambda y: y.t_(), (3, 8))"),
    ("torch.Tensor.transpose_", "shape(lambda y: y.transpose_(0, 1), (3, 8))"),
    ("torch.Tensor.swapaxes_", "shape(lambda y: y.swapaxes_(0, 1), (3, 8))"),
    ("torch.Tensor.unsqueeze_", "shape(lambda y: y.unsqueeze_(0), (3, 8))"),
    ("torch.Tensor.squeeze_", "shape(lambda y: y.squeeze_(0), (1, 8))"),
    ("torch.nn.init.orthogonal_ more rows than columns", "tuple(torch.nn.init.orthogonal_(torch.empty(8, 3, device='xla')).cpu().shape)"),
    ("torch.nn.init.orthogonal_ fewer rows than columns", "tuple(torch.nn.init.orthogonal_(torch.empty(3, 8, device='xla')).cpu().shape)"),
    ("stale-optimizer made, the module moved, a step", "behind(True)"),
    ("the module moved, an optimizer made, a step", "behind(False)"),
]


def main():
    from importlib.metadata import version

    print("# Made by verify/run calls with torch", version("torch"), "torch-xla", version("torch-xla"), "on the CPU")
    print("call", "functionalization", "outcome", sep="\t")
    for name, call in CASES:
        for setting in ("on", "off"):
            print(name, setting, outcome(call, setting), sep="\t", flush=True)


def outcome(call, setting):
    """What comes of a call in a process of its own."""
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        os.environ.update(PJRT_DEVICE="CPU", XLA_DISABLE_FUNCTIONALIZATION=str(int(setting == "off")))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        names = {}
        try:
            exec(SETUP, names)
            text = f"yields {eval(call, names)}"
        except Exception as raised:
            text = f"raises {type(raised).__name__}: {raised}"
        os.write(send, text.splitlines()[0][:150].encode())
        os._exit(0)
    os.close(send)
    _, status = os.waitpid(child, 0)
    with os.fdopen(receive) as f:
        return f.read() if status == 0 else f"ends the process with {os.waitstatus_to_exitcode(status)}"


if __name__ == "__main__":
    sys.exit(main())
