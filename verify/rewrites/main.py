"""Runs programs of public repositories before and after neuronlint's fixes.

main.py -o RAW -repositories FOLDER -device LIBRARY -neuronlint PROGRAM [NAME...]

Each result is a line of RAW: program, variant, machine, status, losses, devices, what
was printed last. Results that are there already are not made again; a program, a
device or a neuronlint that has changed makes them anew.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib

import data
import launch

HERE = os.path.dirname(os.path.abspath(__file__))

# VARIANTS are the ways in which a program is patched: options of neuronlint's fix.
VARIANTS = {
    "original": None,
    "safe": [],
    "unsafe": ["--unsafe"],
    "portable": ["--rewrite=portable"],
    "portable unsafe": ["--rewrite=portable", "--unsafe"],
    "xla": ["--rewrite=xla"],
    "xla unsafe": ["--rewrite=xla", "--unsafe"],
}

# DEVICES are the names that users give to what machines have.
DEVICES = {"cuda": "cuda", "neuron": "neuron", "xla": "xla", "host": "cpu"}

# SETTINGS are the variables of the environment on a machine: torch-neuronx turns the
# functionalization of torch-xla off.
SETTINGS = {"xla": {"PJRT_DEVICE": "CPU", "XLA_DISABLE_FUNCTIONALIZATION": "1"}}

# RUNS are the machines on which each variant runs. The original on "cuda" is what all
# others are held against, and on a host what they are there. What is written for torch-xla
# needs it everywhere, so it runs there alone.
RUNS = [("original", "cuda"), ("original", "host"), ("original", "neuron"),
        *[(variant, world) for variant in list(VARIANTS)[1:5] for world in ("neuron", "host")],
        ("xla", "xla"), ("xla unsafe", "xla")]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("-o", dest="raw", required=True)
    options.add_argument("-repositories", required=True)
    options.add_argument("-device", required=True)
    options.add_argument("-neuronlint", required=True)
    options.add_argument("-seconds", type=int, default=120, help="of a processor, for one run")
    options.add_argument("names", nargs="*")
    options = options.parse_args()
    with open(os.path.join(HERE, "programs.toml"), "rb") as f:
        recipes = tomllib.load(f)
    launch.prepare(os.path.join(os.path.dirname(options.raw), "installed"))
    done = known(options.raw)
    for program in recipes["program"]:
        if options.names and program["name"] not in options.names:
            continue
        program["commit"] = recipes["commits"][program["repository"]]
        with tempfile.TemporaryDirectory() as scratch:
            Program(program, options, scratch, done).measure()


def known(path):
    """What was measured before, by the key of each run."""
    if not os.path.exists(path):
        return {}
    with open(path) as f:
        return {line["key"]: line for line in map(json.loads, f)}


class Program:
    def __init__(self, recipe, options, scratch, done):
        self.recipe, self.options, self.scratch, self.done = recipe, options, scratch, done
        self.trees = {}

    def measure(self):
        for variant in VARIANTS:
            self.trees[variant] = self.tree(variant)
        for variant, world in RUNS:
            self.run(variant, world)

    def tree(self, variant):
        """The folder of a variant and the sum of its Python files."""
        top = os.path.join(self.scratch, variant.replace(" ", "-"), "a", "program")
        checkout(self.recipe, self.options.repositories, top)
        for path, old, new in self.recipe.get("edit", []):
            replace(top, path, old, new)
        changed = 0
        if VARIANTS[variant] is not None:
            before = contents(top)
            fix(self.options.neuronlint, top, VARIANTS[variant])
            after = contents(top)
            changed = sum(before[p] != after[p] for p in before)
        for path, old, new in self.recipe.get("by_hand", {}).get(variant, []):
            replace(top, path, old, new)
        for call in self.recipe.get("data", []):
            data.make(call, top)
        # Programs write to ../data as well, where the data of another would be in the way.
        sum_ = hashlib.sha256(json.dumps(sorted(contents(top).items())).encode()).hexdigest()
        return top, sum_, changed

    def run(self, variant, world):
        top, tree, changed = self.trees[variant]
        key = hashlib.sha256(json.dumps(
            [self.recipe, tree, world, self.options.device, *SETTINGS.get(world, {}).items()], sort_keys=True).encode()).hexdigest()
        line = {"program": self.recipe["name"], "variant": variant, "machine": world,
                "changed": changed}
        if key in self.done:
            measured = self.done[key]
        else:
            fresh = top + "-" + world
            shutil.copytree(top, fresh, symlinks=True)
            log = os.path.join(self.options.raw + ".logs",
                               "-".join([self.recipe["name"], variant, world]).replace(" ", "-"))
            os.makedirs(os.path.dirname(log), exist_ok=True)
            measured = {"key": key, **self.execute(fresh, world, log)}
            shutil.rmtree(fresh)
            self.done[key] = measured
        line = {**measured, **line}
        with open(self.options.raw, "a") as f:
            f.write(json.dumps(line) + "\n")
        print(line["program"], variant, world, line["status"], len(line["losses"]), line["last"],
              sep=" | ", flush=True)

    def execute(self, folder, world, log):
        record = os.path.join(folder, ".losses")
        for number, command in enumerate(self.recipe["run"]):
            if os.path.exists(record):
                os.unlink(record)
            result = launch.run(
                command.replace("DEVICE", DEVICES[world]).split(), folder,
                {"NEURONLINT_WORLD": world, "NEURONLINT_DEVICE": self.options.device,
                 "NEURONLINT_RECORD": record, "NEURONLINT_END": "1",
                 "NEURONLINT_STEPS": str(self.recipe["steps"]), **SETTINGS.get(world, {})},
                log, self.options.seconds)
            if result["status"] != 0:
                break
        lines = []
        if os.path.exists(record):
            with open(record) as f:
                lines = [json.loads(line) for line in f]
        losses = [line for line in lines if "loss" in line]
        with open(log, errors="replace") as f:
            printed = f.read()
        return {"status": result["status"], "command": number,
                "losses": [line["loss"] for line in losses],
                "devices": sorted({line["device"] for line in losses}),
                "graphs": next((line for line in lines if "compiled" in line), None),
                "printed": hashlib.sha256(printed.encode()).hexdigest()[:12],
                "last": last(printed) if result["status"] else ""}


def checkout(recipe, repositories, top):
    os.makedirs(top)
    bare = os.path.join(repositories, recipe["repository"].replace("/", "+"))
    archive = subprocess.run(
        ["git", "-C", bare, "archive", recipe["commit"], *recipe.get("folder", "").split()],
        check=True, capture_output=True).stdout
    subprocess.run(["tar", "x", "-C", top], input=archive, check=True)


def fix(neuronlint, top, options):
    subprocess.run(["git", "init", "--quiet", top], check=True)
    done = subprocess.run([neuronlint, "fix", "--isolated", "--no-cache", "--no-gitignore",
                           *options, "."], cwd=top, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)


def contents(top):
    """The Python files below a folder, by path."""
    files = {}
    for folder, _, names in os.walk(top):
        for name in names:
            if name.endswith((".py", ".toml", ".yaml", ".json")):
                path = os.path.join(folder, name)
                with open(path, errors="surrogateescape") as f:
                    files[os.path.relpath(path, top)] = f.read().encode(
                        "utf-8", "surrogateescape").hex()
    return files


def replace(top, path, old, new):
    path = os.path.join(top, path)
    with open(path) as f:
        text = f.read()
    if old not in text:
        sys.exit(f"{path}: no {old!r}")
    with open(path, "w") as f:
        f.write(text.replace(old, new))


def last(printed):
    """The last error that was printed."""
    lines = [line for line in printed.splitlines() if line and not line[0].isspace()]
    named = [line for line in lines if "Error" in line.split(":")[0]]
    return (named or lines or [""])[-1][:200]


if __name__ == "__main__":
    main()
