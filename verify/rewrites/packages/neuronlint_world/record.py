"""Writes down each loss from which a program goes backward, and on which device it lies,
into the file NEURONLINT_RECORD; ends the program after NEURONLINT_STEPS of them.
"""

import functools
import json
import os
import sys

import torch


def start():
    path = os.environ.get("NEURONLINT_RECORD")
    if not path:
        return
    most = int(os.environ["NEURONLINT_STEPS"])
    original = torch.autograd.backward
    seen = []

    @functools.wraps(original)
    def backward(tensors, *arguments, **options):
        result = original(tensors, *arguments, **options)
        loss = tensors if isinstance(tensors, torch.Tensor) else tensors[0]
        line = {"loss": loss.detach().double().sum().item(), "device": loss.device.type}
        with open(path, "a") as out:
            out.write(json.dumps(line) + "\n")
        seen.append(line)
        if len(seen) == most and os.environ.get("NEURONLINT_END"):
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)
        return result

    torch.autograd.backward = backward
