"""Runs the samples of all operators and modules, and writes one JSON line for each
subject and pass.

    python main.py -o FILE [--most N] [--passes float32,backward,...] [--only NAME,...]

The process imports PyTorch once and runs shares of the work in forks of itself,
before it has touched the XLA device. A crash of one operator, or one that takes
more than LIMIT seconds of processor time, costs that operator alone: it gets a
line that says so, and the next fork goes on behind it. A run that is broken off
goes on where it was when it is started again with the same FILE.
"""

import argparse
import json
import os
import pathlib
import signal
import sys
import time
import warnings

os.environ.setdefault("PJRT_DEVICE", "CPU")
warnings.filterwarnings("ignore")

import torch

import catalogue
import measure

LIMIT = 90      # seconds of processor time for one subject in one pass
ENOUGH = 30     # after these no further sample of it is begun
SHARE = 60      # subjects in one fork


def work(passes, only, done):
    """What is still to be done, the passes one after the other."""
    names = [n for n in catalogue.subjects() if not only or n in only]
    return [(of, name) for of in passes for name in names if (of, name) not in done]


def finished(path):
    if not path.exists():
        return set()
    with path.open(encoding="utf-8") as lines:
        return {(line["pass"], line["name"]) for line in map(json.loads, lines)}


def measure_one(of, name, most):
    subject = catalogue.subjects()[name]
    line = {"pass": of, "name": name, "samples": []}
    began = time.process_time()
    try:
        for sample in catalogue.samples(name, subject, of, most):
            if time.process_time() - began > ENOUGH:
                break
            found = measure.measured(sample, catalogue.PASSES[of][1], catalogue.comparable(name))
            if found is not None:
                line["samples"].append(found)
    except Exception as error:
        line["error"] = measure.message(error)
    return line


def share(todo, most, write):
    """Works through a share of the list, in the fork."""
    torch.set_num_threads(1)
    for of, name in todo:
        signal.setitimer(signal.ITIMER_PROF, LIMIT)  # ends the process
        print(json.dumps(measure_one(of, name, most)), file=write, flush=True)


def forked(todo, most, out):
    """Runs a share in a fork and returns how many of it are done, and its status."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        share(todo, most, os.fdopen(writer, "w"))
        os._exit(0)
    os.close(writer)
    count = 0
    with os.fdopen(reader) as lines:
        for text in lines:
            out.write(text)
            out.flush()
            count += 1
    return count, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main():
    options = argparse.ArgumentParser()
    options.add_argument("-o", type=pathlib.Path, required=True)
    options.add_argument("--most", type=int, default=24, help="samples of a subject in a pass")
    options.add_argument("--passes", default=",".join(catalogue.PASSES))
    options.add_argument("--only", default="")
    chosen = options.parse_args()
    only = set(filter(None, chosen.only.split(",")))
    todo = work(chosen.passes.split(","), only, finished(chosen.o))
    with chosen.o.open("a", encoding="utf-8") as out:
        while todo:
            print("%d left, at %s of %s" % (len(todo), todo[0][1], todo[0][0]), file=sys.stderr)
            count, status = forked(todo[:SHARE], chosen.most, out)
            todo = todo[count:]
            if status != 0 and todo:
                (of, name), todo = todo[0], todo[1:]
                lost = {"pass": of, "name": name, "samples": [], "error": ended(status)}
                print(json.dumps(lost), file=out, flush=True)


def ended(status):
    if status == -signal.SIGPROF:
        return "more than %d seconds of processor time" % LIMIT
    return "the process ended with status %d" % status


main()
