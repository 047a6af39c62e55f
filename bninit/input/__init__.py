"""What a person gives: numbers, batches, selections; read as data, refused in a sentence."""
