# SPDX-License-Identifier: Apache-2.0
"""HOUSE-126: the package is typed: mypy --strict finds nothing, in it or in a program that uses it."""
import os
import shutil
import subprocess
import tempfile
import unittest

import warpclock

from case import source

USER = """
import numpy as np
import warpclock

kernel: warpclock.Kernel = warpclock.load("saxpy.elf")["saxpy"]
x = np.ones(16, np.float32)
result = warpclock.launch(kernel, grid=1, block=16, args=[x, np.float32(2), 16])
cycles: int = result.cycles or 0
stalls = result.counters["stalls.fetch"]
rows = warpclock.records([result, warpclock.check("job.yaml", set={"warps": 8})])
try:
    warpclock.run(warpclock.Job("a.elf", args=[warpclock.Buffer(x, fixed=True)]))
except warpclock.Error as error:
    print(error.place, error.hint, error.status)
"""


class Types(unittest.TestCase):
    def test_mypy_finds_nothing(self):
        if not shutil.which("mypy"):
            self.skipTest("no mypy")
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/user.py", "w", encoding="utf-8") as file:
                file.write(USER)
            done = subprocess.run(
                ["mypy", "--strict", "--cache-dir", folder, "-p", "warpclock", "-m", "user"],
                env=dict(os.environ, MYPYPATH=f"{source / 'python'}:{folder}"), cwd=folder,
                capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_everything_public_is_documented(self):
        self.assertTrue((source / "python/warpclock/py.typed").exists())
        page = (source / "docs/python.md").read_text()
        for name in warpclock.__all__:
            with self.subTest(name):
                self.assertTrue(getattr(warpclock, name).__doc__)
                self.assertRegex(page, rf"\b{name}\b")
