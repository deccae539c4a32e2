#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes docs/page.png: a part of the page of a run on Pascal, as chromium draws it.

    scripts/page-picture.py build/warpclock

Needs chromium and chromedriver, and the expected outputs of the suite (`make`)."""
import pathlib
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
root = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(root / "tests" / "report" / "page"))

import browser  # noqa: E402

WIDTH, MARGIN, SCALE = 1168, 4, 0.8
# From the source and the disassembly to the end of their section.
EXTENT = """const top = document.querySelector("#stalls .panes").getBoundingClientRect().top;
            const end = document.getElementById("stalls").getBoundingClientRect().bottom;
            return [top + scrollY, end - top]"""


def main():
    page = browser.Browser()
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "page.html"
            subprocess.run([sys.argv[1], "run", root / "kernels/bfs/pascal-tiny.yaml", "--report",
                            path, "--quiet"], check=True)
            page.resize(WIDTH, 900)
            page.prefer("light")
            page.open(path)
            time.sleep(1)  # it scrolls to the hottest line
            top, height = page.run(EXTENT)
            page.picture(root / "docs/page.png", captureBeyondViewport=True,
                         clip={"x": MARGIN, "y": top, "width": WIDTH - 2 * MARGIN,
                               "height": height, "scale": SCALE})
    finally:
        page.close()


main()
