"""Which primitives the public names of JAX reach.

    python jaxnames.py NAMES [NAME...] >TABLE

NAMES is the table of public names, opsdb/data/apis.tsv. Each function of jax.numpy,
jax.lax, jax.nn, jax.scipy and jax.random is traced with the arguments that its signature
asks for, in several ranks and dtypes and with each of its options, or with those of
jaxsamples.py. A line of the table is one name:

    primitives  those of the program that was traced, in every run
    sometimes   those of some of the runs
    operations  of StableHLO that the programs with another primitive than those before were
                lowered to, for a device that has no rules of its own
    unlowered   primitives that such a device has no rule for
    eager       yes where no run could be traced, and those of eager runs are told
"""

import inspect
import itertools
import re
import sys
import warnings

import jax
import jax.extend
import jax.numpy as jnp
import numpy as np
from jax._src import core

import jaxsamples

MODULES = ("jax.numpy.", "jax.lax.", "jax.nn.", "jax.scipy.", "jax.random.")
PLATFORM = "neuron"

# Primitives that hold a program and do nothing themselves.
FRAMES = {"pjit", "closed_call", "core_call", "custom_jvp_call", "custom_vjp_call",
          "custom_vjp_call_jaxpr", "run_state", "jit"}


class Seen:
    def __init__(self):
        self.runs, self.every, self.some = 0, None, set()
        self.operations, self.unlowered, self.traced = set(), set(), False

    def add(self, names):
        self.runs += 1
        self.every = names if self.every is None else self.every & names
        self.some |= names


def programs(value):
    """The programs in the parameters of an equation."""
    if isinstance(value, core.ClosedJaxpr):
        yield value.jaxpr
    elif isinstance(value, core.Jaxpr):
        yield value
    elif isinstance(value, (tuple, list)):
        for v in value:
            yield from programs(v)


def primitives(program):
    """All primitives of a program and of those that it holds."""
    found = set()
    for equation in program.eqns:
        if equation.primitive.name not in FRAMES:
            found.add(equation.primitive.name)
        for value in equation.params.values():
            for inner in programs(value):
                found |= primitives(inner)
    return found


def split(arguments, options):
    """The arrays among the arguments, and a function that puts others in their place."""
    leaves, shape = jax.tree_util.tree_flatten((arguments, options))
    held = [isinstance(x, jax.Array) for x in leaves]

    def filled(arrays):
        arrays = iter(arrays)
        return jax.tree_util.tree_unflatten(shape, [next(arrays) if h else x for x, h in zip(leaves, held)])
    return [x for x, h in zip(leaves, held) if h], filled


def results(value):
    """The arrays among the results: a program can yield nothing else."""
    return [x for x in jax.tree_util.tree_leaves(value) if isinstance(x, (jax.Array, np.ndarray))]


def run(function, arguments, options, seen):
    """Traces and lowers a call, or runs it where it cannot be traced; tells whether it did
    something."""
    if isinstance(function, jaxsamples.mapped):
        seen.traced = True
        seen.add(primitives(jax.make_jaxpr(function.call, axis_env=function.axes)(function.operand).jaxpr))
        return True
    arrays, filled = split(arguments, options)

    def call(*arrays):
        arguments, options = filled(arrays)
        value = function(*arguments, **options)
        if callable(value):  # what makes an initializer
            value = value(jaxsamples.KEY, (3, 3))
        return results(value)
    try:
        traced = jax.jit(call, keep_unused=True).trace(*arrays)
    except Exception as error:
        return eager(call, arrays, seen, error)
    seen.traced = True
    found = primitives(traced.jaxpr.jaxpr)
    if seen.runs == 0 or not found <= seen.some:
        lower(traced, seen)
    seen.add(found)
    return True


def lower(traced, seen):
    try:
        text = traced.lower(lowering_platforms=(PLATFORM,)).as_text()
        seen.operations |= set(re.findall(r"\b((?:stablehlo|chlo)\.\w+)", text))
    except NotImplementedError as error:
        seen.unlowered |= set(re.findall(r"primitive '([^']+)' not found", str(error)))
    except Exception as error:
        print("lowering: %s" % str(error).split("\n")[0][:200], file=sys.stderr)


def eager(call, arrays, seen, error):
    """Runs a call that needs the values of its arguments."""
    if not isinstance(error, (jax.errors.ConcretizationTypeError, jax.errors.TracerArrayConversionError,
                              jax.errors.NonConcreteBooleanIndexError, jax.errors.TracerBoolConversionError)):
        return False
    names = set()
    original = core.EvalTrace.process_primitive

    def process(self, primitive, args, params):
        if primitive.name not in FRAMES:
            names.add(primitive.name)
        for value in params.values():
            for inner in programs(value):
                names.update(primitives(inner))
        return original(self, primitive, args, params)
    core.EvalTrace.process_primitive = process
    try:
        with jax.disable_jit():
            call(*arrays)
    except Exception:
        return False
    finally:
        core.EvalTrace.process_primitive = original
    seen.add(names)
    return True


def calls(name, function):
    """The calls of a function: arguments and options."""
    if name in jaxsamples.CALLS:
        for call in jaxsamples.CALLS[name]:
            yield call, (), {}
        return
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return
    needed = [p for p in parameters if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if any(p.kind == p.VAR_POSITIONAL for p in parameters) and not needed:
        needed = [p for p in parameters if p.kind == p.VAR_POSITIONAL]
    named = [p for p in parameters if p.default is p.empty and p.kind == p.KEYWORD_ONLY]
    for array, number in itertools.product(jaxsamples.ARRAYS, (True, False)):
        arguments = [jaxsamples.value(p.name, array, number) for p in needed]
        options = {p.name: jaxsamples.value(p.name, array, number) for p in named}
        yield function, arguments, options
        if array not in jaxsamples.VARIED:
            continue
        for p in parameters:
            if p.default is p.empty:
                continue
            for other in jaxsamples.option(p.name, p.default, array):
                yield function, arguments, {**options, p.name: other}


def measured(name):
    function = at(name)
    seen = Seen()
    for call, arguments, options in calls(name, function):
        run(call, arguments, options, seen)
    return seen


def at(name):
    value = jax
    for part in name.split(".")[1:]:
        try:
            value = getattr(value, part)
        except AttributeError:
            __import__(value.__name__ + "." + part)
            value = getattr(value, part)
    return value


def names(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            name, kind = line.split("\t")[:2]
            if kind == "function" and name.startswith(MODULES):
                yield name


def main():
    warnings.filterwarnings("ignore")
    print("api", "runs", "primitives", "sometimes", "operations", "unlowered", "eager", sep="\t")
    for name in names(sys.argv[1]):
        if sys.argv[2:] and name not in sys.argv[2:]:
            continue
        try:
            seen = measured(name)
        except (AttributeError, ImportError):
            print("%s: no such name" % name, file=sys.stderr)
            continue
        if seen.runs == 0:
            print("%s: no call succeeded" % name, file=sys.stderr)
            continue
        sets = (seen.every, seen.some - seen.every, seen.operations, seen.unlowered)
        print(name, seen.runs, *(" ".join(sorted(s)) for s in sets), "" if seen.traced else "yes", sep="\t", flush=True)


if __name__ == "__main__":
    main()
