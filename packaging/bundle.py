"""Archives whose bytes depend on nothing but their content and a date."""

import gzip
import io
import tarfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Entry:
    """A file in an archive."""

    name: str
    data: bytes
    mode: int = 0o644


def program(name: str, file: Path) -> Entry:
    return Entry(name, file.read_bytes(), 0o755)


def write_tar(file: Path, entries: list, date: int) -> None:
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for entry in entries:
            info = tarfile.TarInfo(entry.name)
            info.size, info.mode, info.mtime = len(entry.data), entry.mode, date
            tar.addfile(info, io.BytesIO(entry.data))
    file.write_bytes(gzip.compress(raw.getvalue(), 9, mtime=date))


def write_zip(file: Path, entries: list, date: int) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for entry in entries:
            info = zipfile.ZipInfo(entry.name, time.gmtime(date)[:6])
            info.create_system = 3  # Unix, whose modes these are
            info.external_attr = (0o100000 | entry.mode) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, entry.data)
