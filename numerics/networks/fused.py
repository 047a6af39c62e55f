"""Layers of random networks in one compiled pass: normals, product, normalisation, ReLU and Gram matrix, by Numba.

Needs Numba. A tile of 256 neurons is drawn, activated and summed up while it is in the first cache; nothing else of
the layer is held, and the interpreter's lock is not. What it draws is `Normals`; the law is that of the NumPy path.
"""

from __future__ import annotations

import math
from concurrent.futures import Executor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numerics.networks.fused_normals import LANES, ZERO, Words, compiled, fill, normals, state_of

__all__ = ["DONE", "WEAK", "Law", "Networks", "advance", "advance_by", "fill", "scratch", "state_of", "times"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

TILE = 256
"""Neurons that are drawn, activated and summed up at once."""

SINGLE, DOUBLE = 1e-3, 1e-6
"""`INDEPENDENT` of `factors`: below it a pivot is drawn again in float64, and then left to QR."""


@compiled
def _weights(state: Words, spare: NDArray[np.float32], w: NDArray[np.float32], inner: int, neurons: int) -> int:
    """Weights of a tile, `TILE` numbers for each row of the factor, zeros after the neurons; lanes that are in use."""
    if neurons == TILE:
        normals(state, w[: inner * TILE])
        return TILE
    normals(state, spare[: -(-inner * neurons // (2 * LANES)) * 2 * LANES])
    lanes = -(-neurons // 16) * 16
    for i in range(inner):
        row, drawn = w[i * TILE : i * TILE + lanes], spare[i * neurons : (i + 1) * neurons]
        for lane in range(neurons):
            row[lane] = drawn[lane]
        for lane in range(neurons, lanes):
            row[lane] = ZERO
    return lanes


@compiled
def _product(factor: Any, reach: Any, w: NDArray[np.float32], z: Any, lanes: int) -> None:
    """z = F^T w, four rows by two columns at a time, without the rows in which both columns are 0."""
    for j in range(0, factor.shape[1], 2):
        one, two = z[j * TILE : (j + 1) * TILE], z[(j + 1) * TILE : (j + 2) * TILE]
        for lane in range(lanes):
            one[lane] = 0
            two[lane] = 0
        for i in range(0, reach[j], 4):
            a0, a1, a2, a3 = factor[i, j], factor[i + 1, j], factor[i + 2, j], factor[i + 3, j]
            b0, b1, b2, b3 = factor[i, j + 1], factor[i + 1, j + 1], factor[i + 2, j + 1], factor[i + 3, j + 1]
            four = w[i * TILE : (i + 4) * TILE]
            pair = z[j * TILE : (j + 2) * TILE]
            for lane in range(lanes):
                w0, w1, w2, w3 = four[lane], four[TILE + lane], four[2 * TILE + lane], four[3 * TILE + lane]
                pair[lane] += a0 * w0 + a1 * w1 + a2 * w2 + a3 * w3
                pair[TILE + lane] += b0 * w0 + b1 * w1 + b2 * w2 + b3 * w3


@compiled
def _rescaled(z: Any, squares: Any, shares: Any, least: float, bessel: float, neurons: int, lanes: int) -> bool:
    """RS of a tile; False where the mean square of a neuron is not above the least."""
    for lane in range(lanes):
        squares[lane] = 0
    for j in range(shares.size):
        row, share = z[j * TILE : (j + 1) * TILE], shares[j]
        for lane in range(lanes):
            squares[lane] += share * row[lane] * row[lane]
    flat = 0
    for lane in range(neurons):
        flat += not squares[lane] > least
    if flat:
        return False
    for lane in range(neurons, lanes):
        squares[lane] = 1
    for lane in range(lanes):
        squares[lane] = bessel / np.sqrt(squares[lane])
    for j in range(shares.size):
        row = z[j * TILE : (j + 1) * TILE]
        for lane in range(lanes):
            row[lane] *= squares[lane]
    return True


@compiled
def _add_gram(z: Any, gram: Floats, lanes: int) -> None:
    """The lower triangle, and some of the upper, of z z^T, by blocks of four times two."""
    for j in range(0, gram.shape[0], 4):
        four = z[j * TILE : (j + 4) * TILE]
        for k in range(0, j + 4, 2):
            pair = z[k * TILE : (k + 2) * TILE]
            zero = z[0] - z[0]
            a0, a1, b0, b1, c0, c1, d0, d1 = zero, zero, zero, zero, zero, zero, zero, zero
            for lane in range(lanes):
                x, y = pair[lane], pair[TILE + lane]
                a, b, c, d = four[lane], four[TILE + lane], four[2 * TILE + lane], four[3 * TILE + lane]
                a0 += a * x
                a1 += a * y
                b0 += b * x
                b1 += b * y
                c0 += c * x
                c1 += c * y
                d0 += d * x
                d1 += d * y
            gram[j, k] += a0
            gram[j, k + 1] += a1
            gram[j + 1, k] += b0
            gram[j + 1, k + 1] += b1
            gram[j + 2, k] += c0
            gram[j + 2, k + 1] += c1
            gram[j + 3, k] += d0
            gram[j + 3, k + 1] += d1


@compiled
def _root(gram: Floats, shares: Floats, centred: bool, limit: float, rest: Floats, root: Floats) -> bool:
    """Upper triangular R, R^T R the Gram matrix, of the centred columns if it is to; False where a pivot is weak.

    Of centred columns the last is minus the sum of the others, by their shares. `rest` is overwritten; R is written to
    `root`, which has a multiple of four rows.
    """
    n, total, mean = shares.size, 0.0, 0.0
    for i in range(n):
        total += gram[i, i]
        for j in range(i):
            gram[j, i] = gram[i, j]
    for i in range(n):
        root[0, i] = 0.0
        for j in range(n):
            rest[i, j] = gram[i, j]
            root[0, i] += gram[i, j] * shares[j]
        mean += root[0, i] * shares[i]
    if centred:
        for i in range(n):
            for j in range(n):
                rest[i, j] += mean - root[0, i] - root[0, j]
    pivots = n - centred
    root[:] = 0
    for i in range(pivots):
        row = rest[i]
        least = limit * (max(row[i], 0.1 * total) if centred else row[i])
        for m in range(0, i, 4):  # rows from i on are still 0
            a, b, c, d = root[m, i], root[m + 1, i], root[m + 2, i], root[m + 3, i]
            one, two, three, four = root[m], root[m + 1], root[m + 2], root[m + 3]
            for k in range(pivots):
                row[k] -= a * one[k] + b * two[k] + c * three[k] + d * four[k]
        if not row[i] > least:
            return False
        scale, last = 1 / np.sqrt(row[i]), 0.0
        for k in range(i, pivots):
            root[i, k] = row[k] * scale
            last -= shares[k] * root[i, k]
        if centred:
            root[i, pivots] = last / shares[pivots]
    return True


@compiled
def _reach(factor: Any, inner: int, reach: Any) -> None:
    """For each pair of columns, rows of the factor to the last that is not 0 in both."""
    for j in range(0, factor.shape[1], 2):
        reach[j] = 0
        for i in range(inner):
            if factor[i, j] != 0 or factor[i, j + 1] != 0:
                reach[j] = i + 1


class Law(NamedTuple):
    """Of a layer without skip connection, for a batch of n distinct columns, shares (n,) of its points.

    slope : of the activation below 0; 1 is none. bessel : the root mean square that rows are rescaled to.
    flat : mean square, over that of the input, to which a neuron is without variance. single : whether in float32.
    """

    shares: Floats
    rc: bool
    rs: bool
    bessel: float
    flat: float
    slope: float
    strength: float
    single: bool
    depth: int


class Networks(NamedTuple):
    """B networks of P parts; what is not (B,) is given.

    factors : (B, 4p, 4q), what the next layer multiplies: `inner` rows and n columns, then zeros.
    size : of the largest entries before that layer, in the scale of the factor.
    done, exponent : layers, and powers of two that were taken out.
    status : 0, there are layers to do; `DONE`, there are none, and `roots`, (B, n, n), are factors of the last; `WEAK`,
        the next layer has a weak pivot, or a neuron without variance, and is not drawn.
    states, ends : (B, P, 320), of the generators, and (P + 1,), neurons.
    """

    factors: Floats
    inner: Ints
    size: Floats
    done: Ints
    exponent: Ints
    status: Ints
    roots: Floats
    states: Words
    ends: Ints


DONE, WEAK = 1, 2


class Scratch(NamedTuple):
    """Memory of a thread: weights, a tile, mean squares and factor in both precisions, and small matrices."""

    spare: NDArray[np.float32]
    w: NDArray[np.float32]
    z: Floats
    z32: NDArray[np.float32]
    squares: Floats
    squares32: NDArray[np.float32]
    factor32: NDArray[np.float32]
    shares32: NDArray[np.float32]
    reach: Ints
    rest: Floats
    root: Floats
    gram: Floats


@compiled
def scratch(nets: Networks, law: Law) -> Scratch:
    """Memory of one thread, zeros where a tile is padded."""
    rows, columns = nets.factors.shape[1:]
    n = law.shares.size
    spare, w = np.empty((rows + 1) * TILE, np.float32), np.zeros(rows * TILE, np.float32)
    z, squares = np.zeros(columns * TILE), np.zeros(TILE)
    return Scratch(
        spare, w, z, z.astype(np.float32), squares, squares.astype(np.float32), np.zeros((rows, columns), np.float32),
        law.shares.astype(np.float32), np.zeros(columns, np.int64), np.zeros((n, n)), np.zeros((rows, n)),
        np.zeros((columns, columns)),
    )  # fmt: skip


@compiled
def _tiles(factor: Any, inner: int, law: Law, shares: Any, least: Any, bessel: Any, slope: Any, state: Words,
           neurons: int, memory: Scratch, z: Any, squares: Any, gram: Floats) -> bool:  # fmt: skip
    """Add the Gram matrix of so many neurons; False where rescaling meets one without variance."""
    w, reach = memory.w, memory.reach
    _reach(factor, inner, reach)
    for start in range(0, neurons, TILE):
        some = min(TILE, neurons - start)
        lanes = _weights(state, memory.spare, w, inner, some)
        _product(factor, reach, w, z, lanes)
        if law.rs and not _rescaled(z, squares, shares, least, bessel, some, lanes):
            return False
        if slope != 1:
            for j in range(shares.size):
                row = z[j * TILE : (j + 1) * TILE]
                for lane in range(lanes):
                    row[lane] = row[lane] if row[lane] > 0 else slope * row[lane]
        _add_gram(z, gram, lanes)
    return True


@compiled
def drawn(nets: Networks, law: Law, b: int, part: int, single: bool, memory: Scratch, gram: Floats) -> bool:
    """The Gram matrix, lower triangle, of the next layer of a part of network b; False: a neuron without variance."""
    factor, inner = nets.factors[b], nets.inner[b]
    least = law.flat * (law.strength * nets.size[b]) ** 2 * inner
    neurons, state = nets.ends[part + 1] - nets.ends[part], nets.states[b, part]
    gram[:] = 0
    if single:
        memory.factor32[:] = factor
        return _tiles(
            memory.factor32, inner, law, memory.shares32, np.float32(least * 2.0**58), np.float32(law.bessel),
            np.float32(law.slope), state, neurons, memory, memory.z32, memory.squares32, gram,
        )  # fmt: skip
    return _tiles(factor, inner, law, law.shares, least, law.bessel, law.slope, state, neurons, memory, memory.z,
                  memory.squares, gram)  # fmt: skip


@compiled
def follow(nets: Networks, law: Law, b: int, single: bool, memory: Scratch, gram: Floats) -> bool:
    """Take the Gram matrix as that of the next layer of network b; False, and nothing, where a pivot is weak."""
    n = law.shares.size
    last = nets.done[b] + 1 == law.depth
    centred = law.rc and not last
    root = memory.root
    if not _root(gram, law.shares, centred, SINGLE if single else DOUBLE, memory.rest, root):
        return False
    nets.done[b] += 1
    if last:
        nets.roots[b] = root[:n]
        nets.status[b] = DONE
        return True
    peak = 0.0
    for i in range(n):
        peak = max(peak, gram[i, i])
    peak = np.sqrt(peak)
    shift = math.frexp(peak)[1]
    scale = math.ldexp(1.0, -shift)
    nets.exponent[b] = 0 if law.rs else nets.exponent[b] + shift
    nets.size[b] = peak * scale
    nets.inner[b] = n - centred
    factor = nets.factors[b]
    factor[:] = 0
    for i in range(nets.inner[b]):
        for j in range(i, n):
            factor[i, j] = root[i, j] * (scale * law.strength)
    return True


@compiled
def advance(nets: Networks, law: Law, most: int) -> None:
    """Up to `most` layers more of each network. A layer that is weak in float32 is drawn again in float64."""
    parts, memory = len(nets.ends) - 1, scratch(nets, law)
    own, gram = memory.gram, np.zeros_like(memory.gram)
    saved = np.empty_like(nets.states[0])
    for b in range(len(nets.factors)):
        for _ in range(most):
            if nets.status[b]:
                break
            saved[:] = nets.states[b]
            found = False
            for attempt in range(0 if law.single else 1, 2):
                single = attempt == 0
                found = True
                gram[:] = 0
                for part in range(parts):
                    found = found and drawn(nets, law, b, part, single, memory, own)
                    gram += own
                found = found and follow(nets, law, b, single, memory, gram)
                if found:
                    break
                nets.states[b] = saved
            if not found:
                nets.status[b] = WEAK


def advance_by(pool: Executor, nets: Networks, law: Law, most: int) -> None:
    """The same for one network, its parts side by side: bit by bit what `advance` gives."""
    memories = [scratch(nets, law) for _ in nets.ends[1:]]
    while most and not nets.status[0]:
        most -= 1
        saved = nets.states.copy()
        for single in (True, False) if law.single else (False,):
            tasks = [
                pool.submit(drawn, nets, law, 0, part, single, memory, memory.gram)
                for part, memory in enumerate(memories)
            ]
            found = [task.result() for task in tasks]
            gram = np.zeros_like(memories[0].gram)
            for memory in memories:
                gram += memory.gram
            if all(found) and follow(nets, law, 0, single, memories[0], gram):
                break
            nets.states[:] = saved
        else:
            nets.status[0] = WEAK


@compiled
def times(factors: Any, states: Words, out: Any) -> None:
    """W F for new weights, F of shape (B, inner, c), into (B, rows, c); one state for each network, or one for all."""
    inner, columns = factors.shape[1:]
    rows, padded = -(-inner // 4) * 4, -(-columns // 2) * 2
    factor, reach = np.zeros((rows, padded), factors.dtype), np.zeros(padded, np.int64)
    spare, w = np.empty((inner + 1) * TILE, np.float32), np.zeros(rows * TILE, np.float32)
    z = np.empty(padded * TILE, factors.dtype)
    for b in range(len(out)):
        factor[:inner, :columns] = factors[b]
        _reach(factor, inner, reach)
        for start in range(0, out.shape[1], TILE):
            some = min(TILE, out.shape[1] - start)
            lanes = _weights(states[b % len(states)], spare, w, inner, some)
            _product(factor, reach, w, z, lanes)
            for j in range(columns):
                row = z[j * TILE : (j + 1) * TILE]
                for lane in range(some):
                    out[b, start + lane, j] = row[lane]
