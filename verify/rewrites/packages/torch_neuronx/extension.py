"""The compiled part, which verify/rewrites/build.py has made."""

import importlib.util
import os
import sys

import torch  # the library needs those of torch

_path = os.environ["NEURONLINT_DEVICE"]
_spec = importlib.util.spec_from_file_location("neuron_device", _path)
library = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(library)
sys.modules["neuron_device"] = library
