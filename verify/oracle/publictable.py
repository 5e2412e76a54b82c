"""Writes the table of public.py: publictable.py RAW, a line for each line of a program that ran
graphs, read values or made more than two shapes, or that a finding is about."""

import json
import os
import sys
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
COUNTS = ["ran", "graphs", "compiled", "reads", "synced", "shapes"]
CODES = {"NRN502", "NRN503", "NRN601", "NRN602", "NRN603", "NRN604", "NRN632"}


def main(raw):
    with open(os.path.join(HERE, "..", "rewrites", "programs.toml"), "rb") as f:
        recipes = tomllib.load(f)
    print("program", "commit", "steps", "path", "line", *COUNTS, "findings", sep="\t")
    with open(raw) as f:
        runs = {run["program"]: run for run in map(json.loads, f)}
    for recipe in recipes["program"]:
        if run := runs.get(recipe["name"]):
            rows(run, recipes["commits"][recipe["repository"]][:12])


def rows(run, commit):
    found = {}
    for d in run["findings"]:
        if d["code"] in CODES:
            found.setdefault((d["path"], d["line"]), []).append(d["code"])
    for line in run["lines"]:
        codes = found.get((line["path"], line["line"]), [])
        if codes or line["graphs"] or line["reads"] or line["shapes"] > 2:
            print(run["program"], commit, run["steps"], line["path"], line["line"], *(line[c] for c in COUNTS),
                  " ".join(codes), sep="\t")


main(sys.argv[1])
