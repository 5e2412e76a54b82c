"""What an operator's result has of its first tensor: the dtype, the number of
dimensions, the elements, a gradient.

    python traits.py >../../opsdb/data/traits.tsv

Every operator of op_db runs on PyTorch's own samples on the CPU, in twelve dtypes, and so
do a few methods that op_db lacks; functions of NumPy and JAX run on two arrays. A cell
says what held in all runs, and is empty otherwise. verify/run also records the sums of this
program and of the table, so that neither changes without the other.

The dtype is one for all operands (bool), that of the first tensor (same) or the common one
of all operands (promoted). Where it depends on that dtype, the cell lists those that were
run, and says nothing of the others: same:float32,float64 float32:bool,int64.
"""

import itertools
import warnings
from collections import Counter

import jax
import numpy
import torch
from torch.testing._internal.common_methods_invocations import op_db

DTYPES = (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32,
          torch.int16, torch.int8, torch.uint8, torch.bool, torch.complex64, torch.complex128)
NARROW = [d for d in DTYPES if d not in (torch.float64, torch.int64, torch.complex128)]
WITHOUT_BFLOAT16 = [d for d in DTYPES if d != torch.bfloat16]
RESHAPED = (torch.float32, torch.int64)  # dtypes that operands of other ranks are run in
MOST = 40  # samples by operator, variant and dtype

# Operators that op_db calls with another argument first than their users do.
SWAPPED = {"nn.functional.embedding", "nn.functional.embedding_bag", "polygamma", "special.polygamma", "where"}

# Operators whose gradient is zero for real numbers only, or is a second one.
REAL = {"angle", "sgn", "max_pool2d_with_indices_backward"}

# Operators whose samples show too little of the elements: they hold no NaN, cover all
# elements, or have windows of one element.
UNSHOWN = {"nan_to_num", "index_copy", "nn.functional.unfold", "resize_", "resize_as_"}

# Operators that are told the shape, of which the samples show no other number of dimensions.
RESHAPING = {"resize_", "resize_as_", "sum_to_size"}

# The argument of an operator that changes the dtype of the result, with its position where
# it has one, and the dtype with it where that is always the same. Runs with it are left out.
UNLESS = {
    "bincount": "weights:1", "numpy.bincount": "weights:1=float64", "jax.numpy.bincount": "weights:1",
    "bucketize": "out_int32=int32", "searchsorted": "out_int32=int32",
    "div": "rounding_mode", "divide": "rounding_mode",
}

# Methods without samples, run on a matrix.
METHODS = {
    "cpu": lambda x: x.cpu(),
    "data": lambda x: x.data,
    "detach": lambda x: x.detach(),
    "relu": lambda x: x.relu(),
    "share_memory_": lambda x: x.share_memory_(),
    "new_tensor": lambda x: x.new_tensor([1]),
    "numpy": lambda x: torch.from_numpy(x.resolve_conj().resolve_neg().numpy().copy()),
    "dropout": lambda x: torch.dropout(x, 0.5, True),
    "feature_dropout": lambda x: torch.feature_dropout(x, 0.5, True),
    "alpha_dropout": lambda x: torch.alpha_dropout(x, 0.5, True),
    "tolist": lambda x: x.tolist(),
    "dim": lambda x: x.dim(),
    "size": lambda x: x.size(),
    "numel": lambda x: x.numel(),
    "to": lambda x: [x.to(torch.float64), x.to(torch.int32)],
    "type": lambda x: [x.type(torch.float64), x.type(torch.int32)],
    "type_as": lambda x: [x.type_as(torch.ones(1)), x.type_as(torch.ones(1, dtype=torch.int64))],
}
CHOOSING = {"to", "type", "type_as"}  # several results by METHODS, one by users

MATRIX = torch.tensor([[-7.5, 3.25, 11.0], [5.5, -2.75, 13.0]])

# How functions of NumPy and JAX are called that one array is not enough for.
CALLS = {
    "reshape": lambda f, x: f(x, (-1, 1)),
    "take": lambda f, x: f(x, numpy.array([0])),
    "bincount": lambda f, x: f((x * x).ravel()),
    "digitize": lambda f, x: f(x, numpy.array([0, 1])),
    "searchsorted": lambda f, x: f(x.ravel(), x),
    "isin": lambda f, x: f(x, x),
    "isclose": lambda f, x: f(x, x),
    "allclose": lambda f, x: f(x, x),
    "take_along_axis": lambda f, x: f(x, (x > x).astype("int32"), axis=0),
    "swapaxes": lambda f, x: f(x, 0, -1),
    "moveaxis": lambda f, x: f(x, 0, -1),
    "broadcast_to": lambda f, x: f(x, (2, *x.shape)),
    "full_like": lambda f, x: f(x, 1),
    "compress": lambda f, x: f([True], x),
    "interp": lambda f, x: f(x, x.ravel(), x.ravel()),
    "rev": lambda f, x: f(x, (0,)),
    "dynamic_slice": lambda f, x: f(x, (0,) * x.ndim, (*x.shape[:-1], 1)),
    "dynamic_slice_in_dim": lambda f, x: f(x, 0, 1),
    "dynamic_index_in_dim": lambda f, x: f(x, 0),
    "dynamic_update_slice": lambda f, x: f(x, x[..., :1] * 2, (0,) * x.ndim),
    "with_sharding_constraint": lambda f, x: f(x, jax.sharding.SingleDeviceSharding(jax.devices()[0])),
    "all_to_all": lambda f, x: jax.vmap(lambda y: f(y[None], "i", 0, 0), axis_name="i")(x[:1]),
    "ppermute": lambda f, x: jax.vmap(lambda y: f(y, "i", [(0, 0)]), axis_name="i")(x[:1]),
    **{name: lambda f, x: f(x, 1) for name in ("repeat", "tile", "roll", "pad")},
    **{name: lambda f, x: f(x, 0) for name in ("expand_dims", "delete")},
    **{name: lambda f, x: jax.vmap(lambda y: f(y, "i"), axis_name="i")(x)
       for name in ("psum", "pmax", "pmin", "pmean", "all_gather")},
}
FUNCTIONS = ("""copy ravel squeeze transpose flip fliplr flipud rot90 sort zeros_like ones_like empty_like
    atleast_1d atleast_2d ascontiguousarray asarray array cumsum cumprod sum prod mean std var min max
    median nanmean nansum argmax argmin argsort argwhere nonzero flatnonzero count_nonzero bincount
    digitize searchsorted all any isneginf isposinf isin isclose allclose round
    around nan_to_num diff diagonal diag tril triu unique trace real imag reshape take take_along_axis
    swapaxes moveaxis broadcast_to full_like compress repeat tile roll pad expand_dims delete
    fft.fftshift fft.ifftshift interp""").split()
PRODUCTS = "matmul dot vdot inner outer".split()
LAX = """abs neg sign floor ceil round exp log sqrt rsqrt tanh logistic sin cos square cumsum cumprod
    cummax cummin sort stop_gradient is_finite bitwise_not population_count real imag conj erf exp2 cbrt
    optimization_barrier rev dynamic_slice dynamic_slice_in_dim dynamic_index_in_dim dynamic_update_slice
    ppermute all_to_all with_sharding_constraint psum pmax pmin pmean all_gather""".split()

# Methods that are not run, from PyTorch's documentation.
TENSOR_DOCS = "pytorch/pytorch@v2.8.0:torch/_tensor_docs.py:"
DOCUMENTED = {
    "cuda": (("same", "", "same", "same", ""), TENSOR_DOCS + "1376"),
    "pin_memory": (("same", "", "same", "same", ""), TENSOR_DOCS + "6488"),
    "requires_grad_": (("same", "", "same", "same", ""), TENSOR_DOCS + "4201"),
    "xpu": (("same", "", "same", "same", ""), TENSOR_DOCS + "1436"),
}


class Seen:
    """What the runs of one operator had in common."""

    def __init__(self):
        self.runs = 0
        self.first, self.common = {}, {}  # the dtypes of results, by that of the first and of all tensors
        self.single, self.alike = True, True  # the result is one tensor; several have one dtype
        self.same, self.most = True, True  # the number of dimensions
        self.elements, self.gradients = set(), set()

    def run(self, call, x, args, kwargs, of=None, mixed=False):
        """Adds one run. Of is the common dtype of the operands. Of a run with mixed dtypes
        only the dtype of the result counts, and it may fail."""
        before = x.detach().clone()
        try:
            value = call(x, *args, **kwargs)
        except Exception:
            return
        results = tensors(value)
        self.runs += 1
        for y in results:
            self.first.setdefault(before.dtype, set()).add(y.dtype)
            self.common.setdefault(of or before.dtype, set()).add(y.dtype)
        self.alike &= len({y.dtype for y in results}) == 1
        if not mixed:
            self.single &= isinstance(value, torch.Tensor)
            self.shape(before, [*args, *kwargs.values()], results)
            self.elements.update(elements(before, y) for y in results if y.numel() or not before.numel())

    def shape(self, x, operands, results):
        most = max(a.dim() for a in [x, *operands] if isinstance(a, torch.Tensor))
        self.same &= all(y.dim() == x.dim() for y in results)
        self.most &= all(y.dim() == most for y in results)

    def other_ranks(self, call, x, args, kwargs):
        """Runs with one dimension more or less in one of the other operands or in all, which
        may fail."""
        operands = {**dict(enumerate(args)), **kwargs}
        others = [key for key, a in operands.items() if isinstance(a, torch.Tensor)]
        some = [[key] for key in others] + [others] * (len(others) > 1)
        for keys, reshaped in itertools.product(some, (lambda a: a[None], lambda a: a[0])):
            try:
                changed = {key: reshaped(a) if key in keys else a for key, a in operands.items()}
                args, kwargs = [changed[i] for i in range(len(args))], {key: changed[key] for key in kwargs}
                results = tensors(call(x, *args, **kwargs))
            except Exception:
                continue
            self.shape(x, changed.values(), results)

    def differentiate(self, call, x, args, kwargs):
        try:
            results = tensors(call(x, *args, **kwargs))
        except Exception as e:
            if "requires grad" in str(e):
                self.gradients.add("none")  # it is for tensors without one
            return
        for y in results:
            self.gradients.add(gradient(x, y))
        if not results:
            self.gradients.add("none")


def tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [t for item in value for t in tensors(item)]
    return []


def dense(t):
    return t.layout == torch.strided and not t.is_nested


def numbers(t):
    t = t.detach().resolve_conj().resolve_neg()
    if t.dtype.is_complex:
        return [repr(pair) for pair in torch.view_as_real(t).reshape(-1, 2).tolist()]
    return [repr(v) for v in t.reshape(-1).tolist()]


def elements(before, after):
    """same: the same elements in another order; repeated: each at least as often; picked:
    only elements of before; cast: each in its place, in another dtype."""
    if not dense(before) or not dense(after):
        return ""
    if before.dtype != after.dtype:
        cast = before.shape == after.shape and numbers(before.to(after.dtype)) == numbers(after)
        return "cast" if cast else ""
    a, b = Counter(numbers(before)), Counter(numbers(after))
    if a == b:
        return "same"
    if set(a) == set(b) and a <= b:
        return "repeated"
    return "picked" if set(b) <= set(a) else ""


def of_all(kinds):
    """What holds for elements of all these kinds."""
    for kind, others in (("same", set()), ("repeated", {"same"}), ("picked", {"same", "repeated"}), ("cast", {"same"})):
        if kind in kinds and kinds <= {kind, *others}:
            return kind
    return ""


def gradient(x, y):
    """none: the result needs none; zero: it is zero for every element."""
    if not y.requires_grad:
        return "none"
    if y.dtype.is_complex or not x.requires_grad or not dense(x) or not dense(y):
        return ""
    try:
        grad, = torch.autograd.grad(y.sum(), x, allow_unused=True, retain_graph=True)
    except Exception:
        return ""
    return "zero" if grad is None or not grad.any() else ""


def observe(name, op, call, seen):
    """Runs an operator, or a function for the same arguments, on the operator's samples."""
    for dtype in DTYPES:
        if dtype in op.dtypes:
            for s in samples(op, dtype, False):
                if isinstance(s.input, torch.Tensor) and s.input.dtype == dtype and not changes_dtype(name, s):
                    observe_sample(call, s, seen, dtype)
    for dtype in (torch.float32, torch.float64):
        if dtype in op.dtypes:
            for s in samples(op, dtype, True):
                if isinstance(s.input, torch.Tensor):
                    seen.differentiate(call, s.input, s.args, s.kwargs)
            return


def samples(op, dtype, gradients):
    try:
        return list(itertools.islice(op.sample_inputs("cpu", dtype, requires_grad=gradients), MOST))
    except Exception:
        return []


def changes_dtype(name, s):
    """Whether a sample asks for a dtype of the result."""
    argument, _, position = UNLESS.get(name, "dtype").partition("=")[0].partition(":")
    given = s.kwargs.get(argument)
    return (given is not None and given is not False or position and len(s.args) >= int(position)
            or any(isinstance(a, torch.dtype) for a in [*s.args, *s.kwargs.values()]))


def observe_sample(call, s, seen, dtype):
    seen.run(call, s.input, s.args, s.kwargs, common(s.input, s.args, s.kwargs))
    if dtype in RESHAPED:
        seen.other_ranks(call, s.input, s.args, s.kwargs)
    for other in (torch.float64, torch.float32, torch.int64):
        args = [a.to(other) if isinstance(a, torch.Tensor) and a.dtype == dtype else a for a in s.args]
        if any(a is not b for a, b in zip(args, s.args)):
            seen.run(call, s.input, args, s.kwargs, common(s.input, args, s.kwargs), mixed=True)
    if not dtype.is_floating_point and not dtype.is_complex:
        for i, a in enumerate(s.args):
            if isinstance(a, (int, float)) and not isinstance(a, bool):
                args = (*s.args[:i], 1.5, *s.args[i + 1:])
                seen.run(call, s.input, args, s.kwargs, common(s.input, args, s.kwargs), mixed=True)


def common(x, args, kwargs):
    """The dtype that PyTorch promotes tensors and numbers to."""
    of = x
    for a in [*args, *kwargs.values()]:
        dims = max(of.dim(), a.dim()) if isinstance(a, torch.Tensor) else of.dim()
        if isinstance(a, (torch.Tensor, int, float, complex)) and not isinstance(a, bool):
            of = torch.empty([1] * dims, dtype=torch.result_type(of, a))
    return of.dtype


def observe_bounds(seen):
    """Runs clamp and clip with numbers; the samples bound by tensors."""
    libraries = {
        "clamp": (torch.clamp, torch.Tensor.clone, torch.result_type, DTYPES),
        "numpy.clip": (numpy.clip, torch.Tensor.numpy, numpy.result_type, WITHOUT_BFLOAT16),
        "jax.numpy.clip": (jax.numpy.clip, to_jax, jax.numpy.result_type, NARROW),
    }
    for name, (clip, to_array, promote, dtypes) in libraries.items():
        of = seen.setdefault(name, Seen())
        for dtype in dtypes:
            if dtype != torch.bool and not dtype.is_complex:
                x = MATRIX.to(dtype)
                for low in (1, 0.5):
                    promoted = torch_dtype(promote(to_array(x), low))
                    of.run(lambda x: from_array(clip(to_array(x), low, 5)), x, (), {}, promoted)
    seen["clip"] = seen["clamp"]  # an alias


def observe_method(name, call, seen):
    for dtype in DTYPES:
        seen.run(call, MATRIX.to(dtype), (), {})
    seen.single |= name in CHOOSING
    seen.alike |= name in CHOOSING
    seen.differentiate(call, torch.ones(2, 3, requires_grad=True), (), {})


def array_functions():
    """The functions of NumPy and JAX that are run, by name, with the way from a tensor to
    an array and the dtypes that the library has by default."""
    ufuncs = [name for name in numpy.__all__ if isinstance(getattr(numpy, name), numpy.ufunc)]
    for name in sorted({*ufuncs, *FUNCTIONS, *PRODUCTS}):
        yield "numpy." + name, numpy, name, torch.Tensor.numpy, WITHOUT_BFLOAT16
        yield "jax.numpy." + name, jax.numpy, name, to_jax, NARROW
    for name in LAX:
        yield "jax.lax." + name, jax.lax, name, to_jax, NARROW


def to_jax(x):
    wide = x.to(torch.complex64 if x.is_complex() else torch.float32)
    return jax.numpy.asarray(wide.numpy(), dtype=bare(x.dtype))


def torch_dtype(dtype):
    return getattr(torch, bare(dtype))


def from_array(y):
    if isinstance(y, torch.Tensor):
        return y
    dtype = torch_dtype(y.dtype)
    return torch.from_numpy(numpy.array(y.astype("float32") if dtype == torch.bfloat16 else y)).to(dtype)


def observe_function(name, module, function, to_array, dtypes, seen):
    library = jax.numpy if name.startswith("jax.") else numpy
    for part in function.split("."):
        module = getattr(module, part, None)
    if module is None:
        return
    products = function in PRODUCTS
    operands = 2 if products else 1 if function in CALLS else getattr(getattr(numpy, function, None), "nin", 1)

    def call(x, *others):
        if products:
            results = module(to_array(x).ravel(), to_array(others[0]).ravel())
        elif others:
            results = module(to_array(x), to_array(others[0]))
        else:
            results = CALLS.get(function, lambda f, x: f(x))(module, to_array(x))
        return [from_array(y) for y in results] if isinstance(results, (tuple, list)) else from_array(results)

    with numpy.errstate(all="ignore"):
        for x in (MATRIX, MATRIX[0]):
            for dtype in dtypes:
                array = x.to(dtype)
                others = [x.flip(-1).abs() + 1] if operands == 2 else []
                seen.run(call, array, [o.to(dtype) for o in others], {})
                for o in others:
                    promoted = torch_dtype(library.result_type(to_array(array), to_array(o)))
                    seen.run(call, array, [o], {}, promoted, mixed=True)
                if others and not products:
                    promoted = torch_dtype(library.result_type(to_array(array), 1.5))
                    seen.run(lambda x: from_array(module(to_array(x), 1.5)), array, [], {}, promoted, mixed=True)


def dtype_of(seen):
    """The cell of the dtype; see the beginning of this file."""
    if not seen.alike or not seen.first:
        return ""
    if len(seen.first) > 1 and len(set().union(*seen.first.values())) == 1:
        return bare(*next(iter(seen.first.values())))
    first, promoted = known(seen.first), known(seen.common)
    if len(promoted) - len(seen.common) > len(first) - len(seen.first):
        return listed("promoted", promoted, len(promoted) == len(seen.common))
    return listed("same", first, len(first) == len(seen.first))


def known(results):
    """The dtypes that lead to a single one."""
    return {of: next(iter(seen)) for of, seen in results.items() if len(seen) == 1}


def listed(rule, results, complete):
    """A cell by the dtypes of results."""
    if complete and all(of == to for of, to in results.items()):
        return rule
    of_result = {}
    for of, to in results.items():
        of_result.setdefault(rule if of == to else bare(to), []).append(bare(of))
    if rule == "promoted" and rule not in of_result:
        return ""
    lists = [f"{to}:{','.join(sorted(of))}" for to, of in of_result.items()]
    return " ".join(sorted(lists, key=lambda text: (not text.startswith(rule + ":"), text)))


def bare(dtype):
    return str(dtype).removeprefix("torch.")


def cells(name, seen):
    dtype, unless = dtype_of(seen), UNLESS.get(name, "")
    if name.startswith(("numpy.", "jax.")):
        return [dtype, unless, "", "", ""]  # nobody asks for more
    gradients = seen.gradients
    kept = ""
    if gradients == {"none"}:
        kept = "none"
    elif name not in UNSHOWN | REAL and gradients and gradients <= {"none", "zero"}:
        kept = "zero"
    rank = "same" if seen.same else "broadcast" if seen.most else ""
    if not seen.single or name in RESHAPING:
        rank = ""
    return [dtype, unless, rank, "" if name in UNSHOWN else of_all(seen.elements), kept]


def public(name):
    return not name.startswith(("_", "jiterator", "torch.")) and "ops.aten" not in name


def source(name):
    library = {"numpy": numpy, "jax": jax}.get(name.split(".")[0], torch)
    version = library.__version__.split("+")[0]
    return f"neuronlint@{library.__name__}-{version}:verify/operators/traits.py"


def main():
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    torch.manual_seed(1)
    seen = {}
    names = {name for op in op_db for name in (op.name, *(alias.name for alias in op.aliases))}
    for op in op_db:
        for name in (op.name, *(alias.name for alias in op.aliases)):
            if public(name) and name not in SWAPPED:
                observe(name, op, op, seen.setdefault(name, Seen()))
        short = op.name.removeprefix("nn.functional.")
        if op.name not in SWAPPED and short not in names | set(METHODS) and hasattr(torch, short):
            observe(short, op, getattr(torch, short), seen.setdefault(short, Seen()))
    for name, call in METHODS.items():
        observe_method(name, call, seen.setdefault(name, Seen()))
    for name, *function in array_functions():
        observe_function(name, *function, seen.setdefault(name, Seen()))
    observe_bounds(seen)
    rows = [(name, *cells, "documented", where) for name, (cells, where) in DOCUMENTED.items()]
    for name, of in seen.items():
        if of.runs and any(cells(name, of)):
            rows.append((name, *cells(name, of), "measured", source(name)))
    print("operator", "dtype", "unless", "rank", "elements", "gradient", "evidence", "source", sep="\t")
    for row in sorted(rows):
        print(*row, sep="\t")


main()
