"""Writes the table of verify/run rewrites: table.py RAW VERSIONS, a line for each program,
variant and machine; table.py repositories names those that the programs come from. What it says of a run:

    same       the steps and the losses of the original, on the device where there is one;
               on "xla", whose numbers round otherwise, within two per cent
    host       the same steps, computed on the host although there is a device
    other      other losses
    stops      the program raises; what it says stands in the last column

A run on "neuron" is held against the original on a machine with CUDA, one on a host
against the original there.
"""

import json
import math
import os
import sys
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = ["program", "commit", "variant", "machine", "verdict", "steps", "first", "last", "files", "says"]


def main(raw, versions=""):
    with open(os.path.join(HERE, "programs.toml"), "rb") as f:
        recipes = tomllib.load(f)
    if raw == "repositories":
        print(*recipes["commits"], sep="\n")
        return
    runs = {}
    with open(raw) as f:
        for line in map(json.loads, f):
            runs.setdefault(line["program"], {})[line["variant"], line["machine"]] = line
    print("# Made by verify/run rewrites with torch, torchvision, torch-xla, Python", versions)
    print(*COLUMNS, sep="\t")
    for program in recipes["program"]:
        of = runs.get(program["name"], {})
        if len(of) < 11 or of["original", "cuda"]["status"] != 0:
            continue  # not measured, or made-up data does not suit it
        commit = program["repository"] + "@" + recipes["commits"][program["repository"]][:12]
        for (variant, machine), run in of.items():
            losses = run["losses"]
            print(program["name"], commit, variant, machine, verdict(run, of), len(losses),
                  *("%.6g" % loss for loss in (losses[0], losses[-1])) if losses else ("", ""),
                  run["changed"], says(run), sep="\t")


def says(run):
    """The error that ended a run, or how many graphs torch-xla compiled and ran in it."""
    graphs = run.get("graphs")
    if run["status"] == 0 and graphs:
        return f"{graphs['compiled']} graphs compiled, {graphs['run']} run"
    return run["last"].replace("\t", " ")[:120]


def verdict(run, of):
    reference = of["original", "host" if run["machine"] == "host" else "cuda"]
    if run["status"] != 0:
        return "stops"
    if run["machine"] in ("neuron", "xla") and "cpu" in run["devices"]:
        return "host"
    if reference["status"] != 0 or run is reference:
        return "runs"
    near = 2e-2 if run["machine"] == "xla" else 1e-4
    if len(run["losses"]) != len(reference["losses"]) or not all(
            close(a, b, near) for a, b in zip(run["losses"], reference["losses"])):
        return "other"
    if not run["losses"] and run["printed"] != reference["printed"]:
        return "other"
    return "same"


def close(a, b, near):
    return math.isclose(a, b, rel_tol=near, abs_tol=near / 100) or math.isnan(a) and math.isnan(b)


if __name__ == "__main__":
    main(*sys.argv[1:])
