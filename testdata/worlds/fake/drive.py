"""Runs a program in a world, and calls what it defines."""

import ast
import contextlib
import importlib
import inspect
import io
import itertools
import logging
import os
import random
import subprocess
import sys
import time
import types

from . import frameworks, modules
from .files import PACKAGE, Project
from .opaque import Finder, Opaque
from .tensor import Device, Tensor
from .world import Endless, Holder, NoAccelerator, World, show

ENVIRONMENT = {"RANK": "1", "LOCAL_RANK": "1", "WORLD_SIZE": "2", "MASTER_ADDR": "localhost", "MASTER_PORT": "1"}

# Clocks stand still, and nobody sleeps.
CLOCKS = ("time", "perf_counter", "monotonic", "process_time", "sleep")

# What starts other programs: they are told of, to the letter, and not started.
COMMANDS = [(os, "system"), (os, "popen")] + [(subprocess, name) for name in ("run", "call", "check_call", "check_output", "Popen")]


class Output(io.TextIOBase):
    def __init__(self, world):
        self.world = world

    def write(self, text):
        if text.strip():
            self.world.record("prints", text.strip(), loose=True)
        return len(text)


class Log(logging.Handler):
    def emit(self, record):
        Holder.world.record("logs", record.getMessage(), loose=True)


@contextlib.contextmanager
def clean(world, project):
    """Gives a run its own modules, environment and output."""
    modules_before, path, environ = set(sys.modules), list(sys.meta_path), dict(os.environ)
    main, argv, handlers = sys.modules["__main__"], sys.argv, logging.root.handlers
    kept = [(module, name, getattr(module, name)) for module, name in COMMANDS + [(time, name) for name in CLOCKS]]
    Holder.world = world
    os.environ.clear()
    os.environ.update(ENVIRONMENT)
    random.seed(0)
    finder = Finder(frameworks.all_modules(), frameworks.part_of_torch)
    sys.meta_path[:0] = [project, finder]
    sys.argv = ["program.py"]
    logging.root.handlers = [Log()]
    for name in CLOCKS:
        setattr(time, name, lambda *args: 0.0)
    for module, name in COMMANDS:
        setattr(module, name, Opaque(f"{module.__name__}.{name}"))
    output = Output(world)
    try:
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            yield
    finally:
        sys.meta_path[:], sys.argv, logging.root.handlers = path, argv, handlers
        sys.modules["__main__"] = main
        for module, name, value in kept:
            setattr(module, name, value)
        for name in set(sys.modules) - modules_before:
            if name.partition(".")[0] not in sys.stdlib_module_names:
                del sys.modules[name]
        os.environ.clear()
        os.environ.update(environ)


@contextlib.contextmanager
def watched(project, lines):
    """Adds the program's lines that are run to a set, each with its file."""
    def local(frame, event, _):
        if event == "line":
            lines.add((frame.f_code.co_filename, frame.f_lineno))
        return local

    if lines is not None:
        sys.settrace(lambda frame, event, _: local if frame.f_code.co_filename in project.files else None)
    try:
        yield
    finally:
        sys.settrace(None)


def run(files, kind, drive=None, lines=None):
    """The units of a program's run in a world. The files are given by their
    paths, and main.py is run, or the only one; lines takes those that are run."""
    world, project = World(kind), Project(files)
    with clean(world, project), watched(project, lines):
        program = types.ModuleType("__main__")
        program.__package__ = "package"  # so that relative imports find something
        sys.modules["__main__"] = program
        attempt(world, project, "module", lambda: exec(project.code(project.main), program.__dict__))
        loaded = [program]
        if not world.units[0].raised:
            if drive is None:
                loaded += load_others(world, project)
                for module in loaded:
                    call_everything(world, project, module)
            else:
                follow(world, project, program, drive)
        for module in loaded:
            state(world, module)
        environment(world)
    return world.units


def load_others(world, project):
    """The modules of the other files of a project."""
    loaded = []
    for name in project.others():
        attempt(world, project, f"module {name}", lambda name=name: loaded.append(importlib.import_module(f"package.{name}")))
    return loaded


def attempt(world, project, name, body):
    """Runs a unit, and records how it ended."""
    if world.units[-1].name != name:
        world.unit(name)
    unit = world.units[-1]
    try:
        result = body()
        if isinstance(result, types.GeneratorType):
            result = list(itertools.islice(result, 4))
        if not name.startswith("module"):
            world.record("gives", show(result), loose=True)
    except NoAccelerator:
        unit.raised = True
        world.record("raises for want of an accelerator")
    except Endless:
        unit.raised = True
    except (Exception, SystemExit) as error:
        if isinstance(error, NameError) and innermost(error) not in project.files:
            raise  # a mistake of the fakes
        unit.raised = True
        world.record("raises", show(error), loose=True)


def innermost(error):
    """The file in which an error was raised."""
    tb = error.__traceback__
    while tb.tb_next:
        tb = tb.tb_next
    return tb.tb_frame.f_code.co_filename


def follow(world, project, program, drive):
    """Runs a driver written for the program, each statement a unit. It sees
    `here`, the device that the machine computes on."""
    program.here = Device(world.accelerator or "cpu")
    for i, statement in enumerate(ast.parse(drive).body):
        code = compile(ast.Module([statement], []), "drive.py", "exec")
        attempt(world, project, f"drive {i}: {ast.unparse(statement)}", lambda code=code: exec(code, program.__dict__))


def call_everything(world, project, module):
    """Calls each function, and makes each class and calls its methods: with
    tensors on the device and on the host, with what is unknown true and false."""
    for name, value in list(vars(module).items()):
        if getattr(value, "__module__", None) != module.__name__ or name.startswith("__"):
            continue
        for where in ("here", "host"):
            for truth in (True, False):
                how = f"{owner(module)}{name} {where} {truth}"
                if isinstance(value, types.FunctionType):
                    attempt(world, project, how, lambda: called(world, value, where, truth))
                elif isinstance(value, type) and not issubclass(value, BaseException):
                    call_methods(world, project, value, how, where, truth)


def owner(module):
    """What the names of a module begin with in a record."""
    return "" if module.__name__ == "__main__" else module.__name__.removeprefix(PACKAGE) + "."


def call_methods(world, project, cls, how, where, truth):
    made = []
    construct = vars(cls).get("__init__")
    if not isinstance(construct, types.FunctionType):
        construct = lambda self: None
    attempt(world, project, how, lambda: made.append(cls(*arguments(world, construct, where, truth, skip=1))))
    for name, method in vars(cls).items():
        if made and isinstance(method, types.FunctionType) and not name.startswith("__"):
            attempt(world, project, f"{how}.{name}", lambda: called(world, getattr(made[0], name), where, truth))


def called(world, function, where, truth):
    return function(*arguments(world, function, where, truth))


def arguments(world, function, where, truth, skip=0):
    """Values for the parameters that must be given, and for flags that may be."""
    parameters = list(inspect.signature(function).parameters.values())[skip:]
    values = []
    for p in parameters:
        if p.kind not in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD):
            break
        if p.default is not p.empty and not (isinstance(p.default, bool) and not truth):
            if any(q.default is p.empty for q in parameters[parameters.index(p):] if q.kind == p.POSITIONAL_OR_KEYWORD):
                values.append(p.default)
                continue
            break
        values.append(value_for(world, p, where, truth))
    return values


def value_for(world, p, where, truth):
    device = Device(world.accelerator if where == "here" and world.accelerator else "cpu")
    hint = p.annotation if isinstance(p.annotation, str) else getattr(p.annotation, "__name__", str(p.annotation))
    hint = hint.rpartition(".")[2]
    plain = {"int": 1, "float": 0.5, "str": "text", "bool": truth, "dict": {}, "list": []}
    if hint in plain:
        return plain[hint]
    if isinstance(p.default, bool):
        return not p.default
    if hint == "device" or p.name in ("device", "place"):
        return device
    if hint == "Tensor" or p.name in ("x", "t", "batch", "tensor", "image", "images", "label", "labels", "target", "inputs"):
        return Tensor(device.placed())
    if hint == "Module" or p.name in ("model", "net", "module", "network"):
        made = modules.Module()
        return made.to(device)
    if hint == "Optimizer":
        return modules.Optimizer(())
    if p.name in ("seed", "rank", "local_rank", "gpu", "gpu_id"):
        return 1
    return Opaque(p.name, truth)


def state(world, module):
    """Records what a module leaves behind."""
    for name, value in sorted(vars(module).items()):
        if not name.startswith("__") and name != "here" and not isinstance(value, (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, type)):
            world.unit(f"global {owner(module)}{name}")
            parts = list(value.parameters()) if isinstance(value, modules.Module) else ()
            world.record(name, "=", show(value), show(parts), loose=True)


def environment(world):
    world.unit("environment")
    for name, value in sorted(os.environ.items()):
        world.record(name, "=", value, loose=True)
