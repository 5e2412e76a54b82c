"""JAX keeps its operators in five modules and what is below them."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn, numpy, random
from jax.nn import initializers
from jax.numpy import einsum
from jax.scipy.special import logsumexp

key = random.PRNGKey(0)  # calls: jax.random.PRNGKey
a, b = jax.random.split(key)  # calls: jax.random.split
x = jnp.ones((2, 2))  # calls: jax.numpy.ones
y = numpy.zeros_like(x)  # calls: jax.numpy.zeros_like
z = np.zeros_like(x)
lax.stop_gradient(x)  # calls: jax.lax.stop_gradient
jax.lax.dot_general(x, y, None)  # calls: jax.lax.dot_general
lax.cond(True, jnp.sin, jnp.cos, x)  # calls: jax.lax.cond
nn.relu(x)  # calls: jax.nn.relu
jax.nn.softmax(jnp.dot(x, y))  # calls: jax.nn.softmax; jax.numpy.dot
initializers.normal()  # calls: jax.nn.initializers.normal
einsum("ij,jk", x, y)  # calls: jax.numpy.einsum
logsumexp(x)  # calls: jax.scipy.special.logsumexp
jnp.linalg.norm(x)  # calls: jax.numpy.linalg.norm
jnp.fft.fft(x)  # calls: jax.numpy.fft.fft
jnp.asarray(x).reshape(-1)  # calls: jax.numpy.asarray; jax.Array.reshape
jnp.finfo(jnp.float32)
jnp.load("x")
jax.jit(jnp.sin)
jax.vmap(jnp.sin)(x)
jax.grad(jnp.sum)
jax.tree_util.tree_map(jnp.sin, x)
jax.device_put(x)
jax.devices()
jax.debug.print("x")
x.at[0].set(1)  # calls: jax.Array.at[...].set


def body(jnp):
    return jnp.ones(2)
