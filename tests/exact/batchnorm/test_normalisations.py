"""Normalisations over neurons and of weights, activations: against plain formulas, on terms, by name, replaced."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import Rational

from tests.refused import refused, whole
from theory import activations
from theory.activations import ACTIVATIONS
from theory.normalisations import affine, group_norm, instance_norm, layer_norm, rms_norm, standardise
from theory.primitive import replaced
from theory.statement.face import TEXT
from theory.statement.face.terms import Writer
from theory.term import Vec, each, explored, variable
from theory.term.named import as_argument, names_kept

ENTRIES = st.one_of(
    st.fractions(-5, 5, max_denominator=4).map(lambda v: Rational(v.numerator, v.denominator)),
    st.sampled_from([Rational(0), Rational(1), Rational(-1), Rational(10) ** 30, Rational(1, 10**30)]),
)
SIX = st.lists(ENTRIES, min_size=6, max_size=6)


def plain(x: Sequence[Any], groups: int = 1, centred: bool = True, eps: float = 0.0) -> list[float]:
    """By the formula of the papers, in floats of as many digits as it takes: numbers of Python's `math`."""
    inner, found = len(x) // groups, []
    for start in range(0, len(x), inner):
        part = list(x[start : start + inner])
        mean = sum(part) / inner if centred else 0
        variance = sum((v - mean) ** 2 for v in part) / inner
        found += [float(v - mean) / math.sqrt(float(variance) + eps) for v in part]
    return found


NORMS: dict[str, tuple[Callable[..., Any], Callable[[Sequence[Any], float], list[float]]]] = {
    "layer_norm": (layer_norm, lambda x, eps: plain(x, eps=eps)),
    "rms_norm": (rms_norm, lambda x, eps: plain(x, centred=False, eps=eps)),
    "group_norm": (lambda x, eps: group_norm(x, 2, eps), lambda x, eps: plain(x, 2, eps=eps)),
    "instance_norm": (lambda x, eps: instance_norm(x, 3, eps), lambda x, eps: plain(x, 3, eps=eps)),
    "standardise": (standardise, lambda x, eps: plain(x, eps=eps)),
}


@pytest.mark.parametrize("name", NORMS)
@given(x=SIX, eps=st.sampled_from([0, Rational(1, 7)]))
@settings(max_examples=20, deadline=None)
def test_normalisations(name: str, x: list[Any], eps: Any) -> None:
    """Each normalisation is the formula of its paper, or raises where it divides by 0."""
    exact, by_formula = NORMS[name]
    try:
        expected = by_formula(x, float(eps))
    except ZeroDivisionError:
        assert eps == 0
        with pytest.raises(ValueError, match="zeros cannot be rescaled"):
            exact(x, eps)
        return
    assert [float(v) for v in exact(x, eps)] == pytest.approx(expected, rel=1e-9, abs=1e-12)


@given(x=SIX.filter(lambda x: len(set(x)) > 1))
@settings(max_examples=20, deadline=None)
def test_lengths(x: list[Any]) -> None:
    """|LN x|^2 = |RMS x|^2 = m and |WS w|^2 = k, exactly, and one group is LN."""
    for norm in (layer_norm, rms_norm, standardise):
        assert sum(v**2 for v in norm(x)).equals(6)
    assert group_norm(x, 1) == layer_norm(x)


@given(x=SIX.filter(lambda x: max(map(abs, x)) < 100))
@settings(max_examples=20, deadline=None)
def test_activations(x: list[Any]) -> None:
    """Each activation is its formula in floats."""
    by_formula: dict[str, Callable[[float], float]] = {
        "relu": lambda v: max(v, 0.0),
        "leaky_relu": lambda v: v if v > 0 else 0.01 * v,
        "gelu": lambda v: v * math.erfc(-v / math.sqrt(2)) / 2,
        "silu": lambda v: v / (1 + math.exp(-v)),
        "tanh": math.tanh,
        "erf": math.erf,
        "sin": math.sin,
        "identity": float,
    }
    assert by_formula.keys() == ACTIVATIONS.keys()
    for name, function in ACTIVATIONS.items():
        assert [float(v) for v in function(x)] == pytest.approx([by_formula[name](float(v)) for v in x], abs=1e-12), (
            name
        )


def test_torch_has_the_same() -> None:
    """PyTorch's functions, eps included."""
    torch = pytest.importorskip("torch")
    of = torch.nn.functional
    x = [Rational(1), Rational(-2), Rational(1, 3), Rational(5), Rational(0), Rational(7, 2)]
    row, eps = torch.tensor([[float(v) for v in x]], dtype=torch.float64), Rational(1, 10)
    one = torch.ones_like(row[0])
    for ours, theirs in (
        (layer_norm(x, eps), of.layer_norm(row, (6,), eps=0.1)),
        (group_norm(x, 2, eps), of.group_norm(row, 2, eps=0.1)),
        (rms_norm(x, eps), of.rms_norm(row, (6,), eps=0.1)),
        (instance_norm(x, 3, eps), of.instance_norm(row.reshape(1, 3, 2), eps=0.1)),
        (activations.gelu(x), of.gelu(row)),
        (activations.silu(x), of.silu(row)),
        (activations.leaky_relu(x), of.leaky_relu(row)),
        (affine(layer_norm(x), 3, range(6)), of.layer_norm(row, (6,), 3 * one, one.cumsum(0) - 1, eps=0)),
    ):  # fmt: skip
        assert np.abs(np.array(ours, dtype=float) - theirs.numpy().ravel()).max() < 1e-12


@pytest.mark.parametrize(
    ("component", "function"),
    [
        ("ln", layer_norm), ("rms", rms_norm), ("gn", lambda x: group_norm(x, 2)),
        ("gn", lambda x: instance_norm(x, 2)),
        ("ws", standardise), ("affine", lambda x: affine(x, 2, 1)), ("divisor", layer_norm),
        *(("nl", function) for name, function in ACTIVATIONS.items() if name != "identity"),
    ],
)  # fmt: skip
def test_components_can_be_replaced(component: str, function: Callable[..., Any]) -> None:
    """With its component replaced each gives another value, and its own after."""
    row = (Rational(-3), Rational(1), Rational(5), Rational(1, 2))
    before = function(row)
    with replaced(component) as calls:
        assert function(row) != before
        assert calls() >= 1
    assert function(row) == before


X = Vec.named("x", variable("m", "nat"))
a, b = variable("a"), variable("b")


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (lambda: layer_norm(X), "LN(x)"),
        (lambda: rms_norm(X)[a], "RMS(x)ₐ"),
        (lambda: group_norm((a, b, a, b), 2), "GN((a, b, a, b), 2)"),
        (lambda: standardise(X), "WS(x)"),
        (lambda: affine(layer_norm(X), a, b), "(a ⊙ LN(x) + b)"),
        (lambda: activations.gelu(rms_norm(X)), "GELU(RMS(x))"),
        (lambda: layer_norm(X, eps=b), "LN_b(x)"),
    ],
)
def test_written(made: Callable[[], Any], text: str) -> None:
    """Statements have them by the names of the field."""
    with names_kept():
        found = as_argument(next(iter(explored(made))).value)
    assert Writer(TEXT).term(found).text == text


def test_terms_are_unfolded() -> None:
    """Outside of printing they are computed on terms, and groups of any size as rows of their own."""
    rows = Vec(variable("g", "nat"), lambda i: Vec(variable("m", "nat"), lambda j: i + j))
    found = [path.value for path in explored(lambda: each(layer_norm, rows)[a][b])]
    assert any("sqrt" in repr(value) for value in found)
    assert "erf" in repr(activations.gelu(X)[a])
    assert "exp" in repr(activations.silu(X)[a])


test_normalisations_refuse = refused(
    "What came, what was wanted.",
    (layer_norm, ([],), "an empty row cannot be normalised: give at least one entry"),
    (layer_norm, ([2, 2],), "row (0, 0): zeros cannot be rescaled; entries must differ (or not all be 0), or eps > 0"),
    (group_norm, ([1, 2, 3], 2), "2 groups of 3 neurons: wanted a number that divides them"),
    (group_norm, ([1, 2, 3], 0), "0 groups of 3 neurons: wanted a number that divides them"),
    of=lambda function, arguments: function(*arguments),
    words=whole,
)


def test_groups_of_a_row_of_unknown_length_are_refused() -> None:
    """Which entries are a group is not to be known."""
    with pytest.raises(TypeError, match=r"has no groups: give them as rows, each\(layer_norm, rows\)"):
        group_norm(X, 2)


@given(x=SIX.filter(lambda x: len(set(x)) > 1), scale=ENTRIES.filter(bool), shift=ENTRIES)
@settings(max_examples=10, deadline=None)
def test_layer_norm_forgets_scale_and_shift(x: list[Any], scale: Any, shift: Any) -> None:
    """LN(s x + t) = sgn(s) LN(x)."""
    assume(scale != 0)
    sign = 1 if scale > 0 else -1
    for one, other in zip(layer_norm(affine(x, scale, shift)), layer_norm(x), strict=True):
        assert (one - sign * other).equals(0)
