#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pages in Chromium: they open without complaints and show the numbers of their data; keyboard, dark
mode, a phone's width and printing work (HOUSE-77).

    in-browser.py WARPCLOCK KERNELS [--pictures FOLDER]

Skipped without chromium and chromedriver. With --pictures it leaves screenshots of every section.
Prints TAP.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cli"))

import browser
import program as rv32

FAMILIES = [("vortex", "vortex"), ("pascal", "jetson-tx2"), ("gcn3", "gcn3"), ("rv32", "fermi"),
            ("sim-d", "sim-d")]
HOSTILE = "</script><img src=x onerror=document.title=1>"
# A number of the page is its data's, to the digits that it shows.
WRONG_NUMBERS = """
    const data = JSON.parse(document.getElementById("data").textContent), wrong = [];
    const parameters = new Map(((data.machine || {}).parameters || []).map(one => ["machine." + one.name, one.value]));
    const look = key => parameters.has(key) ? parameters.get(key)
        : key.split(".").reduce((at, part) => at[part], data.result);
    const shown = document.querySelectorAll("[data-key]");
    for (const element of shown) {
        const value = look(element.dataset.key), text = element.textContent.replace(/\\u202f/g, "");
        const same = typeof value !== "number" ? text === String(value)
            : Number.isInteger(value) ? text === String(value)
            : Math.abs(Number(text) - value) <= 1e-3 * Math.abs(value);
        if (!same)
            wrong.push(`${element.dataset.key}: ${text}, not ${value}`);
    }
    return shown.length ? wrong : ["no numbers"];"""

number = 0


def tell(problems, name):
    global number
    number += 1
    print(f"{'not ok' if problems else 'ok'} {number} {name}", flush=True)
    for problem in problems:
        print(f"# {problem}")


def expect(holds, what):
    return [] if holds else [what]


def check_page(page, path, sections):
    page.open(path)
    found = page.run("return [...document.querySelectorAll('section')].map(one => one.id)")
    return page.complaints() + expect(found == sections, f"sections {found}")


def check_keyboard(page):
    problems = []
    page.run("document.activeElement.blur(); window.scrollTo(0, 0)")
    page.press("Tab")
    problems += expect(page.run("return document.activeElement.className") == "skip",
                       "the first stop is not the link to the report")
    page.run("document.querySelector('.listing button[tabindex=\"0\"]').focus()")
    before = page.run("return document.querySelector('.detail').textContent")
    page.press("Down")
    after = page.run("return document.querySelector('.detail').textContent")
    problems += expect(before != after and "cycles" in after, "arrow keys do not move in the source")
    page.run("document.querySelector('.time').focus()")
    axis = "return [...document.querySelectorAll('.time .axis text')].map(one => one.textContent).join()"
    whole = page.run(axis)
    page.press("+")
    nearer = page.run(axis)
    page.press("Right")
    later = page.run(axis)
    page.press("0")
    problems += expect(len({whole, nearer, later}) == 3, "keys do not zoom and move the timeline")
    problems += expect(page.run(axis) == whole, "0 does not show all")
    return problems + expect("cycles" in page.run("return document.querySelector('.readout').textContent"),
                             "the timeline says nothing")


def check_theme(page, path):
    back = "return getComputedStyle(document.body).backgroundColor"
    page.prefer("light")
    page.open(path)
    light = page.run(back)
    page.prefer("dark")
    dark = page.run(back)
    page.run("document.getElementById('theme').click()")
    chosen = page.run(back)
    page.prefer("light")
    return expect(light == chosen == "rgb(255, 255, 255)" and dark == "rgb(20, 23, 28)",
                  f"{light}, {dark}, {chosen}")


def check_phone(page, path):
    page.resize(390, 800, phone=True)
    page.open(path)
    width = page.run("return [document.documentElement.scrollWidth, innerWidth]")
    problems = page.complaints() + expect(width[0] <= width[1], f"{width[0]} wide on {width[1]}")
    page.resize(1200, 900)
    return problems


def check_print(page, folder):
    page.print(folder / "page.pdf")
    return expect((folder / "page.pdf").read_bytes().startswith(b"%PDF"), "no PDF") + page.complaints()


def check_smooth(page):
    """Zooming redraws everything that is visible."""
    page.run("document.querySelector('.time').focus()")
    spent = page.run("""
        const box = document.querySelector(".time"), begin = performance.now();
        for (let i = 0; i < 20; i++)
            box.dispatchEvent(new KeyboardEvent("keydown", {key: i < 10 ? "+" : "-"}));
        return (performance.now() - begin) / 20;""")
    return expect(spent < 250, f"{spent:.0f} ms per step")


def take_pictures(page, path, name, folder):
    for look, scheme, width in (("light", "light", 1200), ("dark", "dark", 1200), ("phone", "light", 390)):
        page.resize(width, 900, phone=width < 500)
        page.prefer(scheme)
        page.open(path)
        time.sleep(0.3)
        for section in page.run("return [...document.querySelectorAll('section')].map(one => one.id)"):
            top, height = page.run("const box = document.getElementById(arguments[0]).getBoundingClientRect();"
                                   "return [box.top + scrollY, box.height]", section)
            page.picture(folder / f"{name}-{look}-{section}.png", captureBeyondViewport=True,
                         clip={"x": 0, "y": top, "width": width, "height": min(height, 2200), "scale": 1})
    page.resize(1200, 900)
    page.prefer("light")


def main():
    program, kernels = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    pictures = pathlib.Path(sys.argv[4]) if sys.argv[3:4] == ["--pictures"] else None

    def write(*arguments):
        subprocess.run([program, *map(str, arguments), "--quiet"], check=False)

    page = browser.Browser()
    try:
        with tempfile.TemporaryDirectory(prefix="warpclock-page-") as folder:
            folder = pathlib.Path(folder)
            path = folder / "page.html"
            everything = ["time", "stalls", "bound", "timeline", "memory", "machine", "numbers"]
            for target, machine in FAMILIES:
                write("check", kernels / "bfs" / f"{target}-tiny.yaml", "--report", path)
                tell(check_page(page, path, everything), f"{machine}: all sections, no complaints (HOUSE-77)")
                tell(page.run(WRONG_NUMBERS), f"{machine}: the numbers of its data (HOUSE-77)")
                tell(check_keyboard(page), f"{machine}: keyboard (HOUSE-77)")
                tell(check_theme(page, path), f"{machine}: light and dark (HOUSE-77)")
                tell(check_phone(page, path), f"{machine}: on a phone (HOUSE-77)")
                tell(check_print(page, folder), f"{machine}: on paper (HOUSE-77)")
                if pictures:
                    take_pictures(page, path, machine, pictures)
            write("check", kernels / "sgemm" / "vortex-tiny.yaml", "-m", "vortex-swas", "--method", "analysis",
                  "--report", path)
            tell(check_page(page, path, everything) + page.run(WRONG_NUMBERS) +
                 page.run("return document.querySelector('.graph .block.worst') ? [] : ['no worst path']"),
                 "a bound by analysis draws its worst path")
            write("bound", kernels / "sgemm" / "vortex-tiny.yaml", "-m", "vortex-swas", "--method", "analysis",
                  "--report", path)
            tell(check_page(page, path, ["time", "bound", "machine"]), "a bound without a run")
            write("run", kernels / "sgemm" / "vortex-tiny.yaml", "-f", "--report", path)
            tell(check_page(page, path, ["time", "bound", "machine", "numbers"]), "a functional run")
            write("run", kernels / "sgemm" / "pascal-small.yaml", "--report", path)
            tell(check_page(page, path, everything) + check_smooth(page), "a longer run zooms smoothly")
            write("compare", kernels / "sgemm" / "vortex-tiny.yaml", "-m", "vortex,vortex-swas", "--bound",
                  "--report", path)
            tell(check_page(page, path, ["comparison"]) + check_phone(page, path), "a comparison")
            if pictures:
                take_pictures(page, path, "compare", pictures)
            write("paper", "pastis", "--table", "matmul", "--report", path)
            tell(check_page(page, path, ["table-matmul"]) + check_phone(page, path), "a paper")
            if pictures:
                take_pictures(page, path, "paper", pictures)
            (folder / "stop.elf").write_bytes(rv32.elf(rv32.programs["stop"]))
            (folder / "job.yaml").write_text(f"kernel: stop.elf\nmachine: vortex\nentry: '{HOSTILE}'\n")
            write("run", folder / "job.yaml", "--report", path)
            page.open(path)
            title = page.run("return document.title")
            tell(page.complaints() + expect(title.startswith(HOSTILE), title) +
                 expect(not page.run("return document.images.length"), "an image"), "a name is never markup (HOUSE-75)")
    finally:
        page.close()
    print(f"1..{number}")


reason = browser.missing()
if reason:
    print(f"1..0 # SKIP {reason}")
else:
    main()
