# SPDX-License-Identifier: Apache-2.0
"""What tests of a paper's reruns share: the tables by name, numbers in rows, TAP."""
import json
import math
import os
import pathlib
import shutil
import subprocess
import tempfile

source = pathlib.Path(__file__).resolve().parents[2]


class Rerun:
    """`warpclock paper NAME`, all of it."""

    def __init__(self, program, name):
        self.program, self.name = program, name
        self.done = self.call("--json", "-")
        self.document = json.loads(self.done.stdout)
        tables = self.document["tables"]
        self.tables = {table["name"]: table["rows"] for table in tables}
        self.notes = {table["name"]: table["notes"] for table in tables}

    def call(self, *arguments, **environment):
        return subprocess.run([self.program, "paper", self.name, *arguments], capture_output=True,
                              text=True, env={**os.environ, **environment})

    def call_with(self, path, change, *arguments):
        """The same with one file of a copy of the paper's folder changed."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for part in ("machines", "papers"):
                shutil.copytree(source / part, folder / part)
            for part in ("kernels", "build"):
                (folder / part).symlink_to(source / part)
            file = folder / "papers" / self.name / path
            file.write_text(change(file.read_text()))
            return self.call(*arguments, "-q", WARPCLOCK_PATH=str(folder / "machines"))


def numbers(row, keys):
    return all(isinstance(row[key], (int, float)) and math.isfinite(row[key]) for key in keys)


def report(checks, acceptance):
    """TAP. A check gives whether it holds, and what it saw. Verdicts are remarks."""
    print(f"1..{len(checks)}")
    for number, check in enumerate(checks, 1):
        right, seen = check()
        print(f"{'ok' if right else 'not ok'} {number} {check.__name__.replace('_', ' ')}")
        if not right:
            for row in seen if isinstance(seen, list) else str(seen).splitlines():
                print(f"# {row}")
    for row in acceptance:
        print(f"# {row['id']} {row['verdict']}: {row['headline']}: {row['ours']}; "
              f"the paper: {row['paper']}")
