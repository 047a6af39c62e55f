"""Rank: r(H), the soft rank, and what invariance says of them."""
