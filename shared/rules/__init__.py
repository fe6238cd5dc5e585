"""The rules of every game: pure functions, no clock, no luck, no input or output."""
