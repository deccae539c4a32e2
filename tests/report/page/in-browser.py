#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pages in Chromium: they open without complaints and show the numbers of their data; keyboard,
dark mode, a phone's width and printing work (HOUSE-77).

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
    const parameters = new Map(((data.machine || {}).parameters || [])
        .map(one => ["machine." + one.name, one.value]));
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

# Every instruction has its own cycles: programs of a job may have the same addresses.
WRONG_CYCLES = """
    const profile = JSON.parse(document.getElementById("data").textContent).result.profile;
    const known = profile.lines.filter(line => line.function)
        .reduce((sum, line) => sum + line.cycles, 0);
    const shown = [...document.querySelectorAll("[aria-label=Instructions] [data-cycles]")]
        .reduce((sum, row) => sum + Number(row.dataset.cycles), 0);
    return shown === known ? [] : [`${shown} cycles, the profile has ${known}`];"""

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
    problems += expect(before != after and "cycles" in after, "arrow keys do not move in source")
    page.run("document.querySelector('.time').focus()")
    axis = ("return [...document.querySelectorAll('.time .axis text')]"
            ".map(one => one.textContent).join()")
    whole = page.run(axis)
    page.press("+")
    nearer = page.run(axis)
    page.press("Right")
    later = page.run(axis)
    page.press("0")
    problems += expect(len({whole, nearer, later}) == 3, "keys do not zoom and move the timeline")
    problems += expect(page.run(axis) == whole, "0 does not show all")
    said = page.run("return document.querySelector('.readout').textContent")
    return problems + expect("cycles" in said, "the timeline says nothing")


def wait_for(page, script, wanted):
    """A browser draws when it has time: up to ten seconds after the change."""
    for _ in range(100):
        seen = page.run(script)
        if seen == wanted:
            break
        time.sleep(0.1)
    return expect(seen == wanted, f"{seen}, not {wanted}")


def check_theme(page, path):
    back = "return getComputedStyle(document.body).backgroundColor"
    light, dark = "rgb(255, 255, 255)", "rgb(20, 23, 28)"
    page.prefer("light")
    page.open(path)
    problems = wait_for(page, back, light)
    page.prefer("dark")
    problems += wait_for(page, back, dark)
    page.run("document.getElementById('theme').click()")
    problems += wait_for(page, back, light)
    page.prefer("light")
    return problems


def check_phone(page, path):
    page.resize(390, 800, phone=True)
    page.open(path)
    width = page.run("return [document.documentElement.scrollWidth, innerWidth]")
    problems = page.complaints() + expect(width[0] <= width[1], f"{width[0]} wide on {width[1]}")
    page.resize(1200, 900)
    return problems


def check_print(page, folder):
    page.print(folder / "page.pdf")
    printed = (folder / "page.pdf").read_bytes()
    return expect(printed.startswith(b"%PDF"), "no PDF") + page.complaints()


def check_smooth(page):
    """Zooming redraws everything that is visible."""
    page.run("document.querySelector('.time').focus()")
    spent = page.run("""
        const box = document.querySelector(".time"), begin = performance.now();
        for (let i = 0; i < 20; i++)
            box.dispatchEvent(new KeyboardEvent("keydown", {key: i < 10 ? "+" : "-"}));
        return (performance.now() - begin) / 20;""")
    return expect(spent < 250, f"{spent:.0f} ms per step")


SECTIONS = "return [...document.querySelectorAll('section')].map(one => one.id)"
EXTENT = """const box = document.getElementById(arguments[0]).getBoundingClientRect();
            return [box.top + scrollY, box.height]"""


class Pages:
    """Writes pages and looks at them in one browser."""

    EVERYTHING = ["time", "stalls", "bound", "timeline", "memory", "machine", "numbers"]

    def __init__(self, program, kernels, folder, pictures):
        self.program, self.kernels, self.folder = program, kernels, folder
        self.pictures = pictures
        self.path = folder / "page.html"
        self.browser = browser.Browser()

    def write(self, command, job, *options):
        subprocess.run([self.program, command, str(job), *options, "--report", self.path,
                        "--quiet"], check=False)

    def check(self, sections):
        return check_page(self.browser, self.path, sections)

    def picture(self, name):
        for look, scheme, width in (("light", "light", 1200), ("dark", "dark", 1200),
                                    ("phone", "light", 390)):
            self.browser.resize(width, 900, phone=width < 500)
            self.browser.prefer(scheme)
            self.browser.open(self.path)
            time.sleep(0.3)
            for section in self.browser.run(SECTIONS):
                top, height = self.browser.run(EXTENT, section)
                self.browser.picture(self.pictures / f"{name}-{look}-{section}.png",
                                     captureBeyondViewport=True,
                                     clip={"x": 0, "y": top, "width": width,
                                           "height": min(height, 2200), "scale": 1})
        self.browser.resize(1200, 900)
        self.browser.prefer("light")

    def family(self, target, machine):
        page = self.browser
        self.write("check", self.kernels / "bfs" / f"{target}-tiny.yaml")
        tell(self.check(self.EVERYTHING), f"{machine}: all sections, no complaints (HOUSE-77)")
        tell(page.run(WRONG_NUMBERS) + page.run(WRONG_CYCLES),
             f"{machine}: the numbers of its data (HOUSE-77)")
        tell(check_keyboard(page), f"{machine}: keyboard (HOUSE-77)")
        tell(check_theme(page, self.path), f"{machine}: light and dark (HOUSE-77)")
        tell(check_phone(page, self.path), f"{machine}: on a phone (HOUSE-77)")
        tell(check_print(page, self.folder), f"{machine}: on paper (HOUSE-77)")
        if self.pictures:
            self.picture(machine)

    def bounds(self):
        job = self.kernels / "sgemm" / "vortex-tiny.yaml"
        analysed = ("-m", "vortex-swas", "--method", "analysis")
        self.write("check", job, *analysed)
        drawn = "return document.querySelector('.graph .block.worst') ? [] : ['no worst path']"
        tell(self.check(self.EVERYTHING) + self.browser.run(WRONG_NUMBERS) +
             self.browser.run(drawn), "a bound by analysis draws its worst path")
        self.write("bound", job, *analysed)
        tell(self.check(["time", "bound", "machine"]), "a bound without a run")

    def runs(self):
        self.write("run", self.kernels / "sgemm" / "vortex-tiny.yaml", "-f")
        tell(self.check(["time", "bound", "machine", "numbers"]), "a functional run")
        self.write("run", self.kernels / "sgemm" / "pascal-small.yaml")
        tell(self.check(self.EVERYTHING) + check_smooth(self.browser),
             "a longer run zooms smoothly")

    def tables(self):
        self.write("compare", self.kernels / "sgemm" / "vortex-tiny.yaml", "-m",
                   "vortex,vortex-swas", "--bound")
        tell(self.check(["comparison"]) + check_phone(self.browser, self.path), "a comparison")
        if self.pictures:
            self.picture("compare")
        self.write("paper", "pastis", "--table", "matmul")
        tell(self.check(["table-matmul"]) + check_phone(self.browser, self.path), "a paper")
        if self.pictures:
            self.picture("paper")

    def hostile(self):
        (self.folder / "stop.elf").write_bytes(rv32.elf(rv32.programs["stop"]))
        job = self.folder / "job.yaml"
        job.write_text(f"kernel: stop.elf\nmachine: vortex\nentry: '{HOSTILE}'\n")
        self.write("run", job)
        self.browser.open(self.path)
        title, images = self.browser.run("return [document.title, document.images.length]")
        tell(self.browser.complaints() + expect(title.startswith(HOSTILE), title) +
             expect(not images, "an image"), "a name is never markup (HOUSE-75)")


def main():
    program, kernels = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    pictures = pathlib.Path(sys.argv[4]) if sys.argv[3:4] == ["--pictures"] else None
    with tempfile.TemporaryDirectory(prefix="warpclock-page-") as folder:
        pages = Pages(program, kernels, pathlib.Path(folder), pictures)
        try:
            for target, machine in FAMILIES:
                pages.family(target, machine)
            pages.bounds()
            pages.runs()
            pages.tables()
            pages.hostile()
        finally:
            pages.browser.close()
    print(f"1..{number}")


reason = browser.missing()
if reason:
    print(f"1..0 # SKIP {reason}")
else:
    main()
