"""Judges patches: reads cases as JSON from standard input, writes for each
the differences that it makes and the changed lines that were not run.

    python3 -I -B worlds.py < cases.json
    python3 -I -B worlds.py show WORLD FILE [DRIVER]     prints one run
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from fake.compare import judge  # noqa: E402
from fake.drive import run  # noqa: E402


def main():
    if sys.argv[1:2] == ["show"]:
        texts = [open(path, encoding="utf-8").read() for path in sys.argv[3:]]
        for unit in run(texts[0], sys.argv[2], *texts[1:]):
            print(f"== {unit.name}" + (f" [left of CUDA: {', '.join(unit.residue)}]" if unit.residue else ""))
            for text, _ in unit.events:
                print("  ", text)
        return
    verdicts = []
    for case in json.load(sys.stdin):
        differences, missed = judge(case)
        verdicts.append({"name": case["name"], "differences": differences, "missed": missed})
    json.dump(verdicts, sys.stdout)


if __name__ == "__main__":
    main()
