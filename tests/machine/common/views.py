#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Looking into a run: the table of instructions, the log of steps, whole states of the machine.

    views.py WARPCLOCK ROOT [unittest option...]
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

program, root = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
PASTIS, KERNELS = root / "papers/pastis/jobs", root / "kernels"
REASONS = ("dependency", "fetch", "unit", "memory", "barrier", "divergence", "not_selected", "idle")


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="warpclock-views-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def call(self, *arguments, status=0):
        done = subprocess.run([program, *map(str, arguments)], cwd=self.folder, text=True,
                              capture_output=True, timeout=120)
        self.assertEqual(done.returncode, status, (arguments, done.stderr))
        return done

    def run_job(self, job, *options):
        return json.loads(self.call("run", job, "--json", "-", *options).stdout)


class Table(Case):
    """PAS-98: a line an instruction, and sums that are the numbers of the report."""

    def read(self, job, *options):
        result = self.run_job(job, "--trace", "t.csv", *options)
        with open(self.folder / "t.csv", newline="") as file:
            return result, list(csv.DictReader(file))

    def check_sums(self, job, *options, slots):
        result, rows = self.read(job, *options)
        issues = [row for row in rows if row["pc"]]
        total = lambda name: sum(int(row[name]) for row in rows)
        self.assertEqual(len(issues), result["warp_instructions"])
        self.assertEqual(total("shared"), result["memory"]["shared_transactions"])
        self.assertEqual(total("global"), result["memory"]["global_transactions"])
        self.assertEqual(total("transactions"),
                         total("shared") + total("global") + total("constant"))
        for reason in REASONS:
            self.assertEqual(total(reason), result["stalls"][reason], reason)
        taken = sum(1 for row in rows if row["opcode"] and row["paired"] == "0")
        waited = sum(total(reason) for reason in REASONS)
        self.assertEqual(taken + waited, result["cycles"] * slots)
        return rows

    def test_transactions_and_waits_add_up_to_the_report_on_pascal(self):
        for job in (PASTIS / "matmul-8.yaml", PASTIS / "matmul-32.yaml",
                    KERNELS / "divergence/pascal-tiny.yaml"):
            rows = self.check_sums(job, slots=2 * 64)
            self.assertEqual({row["smp"] for row in rows}, {"0", "1", "2", "3"})
            self.assertEqual({row["sm"] for row in rows}, {"0", "1"})

    def test_the_same_on_vortex_and_nops_take_slots(self):
        self.check_sums(KERNELS / "reduction/vortex-tiny.yaml", slots=32)
        rows = self.check_sums(KERNELS / "sgemm/vortex-tiny.yaml", "--set", "frontend=swas",
                               slots=32)
        self.assertTrue(any(row["opcode"] == "nop" and not row["pc"] for row in rows))

    def test_a_line_names_the_wait_in_front_and_how_long_the_instruction_took(self):
        _, rows = self.read(PASTIS / "matmul-4.yaml")
        loads = [row for row in rows if row["opcode"] == "LDS"]
        self.assertEqual({(row["transactions"], row["duration"]) for row in loads}, {("1", "23")})
        for row in rows:
            longest = max(REASONS, key=lambda reason: int(row[reason]))
            self.assertEqual(row["stall"], longest if int(row[longest]) else "")

    def test_two_runs_write_the_same_bytes(self):
        for name in ("a.csv", "b.csv"):
            self.run_job(PASTIS / "matmul-11.yaml", "--trace", name)
        self.assertEqual((self.folder / "a.csv").read_bytes(), (self.folder / "b.csv").read_bytes())

    def numbered(self, rows):
        """Instructions by warp and their number in it: the same in every run of a kernel."""
        seen, found = collections.Counter(), {}
        for row in rows:
            warp = (row["launch"], row["sm"], row["smp"], row["warp"])
            found[warp, seen[warp]] = row
            seen[warp] += 1
        return found

    def test_the_parameter_named_is_the_one_that_made_the_latency(self):
        """PAS-63: a cycle more of it makes the instruction a cycle longer."""
        machine = json.loads(self.call("machines", "jetson-tx2", "--json", "-").stdout)
        values = {entry["name"]: entry["value"] for entry in machine["parameters"]}
        looked_at = set()
        for job in (PASTIS / "matmul-4.yaml", KERNELS / "blackscholes/pascal-tiny.yaml",
                    KERNELS / "bfs/pascal-tiny.yaml"):
            _, rows = self.read(job)
            before = self.numbered(row for row in rows if row["pc"])
            first = {row["latency_by"]: key for key, row in reversed(before.items())}
            self.assertNotIn("", first)
            for name in set(first) & set(values) - looked_at:
                _, rows = self.read(job, "--set", f"{name}={int(values[name]) + 1}")
                after = self.numbered(row for row in rows if row["pc"])[first[name]]
                self.assertEqual(int(after["duration"]), int(before[first[name]]["duration"]) + 1,
                                 (job, name))
            looked_at |= set(first)
        self.assertLessEqual({"units.alu.latency", "units.special.latency", "shared.load.fixed",
                              "shared.store.fixed", "l1d.latency", "l1d.forward", "l2.latency",
                              "dram.overhead"}, looked_at)


class Sensitivity(Case):
    """PAS-64: a cycle more or less of each latency on the three products."""

    def test_the_table_of_the_documentation_is_what_the_command_prints(self):
        done = self.call("paper", "pastis", "--table", "sensitivity", "--json", "-")
        page = (root / "docs/machines/jetson-tx2.md").read_text().splitlines()
        rows = json.loads(done.stdout)["tables"][0]["rows"]
        self.assertGreater(len(rows), 15)
        for row in rows:
            changes = [row[f"{way}_{size}"] for size in (4, 8, 11) for way in ("less", "more")]
            cells = ["" if change is None else f"{change:+d}" if change else "0"
                     for change in changes]
            self.assertIn(f"| `{row['parameter']}` | {row['value']} | {' | '.join(cells)} |", page)

    def test_the_second_set_of_latencies_gives_other_cycles(self):
        job = PASTIS / "matmul-4.yaml"
        self.assertNotEqual(self.run_job(job, "--set", "latencies=gpgpu-sim")["cycles"],
                            self.run_job(job)["cycles"])


class Steps(Case):
    """PAS-33: what each instruction changed, and where two logs part."""

    def log(self, name, job, *options):
        self.run_job(job, "--steps", name, *options)
        return (self.folder / name).read_text().splitlines()

    def test_a_clocked_and_a_functional_run_step_alike_warp_by_warp(self):
        for job in (PASTIS / "matmul-11.yaml", KERNELS / "divergence/pascal-tiny.yaml",
                    KERNELS / "reduction/vortex-tiny.yaml", KERNELS / "sgemm/vortex-tiny.yaml",
                    KERNELS / "reduction/gcn3-tiny.yaml", KERNELS / "divergence/gcn3-tiny.yaml",
                    KERNELS / "sgemm-tiled/gcn3-tiny.yaml"):
            clocked = self.log("clocked", job)
            plain = self.log("plain", job, "--functional")
            self.assertNotEqual(clocked, plain)  # warps are interleaved otherwise
            self.assertEqual(sorted(clocked), sorted(plain))
            told = self.call("first-diff", "clocked", "plain").stdout
            self.assertRegex(told, r"^no difference in [1-9]\d* instructions of [1-9]\d* warps\n$")

    def test_every_instruction_has_a_line(self):
        for job in (PASTIS / "matmul-11.yaml", KERNELS / "reduction/gcn3-tiny.yaml"):
            result = self.run_job(job, "--steps", "log")
            lines = [line for line in (self.folder / "log").read_text().splitlines()
                     if not line.startswith("#")]
            self.assertEqual(len(lines), result["warp_instructions"])
            self.assertEqual({len(line.split("\t")) for line in lines}, {5})

    def test_stores_in_the_log_are_what_memory_holds(self):
        """Replayed over zeroes, the stores to global memory give the product."""
        words = {}
        for line in self.log("log", PASTIS / "matmul-4.yaml"):
            for change in line.split("\t")[-1].split():
                if change.startswith("global:"):
                    address, value = change.split("@")[1].split("=")
                    words[int(address, 16)] = int(value, 16)
        self.assertEqual(len(words), 16)
        self.assertEqual(max(words) - min(words), 60)

    def part(self, old, new, which=0):
        """first-diff of a log and the same with one piece of text replaced."""
        lines = self.log("a", PASTIS / "matmul-8.yaml")
        places = [i for i, line in enumerate(lines) if old in line]
        lines[places[which]] = lines[places[which]].replace(old, new, 1)
        (self.folder / "b").write_text("\n".join(lines) + "\n")
        told = self.call("first-diff", "a", "b", status=1).stdout
        return lines[places[which]].split("\t"), told

    def test_the_first_difference_names_warp_instruction_lane_and_register(self):
        fields, told = self.part("R0:8-15=00000001", "R0:8-14=00000001 R0:15=00000002")
        self.assertIn(f"warp {fields[0]}, instruction 3: {fields[1]} {fields[3]}", told)
        self.assertIn("a: lane 15: R0=00000001\n", told)
        self.assertIn("b: lane 15: R0=00000002\n", told)

    def test_runs_of_lanes_cut_otherwise_are_still_named_by_the_first_lane_that_differs(self):
        _, told = self.part("R12:0-31=00000008", "R12:0-30=00000008")
        self.assertIn("a: lane 31: R12=00000008", told)
        self.assertIn("b: no other change", told)

    def test_another_way_and_a_log_that_ends_are_told(self):
        _, told = self.part("\t0xffffffff\tBAR", "\t0xfffffffe\tBAR", which=1)
        self.assertIn("lanes 0xffffffff", told)
        self.assertIn("lanes 0xfffffffe", told)
        lines = self.log("a", PASTIS / "matmul-8.yaml")
        (self.folder / "b").write_text("\n".join(lines[:-1]) + "\n")
        told = self.call("first-diff", "a", "b", status=1).stdout
        self.assertIn("b has no more instructions of this warp", told)

    def test_a_real_difference_is_found_where_it_begins(self):
        """Another matrix size: the first instruction that reads it differs."""
        self.log("a", PASTIS / "matmul-4.yaml")
        self.log("b", PASTIS / "matmul-8.yaml")
        told = self.call("first-diff", "a", "b", status=1).stdout
        self.assertIn("warp 0:g0,0,0:w0, instruction 1:", told)
        self.assertNotIn("different kernels", told)
        self.log("c", KERNELS / "saxpy/pascal-tiny.yaml")
        told = self.call("first-diff", "a", "c", status=1).stdout
        self.assertIn("the logs come from different kernels", told)

    def gcn3_job(self, name, binary, *lines):
        job = self.folder / name
        job.write_text("\n".join([f"kernel: {root / binary}", "machine: gcn3", *lines]))
        return job

    def saxpy(self, alpha):
        buffers = ("{type: f32, shape: [777], fill: random, min: -1, max: 1, seed: %d}" % seed
                   for seed in (11, 12))
        return self.gcn3_job(f"saxpy-{alpha}.yaml", "kernels/saxpy/gcn3.hsaco", "entry: saxpy",
                             "grid: 13", "block: 64", "buffers: {x: %s, y: %s}" % (*buffers,),
                             f"args: [x, y, {{f32: {alpha}}}, {{i32: 777}}]", "save: {y: y.npy}")

    def test_a_changed_argument_of_gcn3_is_found_where_it_is_loaded(self):
        for option in ((), ("--functional",)):
            self.log("a", self.saxpy(0.75), *option)
            self.log("b", self.saxpy(0.5), *option)
            told = self.call("first-diff", "a", "b", status=1).stdout
            self.assertRegex(told, r"^warp 0:g\d+,0,0:w0, instruction 2: 0x\w+ s_load_dword")
            self.assertIn("a: lane 0: s0=3f400000\n", told)
            self.assertIn("b: lane 0: s0=3f000000\n", told)

    def test_stores_of_gcn3_in_the_log_are_what_memory_holds(self):
        words = {}
        for line in self.log("log", self.saxpy(0.75)):
            for change in line.split("\t")[-1].split():
                if change.startswith("global:"):
                    address, value = change.split("@")[1].split("=")
                    words[int(address, 16)] = bytes.fromhex(value)[::-1]
        self.assertEqual(len(words), 777)
        content = b"".join(words[address] for address in sorted(words))
        self.assertTrue((self.folder / "y.npy").read_bytes().endswith(content))

    def test_scratch_of_gcn3_is_told_by_its_place_in_the_wavefronts_own(self):
        """Where that lies is another thing in every context, and registers tell of it."""
        logs = []
        for grid in (1, 2):
            job = self.gcn3_job("job.yaml", "tests/machine/gcn3/abi-v4.hsaco", "entry: mixed",
                                f"grid: {grid}", "block: 64",
                                "buffers: {out: {type: i32, shape: [512], fill: iota}}",
                                "args: [out, {local: 256}, {i32: 1}]")
            logs.append([sorted(line for line in self.log(name, job, *option) if "local:" in line)
                         for name, option in (("a", ()), ("b", ("--functional",)))])
            self.call("first-diff", "a", "b", status=grid - 1)
        for clocked, plain in logs:
            self.assertGreater(len(clocked), 0)
            self.assertEqual(clocked, plain)

    def test_what_is_no_log_is_refused_with_its_place(self):
        (self.folder / "bad").write_text("# head\none\ttwo\n")
        (self.folder / "good").write_text("# head\n")
        self.assertIn("bad:2:1: error: 2 fields", self.call("first-diff", "bad", "good",
                                                            status=2).stderr)
        self.call("first-diff", "good", "missing", status=2)
        self.call("first-diff", "good", "good")
        (self.folder / "far").write_text("w\tp\tl\ti\tR1:0-99999999999999999999=1 :\n")
        (self.folder / "odd").write_text("w\tp\tl\ti\tR1:\n")
        self.call("first-diff", "far", "odd", status=1)


class States(Case):
    """PAS-97: the whole machine after any cycle."""

    def dump(self, name, job, cycles, *options):
        self.run_job(job, "--dump", name, "--dump-at", ",".join(map(str, cycles)), *options)
        return json.loads((self.folder / name).read_text())

    def test_a_run_that_jumps_shows_what_one_of_every_cycle_shows(self):
        for job, cycles in ((PASTIS / "matmul-8.yaml", range(0, 1500, 13)),
                            (KERNELS / "divergence/pascal-tiny.yaml", range(5, 3000, 331))):
            jumped = self.dump("a", job, cycles)
            self.assertEqual(jumped, self.dump("b", job, cycles, "--every-cycle"))
            self.assertEqual([state["cycle"] for state in jumped], list(cycles))

    def test_a_state_has_caches_units_counters_stacks_and_registers(self):
        """PAS-40: one entry at the start, all threads of the warp; PAS-98: top first."""
        first, *_, late = self.dump("a", PASTIS / "matmul-8.yaml", (0, 500, 1511))
        warp = first["sms"][0]["smps"][0]["warps"][0]
        self.assertEqual(warp["stack"], [[warp["pc"], None, "0xffffffff"]])
        middle = self.dump("a", PASTIS / "matmul-8.yaml", (500,))[0]
        warp = middle["sms"][0]["smps"][0]["warps"][0]
        self.assertEqual(warp["counters"], [0, 0, 0, 0, 0, 2])  # two loads under way
        self.assertEqual(len(warp["pending"]), 2)
        self.assertEqual(warp["registers"]["R12"], " ".join(["00000008"] * 32))
        self.assertTrue(any("arrives" in line for line in middle["l2"]))
        self.assertGreater(len(late["l2"]), len(first["l2"]))
        self.assertEqual([smp["warps"] for sm in late["sms"] for smp in sm["smps"]], [[]] * 8)

    def test_divergent_lanes_wait_on_the_stack(self):
        states = self.dump("a", PASTIS / "arms.yaml", range(100, 1000, 10))
        depths = [len(warp["stack"]) for state in states for sm in state["sms"]
                  for smp in sm["smps"] for warp in smp["warps"]]
        self.assertGreater(max(depths), 2)
        for state in states:
            for warp in state["sms"][0]["smps"][0]["warps"]:
                self.assertEqual(warp["stack"][0][0::2], [warp["pc"], warp["mask"]])

    def test_registers_of_a_state_are_those_of_the_steps_up_to_it(self):
        """The last value of R5 in lane 0 of the first warp, told by both."""
        job = PASTIS / "matmul-4.yaml"
        state = self.dump("a", job, (1100,))[0]
        self.run_job(job, "--steps", "log", "--trace", "t.csv")
        with open(self.folder / "t.csv", newline="") as file:
            issued = sum(1 for row in csv.DictReader(file)
                         if row["pc"] and int(row["cycle"]) <= 1100)
        values = {}
        lines = [line for line in (self.folder / "log").read_text().splitlines() if line[0] != "#"]
        for line in lines[:issued]:
            for change in line.split("\t")[-1].split():
                name, rest = change.split(":", 1)
                lanes, value = rest.split("=")
                if lanes.split("-")[0] == "0":
                    values[name] = value
        held = state["sms"][0]["smps"][0]["warps"][0]["registers"]
        registers = {name: value for name, value in values.items() if name.startswith("R")}
        self.assertGreater(len(registers), 8)
        self.assertEqual({name: held[name].split()[0] for name in registers}, registers)

    def test_cycles_go_on_over_launches(self):
        result = self.run_job(KERNELS / "reduction/pascal-tiny.yaml")
        begin = result["launches"][0]["cycles"]
        states = self.dump("a", KERNELS / "reduction/pascal-tiny.yaml", (begin, begin - 1))
        self.assertEqual([(state["cycle"], state["cycle_of_launch"]) for state in states],
                         [(begin - 1, begin - 1), (begin, 0)])

    def test_states_of_fermi_do_not_depend_on_skipping(self):
        job, cycles = KERNELS / "divergence/rv32-tiny.yaml", "20,300,777,1200"
        for machine in ("fermi", "fermi-sbi", "fermi-sbi-swi"):
            self.call("run", job, "--machine", machine, "--dump", "a", "--dump-at", cycles)
            self.call("run", job, "--machine", machine, "--dump", "b", "--dump-at", cycles, "--every-cycle")
            states = json.loads((self.folder / "a").read_text())
            self.assertEqual(states, json.loads((self.folder / "b").read_text()))
            for warp in states[0]["warps"]:  # every live thread is in one split
                masks = [int(split["mask"], 16) for split in warp["splits"]]
                self.assertEqual(sum(masks), int(warp["live"], 16))

    def test_what_cannot_be_dumped_is_refused(self):
        job = PASTIS / "matmul-4.yaml"
        done = self.call("run", job, "--dump", "a", "--dump-at", "1241", status=2)
        self.assertIn("no state for cycle 1241: the run has cycles 0 to 1240", done.stderr)
        self.assertFalse((self.folder / "a").exists())
        self.call("run", job, "--dump", "a", status=2)
        self.call("run", job, "--dump-at", "3", status=2)
        self.call("run", job, "--dump", "a", "--dump-at", "3,x", status=2)
        self.call("run", job, "--dump", "a", "--dump-at", "3", "--functional", status=2)
        self.call("run", job, "--dump", "a", "--dump-at", "3", "--steps", "a", status=2)
        done = self.call("run", KERNELS / "sgemm/vortex-tiny.yaml", "--dump", "a", "--dump-at", "3",
                         status=2)
        self.assertIn("the model 'vortex' cannot dump its state", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
