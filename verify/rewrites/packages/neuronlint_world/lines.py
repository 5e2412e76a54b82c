"""Writes down what each line of a program makes torch-xla do: how often the line ran, how
many graphs it ran and compiled without asking for it, how many values it read, and how many
different shapes and positions it gave the device.

start(folder, path) follows the code below folder; finish() writes the lines to path. What
libraries do is written down for the line that calls them. Counters are read before each
line, and only those that torch-xla raises before a call returns.
"""

import json
import os
import sys

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten

COUNTS = ("ran", "graphs", "compiled", "reads", "synced")


class Lines:
    def __init__(self, folder, path):
        import torch_xla
        import torch_xla.debug.metrics as metrics

        self.folder, self.path, self.steps = os.path.abspath(folder) + os.sep, path, 0
        self.counts, self.shapes, self.paths = {}, {}, {}
        self.at, self.asked = None, False
        self.counter, self.metric = metrics.counter_value, metrics.metric_data
        self.before = self.state()
        torch_xla.sync = self.asking(torch_xla.sync)

    def asking(self, sync):
        """A sync of which the graphs are asked for."""
        def asked(*arguments, **options):
            self.flush()
            result = sync(*arguments, **options)
            self.flush(asked=True)
            return result
        return asked

    def state(self):
        compiled = self.counter("UncachedCompile") or 0
        reads = self.metric("TransferFromDeviceTime")
        return compiled + (self.counter("CachedCompile") or 0), compiled, reads[0] if reads else 0

    def flush(self, asked=False):
        now = self.state()
        if self.at is not None and now != self.before:
            line = self.line(self.at)
            graphs, compiled, reads = (b - a for a, b in zip(self.before, now))
            if asked:
                line[4] += graphs
            else:
                line[1], line[3] = line[1] + graphs, line[3] + reads
            line[2] += compiled
        self.before = now

    def line(self, at):
        return self.counts.setdefault(at, [0] * len(COUNTS))

    def within(self, file):
        """The path of a file of the program, None for other files."""
        if file not in self.paths:
            full = os.path.abspath(file)
            generated = file.startswith("<")  # <frozen os>, <string>
            ours = full.startswith(self.folder) and "site-packages" not in full and not generated
            self.paths[file] = full[len(self.folder):] if ours else None
        return self.paths[file]

    def trace(self, frame, event, argument):
        if event == "call" and not self.within(frame.f_code.co_filename):
            return None
        self.flush()
        if event == "line":
            self.at = self.within(frame.f_code.co_filename), frame.f_lineno
            self.line(self.at)[0] += 1
        elif event == "return":
            caller = frame.f_back
            while caller and not self.within(caller.f_code.co_filename):
                caller = caller.f_back
            self.at = (self.within(caller.f_code.co_filename), caller.f_lineno) if caller else None
        return self.trace

    def write(self):
        self.flush()
        with open(self.path, "w") as out:
            out.write(json.dumps({"steps": self.steps}) + "\n")
            for (path, number), counts in sorted(self.counts.items()):
                line = dict(zip(COUNTS, counts), path=path, line=number,
                            shapes=max(map(len, self.shapes.get((path, number), {}).values()), default=0))
                out.write(json.dumps(line) + "\n")


class Shapes(TorchDispatchMode):
    """Counts, for each line and operator and the tensors that it takes on the device, the
    different shapes and positions that it makes of them."""

    def __init__(self, lines):
        super().__init__()
        self.lines = lines

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        if self.lines.at is not None:
            flat = tree_flatten((args, kwargs))[0]
            takes = tuple(tuple(x.shape) for x in flat if isinstance(x, torch.Tensor) and x.device.type == "xla")
            numbers = tuple(x for x in flat if type(x) is int) if func.is_view else ()
            made = tuple(tuple(x.shape) for x in tree_flatten(result)[0]
                         if isinstance(x, torch.Tensor) and x.device.type == "xla")
            if made:
                of = self.lines.shapes.setdefault(self.lines.at, {})
                of.setdefault((str(func), takes), set()).add((numbers, made))
        return result


current = None


def start(folder, path):
    global current
    current = Lines(folder, path)
    sys.settrace(current.trace)
    Shapes(current).__enter__()


def step():
    """A step of training."""
    if current:
        current.steps += 1


def finish():
    global current
    if current:
        sys.settrace(None)
        current.write()
        current = None
