"""What the templates are given: contexts made from folds, for pages and sockets alike."""
