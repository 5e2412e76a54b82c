"""Runs a program of JAX on the CPU and writes which of its lines JAX refused to trace, as
JSON: jaxlines.py PROGRAM OUT."""

import json
import os
import runpy
import sys

os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: F401


def main():
    program, out = (os.path.abspath(path) for path in sys.argv[1:])
    ran, raised = {}, {}

    def trace(frame, event, argument):
        if frame.f_code.co_filename != program:
            return None
        if event == "line":
            ran[frame.f_lineno] = ran.get(frame.f_lineno, 0) + 1
        elif event == "exception" and argument[0].__module__.startswith("jax") and innermost(argument[2]):
            raised[frame.f_lineno] = raised.get(frame.f_lineno, 0) + 1
        return trace

    def innermost(traceback):
        """Whether no frame of the program is further inside."""
        while traceback.tb_next:
            traceback = traceback.tb_next
            if traceback.tb_frame.f_code.co_filename == program:
                return False
        return True

    sys.settrace(trace)
    try:
        runpy.run_path(program, run_name="__main__")
    finally:
        sys.settrace(None)
    with open(out, "w") as f:
        f.write(json.dumps({"steps": 0}) + "\n")
        for line, count in sorted(ran.items()):
            f.write(json.dumps({"line": line, "ran": count, "raised": raised.get(line, 0)}) + "\n")


main()
