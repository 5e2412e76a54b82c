"""Builds the device: build.py FOLDER prints the path of the library."""

import hashlib
import os
import sys

import torch
from torch.utils import cpp_extension

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "device")


def main(folder):
    sources = sorted(os.path.join(HERE, n) for n in os.listdir(HERE))
    key = hashlib.sha256(torch.__version__.encode())
    for path in sources:
        with open(path, "rb") as f:
            key.update(f.read())
    folder = os.path.join(folder, "device-" + key.hexdigest()[:12])
    path = os.path.join(folder, "neuron_device.so")
    if not os.path.exists(path):
        os.makedirs(folder, exist_ok=True)
        cpp_extension.load(
            "neuron_device", [s for s in sources if s.endswith(".cpp")],
            build_directory=folder, extra_cflags=["-O1"], with_cuda=False, is_python_module=False)
    print(path)


if __name__ == "__main__":
    main(sys.argv[1])
