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
    unmoved, on_neuron = run(before, NEURON, drive), run(after, NEURON, drive, lines)
    found = compare("neuron", on_cuda, on_neuron, unmoved) + broken(unmoved, on_neuron)
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
    found = []
    for path, text in after.items():
        old = before.get(path, "").splitlines()
        changes = difflib.SequenceMatcher(None, old, text.splitlines(), autojunk=False).get_opcodes()
        found += [f"{path}:{start + 1}" for tag, _, _, start, end in changes
                  if tag in ("replace", "insert") and lines.isdisjoint((path, n) for n in range(start + 1, end + 1))]
    return found


def broken(unmoved, got):
    """Where a Neuron machine ran the original, by the way of its host, and the
    patched program raises there, or gives its tensors to code that is compiled
    for another device. What the original did on CUDA is no excuse."""
    ran = {u.name: u for u in unmoved if not u.raised and not held(u, unmoved)}
    found = []
    for unit in got:
        old = ran.get(unit.name)
        if old and unit.raised:
            found.append(f"neuron: {unit.name}: ran, and now {unit.events[-1][0]}")
        elif old and compiled(unit.residue):
            found.append(f"neuron: {unit.name}: ran, and now calls {', '.join(unit.residue)}")
    return found


def held(unit, run):
    """Whether a unit asked for CUDA, or one that comes before it did, without
    which it cannot be run: a Neuron machine has none."""
    for other in run:
        before = other.name.startswith(("module", "drive")) or unit.name.startswith(other.name + ".")
        if other.residue and (other is unit or before):
            return True
        if other is unit:
            return False


def compare(world, wanted, got, unmoved=None):
    """Compares two runs, unit by unit. Where the run got is one on Neuron,
    unmoved is the one of the original there."""
    kept = {u.name: u for u in unmoved or []}
    got = {u.name: u for u in got}
    found = []
    asked = any(u.asked for u in got.values())
    imported = any(u.asked for u in got.values() if u.name.startswith("module"))
    for want in wanted:
        unit = got.pop(want.name, None)
        if unit is None:
            found.append(f"{world}: {want.name}: not reached")
            continue
        old = kept.get(want.name)
        difference = first_difference(want, unit)
        if difference and unmoved and asked_in(unit, imported, asked) and as_before(old, unit):
            difference = ""
        if difference:
            found.append(f"{world}: {want.name}: {difference}")
        elif old and (revived := Counter(unit.residue) - Counter(old.residue)) and (not old.raised or compiled(revived)):
            found.append(f"{world}: {want.name}: reaches CUDA that the original did not: {', '.join(revived)}")
    found += [f"{world}: {name}: new" for name, unit in got.items()
              if not (name in kept and asked_in(unit, imported, asked) and as_before(kept[name], unit))]
    return found


def as_before(old, unit):
    """Whether a unit does on Neuron what the original did there."""
    return not old or not first_difference(old, unit)


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
