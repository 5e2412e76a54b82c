"""A PyTorch and a JAX that compute nothing and record what they are asked.

Written for the test of what fixes may call themselves safe; see ../README.md.
"""
