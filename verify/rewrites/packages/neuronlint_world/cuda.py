"""A machine with CUDA, for the original programs: whatever is asked of CUDA, the device
of torch_neuronx does, and tensors on it say that they are on CUDA. What a patched program
computes on "neuron" is then the same to the bit if it is the same.
"""

import contextlib
import time

import torch
from torch.overrides import TorchFunctionMode, resolve_name

ACCELERATOR = "neuron"


def there(place):
    """The device of torch_neuronx for one of CUDA, and any other as it is."""
    if isinstance(place, torch.device) and place.type == "cuda":
        return torch.device(ACCELERATOR, place.index or 0)
    if isinstance(place, str) and (place == "cuda" or place.startswith("cuda:")):
        return torch.device(ACCELERATOR + place[4:])
    if isinstance(place, dict):
        return {k: there(v) for k, v in place.items()}
    return place


class Cuda(TorchFunctionMode):
    def __torch_function__(self, function, types, arguments=(), options=None):
        if function is torch.device:  # a name: whoever is given the device looks there
            return function(*arguments, **(options or {}))
        options = {k: there(v) for k, v in (options or {}).items()}
        arguments = tuple(there(a) for a in arguments)
        if isinstance(options.get("device"), int):
            options["device"] = torch.device(ACCELERATOR, options["device"])
        name = resolve_name(function) or ""
        if name == "torch.Tensor.to" and len(arguments) > 1 and type(arguments[1]) is int:
            arguments = (arguments[0], torch.device(ACCELERATOR, arguments[1]), *arguments[2:])
        if name == "torch.Tensor.cuda":
            return _cuda(*arguments, **options)
        result = function(*arguments, **options)
        if name == "torch.Tensor.is_cuda.__get__":
            return arguments[0].device.type == ACCELERATOR
        if name == "torch.Tensor.device.__get__" and result.type == ACCELERATOR:
            return torch.device("cuda", result.index)
        if name == "torch.Tensor.type" and isinstance(result, str):
            return result.replace("torch.neuron.", "torch.cuda.")
        return result


def _cuda(tensor, device=None, non_blocking=False, memory_format=None):
    index = device.index if isinstance(device, torch.device) else device
    place = torch.device(ACCELERATOR, index or 0)
    return tensor.to(place, non_blocking=non_blocking)


class Event:
    def __init__(self, *arguments, **options):
        self.at = 0.0

    def record(self, *arguments):
        self.at = time.perf_counter()

    def elapsed_time(self, other):
        return (other.at - self.at) * 1000

    def synchronize(self):
        pass

    wait = synchronize


class Properties:
    """What torch.nn.DataParallel and programs ask of a GPU."""

    name, major, minor = "CUDA", 8, 0
    total_memory, multi_processor_count = 1 << 34, 1


def _answers():
    seed, neuron = torch.neuron.manual_seed, torch.neuron
    nothing = lambda *arguments, **options: None
    none = lambda *arguments, **options: 0
    return {
        "is_available": lambda: True, "device_count": neuron.device_count,
        "current_device": lambda: 0, "set_device": nothing, "synchronize": nothing,
        "manual_seed": seed, "manual_seed_all": neuron.manual_seed_all, "seed": nothing,
        "get_rng_state": lambda device=None: neuron.get_rng_state(),
        "set_rng_state": lambda state, device=None: neuron.set_rng_state(state),
        "empty_cache": nothing, "is_bf16_supported": lambda *a, **k: True,
        "get_device_name": lambda *a: "CUDA", "get_device_properties": lambda *a: Properties(),
        "get_device_capability": lambda *a: (8, 0),
        "memory_allocated": none, "max_memory_allocated": none, "memory_reserved": none,
        "max_memory_reserved": none, "reset_peak_memory_stats": nothing,
        "mem_get_info": lambda *a: (1 << 34, 1 << 34), "is_initialized": lambda: True,
        "_lazy_init": nothing, "ipc_collect": nothing, "Event": Event,
        "is_current_stream_capturing": lambda: False,
        "device": lambda *a: contextlib.nullcontext(),
    }


def _autocast():
    original = torch.amp.autocast.__init__

    def init(self, device_type, *arguments, **options):
        original(self, there(device_type).type if there(device_type) is not device_type
                 else device_type, *arguments, **options)

    torch.amp.autocast.__init__ = init
    scaler = torch.amp.GradScaler.__init__

    def scaler_init(self, device="cuda", *arguments, **options):
        scaler(self, ACCELERATOR if device == "cuda" else device, *arguments, **options)

    torch.amp.GradScaler.__init__ = scaler_init
    torch.cuda.amp.common.amp_definitely_not_available = lambda: False


def _groups():
    import torch.distributed as dist

    original = dist.init_process_group

    def init_process_group(backend=None, *arguments, **options):
        return original("neuron" if backend == "nccl" else backend, *arguments, **options)

    dist.init_process_group = init_process_group
    dist.is_nccl_available = lambda: True


def start():
    torch.backends.cudnn.is_acceptable = lambda tensor: False  # the kernels are those of the CPU
    for name, answer in _answers().items():
        setattr(torch.cuda, name, answer)
    torch.cuda.random.manual_seed = torch.cuda.manual_seed
    torch.accelerator.current_accelerator = lambda check_available=False: torch.device("cuda")
    _autocast()
    if torch.distributed.is_available():
        _groups()
    Cuda().__enter__()
