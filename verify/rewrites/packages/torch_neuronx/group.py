"""The process group "neuron": gloo, on the memory of the device's tensors."""

import torch.distributed as dist

from .extension import library

# These take tensors, or lists of them, and options.
_COLLECTIVES = [
    "allgather", "_allgather_base", "allgather_coalesced", "allgather_into_tensor_coalesced",
    "allreduce", "allreduce_coalesced", "alltoall", "alltoall_base", "broadcast", "gather",
    "recv", "recv_anysource", "reduce", "reduce_scatter", "_reduce_scatter_base",
    "reduce_scatter_tensor_coalesced", "scatter", "send",
]


def register():
    if dist.is_available():
        dist.Backend.register_backend("neuron", _group, devices=["neuron"])


def _group(store, rank, size, timeout):
    return Group(dist.ProcessGroupGloo(store, rank, size, timeout), rank, size)


class Group(dist.ProcessGroup):
    def __init__(self, gloo, rank, size):
        super().__init__(rank, size)
        self.gloo = gloo

    def barrier(self, *arguments, **options):
        return self.gloo.barrier(*arguments, **options)

    def getBackendName(self):
        return "neuron"


def _host(value):
    if isinstance(value, (list, tuple)):
        return [_host(v) for v in value]
    return library.host(value) if hasattr(value, "untyped_storage") else value


def _collective(name):
    def call(self, *arguments, **options):
        options = {k: _host(v) for k, v in options.items()}
        return getattr(self.gloo, name)(*[_host(a) for a in arguments], **options)

    return call


for _name in _COLLECTIVES:
    setattr(Group, _name, _collective(_name))
