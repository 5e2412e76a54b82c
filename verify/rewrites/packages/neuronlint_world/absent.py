"""A PyTorch that was built for CUDA says that it was not, so that programs see what they
would see with the build that AWS ships.
"""

import sys

import torch


def start():
    torch.version.cuda = None
    for name in [n for n in dir(torch._C) if n.startswith("_cuda_") or n.startswith("_nccl_")]:
        if name not in _NEEDED:
            delattr(torch._C, name)
    if torch.distributed.is_available():
        import torch.distributed.distributed_c10d as c10d

        c10d._NCCL_AVAILABLE = False
        if "nccl" in c10d.Backend.backend_list:
            c10d.Backend.backend_list.remove("nccl")


def without_xla():
    """Hides torch-xla, which programs look for."""
    sys.modules["torch_xla"] = None


# The build without CUDA has these, too.
_NEEDED = {"_cuda_isCurrentStreamCapturing", "_cuda_isInBadFork"}
