"""What a network does to a batch along depth, beside what theory says and what finite width explains."""
