"""CIFAR-10 in its binary form: records of a label and 3 x 32 x 32 bytes, in an archive or unpacked."""

from __future__ import annotations

import io
import tarfile
import zlib
from pathlib import Path

import numpy as np

from numerics.training.data.record import DamagedDataError, Data, Split, same, scaled

ARCHIVE = "cifar-10-binary.tar.gz"
FILES = (*(f"data_batch_{part}.bin" for part in range(1, 6)), "test_batch.bin")
CONTENT = "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd"
"""SHA-256 of the archive; of the unpacked files none is published."""

RECORD = 1 + 3 * 32 * 32


def records(name: str, content: bytes) -> Split:
    """The images of one file."""
    if not content or len(content) % RECORD:
        raise DamagedDataError(f"{name}: {len(content)} bytes, wanted records of {RECORD}: cut off or damaged")
    table = np.frombuffer(content, np.uint8).reshape(-1, RECORD)
    if table[:, 0].max() > 9:
        raise DamagedDataError(f"{name}: a label {table[:, 0].max()}, wanted 0 to 9: not a file of CIFAR-10")
    return Split(scaled(table[:, 1:], 255), table[:, 0].astype(np.int64))


def unpacked(archive: Path) -> dict[str, bytes]:
    """Content of the six files in the archive, by name; nothing is written."""
    packed = archive.read_bytes()
    same(str(archive), packed, CONTENT)
    try:
        with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
            return {Path(part.name).name: held.read() for part in tar if (held := tar.extractfile(part))}
    except (tarfile.TarError, OSError, EOFError, zlib.error) as error:
        raise DamagedDataError(f"{archive}: cannot be unpacked ({error}); fetch it again") from error


def read(files: tuple[Path, ...]) -> Data:
    """CIFAR-10 from its archive, or from the six files in the order of `FILES`."""
    whole = len(files) == 1
    contents = unpacked(files[0]) if whole else {file.name: file.read_bytes() for file in files}
    parts = [records(str(files[0] if whole else files[0].parent / name), contents.get(name, b"")) for name in FILES]
    train = Split(*(np.concatenate(columns) for columns in zip(*parts[:-1], strict=True)))
    return Data("cifar10", (3, 32, 32), 10, train, parts[-1], verified=whole)
