"""npm packages: one for each machine that carries the program, and one that starts it."""

import json
from pathlib import Path

from bundle import Entry, write_tar
from targets import Target
from wheel import SUMMARY

SCOPE = "@neuronlint"
LAUNCHER = Path(__file__).parent / "npm" / "neuronlint.js"


def write_platform(folder: Path, target: Target, version: str, program: bytes, parts: dict, date: int) -> Path:
    system, cpu = target.node.split("-")
    manifest = _manifest(f"{SCOPE}/{target.node}", version, f"The program of neuronlint for {target.node}")
    manifest |= {"os": [system], "cpu": [cpu], "preferUnplugged": True}
    entries = [
        Entry(f"package/{target.program}", program, 0o755),
        Entry("package/LICENSE", parts["license"]),
        Entry("package/THIRD_PARTY_LICENSES.txt", parts["third_party"]),
    ]
    return _write(folder, f"neuronlint-{target.node}", manifest, entries, date)


def write_main(folder: Path, targets: list, version: str, parts: dict, date: int) -> Path:
    manifest = _manifest("neuronlint", version, SUMMARY)
    manifest |= {
        "bin": {"neuronlint": "neuronlint.js"},
        "engines": {"node": ">=18"},
        "optionalDependencies": {f"{SCOPE}/{t.node}": version for t in targets},
    }
    entries = [
        Entry("package/neuronlint.js", LAUNCHER.read_bytes(), 0o755),
        Entry("package/README.md", parts["readme"]),
        Entry("package/LICENSE", parts["license"]),
    ]
    return _write(folder, "neuronlint", manifest, entries, date)


def _manifest(name: str, version: str, description: str) -> dict:
    return {
        "name": name,
        "version": version,
        "description": description,
        "license": "Apache-2.0",
        "repository": {"type": "git", "url": "git+https://github.com/neuronlint/neuronlint.git"},
    }


def _write(folder: Path, stem: str, manifest: dict, entries: list, date: int) -> Path:
    text = json.dumps(manifest, indent=2).encode() + b"\n"
    file = folder / f"{stem}-{manifest['version']}.tgz"
    write_tar(file, [Entry("package/package.json", text), *entries], date)
    return file
