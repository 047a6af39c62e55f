"""Streams of random numbers: one root seed, an independent generator for every (name, cell, block)."""

from __future__ import annotations

import secrets
from hashlib import sha256

import numpy as np


def fresh_seed() -> int:
    """A root seed from the system's entropy, in [0, 2^63): fits a JSON number and a command line."""
    return secrets.randbits(63)


def stream(
    seed: int,
    name: str,
    cell: int = 0,
    block: int = 0,
    *,
    bit_generator: type[np.random.BitGenerator] = np.random.SFC64,
) -> np.random.Generator:
    """The generator of one block of random numbers: a function of its arguments and of nothing else.

    Never by `.spawn()`, which counts its calls: here any worker may make any block, in any order, twice.

    Parameters
    ----------
    seed : root seed of the run, >= 0.
    name : what the numbers are for (a claim's id); 32 bits of its SHA-256 enter the key.
    cell, block : instance of the claim and block of samples, each in [0, 2^32).
    bit_generator : `np.random.SFC64`, the fastest of NumPy's; a refutation is repeated with `np.random.Philox`.

    Raises
    ------
    ValueError : a negative seed, or a cell or block that is no 32-bit word.

    Examples
    --------
    >>> a, b = (stream(7, "nachum24.outlier.norm-ratio", block=3) for _ in range(2))
    >>> bool((a.bit_generator.random_raw(4) == b.bit_generator.random_raw(4)).all())
    True
    """
    if seed < 0:
        raise ValueError(f"a seed is an integer >= 0, got {seed}; leave it out for fresh entropy")
    for what, word in (("cell", cell), ("block", block)):
        if not 0 <= word < 2**32:  # longer words would run into each other in the key
            raise ValueError(f"{what} must be an integer in [0, 2^32), got {word}")
    key = (int(sha256(name.encode()).hexdigest()[:8], 16), cell, block)
    return np.random.Generator(bit_generator(np.random.SeedSequence(seed, spawn_key=key)))


def part_of(rng: np.random.Generator, part: int) -> np.random.Generator:
    """The generator of one part of what `rng` is for: itself for part 0, else one keyed by its seed and the part.

    Raises
    ------
    ValueError : a generator that was not seeded by a `SeedSequence`, as all of NumPy's functions do.
    """
    if part == 0:
        return rng
    bits = rng.bit_generator
    seed = bits.seed_seq
    if not isinstance(seed, np.random.SeedSequence):
        raise ValueError(f"a {type(bits).__name__} seeded by {type(seed).__name__}: seed it by a SeedSequence")
    key = (*seed.spawn_key, 2**32 - 1, part)  # no cell has that number, so this is nobody else's key
    return np.random.Generator(type(bits)(np.random.SeedSequence(seed.entropy, spawn_key=key)))
