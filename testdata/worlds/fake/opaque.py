"""Whatever the fakes do not know: recorded to the letter."""

import importlib.abc
import importlib.machinery
import sys
import types

from . import kernels, tensor
from .world import Unknown, call, now, show

# What only people read. Their text may name the vendor by either name.
READ_BY_PEOPLE = {"log", "logger", "logging", "writer", "wandb", "tqdm"}

# They read options of their own from what comes first, and none about devices.
READ_OPTIONS = {"timm.optim.create_optimizer", "timm.scheduler.create_scheduler"}


class Opaque(Unknown):
    """A value of which nothing is known. What a program does with it is
    recorded, with its arguments as they are: a device string that reaches it
    may mean anything there."""

    def __init__(self, path, truth=True, place=None):
        self.__dict__.update(_path=path, _truth=truth, _place=place)

    def shown(self):
        return f"<{self._path}>"

    def _made(self, text):
        loose = not READ_BY_PEOPLE.isdisjoint(self._path.replace("(", ".").split("."))
        now().record(text, loose=loose)
        return Opaque(now().number("value"), self._truth, self._place)

    def __eq__(self, other):
        return isinstance(other, Opaque) and self._path == other._path

    def __hash__(self):
        return hash(self._path)

    def __call__(self, *args, **kwargs):
        kernels.called(self._path, args, kwargs)
        for place in kernels.places(self, (args, kwargs)):
            place.takes((args, kwargs))
        made = self._made(call(self._path, args[1:] if self._path in READ_OPTIONS else args, kwargs, repr))
        if len(args) == 1 and not kwargs and isinstance(args[0], (type, types.FunctionType, kernels.Kernel)):
            return args[0]  # a decorator
        return made

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Opaque(f"{self._path}.{name}", self._truth, self._place)

    def cuda(self, device=None, *args, **kwargs):
        return self.to("cuda" if device is None else device, *args, **kwargs)

    def to(self, *args, **kwargs):
        """What has these methods is taken for a tensor or a module."""
        device, dtype, non_blocking, _ = tensor.arguments_of_to(args, kwargs)
        device = tensor.device_of(device)
        if self._place:
            self._place.moved(device)
        return self._made(f"{self._path} moved to {show(device)} {show(dtype)} {show(non_blocking)}")

    def __setattr__(self, name, value):
        if name.startswith("__") or isinstance(value, types.ModuleType):
            return  # how Python fills in a module
        now().record(f"{self._path}.{name} =", show(value))

    def __getitem__(self, key):
        return self._made(f"{self._path}[{show(key)}]")

    def __setitem__(self, key, value):
        now().record(f"{self._path}[{show(key)}] =", show(value))

    def __iter__(self):
        return iter([self._made(f"first of {self._path}"), self._made(f"second of {self._path}")])

    def __enter__(self):
        return self._made(f"enter {self._path}")

    def __exit__(self, *error):
        now().record(f"exit {self._path}")

    def __contains__(self, item):
        now().record(f"{show(item)} in {self._path}")
        return self._truth

    def __bool__(self):
        return self._truth

    def __len__(self):
        return 2

    def __int__(self):
        return 1

    __index__ = __int__

    def __float__(self):
        return 1.0

    def __str__(self):
        return self.shown()

    __repr__ = __fspath__ = __str__

    def __format__(self, spec):
        return self.shown()

    def __mro_entries__(self, bases):
        return (object,)


def operator(name):
    def run(self, *others):
        return self._made(call(f"{self._path}.{name}", others, {}, repr))
    return run


for _name in "add radd sub rsub mul rmul truediv rtruediv floordiv mod rmod pow matmul neg lt le gt ge or and invert".split():
    setattr(Opaque, f"__{_name}__", operator(_name))


class Library(Opaque, types.ModuleType):
    """A module of which nothing is known."""

    def __init__(self, name):
        types.ModuleType.__init__(self, name)
        self.__dict__.update(_path=name, _truth=True, _place=None, __path__=[])

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Member(f"{self._path}.{name}")


class Member(Opaque):
    """A function or a class of a library: what it makes may lie where it likes."""

    def __call__(self, *args, **kwargs):
        made = Opaque.__call__(self, *args, **kwargs)
        if isinstance(made, Opaque):
            made.__dict__["_place"] = kernels.place_of(self._path, args, kwargs)
        return made

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Member(f"{self._path}.{name}")


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the fakes first, then Python's own library, then anything."""

    def __init__(self, modules, make):
        self.modules, self.make = modules, make

    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top == "org":
            return None  # Python's own library asks whether it runs on Java
        if top not in sys.stdlib_module_names:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        module = self.modules.get(spec.name)
        if isinstance(module, Exception):
            raise module
        return module or self.make(spec.name) or Library(spec.name)

    def exec_module(self, module):
        pass
