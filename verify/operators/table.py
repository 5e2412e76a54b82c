"""Condenses the lines that main.py wrote into the table that opsdb is held against.

    python table.py FILE >opsdb/gen/inputs/measured.tsv

One row is one subject in one pass: how many samples ran on the CPU, how many of
these on the XLA device, and of these how many were handed to the host in part,
were read back, or gave something else than on the CPU. The rows are in the order
of their names, so that two runs can be compared line by line.
"""

import collections
import json
import sys

COLUMNS = ["name", "dtype", "samples", "ran", "fell", "read", "wrong", "dynamic", "reached",
           "lowered", "fallback", "example", "difference", "error"]

# Counters of moving and making tensors, which every call comes with.
PLUMBING = {"_copy_from", "_copy_from_and_resize", "_to_copy", "_to_cpu", "clone",
            "_propagate_xla_data", "empty_symint", "empty_strided_symint"}

# Samples that other samples are told from, where only some fell.
LONG = 140


def row(line):
    samples = line["samples"]
    ran = [s for s in samples if not s["error"]]
    fell = [s for s in ran if s["fell"]]
    cells = {
        "name": line["name"], "dtype": line["pass"], "samples": len(samples), "ran": len(ran),
        "fell": len(fell), "read": sum(bool(s["read"]) for s in ran),
        "wrong": sum(bool(s["differs"]) for s in ran),
        "dynamic": sum(s["dynamic"] for s in samples),
        "reached": names(samples, "reached"),
        "lowered": lowered(ran),
        "fallback": names(ran, "fell"),
        "example": example(ran, fell),
        "difference": first(ran, "differs"),
        "error": line.get("error") or first(samples, "error"),
    }
    return "\t".join(str(cells[column]).replace("\t", " ") for column in COLUMNS)


def names(samples, key):
    return ",".join(sorted({name for s in samples for name in s[key]}))


def lowered(samples):
    """The operators that a sample left to torch-xla's own kernel alone: a kernel
    that gives a call up to the host has counted it already."""
    found = set()
    for s in samples:
        given_up = {name.partition(".")[0] for name in s["fell"]}
        found |= {name for name in s["lowered"] if name.removesuffix("_symint") not in given_up}
    return ",".join(sorted(found - PLUMBING))


def example(ran, fell):
    """The first sample that ran, or the first that fell and one that did not."""
    stayed = [s for s in ran if not s["fell"]]
    if fell and stayed:
        return "%s falls, %s does not" % (fell[0]["sample"][:LONG], stayed[0]["sample"][:LONG])
    return ran[0]["sample"][:LONG] if ran else ""


def first(samples, key):
    """The kinds of what went wrong, each with the first sample of it."""
    kinds = collections.OrderedDict()
    for s in samples:
        if s[key]:
            kinds.setdefault(s[key], s["sample"][:LONG])
    return "; ".join("%s: %s" % kind for kind in list(kinds.items())[:2])


def main():
    with open(sys.argv[1], encoding="utf-8") as lines:
        found = [json.loads(line) for line in lines]
    found = [line for line in found if line["samples"] or line.get("error")]
    found.sort(key=lambda line: (line["name"], line["pass"]))
    print("\t".join(COLUMNS))
    for line in found:
        print(row(line).rstrip(" "))


main()
