"""What the figures show that a CPU can reproduce: rank along depth, soft rank against width,
near-collinear inputs."""

from __future__ import annotations

from sympy import Integer, Rational, floor, sqrt

from theory.claim import Claim, Locator, Twin
from theory.papers.daneshmand20 import DANESHMAND20

MEASURED = "the number is measured, not derived"

depth = Claim(
    "daneshmand20.figures.rank-along-depth",
    source=Locator(DANESHMAND20, "Figure 2, 'BN stabilizes the rank'; Figure 1 without training"),
    status="new",
    says="linear networks of width 32 on 32 Gaussian points, uniform weights: the mean of r is 4.9 after 200 layers "
    "with rescaling, and 1 after 400 without",
    tex=r"\mathbb E\,r(H_{200})\approx4.9\ (\mathrm{RS}),\quad\mathbb E\,r(H_{400})\approx1\ (\text{vanilla}),\ d=32",
    hypotheses=("d = N = 32, no skip", "weights uniform on [-sqrt 3, sqrt 3]", MEASURED),
    silent_on="the plotted rank, whose tolerance is not stated; ReLU networks",
    predicts=(Rational(49, 10), Integer(1)),
    over=({},),
    uses=("daneshmand20.mean-field.directions",),
    twins=(
        Twin((Integer(1), Integer(1)), "rescaling does not help"),
        Twin((Rational(49, 10), Rational(49, 10)), "nor is it needed"),
        Twin((Integer(32), Integer(1)), "full rank is kept"),
        Twin((sqrt(32), Integer(1)), "r is sqrt(d)"),
    ),
)

soft = Claim(
    "daneshmand20.figures.soft-rank-against-width",
    source=Locator(DANESHMAND20, "Figure 3a"),
    status="new",
    says="without skip, the mean number of eigenvalues of M from 1/2 on is 2.79, 4.46, 7.03 at d = 8, 16, 32: what "
    "Figure 3a plots (log2: 1.5, 2.2, 2.8), and not r",
    tex=r"\mathbb E\,\mathrm{rank}_{1/2}=2.79,\ 4.46,\ 7.03\quad(d=8,16,32;\ \gamma=\infty)",
    hypotheses=("Gaussian weights, gamma = inf, full-rank Gaussian input", "mean over layers 100 to 200", MEASURED),
    silent_on="the exponent of d: the slope .66 is one of finite size, the law says 1/2 with a correction d^(-1/4)",
    predicts=(Rational(279, 100), Rational(446, 100), Rational(703, 100)),
    over=({},),
    uses=("daneshmand20.mean-field.soft-rank",),
    twins=(
        Twin((Rational(224, 100), Rational(330, 100), Rational(486, 100)), "it is r"),
        Twin((sqrt(8), sqrt(16), sqrt(32)), "it is sqrt(d)"),
        Twin((Integer(8), Integer(16), Integer(32)), "it is d"),
        Twin((Integer(4), Integer(6), Integer(9)), "it is the number of directions kept"),
    ),
)

collinear = Claim(
    "daneshmand20.figures.near-collinear",
    source=Locator(DANESHMAND20, "Figure 3b, 'Bn quickly amplifies smaller variations in the data'"),
    status="new",
    says="from 50 rows that agree up to noise of 1e-5, 20 layers bring the mean of the greatest eigenvalue of M from "
    "50 to 15.4 and of the second from 1e-9 to 11.7: shares .308 and .234 of the trace",
    tex=r"\lambda_1/d:\ 1\to.308,\quad\lambda_2/d:\ 10^{-11}\to.234\quad(d=50,\ 20\text{ layers})",
    hypotheses=("d = N = 50, Gaussian weights, gamma = 1", MEASURED),
    silent_on="small gamma: the authors' code multiplies W by 100 at gamma = .01",
    predicts=(Rational(308, 1000), Rational(234, 1000)),
    over=({},),
    twins=(
        Twin((Integer(1), Integer(0)), "a small eigenvalue stays small"),
        Twin((Rational(1, 50), Rational(1, 50)), "the spectrum becomes flat"),
        Twin((2 / sqrt(50), 2 / sqrt(50)), "two eigenvalues at the edge of the large-d law"),
    ),
)

relu = Claim(
    "daneshmand20.figures.relu-rank",
    source=Locator(DANESHMAND20, "abstract, 'this rank robustness generalizes to ReLU nets'"),
    status="new",
    says="with ReLU after the rescaling, the mean of r is 2.12 at d = 16 and 3.07 at d = 64 (d points), slower than "
    "sqrt(d); of the d eigenvalues .182 and .147 are 1/2 or more",
    tex=r"\mathbb E\,r=2.12,\ 3.07;\quad\mathbb E\,\mathrm{rank}_{1/2}/d=.182,\ .147\quad(d=16,64)",
    hypotheses=("d x d Gaussian weights, no skip, no centring, ReLU, d = N", "depth 50 to 100", MEASURED),
    silent_on="larger d: in one run r is 3.5 at d = 256, so a bound by r of the order sqrt(d) does not extend",
    predicts=(Rational(212, 100), Rational(307, 100), Rational(182, 1000), Rational(147, 1000)),
    over=({},),
    twins=(
        Twin((Rational(212, 100), Rational(424, 100), Rational(182, 1000), Rational(147, 1000)), "r like sqrt(d)"),
        Twin(
            (Rational(212, 100), Rational(307, 100), Rational(182, 1000), Rational(91, 1000)), "rank_1/2 like sqrt(d)"
        ),
        Twin((floor(sqrt(16)), floor(sqrt(64)), Rational(182, 1000), Rational(147, 1000)), "r is sqrt(d)"),
    ),
)

frobenius = Claim(
    "daneshmand20.figures.frobenius-against-width",
    source=Locator(DANESHMAND20, "Figure 9, 'we experimentally validate the result of the last lemma'"),
    status="new",
    says="without skip, the mean of |M|_F^2/d^(3/2) is 1.30, 1.23, 1.17 at d = 8, 16, 32: of the order d^(3/2), with a "
    "constant that falls, to 1 by the large-d law",
    tex=r"\mathbb E\|M\|_F^2/d^{3/2}=1.30,\ 1.23,\ 1.17\quad(d=8,16,32;\ \gamma=\infty)",
    hypotheses=("Gaussian weights, gamma = inf, full-rank Gaussian input", "mean over layers 100 to 200", MEASURED),
    silent_on="a proof: Lemma 13's bound has a constant above 1 and is for small gamma",
    predicts=(Rational(130, 100), Rational(123, 100), Rational(117, 100)),
    over=({},),
    uses=("daneshmand20.mean-field.directions",),
    twins=(
        Twin((Rational(130, 100), Rational(92, 100), Rational(65, 100)), "|M|_F^2 is of the order d"),
        Twin((Rational(130, 100), Rational(184, 100), Rational(260, 100)), "|M|_F^2 is of the order d^2"),
        Twin((Integer(1), Integer(1), Integer(1)), "the constant is 1, already at finite d"),
    ),
)
