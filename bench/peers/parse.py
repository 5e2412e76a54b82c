"""Reads the files that standard input lists and parses each with ast.parse.

With "walk" as an argument every node is visited too, which is the least that a
linter written in Python does.
"""

import ast
import sys
import warnings


def main():
    warnings.simplefilter("ignore")
    files = nodes = errors = 0
    for path in sys.stdin.read().rstrip("\n").split("\n"):
        with open(path, "rb") as stream:
            text = stream.read()
        files += 1
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            errors += 1
            continue
        if "walk" in sys.argv[1:]:
            nodes += sum(1 for _ in ast.walk(tree))
    print(f"{files} files, {nodes} nodes, errors in {errors}")


main()
