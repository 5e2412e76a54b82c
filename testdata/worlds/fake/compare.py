"""What it means that two runs did the same."""

import difflib
import re
from collections import Counter

from .drive import run
from .world import CPU, CUDA, NEURON

# Names of a vendor in what people read: the first may have become the second.
VENDOR = re.compile(r"(cuda|nccl|gpu|rocm|neuron)")


def judge(case):
    """The differences that a patch makes, as texts; none is the verdict that it
    is safe. Also the lines it changes that no run came to, of which the verdict
    says nothing."""
    before, after, drive = case["before"], case["after"], case.get("drive")
    if case.get("unsafe"):
        return stopped(run(before, CPU, drive), run(after, CPU, drive)), []
    moved = case["rewrite"] == "neuron"
    on_cuda = run(before, CUDA, drive)
    lines = set()
    found = compare("neuron", on_cuda, run(after, NEURON, drive, lines), run(before, NEURON, drive))
    found += compare("cpu", run(before, CPU, drive), run(after, CPU, drive))
    if not moved:
        found += compare("cuda", on_cuda, run(after, CUDA, drive))
    return found, missed(before, after, lines)


def stopped(wanted, got):
    """Where a run on a host raises that did not. That is what a fix may never
    come to that keeps a program portable, be it safe or not."""
    ran = {u.name for u in wanted if not u.raised}
    return [f"cpu: {u.name}: {u.events[-1][0]}" for u in got if u.raised and u.name in ran]


def missed(before, after, lines):
    """The first line of each change that was not run."""
    changes = difflib.SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False).get_opcodes()
    return [start + 1 for tag, _, _, start, end in changes
            if tag in ("replace", "insert") and lines.isdisjoint(range(start + 1, end + 1))]


def compare(world, wanted, got, unmoved=None):
    """Compares two runs, unit by unit. Where the run got is one on Neuron,
    unmoved is the one of the original there."""
    kept = {u.name: u for u in unmoved or []}
    got = {u.name: u for u in got}
    found = []
    asked = any(u.asked for u in got.values())
    imported = got["module"].asked
    for want in wanted:
        unit = got.pop(want.name, None)
        if unit is None:
            found.append(f"{world}: {want.name}: not reached")
            continue
        old = kept.get(want.name)
        difference = first_difference(want, unit)
        if difference and unmoved and asked_in(unit, imported, asked) and (not old or not first_difference(old, unit)):
            difference = ""
        if difference:
            found.append(f"{world}: {want.name}: {difference}")
        elif old and (revived := Counter(unit.residue) - Counter(old.residue)) and (not old.raised or compiled(revived)):
            found.append(f"{world}: {want.name}: reaches CUDA that the original did not: {', '.join(revived)}")
    found += [f"{world}: {name}: new" for name in got]
    return found


def compiled(revived):
    """Whether code that a project compiles for CUDA is among it: an exception
    that the original raised kept Neuron from it."""
    return any(what.startswith("compiled ") for what in revived)


def asked_in(unit, imported, anywhere):
    """Whether the unit took the way of a program that is not yet moved, because
    of a query that no fix has rewritten: one of its own, one that importing the
    file has asked, or for what is left in the end one of anybody."""
    return unit.asked or imported or anywhere and unit.name.startswith("global ")


def first_difference(want, got):
    for i in range(max(len(want.events), len(got.events))):
        a = want.events[i] if i < len(want.events) else ("nothing more", False)
        b = got.events[i] if i < len(got.events) else ("nothing more", False)
        if not same(a, b):
            return f"{a[0]} | {b[0]}"
    return ""


def same(a, b):
    """Whether two events are the same. In those that people read a vendor's
    name may have become Neuron's."""
    if a == b or a[1] != b[1] or not a[1]:
        return a == b
    one, other = VENDOR.split(a[0]), VENDOR.split(b[0])
    return len(one) == len(other) and all(
        x == y or i % 2 and y == "neuron" for i, (x, y) in enumerate(zip(one, other, strict=True)))
