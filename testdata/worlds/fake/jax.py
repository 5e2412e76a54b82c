"""A JAX that knows its platforms and records the rest."""

import types

from .opaque import Opaque
from .world import CUDA, DEVICES, NEURON, NoAccelerator, call, now, show

GPUS = ("gpu", "cuda", "rocm")  # the original's machine has whichever it asks for


def platform(name):
    """One name for the platform of any accelerator."""
    return "acc" if name in (*GPUS, "neuron") else name


def used(name):
    """A platform that is used, and must be there."""
    if name is None:
        return "acc" if now().accelerator else "cpu"
    if platform(name) == "acc":
        if now().accelerator is None:
            raise NoAccelerator(f"Unknown backend {name}")
        if now().kind == NEURON and name in GPUS:
            now().left(f"platform {name}")
        elif now().kind == CUDA and name == "neuron":
            raise RuntimeError("Unknown backend neuron")
    elif name != "cpu":
        raise RuntimeError(f"Unknown backend {name}")
    return platform(name)


class JaxDevice:
    def __init__(self, where, index):
        self.where, self.id = where, index
        self.platform = "cpu" if where == "cpu" else {CUDA: "gpu", NEURON: "neuron"}[now().kind]
        self.device_kind = self.platform

    def shown(self):
        return f"{self.where}:{self.id}"

    def __repr__(self):
        return f"{self.platform}:{self.id}"


def devices(backend=None):
    where = used(backend)
    now().record("devices of", where)
    return [JaxDevice(where, i) for i in range(1 if where == "cpu" else DEVICES)]


def local_devices(process_index=None, backend=None, host_id=None):
    now().record("local", show(process_index))
    return devices(backend)


def device_count(backend=None):
    return len(devices(backend))


def transformed(name):
    def run(function, *args, **kwargs):
        if "backend" in kwargs:
            kwargs["backend"] = used(kwargs["backend"])
        now().record(call(name, (function, *args), kwargs))
        return function
    return run


class Config:
    """jax.config. Platforms are looked for when a program first computes; the
    list is recorded with all accelerators under one name."""

    def update(self, name, value):
        if name in ("jax_platforms", "jax_platform_name"):
            names = [platform(n) for n in value.split(",")]
            value = ",".join(dict.fromkeys(names))
            if now().kind == CUDA and "neuron" in names:
                raise RuntimeError("Unknown backend neuron")
        now().record("config", name, show(value))

    def __setattr__(self, name, value):
        self.update(name, value)


class Jax(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Opaque(f"{self.__name__}.{name}")


def modules():
    jax = Jax("jax")
    jax.__path__ = []
    jax.devices, jax.local_devices, jax.config = devices, local_devices, Config()
    jax.device_count = jax.local_device_count = device_count
    jax.default_backend = lambda: {CUDA: "gpu", NEURON: "neuron"}.get(now().kind, "cpu")
    jax.jit, jax.pmap, jax.vmap, jax.grad = (transformed(n) for n in ("jit", "pmap", "vmap", "grad"))
    found = {"jax": jax}
    for name in ("jax.numpy", "jax.random", "jax.nn", "jax.lax"):
        found[name] = Jax(name)
        setattr(jax, name.partition(".")[2], found[name])
    return found
