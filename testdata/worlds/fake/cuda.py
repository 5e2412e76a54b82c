"""torch.cuda, torch.accelerator and torch.neuron."""

import types

from .opaque import Opaque
from .tensor import Device, Tensor, device_of
from .world import ACCELERATORS, CPU, CUDA, DEVICES, Count, NEURON, NoAccelerator, call, now, show


class OutOfMemoryError(RuntimeError):
    pass


class Handle:
    """A stream, an event, a graph."""

    def __init__(self, *args, **kwargs):
        now().cuda_only(type(self).__name__)
        self._name = now().number(type(self).__name__)
        now().record(call(f"new {self._name}", args, kwargs))

    def shown(self):
        return self._name

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)

        def method(*args, **kwargs):
            now().record(call(f"{self._name}.{name}", args, kwargs))
            return 1.0
        return method

    def __enter__(self):
        now().record("enter", self._name)
        return self

    def __exit__(self, *error):
        now().record("exit", self._name)


class Stream(Handle):
    pass


class Event(Handle):
    pass


class CUDAGraph(Handle):
    pass


def index_of(device):
    """The index that a device argument stands for."""
    if device is None:
        return now().current
    if isinstance(device, int):
        return device
    placed = device_of(device)
    return placed.index


def synchronize(device=None):
    index = index_of(device)
    now().record(f"wait for acc:{index}")


def select(device):
    """set_device. A negative index changes nothing. What it changes shows in where
    tensors come to lie."""
    index = index_of(device)
    if index >= DEVICES:
        raise RuntimeError("invalid device ordinal")
    if index >= 0:
        now().current = index


class Switch:
    """with torch.cuda.device(i), torch.accelerator.device_index(i)"""

    def __init__(self, device):
        self.index = index_of(device)

    def __enter__(self):
        self.before, now().current = now().current, self.index
        now().record(f"enter acc:{self.index}")

    def __exit__(self, *error):
        now().current = self.before
        now().record("exit")


def seed_all(seed):
    for i in range(DEVICES):
        now().seed(f"acc:{i}", seed)


# What torch.cuda does without harm where there is no CUDA.
def harmless(name, effect, without=None):
    def run(*args, **kwargs):
        if now().accelerator is not None:
            return effect(*args, **kwargs)
        return without
    run.__qualname__ = name
    return run


def noted(name, answer=None):
    def run(*args, **kwargs):
        now().record(call(name, args, kwargs))
        return answer
    return run


def only(name, effect):
    """What works with CUDA alone: for the rest of the machines see World."""
    def run(*args, **kwargs):
        now().cuda_only(name)
        return effect(*args, **kwargs)
    run.__qualname__ = name
    return run


class Cuda(types.ModuleType):
    """torch.cuda. What is not written out below is recorded, and works with
    CUDA alone."""

    OutOfMemoryError = OutOfMemoryError
    Stream, Event, CUDAGraph = Stream, Event, CUDAGraph

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name[:1].isupper():
            made = type(name, (Handle,), {})
        else:
            made = only(name, lambda *args, **kwargs: self._result(name, args, kwargs))
        setattr(self, name, made)
        return made

    def _result(self, name, args, kwargs):
        now().record(call(f"cuda.{name}", args, kwargs))
        return Opaque(now().number("cuda"))


def cuda_module(name="torch.cuda"):
    m = Cuda(name)
    m.is_available = lambda: now().query(True, False)
    m.is_initialized = lambda: now().query(True, False)
    m.is_bf16_supported = lambda including_emulation=True: now().query(True, False)
    m.device_count = lambda: now().query(Count(DEVICES), 0)
    m.current_device = only("current_device", lambda: now().current)
    m.synchronize = only("synchronize", synchronize)
    m.set_device = only("set_device", select)
    m.device = lambda device: only("device", Switch)(device)
    m.manual_seed = harmless("manual_seed", lambda seed: now().seed(f"acc:{now().current}", seed))
    m.manual_seed_all = harmless("manual_seed_all", seed_all)
    m.empty_cache = harmless("empty_cache", noted("empty_cache"))
    for query in ("memory_allocated", "max_memory_allocated", "memory_reserved", "max_memory_reserved"):
        setattr(m, query, harmless(query, noted(query, 1024), 0))
    return m


def accelerator_module():
    m = types.ModuleType("torch.accelerator")

    def there(effect):
        def run(*args, **kwargs):
            if now().accelerator is None:
                raise NoAccelerator("no accelerator")
            return effect(*args, **kwargs)
        return run

    m.is_available = lambda: now().accelerator is not None
    # A process that a launcher started sees one NeuronCore, and all GPUs.
    m.device_count = lambda: Count(0 if now().accelerator is None else 1 if now().accelerator == NEURON else DEVICES)
    m.current_accelerator = lambda check_available=False: Device(now().accelerator) if now().accelerator else None
    m.current_device_index = m.current_device_idx = there(lambda: now().current)
    m.synchronize = there(synchronize)
    m.set_device_index = m.set_device_idx = there(select)
    m.device_index = there(Switch)
    m.current_stream = there(lambda device=None: Stream())
    return m


class Neuron(types.ModuleType):
    """torch.neuron, with what is documented of it and no more."""

    @staticmethod
    def synchronize():
        if now().kind != NEURON:
            raise NoAccelerator("no accelerator")
        synchronize()


def neuron_module():
    """There where torch_neuronx is: on Neuron, and on a host that has it."""
    return Neuron("torch.neuron") if now().kind in (NEURON, CPU) else None


class Named:
    """A dtype that the program does not write down."""

    def __init__(self, name):
        self.name = name

    def shown(self):
        return self.name


def vendorless(device_type):
    """The accelerator by one name: what is left of CUDA on Neuron is nested in
    what was moved."""
    return "acc" if device_type in ACCELERATORS else device_type


class Autocast:
    """torch.autocast. Without a dtype it takes that of the enclosing one for
    the same device, or else what was set for the device, or else its default,
    which is float16 for CUDA and, as a PrivateUse1 backend, for Neuron; it is
    written down where the program leaves it out. Where the device is not
    there, nothing is cast, whatever its name; but a name that no backend has
    registered is an error."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        device = Device(device_type)
        if device.type == "cuda" and now().kind == NEURON:
            now().left("autocast")
        absent = device.type in ("cuda", "neuron") and now().accelerator is None
        if device.type == "neuron" and now().kind == CUDA:
            raise RuntimeError("unsupported autocast device_type")
        if dtype is None:
            dtype = now().autocast_dtype.get(vendorless(device.type), default_dtype(device.type))
        self.device, self.dtype = vendorless(device.type), dtype
        self.cache = now().autocast_cache if cache_enabled is None else bool(cache_enabled)
        self.text = f"{show(device)} {show(dtype)} {bool(enabled)} {self.cache}"
        if absent:
            self.text = "nothing"

    def __enter__(self):
        now().record("enter autocast of", self.text)
        self.before, now().autocast_cache = now().autocast_cache, self.cache
        self.outside, now().autocast_dtype = now().autocast_dtype, now().autocast_dtype | {self.device: self.dtype}
        return self

    def __exit__(self, *error):
        now().autocast_cache, now().autocast_dtype = self.before, self.outside
        now().record("exit autocast")

    def __call__(self, function):
        def wrapped(*args, **kwargs):
            with self:
                return function(*args, **kwargs)
        wrapped.__qualname__ = getattr(function, "__qualname__", "wrapped")
        wrapped.__wrapped__ = function
        wrapped.__module__ = getattr(function, "__module__", None)
        return wrapped


def default_dtype(device_type):
    """What autocast casts to if nothing says so. What is left of CUDA on Neuron
    goes by what was set for Neuron too, as if it had been moved."""
    given = now().autocast_default
    if device_type == "cuda" and now().kind == NEURON:
        given = {"cuda": given.get("neuron")} | given
    return given.get(device_type) or Named("float16" if device_type in ACCELERATORS else f"default of {device_type}")


class CudaAutocast(Autocast):
    """torch.cuda.amp.autocast, whose first parameter is enabled."""

    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        super().__init__("cuda", dtype=dtype, enabled=enabled, cache_enabled=cache_enabled)


def custom(name, device_type=None):
    """custom_fwd and custom_bwd: of torch.cuda.amp with a device type."""
    def decorate(function=None, **kwargs):
        if function is None:
            return lambda f: decorate(f, **kwargs)
        given = {"device_type": device_type} | kwargs if device_type else kwargs
        now().record(call(name, (function,), given))
        return function
    return decorate
