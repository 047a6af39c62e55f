"""Claims on the components themselves, on which the papers' claims rest."""

from theory.claim import Paper

COMPONENTS = Paper(
    "components",
    "Algebra of the components of batch normalization",
    "textbook facts on which the papers rest",
    2015,
    "Ioffe and Szegedy (2015) for BN; Cho and Saul (2009) for the arc-cosine kernel",
)
