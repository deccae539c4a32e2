#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Timelines of Sim-D: work-groups, their phases, issues, and DDR4 (SIMD-4, SIMD-5).

    sim-d.py WARPCLOCK [unittest option...]

Every file agrees with the report of the same run, and every run passes the checks of its events.
"""
import collections
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True

import timeline

program = os.path.abspath(sys.argv[1])
DATA = ".data\n0 0x0 64 64\n1 0x10000 64 64\n.sp_data\n0 0x0 64 16\n.text\n"
PROGRAMS = {  # all end with a store to DRAM
    "copy": "ldglin v1, 0\nstglin v1, 1\nexit\n",
    "pads": "ldglin v1, 0\nstsplin v1, 0\nmov v2, 3\nrcp v2, v2\nldsplin v3, 0\nmul v3, v3, v2\n"
            "stglin v3, 1\nexit\n",
    # All lanes branch: the decoder pops, and the instruction before the pop has no effect.
    "pops": "mov v1, 0\nitest.ez p1, v1\nbra L, p1\nmov v2, 1\nL:\nldglin v2, 0\nstglin v2, 1\n"
            "exit\n",
}
SETTINGS = [(), ("policy=pairwise",), ("policy=access",), ("policy=compute",), ("pipeline.decode=1",),
            ("clock.compute=1200",), ("clock.compute=3000",)]


class SimD(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="warpclock-timeline-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_traced(self, name, *settings, file="t.pftrace", groups=2):
        (self.folder / "k.sas").write_text(DATA + PROGRAMS[name])
        (self.folder / "job.yaml").write_text(f"kernel: k.sas\nndrange: [64, {16 * groups}]\n")
        command = [program, "run", "job.yaml", "--check", "--trace", file, "--json", "-"]
        for setting in settings:
            command += ["--set", setting]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60,
                              check=False)
        self.assertEqual(done.returncode, 0, (name, settings, done.stderr))
        read = {"json": timeline.read_json, "pftrace": timeline.read_perfetto,
                "csv": lambda data: list(csv.DictReader(data.decode().splitlines()))}
        return (json.loads(done.stdout),
                read[file.split(".")[1]]((self.folder / file).read_bytes()))

    def all_runs(self):
        for name in PROGRAMS:
            for settings in SETTINGS:
                with self.subTest(program=name, settings=settings):
                    yield self.run_traced(name, *settings)

    def test_tracks(self):
        _, lines = self.run_traced("pads")
        names = collections.Counter((track.kind, track.name) for track in lines.tracks.values())
        for name in ("compute unit 0 slot 0", "compute unit 0 slot 1", "DRAM"):
            self.assertEqual(names["process", name], 1, names)
        self.assertEqual(names["thread", "work-group"], 2)
        parts = collections.Counter(track.name for track in lines.tracks.values())
        self.assertEqual(parts["phases"], 2)
        for name in ("data bus", "refresh", "bank 00", "bank 07"):
            self.assertEqual(parts[name], 1, parts)

    def test_phases_alternate(self):
        """SIMD-4: starts with COMPUTE, ends with DRAM, no two neighbours of the same class."""
        for result, lines in self.all_runs():
            phases = collections.defaultdict(list)
            for piece in lines.of("phase"):
                phases[piece.arguments["group"]].append(piece)
            self.assertEqual(sorted(phases), [0, 1])
            for group in phases.values():
                names = [piece.name for piece in group]
                self.assertEqual((names[0], names[-1]), ("compute", "DRAM"))
                access = [name != "compute" for name in names]
                self.assertTrue(all(a != b for a, b in zip(access, access[1:])), names)
                self.assertTrue(all(a.end == b.begin for a, b in zip(group, group[1:])))
            requests = [piece for piece in lines.of("phase") if piece.name != "compute"]
            self.assertEqual(len(requests), result["sim_d"]["requests"])

    def test_phases_are_those_of_the_program(self):
        _, lines = self.run_traced("pads")
        names = [piece.name for piece in lines.of("phase") if piece.arguments["group"] == 0]
        self.assertEqual(names, ["compute", "DRAM", "compute", "scratchpad", "compute",
                                 "scratchpad", "compute", "DRAM"])

    def test_a_waiting_work_group_does_not_issue(self):
        """SIMD-5: a work-group that waits for memory does not issue."""
        for _, lines in self.all_runs():
            parent = {i: track.parent for i, track in lines.tracks.items()}
            busy = collections.defaultdict(list)
            for piece in lines.of("phase"):
                if piece.name != "compute":
                    busy[parent[piece.track]].append(range(piece.begin, piece.end))
            for piece in lines.of("issue"):
                self.assertFalse(any(piece.begin in span for span in busy[parent[piece.track]]))

    def test_issues_and_waits_are_those_of_the_report(self):
        for result, lines in self.all_runs():
            issues = lines.of("issue")
            pops = [piece for piece in issues if "pc" not in piece.arguments]
            self.assertEqual(len(pops), 8 * result["sim_d"]["injected_pops"])
            own = [piece for piece in issues
                   if "pc" in piece.arguments and piece.arguments["lanes"]]
            self.assertEqual(len(own), result["warp_instructions"])
            self.assertEqual(sum(piece.arguments["lanes"] for piece in own),
                             result["thread_instructions"])
            waits = collections.Counter()
            for piece in lines.of("stall"):
                waits[piece.name] += piece.end - piece.begin
            self.assertEqual(waits, {name: count for name, count in result["stalls"].items()
                                     if count and name != "idle"})

    def test_lives_are_filled(self):
        for result, lines in self.all_runs():
            lives = lines.of("warp")
            self.assertEqual(len(lives), result["sim_d"]["groups"])
            inside = sum(piece.end - piece.begin for piece in lines.slices
                         if piece.category in ("issue", "stall"))
            self.assertEqual(inside, sum(piece.end - piece.begin for piece in lives))

    def test_dram(self):
        for result, lines in self.all_runs():
            memory = result["memory"]
            bus = collections.Counter(piece.name for piece in lines.on("data bus"))
            self.assertEqual((bus["read"], bus["write"]),
                             (memory["dram_reads"], memory["dram_writes"]))
            banks = [piece for piece in lines.of("dram") if
                     lines.tracks[piece.track].name.startswith("bank")]
            rows = [piece for piece in banks if piece.name == "row"]
            self.assertEqual(len(rows), result["sim_d"]["dram_activates"])
            self.assertEqual({piece.depth for piece in rows}, {0})
            self.assertEqual({piece.depth for piece in banks if piece.name != "row"}, {1})
            self.assertEqual(len(lines.on("refresh")), result["sim_d"]["refreshes"])

    def test_the_data_bus_is_as_busy_as_reported(self):
        result, lines = self.run_traced("copy", groups=4)
        busy = sum(piece.end - piece.begin for piece in lines.on("data bus"))
        reported = result["sim_d"]["data_bus_busy"] * 1000 / 1600
        self.assertAlmostEqual(busy, reported, delta=0.05 * reported)

    def test_other_forms(self):
        result, native = self.run_traced("pops")
        _, chrome = self.run_traced("pops", file="t.json")
        self.assertEqual([piece._replace(flows=[]) for piece in native.slices], chrome.slices)
        _, rows = self.run_traced("pops", file="t.csv")
        issues = [row for row in rows if row["opcode"]]
        self.assertEqual(len(issues), len(native.of("issue")))
        for reason, count in result["stalls"].items():
            self.assertEqual(sum(int(row[reason]) for row in rows), count)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
