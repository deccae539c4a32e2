#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many runs a campaign and sweeps make in a second of processor time, all told: processes,
databases, files, checks.

    bench/rates.py [--program build/warpclock] [--runs 3000]

Processor time of all processes, because it hardly depends on what else the host does. Each worker has
one processor, so a host makes as many runs in a second as it has processors, times the rate.
"""
import argparse
import json
import pathlib
import sqlite3
import tempfile

import measure

NIGHT = 10 * 3600
SWEEP = """jobs: [KERNELS/saxpy/vortex-tiny.yaml]
mode: MODE
expect: false
parameters:
  warps: [4, 8, 16]
  fetch: [lrr, gtlrr]
seeds: SEEDS
"""


def runs_of(database, sql):
    connection = sqlite3.connect(database)
    try:
        return connection.execute(sql).fetchone()[0]
    finally:
        connection.close()


def campaign(options, folder):
    database = folder / "campaign.db"
    _, _, seconds, _ = measure.alone(options.program, [
        options.program, "campaign", "--db", database, "--jobs", "2", "--runs", options.runs, "--quiet"])
    return runs_of(database, "SELECT sum(runs) FROM nights"), seconds


def sweep(options, folder, mode):
    database, file = folder / f"{mode}.db", folder / f"{mode}.yaml"
    file.write_text(SWEEP.replace("KERNELS", str(measure.ROOT / "kernels")).replace("MODE", mode)
                    .replace("SEEDS", str(options.runs // 12)))
    text, _, seconds, _ = measure.alone(options.program, [
        options.program, "sweep", file, "--db", database, "--jobs", "2", "--json", "-"])
    assert json.loads(text)["failed"] == 0, text
    return runs_of(database, "SELECT count(*) FROM runs WHERE status = 'ok'"), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=measure.ROOT / "build/warpclock")
    parser.add_argument("--runs", type=int, default=3000)
    options = parser.parse_args()
    work = {"campaign, all machines": campaign}
    for mode in ("functional", "run", "check"):
        work[f"sweep of saxpy, tiny, mode `{mode}`"] = (
            lambda options, folder, mode=mode: sweep(options, folder, mode))
    rows = []
    with tempfile.TemporaryDirectory(prefix="warpclock-rates-") as folder:
        for name, function in work.items():
            runs, seconds = function(options, pathlib.Path(folder))
            rows.append([name, f"{runs:,}", f"{seconds:.1f}", f"{runs / seconds:,.0f}",
                         f"{2 * NIGHT * runs / seconds / 1e6:.1f} million"])
    print(f"Revision {measure.revision(options.program)}.\n")
    print(measure.table(["work", "runs", "processor seconds", "runs per processor second",
                         "ten hours on two processors"], rows))


if __name__ == "__main__":
    main()
