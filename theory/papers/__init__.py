"""One module or package per source; they never import each other. Claims refer to others by id."""
