#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the template of a page into C: its parts, the chart library and that library's licence.

    embed.py FOLDER LIBRARY_FOLDER MODULE... > template.c

FOLDER has the parts. The modules of the library are where Debian's node-* packages put them, and
their licences where every Debian package has its own.
"""
import pathlib
import sys

SCRIPTS = ["parts", "summary", "code", "stalls", "flow", "bound", "timeline", "memory", "machine",
           "comparison", "paper", "sweep", "page"]

folder, library = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
modules = sys.argv[3:]


def read(path):
    return path.read_text(encoding="utf-8")


def without_comments(text, mark):
    return "\n".join(line for line in text.splitlines() if not line.startswith(mark))


def paragraphs(module):
    """Of a machine-readable copyright file, without those about the packaging."""
    text = read(library / "doc" / f"node-{module}" / "copyright")
    return [part for part in text.split("\n\n") if not part.startswith("Files: debian/")]


def licence():
    """Who holds the rights to each module, and each different licence once."""
    holders, terms = [], {}
    for module in modules:
        for part in paragraphs(module):
            if part.startswith("Files:"):
                said = part.split("Copyright:", 1)[1].split("\nLicense:", 1)[0]
                holders.append(f"{module}: Copyright {' '.join(said.split())}")
            elif part.startswith("License:"):
                body = part.split("\n", 1)[1] if "\n" in part else ""
                terms.setdefault(" ".join(body.lower().split()), part)
    text = "\n".join(holders) + "\n\n" + "\n\n".join(terms.values())
    return text.replace("&", "&amp;").replace("<", "&lt;")


def script(text):
    """No text of a script may end its element."""
    assert "</script" not in text.lower() and "<!--" not in text
    return text


def template():
    parts = {
        "style": without_comments(read(folder / "page.css"), "/*"),
        "licence": licence(),
        "library": script("\n".join(
            read(library / "nodejs" / module / "dist" / f"{module}.min.js") for module in modules)),
        "script": script('"use strict";\n(() => {\n' + "\n".join(
            without_comments(read(folder / f"{name}.js"), "//") for name in SCRIPTS) + "\n})();"),
    }
    text = read(folder / "page.html")
    for name, part in parts.items():
        text = text.replace("{{" + name + "}}", part)
    return text


def literal(text):
    """Lines of C strings; bytes that C would read otherwise are octal."""
    data = text.encode()
    for start in range(0, len(data), 96):
        yield "".join(chr(c) if 32 <= c < 127 and chr(c) not in '"\\?' else f"\\{c:03o}"
                      for c in data[start:start + 96])


print("/* SPDX-License-Identifier: Apache-2.0 */")
print("/* Made by embed.py. */")
print('#include "report/page/template.h"\n\nconst char page_template[] =')
print("\n".join(f'"{line}"' for line in literal(template())) + ";")
