"""Lemmas 4, 5, 6, uniqueness of the invariant law, and the comment on centring."""
