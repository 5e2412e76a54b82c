"""Writes down each loss from which a program goes backward, and on which device it lies,
into the file NEURONLINT_RECORD; ends the program after NEURONLINT_STEPS of them. With
torch-xla it reads nothing before the end, since a read runs a graph, and writes down how
many graphs were compiled and run.
"""

import functools
import json
import os
import sys

import torch

from . import lines


def start():
    path = os.environ.get("NEURONLINT_RECORD")
    if not path:
        return
    most = int(os.environ["NEURONLINT_STEPS"])
    original = torch.autograd.backward
    held.clear()
    seen = 0

    @functools.wraps(original)
    def backward(tensors, *arguments, **options):
        nonlocal seen
        lines.step()
        result = original(tensors, *arguments, **options)
        loss = tensors if isinstance(tensors, torch.Tensor) else tensors[0]
        held.append(loss.detach())
        if "torch_xla" not in sys.modules or sys.modules["torch_xla"] is None:
            finish()
        seen += 1
        if seen == most and os.environ.get("NEURONLINT_END"):
            lines.finish()
            finish()
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)
        return result

    torch.autograd.backward = backward


# held are the losses that were not read yet.
held = []


def finish():
    """Writes down the losses that are held, and what torch-xla has counted."""
    if not held:
        return
    lines = [graphs()] if sys.modules.get("torch_xla") else []
    lines += [{"loss": loss.cpu().double().sum().item(), "device": loss.device.type} for loss in held]
    held.clear()
    with open(os.environ["NEURONLINT_RECORD"], "a") as out:
        out.writelines(json.dumps(line) + "\n" for line in lines)


def graphs():
    """How many graphs torch-xla has compiled and run."""
    import torch_xla.debug.metrics as metrics

    counted = {}
    for name, key in (("CompileTime", "compiled"), ("ExecuteTime", "run")):
        data = metrics.metric_data(name)
        counted[key] = data[0] if data else 0
    return counted
