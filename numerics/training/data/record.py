"""A data set in memory, and the two ways in which one can fail to be there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Images = NDArray[np.float32]
Labels = NDArray[np.int64]


class MissingDataError(LookupError):
    """Files or a package that are not there; the message says which, and how they come."""


class DamagedDataError(ValueError):
    """A file that is not what its name says; the message says what came and what was wanted."""


class Split(NamedTuple):
    """Inputs (N, d), and labels (N,) from 0 on."""

    inputs: Images
    labels: Labels


@dataclass(frozen=True)
class Data:
    """Labelled images: one of `numerics.training.data.NAMES`.

    Parameters
    ----------
    name : what it is called.
    shape : channels, height, width of an image; d is their product.
    classes : how many labels there are.
    train, test : inputs (N, d) in [0, 1], float32, and labels (N,).
    verified : whether its bytes have the SHA-256 of the canonical files, where those are known.
    """

    name: str
    shape: tuple[int, int, int]
    classes: int
    train: Split
    test: Split
    verified: bool

    @property
    def fingerprint(self) -> str:
        """Empty of canonical data; else what tells these from others of the name: 16 digits of their SHA-256."""
        if self.verified:
            return ""
        found = sha256(repr((self.name, self.shape, self.classes)).encode())
        for array in (*self.train, *self.test):
            found.update(np.ascontiguousarray(array).tobytes())
        return found.hexdigest()[:16]

    def standardised(self) -> Data:
        """The same with the mean and the standard deviation of all training pixels together taken out."""
        mean, spread = float(self.train.inputs.mean(dtype=np.float64)), float(self.train.inputs.std(dtype=np.float64))
        train, test = ((part.inputs - np.float32(mean)) / np.float32(spread) for part in (self.train, self.test))
        return replace(self, train=Split(train, self.train.labels), test=Split(test, self.test.labels))


def scaled(pixels: NDArray[np.uint8], greatest: int) -> Images:
    """Pixels (N, ..) from 0 to `greatest` as rows in [0, 1], shape (N, d)."""
    return pixels.reshape(len(pixels), -1).astype(np.float32) / np.float32(greatest)


def every_fifth(pixels: NDArray[np.uint8], labels: NDArray[np.uint8], greatest: int) -> tuple[Split, Split]:
    """(training, test): for sets that come without a split; each fifth image, by place in the file, is for tests."""
    test = np.arange(len(labels)) % 5 == 4
    inputs, marks = scaled(pixels, greatest), labels.astype(np.int64)
    return Split(inputs[~test], marks[~test]), Split(inputs[test], marks[test])


def same(name: str, content: bytes, wanted: str) -> None:
    """Raises `DamagedDataError` unless the SHA-256 of a file's content is the canonical one."""
    if (found := sha256(content).hexdigest()) != wanted:
        raise DamagedDataError(
            f"{name}: SHA-256 {found[:12]}.., wanted {wanted[:12]}..: not the canonical file; fetch it again"
        )
