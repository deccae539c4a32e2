# SPDX-License-Identifier: Apache-2.0
"""What README.md and docs/ show works as shown."""
import json
import pathlib
import re
import shutil
import subprocess

import arrays
import command
from command import Case, clean_environment


def blocks(page, language):
    """The fenced blocks of a page that name this language, or none with an empty one."""
    fences = re.findall(r"^```(\w*)\n(.*?)^```$", (command.source / page).read_text(), re.M | re.S)
    return [text for name, text in fences if name == language]


def examples(page):
    """(command, lines below it) of every "$ warpclock ..." that a page shows with its output."""
    for block in blocks(page, ""):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            line, *output = part.splitlines()
            if "warpclock" in line:
                yield line, [shown for shown in output if shown.strip()]


def headings(page):
    """The anchors of a page, as web views of Markdown name them."""
    found = re.findall(r"^#+ (.*)$", page.read_text(), re.M)
    return {re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in found}


class Readme(Case):
    """Run in a folder that looks like the source tree after `make`."""

    def setUp(self):
        super().setUp()
        for name in ("kernels", "machines"):
            (self.folder / name).symlink_to(command.source / name)
        (self.folder / "build").mkdir()
        (self.folder / "build/warpclock").symlink_to(command.program)

    def test_every_command_works(self):
        commands = [line for block in blocks("README.md", "sh") for line in block.splitlines()
                    if line.startswith("build/warpclock")]
        self.assertGreater(len(commands), 4)
        before = {path.name for path in self.folder.iterdir()}
        for line in commands:
            if "| dot " in line and not shutil.which("dot"):
                line = line.split("|")[0]
            done = subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=self.folder,
                                  env=clean_environment(), capture_output=True, text=True,
                                  timeout=60)
            self.assertEqual(done.returncode, 0, (line, done.stderr))
        left = {path.name for path in self.folder.iterdir()} - before
        self.assertIn("sgemm.pftrace", left)
        if (command.source / ".git").exists():
            ignored = subprocess.run(["git", "-C", command.source, "check-ignore", "--no-index",
                                      *left], capture_output=True, text=True).stdout.split()
            self.assertEqual(left, set(ignored), "git would show them as new")

    def test_shown_output_is_what_the_program_prints(self):
        """In the order shown. Where lines are left out README.md has a line with "..."."""
        (self.folder / "warpclock").symlink_to(command.program)
        path = clean_environment(PATH=f"{self.folder}:/usr/bin:/bin")
        shown = [(page, *example) for page in ("README.md", "docs/swas.md", "docs/bound.md")
                 for example in examples(page)]
        self.assertGreater(len(shown), 4)
        for page, line, output in shown:
            done = subprocess.run(["bash", "-c", line], cwd=self.folder, env=path, text=True,
                                  capture_output=True, timeout=120, check=True)
            printed, skips = iter(filter(str.strip, done.stdout.splitlines())), page != "README.md"
            for expected in output:
                if expected.strip() == "...":
                    skips = True
                elif skips:
                    self.assertIn(expected, printed, (page, line))
                    skips = page != "README.md"
                else:
                    self.assertEqual(expected, next(printed, None), (page, line))
            self.assertEqual([] if skips else list(printed), [], (page, line))

    def test_libraries_for_programs_are_where_the_page_says(self):
        text, build = (command.source / "docs/exec.md").read_text(), pathlib.Path(command.program).parent
        folders = re.findall(r"-L build/src/exec/(\w+) -lwarpclock-(\w+)", text)
        self.assertEqual({name for pair in folders for name in pair}, {"cuda", "hip", "opencl"})
        for folder, name in folders:
            self.assertTrue((build / f"src/exec/{folder}/libwarpclock-{name}.so").exists(), name)
            self.assertTrue((command.source / f"src/exec/{name}/{name}_abi.h").exists(), name)
            self.assertIn(f"| `build/src/exec/{folder}` | `PREFIX/lib/warpclock/{folder}` |", text)

    def test_every_job_runs(self):
        jobs = blocks("README.md", "yaml")
        self.assertTrue(jobs)
        for job in jobs:
            self.write("job.yaml", job)
            self.call("run", "job.yaml", "--functional")
        x = arrays.random_fill("f32", 1024, -1, 1, 7)
        y = arrays.read_npy((self.folder / "out.npy").read_bytes())[2]
        products = arrays.as_stored("f32", [2.5 * value for value in x])
        self.assertEqual(y, arrays.as_stored("f32", [p + i for i, p in enumerate(products)]))

    def test_the_first_program_of_sim_d_runs(self):
        (program,), job = blocks("docs/sim-d.md", "sas"), blocks("docs/sim-d.md", "yaml")[0]
        self.write("scale.sas", program)
        self.write("scale.yaml", job)
        self.call("run", "scale.yaml")
        y = arrays.read_npy((self.folder / "y.npy").read_bytes())[2]
        self.assertEqual(list(y), [2.5 * i for i in range(5000)])
        self.call("check", "scale.yaml", "--method", "analysis")

    def test_pages_and_headings_that_are_linked_exist(self):
        folders = ("docs", "kernels", "machines", "papers", "tests")
        pages = [*command.source.glob("*.md"),
                 *(page for name in folders for page in (command.source / name).rglob("*.md"))]
        self.assertGreater(len(pages), 20)
        for page in pages:
            text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
            for target in re.findall(r"\]\((?!https?:)([^)\s]+)", text):
                path, _, heading = target.partition("#")
                linked = page.parent / path if path else page
                self.assertTrue(linked.exists(), (page, target))
                if heading:
                    self.assertIn(heading, headings(linked), (page, target))


class Pages(Case):
    def test_the_error_document_is_as_shown(self):
        shown = json.loads(blocks("docs/commands.md", "json")[0])
        self.write("job.yaml", "kernle: x\n")
        done = self.call("run", "job.yaml", "--json", "-", status=2)
        self.assertEqual(json.loads(done.stdout), shown)

    def test_the_refused_settings_are_as_shown(self):
        shown = re.findall(r"^\$ warpclock (.*)\n((?:.*\n)+?)```",
                           (command.source / "docs/machine-file.md").read_text(), re.M)
        self.assertEqual(len(shown), 2)
        for line, message in shown:
            self.assertEqual(self.call(*line.split(), status=2).stderr, message)


class JobPage(Case):
    """docs/job-file.md: each key has an example. tests/load/test_job.c reads the examples."""

    NESTED = {"type", "shape", "file", "fill", "min", "max", "seed", "fixed", "assume", "pointers",
              "equal", "sha256", "rtol", "atol", "buffer", "offset", "local", "struct", "total"}

    def test_every_key_has_an_example(self):
        page = (command.source / "docs/job-file.md").read_text()
        rows = re.search(r"^## Keys\n(.*?)^## ", page, re.M | re.S)[1]
        keys = {key for row in re.findall(r"^\| (`.*?`) \|", rows, re.M)
                for key in re.findall(r"`(\w+)`", row)}
        self.assertGreater(len(keys), 20)
        shown = set(re.findall(r"(\w+):", "".join(blocks("docs/job-file.md", "yaml"))))
        self.assertEqual((keys | self.NESTED) - shown, set())


class MachinePage(Case):
    """The examples of docs/machine-file.md: an excerpt of a machine, and a machine of its own."""

    def setUp(self):
        super().setUp()
        self.excerpt, self.variant = blocks("docs/machine-file.md", "yaml")

    def document(self, name):
        return json.loads(self.call("machines", name, "--json", "-").stdout)

    def test_the_excerpt_is_part_of_the_machine(self):
        self.write("vortex.yaml", self.excerpt)
        excerpt, whole = self.document("./vortex.yaml"), self.document("vortex")
        for key in ("name", "about", "isa", "model"):
            self.assertEqual(excerpt[key], whole[key])
        self.assertGreater(len(excerpt["parameters"]), 4)
        for row in excerpt["parameters"]:
            self.assertIn(row, whole["parameters"])

    def test_the_selector_sets_what_the_page_says(self):
        self.write("vortex.yaml", self.excerpt)
        done = self.call("machines", "./vortex.yaml", "--set", "frontend=stock", "--json", "-")
        values = {row["name"]: row["value"] for row in json.loads(done.stdout)["parameters"]}
        self.assertEqual((values["fetch"], values["issue"]), ("fp", "lrr"))

    def test_the_variant_runs_a_kernel(self):
        self.write("vortex-4x4.yaml", self.variant)
        job = command.source / "kernels/vecadd/vortex-tiny.yaml"
        done = self.call("run", job, "--machine", "./vortex-4x4.yaml", "--json", "-")
        result = json.loads(done.stdout)
        self.assertEqual(result["machine"], "vortex-4x4")
        self.assertEqual(result["warps_started"], 4)
        self.assertLessEqual(result["lanes_active"], 4)

    def test_the_list_of_machines_names_every_file(self):
        text = (command.source / "machines/README.md").read_text()
        files = {path.name for path in (command.source / "machines").glob("*.yaml")}
        self.assertEqual(set(re.findall(r"^\| `([^`]+)` \|", text, re.M)), files)
