"""What a theorist imports, in one line; docs/reference/api/index.md says what each name is.

    from bninit.api import Claim, Layer, Locator, Paper, Twin, batchnorm, check, grid, n, sampled

Everything here stays as it is between minor versions; `tests/shell/api/public_api.txt` has names and parameters.
Other modules can be imported, and may change: the engines of `theory` for these papers, and what their claims share.
The import takes 0.5 s of CPU, 0.25 of them SymPy's.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from bninit.notebook import dress
from bninit.results.result import Plan, Result, TwinCount, count_nulls
from bninit.results.result import some as listed
from bninit.run.judging.verdict import check_claim
from bninit.run.load import load
from numerics.chains import chain, gap, walk
from numerics.judging import BOOLEAN, MODELS, Bias, Cell, Law, sampled
from numerics.judging.trial import LEVELS
from numerics.networks import Layer, Simulation, observables, random_batch, simulate
from numerics.parallel import GLOBAL_STATE
from numerics.processes.bindings import bindings, restore
from numerics.statistics.betting import Bounded, Floats, NonNegative, Variance
from numerics.streams import fresh_seed, stream
from numerics.training import backprop, descent
from numerics.training.drawn import Drawn
from theory import Claim, Evidence, Locator, Paper, Twin, Undefined, Verdict, activations, claims
from theory.batchnorm import (
    LayerGradients,
    Neuron,
    Normalisation,
    batchnorm,
    degrees,
    dot,
    jacobian,
    recentre,
    relu,
    rescale,
)
from theory.choices import greater, least, one_if, proved
from theory.claim import At, Check, Compared, Predicted
from theory.claim.judge import judge
from theory.comparison import Comparison, compare
from theory.domains import (
    AFFINE,
    Batches,
    Choose,
    Correlations,
    Domain,
    Given,
    Index,
    Integers,
    Preceded,
    Rationals,
    Values,
    composite,
    gram_matrices,
    permutation_matrices,
    rational_matrices,
    sign_vectors,
    symmetric_matrices,
)
from theory.exact.certify import at_each_precision, decimal, guess, lower_end, precision, upper_end
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import ball, rational, to_fmpq, to_sympy
from theory.expansion import frobenius_in_symbols, taylor
from theory.markov import (
    correlation_matrix,
    drift,
    effective_rank,
    equicorrelation,
    invariants,
    second_moment,
    soft_rank,
)
from theory.normalisations import affine, group_norm, instance_norm, layer_norm, rms_norm, standardise
from theory.notation import HALF, L, alpha, beta, d, decay, j, k, l, m, n, r, t, x, xbar
from theory.orthogonality.mean_map import mean_map
from theory.primitive import primitive
from theory.rank import Angles, Batch, max_rank
from theory.rank import diagnose as diagnose_rank
from theory.rank.bounds import width_for
from theory.rank.planar import p_star
from theory.term import (
    AnyLaw,
    Cond,
    Shape,
    Vec,
    all_rows,
    each,
    every,
    exchangeable,
    has_mean,
    larger,
    largest,
    matrices,
    mean,
    normal,
    number,
    over_draws,
    places,
    product_of,
    root,
    size,
    smallest,
    some,
    total,
    variable,
    whole,
)
from theory.term.named import named
from theory.term.scalar import all_of, any_of
from theory.tree import Tree
from theory.wide.fixed_points import (
    FixedPoint,
    NoFixedPoint,
    broken,
    escaped,
    outlier,
    saddle,
    saddle_node,
    symmetric,
)
from theory.wide.gradient_growth import gradient_growth
from theory.wide.gram_maps import gram_map, gram_map_balls
from theory.wide.kernels import kappa
from theory.wide.spectrum import Spectrum, spectrum
from theory.words import Within

if TYPE_CHECKING:
    from numerics.studies.diagnosis.compared import compare_models, compare_networks
    from numerics.studies.diagnosis.probed import diagnose_model
    from numerics.studies.diagnosis.study import Study as Diagnosis
    from numerics.studies.diagnosis.study import drawn as diagnose_network
    from numerics.studies.diagnosis.watch import Watch

__all__ = [  # noqa: RUF022 - by subject, as in the reference
    # claims
    "Claim", "Paper", "Locator", "Twin", "Within", "Verdict", "Evidence", "Check", "grid", "claims", "load",
    "At", "Predicted", "Compared",
    # the domains of a claim
    "Given", "Index", "Integers", "Preceded", "Rationals", "Values", "Batches", "AFFINE", "Correlations",
    "gram_matrices", "symmetric_matrices", "rational_matrices", "permutation_matrices", "sign_vectors",
    "composite", "Choose", "Domain",
    # terms: numbers, and rows of any length, of which only the name is known
    "Shape", "Vec", "each", "every", "some", "size", "places", "total", "product_of", "largest", "smallest", "larger",
    "number", "whole", "root", "variable", "matrices", "named",
    "Cond", "all_of", "any_of", "all_rows", "AnyLaw", "normal", "mean", "has_mean", "exchangeable", "over_draws",
    "primitive",
    # exact checks
    "judge", "compare", "Comparison", "Undefined", "enclose", "decimal", "precision", "at_each_precision",
    "ball", "guess", "lower_end", "upper_end", "rational", "to_sympy", "to_fmpq",
    "greater", "least", "one_if", "proved",
    # sampled checks
    "sampled", "Bounded", "NonNegative", "Variance", "BOOLEAN", "Bias", "Law", "LEVELS", "MODELS", "Cell", "Floats",
    # one claim, checked
    "check", "Result", "TwinCount",
    # letters
    "n", "m", "k", "j", "l", "L", "d", "r", "t", "x", "xbar", "beta", "HALF", "alpha", "decay",
    # batch normalization of one row, one neuron
    "recentre", "rescale", "relu", "batchnorm", "dot", "jacobian", "degrees", "Normalisation", "Neuron",
    "LayerGradients",
    # normalisation over neurons and of weights, activations
    "layer_norm", "rms_norm", "group_norm", "instance_norm", "standardise", "affine", "activations",
    # expansions
    "taylor", "frobenius_in_symbols",
    # the tree
    "Tree",
    # infinite width
    "gram_map", "gram_map_balls", "kappa", "symmetric", "outlier", "broken", "saddle", "escaped", "saddle_node",
    "FixedPoint", "NoFixedPoint", "spectrum", "Spectrum", "gradient_growth",
    # rank
    "Batch", "Angles", "diagnose_rank", "max_rank", "p_star", "width_for",
    # the Markov chain
    "correlation_matrix", "invariants", "drift", "second_moment", "effective_rank", "soft_rank", "equicorrelation",
    # orthogonality
    "mean_map",
    # random networks
    "Layer", "simulate", "Simulation", "random_batch", "observables", "stream", "fresh_seed",
    # what a random network, or a PyTorch module, does to a batch; two of them; along training
    "diagnose_network", "Drawn", "Diagnosis", "diagnose_model", "compare_networks", "compare_models", "Watch",
    # along depth, and training
    "walk", "chain", "gap", "backprop", "descent",
]  # fmt: skip


dress()  # what is shown in a notebook

_LATER = {
    "Diagnosis": ("study", "Study"),
    "diagnose_network": ("study", "drawn"),
    "diagnose_model": ("probed", "diagnose_model"),
    "compare_networks": ("compared", "compare_networks"),
    "compare_models": ("compared", "compare_models"),
    "Watch": ("watch", "Watch"),
}
"""Names of `numerics.studies.diagnosis`, a tenth of a second, which few files of claims need."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _LATER[name]
    found = globals()[name] = getattr(import_module(f"numerics.studies.diagnosis.{module}"), attribute)
    return found


def check(claim: Claim, level: str = "standard", seed: int | None = None) -> Result:
    """Judge one claim with its twins, as `bninit check` does: in this process, unguarded, recorded nowhere.

    Parameters
    ----------
    claim : with all of its checks; those of the suite have their simulations once `load` was called.
    level : how small a deviation a simulation notices: quick, standard or deep.
    seed : of the simulations; None for a fresh one.

    Raises
    ------
    ValueError
        for a level that does not exist. What a check raises is passed on.
    RuntimeError
        if the check replaces a name of bninit's modules, which then stands for what it did before.
    """
    if level not in LEVELS:
        raise ValueError(f"level {level!r}: wanted one of {', '.join(LEVELS)}")
    with GLOBAL_STATE:  # the precision of balls belongs to the process
        before, process = bindings(), os.getpid()
        try:
            found = check_claim(claim, Plan(level, fresh_seed() if seed is None else seed, count_nulls([claim])))
        finally:
            if os.getpid() != process:  # the check has forked, and its copy has come here, too
                os._exit(0)
            changed = restore(before)
    if changed:
        raise RuntimeError(
            f"a check of {claim.id} replaces {listed(changed)}, which bninit needs; give yours another name"
        )
    return found
