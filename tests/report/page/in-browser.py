#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pages in Chromium: they open without complaints and show the numbers of their data; keyboard,
contrast in light and dark, a phone's width and printing work (HOUSE-77); the page of a run of ten
million instructions opens, scrolls and zooms as others do.

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

import bare
import browser
import placing
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

# Text without the contrast that WCAG AA asks for (4.5 to 1), colours blended as they lie.
LOW_CONTRAST = """
    const parse = text => {
        const [r, g, b, a] = text.match(/[\\d.]+/g).map(Number);
        return {rgb: [r, g, b], a: a === undefined ? 1 : a};
    };
    const over = (top, under) => top.rgb.map((v, i) => v * top.a + under[i] * (1 - top.a));
    const page = parse(getComputedStyle(document.body).backgroundColor).rgb;
    const behind = element => {
        if (!element || element === document.documentElement)
            return page;
        const block = element.tagName === "text" && element.closest(".block");
        const paint = block ? getComputedStyle(block.querySelector("rect")).fill
            : getComputedStyle(element).backgroundColor;
        return over(parse(paint), behind(element.parentElement));
    };
    const light = rgb => d3.zip([0.2126, 0.7152, 0.0722], rgb.map(v => v / 255)).reduce(
        (sum, [part, v]) => sum + part * (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4), 0);
    const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const written = [...document.querySelectorAll("body *")].filter(
        one => one.getClientRects().length && !["SCRIPT", "OPTION", "title"].includes(one.tagName) &&
            [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()));
    const wrong = new Map();
    for (const element of written) {
        const style = getComputedStyle(element), under = behind(element);
        const ink = parse(element.tagName === "text" ? style.fill : style.color);
        let shown = ink.a;
        for (let at = element; at; at = at.parentElement)
            shown *= Number(getComputedStyle(at).opacity);
        const found = ratio(light(over({rgb: ink.rgb, a: shown}, under)), light(under));
        if (found < 4.5)
            wrong.set(`${element.tagName} ${element.getAttribute("class")}`,
                      `${found.toFixed(2)} to 1: ${element.textContent.slice(0, 40)}`);
    }
    return written.length ? [...wrong].flat() : ["no text"];"""

# What is wider than a phone, unless it scrolls in a box of its own.
TOO_WIDE = """
    const scrolls = element => element !== document.body && element !== document.documentElement &&
        (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
    return [...document.querySelectorAll("header *, main *")]
        .filter(one => one.getBoundingClientRect().right > arguments[0] + 1 && !scrolls(one))
        .slice(0, 5).map(one => `${one.tagName} ${one.getAttribute("class")}: ${
            one.textContent.slice(0, 40)}`);"""

# Rows of listings that are two lines high, or whose address has no room.
BROKEN_ROWS = """
    const rows = [...document.querySelectorAll(".listing .row")], where = one =>
        one.querySelector(".where");
    return rows
        .filter(one => one.getBoundingClientRect().height >
                    1.5 * parseFloat(getComputedStyle(one).lineHeight) ||
                where(one).scrollWidth > where(one).clientWidth + 1)
        .slice(0, 5).map(one => "a row that breaks: " + one.textContent.slice(0, 40));"""

# The terms of a bound are all of it, and each says what it is.
WRONG_TERMS = """
    const result = JSON.parse(document.getElementById("data").textContent).result;
    const rows = [...document.querySelectorAll("[aria-label='Terms of the bound'] tbody tr")]
        .map(row => [...row.cells].map(cell => cell.textContent));
    const sum = d3.sum(rows, row => Number(row[1].replace(/\u202f/g, "")));
    return [...(sum === result.bound ? [] : [`terms of ${sum} cycles, a bound of ${result.bound}`]),
            ...rows.filter(row => !row[3]).map(row => "without a meaning: " + row[0])];"""

# A line with rows in several loops shows the sum of them.
WRONG_SUMS = """
    const rows = JSON.parse(document.getElementById("data").textContent).result.explain
        .filter(row => row.file), wrong = [];
    const lines = [...d3.group(rows, row => row.line)].filter(([, some]) => some.length > 1);
    for (const [line, some] of lines) {
        const shown = [...document.querySelectorAll("[aria-label=Source] button")]
            .find(one => one.querySelector(".where").textContent === String(line));
        shown.click();
        const said = document.querySelector(".detail").textContent.replace(/\u202f/g, "");
        const terms = d3.rollup(some.flatMap(row => Object.entries(row.terms)),
                                all => d3.sum(all, one => one[1]), one => one[0]);
        const numbers = [["executions", d3.sum(some, row => row.executions)]]
            .map(([name, value]) => `at most ${value} ${name}`)
            .concat([...terms].map(([name, value]) => `${name} ${value}`));
        wrong.push(...numbers.filter(one => !said.includes(one))
            .map(one => `line ${line}: no ${one} in ${said}`));
    }
    return lines.length ? wrong : ["no line with several rows"];"""

# Words that its makers do not use, and a plural of one.
WRONG_WORDS = """
    const own = JSON.parse(document.getElementById("data").textContent).result.topology.warp;
    const text = ["stalls", "timeline", "numbers"].map(
        id => document.getElementById(id).textContent).join(" ");
    return [...(own === "warp" ? [] : text.match(/\\bwarps?\\b(?!-)/g) || []),
            ...(text.match(/(?<![\\d.\u202f])1 (lanes|executions|transactions)\\b/g) || [])];"""
ROWS_OPEN = """const memory = document.getElementById("memory").textContent;
    return memory.includes("found their row open");"""

# Text of a graph that is not in its block, where edges may cross it.
OUTSIDE = """
    return [...document.querySelectorAll(".graph .block")].flatMap(block => {
        const room = block.querySelector("rect").getBBox();
        return [...block.querySelectorAll("text")].filter(text => {
            const box = text.getBBox();
            return box.x < room.x || box.x + box.width > room.x + room.width ||
                box.y < room.y || box.y + box.height > room.y + room.height;
        }).map(text => "outside its block: " + text.textContent);
    });"""

PHONE = 390
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
    return (page.complaints() + expect(found == sections, f"sections {found}") +
            page.run(BROKEN_ROWS))


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
    problems += wait_for(page, back, light)
    return problems


def check_contrast(page, path):
    problems = []
    for scheme in "light", "dark":
        page.prefer(scheme)
        page.open(path)
        page.run("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        problems += page.run(LOW_CONTRAST)
    page.prefer("light")
    return problems


def check_phone(page, path):
    """A layout that is wider than a phone widens the window, too: only its own width counts."""
    page.resize(PHONE, 800, phone=True)
    page.open(path)
    width = page.run("return document.documentElement.scrollWidth")
    small = page.run("""return [...document.querySelectorAll("svg.chart text")].filter(
        one => one.getBoundingClientRect().height < 9).map(one => "tiny: " + one.textContent)""")
    problems = (page.complaints() + expect(width <= PHONE, f"{width} wide on {PHONE}") +
                page.run(TOO_WIDE, PHONE) + page.run(BROKEN_ROWS) + small[:5])
    page.resize(1200, 900)
    return problems


def check_print(page, folder):
    page.print(folder / "page.pdf")
    printed = (folder / "page.pdf").read_bytes()
    return expect(printed.startswith(b"%PDF"), "no PDF") + page.complaints()


def check_order(page, path):
    """Tab goes through the page from top to bottom, and everything that it reaches has a name."""
    page.open(path)
    seen = []
    for _ in range(200):
        page.press("Tab")
        stop = page.run("""const one = document.activeElement;
            const box = one.getBoundingClientRect();
            const all = [...document.querySelectorAll("body *")];
            const name = one.getAttribute("aria-label") || one.textContent.trim() ||
                (one.labels && one.labels.length ? one.labels[0].textContent : "");
            return one === document.body ? null
                : [all.indexOf(one), one.tagName, name.slice(0, 30), box.width * box.height > 0];""")
        if not stop or stop in seen:
            break
        seen.append(stop)
    places = [place for place, *_ in seen]
    return (expect(len(seen) > 12 and places == sorted(places), f"order {seen}") +
            [f"{tag} without a name" for _, tag, name, _ in seen if not name] +
            [f"{tag} {name} cannot be seen" for _, tag, name, visible in seen[1:] if not visible])


LONG_TASKS = """window.longTasks = [];
    new PerformanceObserver(list => window.longTasks.push(...list.getEntries()
        .map(entry => Math.round(entry.duration)))).observe({entryTypes: ["longtask"]});"""
# Frames while the page scrolls from its beginning to its end, in milliseconds, in order of length.
SCROLL = """
    const done = arguments[0], times = [], end = document.documentElement.scrollHeight - innerHeight;
    let y = 0, last = performance.now();
    document.documentElement.style.scrollBehavior = "auto";
    const step = now => {
        times.push(now - last);
        last = now;
        y += 120;
        window.scrollTo(0, y);
        if (y < end)
            requestAnimationFrame(step);
        else
            done(times.sort((a, b) => a - b));
    };
    requestAnimationFrame(step);"""


def check_big(page, path):
    """What it takes is counted: elements and bytes. The times have limits that only a page which
    grows with the run would exceed; on a busy host they are several times the usual."""
    page.watch_pages(LONG_TASKS)
    page.open(path)
    took = page.run("return performance.getEntriesByType('navigation')[0].loadEventEnd")
    opening = page.run("return longTasks")
    elements = page.run("return document.querySelectorAll('*').length")
    page.run("longTasks.length = 0")
    frames = page.wait(SCROLL)
    scrolling = page.run("return longTasks")
    print(f"# {path.stat().st_size} bytes, {elements} elements, open after {took:.0f} ms, "
          f"tasks of {opening} ms; scrolling {len(frames)} frames, "
          f"middle {frames[len(frames) // 2]:.1f} ms, longest {frames[-1]:.1f} ms, "
          f"tasks of {scrolling} ms")
    return (page.complaints() + expect(path.stat().st_size < 2 << 20, "too large a file") +
            expect(elements < 6000, f"{elements} elements") +
            expect(took < 10000, f"open after {took:.0f} ms") +
            expect(frames[len(frames) // 2] < 100, f"half of the frames {frames[len(frames) // 2]}") +
            expect(sum(scrolling) < 2000, f"tasks while scrolling: {scrolling}"))


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

    def write(self, command, *rest, environment=None):
        subprocess.run([self.program, command, *map(str, rest), "--report", self.path, "--quiet"],
                       check=False, stderr=subprocess.DEVNULL, env=environment)

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
        tell(page.run(WRONG_WORDS) + expect(page.run(ROWS_OPEN) == (machine != "fermi"),
                                            "rows of DRAM: the Fermi machines have none"),
             f"{machine}: its own words")
        tell(check_keyboard(page), f"{machine}: keyboard (HOUSE-77)")
        tell(check_order(page, self.path), f"{machine}: order of the keyboard (HOUSE-77)")
        tell(check_theme(page, self.path), f"{machine}: light and dark (HOUSE-77)")
        tell(check_contrast(page, self.path), f"{machine}: contrast (HOUSE-77)")
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
             self.browser.run(WRONG_TERMS) + self.browser.run(drawn) +
             self.browser.run(OUTSIDE), "a bound by analysis draws its worst path")
        tell(check_contrast(self.browser, self.path) + check_phone(self.browser, self.path),
             "its contrast, and on a phone")
        self.write("check", job, *analysed, environment=placing.install(self.folder))
        placed = """const one = document.querySelectorAll(".graph .block"), moved = one[1];
            return [moved.getAttribute("transform"), one.length,
                    document.querySelectorAll(".graph svg > path").length]"""
        problems = self.check(self.EVERYTHING)
        where, blocks, edges = self.browser.run(placed)
        tell(problems + self.browser.run(drawn) +
             self.browser.run(OUTSIDE) +
             expect(where == f"translate({3 * 72 - 84},{72 - 23})" and blocks > 3 and edges > 3,
                    f"{where}, {blocks} blocks, {edges} edges"),
             "a graph that Graphviz has placed")
        self.write("check", self.kernels / "psort" / "vortex-tiny.yaml", "-m", "vortex-swas")
        self.browser.open(self.path)
        advice = self.browser.run("return document.querySelector('.advice').textContent")
        tell([missing for missing in ("With threads=16 it takes", "With fixed: true on buffer in")
              if missing not in advice] + expect("`" not in advice, "a backtick"),
             "what would help, in short")
        limits = "return document.getElementById('bound').textContent"
        tell(expect("With fixed: true on buffer in every run takes exactly" in
                    self.browser.run(limits), "another way to an exact bound"),
             "what would make it exact, as in short")
        self.write("bound", job, *analysed)
        tell(self.check(["time", "bound", "machine"]) + self.browser.run(WRONG_SUMS),
             "a bound without a run: lines in several loops add up")
        self.write("bound", self.kernels / "psort" / "vortex-tiny.yaml", "-m", "vortex-swas")
        self.browser.open(self.path)
        tell(expect("whether other buffers decide, too" in self.browser.run(limits),
                    "a promise that one buffer is enough"), "a bound without a run says less")
        self.write("bound", self.kernels / "mandelbrot-tiles" / "vortex-tiny.yaml", "--method",
                   "analysis")
        self.browser.open(self.path)
        told = self.browser.run(limits)
        tell([missing for missing in ("39its body runs up to 40 times", "Iterations per entry",
                                      "11one more than given")
              if missing not in told] + check_phone(self.browser, self.path),
             "iterations per entry, and executions of the body")
        self.write("check", self.kernels / "psort" / "pascal-tiny.yaml")
        said = "return document.querySelector('.banner').textContent.slice(0, 10)"
        shown = "return [...document.querySelectorAll('.number')].map(one => one.textContent)[1]"
        limits = "return document.querySelector('#bound h2').textContent"
        tell(self.check(self.EVERYTHING) +
             expect(self.browser.run(said) == "No bound: ", self.browser.run(said)) +
             expect(self.browser.run(shown) == "unknown", self.browser.run(shown)) +
             expect("bound" in self.browser.run(limits), self.browser.run(limits)) +
             check_phone(self.browser, self.path), "a bound that is refused")

    def periodic(self):
        (self.folder / "periodic.yaml").write_text(
            f"kernel: {self.kernels}/saxpy/vortex.elf\nentry: saxpy\nmachine: vortex\nblock: 64\n"
            "buffers: {x: {type: f32, shape: [256], fill: 1}}\n"
            "args: [x, x, {f32: 2}, {i32: 256}]\n"
            "launches: [{grid: 4, period: 90000}, {grid: 2, period: 80000}]\n")
        self.write("bound", self.folder / "periodic.yaml", "--method", "analysis")
        problems = self.check(["time", "bound", "machine"])
        said = self.browser.run("return document.querySelector('main').textContent")
        tell(problems + expect("Periodic kernels2schedulable" in said and
                               "No run takes longer" not in said and
                               "each bound is that of a launch alone" in said, said[:400]),
             "periodic kernels are no sequence")

    def analysed(self):
        """Bounds of other machines than Vortex by an analysis."""
        drawn = "return document.querySelector('.graph .block.worst') ? [] : ['no worst path']"
        for kernel, target in ("histogram", "gcn3"), ("histogram", "rv32"), ("psort", "sim-d"):
            self.write("check", self.kernels / kernel / f"{target}-tiny.yaml", "--method",
                       "analysis")
            tell(self.check(self.EVERYTHING) + self.browser.run(WRONG_NUMBERS) +
                 self.browser.run(WRONG_TERMS) + self.browser.run(drawn) +
                 self.browser.run(OUTSIDE) + check_phone(self.browser, self.path),
                 f"{kernel} on {target}: terms of the bound, worst path, phone")
            if self.pictures:
                self.picture(f"{kernel}-{target}-bound")
        label = "return document.querySelector('.graph').textContent"
        others = """return [...document.querySelectorAll("[aria-label='Other bounds'] tbody tr")]
            .map(row => row.cells[2].textContent)"""
        requests = """const data = JSON.parse(document.getElementById("data").textContent);
            const seen = new Map(data.timeline.memory.map(one => [one.name, d3.sum(one.requests)]));
            return ["DRAM", "scratchpad"].filter(name => !seen.get(name) ||
                seen.get(name) !== data.result.sim_d[name.toLowerCase() + "_phases"] ||
                !document.getElementById("memory").textContent.includes(
                    name.toLowerCase() + " phases"))"""
        tell(self.browser.run(requests), "psort on sim-d: requests to DRAM and the scratchpad")
        tell(expect("loop, 1 × 100 iterations" in self.browser.run(label), "entries of the loop") +
             expect(len(list(filter(None, self.browser.run(others)))) == 4, "the other bounds"),
             "psort on sim-d: its loop, and bounds that are no terms")

    def variants(self):
        for target, machine in ("gcn3", "gcn3-pws"), ("rv32", "fermi-sbi-swi"):
            self.write("run", self.kernels / "bfs" / f"{target}-tiny.yaml", "-m", machine)
            tell(self.check(self.EVERYTHING) + self.browser.run(WRONG_NUMBERS) +
                 self.browser.run(WRONG_CYCLES) + check_phone(self.browser, self.path),
                 f"a run on {machine}")

    def runs(self):
        self.write("run", self.kernels / "sgemm" / "vortex-tiny.yaml", "-f")
        tell(self.check(["time", "bound", "machine", "numbers"]), "a functional run")
        self.write("run", self.kernels / "sgemm" / "pascal-small.yaml")
        tell(self.check(self.EVERYTHING) + check_smooth(self.browser),
             "a longer run zooms smoothly")
        self.write("run", self.kernels / "nbody" / "pascal-large.yaml")
        tell(check_big(self.browser, self.path) + check_smooth(self.browser),
             "a run of more than ten million instructions opens, scrolls and zooms (HOUSE-77)")

    def cut(self):
        """What a run did before it was stopped is no time, and a run asks for no bound."""
        shown = """return [...document.querySelectorAll('.card .label, .advice li, .banner')]
            .map(one => one.textContent).join("; ")"""
        self.write("run", self.kernels / "nbody" / "pascal-tiny.yaml", "--max-cycles", "3000")
        self.browser.open(self.path)
        text = self.browser.run(shown)
        tell(expect("Stopped after" in text and "was stopped after" in text and
                    "Time;" not in text and "with 0 of 2 launches done" in text and
                    "bound" not in text, text), "a run that was cut short")

    def bare(self):
        self.write("run", bare.write(self.folder, self.kernels))
        heads = "return [...document.querySelectorAll('#stalls h3')].map(one => one.textContent)"
        said = "return document.querySelector('#stalls').textContent"
        none = "No source available: the binary has no line information."
        tell(self.check(self.EVERYTHING) + self.browser.run(WRONG_CYCLES) +
             expect(none in self.browser.run(said), "it does not say why there is no source") +
             expect("By instruction" in self.browser.run(heads), self.browser.run(heads)) +
             expect("Source" not in self.browser.run(heads), "an empty pane") +
             check_keyboard(self.browser) + check_phone(self.browser, self.path),
             "no source available (HOUSE-77)")
        (self.folder / "bare.cubin").write_bytes(
            (self.kernels / "saxpy" / "pascal.cubin").read_bytes())
        self.write("run", self.folder / "bare.yaml")
        tell(self.check(self.EVERYTHING) +
             expect("saxpy.cl cannot be read." in self.browser.run(said), "no reason"),
             "a source file that is not there")
        self.write("run", self.kernels / "saxpy" / "pascal-tiny.yaml")
        tell(self.check(self.EVERYTHING) +
             expect("No source" not in self.browser.run(said), "a reason"), "a source that is there")

    def tables(self):
        self.write("compare", self.kernels / "sgemm" / "vortex-tiny.yaml", "-m",
                   "vortex,vortex-swas", "--bound")
        tell(self.check(["comparison"]) + check_phone(self.browser, self.path), "a comparison")
        if self.pictures:
            self.picture("compare")
        drawn = "return document.querySelectorAll('svg.chart').length"
        labels = """const cells = JSON.parse(document.getElementById("data").textContent)
            .comparison.cells, text = document.querySelector("svg.chart").textContent
            .replace(/\u202f/g, "");
            return cells.map(cell => `${cell.cycles}, bound ${cell.bound}`)
                .filter(label => !text.includes(label))"""
        lines = "return document.querySelectorAll('svg.chart path.base').length"
        self.browser.resize(1200, 900)
        self.browser.open(self.path)
        tell(expect(self.browser.run(drawn) == 2, "not two charts: cycles and speed-ups") +
             self.browser.run(labels) +
             expect(self.browser.run(lines) == 1, "speed-ups have no line at 1") +
             check_contrast(self.browser, self.path), "its speed-ups and contrast")
        self.write("compare", *(self.kernels / name / "vortex-tiny.yaml" for name in
                                ("sgemm", "reduction")), "-m", "vortex,vortex-swas,vortex-3.0")
        tell(self.check(["comparison"]) + check_phone(self.browser, self.path),
             "a comparison of several jobs")
        self.write("compare", *(self.kernels / "vecadd" / f"{target}-tiny.yaml" for target in
                                ("gcn3", "pascal")))
        problems = self.check(["comparison"])
        said = self.browser.run("return document.querySelector('main').textContent")
        tell(problems + [missing for missing in ("Speed-up in time over gcn3", "at 1\u202f120 MHz",
                                                 "×1.11 cycles", "×0.99 time")
                         if missing not in said] + check_phone(self.browser, self.path),
             "machines with different clocks are compared in time")
        self.write("paper", "pastis", "--table", "matmul")
        tell(self.check(["table-matmul"]) + check_phone(self.browser, self.path), "a paper")
        if self.pictures:
            self.picture("paper")

    def sweep(self):
        """SWEEP-9, a page of query: the front that it draws has no point that another one beats."""
        (self.folder / "sweep.yaml").write_text(
            f"jobs: ['{self.kernels}/saxpy/vortex-tiny.yaml']\nmachines: [vortex, vortex-swas]\n"
            "parameters: {warps: [4, 8, 16], issue: [gtlrr, bogus]}\nseeds: 2\n")
        db = self.folder / "results.db"
        subprocess.run([self.program, "sweep", self.folder / "sweep.yaml", "--db", db, "-q", "-j1"],
                       check=False)
        self.write("query", db, "best cycles by machine")
        front = """const rows = [...document.querySelectorAll('#pareto tbody tr')]
            .map(row => [...row.querySelectorAll('.n')].map(cell => Number(
                cell.textContent.replace(/\\u202f/g, ""))));
            const beaten = rows.filter(a => rows.some(b => b !== a && b[0] <= a[0] && b[1] <= a[1]));
            return rows.length && !beaten.length ? [] : [JSON.stringify(rows)];"""
        tell(self.check(["answer", "pareto", "lines", "failures"]) + self.browser.run(front) +
             check_phone(self.browser, self.path), "a sweep: Pareto front, lines, failures")
        across = "return document.querySelector('#lines label + label select').value"
        tell(expect(self.browser.run(across) == "warps", self.browser.run(across)),
             "a sweep: a seed is not the first parameter")
        if self.pictures:
            self.picture("sweep")

    def failures(self):
        """What a run that failed shows: its kind, in words that fit on a phone."""
        name = "a_kernel_with_a_name_that_is_longer_than_a_phone_is_wide_" * 3
        (self.folder / "long.elf").write_bytes(rv32.elf(rv32.programs["stop"]))
        job = self.folder / f"{name}.yaml"
        job.write_text(f"kernel: long.elf\nmachine: vortex\nentry: '{name}'\n")
        self.write("run", job)
        tell(check_phone(self.browser, self.path), "long names fit on a phone")
        saxpy = self.kernels / "saxpy"
        job.write_text(f"kernel: {saxpy}/vortex.elf\ngrid: [2]\nblock: [16]\n"
                       "buffers: {x: {type: f32, shape: [64], fill: 1}}\n"
                       "args: [x, x, {f32: 1}, {i32: 32}]\n"
                       f"expect: {{x: {{sha256: {'0' * 64}}}}}\n")
        self.write("run", job)
        begins = "return document.querySelector('.banner strong').textContent"
        self.browser.open(self.path)
        tell(expect(self.browser.run(begins) == "Failed: ", self.browser.run(begins)) +
             check_phone(self.browser, self.path) + check_contrast(self.browser, self.path),
             "an output that differs")
        job.write_text(job.read_text().replace("{i32: 32}", "{i32: 128}").replace("[2]", "[8]"))
        self.write("run", job)
        self.browser.open(self.path)
        tell(expect(self.browser.run(begins) == "Stopped: ", self.browser.run(begins)) +
             check_phone(self.browser, self.path), "a fault")

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
            pages.periodic()
            pages.analysed()
            pages.variants()
            pages.runs()
            pages.cut()
            pages.bare()
            pages.tables()
            pages.sweep()
            pages.failures()
            pages.hostile()
        finally:
            pages.browser.close()
    print(f"1..{number}")


reason = browser.missing()
if reason:
    print(f"1..0 # SKIP {reason}")
else:
    main()
