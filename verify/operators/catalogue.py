"""The samples that PyTorch ships for the tests of its own operators and modules."""

import itertools

import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.common_modules import module_db

from measure import Sample

# A pass is a dtype of the operands, and the gradient in place of the call.
PASSES = {
    "float32": (torch.float32, False),
    "backward": (torch.float32, True),
    "int64": (torch.int64, False),
    "bool": (torch.bool, False),
    "bfloat16": (torch.bfloat16, False),
    "complex64": (torch.complex64, False),
}

def subjects():
    """All operators and modules, by a name that tells them apart."""
    found = {}
    for op in op_db:
        found[op.name + ("/" + op.variant_test_name if op.variant_test_name else "")] = op
    for module in module_db:
        found["torch.nn." + module.name.removeprefix("nn.")] = module
    return found


def samples(name, subject, of, most):
    """The first samples of a subject, at most so many."""
    dtype, backward = PASSES[of]
    return itertools.islice(all_samples(name, subject, dtype, backward), most)


def all_samples(name, subject, dtype, backward):
    if name.startswith("torch.nn."):
        return module_samples(subject, dtype, backward)
    return operator_samples(subject, dtype, backward)


def operator_samples(op, dtype, backward):
    if dtype not in op.dtypes or (backward and not op.supports_autograd):
        return
    for s in op.sample_inputs("cpu", dtype, requires_grad=backward):
        yield Sample(op, (s.input, *s.args), s.kwargs)


def module_samples(info, dtype, backward):
    if dtype != torch.float32:
        return
    for s in info.module_inputs_func(info, "cpu", dtype, backward, False):
        if s.forward_input is None:
            continue
        module = info.module_cls(*s.constructor_input.args, **s.constructor_input.kwargs)
        call = lambda module, *args, **kwargs: module(*args, **kwargs)
        yield Sample(call, (module.eval(), *s.forward_input.args), s.forward_input.kwargs)


RANDOM = ("rand", "normal", "dropout", "bernoulli", "multinomial", "exponential", "cauchy",
          "geometric", "uniform", "rrelu", "lowrank", "Dropout", "RReLU")
UNDEFINED = ("empty", "resize")
NOT_UNIQUE = ("svd", "eig", "qr", "geqrf", "ormqr", "householder", "lstsq", "ldl")


def comparable(name):
    """Whether two runs must give the same: not where the result is drawn, is
    memory that nobody wrote, or is one of several that are right."""
    return not any(word in name for word in RANDOM + UNDEFINED + NOT_UNIQUE)
