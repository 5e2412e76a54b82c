"""A bill of materials in CycloneDX's JSON, from what Go records in the program."""

import hashlib
import json
import time
import uuid
from pathlib import Path
from urllib.parse import quote

from targets import Target


def bill(info: dict, target: Target, program: Path, date: int) -> bytes:
    digest = hashlib.sha256(program.read_bytes()).hexdigest()
    main = _component("application", info["Main"]["Path"], info["Main"]["Version"])
    main["purl"] += f"?goarch={target.arch}&goos={target.os}"
    main["bom-ref"] = main["purl"]
    main["licenses"] = [{"license": {"id": "Apache-2.0"}}]
    main["hashes"] = [{"alg": "SHA-256", "content": digest}]
    go = _component("library", "std", info["GoVersion"].removeprefix("go"))
    parts = [_component("library", d["Path"], d["Version"]) for d in info["Deps"]]
    parts = sorted([*parts, go], key=lambda c: c["purl"])
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, main['purl'] + '#' + digest)}",
        "version": 1,
        "metadata": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(date)), "component": main},
        "components": parts,
    }
    return json.dumps(document, indent=2).encode() + b"\n"


def _component(kind: str, name: str, version: str) -> dict:
    purl = f"pkg:golang/{quote(name.lower())}@{quote(version)}"
    return {"bom-ref": purl, "type": kind, "name": name, "version": version, "purl": purl}
