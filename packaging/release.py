#!/usr/bin/env python3
"""Builds everything that a release publishes:

    python3 -m pip install --require-hashes -r packaging/requirements.txt
    python3 packaging/release.py v0.1.0

It needs Go, git and the pinned zig. The programs are built from a clone of the tag, or
of the commit that --rev names for a rehearsal. The same commit gives the same bytes with
the same Go, zig and zlib.
"""

import argparse
import hashlib
import re
import sys
import tempfile
import time
from pathlib import Path

import build
import npm
import sbom
import wheel
from bundle import Entry, program, write_tar, write_zip
from targets import TARGETS, Target

REPOSITORY = Path(__file__).resolve().parent.parent
DOWNLOADS = "https://github.com/neuronlint/neuronlint/releases/download"
PRE = {"alpha": "a", "beta": "b", "rc": "rc"}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("version", help="tag of the release, such as v0.1.0 or v0.1.0-rc.1")
    parser.add_argument("--rev", help="commit to build as that version; by default the tag")
    parser.add_argument("--out", type=Path, default=Path("dist"), help="folder to write, which must not exist yet")
    parser.add_argument("--only", action="append", choices=[t.name for t in TARGETS], help="build for this machine only; may be repeated")
    return parser.parse_args()


def python_version(version: str) -> str:
    """A version as PEP 440 writes it: v0.1.0-rc.1 is 0.1.0rc1."""
    match = re.fullmatch(r"v(\d+\.\d+\.\d+)(?:-(alpha|beta|rc)\.(\d+))?", version)
    if not match:
        sys.exit(f"{version} is no version such as v0.1.0 or v0.1.0-rc.1")
    number, kind, count = match.groups()
    return number + (PRE[kind] + count if kind else "")


def check_pin(source: Path, wanted: str) -> None:
    """The hooks and the action of a tag run the version that pyproject.toml names."""
    pinned = re.findall(r'"neuronlint==([^"]+)"', (source / "pyproject.toml").read_text(encoding="utf-8"))
    if pinned != [wanted]:
        sys.exit(f"pyproject.toml names neuronlint {' '.join(pinned)}, not {wanted}")


class Release:
    """What is written to a folder, and from what."""

    def __init__(self, source: Path, out: Path, version: str):
        self.out, self.version, self.python = out, version, python_version(version)
        self.source, self.date = source, build.commit_time(source)
        self.number = version.removeprefix("v")
        self.texts = {
            "readme": self._read("README.md"),
            "license": self._read("LICENSE"),
            "changelog": self._read("CHANGELOG.md"),
        }

    def _read(self, name: str) -> bytes:
        return (self.source / name).read_bytes()

    def file_of(self, target: Target) -> Path:
        return self.out / "programs" / target.name / target.program

    def archive_of(self, target: Target) -> str:
        ending = "zip" if target.os == "windows" else "tar.gz"
        return f"neuronlint_{self.number}_{target.name}.{ending}"

    def write(self, target: Target, info: dict) -> None:
        file = self.file_of(target)
        parts = self.texts | {"sbom": sbom.bill(info, target, file, self.date)}
        (self.out / f"neuronlint_{self.number}_{target.name}.cdx.json").write_bytes(parts["sbom"])
        self._archive(target, file)
        data = file.read_bytes()
        wheel.write_wheel(self._folder("wheels"), target, self.python, data, parts, self.date)
        npm.write_platform(self._folder("npm"), target, self.number, data, parts, self.date)

    def _folder(self, name: str) -> Path:
        folder = self.out / name
        folder.mkdir(exist_ok=True)
        return folder

    def _archive(self, target: Target, file: Path) -> None:
        top = f"neuronlint_{self.number}_{target.name}"
        entries = [
            program(f"{top}/{target.program}", file),
            Entry(f"{top}/README.md", self.texts["readme"]),
            Entry(f"{top}/CHANGELOG.md", self.texts["changelog"]),
            Entry(f"{top}/LICENSE", self.texts["license"]),
            Entry(f"{top}/THIRD_PARTY_LICENSES.txt", self.texts["third_party"]),
        ]
        for page in sorted((self.source / "docs" / "man").glob("*.1")):
            entries.append(Entry(f"{top}/man/{page.name}", page.read_bytes()))
        write = write_zip if target.os == "windows" else write_tar
        write(self.out / self.archive_of(target), entries, self.date)

    def formula(self) -> None:
        """The formula for Homebrew, if the archives that it names are all there."""
        text = self._read("packaging/homebrew.rb").decode()
        text = text.replace("@VERSION@", self.number)
        for target in TARGETS:
            archive = self.archive_of(target)
            if (self.out / archive).exists():
                text = text.replace(f"@URL_{target.name}@", f"{DOWNLOADS}/{self.version}/{archive}")
                text = text.replace(f"@SHA_{target.name}@", digest(self.out / archive))
        if "@" not in text:
            (self.out / "neuronlint.rb").write_text(text, encoding="utf-8")

    def checksums(self) -> None:
        """One line for each file that can be downloaded, as sha256sum --check reads it."""
        files = sorted(f for f in self.out.rglob("*") if f.is_file() and "programs" not in f.parts)
        lines = [f"{digest(f)}  {f.name}\n" for f in files]
        (self.out / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def main() -> None:
    given = arguments()
    targets = [t for t in TARGETS if not given.only or t.name in given.only]
    given.out.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch, "source")
        build.clone(REPOSITORY, given.rev or f"refs/tags/{given.version}", given.version, source)
        release = Release(source, given.out.resolve(), given.version)
        check_pin(source, release.python)
        infos = []
        for target in targets:
            start = time.monotonic()
            infos.append(build.build(source, target, given.version, release.file_of(target)))
            print(f"{target.name}: built in {time.monotonic() - start:.0f} s", flush=True)
        release.texts["third_party"] = build.licences(source, infos).encode()
        for target, info in zip(targets, infos):
            release.write(target, info)
        npm.write_main(release.out / "npm", TARGETS, release.number, release.texts, release.date)
        release.formula()
        release.checksums()


if __name__ == "__main__":
    main()
