"""torch.neuron: synchronize, which AWS documents, and what PyTorch itself asks of the
module of a device.
"""

import torch

from .extension import library


def is_available():
    return device_count() > 0


def device_count():
    return library.count()


def current_device():
    return library.current()


def set_device(device):
    library.use(_index(device))


def synchronize(device=None):
    torch.accelerator.synchronize(torch.device("neuron", _index(device)))


def get_amp_supported_dtype():
    return [torch.bfloat16, torch.float16]


def manual_seed(seed):
    if is_available():
        library.generator(current_device()).manual_seed(seed)


def manual_seed_all(seed):
    for index in range(device_count()):
        library.generator(index).manual_seed(seed)


def get_rng_state(device=None):
    return library.generator(_index(device)).get_state()


def set_rng_state(state, device=None):
    library.generator(_index(device)).set_state(state)


class device:
    """Makes a device the current one, as torch.utils.checkpoint wants."""

    def __init__(self, device):
        self.index = _index(device)

    def __enter__(self):
        self.before = current_device()
        library.use(self.index)

    def __exit__(self, *exception):
        library.use(self.before)


def _is_in_bad_fork():
    return False


def _index(device):
    if device is None:
        return current_device()
    if isinstance(device, int):
        return device
    index = torch.device(device).index
    return current_device() if index is None else index
