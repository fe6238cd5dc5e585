"""Contrast inside of drawings, by numbers: axe looks at text of HTML alone (WCAG 2.2, 1.4.3 and 1.4.11)."""

import re

import pytest

from frontend.bundles.made import STATIC

TEXT, SHAPE = 4.5, 3.0
SCHEMES = ("light", "dark")
KINDS = ("tower", "shop", "service", "park", "factory", "harbour", "office", "monument", "square")
ZONES = ("residential", "commercial", "industrial", "park")
SEATS = ("s0", "s1", "s2", "s3")
DISTRICTS = ("d0", "d1", "d2", "d3", "d4")
BLOCK = re.compile(r":root\s*\{([^}]*)\}")


def colours(scheme: str, *files: str) -> dict[str, str]:
    """The variables of style sheets in light, or as dark changes them."""
    found: dict[str, str] = {}
    for file in files:
        light, dark = BLOCK.findall((STATIC / file).read_text("utf-8"))[:2]
        for block in (light, dark) if scheme == "dark" else (light,):
            found |= dict(re.findall(r"--([\w-]+): *(#[0-9a-f]{3,8})\b", block))
    return found


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """WCAG 2.2's relative luminance."""
    digits = colour.lstrip("#")
    parts = [
        int(each, 16) / 255 for each in re.findall("..", digits if len(digits) > 3 else "".join(d + d for d in digits))
    ]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def pairs_of_quadropolis() -> list[tuple[str, str, float]]:
    """What is drawn, on what, and how much it needs. Districts and cards are what buildings and numbers stand on."""
    grounds = ("card", *DISTRICTS)
    return [
        *((kind, ground, SHAPE) for kind in KINDS for ground in grounds),  # outlines of glyphs
        *((kind, "card", TEXT) for kind in KINDS if kind in ("office", "service", "shop")),
        *(
            ("card", kind, SHAPE) for kind in KINDS
        ),  # the number of floors, 13 px and bold, beside floors that are drawn
        *((seat, ground, SHAPE) for seat in SEATS for ground in ("paper", "card", "ground")),
        *(("on", seat, TEXT) for seat in SEATS),  # an architect's number
        *(("ink", ground, TEXT) for ground in ("paper", "card", "ground", "want", *DISTRICTS)),
        *(("soft", ground, TEXT) for ground in ("paper", "card")),  # names of slots and lines
        *(("gain", ground, TEXT) for ground in ("want", "card")),
        *(("wantline", ground, SHAPE) for ground in ("want", "paper", "card", "ground")),
        *((sign, ground, SHAPE) for sign in ("person", "barrel") for ground in ("card", *DISTRICTS)),
        *(("bad", ground, SHAPE) for ground in grounds),  # what strikes through an inactive building
        ("edge", "paper", SHAPE),
        ("edge", "card", SHAPE),
        ("goldedge", "card", SHAPE),
        ("go", "paper", SHAPE),  # what has the focus
        ("go", "card", SHAPE),
    ]


def pairs_of_sprawlopolis() -> list[tuple[str, str, float]]:
    return [
        *(("print", zone, TEXT) for zone in ZONES),  # a zone's letter and glyph
        *((zone, "meadow", SHAPE) for zone in ZONES),
        ("tar", "kerb", SHAPE),
        ("dash", "tar", SHAPE),
        ("kerb", "tar", TEXT),  # a road's number
        ("soft", "paper", TEXT),
        ("ink", "paper", TEXT),
        ("wantline", "want", SHAPE),
    ]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("drawn", "ground", "least"), pairs_of_quadropolis())
def test_drawings_of_quadropolis_stand_out(scheme: str, drawn: str, ground: str, least: float):
    found = colours(scheme, "urbanist.css", "boards/quadropolis.css")
    assert contrast(found[drawn], found[ground]) >= least


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("drawn", "ground", "least"), pairs_of_sprawlopolis())
def test_drawings_of_sprawlopolis_stand_out(scheme: str, drawn: str, ground: str, least: float):
    found = colours(scheme, "urbanist.css", "boards/sprawlopolis.css")
    assert contrast(found[drawn], found[ground]) >= least


def test_contrast_is_counted_as_it_should_be():
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
