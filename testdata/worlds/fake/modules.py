"""torch.nn, torch.optim and torch.utils.data."""

import types

from .tensor import Device, Tensor, arguments_of_to, common, device_of
from .world import call, now, show


def copied(state, kept=False):
    """What is loaded of a state: it is copied to where the parameters are, wherever it
    lies, unless its own tensors are kept."""
    if isinstance(state, dict) and not kept:
        return "{" + ", ".join(f"{k!r}: {copied(v)}" for k, v in state.items()) + "}"
    return state.number if isinstance(state, Tensor) and not kept else show(state)


class Module:
    """A module with one weight, unless it holds others."""

    training = True
    weighted = True

    def __init__(self, *args, **kwargs):
        device = device_of(kwargs.pop("device", None)) or now().default_device
        self._name = now().number(type(self).__name__)
        self._weight = Tensor(device_of(device)) if self.weighted else None
        now().record(call(f"new {self._name}", args, kwargs), show(self._weight))
        for name, arg in [*enumerate(args), *kwargs.items()]:
            if isinstance(arg, Module) or isinstance(arg, Tensor) and not self.weighted:
                setattr(self, str(name), arg)

    def shown(self):
        return self._name

    def children(self):
        return [v for v in vars(self).values() if isinstance(v, Module)]

    def modules(self):
        return [self] + [m for c in self.children() for m in c.modules()]

    def parameters(self, recurse=True):
        return iter([v for m in self.modules() for v in vars(m).values() if isinstance(v, Tensor)])

    buffers = parameters

    def named_parameters(self, *args, **kwargs):
        return [(f"p{i}", p) for i, p in enumerate(self.parameters())]

    def state_dict(self):
        now().record(f"{self._name}.state_dict()")
        return {name: p for name, p in self.named_parameters()}

    def load_state_dict(self, state_dict, strict=True, assign=False):
        now().record(f"{self._name}.load_state_dict", copied(state_dict, assign), show(strict))

    def register_buffer(self, name, tensor, persistent=True):
        setattr(self, name, tensor)

    def register_parameter(self, name, tensor):
        setattr(self, name, tensor)

    def _moved(self, device, dtype, non_blocking):
        device = device_of(device)
        now().record(f"{self._name} moved to", show(device), show(dtype), show(non_blocking))
        for m in self.modules():
            for name, value in list(vars(m).items()):
                if isinstance(value, Tensor):
                    vars(m)[name] = Tensor(device or value.device, dtype or value.dtype, value.scalar)
        return self

    def _holds_none(self):
        return not any(True for _ in self.parameters())

    def to(self, *args, **kwargs):
        if self._holds_none():
            return self
        device, dtype, non_blocking, _ = arguments_of_to(args, kwargs)
        return self._moved(device, dtype, non_blocking)

    def cuda(self, device=None):
        if self._holds_none():
            return self
        return self._moved(Device("cuda") if device is None else Device(device), None, False)

    def cpu(self):
        return self._moved(Device("cpu"), None, False)

    def _recorded(self, name, *args):
        now().record(call(f"{self._name}.{name}", args, {}))
        return self

    def half(self):
        return self._recorded("half")

    def float(self):
        return self._recorded("float")

    def bfloat16(self):
        return self._recorded("bfloat16")

    def zero_grad(self, set_to_none=True):
        self._recorded("zero_grad", set_to_none)

    def requires_grad_(self, requires_grad=True):
        return self._recorded("requires_grad_", requires_grad)

    def train(self, mode=True):
        self.training = mode
        return self._recorded("train", mode)

    def eval(self):
        return self.train(False)

    def forward(self, *args, **kwargs):
        device = common((self._weight, *args, *kwargs.values()))
        made = Tensor(device)
        now().record(call(self._name, args, kwargs), "->", show(made))
        return made

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    def __iter__(self):
        return iter(self.children())

    def __len__(self):
        return len(self.children())

    def __getitem__(self, key):
        return self.children()[key]

    def append(self, module):
        setattr(self, str(len(self.children())), module)


class Wrapper(Module):
    """A module around another: DataParallel, a compiled module."""

    def __init__(self, module, *args, **kwargs):
        super().__init__(*args, **kwargs)
        now().record(self._name, "wraps", show(module))
        self.module = module

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def __getattr__(self, name):
        if name.startswith("_") or name == "module":
            raise AttributeError(name)
        return getattr(self.module, name)


class DataParallel(Wrapper):
    def __init__(self, module, device_ids=None, **kwargs):
        now().cuda_only("DataParallel")
        super().__init__(module, device_ids=device_ids, **kwargs)


class DistributedDataParallel(Wrapper):
    pass


class Compiled(Wrapper):
    pass


# Layers that compute without a weight of their own; losses hold those they are given.
WEIGHTLESS = {
    "AvgPool2d", "Dropout", "Flatten", "GELU", "Hardtanh", "Identity", "LogSoftmax", "MaxPool2d", "ReLU", "Sigmoid",
    "Softmax", "Softplus", "Tanh", "Upsample",
}


class Layers(types.ModuleType):
    """torch.nn and its like: every capitalised name is a layer."""

    def __getattr__(self, name):
        if name.startswith("__") or not name[:1].isupper():
            raise AttributeError(name)
        made = type(name, (Module,), {"weighted": name not in WEIGHTLESS and not name.endswith("Loss")})
        setattr(self, name, made)
        return made


class Optimizer:
    def __init__(self, params, *args, **kwargs):
        self._name = now().number(type(self).__name__)
        params = list(params)
        self.param_groups = [{"params": params, "lr": kwargs.get("lr")}]
        now().record(call(f"new {self._name}", (params, *args), kwargs))

    def shown(self):
        return self._name

    def load_state_dict(self, state_dict):
        now().record(f"{self._name}.load_state_dict", copied(state_dict))

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *args, **kwargs: now().record(call(f"{self._name}.{name}", args, kwargs))


class DataLoader:
    """Gives two batches, each of an input and its labels, on the host."""

    def __init__(self, dataset, *args, **kwargs):
        self.dataset = dataset
        now().record(call("new DataLoader", (dataset, *args), kwargs))

    def __iter__(self):
        for _ in range(2):
            yield Tensor(), Tensor()

    def __len__(self):
        return 2
