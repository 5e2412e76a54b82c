"""Judges patches: reads cases as JSON from standard input, writes for each
the differences that it makes and the changed lines that were not run.

    python3 -I -B worlds.py < cases.json
    python3 -I -B worlds.py show WORLD PROGRAM [DRIVER]  prints one run

A program is a file, or a folder in which main.py is run.
"""

import json
import os
import pathlib
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from fake.compare import judge  # noqa: E402
from fake.drive import run  # noqa: E402


def main():
    if sys.argv[1:2] == ["show"]:
        drive = [text for path in sys.argv[4:] for text in program(path).values()]
        for unit in run(program(sys.argv[3]), sys.argv[2], *drive):
            print(f"== {unit.name}" + (f" [left of CUDA: {', '.join(unit.residue)}]" if unit.residue else ""))
            for text, _ in unit.events:
                print("  ", text)
        return
    verdicts = []
    for case in json.load(sys.stdin):
        differences, missed = judge(case)
        verdicts.append({"name": case["name"], "differences": differences, "missed": missed})
    json.dump(verdicts, sys.stdout)


def program(path):
    """The files of a program by their paths."""
    path = pathlib.Path(path)
    if path.is_file():
        return {path.name: path.read_text(encoding="utf-8")}
    return {str(p.relative_to(path)): p.read_text(encoding="utf-8") for p in sorted(path.rglob("*.py"))}


if __name__ == "__main__":
    main()
