"""Samples that are not as declared, and declarations that cannot be meant, are refused in words."""

import math
import random
from functools import partial

import numpy as np
import pytest
from sympy import Integer

from numerics.judging import BOOLEAN, MODELS, Bias, checks_of, judge, sampled, sampled_checks
from numerics.statistics.betting import SamplesError, Variance
from tests.refused import refused
from tests.simulated.judging.coins import BUDGET, HALF, claim_of, coin, judged
from theory.claim import Twin


def shared(layer, cell, rng, size):
    """One random batch for all networks of a call."""
    return (rng.random(size) < rng.uniform(0.2, 0.8)).astype(float)


def own_seed(layer, cell, rng, size):
    return np.random.default_rng(0).random(size)


def own_weights(layer, cell, rng, size):
    return (np.random.default_rng(0).random(size) + rng.random(size)) / 2


def halves(layer, cell, rng, size):
    x = rng.random(-(-size // 2))
    return np.concatenate([x, 1 - x])[:size]


def unseeded(layer, cell, rng, size):
    return np.random.default_rng().random(size)


@pytest.mark.parametrize(
    ("simulate", "words"),
    [
        (shared, "samples of a block are not independent of each other: draw everything anew for each network"),
        (own_seed, "are copies of each other"),
        (own_weights, "at the same place of two blocks depend"),
        (lambda layer, cell, rng, size: np.random.random(size), "draws from np.random, .* draw all from `rng`"),
        (lambda layer, cell, rng, size: np.array([random.random() for _ in range(size)]), "draws from random, "),
        (unseeded, "two runs from one generator differ, .*default_rng"),
        (halves, "pairs of samples of a block depend on each other: average each pair"),
        (lambda layer, cell, rng, size: rng.random(size) / np.where(rng.random(size) < 0.5, 0, 1), "not finite"),
        (lambda layer, cell, rng, size: np.full(size, np.nan), "not finite numbers"),
        (lambda layer, cell, rng, size: rng.random(size) * 1.5, "outside the declared support"),
        (lambda layer, cell, rng, size: rng.random(size), "vary more than declared"),
        (lambda layer, cell, rng, size: rng.random(size + 1), "samples were wanted, one of each network"),
        (lambda layer, cell, rng, size: rng.random((size, 2)), r"shape \(n,\)"),
    ],
)
@pytest.mark.filterwarnings("ignore:divide by zero")
def test_faults_of_a_simulation(simulate, words: str, seed: int) -> None:
    """Dependent, infinite, undefined, outlying or missing samples are errors that name claim and cell, no verdict."""
    options = {"support": lambda p, cell: Variance(0.01)} if words == "vary more than declared" else {}
    claim = coin(HALF, simulate=simulate, block=4096, notices=0.02, **options)
    with pytest.raises(SamplesError, match=rf"judged\.basic.*flip: cell c = 1: .*{words}"):
        judged(claim, seed, twins=(Integer(1),))


test_refused_declarations = refused(
    "What cannot be meant is refused when the check is attached, in words that name what there is.",
    ({"notice": 0.1}, "no option 'notice'; did you mean 'notices'"),
    ({"models": ("no centering",)}, "no model 'no centering' of the layer; did you mean 'no centring'"),
    ({"models": ("quantum",)}, f"there are {', '.join(MODELS)}"),
    ({"models": "no centring"}, r"wanted a tuple, \('no centring',\)"),
    ({"notices": 0.0}, "notices=0.0: wanted a number > 0"),
    ({"notices": math.nan}, "notices=nan: wanted a number > 0"),
    ({"block": 0}, "block=0: wanted a number of networks"),
    ({"support": (0, 1)}, r"support=\(0, 1\): say by support="),
    ({"support": None}, "support=None: say by support= what theory knows of a sample"),
    ({"at": ({"c": 1, "cut": (0, 1)},)}, "has 'cut', which clipped samples: say by support= .* claim the mean"),
    ({"bias": 0.1}, "bias=0.1: say where it is from"),
    ({"at": ()}, "wanted the cells, at least one"),
    ({"at": (3,)}, "each a dict"),
    of=lambda options: coin(HALF, **options),
)


@pytest.mark.parametrize(
    "arguments",
    [(-0.1, "proved", "note"), (math.inf, "proved", "note"), (0.1, "guessed", "note"), (0.1, "proved", " ")],
)
def test_refused_biases(arguments) -> None:
    """A bias is a finite number with a source that exists and says how it was got."""
    with pytest.raises(ValueError, match="bias"):
        Bias(*arguments)


def test_cells_may_come_from_a_generator(seed: int) -> None:
    """Cells given one by one are all there each time."""
    claim = coin(HALF, at=({"c": c} for c in (1, 2)))
    assert len(judged(claim, seed, twins=(Integer(1),)).evidence.figures["cells"]) == 2
    assert len(judged(claim, seed, twins=(Integer(1),)).evidence.figures["cells"]) == 2


def test_samples_go_by_name(seed: int) -> None:
    """An exact check put before, or another sampled one of another name, does not change the samples of a check."""
    alone, crowded = claim_of(HALF), claim_of(HALF)
    object.__setattr__(crowded, "id", alone.id)
    crowded.exact("first")(lambda predicted: iter(()))
    coin(HALF, claim=alone)
    coin(HALF, claim=crowded)
    means = [
        judge(claim, checks_of(claim)[-1], {0: Twin(Integer(1))}, seed, "quick", BUDGET).evidence.figures["cells"][0]
        for claim in (alone, crowded)
    ]
    assert means[0] == means[1]


def test_names_of_checks() -> None:
    """A second simulation of a claim with one name is refused, and so is one without a name; nothing else changes."""
    claim = coin(HALF)
    with pytest.raises(ValueError, match=rf"{claim.id}: it has one called 'flip' already, .*: rename one of the two"):
        coin(HALF, claim=claim)
    with pytest.raises(ValueError, match="has none: write it as a function, with def"):
        sampled(claim, "no name", at=({"n": 2},), notices=0.2, support=BOOLEAN)(partial(own_seed))
    assert list(sampled_checks(claim)) == ["flip"]
    assert claim.checks == []
