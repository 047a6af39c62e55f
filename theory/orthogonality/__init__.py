"""The linear chain H -> RS(W H) seen from its columns: how far the data are from orthogonal, at any width."""
