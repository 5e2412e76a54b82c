"""Wheels that carry the program and no Python."""

import base64
import hashlib
from pathlib import Path

from bundle import Entry, write_zip
from targets import Target

SUMMARY = "Find what keeps PyTorch and JAX code from running on AWS Trainium and Inferentia"


def write_wheel(folder: Path, target: Target, version: str, program: bytes, parts: dict, date: int) -> Path:
    """Writes a wheel of version, as PEP 440 has it. parts are the texts for its metadata:
    readme, license, third_party and sbom."""
    stem = f"neuronlint-{version}"
    info = f"{stem}.dist-info"
    entries = [
        Entry(f"{stem}.data/scripts/{target.program}", program, 0o755),
        Entry(f"{info}/METADATA", _metadata(version, parts["readme"])),
        Entry(f"{info}/WHEEL", _wheel(target)),
        Entry(f"{info}/licenses/LICENSE", parts["license"]),
        Entry(f"{info}/licenses/THIRD_PARTY_LICENSES.txt", parts["third_party"]),
        Entry(f"{info}/sboms/neuronlint.cdx.json", parts["sbom"]),
    ]
    entries.append(Entry(f"{info}/RECORD", _record(entries, f"{info}/RECORD")))
    file = folder / f"{stem}-py3-none-{target.wheel}.whl"
    write_zip(file, entries, date)
    return file


def _metadata(version: str, readme: bytes) -> bytes:
    head = f"""\
Metadata-Version: 2.4
Name: neuronlint
Version: {version}
Summary: {SUMMARY}
License-Expression: Apache-2.0
License-File: LICENSE
License-File: THIRD_PARTY_LICENSES.txt
Requires-Python: >=3.8
Classifier: Environment :: Console
Classifier: Topic :: Software Development :: Quality Assurance
Keywords: aws,neuron,trainium,inferentia,pytorch,jax,linter
Project-URL: Source, https://github.com/neuronlint/neuronlint
Project-URL: Changelog, https://github.com/neuronlint/neuronlint/blob/main/CHANGELOG.md
Description-Content-Type: text/markdown

"""
    return head.encode() + readme


def _wheel(target: Target) -> bytes:
    tags = "".join(f"Tag: py3-none-{tag}\n" for tag in target.wheel.split("."))
    return f"Wheel-Version: 1.0\nGenerator: neuronlint\nRoot-Is-Purelib: false\n{tags}".encode()


def _record(entries: list, itself: str) -> bytes:
    lines = []
    for entry in entries:
        digest = base64.urlsafe_b64encode(hashlib.sha256(entry.data).digest()).rstrip(b"=").decode()
        lines.append(f"{entry.name},sha256={digest},{len(entry.data)}\n")
    return "".join([*lines, f"{itself},,\n"]).encode()
