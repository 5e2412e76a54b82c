"""Runs the programs of this folder, each in a process of its own, and writes what their lines
did: record.py >traces.tsv."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
from importlib.metadata import version

HERE = pathlib.Path(__file__).parent
COLUMNS = ["ran", "graphs", "compiled", "reads", "synced", "shapes", "raised"]


def traced(program):
    """The steps of a program, and its lines."""
    runner = "jaxlines.py" if program.name.startswith("jax") else "torchxla.py"
    with tempfile.TemporaryDirectory() as scratch:
        out = os.path.join(scratch, "lines")
        subprocess.run([sys.executable, "-B", HERE / runner, program, out], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(out) as f:
            first, *lines = map(json.loads, f)
    return first["steps"], lines


def main():
    print("# Made by verify/run oracle with torch", version("torch"), "torch-xla", version("torch-xla"),
          "jax", version("jax"), "on the CPU")
    print("program", "steps", "line", *COLUMNS, sep="\t")
    for program in sorted(HERE.glob("programs/*.py")):
        steps, lines = traced(program)
        for line in lines:
            print(program.name, steps, line["line"], *(line.get(c, 0) for c in COLUMNS), sep="\t", flush=True)


main()
