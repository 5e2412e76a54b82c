"""What an operator's result has of its first tensor: the dtype, the number of
dimensions, the elements, a gradient.

    python traits.py >../../opsdb/data/traits.tsv

Every operator of op_db runs on PyTorch's own samples on the CPU, in eight dtypes, and so
do a few methods that op_db lacks; functions of NumPy and JAX run on four arrays. A cell
says what held in all runs, and is empty otherwise.
"""

import itertools
import warnings

import jax
import numpy
import torch
from torch.testing._internal.common_methods_invocations import op_db

DTYPES = (torch.float32, torch.float64, torch.bfloat16, torch.int64, torch.int32,
          torch.uint8, torch.bool, torch.complex64)
NARROW = [d for d in DTYPES if d not in (torch.float64, torch.int64)]
WITHOUT_BFLOAT16 = [d for d in DTYPES if d != torch.bfloat16]
MOST = 40  # samples by operator, variant and dtype

# Operators of which the samples show too little: they hold no NaN, cover all elements,
# or have windows of one element.
# Operators that op_db calls with another argument first than their users do.
SWAPPED = {"nn.functional.embedding", "nn.functional.embedding_bag", "polygamma", "special.polygamma", "where"}

# Operators whose gradient is zero for real numbers only, or is a second one.
REAL = {"angle", "sgn", "max_pool2d_with_indices_backward"}

UNSHOWN = {"nan_to_num", "numpy.nan_to_num", "jax.numpy.nan_to_num", "index_copy", "nn.functional.unfold"}

# Methods without samples, run on a matrix.
METHODS = {
    "cpu": lambda x: x.cpu(),
    "detach": lambda x: x.detach(),
    "relu": lambda x: x.relu(),
    "share_memory_": lambda x: x.share_memory_(),
    "numpy": lambda x: torch.from_numpy(x.resolve_conj().resolve_neg().numpy().copy()),
    "tolist": lambda x: x.tolist(),
    "dim": lambda x: x.dim(),
    "size": lambda x: x.size(),
    "numel": lambda x: x.numel(),
}

MATRIX = torch.tensor([[-7.5, 3.25, 11.0], [5.5, -2.75, 13.0]])

# How functions of NumPy and JAX are called that one array is not enough for.
CALLS = {
    "reshape": lambda f, x: f(x, (-1, 1)),
    "take": lambda f, x: f(x, numpy.array([0])),
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
    "ppermute": lambda f, x: jax.vmap(lambda y: f(y, "i", [(0, 0)]), axis_name="i")(x),
    **{name: lambda f, x: f(x, 1) for name in ("repeat", "tile", "roll", "pad")},
    **{name: lambda f, x: f(x, 0) for name in ("expand_dims", "delete")},
    **{name: lambda f, x: jax.vmap(lambda y: f(y, "i"), axis_name="i")(x)
       for name in ("psum", "pmax", "pmin", "pmean", "all_gather")},
}
FUNCTIONS = ("""copy ravel squeeze transpose flip fliplr flipud rot90 sort zeros_like ones_like empty_like
    atleast_1d atleast_2d ascontiguousarray asarray array cumsum cumprod sum prod mean std var min max
    median nanmean nansum argmax argmin argsort nonzero flatnonzero all any isneginf isposinf isin isclose allclose round
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
    "cuda": (("same", "same", "same", ""), TENSOR_DOCS + "1376"),
    "pin_memory": (("same", "same", "same", ""), TENSOR_DOCS + "6488"),
    "requires_grad_": (("same", "same", "same", ""), TENSOR_DOCS + "4201"),
    "xpu": (("same", "same", "same", ""), TENSOR_DOCS + "1436"),
}


class Seen:
    """What the runs of one operator had in common."""

    def __init__(self):
        self.runs = 0
        self.dtypes, self.ranks, self.elements, self.gradients = set(), set(), set(), set()
        self.promoted, self.broadcasts = True, False

    def run(self, call, x, rest, kwargs, mixed):
        """Adds one run; mixed is the common dtype of the operands where they have several:
        of such a run only the dtype of the result counts, and it may fail."""
        before = x.detach().clone()
        try:
            results = tensors(call(x, *rest, **kwargs))
        except Exception:
            return
        self.runs += 1
        for y in results:
            self.dtypes.add((before.dtype, y.dtype))
            self.promoted &= y.dtype == (mixed or before.dtype)
            if not mixed:
                self.ranks.add(y.dim() == before.dim())
                self.elements.add(elements(before, y))
        if not results:
            self.promoted = False
            self.elements.add("")
            self.ranks.add(False)
            self.dtypes.add((before.dtype, None))

    def broadcast(self, call, x, rest, kwargs):
        """Runs with other operands of one dimension more, which may fail."""
        rest = [a[None] if isinstance(a, torch.Tensor) else a for a in rest]
        try:
            self.broadcasts |= any(y.dim() > x.dim() for y in tensors(call(x, *rest, **kwargs)))
        except Exception:
            return

    def differentiate(self, call, x, rest, kwargs):
        try:
            results = tensors(call(x, *rest, **kwargs))
        except Exception:
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
    """same: the same elements in another order; picked: only elements of before."""
    if before.dtype != after.dtype or not dense(before) or not dense(after):
        return ""
    a, b = numbers(before), numbers(after)
    if sorted(a) == sorted(b):
        return "same"
    return "picked" if set(b) <= set(a) else ""


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


def observe(op, seen):
    for dtype in DTYPES:
        if dtype in op.dtypes:
            for s in samples(op, dtype, False):
                observe_sample(op, s, seen, dtype)
    for dtype in (torch.float32, torch.float64):
        if dtype in op.dtypes:
            for s in samples(op, dtype, True):
                if isinstance(s.input, torch.Tensor):
                    seen.differentiate(op, s.input, s.args, s.kwargs)
            return


def samples(op, dtype, gradients):
    try:
        return list(itertools.islice(op.sample_inputs("cpu", dtype, requires_grad=gradients), MOST))
    except Exception:
        return []


def observe_sample(op, s, seen, dtype):
    names_dtype = "dtype" in s.kwargs or s.kwargs.get("out_int32") or any(isinstance(a, torch.dtype) for a in s.args)
    if not isinstance(s.input, torch.Tensor) or s.input.dtype != dtype or names_dtype:
        return
    seen.run(op, s.input, s.args, s.kwargs, None)
    seen.broadcast(op, s.input, s.args, s.kwargs)
    for other in (torch.float64, torch.float32, torch.int64):
        args = [a.to(other) if isinstance(a, torch.Tensor) and a.dtype == dtype else a for a in s.args]
        if any(a is not b for a, b in zip(args, s.args)):
            common = s.input
            for a in args:
                if isinstance(a, torch.Tensor) and a.dtype == other:
                    shape = max(common, a, key=torch.Tensor.dim).shape
                    common = torch.empty(shape, dtype=torch.result_type(common, a))
            seen.run(op, s.input, args, s.kwargs, common.dtype)
    if not dtype.is_floating_point and not dtype.is_complex:
        for i, a in enumerate(s.args):
            if isinstance(a, (int, float)) and not isinstance(a, bool):
                common = torch.result_type(s.input, 1.5)
                seen.run(op, s.input, (*s.args[:i], 1.5, *s.args[i + 1:]), s.kwargs, common)


def observe_bounds(seen):
    """Runs clamp and clip, of which the samples bound by tensors of several dtypes."""
    seen.update({name: Seen() for name in ("clamp", "numpy.clip", "jax.numpy.clip")})
    libraries = {
        "clamp": (torch.clamp, torch.Tensor.clone, torch.result_type, DTYPES),
        "numpy.clip": (numpy.clip, torch.Tensor.numpy, numpy.result_type, DTYPES),
        "jax.numpy.clip": (jax.numpy.clip, to_jax, jax.numpy.result_type, NARROW),
    }
    seen["clip"] = seen["clamp"]  # an alias
    for name, (clip, to_array, common, dtypes) in libraries.items():
        of = seen[name]
        for dtype in dtypes:
            if dtype not in (torch.bfloat16, torch.bool, torch.complex64):
                x = MATRIX.to(dtype)
                of.run(lambda x: from_array(clip(to_array(x), 1, 5)), x, (), {}, None)
                promoted = torch_dtype(common(to_array(x), 0.5))
                of.run(lambda x: from_array(clip(to_array(x), 0.5, 5)), x, (), {}, promoted)


def observe_method(call, seen):
    for dtype in DTYPES:
        seen.run(call, MATRIX.to(dtype), (), {}, None)
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
        for x in (MATRIX, MATRIX[0], MATRIX[None], MATRIX[:, :, None]):
            for dtype in dtypes:
                others = [x.flip(-1) + x] if operands == 2 else []
                seen.run(call, x.to(dtype), [o.to(dtype) for o in others], {}, None)
                seen.broadcast(call, x.to(dtype), [o.to(dtype) for o in others], {})
                for o in others:
                    other = o.to(torch.float32)
                    common = torch_dtype(library.result_type(to_array(x.to(dtype)), to_array(other)))
                    seen.run(call, x.to(dtype), [other], {}, common)


def dtype_of(pairs, promoted):
    """The dtype of the results: one for all; or same, that of the operand, and promoted,
    the common one of all operands, with the exceptions behind: same bool:int64."""
    results = {}
    for a, b in pairs:
        results.setdefault(a, set()).add(b)
    every = set().union(*results.values()) if results else {None}
    if None in every:
        return ""
    if len(results) > 1 and len(every) == 1:
        return bare(every.pop())
    if all(seen == {a} for a, seen in results.items()):
        return "same"
    if promoted:
        return "promoted"
    if any(len(seen) > 1 for seen in results.values()):
        return ""
    other = [f"{bare(a)}:{bare(*seen)}" for a, seen in results.items() if seen != {a}]
    return " ".join(["same", *sorted(other)])


def bare(dtype):
    return str(dtype).removeprefix("torch.")


def cells(name, seen):
    gradients = seen.gradients
    kept = ""
    if gradients == {"none"}:
        kept = "none"
    elif name not in UNSHOWN | REAL and gradients and gradients <= {"none", "zero"}:
        kept = "zero"
    values = ""
    if name not in UNSHOWN and seen.elements and "" not in seen.elements:
        values = "same" if seen.elements == {"same"} else "picked"
    if name.startswith(("numpy.", "jax.")):
        return [dtype_of(seen.dtypes, seen.promoted), "", "", ""]  # nobody asks for more
    rank = "broadcast" if seen.broadcasts else "same"
    return [dtype_of(seen.dtypes, seen.promoted), rank if seen.ranks == {True} else "", values, kept]


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
    for op in op_db:
        for name in (op.name, *(alias.name for alias in op.aliases)):
            if public(name) and name not in SWAPPED:
                observe(op, seen.setdefault(name, Seen()))
    for name, call in METHODS.items():
        observe_method(call, seen.setdefault(name, Seen()))
    for name, *function in array_functions():
        observe_function(name, *function, seen.setdefault(name, Seen()))
    observe_bounds(seen)
    rows = [(name, *cells, "documented", where) for name, (cells, where) in DOCUMENTED.items()]
    for name, of in seen.items():
        if of.runs and any(cells(name, of)):
            rows.append((name, *cells(name, of), "measured", source(name)))
    print("operator", "dtype", "rank", "elements", "gradient", "evidence", "source", sep="\t")
    for row in sorted(rows):
        print(*row, sep="\t")


main()
