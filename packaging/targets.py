"""The machines that a release is built for."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """One machine, by the names that Go, zig, Python and Node have for it."""

    os: str
    arch: str
    zig: str
    wheel: str  # platform tags; several are joined by dots
    node: str  # platform and architecture, joined by a dash

    @property
    def name(self) -> str:
        return f"{self.os}_{self.arch}"

    @property
    def program(self) -> str:
        return "neuronlint.exe" if self.os == "windows" else "neuronlint"


def _linux(arch: str, cpu: str, node: str) -> Target:
    # A static program needs no libc, so one wheel serves glibc and musl alike.
    wheel = f"manylinux_2_17_{cpu}.manylinux2014_{cpu}.musllinux_1_1_{cpu}"
    return Target("linux", arch, f"{cpu}-linux-musl", wheel, f"linux-{node}")


def _macos(arch: str, cpu: str, wheel: str, node: str) -> Target:
    # Go 1.26 asks for macOS 12.
    return Target("darwin", arch, f"{cpu}-macos.12.0", f"macosx_12_0_{wheel}", f"darwin-{node}")


TARGETS = [
    _linux("amd64", "x86_64", "x64"),
    _linux("arm64", "aarch64", "arm64"),
    _macos("amd64", "x86_64", "x86_64", "x64"),
    _macos("arm64", "aarch64", "arm64", "arm64"),
    Target("windows", "amd64", "x86_64-windows-gnu", "win_amd64", "win32-x64"),
]
