"""Which aten operators the public names of PyTorch reach.

    python pytorch.py NAMES RAW >TABLE

NAMES is the table of public names, opsdb/data/apis.tsv. Each name that PyTorch has a sample
for (op_db, module_db, optim_db), and those in samples.py, run on the CPU, as function, as
method and in place. A line of the table is one name:

    calls      the operators that its Python code called in every run
    sometimes  those that it called in some of the runs
    reaches    the operators that were left for a device, by a TorchDispatchMode
    backward   those that the gradient left for one
"""

import itertools
import json
import os
import signal
import sys
import warnings

import torch
from torch.profiler import ProfilerActivity, profile, record_function
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.common_modules import module_db
from torch.testing._internal.common_optimizers import optim_db
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map

import samples

# How many samples of a dtype run. The dtypes of an operator's first run with gradients.
DTYPES = {torch.float32: 8, torch.int64: 2, torch.bool: 1, torch.complex64: 2}
LIMIT = 600  # seconds for one subject, after which the process ends
SHARE = 50  # subjects in one fork


class Left(TorchDispatchMode):
    """Logs the operators that are left for a device."""

    def __init__(self):
        super().__init__()
        self.names = set()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.namespace == "aten":
            self.names.add(str(func).removeprefix("aten."))
        return func(*args, **(kwargs or {}))


class Name:
    """What the runs of a public name have called."""

    def __init__(self):
        self.runs, self.every, self.some = 0, None, set()
        self.reaches, self.backward = set(), set()

    def add(self, called):
        self.runs += 1
        self.every = called if self.every is None else self.every & called
        self.some |= called


class Subject:
    """The runs of a subject. Each runs twice, on copies of its operands: for what is left for
    a device, and for what is called, in one profile of them all. A call that raises counts
    for nothing."""

    def __init__(self, judged):
        self.judged, self.found, self.good = judged, {}, []

    def run(self, name, call, operands, gradient):
        if name not in self.judged:
            return
        try:
            left, backward = logged(call, copied(operands), gradient)
        except Exception:
            return
        of = self.found.setdefault(name, Name())
        of.reaches |= left
        of.backward |= backward
        self.good.append((name, call, copied(operands)))

    def finish(self):
        if not self.good:
            return
        with profile(activities=[ProfilerActivity.CPU]) as seen:
            for number, (name, call, operands) in enumerate(self.good):
                with record_function("call %d" % number):
                    call(*operands)
        for event in seen.events():
            if event.name.startswith("call "):
                self.found[self.good[int(event.name[5:])][0]].add(called(event))


def called(event):
    """The operators that the code within an event calls itself, without those that these are
    made of."""
    found = set()
    for child in event.cpu_children:
        if child.name.startswith("aten::"):
            found.add(child.name.removeprefix("aten::"))
        else:
            found |= called(child)
    return found


def logged(call, operands, gradient):
    """The operators that a call and its gradient leave for a device."""
    left, backward = Left(), Left()
    with left:
        result = call(*operands)
    results = [x for x in tensors(result) if x.requires_grad]
    wanted = [x for x in tensors(operands) if x.requires_grad and x.is_leaf]
    for module in tree_flatten(operands)[0]:
        if isinstance(module, torch.nn.Module):
            wanted += [x for x in module.parameters() if x.requires_grad]
    if gradient and results and wanted:
        ones = [torch.ones_like(x) for x in results]
        try:
            with backward:
                torch.autograd.grad(results, wanted, ones, allow_unused=True)
        except Exception:
            return left.names, set()
    return left.names, backward.names


def tensors(value):
    return [x for x in tree_flatten(value)[0] if isinstance(x, torch.Tensor)]


def copied(operands):
    def copy(x):
        if isinstance(x, torch.Tensor):
            return x.detach().clone().requires_grad_(x.requires_grad)
        return x
    return tree_map(copy, operands)


def spellings(op):
    """The public names of an operator of op_db, each with the function. Op_db wraps some
    functions, so that the function is the one that the name leads to."""
    names = [op.name] + [alias.name for alias in op.aliases]
    found = {"torch." + name: at("torch." + name) for name in names}
    for name, of in zip(names, [op, *op.aliases]):
        if of.method_variant:
            found["torch.Tensor." + name] = of.method_variant
        if of.inplace_variant:
            found["torch.Tensor." + name + "_"] = of.inplace_variant
    return {name: call for name, call in found.items() if callable(call)}


def at(name):
    """What a name leads to, or None."""
    found = torch
    for part in name.split(".")[1:]:
        found = getattr(found, part, None)
    return found


def operator_runs(op):
    """The calls of an operator: name, call, operands, with gradient."""
    for dtype, most in DTYPES.items():
        if dtype not in op.dtypes:
            continue
        gradient = dtype == torch.float32 and op.supports_autograd
        for s in itertools.islice(op.sample_inputs("cpu", dtype, requires_grad=gradient), most):
            for name, call in spellings(op).items():
                in_place = name.endswith("_")
                x = detached(s.input) if in_place else s.input
                yield name, keyworded(call), (x, *s.args, s.kwargs), gradient and not in_place


def keyworded(call):
    """A call whose last operand is its keywords."""
    return lambda *operands: call(*operands[:-1], **operands[-1])


def detached(x):
    """The operand of a call in place, which must be no leaf that gets a gradient."""
    return x.detach() if isinstance(x, torch.Tensor) else x


def module_runs(info):
    name = "torch.nn." + info.name.removeprefix("nn.")
    for training in (False, True):
        for s in info.module_inputs_func(info, "cpu", torch.float32, True, training):
            if s.forward_input is None:
                continue
            module = info.module_cls(*s.constructor_input.args, **s.constructor_input.kwargs)
            module.train(training)
            call = lambda module, *operands: module(*operands[:-1], **operands[-1])
            operands = (module, *s.forward_input.args, s.forward_input.kwargs)
            for spelling in (name, name + ".forward"):
                yield spelling, call, operands, True


def optimizer_runs(info):
    name = "torch.optim." + info.optim_cls.__name__
    for s in info.optim_inputs_func(device="cpu"):
        if "closure" in str(s.desc):
            continue
        weights = [torch.nn.Parameter(torch.randn(3, 4)), torch.nn.Parameter(torch.randn(4))]
        for w in weights:
            w.grad = torch.randn_like(w)
        optimizer = info.optim_cls(weights, **s.kwargs)
        step = lambda optimizer: optimizer.step(*([lambda: torch.tensor(1.0)] if info.step_requires_closure else []))
        for spelling in (name, name + ".step"):
            yield spelling, step, (optimizer,), False


def subjects():
    for op in op_db:
        title = op.name + ("/" + op.variant_test_name if op.variant_test_name else "")
        yield title, lambda op=op: operator_runs(op)
    for info in module_db:
        yield info.name, lambda info=info: module_runs(info)
    for info in optim_db:
        yield info.optim_cls.__name__, lambda info=info: optimizer_runs(info)
    for name, calls in samples.CALLS.items():
        yield name, lambda name=name, calls=calls: ((name, call, (), True) for call in calls)


def measure(title, runs, judged, out):
    """Writes a line for each name of a subject."""
    torch.manual_seed(0)
    signal.alarm(LIMIT)
    subject = Subject(judged)
    try:
        for name, call, operands, gradient in runs():
            subject.run(name, call, operands, gradient)
        subject.finish()
    except Exception as error:
        print("%s: %s" % (title, str(error).split("\n")[0]), file=sys.stderr)
    signal.alarm(0)
    for name, of in subject.found.items():
        if of.runs:
            line = {"subject": title, "api": name, **vars(of)}
            print(json.dumps(line, default=sorted), file=out)
    print(json.dumps({"done": title}), file=out, flush=True)


def measured(judged, path):
    """Measures all subjects that the file of a run broken off lacks, in forks: a crash costs
    one subject."""
    lost = set()
    while True:
        done = {line["done"] for line in lines_of(path) if "done" in line} | lost
        todo = [(title, runs) for title, runs in subjects() if title not in done]
        if not todo:
            return
        child = os.fork()
        if child == 0:
            with open(path, "a", encoding="utf-8") as out:
                for title, runs in todo[:SHARE]:
                    measure(title, runs, judged, out)
            os._exit(0)
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
            done = {line["done"] for line in lines_of(path) if "done" in line}
            title = next(title for title, _ in todo if title not in done)
            print("%s: the process ended" % title, file=sys.stderr)
            lost.add(title)


def lines_of(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def names(path):
    """The public names and their other spellings."""
    found = set()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            cells = line.split("\t")
            found.update([cells[0], *cells[2].split()])
    return found


def main():
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    measured(names(sys.argv[1]), sys.argv[2])
    found = {}
    for line in lines_of(sys.argv[2]):
        if "api" in line:
            found.setdefault(line["api"], []).append(line)
    print("api", "runs", "calls", "sometimes", "reaches", "backward", sep="\t")
    for api, lines in sorted(found.items()):
        every = set.intersection(*(set(line["every"]) for line in lines))
        some, reaches, backward = (
            {name for line in lines for name in line[key]} for key in ("some", "reaches", "backward"))
        sets = (every, some - every, reaches, backward)
        print(api, sum(line["runs"] for line in lines), *(" ".join(sorted(s)) for s in sets), sep="\t")


main()
