"""Streams: the key (seed, name, cell, block) decides the bits, and nothing else does."""

from __future__ import annotations

from hashlib import sha256

import numpy as np
import pytest

from numerics.streams import fresh_seed, part_of, stream


def bits(*key: object, **options: object) -> bytes:
    return stream(*key, **options).bit_generator.random_raw(64).tobytes()  # type: ignore[arg-type]


def test_same_key_same_bits() -> None:
    """stream(k) = stream(k), whatever was made in between and in whatever order."""
    seed = fresh_seed()
    keys = [(seed, name, cell, block) for name in ("a", "b") for cell in (0, 1) for block in (0, 2**32 - 1)]
    forth = {key: bits(*key) for key in keys}
    back = {key: bits(*key) for key in reversed(keys)}
    assert forth == back, f"seed {seed}"


def test_other_key_other_bits() -> None:
    """Seed, name, cell, block and bit generator each change the bits; swapping cell and block does."""
    seed = fresh_seed() >> 1
    keys = [(s, n, c, b) for s in (seed, seed + 1) for n in ("x", "y") for c in range(4) for b in range(4)]
    drawn = {bits(*key) for key in keys} | {bits(seed, "x", bit_generator=np.random.Philox)}
    assert len(drawn) == len(keys) + 1, f"seed {seed}"


def test_golden_bits() -> None:
    """The raw bits of SFC64 are the same in every NumPy version (NEP 19), and so is the key."""
    got = sha256(bits(20261120, "nachum24.outlier.norm-ratio", 1, 2)).hexdigest()
    assert got == "054d2a89beb2dfd168165b126f80e523e007b479b402ab9d66636b10e3d9a61d"


def test_parts_keep_apart() -> None:
    """Part 0 of a stream is the stream; the others differ from it, from each other, and from every cell and block."""
    rng = stream(fresh_seed(), "x", 1, 2)
    assert part_of(rng, 0) is rng
    drawn = [part_of(rng, part).bit_generator.random_raw(4).tolist() for part in (1, 2, 3)]
    again = [part_of(rng, part).bit_generator.random_raw(4).tolist() for part in (1, 2, 3)]
    assert drawn == again, "drawing from the parts changes nothing in the stream"
    assert len({tuple(bits) for bits in (*drawn, rng.bit_generator.random_raw(4).tolist())}) == 4


def test_fresh_seed() -> None:
    """Fresh seeds fit in 63 bits and differ (two equal: 2^-63)."""
    a, b = fresh_seed(), fresh_seed()
    assert 0 <= a < 2**63
    assert a != b


def test_refusals() -> None:
    """A key that would run into another one, or a negative seed, is refused in words."""
    with pytest.raises(ValueError, match="a seed is an integer >= 0, got -1; leave it out for fresh entropy"):
        stream(-1, "x")
    with pytest.raises(ValueError, match=r"block must be an integer in \[0, 2\^32\), got 4294967296"):
        stream(0, "x", 0, 2**32)
    with pytest.raises(ValueError, match=r"cell must be an integer in \[0, 2\^32\), got -1"):
        stream(0, "x", -1)
