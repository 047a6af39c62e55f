"""`expand`: one residual layer in powers of gamma, as text, LaTeX or JSON."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy

from tests.shell.conftest import Run, strict_json


@pytest.mark.parametrize("args", [("--order", 4), ("--order", 4, "--d", 2), ("--d", 3, "--order", 3)])
def test_text_fits(args: tuple[object, ...], run: Run) -> None:
    """Every line within 80 columns, one for each power."""
    done = run("expand", *args)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    order = args[args.index("--order") + 1]
    assert sum(line.startswith(f"  gamma^{order} ") for line in lines) == 2


def test_lemma_7_for_every_d(run: Run) -> None:
    """Without --d: sums over the entries of M, with their names."""
    data = strict_json(run("expand", "--order", 3, "--json").stdout)
    assert (data["d"], data["order"], data["moments"]) == ("general", 3, {"s": "E w^3"})
    powers = {c["power"]: c for c in data["coefficients"]}
    assert [powers[k]["text"] for k in (0, 1, 2)] == ["F", "0", "8*D - 2*F - 8*T + 2*d^2"]
    assert powers[2]["latex"] == "8 D - 2 F - 8 T + 2 d^{2}"
    assert powers[3]["text"].startswith("s*(")
    assert (data["pairs"][0]["i"], data["pairs"][0]["j"]) == ("i", "j")
    assert data["pairs"][0]["coefficients"][0] == {"power": 0, "text": "M_ij^2", "latex": "M_{ij}^{2}"}


def test_explicit_d(run: Run) -> None:
    """With --d: polynomials in the correlations, the norm being d + 2 sum of the pairs."""
    data = strict_json(run("expand", "--order", 3, "--d", 3, "--json").stdout)
    assert [(pair["i"], pair["j"]) for pair in data["pairs"]] == [(1, 2), (1, 3), (2, 3)]

    def polynomial(coefficient: dict[str, str]) -> sympy.Expr:
        return sympy.sympify(coefficient["text"].replace("^", "**"))

    for k, coefficient in enumerate(data["coefficients"]):
        squares = sum(polynomial(pair["coefficients"][k]) for pair in data["pairs"])
        assert sympy.expand(polynomial(coefficient) - 2 * squares - (3 if k == 0 else 0)) == 0
    assert len({pair["coefficients"][2]["text"] for pair in data["pairs"]}) == 3


def test_planar(run: Run) -> None:
    """d = 2: 4 (1 - rho^2)(1 - 4 rho^2) gamma^2."""
    data = strict_json(run("expand", "--order", 2, "--d", 2, "--json").stdout)
    assert data["coefficients"][2]["text"] == "4*(rho - 1)*(rho + 1)*(2*rho - 1)*(2*rho + 1)"


def test_latex(run: Run) -> None:
    """--latex prints two displayed series with balanced braces."""
    done = run("expand", "--order", 3, "--latex")
    assert done.exit_code == 0
    assert done.stdout.count(r"\mathbb{E}") == 2
    assert done.stdout.count("{") == done.stdout.count("}")
    assert done.stdout.count(r"\left") == done.stdout.count(r"\right")
    assert r"8 D - 2 F - 8 T + 2 d^{2}" in done.stdout


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--order", -1), "order -1 is out of range; give 0 to 20"),
        (("--order", 21), "order 21 is out of range; give 0 to 20"),
        (("--order", 9), "order 9 takes some 170,624 graphs; give a lower --order"),
        (("--d", 1), "d 1 is out of range; give 2 to 9"),
        (("--d", 10), "d 10 is out of range; give 2 to 9"),
        (("--d", 9, "--order", 6), "order 6 at d = 9 has some 118,098 terms; give a lower --order or --d"),
        (("--latex", "--json"), "leave out --latex"),
        (("--order", "two"), "'two' is not a valid integer"),
        (("--order", "nan"), "'nan' is not a valid integer"),
        (("--order", 10**30), "is out of range; give 0 to 20"),
        (("--d", 2.5), "'2.5' is not a valid integer"),
        (("--d", "inf"), "'inf' is not a valid integer"),
        (("--d", -3), "d -3 is out of range"),
        (("--d", "__import__('os')"), "is not a valid integer"),
        (("--ordre", 3), "'--order'"),
        (("\x1b[31m",), r"unexpected extra argument (\x1b[31m)"),
    ],
)
def test_wrong_use(args: tuple[object, ...], says: str, refused: Callable[..., str]) -> None:
    """What came, what was wanted, what to do, before anything is computed."""
    assert says in refused("expand", *args)
