"""Runs the samples of all operators and modules, and writes one JSON line for each
subject and pass.

    python main.py -o FILE [--most N] [--passes float32,backward,...] [--only NAME,...]

The process imports PyTorch once and runs shares of the work in forks of itself,
before it has touched the XLA device. A crash, or more than LIMIT seconds of
processor time for one subject, costs one sample alone: it is written down as the
one that did it, and the next fork goes on behind it. A run that is broken off
goes on where it was when it is started again with the same FILE.
"""

import argparse
import itertools
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


def measure_one(of, name, begin, most, write):
    """Writes a line before each sample of a subject, one with what came of it,
    and one at the end."""
    began = time.process_time()
    error = ""
    try:
        subject = catalogue.subjects()[name]
        samples = catalogue.samples(name, subject, of, most)
        for sample in itertools.islice(samples, begin, None):
            if time.process_time() - began > ENOUGH:
                break
            write({"begins": str(sample)})
            backward = catalogue.PASSES[of][1]
            write({"found": measure.measured(sample, backward, catalogue.comparable(name))})
    except Exception as e:
        error = measure.message(e)
    write({"ends": error})


def share(todo, begin, most, file):
    """Works through a share of the list, in the fork, and through the first of it
    from a sample on."""
    torch.set_num_threads(1)
    measure.start()
    for of, name in todo:
        signal.setitimer(signal.ITIMER_PROF, LIMIT)  # ends the process
        measure_one(of, name, begin, most, lambda event: print(json.dumps(event), file=file, flush=True))
        begin = 0


def forked(todo, begin, most):
    """Runs a share in a fork and yields the events of it, the last of which is how
    the process ended."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        share(todo, begin, most, os.fdopen(writer, "w"))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as lines:
        for text in lines:
            yield json.loads(text)
    yield {"status": os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}


class Subject:
    """What is known so far of the subject that is being measured."""

    def __init__(self):
        self.samples, self.begun, self.count = [], None, 0

    def take(self, event):
        if "begins" in event:
            self.begun, self.count = event["begins"], self.count + 1
        elif "found" in event:
            self.begun = None
            self.samples += [event["found"]] if event["found"] else []

    def lost(self, error):
        """The sample at which the process ended."""
        if self.begun is not None:
            self.samples.append({"sample": self.begun, "reached": [], "error": error, "differs": "",
                                 "dynamic": False, "lowered": [], "fell": [], "read": 0})
            self.begun = None


def run(todo, most, out):
    """Measures the whole list. The first line that is left is begun anew behind the
    sample at which a process ended."""
    subject = Subject()
    while todo:
        print("%d left, at %s of %s" % (len(todo), todo[0][1], todo[0][0]), file=sys.stderr)
        for event in forked(todo[:SHARE], subject.count, most):
            subject.take(event)
            error = event.get("ends")
            if event.get("status"):
                error = ended(event["status"])
                if subject.begun is not None and subject.count < most:
                    subject.lost(error)
                    break
                subject.lost(error)
            if error is not None and todo:
                of, name = todo.pop(0)
                line = {"pass": of, "name": name, "samples": subject.samples, "error": error}
                print(json.dumps(line), file=out, flush=True)
                subject = Subject()


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
        run(todo, chosen.most, out)


def ended(status):
    if status == -signal.SIGPROF:
        return "more than %d seconds of processor time" % LIMIT
    return "the process ended with status %d" % status


main()
