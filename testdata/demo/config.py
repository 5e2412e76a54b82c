"""Settings of a run: defaults here, overrides from a JSON file or the command line."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path


@dataclasses.dataclass
class Config:
    """Everything that a checkpoint needs to be trained further or evaluated."""

    device: str = "cuda"
    amp: bool = True
    seed: int = 1707
    stations: int = 12
    window: int = 168  # hours of history that the model sees
    horizon: int = 24  # hours that it forecasts
    width: int = 256
    heads: int = 8
    layers: int = 6
    batch_size: int = 64
    epochs: int = 20
    learning_rate: float = 3e-4

    @property
    def device_type(self) -> str:
        """The device without its index, which is what autocast wants."""
        return "cuda" if self.device.startswith("cuda") else "cpu"

    @classmethod
    def load(cls, path: Path) -> Config:
        """Reads settings; a key that no field has is an error, not a typo to live with."""
        return cls(**json.loads(path.read_text()))

    def save(self, path: Path) -> None:
        """Writes the settings beside the checkpoints that they made."""
        path.write_text(json.dumps(dataclasses.asdict(self), indent=2) + "\n")
