# SPDX-License-Identifier: Apache-2.0
"""What README.md and docs/ show works as it stands there."""
import json
import re
import shutil
import subprocess

import arrays
import command
from command import Case, clean_environment


def blocks(page, language):
    text = (command.source / page).read_text()
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)


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
        for line in commands:
            if "| dot " in line and not shutil.which("dot"):
                line = line.split("|")[0]
            done = subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=self.folder,
                                  env=clean_environment(), capture_output=True, text=True,
                                  timeout=60)
            self.assertEqual(done.returncode, 0, (line, done.stderr))

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

    def test_pages_that_are_linked_exist(self):
        pages = [page.relative_to(command.source) for page in
                 (*command.source.glob("*.md"), *(command.source / "docs").rglob("*.md"),
                  *(command.source / "kernels").rglob("*.md"))]
        for page in pages:
            text = (command.source / page).read_text()
            for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text):
                self.assertTrue((command.source / page.parent / target).exists(), (page, target))


class Pages(Case):
    def test_the_error_document_is_as_shown(self):
        shown = json.loads(blocks("docs/commands.md", "json")[0])
        self.write("job.yaml", "kernle: x\n")
        done = self.call("run", "job.yaml", "--json", "-", status=2)
        self.assertEqual(json.loads(done.stdout), shown)

    def test_the_refused_settings_are_as_shown(self):
        text = (command.source / "docs/machine-file.md").read_text()
        for pair, message in (("threads=64", "threads: 64 is above its most, 32 threads a warp"),
                              ("treads=4", "machine 'vortex' has no parameter 'treads'")):
            self.assertIn(f"--set: error: {message}\n", text)
            done = self.call("machines", "vortex", "--set", pair, status=2)
            self.assertIn(f"--set: error: {message}\n", done.stderr)
