"""A match as a file: written for anybody to check, read back byte by byte, and marked where it came from elsewhere."""
