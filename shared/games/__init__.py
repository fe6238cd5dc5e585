"""The rules of all games and of the platform: pure, without input, output, clock or randomness."""
