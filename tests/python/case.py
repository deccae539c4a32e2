# SPDX-License-Identifier: Apache-2.0
"""What tests of the package share: a folder with small programs, and the command beside it."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import program as rv32

source = pathlib.Path(__file__).resolve().parents[2]


def command(*arguments):
    """The command's (status, standard output, standard error)."""
    environment = dict(os.environ, NO_COLOR="1")
    done = subprocess.run([os.environ["WARPCLOCK_COMMAND"], *map(str, arguments)],
                          capture_output=True, text=True, env=environment, timeout=120)
    return done.returncode, done.stdout, done.stderr


def document(*arguments):
    """The JSON of the command."""
    return json.loads(command(*arguments, "--json", "-")[1])


class Case(unittest.TestCase):
    """A test with a folder that has NAME.elf and NAME.yaml for each program of program.py."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="warpclock-python-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, words in rv32.programs.items():
            (self.folder / f"{name}.elf").write_bytes(rv32.elf(words))
            self.write(f"{name}.yaml", f"kernel: {name}.elf\nmachine: vortex\n")

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return self.folder / name
