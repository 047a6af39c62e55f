"""Instances at which claims came closest to failing: cases of their checks (`bninit hunt --keep`)."""

from fractions import Fraction

from sympy import Rational

from theory.claim.literal.strongest import strongest

strongest("daneshmand20.gradients.optimum", {"H": ((Fraction(1, 1),),)})
strongest("daneshmand21.centred.floor", {"M": ((Fraction(0, 1), Fraction(1, 1)),)})
strongest("daneshmand21.mean-map.escape-from-many", {"m": Rational(176, 1), "k": Rational(5, 1)})
strongest("daneshmand21.mean-map.escape-from-one", {"k": Rational(20, 1)})
strongest("daneshmand21.mean-map.escape-from-two", {"k": Rational(19, 1)})
strongest("nachum24.dynamics.rescaled-relu-stable", {"n": Rational(7, 1)})
strongest("nachum24.outlier.dispersion", {"n": Rational(88, 1), "delta": (-1, 0), "e": Rational(24, 1)})
strongest("nachum24.outlier.merging", {"points": ((0, 0), (0, 1), (1, 0)), "m": Rational(31, 1)})
strongest("nachum24.rank.lower-bounds", {"x": (Fraction(0, 1), Fraction(1, 3))})
strongest("nachum24.tree.limit-bound", {"x": (Fraction(0, 1), Fraction(0, 1), Fraction(1, 1)), "o": 0, "p": 2, "L": 7})
