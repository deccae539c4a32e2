# SPDX-License-Identifier: Apache-2.0
"""Lines on two logarithmic axes as SVG, several panels in a file; colours as in figure_svg.c."""
import html
import math

PALETTE = ("#17456b", "#e58a1f", "#6aa84f", "#8e63a8", "#8a8a8a", "#c8b44a")
WIDTH, HEIGHT, COLUMNS = 380, 270, 2
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 34, 46


def decades(low, high):
    return [10.0**power for power in range(math.floor(math.log10(low)),
                                           math.ceil(math.log10(high)) + 1)]


def name(value):
    """1 000 as 1k."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


class Panel:
    """A title, names of the axes, and lines: {name: [(x, y), ...]}."""

    def __init__(self, title, across, up, lines):
        self.title, self.across, self.up, self.lines = title, across, up, lines
        points = [point for line in lines.values() for point in line]
        self.x, self.y = (decades(min(values), max(values)) for values in zip(*points))

    def place(self, x, y):
        def part(value, marks):
            low, high = math.log10(marks[0]), math.log10(marks[-1])
            return (math.log10(value) - low) / ((high - low) or 1)
        return (LEFT + part(x, self.x) * (WIDTH - LEFT - RIGHT),
                HEIGHT - BOTTOM - part(y, self.y) * (HEIGHT - TOP - BOTTOM))

    def axes(self):
        for x in self.x:
            at, bottom = self.place(x, self.y[0])
            yield f'<path d="M{at:.0f} {TOP}V{bottom:.0f}" stroke="#ddd"/>'
            yield f'<text x="{at:.0f}" y="{bottom + 15:.0f}" text-anchor="middle">{name(x)}</text>'
        for y in self.y:
            left, at = self.place(self.x[0], y)
            yield f'<path d="M{left:.0f} {at:.0f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
            yield f'<text x="{left - 5:.0f}" y="{at + 4:.0f}" text-anchor="end">{name(y)}</text>'
        yield (f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 12}" '
               f'text-anchor="middle">{html.escape(self.across)}</text>')
        yield (f'<text transform="translate(14 {(TOP + HEIGHT - BOTTOM) / 2:.0f}) rotate(-90)" '
               f'text-anchor="middle">{html.escape(self.up)}</text>')
        yield f'<text x="{LEFT}" y="20" font-weight="bold">{html.escape(self.title)}</text>'

    def curves(self):
        for number, (label, line) in enumerate(self.lines.items()):
            colour = PALETTE[number % len(PALETTE)]
            places = [self.place(x, y) for x, y in line]
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
            yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
            yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
                        for x, y in places)
            yield (f'<text x="{LEFT + 8}" y="{TOP + 14 + 14 * number}" fill="{colour}">'
                   f'{html.escape(label)}</text>')


def svg(panels):
    rows = -(-len(panels) // COLUMNS)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{COLUMNS * WIDTH}" '
             f'height="{rows * HEIGHT}" font-family="sans-serif" font-size="11" fill="#222">',
             f'<rect width="{COLUMNS * WIDTH}" height="{rows * HEIGHT}" fill="#fff"/>']
    for number, panel in enumerate(panels):
        x, y = number % COLUMNS * WIDTH, number // COLUMNS * HEIGHT
        lines += [f'<g transform="translate({x} {y})">', *panel.axes(), *panel.curves(), "</g>"]
    return "\n".join(lines + ["</svg>", ""])
