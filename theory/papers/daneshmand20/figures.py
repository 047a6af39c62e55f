"""What the figures show that a CPU can reproduce: rank along depth, soft rank against width,
near-collinear inputs."""

from __future__ import annotations

from sympy import Integer, Rational, floor, sqrt

from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.papers.daneshmand20 import DANESHMAND20

MEASURED = "the numbers are measured, not derived: means over 8,000 networks, to .5 per cent"
CAPPED = "rare large values are cut off where said, so that the mean is one of a bounded quantity"

depth = Claim(
    "daneshmand20.figures.rank-along-depth",
    source=Locator(DANESHMAND20, "Figure 2, 'BN stabilizes the rank'; Figure 1 without training"),
    status="measured",
    says="linear networks of width 32 on 32 Gaussian points, uniform weights: after 100 layers the mean of min(r, 8) "
    "is 4.955 with rescaling, that of min(r, 2) is 1.124 without, on its way to 1",
    hypotheses=("d = N = 32, no skip", "weights uniform on [-sqrt 3, sqrt 3]", MEASURED, CAPPED),
    silent_on="the plotted rank, whose tolerance is not stated; ReLU networks",
    given=Given(words="chains of d = N = 32 without skip, uniform weights, with and without rescaling"),
    left=r"\mathbb E\min(r(H_{100}),8),\ \mathbb E\min(r(H_{100}),2)",
    speaks_of=("rs",),
    predicts=(Rational(4955, 1000), Rational(1124, 1000)),
    uses=("daneshmand20.mean-field.directions",),
    twins=(
        Twin((Rational(1124, 1000), Rational(1124, 1000)), "rescaling does not help"),
        Twin((Rational(4955, 1000), Integer(2)), "nor is it needed"),
        Twin((Integer(8), Rational(1124, 1000)), "full rank is kept"),
        Twin((sqrt(32), Rational(1124, 1000)), "r is sqrt(d)"),
    ),
)

numerical = Claim(
    "daneshmand20.figures.numerical-rank",
    source=Locator(DANESHMAND20, "Figure 2, 'the rank quickly drops in depth .. BN stabilizes the rank'"),
    status="measured",
    says="the numerical rank that Figure 2 plots: of the 32 singular values after 10 and 50 layers are left .853 "
    "and .483 with rescaling, .838 and .358 without, in linear networks; with ReLU .943 and .942, .761 and .488",
    hypotheses=(
        "32 Gaussian points, width 32, no skip, weights uniform on [-sqrt 3, sqrt 3], no bias",
        "singular values above 32 times the greatest times 2^-23 count, as in torch.matrix_rank",
        "the numbers are measured, not derived: means over 2,000 networks",
    ),
    silent_on="the source's depths and number of points, which are not held; networks with recentring or bias",
    given=Given(words="networks of width 32 on 32 Gaussian points, linear and with ReLU, with rescaling and without"),
    left=r"\mathbb E\,\mathrm{rank}(H_{10})/32,\ \mathbb E\,\mathrm{rank}(H_{50})/32",
    speaks_of=("rs",),
    predicts=tuple(Rational(share, 1000) for share in (853, 483, 838, 358, 943, 942, 761, 488)),
    twins=(
        Twin(
            (Rational(838, 1000), Rational(358, 1000)) * 2 + (Rational(761, 1000), Rational(488, 1000)) * 2,
            "rescaling does not help",
        ),
        Twin(tuple(Rational(share, 1000) for share in (853, 483, 838, 358, 853, 483, 838, 358)), "ReLU as linear"),
        Twin(
            (Integer(1),) * 2
            + (Rational(838, 1000), Rational(358, 1000))
            + (Integer(1),) * 2
            + (Rational(761, 1000), Rational(488, 1000)),
            "full rank is kept",
        ),
    ),
)

soft = Claim(
    "daneshmand20.figures.soft-rank-against-width",
    source=Locator(DANESHMAND20, "Figure 3a"),
    status="measured",
    says="the mean number of eigenvalues of M from 1/2 on, at most 2 sqrt(d) of them counted, is 2.808, 4.506, 7.2 at "
    "d = 8, 16, 32 without skip, 2.808, 4.506, 7.2 at gamma = 1, and 3.205, 4.929, 7.528 at gamma = 1/10: what Figure "
    "3a plots (log2: 1.5, 2.2, 2.8), and not r",
    hypotheses=(
        "Gaussian weights, gamma = inf, 1 and 1/10, full-rank Gaussian input",
        "mean over layers 44, 48, .., 60, at gamma = 1/10 over 88, 96, .., 120",
        MEASURED,
        CAPPED,
    ),
    silent_on="the exponent of d: the slope .68 is one of finite size, the law says 1/2 with a correction d^(-1/4); "
    "the widths and values of gamma of the source, which are not held",
    given=Given(words="chains of d = 8, 16, 32 rows, gamma = oo, 1, 1/10, Gaussian weights"),
    left=r"\mathbb E\min(\mathrm{rank}_{1/2},2\sqrt d)",
    speaks_of=("law",),
    predicts=tuple(Rational(mean, 1000) for mean in (2808, 4506, 7200, 2808, 4506, 7200, 3205, 4929, 7528)),
    uses=("daneshmand20.mean-field.soft-rank",),
    twins=(
        Twin((Rational(224, 100), Rational(330, 100), Rational(486, 100)) * 3, "it is r"),
        Twin((sqrt(8), sqrt(16), sqrt(32)) * 3, "it is sqrt(d)"),
        Twin((Integer(8), Integer(16), Integer(32)) * 3, "it is d"),
        Twin((Integer(4), Integer(6), Integer(9)) * 3, "it is the number of directions kept"),
        Twin(tuple(Rational(mean, 1000) for mean in (2808, 4506, 7200)) * 3, "the same at every gamma"),
    ),
)

collinear = Claim(
    "daneshmand20.figures.near-collinear",
    source=Locator(DANESHMAND20, "Figure 3b, 'Bn quickly amplifies smaller variations in the data'"),
    status="measured",
    says="from 50 rows that agree up to noise of 1e-5, 20 layers bring the mean of the greatest eigenvalue of M from "
    "50 to 15.5 and of the second from 1e-9 to 11.8: of the trace .3093 (1/2 where it is more) and .2355",
    hypotheses=("d = N = 50, Gaussian weights, gamma = 1", MEASURED, CAPPED),
    silent_on="small gamma: the authors' code multiplies W by 100 at gamma = .01",
    given=Given(words="chains of d = N = 50 rows, gamma = 1, Gaussian weights, rows equal up to noise of 1e-5"),
    left=r"\mathbb E\min(\lambda_1/d,\tfrac12),\ \mathbb E\lambda_2/d",
    speaks_of=("law",),
    predicts=(Rational(3093, 10000), Rational(2355, 10000)),
    twins=(
        Twin((Rational(1, 2), Integer(0)), "a small eigenvalue stays small"),
        Twin((Rational(1, 50), Rational(1, 50)), "the spectrum becomes flat"),
        Twin((2 / sqrt(50), 2 / sqrt(50)), "two eigenvalues at the edge of the large-d law"),
    ),
)

relu = Claim(
    "daneshmand20.figures.relu-rank",
    source=Locator(DANESHMAND20, "abstract, 'this rank robustness generalizes to ReLU nets'"),
    status="measured",
    says="with ReLU after the rescaling, the mean of min(r, 5) is 2.134 at d = 16 and 2.665 at d = 32 (d points), "
    "slower than sqrt(d); of the d eigenvalues .1832 and .162 are 1/2 or more (more than 1/4 counted as 1/4)",
    hypotheses=(
        "d x d Gaussian weights, no skip, no centring, ReLU, d = N",
        "mean over layers 25, 30, 35, 40",
        MEASURED,
        CAPPED,
    ),
    silent_on="larger d: r is 3.07 at d = 64, and 3.5 at d = 256 in one run: no bound by r of the order sqrt(d)",
    given=Given(words="networks of d = 16, 32 neurons and data, RS and ReLU, Gaussian weights"),
    left=r"\mathbb E\min(r,5),\ \mathbb E\min(\mathrm{rank}_{1/2}/d,\tfrac14)",
    speaks_of=("nl",),
    predicts=(Rational(2134, 1000), Rational(2665, 1000), Rational(1832, 10000), Rational(162, 1000)),
    twins=(
        Twin((Rational(2134, 1000), Integer(3), Rational(1832, 10000), Rational(162, 1000)), "r like sqrt(d)"),
        Twin(
            (Rational(2134, 1000), Rational(2665, 1000), Rational(1832, 10000), Rational(1295, 10000)),
            "rank_1/2 like sqrt(d)",
        ),
        Twin((floor(sqrt(16)), floor(sqrt(32)), Rational(1832, 10000), Rational(162, 1000)), "r is sqrt(d)"),
    ),
)

frobenius = Claim(
    "daneshmand20.figures.frobenius-against-width",
    source=Locator(DANESHMAND20, "Figure 9, 'we experimentally validate the result of the last lemma'"),
    status="measured",
    says="without skip, the mean of |M|_F^2/d^(3/2), more than 2 counted as 2, is 1.285, 1.217, 1.15 at d = 8, 16, "
    "32, and at gamma = 1/4 it is 1.196 and 1.151 at d = 8, 32: of the order d^(3/2), with a constant that falls, to 1 "
    "by the large-d law",
    hypotheses=(
        "Gaussian weights, gamma = inf and 1/4, full-rank Gaussian input",
        "mean over layers 44, 48, .., 60, at gamma = 1/4 over 104, 108, .., 120",
        MEASURED,
        CAPPED,
    ),
    silent_on="a proof: Lemma 13's bound has a constant above 1 and is for small gamma",
    given=Given(words="chains of d = 8, 16, 32 rows, gamma = oo, and d = 8, 32, gamma = 1/4, Gaussian weights"),
    left=r"\mathbb E\min(\|M\|_F^2/d^{3/2},2)",
    speaks_of=("law",),
    predicts=tuple(Rational(mean, 1000) for mean in (1285, 1217, 1150, 1196, 1151)),
    uses=("daneshmand20.mean-field.directions",),
    twins=(
        Twin(tuple(Rational(mean, 1000) for mean in (1285, 909, 643, 1196, 598)), "|M|_F^2 is of the order d"),
        Twin(tuple(Rational(mean, 1000) for mean in (1285, 1820, 2570, 1196, 2392)), "|M|_F^2 is of the order d^2"),
        Twin((Integer(1),) * 5, "the constant is 1, already at finite d"),
    ),
)
