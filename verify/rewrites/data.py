"""Made-up data: each function writes what a program wants to read into a folder."""

import os
import pickle
import random
import struct

import numpy as np

WORDS = "the a of to device graph model loss step train runs on and host core is".split()


def _numbers():
    return np.random.default_rng(0)


def _within(folder, *path):
    path = os.path.join(folder, *path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def text(folder, path, words="4000"):
    """A text file of the given number of words."""
    draw = random.Random(0)
    lines = [" ".join(draw.choices(WORDS, k=12)) + " .\n" for _ in range(int(words) // 12)]
    with open(_within(folder, path), "w") as f:
        f.writelines(lines)


def tokens(folder, path, most="64"):
    """train.bin and val.bin of 16-bit tokens, as nanoGPT reads them."""
    for name in ("train.bin", "val.bin"):
        drawn = _numbers().integers(0, int(most), 4000).astype(np.uint16)
        drawn.tofile(_within(folder, path, name))
    letters = [chr(33 + i) for i in range(int(most))]
    meta = {"vocab_size": int(most), "itos": dict(enumerate(letters)),
            "stoi": {c: i for i, c in enumerate(letters)}}
    with open(_within(folder, path, "meta.pkl"), "wb") as f:
        pickle.dump(meta, f)


def mnist(folder, path, images="640"):
    """MNIST as torchvision keeps it."""
    for part in ("train", "t10k"):
        pixels = _numbers().integers(0, 256, (int(images), 28, 28), dtype=np.uint8)
        labels = _numbers().integers(0, 10, int(images), dtype=np.uint8)
        raw = os.path.join(path, "MNIST", "raw")
        with open(_within(folder, raw, part + "-images-idx3-ubyte"), "wb") as f:
            f.write(struct.pack(">IIII", 0x803, len(pixels), 28, 28) + pixels.tobytes())
        with open(_within(folder, raw, part + "-labels-idx1-ubyte"), "wb") as f:
            f.write(struct.pack(">II", 0x801, len(labels)) + labels.tobytes())


def cifar(folder, path, classes="10", images="128"):
    """CIFAR as torchvision keeps it. launch.py leaves out its test of checksums."""
    ten = classes == "10"
    base = "cifar-10-batches-py" if ten else "cifar-100-python"
    names = [f"data_batch_{i}" for i in range(1, 6)] + ["test_batch"] if ten else ["train", "test"]
    for name in names:
        batch = {"data": _numbers().integers(0, 256, (int(images), 3072), dtype=np.uint8),
                 "labels" if ten else "fine_labels":
                     _numbers().integers(0, int(classes), int(images)).tolist()}
        with open(_within(folder, path, base, name), "wb") as f:
            pickle.dump(batch, f)
    labels = [str(i) for i in range(int(classes))]
    meta = "batches.meta" if ten else "meta"
    with open(_within(folder, path, base, meta), "wb") as f:
        pickle.dump({"label_names" if ten else "fine_label_names": labels}, f)


def images(folder, path, size="64", count="8", classes="2"):
    """Folders of pictures, one for each class."""
    from PIL import Image

    draw = _numbers()
    for label in range(int(classes)):
        for number in range(int(count)):
            pixels = draw.integers(0, 256, (int(size), int(size), 3), dtype=np.uint8)
            Image.fromarray(pixels).save(_within(folder, path, f"class{label}", f"{number}.png"))


def cora(folder, path):
    """The citation graph of Cora in miniature."""
    draw = _numbers()
    kinds = ["Case_Based", "Genetic_Algorithms", "Neural_Networks", "Probabilistic_Methods",
             "Reinforcement_Learning", "Rule_Learning", "Theory"]
    papers = 2708
    with open(_within(folder, path, "cora.content"), "w") as f:
        for paper in range(papers):
            words = "\t".join(str(int(w)) for w in draw.random(32) < 0.2)
            f.write(f"{paper}\t{words}\t{kinds[paper % 7]}\n")
    with open(_within(folder, path, "cora.cites"), "w") as f:
        for cited, citing in draw.integers(0, papers, (5000, 2)):
            f.write(f"{cited}\t{citing}\n")


def folder(folder, path):
    """An empty folder."""
    os.makedirs(os.path.join(folder, path), exist_ok=True)


def make(call, into):
    """Runs one of these, written as "NAME ARGUMENT...", in a folder."""
    name, *arguments = call.split()
    globals()[name](into, *arguments)
