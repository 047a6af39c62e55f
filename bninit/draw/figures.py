"""The figures of the sources, reproduced with the theory drawn on top, and the suite's own.

`catalogue()` names them; `draw(id, seed)` runs the networks and draws one. Modules by paper:
`bninit.draw.papers.<paper>` holds a function (seed) -> Picture for every figure of that paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bninit.draw.style import Picture

__all__ = ["Drawn", "Figure", "catalogue", "draw", "picture"]

OWN = "suite"
"""Key of the figures that no source has."""


@dataclass(frozen=True)
class Figure:
    """What is known of a figure before it is drawn.

    Attributes
    ----------
    id : "paper.name".
    source : where the source has it; empty for the suite's own.
    title : one line.
    claims : ids of the claims that it shows.
    random : whether networks are drawn; exact figures are the same for every seed.
    needs : packages without which it cannot be drawn.
    """

    id: str
    source: str
    title: str
    claims: tuple[str, ...]
    random: bool = True
    needs: tuple[str, ...] = ()

    @property
    def missing(self) -> str:
        """What is not here and is needed, and how it comes; or nothing."""
        from numerics.judging.needs import PACKAGES

        absent = (name for name in self.needs if find_spec(name) is None)
        return next((f"needs {PACKAGES.get(name, name)}" for name in absent), "")

    @property
    def paper(self) -> str:
        return self.id.partition(".")[0]

    @property
    def name(self) -> str:
        return self.id.partition(".")[2]


@dataclass(frozen=True)
class Drawn:
    """A figure as files would hold it; `caption` and `alt` are plain text of a few sentences."""

    svg: bytes
    png: bytes
    caption: str
    alt: str
    paper: str


def _claims(group: str, names: str) -> tuple[str, ...]:
    return tuple(f"{group}.{name}" for name in names.split())


TRAINED = ("torch", "sklearn")
"""Figures for which networks are trained on digits."""

_ALL = (
    Figure("nachum24.rank", "Figure 2", "Numerical rank of the last hidden layer, with and without BN",
           _claims("nachum24.figures", "numerical-rank")),
    Figure("nachum24.components", "Figure 2", "Accuracy along training by component and initialisation",
           _claims("nachum24.training", "he-restores bn-ahead-of-he recentring-with-he rescaling-alone rank-with-he"),
           needs=TRAINED),
    Figure("nachum24.starts", "open question", "Training from the outlier, the symmetric start and He's weights",
           _claims("nachum24.training", "outlier-slower-than-he outlier-slower-than-symmetric outlier-slower-with-bn "
                   "outlier-generalises-worse"), needs=TRAINED),
    Figure("nachum24.escaped", "Figure 3", "One point escapes: recentring and ReLU in a deep network",
           (*_claims("nachum24.figures", "escape"), "nachum24.dynamics.k-escaped-index")),
    Figure("nachum24.tree", "Figure 4", "Tree of positive and negative transformations",
           ("nachum24.tree.limit",), random=False),
    Figure("nachum24.angles", "Figure 5", "Angles before and after layer 30: 75 degrees with recentring, 60 without",
           _claims("nachum24.figures", "angles-at-layer-30 seventy-five-for-every-n")),
    Figure("nachum24.histogram", "second-hand summary, 'mostly inactive neurons'",
           "How many neurons are active, and how much",
           _claims("nachum24.figures", "inactive-half mostly-inactive small-activations")),
    Figure("daneshmand20.rank", "Figure 2", "Rank along depth, with batch normalization and without",
           _claims("daneshmand20.figures", "rank-along-depth relu-rank")),
    Figure("daneshmand20.soft-rank", "Figure 3a", "Soft rank against width",
           (*_claims("daneshmand20.figures", "soft-rank-against-width"), "daneshmand20.mean-field.soft-rank")),
    Figure("daneshmand20.near-collinear", "Figure 3b", "Ten leading eigenvalues from nearly collinear data",
           _claims("daneshmand20.figures", "near-collinear")),
    Figure("daneshmand20.regularity", "Figure 8", "Regularity constant against width",
           ("daneshmand20.mean-field.regularity-limit", "daneshmand20.regularity.below-nine-tenths")),
    Figure("daneshmand20.frobenius", "Figure 9", "Frobenius norm of M against width",
           _claims("daneshmand20.figures", "frobenius-against-width")),
    Figure("daneshmand20.depth", "Figure 1", "Rank and training accuracy against depth",
           _claims("daneshmand20.training", "depth-gap vanilla-loses-accuracy bn-drops-mildly rank-collapse"),
           needs=TRAINED),
    Figure("daneshmand20.pretraining", "Figures 4, 11, 12", "Rank-increasing pre-training against BN",
           _claims("daneshmand20.training", "pretraining-recovers pretraining-beats-bn bn-beats-pretraining"),
           needs=TRAINED),
    Figure("daneshmand20.breaking", "Figure 5", "Weights on one side of 0, and BN without centring",
           _claims("daneshmand20.training", "one-sided-breaks-vgg centring-is-redundant"), needs=TRAINED),
    Figure("daneshmand20.order", "Figure 6", "Accuracy and rank of five arms along training",
           _claims("daneshmand20.training", "order-of-ranks one-sided-breaks-mlp one-sided-breaks-residual"),
           needs=TRAINED),
    Figure("daneshmand20.gradients", "Figure 10", "Accuracy and the directions of gradients along training",
           _claims("daneshmand20.training", "aligned-gradients same-path-on-random-data hundredfold-rate"),
           needs=TRAINED),
    Figure("daneshmand21.cosines", "Figure 1", "Cosine of two columns along depth, with and without BN",
           _claims("daneshmand21.figures", "cosines")),
    Figure("daneshmand21.gap-depth", "Figure 2a", "Orthogonality gap along depth",
           _claims("daneshmand21.figures", "plateau-and-floor linear-decay")),
    Figure("daneshmand21.gap-width", "Figure 2b", "Orthogonality gap against width",
           _claims("daneshmand21.figures", "slope")),
    Figure("daneshmand21.activations", "Figure 6", "Spread of the Gram matrix against width, activation by activation",
           _claims("daneshmand21.activations", "constants figure-6")),
    Figure("daneshmand21.start", "slides, 'Saving training time'", "Training from orthogonal starts, beside BN",
           _claims("daneshmand21.training", "start-recovers start-replaces-bn bn-ahead sliced-beats-orthogonal"),
           needs=TRAINED),
    Figure("morwani20.trajectories-2", "Section 2, d = 2", "Least squares with and without BN in the plane",
           _claims("morwani20.rates", "own-rate planar-condition")),
    Figure("morwani20.trajectories-3", "Section 2, d = 3", "Least squares with and without BN in space",
           _claims("morwani20.rates", "own-rate tuned")),
    Figure("morwani20.steps", "Background, 'converges for any lr upto 1'", "Steps against the learning rate",
           (*_claims("morwani20.rates", "price number-of-steps"), "morwani20.convergence.region")),
    Figure("morwani20.rate-one", "Section 3, experiment", "Training at learning rate 1 with and without BN",
           _claims("morwani20.experiments", "rate-one")),
    Figure("morwani20.digits-at-rate-one", "Section 3, experiment", "Training on digits at learning rate 1",
           _claims("morwani20.training", "rate-one growth explosion norms-stay"), needs=("torch", "sklearn")),
    Figure("morwani20.normalisations", "Section 4", "Distance moved and eigenvalues, ten normalisations",
           _claims("morwani20.training", "distance all-distances eigenvalues powers-alike five-powers "
                   "centring-flattens accuracy"),
           needs=("torch", "sklearn")),
    Figure("morwani20.noise", "Section 5", "Validation accuracy against the number of training data",
           _claims("morwani20.training", "little-data behind"), needs=("torch",)),
    Figure("yang19.growth", "rates of gradient growth", "Growth of gradients against batch size",
           _claims("yang19.growth", "linear relu large-batches deep")),
    Figure("yang19.escape", "", "Gradients where a point has escaped",
           _claims("yang19.outlier", "symmetric broken exact"), random=False),
    Figure("suite.phase", "", "Phase diagram of the fixed points of recentring and ReLU",
           _claims("nachum24.dynamics", "k-escaped-index one-escaped-count")),
    Figure("suite.basin", "", "Basins of the symmetric and the broken fixed points",
           _claims("nachum24.dynamics", "saddle-gap k-escaped-index"), random=False),
    Figure("suite.width-threshold", "", "Width below which directions are lost",
           _claims("daneshmand21.threshold", "rank-two critical-width")),
)  # fmt: skip


def catalogue() -> dict[str, Figure]:
    """All figures by id, paper by paper."""
    return {figure.id: figure for figure in _ALL}


def picture(figure_id: str, seed: int) -> Picture:
    """A figure as matplotlib holds it, with its words.

    Raises
    ------
    KeyError : no such figure.
    """
    from importlib import import_module

    from matplotlib import rc_context
    from threadpoolctl import threadpool_limits

    from bninit.draw.style import RC

    figure = catalogue()[figure_id]
    module = import_module(f"bninit.draw.papers.{figure.paper}")
    # one thread: sums in another order would round otherwise, and the bytes of a seed are a promise
    with rc_context(RC), threadpool_limits(1):
        return getattr(module, figure.name.replace("-", "_"))(seed)  # type: ignore[no-any-return]


def draw(figure_id: str, seed: int) -> Drawn:
    """Run the networks of a figure and draw it; the same seed gives the same bytes.

    Raises
    ------
    KeyError : no such figure.
    """
    from matplotlib import rc_context

    from bninit.draw.style import RC, rendered

    record, found = catalogue()[figure_id], picture(figure_id, seed)
    with rc_context(RC):
        svg, png = rendered(found.figure)
    seeded = f"Seed {seed}." if record.random else f"Exact or deterministic: the same for every seed (here {seed})."
    return Drawn(svg, png, f"{found.caption} {seeded}", found.alt, record.paper)
