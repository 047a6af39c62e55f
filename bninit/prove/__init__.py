"""Stronger evidence by other programs: decision procedures (z3, cvc5) and a proof checker (Coq), all optional.

The statement is made from the claim's record (`theory.statement`). A program that is absent, of another version, that
crashes, hangs or prints what nobody asked for makes its evidence `unavailable`: never a pass, never a failure.
"""
