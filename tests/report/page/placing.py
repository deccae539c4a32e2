# SPDX-License-Identifier: Apache-2.0
"""A program that is called as Graphviz's `dot` and places blocks on a diagonal, an inch apart."""
import os
import sys

DOT = """#!{python}
import re, sys
text = sys.stdin.read()
nodes = sorted({{int(node) for node in re.findall(r"^(\\d+) \\[height=", text, re.M)}})
height = len(nodes)
place = {{node: (2 + i, height - i) for i, node in enumerate(nodes)}}
print("graph 1", 2 * height, height)
for node in nodes[:len(nodes) - {missing}]:
    print("node", node, *place[node], "2.33 0.64 \\"\\" solid box black lightgrey")
for a, b in re.findall(r"^(\\d+) -> (\\d+);", text, re.M):
    points = [*place[int(a)], *place[int(a)], *place[int(b)], *place[int(b)]]
    print("edge", a, b, 4, *points, "solid black")
print("stop")
"""


def install(folder, missing=0):
    """The environment in which it is found, and no other one. `missing` blocks have no place."""
    path = folder / "dot"
    path.write_text(DOT.format(python=sys.executable, missing=missing))
    path.chmod(0o755)
    return {**os.environ, "PATH": str(folder)}
