"""One of four machines, named by NEURONLINT_WORLD: "host" has no accelerator, "neuron"
has the device of torch_neuronx, "xla" the device of torch-xla, which computes on the CPU,
and "cuda" answers all that is asked of CUDA with the device of torch_neuronx. A PyTorch that AWS ships is built without CUDA, and so is this one, it says.

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
    if world != "xla":
        absent.without_xla()
        import torch_neuronx  # noqa: F401

    if world == "cuda":
        from . import cuda

        cuda.start()
    record.start()
    if world == "xla" and os.environ.get("NEURONLINT_LINES"):
        from . import lines

        lines.start(os.getcwd(), os.environ["NEURONLINT_LINES"])
