"""Devices, tensors and modules that have a place and no numbers."""

from .world import CPU, NEURON, Unknown, call, now, place, show


class DType:
    def __init__(self, name):
        self.name = name
        self.is_floating_point = name.startswith(("float", "bfloat", "half"))

    def shown(self):
        return self.name

    def __repr__(self):
        return f"torch.{self.name}"


class TypeName(str):
    """The type of a device on Neuron, which notes that it is tested for CUDA:
    that is a query that no fix has rewritten."""

    def __eq__(self, other):
        if other == "cuda":
            now().query(None, None)
        return str.__eq__(self, other)

    __hash__ = str.__hash__


class Device:
    """torch.device. The name of an accelerator that is not there is a fine
    device until it is used, unless no backend has registered the name."""

    seen = False  # whether the index is that of the machine, not of the process

    def __init__(self, type="cpu", index=None):
        if isinstance(type, Device):
            type, index = type.type, type.index
        if isinstance(type, int):
            type, index = now().accelerator or "cuda", type
        kind, _, number = str(type).partition(":")
        if kind == "neuron" and now().kind not in (NEURON, CPU):
            raise RuntimeError("no backend is called neuron")
        if kind not in ("cpu", "cuda", "neuron", "meta", "mps", "xpu", "xla"):
            raise RuntimeError(f"Expected one of cpu, cuda, … device type: {type}")
        self.type, self.index = TypeName(kind) if kind == "neuron" else kind, int(number) if number else index

    def placed(self):
        """The device with its index, once it is used."""
        if self.type in ("cpu", "meta"):
            return self
        if self.type in ("cuda", "neuron"):
            now().need(self.type)
            if self.type == "neuron" and now().own is not None:
                if self.index and not self.seen:
                    raise RuntimeError("invalid device ordinal")
                device = Device(self.type, now().own)
                device.seen = True
                return device
            return self if self.index is not None else Device(self.type, now().current)
        raise RuntimeError(f"{self.type} is not available")

    def shown(self):
        return place(str(self))[1:-1]

    def __eq__(self, other):
        return isinstance(other, Device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self):
        return hash((self.type, self.index))

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self):
        return f"device(type={self.type!r})" if self.index is None else f"device(type={self.type!r}, index={self.index})"

    def __enter__(self):
        self.before, now().default_device = now().default_device, self
        now().record("enter", show(self))

    def __exit__(self, *error):
        now().default_device = self.before
        now().record("exit", show(self))


def device_of(value):
    """The place that an argument asks for, None for that of the default."""
    if value is None:
        return None
    if isinstance(value, Unknown):
        now().record("a place that is not known:", show(value))
        return Device("cpu")
    return (value if isinstance(value, Device) else Device(value)).placed()


def is_device(value):
    return isinstance(value, (Device, int, str, Unknown)) and not isinstance(value, bool)


def common(values, found=None):
    """The device of the tensors among the arguments. Tensors of two devices
    cannot be computed with, unless one is a single number."""
    for v in values:
        if isinstance(v, Tensor):
            if found is not None and found != v.device and not v.scalar:
                raise RuntimeError("Expected all tensors to be on the same device")
            found = v.device if found is None or not v.scalar else found
        elif isinstance(v, (list, tuple)):
            found = common(v, found)
    return found


class Tensor:
    def __init__(self, device=None, dtype=None, scalar=False):
        self.number = now().number("t")
        self.device = device or Device("cpu")
        self.dtype, self.scalar = dtype, scalar
        self.requires_grad, self.grad, self.shape, self.ndim, self.is_sparse = False, None, (2, 2), 2, False

    def shown(self):
        return f"{self.number}@{show(self.device)}"

    def __str__(self):
        return f"tensor({self.shown()})"

    __repr__ = __str__

    def __format__(self, spec):
        return str(self)

    @property
    def is_cuda(self):
        return self.device.type == "cuda"  # a TypeName notes that it is asked

    @property
    def is_cpu(self):
        return self.device.type == "cpu"

    @property
    def data(self):
        return self

    T = data

    def _op(self, name, args=(), kwargs=None, scalar=False):
        kwargs = kwargs or {}
        device = common((self, *args, *kwargs.values()))
        made = Tensor(device, self.dtype, scalar)
        drawn = now().draw(show(device)) if name.rstrip("_") in DRAWING else ""
        now().record(call(f"{show(self)}.{name}", args, kwargs), "->", show(made), drawn)
        return made

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *args, **kwargs: self._op(name, args, kwargs)

    def cuda(self, device=None, non_blocking=False, memory_format=None):
        return moved(self, Device(device) if device is not None else Device("cuda"), None, non_blocking, memory_format)

    def cpu(self, memory_format=None):
        return moved(self, Device("cpu"), None, False, memory_format)

    def to(self, *args, **kwargs):
        return moved(self, *arguments_of_to(args, kwargs))

    def item(self):
        now().record(f"{show(self)}.item()")
        return 1.0

    def tolist(self):
        now().record(f"{show(self)}.tolist()")
        return [1.0, 2.0]

    def numpy(self):
        if self.device.type != "cpu":
            raise TypeError("can't convert a device tensor to numpy")
        return self.tolist()

    __float__ = item

    def __int__(self):
        return int(self.item())

    __index__ = __int__

    def __bool__(self):
        return bool(self.item())

    def __len__(self):
        return 2

    def __iter__(self):
        return iter([self._op("first"), self._op("second")])

    def __contains__(self, item):
        return bool(self._op("contains", (item,)))

    def __getitem__(self, key):
        return self._op("get", (key,))

    def __setitem__(self, key, value):
        self._op("set", (key, value))

    def size(self, *args):
        return 2 if args else self.shape

    def numel(self):
        return 4

    dim = numel

    def get_device(self):
        return self.device.index if self.device.index is not None else -1

    def share_memory_(self):
        return self._op("share_memory_")

    def backward(self, *args, **kwargs):
        now().record(call(f"{show(self)}.backward", args, kwargs))

    def requires_grad_(self, requires_grad=True):
        self.requires_grad = requires_grad
        return self

    def pin_memory(self, device=None):
        now().cuda_only("pin_memory")
        return self._op("pin_memory")


DRAWING = {"normal", "uniform", "random", "bernoulli", "exponential", "multinomial", "dropout", "rand", "randn", "randint", "randperm", "rand_like", "randn_like"}


def _operator(name):
    return lambda self, *others: self._op(name, others)


for _name in "add radd sub rsub mul rmul truediv rtruediv floordiv mod pow rpow matmul neg lt le gt ge eq ne or and invert iadd isub imul itruediv abs".split():
    setattr(Tensor, f"__{_name}__", _operator(_name))
Tensor.__hash__ = object.__hash__


def arguments_of_to(args, kwargs):
    """What `.to` is asked: (device, dtype, non_blocking, memory_format). Its
    second positional argument is the dtype, not non_blocking."""
    kwargs, args = dict(kwargs), list(args)
    device, dtype = kwargs.pop("device", None), kwargs.pop("dtype", None)
    if args and isinstance(args[0], Tensor):
        other = args.pop(0)
        device, dtype = other.device, other.dtype
    elif args and isinstance(args[0], DType):
        dtype = args.pop(0)
    elif args and (args[0] is None or is_device(args[0])):
        device = args.pop(0)
        if args:
            dtype = args.pop(0)
    if dtype is not None and not isinstance(dtype, (DType, Unknown)):
        raise TypeError("to() received an invalid combination of arguments")
    non_blocking = args.pop(0) if args else kwargs.pop("non_blocking", False)
    copy, layout = args.pop(0) if args else kwargs.pop("copy", False), kwargs.pop("memory_format", None)
    if args or kwargs:
        raise TypeError("to() got an unexpected argument")
    return device, dtype, non_blocking, ("copy" if copy else None, layout)[1 if layout else 0]


def moved(tensor, device, dtype, non_blocking, layout):
    """No sparse tensor gets to Neuron."""
    device = device_of(device) or tensor.device
    if tensor.is_sparse and device.type == "neuron":
        raise NotImplementedError("sparse tensors do not exist on this device")
    made = Tensor(device, dtype or tensor.dtype, tensor.scalar)
    made.is_sparse = tensor.is_sparse
    now().record(f"{show(tensor)} moved to", show(device), show(dtype), show(non_blocking), show(layout), "->", show(made))
    return made
