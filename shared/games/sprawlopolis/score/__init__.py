"""What a city is worth, and where every point comes from."""
