#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Timelines of real runs, read back and held against the statistics of the same run.

    run-tests.py WARPCLOCK KERNELS [unittest option...]

Every file must be one that a viewer can show (tracks declared, slices nested, names given), and it
must tell the same story as the report: each issue, each wait and each transaction once.
"""
import collections
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True

import timeline

program, kernels = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()

TMC, JUMP_BACK = 0x0000000B, 0xFFDFF06F


def job_without_expectations(name):
    """A job of the suite that needs no reference data."""
    lines = (kernels / name / "vortex-tiny.yaml").read_text().split("expect:")[0]
    return lines.replace("kernel: ", f"kernel: {kernels / name}/")


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="warpclock-timeline-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def job(self, name):
        path = self.folder / f"{name}.yaml"
        path.write_text(job_without_expectations(name))
        return str(path)

    def call(self, *arguments, status=0):
        done = subprocess.run([program, *arguments], cwd=self.folder, capture_output=True,
                              text=True, timeout=120)
        self.assertEqual(done.returncode, status, (arguments, done.stderr))
        return done

    def run_traced(self, name, *options, file="t.pftrace", status=0):
        """The result and the timeline of a kernel of the suite."""
        done = self.call("run", self.job(name), "--trace", file, "--json", "-", *options,
                         status=status)
        data = (self.folder / file).read_bytes()
        read = timeline.read_json if file.endswith(".json") else timeline.read_perfetto
        return json.loads(done.stdout), read(data)


class Story(Case):
    """The timeline tells what the statistics tell."""

    def cycles_by_name(self, lines, category):
        cycles = collections.Counter()
        for piece in lines.of(category):
            cycles[piece.name] += piece.end - piece.begin
        return dict(cycles)

    def check(self, result, lines):
        issues = lines.of("issue")
        self.assertEqual(len(issues), result["warp_instructions"])
        self.assertEqual(sum(bin(int(piece.arguments["mask"], 16)).count("1") for piece in issues),
                         result["thread_instructions"])
        told = {name: count for name, count in result["stalls"].items()
                if count and name != "idle"}
        self.assertEqual(self.cycles_by_name(lines, "stall"), told)
        self.assertEqual(self.cycles_by_name(lines, "nop"),
                         {f"nop ({kind})": count for kind, count in result["swas"]["nops"].items()
                          if count})
        self.assertEqual(self.cycles_by_name(lines, "oracle"),
                         {cause: count for cause, count in result["swas"]["causes"].items()
                          if count})
        self.assertEqual(len(lines.on("global memory")), result["memory"]["global_transactions"])
        self.assertEqual(max(piece.end for piece in lines.of("launch")), result["cycles"])
        self.check_banks(result["memory"], [piece for piece in lines.of("dram")
                                            if piece.name != "row"])

    def check_banks(self, memory, accesses):
        """Of a machine whose requests are bursts."""
        words = collections.Counter(word for piece in accesses for word in piece.name.split())
        self.assertEqual({word: words[word] for word in ("read", "write", "hit")},
                         {"read": memory["dram_reads"], "write": memory["dram_writes"],
                          "hit": memory["dram_row_hits"]})
        self.assertTrue(accesses)

    def test_issues_waits_and_transactions_are_those_of_the_report(self):
        for name in ("sgemm", "divergence", "histogram"):
            self.check(*self.run_traced(name))

    def test_the_other_front_end_and_several_cores_tell_it_too(self):
        self.check(*self.run_traced("sgemm", "--set", "frontend=stock"))
        result, lines = self.run_traced("sgemm", "--set", "cores=3", "--set", "l2.present=true")
        self.check(result, lines)
        processes = [track.name for track in lines.tracks.values() if track.kind == "process"]
        self.assertEqual(processes, ["core 0", "core 1", "core 2", "DRAM"])

    def test_tracks_are_called_as_the_machine_calls_its_parts(self):
        for target, core, warp in (("pascal", "SM 1 processing block 3", "warp 15"),
                                   ("gcn3", "CU 3 SIMD 3", "wavefront 9")):
            job = kernels / "sgemm" / f"{target}-tiny.yaml"
            lines = job.read_text().split("expect:")[0]
            (self.folder / "job.yaml").write_text(
                lines.replace("kernel: ", f"kernel: {job.parent}/"))
            self.call("run", "job.yaml", "--trace", "t.pftrace")
            read = timeline.read_perfetto((self.folder / "t.pftrace").read_bytes())
            names = [track.name for track in read.tracks.values()]
            self.assertEqual([name for name in names if name.startswith(core.split()[0])][-1], core)
            self.assertEqual([name for name in names if name.startswith(warp.split()[0] + " ")
                              and name[-1].isdigit()][-1], warp)
            self.assertIn(f"active {warp.split()[0]}s", names)

    def test_every_instruction_is_in_its_unit_once(self):
        result, lines = self.run_traced("sgemm")
        issues, units = lines.of("issue"), lines.of("unit")
        self.assertEqual(len(units), result["warp_instructions"])
        self.assertEqual(sorted((piece.begin, piece.name) for piece in units),
                         sorted((piece.begin, piece.name) for piece in issues))
        names = [lines.tracks[piece.track].name for piece in units]
        self.assertEqual(set(names), {"ALU", "FPU", "load/store", "SFU"})
        done = {(piece.begin, piece.name): int(piece.arguments["done"]) for piece in issues}
        for piece, name in zip(units, names):
            end = piece.begin + 1 if name == "load/store" else done[piece.begin, piece.name]
            self.assertEqual(piece.end, max(end, piece.begin + 1))

    def test_nops_and_oracles_are_those_of_the_report(self):
        """SWAS-28, SWAS-40"""
        result, lines = self.run_traced("psort", "--set", "frontend=swas")
        self.check(result, lines)
        self.assertEqual({piece.name for piece in lines.of("nop")},
                         {"nop (start)", "nop (miss)", "nop (flush)"})
        self.assertEqual({piece.name for piece in lines.of("oracle")}, {"miss"})  # no error
        result, lines = self.run_traced("reduction", "--set", "issue=lrr")  # of two launches
        self.check(result, lines)
        self.assertEqual({piece.name for piece in lines.of("oracle")}, {"miss", "branch", "sync"})

    def test_chromes_form_tells_the_same(self):
        _, native = self.run_traced("reduction")
        _, chrome = self.run_traced("reduction", file="t.json")
        self.assertEqual([piece._replace(flows=[]) for piece in native.slices], chrome.slices)
        for name in ("active warps", "occupancy", "IPC over 100 cycles", "warps at a barrier"):
            pairs = zip(native.counter(name), chrome.counter(name), strict=True)
            for (cycle, value), (other_cycle, other) in pairs:
                self.assertEqual(cycle, other_cycle)
                self.assertAlmostEqual(value, other, delta=0.006)

    def test_a_timeline_changes_no_result(self):
        job = self.job("reduction")
        plain = json.loads(self.call("run", job, "--json", "-").stdout)
        for options in (["--trace", "t.pftrace"], ["--check"], ["--every-cycle"],
                        ["--check", "--trace", "t.json", "--every-cycle"]):
            other = json.loads(self.call("run", job, "--json", "-", *options).stdout)
            for key in ("cycles", "warp_instructions", "stalls", "memory", "launches"):
                self.assertEqual(other[key], plain[key], (options, key))

    def test_two_runs_write_the_same_bytes(self):
        self.run_traced("sgemm", file="a.pftrace")
        self.run_traced("sgemm", file="b.pftrace")
        self.assertEqual((self.folder / "a.pftrace").read_bytes(),
                         (self.folder / "b.pftrace").read_bytes())


class Shape(Case):
    """What a viewer shows where."""

    def test_accesses_of_a_bank_lie_in_the_row_that_they_find_or_open(self):
        for target in ("vortex", "pascal", "gcn3"):
            self.call("run", str(kernels / "bfs" / f"{target}-tiny.yaml"), "--trace", "t.pftrace",
                      "--quiet")
            lines = timeline.read_perfetto((self.folder / "t.pftrace").read_bytes())
            self.check_rows(lines)

    def check_rows(self, lines):
        rows, kinds = {}, collections.Counter()
        for piece in sorted(lines.of("dram"), key=lambda piece: (piece.begin, piece.depth)):
            bank = lines.tracks[piece.track].name
            self.assertRegex(bank, "^bank [0-9]{2}$")
            if piece.name == "row":
                before, rows[bank] = rows.get(bank), piece
                continue
            kind, row = piece.name.split()[1], rows[bank]
            if kind == "conflict":
                self.assertNotEqual(row.arguments["row"], before.arguments["row"])
                self.assertEqual(row.begin, before.end)
            self.assertEqual((piece.depth, kind != "hit"), (1, piece.begin == row.begin), piece)
            self.assertLessEqual(piece.end, row.end)
            self.assertGreaterEqual(piece.arguments["done"], piece.end)
            kinds[kind] += 1
        self.assertGreater(min(kinds["hit"], kinds["closed"]), 0, kinds)

    def test_no_two_slices_of_a_track_overlap_unless_one_holds_the_other(self):
        _, lines = self.run_traced("sgemm")
        ends = {}
        for piece in lines.slices:
            self.assertLess(piece.begin, piece.end)
            self.assertGreaterEqual(piece.begin, ends.get((piece.track, piece.depth), 0), piece)
            ends[piece.track, piece.depth] = piece.end

    def test_issues_and_waits_lie_in_the_life_of_their_warp_and_fill_it(self):
        for front in ("paper", "swas"):
            _, lines = self.run_traced("reduction", "--set", f"frontend={front}")
            self.check_lives(lines)

    def check_lives(self, lines):
        lives = {}
        for piece in lines.slices:
            if piece.category == "warp":
                self.assertEqual(piece.depth, 0)
                lives[piece.track] = [piece, piece.begin]
            elif piece.category in ("issue", "nop", "stall"):
                life = lives[piece.track]
                self.assertEqual((piece.depth, piece.begin), (1, life[1]), piece)
                self.assertLessEqual(piece.end, life[0].end)
                life[1] = piece.end
        self.assertEqual(len(lives), 32)
        for life, end in lives.values():
            self.assertEqual(life.end, end)

    def test_issues_take_a_cycle_and_name_pc_mask_end_and_source(self):
        _, lines = self.run_traced("sgemm")
        loads = [piece for piece in lines.of("issue") if piece.name == "flw"]
        self.assertTrue(loads)
        for piece in loads:
            self.assertEqual(piece.end, piece.begin + 1)
            self.assertGreater(piece.arguments["done"], piece.end)
        sources = {piece.arguments.get("source", "") for piece in loads}
        self.assertTrue(any(source.startswith("sgemm.cl:") for source in sources), sources)
        self.assertGreaterEqual(int(loads[0].arguments["pc"], 16), 0x80000000)
        self.assertLessEqual(max(collections.Counter(
            piece.begin for piece in lines.of("issue")).values()), 1)

    def test_a_suspended_warp_only_waits(self):
        """SWAS-37: neither instruction nor NOP between a miss and its line."""
        _, lines = self.run_traced("sgemm", "--set", "frontend=swas", "--set", "icache.bytes=512")
        misses = [piece for piece in lines.of("memory") if piece.name == "fetch miss"]
        self.assertGreater(len(misses), 100)
        slots = collections.defaultdict(set)
        for piece in lines.slices:
            if piece.category in ("issue", "nop"):
                slots[lines.tracks[piece.track].name].add(piece.begin)
        for miss in misses:
            suspended = range(miss.begin + 1, miss.end)
            self.assertTrue(slots[f"warp {miss.arguments['warp']:02}"].isdisjoint(suspended), miss)

    def test_oracles_name_both_choices_and_the_queue(self):
        """SWAS-28"""
        _, lines = self.run_traced("sgemm", "--set", "issue=lrr")
        chosen = {piece.begin: lines.tracks[piece.track].name for piece in lines.of("issue")}
        self.assertTrue(lines.on("oracles differ"))
        for piece in lines.on("oracles differ"):
            self.assertNotEqual(piece.arguments.get("warp"), piece.arguments["oracle"])
            self.assertLessEqual(piece.arguments["queue"], 4)
            for cycle in range(piece.begin, piece.end):
                warp = piece.arguments.get("warp")
                self.assertEqual(chosen.get(cycle), None if warp is None else f"warp {warp:02}")

    def test_arrows_lead_from_an_access_to_its_transactions(self):
        _, lines = self.run_traced("sgemm")
        access = {flow: piece for piece in lines.of("issue") for flow in piece.flows}
        transactions = [piece for piece in lines.of("memory") if piece.name != "fetch miss"]
        self.assertTrue(transactions)
        for piece in transactions:
            source = access[piece.flows[0]]
            self.assertLess(source.begin, piece.begin)
            self.assertEqual(lines.tracks[source.track].name, f"warp {piece.arguments['warp']:02}")
            if piece.name != "store":
                self.assertGreaterEqual(source.arguments["done"], piece.end)

    def releases(self, lines):
        """Arrows between instructions of different warps: from, to."""
        ends = {}
        for piece in sorted(lines.of("issue"), key=lambda piece: piece.begin):
            for flow in piece.flows:
                ends.setdefault(flow, []).append(piece)
        return [pair for pair in ends.values() if len(pair) == 2]

    def test_arrows_lead_from_the_last_arrival_at_a_barrier_to_released_warps(self):
        for target, machine in (("vortex.elf", "vortex"), ("pascal.cubin", "jetson-tx2"),
                                ("gcn3.hsaco", "gcn3"), ("rv32.elf", "fermi"),
                                ("rv32.elf", "fermi-sbi-swi")):
            (self.folder / "job.yaml").write_text(
                f"kernel: {kernels}/reduction/{target}\ngrid: 2\nblock: 256\n"
                "buffers:\n  in: {type: f32, shape: 1500, fill: iota}\n"
                "  partial: {type: f32, shape: 2, fill: 0}\n"
                "args: [in, partial, {i32: 1500}, {local: 1024}]\n")
            self.call("run", "job.yaml", "-m", machine, "--trace", "t.pftrace", "--quiet")
            lines = timeline.read_perfetto((self.folder / "t.pftrace").read_bytes())
            arrows = self.releases(lines)
            self.assertTrue(arrows, target)
            for last, released in arrows:
                self.assertNotEqual(last.track, released.track)
                self.assertLess(last.begin, released.begin)
                waits = [piece for piece in lines.of("stall") if piece.track == released.track and
                         piece.name == "barrier" and piece.begin <= last.end <= piece.end]
                self.assertTrue(waits, (target, last, released))

    def test_chromes_form_has_these_arrows_too(self):
        _, native = self.run_traced("scan", "--set", "threads=4")
        _, chrome = self.run_traced("scan", "--set", "threads=4", file="t.json")
        begins = {number: (track, cycle) for phase, number, track, cycle in chrome.arrows
                  if phase == "s"}
        drawn = {(begins[number], (track, cycle)) for phase, number, track, cycle in chrome.arrows
                 if phase == "f"}
        self.assertEqual(drawn, {((last.track, last.begin), (released.track, released.begin))
                                 for last, released in self.releases(native)})
        self.assertTrue(drawn)

    def test_launches_follow_each_other(self):
        result, lines = self.run_traced("reduction")
        launches = lines.on("launches")
        self.assertEqual([piece.name for piece in launches], ["reduction"] * 2)
        self.assertEqual(launches[0].begin, 0)
        self.assertEqual(launches[0].end, launches[1].begin)
        self.assertEqual([piece.end - piece.begin for piece in launches],
                         [launch["cycles"] for launch in result["launches"]])
        self.assertEqual(launches[0].arguments, {"grid": "8 x 1 x 1", "block": "16 x 1 x 1"})

    def test_counters_go_forward_and_count(self):
        result, lines = self.run_traced("scan", "--set", "threads=4")  # groups of several warps
        for counter in lines.counters.values():
            cycles = [cycle for cycle, _ in counter]
            self.assertEqual(cycles, sorted(cycles))
            self.assertLessEqual(cycles[-1], result["cycles"])
        active = dict(lines.counter("active warps"))
        lives = lines.of("warp")
        for cycle, count in active.items():
            self.assertEqual(count, sum(p.begin <= cycle < p.end for p in lives), cycle)
        self.assertEqual(max(active.values()) / 32 * 100, max(
            value for _, value in lines.counter("occupancy")))
        waiting = lines.counter("warps at a barrier")
        self.assertGreater(max(value for _, value in waiting), 0)
        self.assertEqual(waiting[-1][1], 0)

    def test_ipc_adds_up_to_all_thread_instructions(self):
        result, lines = self.run_traced("sgemm")
        steps = lines.counter("IPC over 100 cycles")
        ends = [cycle for cycle, _ in steps[1:]]
        total = sum(value * ((end - begin + 99) // 100 * 100)
                    for (begin, value), end in zip(steps, ends))
        self.assertEqual(round(total), result["thread_instructions"])

    def test_files_stay_small(self):
        result, _ = self.run_traced("sgemm")
        size = (self.folder / "t.pftrace").stat().st_size
        self.assertLess(size / result["warp_instructions"], 220)


class Reader(unittest.TestCase):
    """The reader refuses what a viewer would show wrongly."""

    def read(self, *events):
        lines = timeline.Timeline()
        lines.events = [(cycle, phase, 1, *(("x", "issue", {}, []) if phase == "B" else ()))
                        for cycle, phase in events]
        lines.nest()
        return [(piece.begin, piece.end, piece.depth) for piece in lines.slices]

    def test_slices_that_follow_or_hold_each_other_are_read(self):
        self.assertEqual(self.read((0, "B"), (5, "E"), (5, "B"), (9, "E")), [(0, 5, 0), (5, 9, 0)])
        self.assertEqual(self.read((0, "B"), (2, "B"), (5, "E"), (9, "E")), [(0, 9, 0), (2, 5, 1)])

    def test_slices_that_overlap_are_refused(self):
        with self.assertRaisesRegex(timeline.Broken, "overlaps"):
            self.read((0, "B"), (5, "E"), (3, "B"), (9, "E"))

    def test_ends_and_beginnings_without_the_other_are_refused(self):
        with self.assertRaisesRegex(timeline.Broken, "without a beginning"):
            self.read((5, "E"))
        with self.assertRaisesRegex(timeline.Broken, "never ends"):
            self.read((5, "B"))


class Endings(Case):
    """Runs that do not go to their end, and files that cannot be written."""

    def program(self, words):
        """A job of a few instruction words, in an ELF file of one segment."""
        code = b"".join(word.to_bytes(4, "little") for word in words)
        header = (b"\x7fELF\1\1\1" + bytes(9) + (2).to_bytes(2, "little")
                  + (243).to_bytes(2, "little")
                  + b"".join(n.to_bytes(4, "little") for n in (1, 0x80000000, 52, 0, 0))
                  + b"".join(n.to_bytes(2, "little") for n in (52, 32, 1, 40, 0, 0)))
        segment = b"".join(n.to_bytes(4, "little") for n in
                           (1, 84, 0x80000000, 0x80000000, len(code), len(code), 5, 4))
        (self.folder / "p.elf").write_bytes(header + segment + code)
        (self.folder / "p.yaml").write_text("kernel: p.elf\nmachine: vortex\n")
        return "p.yaml"

    def read(self, file="t.pftrace"):
        return timeline.read_perfetto((self.folder / file).read_bytes())

    def test_a_run_cut_by_its_limit_leaves_a_whole_timeline(self):
        job = self.program([0x13, JUMP_BACK])
        self.call("run", job, "--trace", "t.pftrace", "--max-cycles", "5000", "-q", status=4)
        lines = self.read()
        self.assertEqual(lines.of("warp")[0].end, lines.of("launch")[0].end)
        self.assertGreaterEqual(lines.of("launch")[0].end, 5000)

    def test_a_fault_leaves_the_timeline_up_to_it(self):
        self.call("run", self.program([0x13, 0x2003, TMC]), "--trace", "t.pftrace", "-q", status=3)
        self.assertEqual([piece.name for piece in self.read().of("issue")], ["addi", "lw"])

    def writes(self, process):
        """Whether its timeline, a file without a name or with one of its own, has begun."""
        for link in pathlib.Path(f"/proc/{process}/fd").iterdir():
            try:
                name, size = os.readlink(link), link.stat().st_size
            except FileNotFoundError:  # closed in the meantime
                continue
            if name.startswith(str(self.folder)) and name.endswith((".tmp", "(deleted)")) and size:
                return True
        return False

    def test_an_interrupt_keeps_what_is_known(self):
        self.program([0x13, JUMP_BACK])
        process = subprocess.Popen([program, "run", "p.yaml", "-q", "--trace", "t.pftrace"],
                                   cwd=self.folder, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 20
        while not self.writes(process.pid) and time.monotonic() < deadline:
            time.sleep(0.001)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=20), 130)
        self.assertEqual(list(self.folder.glob("*.tmp")), [])
        self.assertTrue(self.read().of("launch"))

    def test_a_functional_run_has_no_timeline(self):
        job = self.program([TMC])
        done = self.call("run", job, "-f", "--trace", "t.pftrace", status=2)
        self.assertIn("a functional run has no timeline", done.stderr)
        self.call("run", job, "-f", "--check", status=2)
        self.call("run", job, "-f", "--every-cycle", status=2)
        self.assertFalse((self.folder / "t.pftrace").exists())

    def test_a_run_that_never_began_leaves_the_old_file(self):
        (self.folder / "t.pftrace").write_text("old")
        self.call("run", self.program([0xFFFFFFFF]), "--trace", "t.pftrace", status=3)
        self.call("run", "p.yaml", "--set", "warps=0", "--trace", "t.pftrace", status=2)
        self.assertEqual((self.folder / "t.pftrace").read_text(), "old")
        self.assertEqual(list(self.folder.glob("*.tmp")), [])

    def test_a_file_that_cannot_be_written_is_status_2_and_the_result_is_told(self):
        job = self.program([TMC])
        done = self.call("run", job, "--trace", "no/such/folder", status=2)
        self.assertIn("no/such/folder: error: cannot write", done.stderr)
        if os.path.exists("/dev/full"):
            done = self.call("run", self.job("sgemm"), "--trace", "/dev/full", status=2)
            self.assertIn("cannot write: No space left", done.stderr)
            self.assertIn("cycles", done.stdout)

    def test_the_input_and_the_report_are_not_overwritten(self):
        job = self.program([TMC])
        done = self.call("run", job, "--trace", job, status=2)
        self.assertIn("the timeline 'p.yaml' would overwrite the job 'p.yaml'", done.stderr)
        done = self.call("run", job, "--trace", "x", "--json", "x", status=2)
        self.assertIn("'x' and the timeline 'x' are the same file", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
