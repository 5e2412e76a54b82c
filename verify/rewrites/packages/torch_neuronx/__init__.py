"""A stand-in for torch-neuronx: the device "neuron", with what is documented of it and
what PyTorch asks of every device. Memory and kernels are those of the CPU.
"""

import torch

from . import extension, group, neuron


def _start():
    torch.utils.rename_privateuse1_backend("neuron")
    torch._register_device_module("neuron", neuron)
    torch.utils.generate_methods_for_privateuse1_backend(for_storage=True)
    group.register()


_start()


def _nothing(device=None):
    return 0


# The memory that a NeuronCore would have is not counted.
memory_allocated = memory_reserved = max_memory_allocated = max_memory_reserved = _nothing


def memory_stats(device=None):
    return {}


def memory_summary(device=None, abbreviated=False):
    return ""


def reset_peak_memory_stats(device=None):
    pass


reset_accumulated_memory_stats = reset_peak_memory_stats


def empty_cache():
    pass
