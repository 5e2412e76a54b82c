"""The machine that a run sees, and the record of what is asked of it."""

import os
import re

CUDA, NEURON, CPU = "cuda", "neuron", "cpu"
DEVICES = 2  # so that an index that is lost, or a set_device, shows


class Count(int):
    """A number of devices, which people may be shown and programs decide by."""

    def __repr__(self):
        return "some" if self else "0"

    __str__ = __repr__

    def __format__(self, spec):
        return repr(self)

# What the accelerator's types are called where a framework wants a device.
ACCELERATORS = ("cuda", "neuron")
SPELLED = re.compile(r"^(cuda|neuron)(:\d+)?$")

LONGEST = 2000  # events of a unit, for programs that never end


class Endless(BaseException):
    """Ends a unit that has done enough."""


class NoAccelerator(RuntimeError, AssertionError):
    """Raised where there is no accelerator, by every API of every vendor.

    What real libraries raise then differs from build to build, so no program
    may rely on it: RuntimeError from one, AssertionError from another.
    """


class Unit:
    """What one call of the program did."""

    def __init__(self, name):
        self.name = name
        self.events = []  # (text, loose)
        self.residue = []  # CUDA that it still asked for on Neuron
        self.asked = False  # whether a CUDA query answered no on Neuron
        self.raised = False


class World:
    """One machine during one run."""

    def __init__(self, kind):
        self.kind = kind
        self.units = []  # parts of the run, in its order
        self.current = 0
        self.own = None  # the only core of the process, on Neuron
        self.rng = {}
        self.numbers = {}
        self.default_device = None
        self.autocast_dtype = {}
        self.autocast_default = {}  # what the program has set, by device type
        self.autocast_cache = True
        self.unit("module")

    def unit(self, name):
        """Starts the part of the record that belongs to one call."""
        self.units.append(Unit(name))

    def record(self, *words, loose=False):
        """Adds an event. Loose ones, which only people read, may name the
        vendor by either name."""
        events = self.units[-1].events
        events.append((" ".join(words), loose))
        if len(events) > LONGEST:
            raise Endless

    def number(self, what):
        """Counts things of a kind, so that a record can tell them apart."""
        key = (len(self.units), what)
        self.numbers[key] = self.numbers.get(key, 0) + 1
        return f"{what}{len(self.units)}.{self.numbers[key]}"

    @property
    def accelerator(self):
        """The type of the accelerator's devices, None without one."""
        return self.kind if self.kind in ACCELERATORS else None

    def query(self, answer, without):
        """A question that torch.cuda answers truthfully. On Neuron the answer
        is no, and a program not yet moved then takes its other way."""
        if self.kind == CUDA:
            return answer
        if self.kind == NEURON:
            self.units[-1].asked = True
        return without

    def join(self):
        """Starts a process group. Neuron then gives a process that a launcher
        started the core of its local rank, as its only one. On CUDA a program
        that does not choose a GPU itself only works where it was given its own."""
        if "LOCAL_RANK" not in os.environ:
            return
        if self.kind == NEURON:
            self.own = self.current = int(os.environ["LOCAL_RANK"])
        elif self.current == 0:
            self.current = int(os.environ["LOCAL_RANK"])

    def need(self, device_type):
        """Fails where devices of this type cannot be used."""
        if self.accelerator is None:
            raise NoAccelerator("no accelerator")
        if device_type == self.accelerator:
            return
        if self.kind == CUDA:
            raise RuntimeError("PyTorch is not built for neuron")
        self.left(device_type)

    def left(self, what):
        """Notes what is left of CUDA on Neuron. The run goes on as if it had
        been moved by hand, so that what follows is compared too."""
        self.units[-1].residue.append(what)

    def cuda_only(self, name):
        """Passes on CUDA, is noted on Neuron, fails on a host."""
        if self.accelerator is None:
            raise NoAccelerator("no accelerator")
        if self.kind == NEURON:
            self.left(name)

    def seed(self, place, seed):
        """Seeding what is seeded the same and has drawn nothing since changes
        nothing, and is not recorded."""
        seed = show(seed)
        if self.rng.get(place) != (seed, 0):
            self.rng[place] = (seed, 0)
            self.record("seed", place, seed)

    def draw(self, place):
        seed, drawn = self.rng.get(place, (None, 0))
        self.rng[place] = (seed, drawn + 1)
        return f"draw {drawn} of seed {seed}"


class Unknown:
    """A value of which nothing is known; see opaque.py."""


class Holder:
    """Where the world of the current run is found."""

    world = None


def now():
    return Holder.world


def show(value, strings=repr):
    """Writes a value for the record: things of the fakes by what they are,
    others as Python does."""
    shown = getattr(type(value), "shown", None)
    if shown is not None:
        return shown(value)
    if isinstance(value, str):
        return strings(value)
    if value is None or isinstance(value, (bool, int, float, bytes, complex)):
        return repr(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{show(k, strings)}: {show(v, strings)}" for k, v in value.items()) + "}"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(show(v, strings) for v in value)) + "}"
    if isinstance(value, (list, tuple)):
        return "(" + ", ".join(show(v, strings) for v in value) + ")"
    if isinstance(value, BaseException):
        return f"{type(value).__name__}({show(value.args, strings)})"
    if isinstance(value, type) or callable(value):
        return f"<{getattr(value, '__qualname__', type(value).__name__)}>"
    if hasattr(value, "__dict__") and type(value).__module__ in ("argparse", "types"):
        return show(vars(value), strings)
    return f"<{type(value).__name__}>"


def place(text):
    """Writes a string that PyTorch takes: a device's under one name for all
    vendors."""
    found = SPELLED.match(text)
    if found and now().kind == CUDA and found[1] == NEURON:
        raise RuntimeError("PyTorch is not built for neuron")
    if found and now().kind == NEURON and found[1] == CUDA:
        now().left(text)
    return repr(SPELLED.sub(r"acc\2", text))


def call(name, args, kwargs, strings=place):
    """Writes a call; keywords in their own order, which does not matter. Nor does
    pin_memory, which is about the way of batches and not about where they lie."""
    parts = [show(a, strings) for a in args]
    parts += [f"{k}={show(v, strings)}" for k, v in sorted(kwargs.items()) if k != "pin_memory"]
    return f"{name}({', '.join(parts)})"
