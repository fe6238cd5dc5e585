"""What the pages of a tournament show, made from its fold: each module is one view of it."""
