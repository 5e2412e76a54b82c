"""Code that is compiled for one device: a project's own operators, kernels of
Triton, libraries of kernels for CUDA. On Neuron it is noted, as CUDA that is
left, and goes on."""

import contextlib
import re
import types

from .tensor import Device, Tensor
from .world import ACCELERATORS, NEURON, SPELLED, Unknown, now, show

# Modules that a project compiles for CUDA, by how they are called.
COMPILED = re.compile(r"(^|\.)(_C|_ext|\w+_cuda)\.")

# Operators that a project compiles for whatever device it likes, the host among
# them: those of PyTorch's own namespaces are none.
OPERATORS = re.compile(r"^(torch\.ops\.(?!aten\.|prims\.)|extension\.)\w+")

# Libraries that are kernels for CUDA and nothing else.
LIBRARIES = {"cupy", "flash_attn", "tensorrt", "transformer_engine"}

# Libraries whose objects lie where they are told to, and on the host otherwise.
TOLD = {"torch", "torchvision", "torchaudio", "torchtext", "jax", "numpy", "flax", "optax"}


def called(path, args, kwargs):
    """Notes that what is compiled is called."""
    if COMPILED.search(path) or path.partition(".")[0] in LIBRARIES or OPERATORS.match(path) and on_device((args, kwargs)):
        now().cuda_only(f"compiled {path}")


def within(value):
    """The values of an argument, those in containers included."""
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return [value]
    return [v for part in value for v in within(part)]


def on_device(values, types=ACCELERATORS):
    return any(isinstance(v, Tensor) and v.device.type in types for v in within(values))


@contextlib.contextmanager
def sdpa_kernel(backends, set_priority=False):
    """Kernels of attention; all but the plain one are compiled for GPUs."""
    for backend in within(backends):
        if not show(backend).endswith("MATH>"):
            now().cuda_only(f"kernel {show(backend)}")
    now().record("enter sdpa_kernel", show(backends))
    yield
    now().record("exit sdpa_kernel")


class Place:
    """Where the object of a library lies, which no one has told it: on CUDA if
    that is there, and on the host of a Neuron machine."""

    def __init__(self, library):
        self.library = library
        self.chosen = True

    def moved(self, device):
        if device is not None and device.type == "neuron" and self.library in LIBRARIES:
            raise NotImplementedError(f"{self.library} has kernels for CUDA alone")
        self.chosen = self.chosen and device is None

    def takes(self, values):
        """Fails for a tensor that lies on Neuron, unless a device comes with it."""
        told = any(isinstance(v, Device) for v in within(values))
        if self.chosen and not told and now().kind == NEURON and on_device(values, ("neuron",)):
            raise RuntimeError("Expected all tensors to be on the same device")


def places(called, values):
    """The places that a call computes at: that of the object, and those of the
    objects that a function of their own library is handed."""
    own = called.__dict__.get("_place")
    handed = [v.__dict__.get("_place") for v in within(values) if isinstance(v, Unknown)]
    library = called._path.partition(".")[0]
    return [p for p in [own] if p] + [p for p in handed if p and p is not own and p.library == library]


def place_of(path, args, kwargs):
    """The place of what a library makes: None if something tells it one."""
    library = path.partition(".")[0]
    values = within((args, kwargs))
    told = any(isinstance(v, (Device, Tensor, Unknown)) or hasattr(v, "parameters") or isinstance(v, str) and SPELLED.match(v) for v in values)
    if library in TOLD or told or any("device" in name for name in kwargs):
        return None
    return Place(library)


class Kernel:
    """A function that Triton compiles, and starts on a grid."""

    def __init__(self, function):
        self.__name__ = self.__qualname__ = getattr(function, "__name__", "kernel")
        self.__module__ = getattr(function, "__module__", None)

    def shown(self):
        return f"<kernel {self.__name__}>"

    def __getitem__(self, grid):
        def launch(*args, **kwargs):
            now().cuda_only(f"compiled {self.__name__}")
            for v in within((args, kwargs)):
                if isinstance(v, Tensor):
                    now().record(f"{self.__name__} gets {v.shown()}")
        return launch


def triton():
    """Triton can be imported anywhere."""
    m = types.ModuleType("triton")
    m.jit = lambda function=None, **options: Kernel(function) if function else Kernel
    for name in ("autotune", "heuristics"):
        setattr(m, name, lambda *args, **kwargs: lambda kernel: kernel)
    m.cdiv = lambda a, b: -(-int(a) // int(b))
    m.next_power_of_2 = lambda n: 1 << (int(n) - 1).bit_length()
    m.Config = lambda *args, **kwargs: None
    m.__path__ = []
    return m
