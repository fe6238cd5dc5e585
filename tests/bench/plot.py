"""A plot of figures by the number of matches, as SVG: each figure in its own panel, both axes from the data."""

from collections.abc import Mapping, Sequence
from html import escape
from math import log10
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, ACROSS = 300, 200, 52, 34, 3
STYLE = (
    "text{font:12px sans-serif;fill:#333}.name{font-weight:bold}.axis{stroke:#999;fill:none}"
    ".line{stroke:#1a6fb5;stroke-width:2;fill:none}circle{fill:#1a6fb5}"
)


def plot(rows: Sequence[Mapping[str, Any]], names: Mapping[str, str], by: str = "matches") -> str:
    """The horizontal axis is logarithmic; the vertical one begins at 0, so that flat looks flat."""
    figures = [name for name in names if name != by]
    panels = [panel(rows, by, name, names[name], index) for index, name in enumerate(figures)]
    height = -(-len(figures) // ACROSS) * HEIGHT
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {ACROSS * WIDTH} {height}">'
    ground = '<rect width="100%" height="100%" fill="#fff"/>'  # pages may be dark
    return "\n".join([head, f"<style>{STYLE}</style>", ground, *panels, "</svg>", ""])


def panel(rows: Sequence[Mapping[str, Any]], by: str, name: str, title: str, index: int) -> str:
    most = max(row[name] for row in rows) * 1.2 or 1.0
    low, high = log10(rows[0][by]), log10(rows[-1][by])
    right, bottom = WIDTH - LEFT - 34, HEIGHT - TOP - 30
    spots = [
        (LEFT + right * (log10(row[by]) - low) / ((high - low) or 1), TOP + bottom * (1 - row[name] / most), row)
        for row in rows
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in spots)
    marks = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>'
        f'<text x="{x:.1f}" y="{y - 7:.1f}" text-anchor="middle">{row[name]:,.1f}</text>'
        f'<text x="{x:.1f}" y="{TOP + bottom + 16}" text-anchor="middle">{row[by]:,}</text>'
        for x, y, row in spots
    )
    x, y = index % ACROSS * WIDTH, index // ACROSS * HEIGHT
    return (
        f'<g transform="translate({x} {y})"><text class="name" x="{LEFT - 30}" y="18">{escape(title)}</text>'
        f'<path class="axis" d="M{LEFT},{TOP} V{TOP + bottom} H{LEFT + right}"/>'
        f'<polyline class="line" points="{line}"/>{marks}</g>'
    )
