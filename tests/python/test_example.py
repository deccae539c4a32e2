# SPDX-License-Identifier: Apache-2.0
"""HOUSE-127: the examples, and the blocks of docs/python.md, work as written."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from case import source

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)


def run_script(script, folder, **changes):
    environment = dict(os.environ, WARPCLOCK_FIGURES=folder, MPLCONFIGDIR=folder,
                       WARPCLOCK_DB=f"{folder}/results.db",
                       PYTHONPATH=str(source / "python"), PYTHONDONTWRITEBYTECODE="1", **changes)
    return subprocess.run([sys.executable, script], capture_output=True, text=True, cwd=source,
                          env=environment, timeout=600)


class Examples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="warpclock-example-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_the_sweep_draws_its_charts(self):
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            self.skipTest("no matplotlib (python3-matplotlib)")
        done = run_script("python/examples/sweep.py", str(self.folder))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"\d+ cycles")
        for name in ("cycles.png", "stalls.png"):
            picture = (self.folder / name).read_bytes()
            self.assertTrue(picture.startswith(b"\x89PNG"))
            self.assertGreater(len(picture), 10_000)

    def test_the_sweep_is_a_notebook(self):
        """Cells of the percent format; text only in cells for it."""
        text = (source / "python/examples/sweep.py").read_text()
        cells = re.split(r"^# %%", text, flags=re.M)[1:]
        self.assertGreater(len(cells), 8)
        for cell in cells:
            head, *lines = cell.splitlines()
            if "[markdown]" in head:
                self.assertTrue(all(not line or line.startswith("#") for line in lines), cell)

    def test_the_blocks_of_the_page_run_in_their_order(self):
        blocks = BLOCK.findall((source / "docs/python.md").read_text())
        self.assertGreater(len(blocks), 5)
        script = self.folder / "page.py"
        script.write_text("\n".join(blocks))
        done = run_script(script, str(self.folder))
        self.assertEqual(done.returncode, 0, done.stderr)
