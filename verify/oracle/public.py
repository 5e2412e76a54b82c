"""Runs the public programs of verify/rewrites, patched for torch-xla, and writes what each of
their lines made torch-xla do beside what neuronlint says of it.

    python public.py -o RAW -repositories FOLDER -neuronlint PROGRAM -device NONE [NAME...]

RAW gets a line of JSON for each program: its steps, its lines with their counts, and the
findings about its patched tree. No code of the programs is written down.
"""

import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "rewrites"))

import main as rewrites

VARIANT = "xla unsafe"
LINES = ".lines"


class Traced(rewrites.Program):
    """A program that is run once, on torch-xla."""

    def execute(self, folder, world, log):
        checked = subprocess.run(
            [self.options.neuronlint, "check", "--rewrite=xla", "--isolated", "--no-cache", "--no-gitignore",
             "--exit-zero", "--format=json", "."], cwd=folder, capture_output=True, text=True, check=True)
        os.environ["NEURONLINT_LINES"] = os.path.join(folder, LINES)
        result = super().execute(folder, world, log)
        with open(os.environ["NEURONLINT_LINES"]) as f:
            steps, *lines = map(json.loads, f)
        return {**result, **steps, "lines": lines, "findings": json.loads(checked.stdout)["diagnostics"]}


rewrites.VARIANTS = {VARIANT: rewrites.VARIANTS[VARIANT]}
rewrites.RUNS = [(VARIANT, "xla")]
rewrites.Program = Traced
rewrites.main()
