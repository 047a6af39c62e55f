"""The idx format of MNIST: 0 0 type dimensions, the sizes as big-endian words, the bytes; gzipped or not."""

from __future__ import annotations

import gzip
import math
import struct
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from numerics.training.data.record import DamagedDataError, Data, Split, same, scaled

FILES = ("train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte")

CONTENT = {
    "mnist": (
        "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
        "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
        "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
        "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
    ),
}
"""SHA-256 of the unpacked files, in the order of `FILES`, by data set."""

PACKED = {
    "fashion": (
        "3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84",
        "a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845",
        "346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073",
        "67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5",
    ),
}
"""SHA-256 of the gzipped files."""


def array(name: str, content: bytes) -> NDArray[np.uint8]:
    """The array of an idx file of bytes.

    >>> array("x", bytes([0, 0, 8, 1, 0, 0, 0, 2, 7, 9])).tolist()
    [7, 9]
    """
    if len(content) < 4 or content[:3] != b"\0\0\x08" or len(content) < 4 + 4 * content[3]:
        raise DamagedDataError(f"{name}: begins with {content[:4].hex(' ') or 'nothing'}, wanted an idx file of bytes")
    dimensions = content[3]
    shape = struct.unpack(f">{dimensions}I", content[4 : 4 + 4 * dimensions])
    body = len(content) - 4 - 4 * dimensions
    if body != math.prod(shape):
        raise DamagedDataError(f"{name}: {body} bytes after the header, which speaks of {shape}: cut off or damaged")
    return np.frombuffer(content, np.uint8, offset=4 + 4 * dimensions).reshape(shape)


def read(name: str, files: tuple[Path, ...]) -> Data:
    """MNIST or Fashion-MNIST from four files in the order of `FILES`."""
    arrays, verified = [], True
    for place, file in enumerate(files):
        packed = file.read_bytes()
        content = packed
        if file.suffix == ".gz":
            if name in PACKED:
                same(str(file), packed, PACKED[name][place])
            try:
                content = gzip.decompress(packed)
            except (OSError, EOFError, zlib.error) as error:
                raise DamagedDataError(f"{file}: cannot be unpacked ({error}); fetch it again") from error
        if name in CONTENT:
            same(str(file), content, CONTENT[name][place])
        verified &= name in CONTENT or file.suffix == ".gz"
        arrays.append(array(str(file), content))
    images, labels, test_images, test_labels = arrays
    for shown, told, file in ((images, labels, files[0]), (test_images, test_labels, files[2])):
        if shown.ndim != 3 or told.ndim != 1 or len(shown) != len(told) or shown.shape[1:] != images.shape[1:]:
            raise DamagedDataError(f"{file}: images {shown.shape} and labels {told.shape} do not belong together")
    train, test = (Split(scaled(a, 255), b.astype(np.int64)) for a, b in ((images, labels), (test_images, test_labels)))
    return Data(name, (1, images.shape[1], images.shape[2]), 10, train, test, verified)
