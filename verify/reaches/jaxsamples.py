"""The arguments that functions of JAX are traced with: by the names of their parameters,
and whole calls where names do not tell."""

import jax
import jax.numpy as jnp
import numpy as np

KEY = jax.random.key(0)
SQUARE = jnp.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]])
INTEGERS = jnp.array([[3, 1, 2], [0, 2, 1], [1, 0, 3]])

# What stands for an array: each function is tried with each.
ARRAYS = {
    "square": SQUARE,
    "vector": jnp.array([0.5, 0.25, 0.75]),
    "cube": jnp.arange(24.0).reshape(2, 3, 4) / 24,
    "integers": INTEGERS,
    "booleans": INTEGERS > 1,
}

# Those of them that options are tried with.
VARIED = {"square", "integers"}

# Parameters that are no arrays, or arrays of one kind.
NAMED = {
    "axis": 0, "axes": (0, 1), "axis1": 0, "axis2": 1, "axis_name": "i", "shape": (2, 3), "newshape": (-1,),
    "new_sizes": (-1,), "dimensions": (0,), "dimension": 0, "dim": 0, "n": 3, "N": 3, "M": 3, "k": 1, "num": 5,
    "dtype": jnp.float32, "new_dtype": jnp.float32, "key": KEY, "seed": 0, "permutation": (1, 0),
    "indices": jnp.array([0, 2]), "index": 0, "start": 0.0, "stop": 2.0, "repeats": 2, "reps": 2, "shift": 1,
    "source": 0, "destination": 1, "num_classes": 4, "deg": 2, "q": 0.5, "order": 2, "operand_batch_dims": (),
    "rank": 2, "sizes": (1, 2), "start_index": 0, "limit_index": 2, "slice_size": 1, "exponent_bits": 5,
    "mantissa_bits": 10, "power": 2, "pad_width": 1, "indices_or_sections": 1, "obj": 1, "fill_value": 1.0,
    "y": 2, "num_samples": 3, "d": 3, "df": 3.0, "p": 0.25, "a_min": 0, "data": jnp.array([0.5]),
}

# Values of options, by their name, besides the opposite of a truth value.
OPTIONS = {
    "axis": (0, -1), "keepdims": (True,), "method": ("linear", "lower", "nearest", "midpoint", "sort", "compare_all", "scan", "scan_unrolled"),
    "mode": ("clip", "wrap", "fill", "drop", "full", "valid", "same", "reduced", "complete", "edge", "reflect", "constant"),
    "ord": (1, 2, -1, jnp.inf, "fro", "nuc"), "p": (1.0,), "norm": ("ortho", "forward"), "where": (None,),
    "initial": (1,), "dtype": (jnp.float32, jnp.int32, jnp.bool_), "descending": (True,), "stable": (False,),
    "size": (2,), "fill_value": (0,), "indexing": ("ij",), "kind": ("stable",), "bins": (3,), "k": (-1, 1),
    "weights": ("array",), "b": ("array",), "a": ("array",), "lower": (True,), "shape": ((2, 3),), "ddof": (1,),
    "precision": ("highest",), "preferred_element_type": (jnp.float32,), "side": ("right",), "n": (2,),
    "decimals": (1,), "type": (2,), "overwrite_a": (True,), "assume_unique": (True,), "invert": (True,),
    "total_repeat_length": (6,), "replace": (False,), "inverse": (True,), "return_index": (True,),
    "return_inverse": (True,), "return_counts": (True,), "endpoint": (False,), "rowvar": (False,), "bias": (True,),
    "trans": (1, 2), "assume_a": ("pos",), "output": ("complex",), "density": (True,), "rcond": (1e-3,), "rtol": (1e-3,),
}


# Parameters that some functions take a number for and others an array.
EITHER = {"n", "p", "y", "q", "d", "df", "k", "data", "b", "a", "order", "N", "power", "fill_value", "start", "stop", "indices", "index"}


def value(name, array, number):
    """What a parameter gets, where arrays are of the kind named array. With number, what
    can be either is a number."""
    if name in NAMED and (number or name not in EITHER):
        return NAMED[name]
    return ARRAYS[array]


def option(name, default, array):
    """Other values of an option."""
    if isinstance(default, bool):
        yield not default
        return
    for other in OPTIONS.get(name, ()):
        yield ARRAYS[array] if isinstance(other, str) and other == "array" else other


class mapped:
    """A call with an array on one of three devices of an axis named i."""

    axes, operand = [("i", 3)], ARRAYS["vector"]

    def __init__(self, call):
        self.call = call


def two(function):
    """Calls of a function of two arrays of one kind, integers too."""
    return [lambda: function(SQUARE, SQUARE), lambda: function(INTEGERS, INTEGERS), lambda: function(MASK, MORE)]


lax, scipy, random = jax.lax, jax.scipy, jax.random
VECTOR, CUBE = ARRAYS["vector"], ARRAYS["cube"]

# What calls are given is made here, outside of the traces.
COUNT, FIRST, SECOND, THIRDS, BYTES = INTEGERS[0, 0], INTEGERS[0], INTEGERS[1], INTEGERS % 3, INTEGERS.astype(jnp.uint8)
TRUE, MASK, MORE = VECTOR[0] > 0, INTEGERS > 1, INTEGERS > 2
TOP, UPPER, PAIR, ONE, ONES, ZEROS, TWOS = SQUARE[:2], jnp.triu(SQUARE), VECTOR[:2], jnp.array(1.0), jnp.ones((2, 3)), jnp.zeros(()), VECTOR + 1
PLUS, PLUS2, STACK, STACKED, EYES = SQUARE + 1, SQUARE + 2, SQUARE[None], jnp.ones((2, 3, 3)), jnp.eye(6).reshape(2, 3, 6)
GROUPS, GROUPED, LOCAL, WORDS = jnp.array([1, 2], jnp.int32), jnp.ones((2, 3, 4)), jnp.ones((4, 27, 6, 6)), jnp.array([0, 1], jnp.uint32)
OTHER_IMAGE, OTHER_KERNEL, ATTENDED = jnp.ones((1, 8, 8, 3)), jnp.ones((3, 3, 3, 4)), jnp.ones((1, 1, 5, 5), bool)


def same(x):
    return x


def last(a, b):
    return b

IMAGE, KERNEL = jnp.ones((1, 3, 8, 8)), jnp.ones((4, 3, 3, 3))
COMPLEX = SQUARE + 1j
HEADS = jnp.ones((1, 5, 2, 4))
ROWS = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,))
AT = jnp.array([[0], [2]])
PLACE = jax.sharding.SingleDeviceSharding(jax.devices()[0])


def scattered(function):
    return [lambda: function(SQUARE, AT, TOP, ROWS),
            lambda: function(SQUARE, AT, TOP, ROWS, mode="clip")]


# Whole calls. Each is traced without arguments, so what it does with constants is seen too.
CALLS = {
    "jax.lax.after_all": [lambda: lax.after_all(lax.create_token(0.0))],
    "jax.lax.all_gather": [mapped(lambda x: lax.all_gather(x, "i"))],
    "jax.lax.all_to_all": [mapped(lambda x: lax.all_to_all(x, "i", 0, 0))],
    "jax.lax.argmax": [lambda: lax.argmax(SQUARE, 0, jnp.int32)],
    "jax.lax.argmin": [lambda: lax.argmin(SQUARE, 0, jnp.int32)],
    "jax.lax.associative_scan": [lambda: lax.associative_scan(jnp.add, SQUARE), lambda: lax.associative_scan(jnp.add, SQUARE, reverse=True)],
    "jax.lax.axis_index": [mapped(lambda x: lax.axis_index("i"))],
    "jax.lax.axis_size": [mapped(lambda x: lax.axis_size("i"))],
    "jax.lax.broadcast_in_dim": [lambda: lax.broadcast_in_dim(SQUARE, (2, 3, 3), (1, 2))],
    "jax.lax.broadcast_shapes": [lambda: lax.broadcast_shapes((1, 3), (2, 1))],
    "jax.lax.collapse": [lambda: lax.collapse(CUBE, 0, 2)],
    "jax.lax.concatenate": [lambda: lax.concatenate([SQUARE, PLUS], 0)],
    "jax.numpy.choose": [lambda: jnp.choose(THIRDS, [SQUARE, PLUS, PLUS2], mode="clip"), lambda: jnp.choose(THIRDS, [SQUARE, PLUS, PLUS2], mode="wrap")],
    "jax.lax.cond": [lambda: lax.cond(TRUE, same, same, SQUARE)],
    "jax.lax.conv": [lambda: lax.conv(IMAGE, KERNEL, (1, 1), "SAME")],
    "jax.lax.conv_general_dilated": [lambda: lax.conv_general_dilated(IMAGE, KERNEL, (1, 1), "SAME"), lambda: lax.conv_general_dilated(IMAGE, KERNEL, (2, 2), "VALID", rhs_dilation=(2, 2))],
    "jax.lax.conv_general_dilated_local": [lambda: lax.conv_general_dilated_local(IMAGE, LOCAL, (1, 1), "VALID", (3, 3))],
    "jax.lax.conv_general_dilated_patches": [lambda: lax.conv_general_dilated_patches(IMAGE, (3, 3), (1, 1), "SAME")],
    "jax.lax.conv_transpose": [lambda: lax.conv_transpose(OTHER_IMAGE, OTHER_KERNEL, (2, 2), "SAME")],
    "jax.lax.conv_with_general_padding": [lambda: lax.conv_with_general_padding(IMAGE, KERNEL, (1, 1), ((1, 1), (1, 1)), None, None)],
    "jax.lax.custom_linear_solve": [lambda: lax.custom_linear_solve(same, VECTOR, lambda f, b: b)],
    "jax.lax.custom_root": [lambda: lax.custom_root(same, ONE, lambda f, x: x, lambda g, y: y)],
    "jax.lax.dot_general": [lambda: lax.dot_general(SQUARE, SQUARE, (((1,), (0,)), ((), ())))],
    "jax.lax.dynamic_slice": [lambda: lax.dynamic_slice(SQUARE, (COUNT, 1), (2, 2))],
    "jax.lax.dynamic_update_slice": [lambda: lax.dynamic_update_slice(SQUARE, TOP, (COUNT, 0))],
    "jax.lax.fft": [lambda: lax.fft(COMPLEX, "fft", (3,))],
    "jax.lax.fori_loop": [lambda: lax.fori_loop(0, 3, lambda i, x: x, SQUARE), lambda: lax.fori_loop(0, COUNT, lambda i, x: x, SQUARE)],
    "jax.lax.gather": [lambda: lax.gather(SQUARE, AT, lax.GatherDimensionNumbers((1,), (0,), (0,)), (1, 3)), lambda: lax.gather(SQUARE, AT, lax.GatherDimensionNumbers((1,), (0,), (0,)), (1, 3), mode="fill")],
    "jax.lax.imag": [lambda: lax.imag(COMPLEX)],
    "jax.lax.real": [lambda: lax.real(COMPLEX)],
    "jax.lax.index_take": [lambda: lax.index_take(SQUARE, (FIRST,), (0,))],
    "jax.lax.iota": [lambda: lax.iota(jnp.int32, 3)],
    "jax.lax.linalg.cholesky_update": [lambda: lax.linalg.cholesky_update(UPPER, VECTOR)],
    "jax.lax.linalg.householder_product": [lambda: lax.linalg.householder_product(SQUARE, VECTOR)],
    "jax.lax.linalg.lu_pivots_to_permutation": [lambda: lax.linalg.lu_pivots_to_permutation(FIRST, 3)],
    "jax.lax.linalg.tridiagonal_solve": [lambda: lax.linalg.tridiagonal_solve(VECTOR, VECTOR, VECTOR, SQUARE)],
    "jax.lax.map": [lambda: lax.map(same, SQUARE), lambda: lax.map(same, SQUARE, batch_size=2)],
    "jax.lax.pad": [lambda: lax.pad(SQUARE, 0.0, ((1, 1, 0), (0, 0, 1)))],
    "jax.lax.platform_dependent": [lambda: lax.platform_dependent(SQUARE, cpu=same, default=same)],
    "jax.lax.pmax": [mapped(lambda x: lax.pmax(x, "i"))],
    "jax.lax.pmean": [mapped(lambda x: lax.pmean(x, "i"))],
    "jax.lax.pmin": [mapped(lambda x: lax.pmin(x, "i"))],
    "jax.lax.ppermute": [mapped(lambda x: lax.ppermute(x, "i", [(0, 1), (1, 2), (2, 0)]))],
    "jax.lax.pshuffle": [mapped(lambda x: lax.pshuffle(x, "i", [1, 2, 0]))],
    "jax.lax.psum": [mapped(lambda x: lax.psum(x, "i"))],
    "jax.lax.psum_scatter": [mapped(lambda x: lax.psum_scatter(x, "i"))],
    "jax.lax.pswapaxes": [mapped(lambda x: lax.pswapaxes(x, "i", 0))],
    "jax.lax.ragged_dot": [lambda: lax.ragged_dot(SQUARE, GROUPED, GROUPS)],
    "jax.lax.random_gamma_grad": [lambda: lax.random_gamma_grad(VECTOR, VECTOR)],
    "jax.lax.reduce": [lambda: lax.reduce(SQUARE, 0.0, lax.add, (0,)), lambda: lax.reduce(SQUARE, 0.0, last, (0,))],
    "jax.lax.reduce_window": [lambda: lax.reduce_window(SQUARE, 0.0, lax.add, (2, 2), (1, 1), "VALID"), lambda: lax.reduce_window(SQUARE, -jnp.inf, lax.max, (2, 2), (1, 1), "SAME"), lambda: lax.reduce_window(SQUARE, 0.0, last, (2, 2), (1, 1), "VALID"), lambda: lax.reduce_window(SQUARE, jnp.inf, lax.min, (2, 2), (1, 1), "SAME")],
    "jax.lax.reshape": [lambda: lax.reshape(SQUARE, (9,)), lambda: lax.reshape(SQUARE, (9,), (1, 0))],
    "jax.lax.rng_uniform": [lambda: lax.rng_uniform(0.0, 1.0, (2, 3))],
    "jax.lax.scan": [lambda: lax.scan(lambda c, x: (c, x), VECTOR, SQUARE)],
    **{"jax.lax." + name: scattered(getattr(lax, name)) for name in ("scatter", "scatter_add", "scatter_max", "scatter_min", "scatter_mul", "scatter_sub")},
    "jax.lax.scatter_apply": [lambda: lax.scatter_apply(SQUARE, AT, same, ROWS, update_shape=(2, 3))],
    "jax.lax.select_n": [lambda: lax.select_n(MASK, SQUARE, PLUS), lambda: lax.select_n(THIRDS, SQUARE, PLUS, PLUS2)],
    "jax.lax.slice": [lambda: lax.slice(SQUARE, (0, 1), (2, 3)), lambda: lax.slice(SQUARE, (0, 0), (3, 3), (2, 1))],
    "jax.lax.squeeze": [lambda: lax.squeeze(STACK, (0,))],
    "jax.lax.switch": [lambda: lax.switch(COUNT, (same, same, same), SQUARE)],
    "jax.lax.while_loop": [lambda: lax.while_loop(lambda x: TRUE, same, SQUARE)],
    "jax.lax.with_sharding_constraint": [lambda: lax.with_sharding_constraint(SQUARE, PLACE)],
    "jax.nn.dot_product_attention": [lambda: jax.nn.dot_product_attention(HEADS, HEADS, HEADS), lambda: jax.nn.dot_product_attention(HEADS, HEADS, HEADS, is_causal=True), lambda: jax.nn.dot_product_attention(HEADS, HEADS, HEADS, mask=ATTENDED)],
    **{"jax.numpy." + name: two(getattr(jnp, name)) for name in ("add", "bitwise_and", "bitwise_or", "bitwise_xor", "logaddexp", "logaddexp2", "logical_and", "logical_or", "logical_xor", "maximum", "minimum", "multiply")},
    "jax.numpy.apply_along_axis": [lambda: jnp.apply_along_axis(same, 0, SQUARE)],
    "jax.numpy.apply_over_axes": [lambda: jnp.apply_over_axes(lambda x, axis: x, CUBE, (0, 1))],
    "jax.numpy.argpartition": [lambda: jnp.argpartition(VECTOR, 1), lambda: jnp.argpartition(INTEGERS, 1)],
    "jax.numpy.partition": [lambda: jnp.partition(VECTOR, 1), lambda: jnp.partition(INTEGERS, 1)],
    "jax.numpy.bincount": [lambda: jnp.bincount(FIRST, length=4), lambda: jnp.bincount(FIRST, weights=VECTOR, length=4)],
    "jax.numpy.broadcast_shapes": [lambda: jnp.broadcast_shapes((1, 3), (2, 1))],
    "jax.numpy.einsum": [lambda: jnp.einsum("ij,jk->ik", SQUARE, SQUARE), lambda: jnp.einsum("ii", SQUARE), lambda: jnp.einsum("ij->j", SQUARE), lambda: jnp.einsum("bij,bjk,kl->il", STACKED, STACKED, SQUARE), lambda: jnp.einsum("ij,ij->ij", SQUARE, SQUARE)],
    "jax.numpy.fromfunction": [lambda: jnp.fromfunction(last, (2, 3))],
    "jax.numpy.linalg.multi_dot": [lambda: jnp.linalg.multi_dot([SQUARE, SQUARE, VECTOR])],
    "jax.numpy.linalg.tensorinv": [lambda: jnp.linalg.tensorinv(EYES, 2)],
    "jax.numpy.linalg.tensorsolve": [lambda: jnp.linalg.tensorsolve(EYES, ONES)],
    "jax.numpy.mask_indices": [lambda: jnp.mask_indices(3, lambda x, k: x)],
    "jax.numpy.ravel_multi_index": [lambda: jnp.ravel_multi_index((FIRST, SECOND), (4, 4), mode="clip"), lambda: jnp.ravel_multi_index((FIRST, SECOND), (4, 4), mode="wrap")],
    "jax.numpy.reshape": [lambda: jnp.reshape(SQUARE, (9,)), lambda: jnp.reshape(SQUARE, (9,), order="F")],
    "jax.numpy.resize": [lambda: jnp.resize(SQUARE, (2, 3)), lambda: jnp.resize(SQUARE, (4, 4))],
    "jax.numpy.subtract": two(jnp.subtract)[:2],
    "jax.numpy.unpackbits": [lambda: jnp.unpackbits(BYTES)],
    "jax.random.fold_in": [lambda: random.fold_in(KEY, 1)],
    "jax.random.key_data": [lambda: random.key_data(KEY)],
    "jax.random.wrap_key_data": [lambda: random.wrap_key_data(WORDS)],
    "jax.scipy.linalg.cho_solve": [lambda: scipy.linalg.cho_solve((SQUARE, True), VECTOR)],
    "jax.scipy.linalg.lu_solve": [lambda: scipy.linalg.lu_solve((SQUARE, SECOND), VECTOR)],
    "jax.scipy.linalg.eigh_tridiagonal": [lambda: scipy.linalg.eigh_tridiagonal(VECTOR, PAIR, eigvals_only=True)],
    "jax.scipy.ndimage.map_coordinates": [lambda: scipy.ndimage.map_coordinates(SQUARE, TOP, 1), lambda: scipy.ndimage.map_coordinates(SQUARE, TOP, 0, mode="wrap")],
    "jax.scipy.optimize.minimize": [lambda: scipy.optimize.minimize(lambda x: ZEROS, VECTOR, method="BFGS").x],
    "jax.scipy.special.bessel_jn": [lambda: scipy.special.bessel_jn(VECTOR, v=2)],
    "jax.scipy.special.zeta": [lambda: scipy.special.zeta(TWOS, VECTOR)],
    "jax.scipy.special.sph_harm_y": [lambda: scipy.special.sph_harm_y(FIRST, FIRST, VECTOR, VECTOR, n_max=3)],
}
