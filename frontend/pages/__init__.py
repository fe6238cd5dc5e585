"""The pages: one module per address, each a few views that ask, read and render."""
