"""Matches of people through the public door, many at once: what the whole product carries, and what each move costs."""
