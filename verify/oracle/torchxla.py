"""Runs a program on torch-xla's device on the CPU and writes what its lines make torch-xla
do, as JSON: torchxla.py PROGRAM OUT."""

import os
import runpy
import sys

os.environ.update(PJRT_DEVICE="CPU", XLA_DISABLE_FUNCTIONALIZATION="1", TORCH_DEVICE_BACKEND_AUTOLOAD="0")
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "rewrites", "packages"))

import torch


def main():
    from neuronlint_world import lines

    program, out = sys.argv[1:]
    backward = torch.autograd.backward

    def counted(*arguments, **options):
        lines.step()
        return backward(*arguments, **options)
    torch.autograd.backward = counted
    torch.manual_seed(0)
    lines.start(os.path.dirname(os.path.abspath(program)), out)
    try:
        runpy.run_path(program, run_name="__main__")
    finally:
        lines.finish()


main()
