"""The setting: the layer H -> RS(H + gamma W H), and what invariance is."""
