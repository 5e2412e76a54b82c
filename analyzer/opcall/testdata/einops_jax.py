import jax.numpy as jnp
from einops import rearrange


def f(x):
    rearrange(x, "a b -> b a").reshape(2)
    rearrange(jnp.sin(x), "a b -> b a").sum()  # calls: jax.numpy.sin; jax.Array.sum
