"""Compiles the program from a clone of a commit."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

from targets import Target

PACKAGE = "./cmd/neuronlint"

# Go's own are -O2 -g. -flto makes the program no faster, and the link takes minutes.
FLAGS = "-O3"

# Go asks for two libraries of macOS. zig does not have them, so these files name them.
MACOS = Path(__file__).resolve().parent / "macos"


def run(*command, cwd=None, env=None) -> str:
    return subprocess.run(
        [str(word) for word in command], cwd=cwd, env=env, check=True, text=True, stdout=subprocess.PIPE
    ).stdout


def clone(repository: Path, revision: str, version: str, folder: Path) -> None:
    """Clones a commit and tags it there, so that Go stamps the version. What is not
    committed does not get in, and a work tree has no .git folder for Go to read."""
    commit = run("git", "rev-parse", "--verify", f"{revision}^{{commit}}", cwd=repository).strip()
    run("git", "clone", "--quiet", "--no-checkout", "--no-tags", repository, folder)
    run("git", "-c", "advice.detachedHead=false", "checkout", "--quiet", commit, cwd=folder)
    run("git", "tag", version, cwd=folder)


def commit_time(source: Path) -> int:
    """Seconds since 1970: the date of everything in a release, so that the same commit
    gives the same bytes."""
    return int(run("git", "log", "-1", "--format=%ct", cwd=source))


def c_compiler(target: Target) -> str:
    """zig, which has headers and libraries for every target; Go splits the text at
    blanks outside of quotes. Python is the one of environment, which it names by PATH so
    that Go's cache serves any of them."""
    words = ["python", "-m", "ziglang", "cc", "-target", target.zig]
    if target.os == "darwin":
        words += [f"-L{MACOS}", f"-F{MACOS}"]
    return " ".join(f"'{word}'" for word in words)


def environment(target: Target) -> dict:
    return os.environ | {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "CGO_ENABLED": "1",
        "GOOS": target.os,
        "GOARCH": target.arch,
        "GOFLAGS": "-trimpath",
        "GOWORK": "off",
        "CC": c_compiler(target),
        "CGO_CFLAGS": FLAGS,
        "CGO_LDFLAGS": FLAGS,
    }


def build(source: Path, target: Target, version: str, program: Path) -> dict:
    """Builds the program and returns what Go says is in it."""
    program.parent.mkdir(parents=True, exist_ok=True)
    # The resolver and the user database of the C library are not needed, and would make
    # a static program look for glibc's parts at run time.
    run(
        "go", "build", "-buildvcs=true", "-tags", "netgo,osusergo", "-ldflags", "-s -w", "-o", program, PACKAGE,
        cwd=source, env=environment(target),
    )
    info = json.loads(run("go", "version", "-m", "-json", program))
    if info["Main"]["Version"] != version:
        sys.exit(f"{program} says that it is {info['Main']['Version']}, not {version}")
    return info


def licences(source: Path, infos: list) -> str:
    """The licence texts of everything that is linked into the programs."""
    goroot = Path(run("go", "env", "GOROOT", cwd=source).strip())
    texts = [("Go", goroot)]
    for path, version in sorted({(d["Path"], d["Version"]) for info in infos for d in info["Deps"]}):
        folder = json.loads(run("go", "mod", "download", "-json", f"{path}@{version}", cwd=source))["Dir"]
        texts.append((f"{path} {version}", Path(folder)))
    # zig links its own runtime, and the C library of the target.
    zig = Path(importlib.util.find_spec("ziglang").origin).parent
    texts.append(("zig's runtime", zig))
    texts += [(name, zig / "lib" / "libc" / name) for name in ("musl", "mingw")]
    return "\n".join(_licence(name, folder) for name, folder in texts)


def _licence(name: str, folder: Path) -> str:
    words = ("LICENSE", "LICENCE", "NOTICE", "COPYING", "COPYRIGHT")
    files = sorted(f for f in folder.iterdir() if f.name.upper().startswith(words))
    if not files:
        sys.exit(f"{name} has no licence in {folder}")
    rule = "=" * 80
    return f"{rule}\n{name}\n{rule}\n\n" + "\n".join(f.read_text(encoding="utf-8") for f in files)
