"""Runs programs in forks of a process that has imported PyTorch once, each on a machine
of its own and with one thread.
"""

import os
import resource
import runpy
import signal
import sys
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))


def prepare(folder):
    """Imports what takes long, without starting the device, and lets Python processes
    that programs start find it, by way of a folder in which it counts as installed."""
    installed = os.path.join(folder, "neuronlint_world-1.dist-info")
    os.makedirs(installed, exist_ok=True)
    with open(os.path.join(installed, "METADATA"), "w") as f:
        f.write("Metadata-Version: 2.1\nName: neuronlint-world\nVersion: 1\n")
    with open(os.path.join(installed, "entry_points.txt"), "w") as f:
        f.write("[torch.backends]\nneuronlint_world = neuronlint_world:start\n")
    sys.path[:0] = [os.path.join(HERE, "packages"), folder]
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:2])
    os.environ["OMP_NUM_THREADS"] = "1"
    os.environ["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"
    sys.dont_write_bytecode = True
    import torch

    torch.set_num_threads(1)
    import torch.utils.data
    import torchvision.datasets.cifar as cifar

    # Made-up data has no checksum.
    cifar.check_integrity = lambda path, checksum=None: os.path.exists(path)

    del os.environ["TORCH_DEVICE_BACKEND_AUTOLOAD"]


def run(command, folder, environment, output, seconds):
    """Runs a command such as "train.py --epochs=1" in a folder; its status, how long it
    took, and what it printed in the end."""
    began = time.time()
    child = os.fork()
    if child == 0:
        _child(command, folder, environment, output, seconds)
    status = _wait(child, began + 40 * seconds)
    return {"status": status, "seconds": round(time.time() - began, 1)}


def _wait(child, until):
    while time.time() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return -signal.SIGKILL


def _child(command, folder, environment, output, seconds):
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    log = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.environ.update(environment)
    os.chdir(folder)
    code = 1
    try:
        _program(command)
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        _record()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _record():
    """Writes down the losses of a program that has ended by itself."""
    from neuronlint_world import lines, record

    try:
        lines.finish()
        record.finish()
    except BaseException:
        traceback.print_exc()


def _program(command):
    import neuronlint_world

    neuronlint_world.start()
    script, *arguments = command
    if script == "-m":
        sys.argv = arguments
        sys.path[0:0] = [os.getcwd()]
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
        return
    sys.argv = [script, *arguments]
    sys.path[0:0] = [os.path.dirname(os.path.abspath(script))]
    runpy.run_path(script, run_name="__main__")
