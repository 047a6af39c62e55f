"""Symmetries of the layer: signs and permutations of neurons, rotations of the data, the scale of the weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Expr, Symbol, oo, symbols

from theory.batchnorm import rescale
from theory.claim import At, Claim, Compared, Predicted, Twin, Verdict
from theory.claim.domains import Integers, Rationals
from theory.claim.given import Given
from theory.exact.rationals import rational, to_sympy
from theory.markov.residual import Rows, covariance, layer, times
from theory.notation import t
from theory.papers.daneshmand20.chain.setting import DEFINED, DEFINITION_1, EQ_1, named
from theory.papers.daneshmand20.layers import Layers, after, cosine, data, defined, moved, signs_of, weights

g, sigma, s_i = symbols("gamma sigma s_i", real=True)
x, y, z, u1, u2, u3 = symbols("x y z u1:4", real=True)

Instance = Mapping[str, Any]
PARTS = {"H": lambda at: data(at["A"]), "W": lambda at: weights(at["A"])}
PLACE = "A is gamma W beside H; what is compared, a place of the matrix, and whether gamma is oo, by the number c"


def strength(at: Instance) -> Any:
    """1, as gamma W is W, or oo without a skip connection."""
    return oo if int(at["c"]) % 3 == 0 else 1


def place(at: Instance) -> tuple[int, int]:
    """The row and the column at which matrices are compared."""
    H = data(at["A"])
    return divmod(int(at["c"]) % (len(H) * len(H[0])), len(H[0]))


def entry(at: Instance, H: Rows, W: Rows, where: tuple[int, int], Q: Rows | None = None) -> Any:
    """v |v| for an entry v of f(H, W), or of f(H, W) Q, from H + gamma W H and the mean squares of its rows."""
    Z, q = layer(H, W, strength(at))
    row, column = where
    value = (Z if Q is None else times(Z, Q))[row][column]
    return to_sympy(value * abs(value) / q[row])


def rescaled(at: At, H: Rows, W: Rows) -> Expr:
    """v |v| for the entry of f(H, W) at the place, by rescaling its row."""
    row, column = place(vars(at))
    value = rescale([to_sympy(z) for z in moved(H, W, strength(vars(at)))[row]])[column]
    return value * abs(value)


def scaled_rows(s: Sequence[int], A: Rows) -> Rows:
    return [[a * entry for entry in row] for a, row in zip(s, A, strict=True)]


def conjugated(s: Sequence[int], W: Rows) -> Rows:
    """S W S."""
    return [[a * w * b for b, w in zip(s, row, strict=True)] for a, row in zip(s, W, strict=True)]


def rotation(at: Instance) -> Rows:
    """An orthogonal matrix of size N: the columns moved on by one, then the first two turned, tan of half the angle u.

    At N = 1 it is the sign -1.
    """
    size, u = len(data(at["A"])[0]), Fraction(int(at["c"]) % 7, 1 + int(at["c"]) % 3)
    if size == 1:
        return [[-1]]
    shift = [[int(j == (i + 1) % size) for j in range(size)] for i in range(size)]
    turn = [[Fraction(int(i == j)) for j in range(size)] for i in range(size)]
    turn[0][:2] = [(1 - u**2) / (1 + u**2), 2 * u / (1 + u**2)]
    turn[1][:2] = [-turn[0][1], turn[0][0]]
    return times(shift, turn)


def _defined(at: Instance, *by: Rows) -> bool:
    """Whether no layer from H with these weights has a row 0."""
    return all(defined(data(at["A"]), W, strength(at)) for W in by)


def _signs(at: Instance) -> tuple[int, ...]:
    return signs_of(at["c"], len(at["A"]))


def _signed(at: Instance) -> tuple[Rows, Rows, Rows]:
    """S W S, W, S W."""
    W = weights(at["A"])
    return conjugated(_signs(at), W), W, scaled_rows(_signs(at), W)


def _by_weights(number: int) -> Callable[[Instance], Any]:
    return lambda at: entry(at, data(at["A"]), _signed(at)[number], place(at))


equivariance = Claim(
    "daneshmand20.chain.equivariance",
    source=EQ_1,
    status="new",
    says="for diagonal signs S and orthogonal Q: f(SH, W) = S f(H, SWS) and f(HQ, W) = f(H, W) Q, f the layer; with y "
    "and z the entries of f(H, SWS) and f(H, W) Q, as v |v|",
    tex=r"f(SH,W)=S\,f(H,SWS),\quad f(HQ,W)=f(H,W)\,Q",
    hypotheses=DEFINED,
    predicts=(s_i * y, z),
    given=Given(
        {"A": Layers(), "c": Integers(1)},
        lambda at: _defined(at, *_signed(at)),
        f"{PLACE}; so are S, by the binary digits, and Q, a cycle of the columns and a turn by 2 arctan u",
        {
            **PARTS,
            "s_i": lambda at: _signs(at)[place(at)[0]],
            **{name: _by_weights(number) for number, name in enumerate(("y", "x", "u1"))},
            "z": lambda at: entry(at, data(at["A"]), weights(at["A"]), place(at), rotation(at)),
        },
    ),
    left=r"v|v|\text{ for }v=f(SH,W)_{ij},\ f(HQ,W)_{ij}",
    twins=(
        Twin((s_i * x, z), "f(SH, W) = S f(H, W)"),
        Twin((s_i * u1, z), "f(SH, W) = S f(H, SW)"),
        Twin((s_i * y, x), "f(HQ, W) = f(H, W)"),
    ),
)


@equivariance.literal(scope="H and its images through the layer, rows rescaled", most=100)
def _images(at: At) -> tuple[Expr, Expr]:
    turned = times(at.H, rotation(vars(at)))
    return rescaled(at, scaled_rows(_signs(vars(at)), at.H), at.W), rescaled(at, turned, at.W)


@equivariance.exact(
    scope="every H, W, gamma, and gamma = oo: all S at d = 2, 3; Q by Cayley's transform, N = 2, 3: the rows that RS "
    "divides, with their mean squares",
    reach="step",
    of="RS divides each row by the root of its mean square, which signs and Q leave alone",
)
def _signs_and_rotations(predicted: Predicted) -> Compared:
    for size, gamma in product((2, 3), (g, oo)):
        H, W = named("h", size, 2), named("w", size, size)
        for s in product((1, -1), repeat=size):
            Z, q = layer(scaled_rows(s, H), W, gamma)
            by = [layer(H, V, gamma) for V in (conjugated(s, W), W, scaled_rows(s, W))]
            yield f"S = {s}, mean squares", q, by[0][1]
            for i, j in product(range(size), range(2)):
                letters = dict(zip((y, x, u1), (rows[i][j] for rows, _ in by), strict=True))
                yield f"S = {s}, entry {i}{j}", Z[i][j], predicted[0].subs({s_i: s[i], **letters}, simultaneous=True)
    u = Symbol("u", real=True)
    third = Fraction(1, 3)
    rotations: dict[int, Rows] = {
        2: [((1 - u**2) / (1 + u**2), 2 * u / (1 + u**2)), (-2 * u / (1 + u**2), (1 - u**2) / (1 + u**2))],
        3: [(third, 2 * third, 2 * third), (2 * third, third, -2 * third), (2 * third, -2 * third, third)],
    }
    for columns, Q in rotations.items():
        H, W = named("h", 2, columns), named("w", 2, 2)
        Z, q = layer(times(H, Q), W, g)
        plain, norms = layer(H, W, g)
        after_it = times(plain, Q)
        for i, j in product(range(2), range(columns)):
            claimed = predicted[1].subs({z: after_it[i][j], x: plain[i][j]}, simultaneous=True)
            yield f"Q, N = {columns}, entry {i}{j}", Z[i][j], claimed
        yield f"Q, N = {columns}, mean squares", q, norms


def permutation(code: Any, size: int) -> tuple[int, ...]:
    """The permutation of that number modulo size!, in a factorial system.

    >>> permutation(4, 3)
    (1, 2, 0)
    """
    left, found, rest = list(range(size)), [], int(code)
    for length in range(size, 0, -1):
        rest, chosen = divmod(rest, length)
        found.append(left.pop(chosen))
    return tuple(found)


def moved_rows(p: Sequence[int], A: Rows) -> Rows:
    """P A, row i of which is row p_i of A."""
    return [A[i] for i in p]


def back(p: Sequence[int], W: Rows) -> Rows:
    """P^T W P."""
    places = [p.index(i) for i in range(len(p))]
    return [[W[i][j] for j in places] for i in places]


def forth(p: Sequence[int], W: Rows) -> Rows:
    """P W P^T."""
    return [[W[i][j] for j in p] for i in p]


def right(p: Sequence[int], W: Rows) -> Rows:
    """W P."""
    places = [p.index(i) for i in range(len(p))]
    return [[row[j] for j in places] for row in W]


def _cycle(at: Instance) -> tuple[int, ...]:
    return permutation(at["c"], len(at["A"]))


def _permuted(at: Instance) -> tuple[Rows, ...]:
    p, W = _cycle(at), weights(at["A"])
    return back(p, W), forth(p, W), W, right(p, W)


def _by_permuted(number: int) -> Callable[[Instance], Any]:
    def of(at: Instance) -> Any:
        row, column = place(at)
        return entry(at, data(at["A"]), _permuted(at)[number], (_cycle(at)[row], column))

    return of


permutations = Claim(
    "daneshmand20.chain.permutations",
    source=EQ_1,
    status="new",
    says="f(PH, W) = P f(H, P^T W P) for a permutation P of the neurons; y is the entry of the right side, as v |v|",
    tex=r"f(PH,W)=P\,f(H,P^\top WP)",
    hypotheses=DEFINED,
    predicts=y,
    over=({"y": Fraction(1, 3), "u1": Fraction(1, 5), "u2": Fraction(-1, 2), "u3": Fraction(2, 7)},),
    given=Given(
        {"A": Layers(), "c": Integers(1)},
        lambda at: _defined(at, *_permuted(at)),
        f"{PLACE}; so is P",
        PARTS | {name: _by_permuted(number) for number, name in enumerate(("y", "u1", "u2", "u3"))},
    ),
    left=r"v|v|\text{ for }v=f(PH,W)_{ij}",
    twins=(
        Twin(u1, "P W P^T, the inverse permutation"),
        Twin(u2, "W itself"),
        Twin(u3, "W P"),
    ),
)


@permutations.literal(scope="P H through the layer, rows rescaled", most=100)
def _of_permuted(at: At) -> Expr:
    return rescaled(at, moved_rows(_cycle(vars(at)), at.H), at.W)


CYCLE = (1, 2, 0)  # (P H)_i = H_{i+1}


@permutations.exact(
    scope="every H, W, gamma at d = 3, N = 2, a cycle: the rows that RS divides",
    reach="step",
    of="RS divides each row by the root of its mean square",
)
def _of_cycle(predicted: Predicted) -> Compared:
    H, W = named("h", 3, 2), named("w", 3, 3)
    Z, _ = layer(moved_rows(CYCLE, H), W, g)
    by = [layer(H, V, g)[0] for V in (back(CYCLE, W), forth(CYCLE, W), W, right(CYCLE, W))]
    for i, j in product(range(3), range(2)):
        letters = dict(zip((y, u1, u2, u3), (rows[CYCLE[i]][j] for rows in by), strict=True))
        yield f"entry {i}{j}", Z[i][j], predicted.subs(letters, simultaneous=True)


def first_pair(H: Rows, W: Rows, gamma: Any) -> Any:
    """v |v| for v = M+_12, from the rows of H + gamma W H."""
    Z, q = layer(H, W, gamma)
    inner = sum(a * b for a, b in zip(Z[0], Z[1], strict=True)) / Fraction(len(Z[0]))
    return to_sympy(inner * abs(inner) / (q[0] * q[1]))


def _at_strength(of: Callable[[Fraction, Fraction], Fraction]) -> Callable[[Instance], Any]:
    return lambda at: first_pair(data(at["A"]), weights(at["A"]), of(rational(at["gamma"]), rational(at["sigma"])))


def _strengths(at: Instance) -> tuple[Fraction, ...]:
    gamma, scale = rational(at["gamma"]), rational(at["sigma"])
    return gamma * scale, gamma, gamma * scale**2, gamma / scale


def gram(H: Rows, W: Rows) -> Any:
    """C_12 = (W H H^T W^T)_12/N."""
    rows = times(W, H)
    return to_sympy(sum(a * b for a, b in zip(rows[0], rows[1], strict=True)) / Fraction(len(rows[0])))


variance = Claim(
    "daneshmand20.chain.variance",
    source=DEFINITION_1,
    status="new",
    says="weights of variance sigma^2 are weights of variance 1 at gamma sigma; at gamma = oo they multiply C by "
    "sigma^2, which rescaling removes; y is M+_12 of W at gamma sigma, as v |v|, z is C_12 of W",
    tex=r"(\sigma W,\gamma)\sim(W,\gamma\sigma),\quad C\mapsto\sigma^2C\ (\gamma=\infty)",
    hypotheses=DEFINED,
    predicts=(y, sigma**2 * z),
    given=Given(
        {"A": Layers(), "gamma": Rationals(above=0), "sigma": Rationals(above=0)},
        lambda at: all(defined(data(at["A"]), weights(at["A"]), gamma) for gamma in _strengths(at)),
        "A is W beside H",
        {
            **PARTS,
            "y": _at_strength(lambda gamma, scale: gamma * scale),
            "u1": _at_strength(lambda gamma, scale: gamma),
            "u2": _at_strength(lambda gamma, scale: gamma * scale**2),
            "u3": _at_strength(lambda gamma, scale: gamma / scale),
            "z": lambda at: gram(data(at["A"]), weights(at["A"])),
        },
    ),
    left=r"v|v|\text{ for }v=M^+_{12}\text{ of }\sigma W,\quad C_{12}\text{ of }\sigma W\ (\gamma=\infty)",
    twins=(
        Twin((u1, sigma**2 * z), "rescaling removes the scale"),
        Twin((u2, sigma**2 * z), "the variance, not its root"),
        Twin((u3, sigma**2 * z), "the other way round"),
    ),
)


@variance.literal(scope="the layer with weights sigma W, rows rescaled", most=100)
def _of_scaled(at: At) -> tuple[Expr, Expr]:
    scaled = [[rational(at.sigma) * w for w in row] for row in at.W]
    correlation = cosine(after(at.H, scaled, at.gamma), 0, 1)
    return correlation * abs(correlation), gram(at.H, scaled)


@variance.exact(
    scope="every M, W, gamma, sigma at d = 2: C_11 and C_12",
    reach="step",
    of="M+ is made of C = (I + gamma W) M (I + gamma W)^T",
)
def _scaled(predicted: Predicted) -> Compared:
    M, W = ((1, t), (t, 1)), named("w", 2, 2)
    scaled = [[sigma * v for v in row] for row in W]
    for i, j in ((0, 0), (0, 1)):
        by = [covariance(M, W, gamma)[i][j] for gamma in (g * sigma, g, g * sigma**2, g / sigma)]
        letters = dict(zip((y, u1, u2, u3), by, strict=True)) | {z: covariance(M, W, oo)[i][j]}
        one, two = (part.subs(letters, simultaneous=True) for part in predicted)
        yield f"C_{i}{j}", covariance(M, scaled, g)[i][j], one
        yield f"C_{i}{j}, gamma = oo", covariance(M, scaled, oo)[i][j], two


SHEAR = ((1, 1), (0, 1))

scale_removed = Claim(
    "daneshmand20.chain.scale-removed",
    source=DEFINITION_1,
    status="reading",
    says="rescaling removes the scale of the weights at every gamma: sigma W gives the same M+ as W; here the square "
    "of M+_12 from M = I, W = (1, 1; 0, 1)",
    tex=r"M^+(\sigma W)=M^+(W)",
    hypotheses=DEFINED,
    predicts=g**2 / ((1 + g) ** 2 + g**2),
    given={"sigma": Rationals(above=0), "gamma": Rationals(above=0)},
    left=r"(M^+_{12})^2\text{ of }\sigma W",
    speaks_of=("rs",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.chain.variance", "daneshmand20.chain.gram-chain"),
    truth=(g * sigma) ** 2 / ((1 + g * sigma) ** 2 + (g * sigma) ** 2),
)


@scale_removed.literal(scope="H = I through the layer, rows rescaled")
def _of_shear(at: At) -> Expr:
    scaled = [[rational(at.sigma) * w for w in row] for row in SHEAR]
    return cosine(after(((1, 0), (0, 1)), scaled, at.gamma), 0, 1) ** 2
