"""The comment on centring that the paper draws from Lemma 4: a mean over networks is no average over the data."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Rational, Symbol

from theory.batchnorm import rescale
from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers
from theory.notation import k
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.layers import mixed_row
from theory.papers.daneshmand20.matrices import (
    ONE_ON,
    TWO_ON,
    atoms,
    isotropic_laws,
    mean_of,
    orthonormal_rows,
    square_matrices,
)
from theory.papers.daneshmand20.random_weights import over_signs
from theory.papers.daneshmand20.uniqueness.setting import no_row_vanishes
from theory.term import each, number, size, total
from theory.term.matrices import combined, inner

COMMENT = Locator(DANESHMAND20, "Comment on Bn-centering")
c = Symbol("c", positive=True)


@Claim(
    "daneshmand20.uniqueness.centring-redundant",
    source=COMMENT,
    status="reading",
    says="read for every law of H, more than the comment says: as E H = 0, a mean over networks, the average of a row "
    "over the data is close to zero, its mean square is 0",
    silent_on="rows that are isotropic on R^N, for which it is 1/N: close to zero for many data, as the comment says "
    "of the invariant law that it supposes",
    predicts=Integer(0),
    given=Given(
        {"v": Batches(TWO_ON, up_to=("order", "scale"), constant=True), "W": square_matrices(Integers(2, 3))},
        lambda at: any(at["v"]) and no_row_vanishes(at["W"]),
        "H = s v^T, s uniform on the signs; a layer with the weights W, gamma in them",
        {"c": lambda at: number(total(at["v"])) ** 2 / number(size(at["v"]) * inner(at["v"], at["v"]))},
    ),
    speaks_of=("rs",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.row-average",),
    truth=c,  # k = 1
).literal(scope="all signs s, row 1 rescaled", most=40)
def centring_redundant(at: At) -> Any:
    def square(s: Any) -> Any:
        H = each(lambda a: each(lambda x: a * x, at.v), s)
        return (total(rescale(each(number, mixed_row(H, at.W, 0)))) / number(size(at.v))) ** 2

    return number(over_signs(size(at.W), square))


@Claim(
    "daneshmand20.uniqueness.row-average",
    source=COMMENT,
    status="corrected",
    says="E H = 0 is the mean of a row over networks; its average over the data has mean square c/k for a row that is "
    "isotropic on k dimensions V, c = |P_V 1|^2/N: 1 on the line of 1, 1/N on R^N, 0 where the data are centred",
    predicts=c / k,
    given=Given(
        {"Q": orthonormal_rows(), "U": isotropic_laws(ONE_ON)},
        lambda at: size(at["Q"]) == size(atoms(at["U"])[0]),
        "h = sqrt(N) (u_1 q_1 + .. + u_k q_k), q_b orthonormal rows, u with E u u^T = I/k",
        letters={
            "c": lambda at: number(total(each(lambda q: total(q) ** 2, at["Q"]))) / number(size(at["Q"][0])),
            "k": lambda at: number(size(at["Q"])),
        },
    ),
    twins=(
        Twin(Integer(0), "close to zero"),
        Twin(1 / k, "1 lies in V"),
    ),
).literal(scope="all values of the row", most=60)
def row_average(at: At) -> Any:
    N = number(size(at.Q[0]))
    return mean_of(at.U, lambda u: N * (total(each(number, combined(u, at.Q))) / N) ** 2)


relu_centring = Claim(
    "daneshmand20.uniqueness.relu-centring",
    source=COMMENT,
    status="measured",
    says="in ReLU networks recentring is not redundant: after 30 layers of width 16 on 16 Gaussian points the mean of "
    "min(r, 6) is 4.06 with it, that of min(r, 4) 2.136 without",
    tex=r"\mathbb E\min(r(H_{30}),6)\approx4.06\ (\mathrm{RC}+\mathrm{RS}),"
    r"\quad\mathbb E\min(r(H_{30}),4)\approx2.136\ (\mathrm{RS})\quad(d=N=16)",
    hypotheses=(
        "Gaussian weights, no skip, ReLU after the rescaling",
        "the numbers are measured, not derived: 16,000 networks each, to .4 per cent",
    ),
    silent_on="accuracy after training, of which the comment speaks with Figure 7; other widths",
    predicts=(Rational(406, 100), Rational(2136, 1000)),
    given=Given(words="networks of 30 layers, d = N = 16, from Gaussian points"),
    left=r"\mathbb E\min(r(H_{30}),6)\ (\mathrm{RC}+\mathrm{RS}),\ \mathbb E\min(r(H_{30}),4)\ (\mathrm{RS})",
    speaks_of=("rc",),
    twins=(
        Twin((Rational(2136, 1000), Rational(2136, 1000)), "recentring is redundant"),
        Twin((Integer(4), Integer(4)), "r is sqrt(d) either way"),
    ),
)
