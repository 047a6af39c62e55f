"""Standard normals by Numba, in 64 lanes: SFC64 (Doty-Humphrey) and Box and Muller, in float32."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Words = NDArray[np.uint64]
F = TypeVar("F", bound=Callable[..., Any])

LANES = 64
"""Generators side by side; two normals come of each 64-bit word."""


def compiled(function: F) -> F:
    """Machine code, made at the first call and kept on disk: by the module, else in the user's cache folder.

    Where neither may be written (and `NUMBA_CACHE_DIR` names no other) it is made by every process.
    """
    options: dict[str, Any] = {"nogil": True, "fastmath": {"reassoc", "contract", "nsz"}, "error_model": "numpy"}
    try:
        made: F = numba.njit(function, cache=True, **options)
    except RuntimeError:  # no place to keep it
        made = numba.njit(function, **options)
    return made


f = np.float32
HALF, TWO, UNIT, ANGLE = f(0.5), f(2.0), f(2.0**-31), f(np.pi * 2.0**-33)
LN2, LN2_REST = f(0.693359375), f(-2.12194440e-4)
L0, L1, L2, L3, L4, L5, L6, L7, L8 = map(f, (
    7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
    2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1))  # fmt: skip
S0, S1, S2 = map(f, (-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1))
C0, C1, C2 = map(f, (2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2))
ONE, ZERO = f(1.0), f(0.0)
ROOT_HALF = np.int32(0x3F3504F3)
"""Polynomials of `logf`, `sinf` and `cosf` in Cephes (Moshier): all to about 1e-7 of themselves."""


@compiled
def normals(state: Words, out: NDArray[np.float32]) -> None:
    """Fill an array, a multiple of 128 long, by Box and Muller from 64 generators SFC64 (Doty-Humphrey).

    -2 log u is exact to rounding at both ends of (0, 1), and no angle is 0: no normal is 0, and none exceeds 6.7.
    """
    halves = state.view(np.uint32)
    for start in range(0, out.size, 2 * LANES):
        for lane in range(LANES):
            b, c = state[LANES + lane], state[2 * LANES + lane]
            word = state[lane] + b + state[3 * LANES + lane]
            state[lane] = b ^ (b >> np.uint64(11))
            state[LANES + lane] = c + (c << np.uint64(3))
            state[2 * LANES + lane] = ((c << np.uint64(24)) | (c >> np.uint64(40))) + word
            state[3 * LANES + lane] += np.uint64(1)
            state[4 * LANES + lane] = word
        piece = out[start : start + 2 * LANES]
        for lane in range(LANES):
            k = np.int32(halves[8 * LANES + 2 * lane] >> np.uint32(1))
            x = np.float32(k) + HALF  # u = x / 2^31
            pattern = np.float32(x).view(np.int32)
            power = np.int32(np.int32(pattern - ROOT_HALF) >> np.int32(23))
            mantissa = np.int32(pattern - np.int32(power << np.int32(23))).view(np.float32)
            exponent = np.int32(power - np.int32(31))
            rest = (np.float32(np.int32(k ^ np.int32(0x7FFFFFFF))) + HALF) * UNIT  # 1 - u, without cancellation
            t = -rest if exponent == np.int32(0) else mantissa - ONE
            p = ((((((((L0 * t + L1) * t + L2) * t + L3) * t + L4) * t + L5) * t + L6) * t + L7) * t + L8) * t
            e = np.float32(exponent)
            log = t + (t * t * (p - HALF) + e * LN2_REST) + e * LN2
            r = np.sqrt(-TWO * log)
            other = halves[8 * LANES + 2 * lane + 1]
            angle = (np.float32(np.int32(other << np.uint32(2))) + TWO) * ANGLE  # in (-pi/4, pi/4)
            q = angle * angle
            sine = angle + angle * q * ((S0 * q + S1) * q + S2)
            cosine = ONE - HALF * q + q * q * ((C0 * q + C1) * q + C2)
            r = r if np.int32(other) >= np.int32(0) else -r
            swap = (other & np.uint32(1 << 30)) == np.uint32(0)
            piece[lane] = r * (cosine if swap else sine)
            piece[LANES + lane] = r * (sine if swap else cosine)


@compiled
def fill(state: Words, out: Any) -> None:
    """Standard normals into a flat array of either precision."""
    some = np.empty(16 * LANES, np.float32)
    for start in range(0, out.size, some.size):
        piece = out[start : start + some.size]
        normals(state, some[: -(-piece.size // (2 * LANES)) * 2 * LANES])
        for i in range(piece.size):
            piece[i] = some[i]


@compiled
def _settle(state: Words) -> None:
    """Let the seeds of the generators mix: 18 steps, as SFC64 has it for three words."""
    for _ in range(18):
        for lane in range(LANES):
            b, c = state[LANES + lane], state[2 * LANES + lane]
            word = state[lane] + b + state[3 * LANES + lane]
            state[lane] = b ^ (b >> np.uint64(11))
            state[LANES + lane] = c + (c << np.uint64(3))
            state[2 * LANES + lane] = ((c << np.uint64(24)) | (c >> np.uint64(40))) + word
            state[3 * LANES + lane] += np.uint64(1)


def state_of(rng: Generator) -> Words:
    """State of the generators, seeded by 12,288 bits of a stream."""
    state = np.ones(5 * LANES, dtype=np.uint64)
    state[: 3 * LANES] = rng.integers(2**64, size=3 * LANES, dtype=np.uint64)
    _settle(state)
    return state
