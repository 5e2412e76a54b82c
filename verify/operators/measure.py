"""Runs one of PyTorch's own samples on the XLA device and says what happened.

A sample runs on the CPU first, under a log of the aten operators that it
reaches, and then with the same values on torch-xla's CPU plugin, whose counters
say which operators it lowered ("xla::X") and which it handed to the host
("aten::X").
"""

import re

import torch
import torch_xla
import torch_xla.debug.metrics as metrics
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map


class Sample:
    """A call of an operator or a module: a function of its operands."""

    def __init__(self, call, operands, keywords):
        self.call, self.operands, self.keywords = call, operands, keywords

    def run(self, on):
        return self.call(*on[0], **on[1])

    def on(self, device):
        """The operands as new tensors on a device, with gradients as they were."""
        def move(x):
            if isinstance(x, torch.nn.Module):
                return x.to(device)
            if isinstance(x, torch.Tensor):
                return x.detach().clone().to(device).requires_grad_(x.requires_grad)
            if isinstance(x, torch.device) or x == "cpu":
                return device
            return x
        return tree_map(move, (self.operands, self.keywords))

    def __str__(self):
        words = [described(x) for x in self.operands]
        words += ["%s=%s" % (name, described(x)) for name, x in self.keywords.items()]
        return "(" + ", ".join(words) + ")"


def described(x):
    """An argument in short: a tensor by its dtype and shape."""
    def short(x):
        if isinstance(x, torch.Tensor):
            return Word("%s%s" % (str(x.dtype).removeprefix("torch."), list(x.shape)))
        if isinstance(x, torch.nn.Module):
            return Word(repr(x))
        return x
    return re.sub(r"\s+", " ", str(tree_map(short, x)))[:100]


class Word(str):
    def __repr__(self):
        return str(self)


class Reached(TorchDispatchMode):
    """Logs the aten operators that calls dispatch to."""

    def __init__(self):
        super().__init__()
        self.names, self.tags = set(), set()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.namespace == "aten":
            self.names.add(str(func).removeprefix("aten."))
            self.tags.update(tag.name for tag in func.tags)
        return func(*args, **(kwargs or {}))


def tensors(value):
    return [x for x in tree_flatten(value)[0] if isinstance(x, torch.Tensor)]


def gradients(result, on):
    """A function that computes the gradients of all operands, or None."""
    results = [x for x in tensors(result) if x.requires_grad]
    operands = [x for x in tensors(on) if x.requires_grad]
    for module in tree_flatten(on)[0]:
        if isinstance(module, torch.nn.Module):
            operands += [x for x in module.parameters() if x.requires_grad]
    if not results or not operands:
        return None
    ones = [torch.ones_like(x) for x in results]
    return lambda: torch.autograd.grad(results, operands, ones, allow_unused=True)


def start():
    """Opens the device. Autograd counts the devices when it is first used, and
    must not be used before."""
    torch.zeros(1, device=torch_xla.device())
    torch_xla.sync(wait=True)


def cleared():
    torch_xla.sync(wait=True)
    metrics.clear_all()


def counted():
    """What the counters say: lowered, handed to the host, values read."""
    names = [name.partition("::") for name in metrics.counter_names()]
    read = metrics.metric_data("TransferFromDeviceTime")
    return {
        "lowered": sorted(name for space, _, name in names if space == "xla"),
        "fell": sorted(name for space, _, name in names if space == "aten"),
        "read": read[0] if read else 0,
    }


def difference(wanted, got):
    """Says how two results differ by more than their dtype explains, "" if not."""
    for a, b in zip(tensors(wanted), tensors(got)):
        a, b = a.detach(), b.detach().cpu()
        if a.shape != b.shape:
            return "shape"
        if a.dtype != b.dtype:
            return "dtype " + str(b.dtype).removeprefix("torch.")
        if a.is_sparse or a.is_quantized:
            continue
        loose = 5e-2 if a.dtype == torch.bfloat16 else 1e-3
        if not torch.allclose(a, b, rtol=loose, atol=loose, equal_nan=True):
            return "value"
    return ""


def message(error):
    text = (str(error).strip() or "no text").split("\n")[0]
    text = re.sub(r"0x[0-9a-f]+|\d{6,}", "#", re.sub(r"\s+", " ", text))
    return ("%s: %s" % (type(error).__name__, text))[:160]


def on_host(sample, backward):
    """What a sample comes to on the CPU, or None where it does not run there."""
    log = Reached()
    try:
        torch.manual_seed(0)
        on = sample.on(torch.device("cpu"))
        if not backward:
            with log:
                return sample.run(on), log
        gradient = gradients(sample.run(on), on)
        if gradient is None:
            return None
        with log:
            return gradient(), log
    except Exception:
        return None


def measured(sample, backward, comparable):
    """Runs a sample on both and returns what happened, None if not even the CPU runs it."""
    host = on_host(sample, backward)
    if host is None:
        return None
    wanted, log = host
    found = {"sample": str(sample), "reached": sorted(log.names), "error": "", "differs": "",
             "dynamic": "dynamic_output_shape" in log.tags, "lowered": [], "fell": [], "read": 0}
    try:
        on = sample.on(torch_xla.device())
        call = lambda: sample.run(on)
        torch.manual_seed(0)
        if backward:
            call = gradients(call(), on)
        cleared()
        got = call()
        found.update(counted())
        torch_xla.sync(wait=True)
        if comparable:
            found["differs"] = difference(wanted, got)
    except Exception as error:
        found["error"] = message(error)
    return found
