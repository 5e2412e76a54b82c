"""Functions that JAX cannot trace, since a shape or a branch depends on values, and the same
with shapes that are known."""
import jax
import jax.numpy as jnp

x = jnp.arange(12.0) - 6


@jax.jit
def selected(x):
    return x[x > 0].sum()


@jax.jit
def positions(x):
    return jnp.nonzero(x > 0)[0]


@jax.jit
def different(x):
    return jnp.unique(x)


@jax.jit
def chosen(x):
    return jnp.where(x > 0)[0]


@jax.jit
def branching(x):
    if x.sum() > 0:
        return x
    return -x


@jax.jit
def counted(x):
    total = 0.0
    for i in range(int(x[0])):
        total = total + x[i]
    return total


@jax.jit
def masked(x):
    return jnp.where(x > 0, x, 0.0).sum()


@jax.jit
def padded(x):
    return jnp.nonzero(x > 0, size=12)[0], jnp.unique(x, size=12)


@jax.jit
def shaped(x):
    if x.shape[0] > 4:
        return jax.lax.cond(x.sum() > 0, lambda x: x, lambda x: -x, x)
    return x


for function in (selected, positions, different, chosen, branching, counted, masked, padded, shaped):
    try:
        function(x)
    except jax.errors.JAXTypeError as error:
        print(function.__name__, type(error).__name__)
    except IndexError as error:
        print(function.__name__, type(error).__name__)
