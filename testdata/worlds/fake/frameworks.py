"""The modules that a program may import: torch and what belongs to it."""

import contextlib
import types

from . import cuda, jax, kernels, modules
from .opaque import Member, Opaque
from .tensor import DRAWING, Device, DType, Tensor, common, device_of
from .world import ACCELERATORS, CPU, CUDA, DEVICES, NEURON, NoAccelerator, call, now, show

DTYPES = ("float16 float32 float64 bfloat16 half float double int8 uint8 int16 int32 int64 int long short bool "
          "complex64 complex128 float8_e4m3fn float8_e5m2").split()

# Parts of torch that are there without being imported.
NAMESPACES = ("_C", "_dynamo", "ao", "export", "fft", "fx", "hub", "jit", "library", "linalg", "multiprocessing", "onnx",
              "profiler", "sparse", "special")

# Modes that choose among kernels and graphs of CUDA; elsewhere nothing is
# there to choose, so without them the same is compiled.
CUDA_MODES = ("max-autotune", "reduce-overhead", "max-autotune-no-cudagraphs")


class Torch(types.ModuleType):
    """A module of torch in which every name is a function that makes a
    tensor, or a namespace of such."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        made = type(name, (Opaque,), {})(f"{self.__name__}.{name}") if name[:1].isupper() else function(name)
        setattr(self, name, made)
        return made


def function(name):
    def run(*args, **kwargs):
        device = device_of(kwargs.pop("device", None)) or common((*args, *kwargs.values())) or device_of(now().default_device)
        made = Tensor(device, kwargs.get("dtype"))
        made.is_sparse = name.startswith("sparse_")
        drawn = now().draw(show(made.device)) if name.rstrip("_") in DRAWING else ""
        now().record(call(name, args, kwargs), "->", show(made), drawn)
        return made
    run.__qualname__ = name
    return run


def recorded(name, result=None):
    def run(*args, **kwargs):
        now().record(call(name, args, kwargs))
        return result
    run.__qualname__ = name
    return run


@contextlib.contextmanager
def fork_rng(devices=None, enabled=True, device_type="cuda"):
    """Asks the module of its device type, and not the devices, for their
    generators."""
    places = [device_of(d) for d in devices or ()]
    for at in places:
        if enabled and at.type in ACCELERATORS and at.type != device_type:
            raise RuntimeError(f"torch.{device_type} has no generator of this device")
    now().record("fork generators of", show(places), repr(bool(enabled)))
    yield
    now().record("join generators")


def manual_seed(seed):
    now().seed("cpu", seed)
    if now().accelerator:
        cuda.seed_all(seed)
    return Opaque("generator")


def backend_name(backend):
    """What compiles: one name for the compiler of the machine's device, whose
    name the program writes on Neuron and leaves out on CUDA."""
    if now().kind == NEURON and backend != "neuron":
        now().left("compile")
        return "of the device" if backend == "inductor" else show(backend)
    return "of the device" if (now().kind, backend) in ((CUDA, "inductor"), (NEURON, "neuron")) else show(backend)


def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False):
    if model is None:
        return lambda m: compile(m, fullgraph=fullgraph, dynamic=dynamic, backend=backend, mode=mode, options=options)
    if now().kind in ACCELERATORS and mode in CUDA_MODES:
        mode = None
    now().record("compile", show(model), show(fullgraph), show(dynamic), backend_name(backend), show(mode), show(options))
    return modules.Compiled(model) if isinstance(model, modules.Module) else model


def mode(name):
    """no_grad and its like: a decorator, called or not, and a context."""
    class Mode(contextlib.ContextDecorator):
        def __init__(self, *args):
            self.text = call(name, args, {})

        def __enter__(self):
            now().record("enter", self.text)

        def __exit__(self, *error):
            now().record("exit", name)

    def make(*args):
        if args and isinstance(args[0], types.FunctionType):
            return Mode()(args[0])
        return Mode(*args)
    return make


def load(f, map_location=None, **kwargs):
    """A checkpoint with the state of a module, one tensor and a number. It was saved on
    the device of the machine; where its tensors are put shows by what is done with them."""
    saved = Device(now().accelerator or "cpu").placed()
    place = map_location(Tensor(), "cpu").device if callable(map_location) else device_of(map_location) or saved
    now().record(call("load", (f,), kwargs))
    return {"weight": Tensor(place), "model": {"weight": Tensor(place)}, "epoch": 1}


class Distributed(Torch):
    """torch.distributed: the group's backend is one for all vendors where it
    is the one of the machine's device."""

    backend = None

    def init_process_group(self, backend=None, *args, **kwargs):
        now().join()
        self._takes(backend, kwargs)
        now().record(call("init_process_group", (self._named(backend), *args), kwargs))
        self.backend = backend

    def new_group(self, ranks=None, timeout=None, backend=None, **kwargs):
        self._takes(backend, kwargs)
        now().record(call("new_group", (ranks, timeout, self._named(backend)), kwargs))
        return Opaque("group")

    def _named(self, backend):
        if backend not in ("nccl", "neuron"):
            return backend
        if now().accelerator is None:
            raise NoAccelerator("no accelerator")
        if now().kind == NEURON and backend == "nccl":
            now().left("nccl")
        elif now().kind == CUDA and backend == "neuron":
            raise RuntimeError("unknown backend neuron")
        return "acc"

    def _takes(self, backend, kwargs):
        """Fails for options of NCCL that come to another backend."""
        options = kwargs.get("pg_options")
        if isinstance(options, NCCLOptions) and backend != "nccl":
            raise TypeError("options of ProcessGroupNCCL")

    def get_backend(self, group=None):
        return self.backend or {CUDA: "nccl", NEURON: "neuron"}.get(now().kind, "gloo")

    def get_default_backend_for_device(self, device):
        return {"cuda": "nccl", "neuron": "neuron"}.get(Device(device).type, "gloo")

    def is_nccl_available(self):
        return now().query(True, False)

    def get_rank(self, group=None):
        return 1

    def get_world_size(self, group=None):
        return DEVICES

    def is_available(self):
        return True

    def is_initialized(self):
        return self.backend is not None


class NCCLOptions(Opaque):
    """The options of ProcessGroupNCCL, which no other backend takes."""

    def __init__(self, *args, **kwargs):
        now().cuda_only("ProcessGroupNCCL")
        Opaque.__init__(self, "options")


class Function:
    """torch.autograd.Function"""

    @classmethod
    def apply(cls, *args):
        return cls.forward(Opaque("context"), *args)


def torch_modules():
    """All modules of torch, made anew for each run, for programs change them."""
    torch = Torch("torch")
    parts = {"torch": torch}

    def part(name, module=None):
        if name in parts:
            return parts[name]
        module = module or Torch(name)
        module.__path__ = []
        parts[name] = module
        above, _, last = name.rpartition(".")
        setattr(parts[above], last, module)
        return module

    for name in DTYPES:
        setattr(torch, name, DType({"half": "float16", "float": "float32", "double": "float64", "long": "int64", "int": "int32", "short": "int16"}.get(name, name)))
    torch.Tensor, torch.device, torch.dtype = Tensor, Device, DType
    torch.OutOfMemoryError = cuda.OutOfMemoryError
    torch.autocast, torch.compile, torch.manual_seed, torch.load = cuda.Autocast, compile, manual_seed, load
    torch.save = recorded("save")
    torch.is_tensor = lambda value: isinstance(value, Tensor)
    torch.__version__ = "2.8.0"
    for name in ("no_grad", "inference_mode", "enable_grad", "set_grad_enabled"):
        setattr(torch, name, mode(name))
    torch.set_default_device = lambda device: (setattr(now(), "default_device", device), recorded("set_default_device")(device))
    torch.set_autocast_dtype = lambda device, dtype: now().autocast_default.update({device: dtype})
    torch.set_autocast_gpu_dtype = lambda dtype: torch.set_autocast_dtype("cuda", dtype)
    torch.get_autocast_dtype = lambda device: now().autocast_dtype.get(cuda.vendorless(device))
    part("torch.version", Version("torch.version"))
    part("torch.cuda", cuda.cuda_module())
    part("torch.cuda.amp").autocast = cuda.CudaAutocast
    part("torch.cuda.amp.autocast_mode").autocast = cuda.CudaAutocast
    for name in ("nvtx", "memory", "random"):
        part(f"torch.cuda.{name}", cuda.cuda_module(f"torch.cuda.{name}"))
    part("torch.amp").autocast = cuda.Autocast
    for name in ("custom_fwd", "custom_bwd"):
        setattr(part("torch.amp"), name, cuda.custom(name))
        setattr(part("torch.cuda.amp"), name, cuda.custom(name, "cuda"))
    part("torch.accelerator", cuda.accelerator_module())
    if cuda.neuron_module():
        part("torch.neuron", cuda.neuron_module())
    else:
        torch.neuron = Missing()
    part("torch.backends")
    part("torch.backends.cuda").is_built = lambda: now().query(True, False)
    part("torch.backends.cuda.matmul"), part("torch.backends.cudnn")
    part("torch.backends.mps").is_available = lambda: False
    part("torch.backends.mps").is_built = lambda: False
    for name in NAMESPACES:
        part(f"torch.{name}")
    part("torch.random").manual_seed, part("torch.random").fork_rng = manual_seed, fork_rng
    part("torch.autograd").Function = Function
    part("torch.distributed", Distributed("torch.distributed")).ProcessGroupNCCL = types.SimpleNamespace(Options=NCCLOptions)
    nn(part)
    return parts


class Version(types.ModuleType):
    @property
    def cuda(self):
        return now().query("12.8", None)


class Missing:
    """torch.neuron where there is no torch_neuronx."""

    def __getattr__(self, name):
        raise AttributeError("neuron")


def nn(part):
    layers = part("torch.nn", modules.Layers("torch.nn"))
    layers.Module, layers.DataParallel = modules.Module, modules.DataParallel
    layers.Parameter = lambda data, requires_grad=True: data
    part("torch.nn.functional"), part("torch.nn.utils")
    part("torch.nn.attention").sdpa_kernel = kernels.sdpa_kernel
    parallel = part("torch.nn.parallel", modules.Layers("torch.nn.parallel"))
    parallel.DistributedDataParallel, parallel.DataParallel = modules.DistributedDataParallel, modules.DataParallel
    part("torch.nn.parallel.distributed").DistributedDataParallel = modules.DistributedDataParallel
    optim = part("torch.optim")
    optim.Optimizer = modules.Optimizer
    for name in ("SGD", "Adam", "AdamW", "RMSprop"):
        setattr(optim, name, type(name, (modules.Optimizer,), {}))
    part("torch.optim.lr_scheduler")
    part("torch.utils")
    part("torch.utils.data").DataLoader = modules.DataLoader
    part("torch.utils.data").Dataset = object
    part("torch.utils.data.distributed")
    for name in ("load", "load_inline"):
        setattr(part("torch.utils.cpp_extension"), name, recorded(name, Opaque("extension")))
    part("torch.hub").load = Member("hub.load")
    part("torch").ops = Opaque("torch.ops")


def part_of_torch(name):
    """A part of torch that no rule writes about."""
    return Torch(name) if name.startswith("torch.") and name != "torch.neuron" else None


def all_modules():
    found = torch_modules() | jax.modules()
    found["torch_neuronx"] = types.ModuleType("torch_neuronx") if now().kind in (NEURON, CPU) else ModuleNotFoundError("No module named 'torch_neuronx'")
    found["triton"] = kernels.triton()
    found["torch_xla"] = ModuleNotFoundError("No module named 'torch_xla'")
    return found


