"""What a diagnosis measures, and what it says: against singular values, planted configurations, the registry."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.random import Generator, default_rng
from scipy.linalg import svdvals

from numerics.studies.diagnosis import advice, compared, hypotheses, predicted, quantities, reference, study, verdicts
from numerics.studies.diagnosis.hypotheses import Facts, Points
from numerics.studies.diagnosis.measure import NAMES, Measured, measured
from numerics.training.drawn import Drawn
from theory import registry
from theory.wide.fixed_points import broken, outlier


def test_measured(rng: Generator) -> None:
    """Norms, angles, ranks and gap of a batch are those of its columns and singular values, one by one; nan of none."""
    x = rng.standard_normal((7, 5))
    found = measured(x.T @ x)
    length = np.linalg.norm(x, axis=0)
    odd = int(length.argmax())
    rest = [j for j in range(5) if j != odd]

    def angle(i: int, j: int) -> float:
        return math.degrees(math.acos(x[:, i] @ x[:, j] / (length[i] * length[j])))

    squares = svdvals(x) ** 2
    assert int(found.outlier) == odd
    assert float(found.norm_ratio) == pytest.approx(length[odd] / np.mean(length[rest]))
    assert float(found.angle) == pytest.approx(np.mean([angle(i, j) for i in rest for j in rest if i < j]))
    assert float(found.outlier_angle) == pytest.approx(np.mean([angle(odd, j) for j in rest]))
    assert float(found.effective_rank) == pytest.approx(squares.sum() ** 2 / np.square(squares).sum())
    assert float(found.stable_rank) == pytest.approx(squares.sum() / squares[0])
    assert float(found.gap) == pytest.approx(np.linalg.norm(squares / squares.sum() - 1 / 5))
    assert all(np.isnan(measured(np.zeros((3, 3))).of(name)) for name in NAMES)


def test_rays() -> None:
    """At n = 12 the outlier has norm ratio n - 1, the broken point that of theory; the map keeps the symmetric ray."""
    found = {ray.name: ray.numbers for ray in predicted.rays(12, ("rc", "nl"))}
    assert found["outlier"]["norm_ratio"] == pytest.approx(11)
    assert found["outlier"]["outlier_angle"] == pytest.approx(90)
    assert [ray.says for ray in predicted.rays(12, ("rc", "nl"))][2] == "norm ratio squared 121, (n - 1)^2"
    assert predicted.rays(12, ("rc", "rs"))[0].says == "cosine between points -0.0909, -1/(n - 1)"
    assert found["broken"]["norm_ratio"] == pytest.approx(float(broken(12).figures(12)["norm_ratio"]))
    way = predicted.along(np.eye(12), ("rc", "rs", "nl"), 80)
    assert way is not None
    ray = predicted.rays(12, ("rc", "rs", "nl"))[0].numbers
    assert {name: float(way.seen.of(name)[-1]) for name in NAMES} == pytest.approx(ray, rel=1e-6)


CONFIGURATIONS = {
    "throws out": np.array(outlier(9).gram("float")),
    "collapses": np.ones((9, 9)) + 0.01 * np.eye(9),
    "orthogonalises": np.eye(9),
    "stays": 0.7 * np.eye(9) + 0.3,
    "vanishes": np.zeros((9, 9)),
}


@pytest.mark.parametrize("verdict", CONFIGURATIONS)
def test_verdicts(verdict: str) -> None:
    """Planted Gram matrices get the word for them: the outlier's, one direction, the identity, cosines .3, nothing."""
    x = np.linalg.cholesky(0.5 * np.eye(9) + 0.5).T
    start = measured(x.T @ x)
    seen = measured(CONFIGURATIONS[verdict][None])
    network = study.Network(("layer 1",), (40,), "leaving", start, seen, np.ones(1))
    facts = Facts(hypotheses.of_batch(x), ("rc", "rs", "nl"), (40,), 0.0)
    found = study.beside(network, facts, x, None, None)
    assert (found.verdict, found.votes) == (verdict, {verdict: 1})


ONES, SIGNS, LONG = np.ones(9), np.array([1.0, -1] * 4 + [1]), np.array([9.0] + [1.0] * 8)
RELATIVE = {
    "one direction, as it came": (np.ones((9, 9)) + 0.1 * np.eye(9), np.ones((9, 9)) + 0.09 * np.eye(9), "stays"),
    "one direction, and nearer": (np.ones((9, 9)) + 0.1 * np.eye(9), np.ones((9, 9)) + 0.01 * np.eye(9), "collapses"),
    "orthogonal, as it came": (np.eye(9), np.eye(9) + 0.01, "stays"),
    "a long point near the others": (np.eye(9), np.outer(LONG, LONG) + 0.01 * np.eye(9), "collapses"),
    "a long point opposite to them": (np.eye(9), np.outer(LONG * SIGNS, LONG * SIGNS) + 0.01 * np.eye(9), "collapses"),
    "points on one line, both ways": (np.eye(9), np.outer(SIGNS, SIGNS) + 0.01 * np.eye(9), "collapses"),
    "a long point at 90 degrees": (np.eye(9), np.diag(LONG**2), "throws out"),
}


@pytest.mark.parametrize("case", RELATIVE)
def test_verdicts_are_relative(case: str) -> None:
    """To the input; and a long point has to lie at an angle to the line of the others."""
    start, late, word = RELATIVE[case]
    assert verdicts.verdict(measured(late), measured(start), verdicts.Size(9, 40, 9)) == word


def test_lengths_by_chance() -> None:
    """A point 2.3 times as long is thrown out at width 4,000, where chance makes none so long, and not at width 2."""
    late = measured(np.diag([5.3] + [1.0] * 8))
    assert verdicts.state(late, verdicts.Size(9, 4000, 9)) == "thrown out"
    assert verdicts.state(late, verdicts.Size(9, 2, 9)) != "thrown out"


def test_frequencies() -> None:
    """ReLU networks on an ordinary batch: each of 40 votes; the same seed's verdict is among them; most collapse."""
    x = np.random.default_rng(4).standard_normal((12, 8))
    found = study.drawn(x, Drawn((60,) * 40, ("nl",)), lambda r: np.random.default_rng([9, r]), count=39)
    assert sum(found.votes.values()) == 40
    assert found.votes[found.verdict] >= 1
    assert found.decided
    assert next(iter(found.votes)) == "collapses"
    assert not verdicts.decided({"stays": 23, "collapses": 17})


def test_intervals(rng: Generator) -> None:
    """The least and the greatest of R leave 2/(R + 1) outside; `chance` is a rank: each of 39 networks has another."""
    assert reference.level(39) == pytest.approx(1 - 2 / 40)
    alike = rng.standard_normal((4, 39))
    ranks = [reference.chance(row, np.delete(every, i, axis=1)) for every in [alike] for i, row in enumerate(alike.T)]
    assert sorted(ranks) == pytest.approx([k / 39 for k in range(1, 40)])
    assert reference.chance(np.array([np.nan]), np.array([[np.nan, np.nan]])) is None


CASES = {
    "eps": ({"epsilon": 1e-5}, "eps = 0"),
    "eval": ({"running": True}, "statistics of this batch"),
    "activation": ({"activation": "GELU"}, "ReLU, or no activation"),
    "layer norm": ({"kinds": ("LayerNorm over features",), "over_batch": False}, "statistics of this batch"),
    "gamma": ({"affine": "trained"}, "no scale gamma, no shift beta"),
    "skip": ({"skip": True}, "no skip connection"),
    "bias": ({"bias": True, "components": ("rs", "nl")}, "no bias that counts"),
    "convolution": ({"other": ("2 Conv2d",)}, "fully connected layers alone"),
    "width": ({"widths": (4, 4)}, "width at least n"),
    "widths": ({"widths": (50, 60)}, "one width"),
    "weights": ({"gaussian": False}, "Gaussian weights"),
    "duplicates": ({"points": Points(8, 7, 7, 1, 0)}, "no two points on one line"),
    "antipodes": ({"points": Points(8, 8, 7, 1, 0)}, "no two points on one line"),
    "constant": ({"points": Points(8, 8, 8, 0, 3)}, "no constant feature"),
    "three": ({"points": Points(3, 3, 3, 0, 0)}, "n >= 4 (growth of gradients)"),
}


@pytest.mark.parametrize("case", CASES)
def test_hypotheses(case: str) -> None:
    """A network that meets all of them breaks one alone where this is changed; a bias before recentring breaks none."""
    plain: dict[str, object] = {
        "points": Points(8, 8, 8, 0, 0),
        "components": ("rc", "rs", "nl"),
        "widths": (50, 50),
        "epsilon": 0.0,
    }
    assert all(row.met for row in hypotheses.judged(Facts(**plain)))  # type: ignore[arg-type]
    assert all(row.met for row in hypotheses.judged(Facts(**plain, bias=True)))  # type: ignore[arg-type]
    change, says = CASES[case]
    found = [row.says for row in hypotheses.judged(Facts(**{**plain, **change})) if not row.met]  # type: ignore[arg-type]
    assert found == [says]


def test_of_points() -> None:
    """Different points, rank, pairs on one line and constant features of a batch are counted as they are."""
    x = np.array([[1.0, 1.0, 2.0, -1.0, 0.0], [0.0, 0.0, 0.0, 0.0, 1.0], [3.0, 3.0, 3.0, 3.0, 3.0]])
    assert hypotheses.of_batch(x)[:3] == (5, 4, 3)
    assert hypotheses.of_batch(x[:2])[3:] == (6, 0)
    assert hypotheses.of_batch(x)[4] == 1


def test_refused() -> None:
    """One point, and points that are all equal, are told before anything is drawn."""
    law = Drawn((10, 10))
    with pytest.raises(ValueError, match="normalisation over a batch needs two"):
        study.drawn(np.ones((3, 1)), law, default_rng)
    with pytest.raises(ValueError, match="every feature of the batch is constant"):
        study.drawn(np.ones((3, 4)), law, default_rng)


def test_advice() -> None:
    """Each line is of a claim of the registry, and given for layers of its kind after its verdict alone: nothing beside
    a skip connection, nothing where networks drawn alike disagree."""
    lines = [line for found in advice.BY_VERDICT.values() for line in found] + list(advice.OF_GROWTH.values())
    assert {line.claim for line in lines} <= set(registry.claims())
    assert {word for _, word in advice.BY_VERDICT} <= set(quantities.VERDICTS)
    x = np.random.default_rng(4).standard_normal((12, 8))
    for gamma, count in ((np.inf, 2), (1.0, 0)):
        law = Drawn((60,) * 40, ("nl",), gamma=gamma)
        found = study.drawn(np.vstack([x] * 5), law, lambda r: np.random.default_rng([9, r]), count=19)
        assert len(found.advice) == count


def test_paired_intervals(rng: Generator) -> None:
    """The interval holds the median of differences of a skew law, in 2,000 runs of 20 pairs, at least as often as it
    says: 95.9 per cent by the binomial law (13 of 20 at most on one side), and not much oftener."""
    held = 0
    for _ in range(2000):
        steps = rng.exponential(size=20)
        sides = [replicated(np.zeros(20)), replicated(steps)]
        found = next(one for one in compared.differences(*sides) if one.name == "gap")
        held += found.low <= math.log(2) <= found.high
    assert 0.94 < held / 2000 < 0.975
    with pytest.raises(ValueError, match="wanted 6 or more"):
        compared.differences(replicated(np.zeros(5)), replicated(np.ones(5)))


def replicated(values: np.ndarray) -> reference.Replicates:
    """Networks of one layer whose gap has these values, and nothing else is finite."""
    seen = {field: np.full((1, len(values)), np.nan) for field in measured(np.eye(3)).__dict__}
    return reference.Replicates(Measured(**seen | {"gap": values[None]}), np.ones((1, len(values))))
