"""One of three machines, named by NEURONLINT_WORLD: "host" has no accelerator, "neuron"
has the device of torch_neuronx, and "cuda" answers all that is asked of CUDA with that
device. A PyTorch that AWS ships is built without CUDA, and so is this one, it says.

PyTorch calls start when it is imported, as it does for every installed backend.
"""

import os

from . import absent, record


def start():
    world = os.environ.get("NEURONLINT_WORLD")
    if not world:
        return
    os.environ.setdefault("NEURONLINT_DEVICES", "0" if world == "host" else "1")
    absent.start()
    import torch_neuronx  # noqa: F401

    if world == "cuda":
        from . import cuda

        cuda.start()
    record.start()
