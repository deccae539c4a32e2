# SPDX-License-Identifier: Apache-2.0
"""Inputs cost memory and time in proportion to what they hold, and limits can be raised."""
import json
import pathlib
import resource
import time

import command
import hostile
import program as rv32

MIB = 1 << 20


def limited(mib):
    """Runs with so much address space: an allocation beyond it fails, or ends the process."""
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (mib * MIB, mib * MIB))


class Limits(command.Case):
    def in_memory(self, mib, *arguments, **options):
        """A sanitizer's shadow needs terabytes of addresses: then only messages are checked."""
        program = pathlib.Path(command.program).read_bytes()
        if b"__asan_init" not in program and b"__tsan_init" not in program:
            options["preexec_fn"] = limited(mib)
        return self.call(*arguments, **options)

    def test_cores_whose_stacks_do_not_fit_are_refused_with_what_fits(self):
        """32-bit addresses have space for 253 x 1024 stacks; following the hint works."""
        job = command.source / "kernels/saxpy/vortex-tiny.yaml"
        for sets, most in ((["cores=256"], 253),
                           (["cores=1024", "warps=16", "threads=16"], 1015)):
            options = [word for one in sets for word in ("--set", one)]
            error = self.call("run", job, *options, status=2).stderr
            self.assertIn("bytes of stacks", error)
            self.assertIn(f"at most {most} cores of so many threads fit", error)
        self.call("run", job, "--set", "cores=1024", "--set", "warps=4", "--set", "threads=4")

    def test_a_sparse_binary_is_refused_before_it_is_decoded(self):
        """HOUSE-54"""
        hostile.sparse_elf(self.folder / "big.elf", 1000 * MIB)
        self.write("big.yaml", "kernel: big.elf\nmachine: vortex\n")
        for arguments in (("info", "big.elf"), ("dis", "big.elf"), ("cfg", "big.elf"),
                          ("run", "big.yaml"), ("bound", "big.yaml")):
            started = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            done = self.in_memory(2000, *arguments, status=2)
            self.assertIn("27262976000 bytes of memory exceed the limit of 4294967296",
                          done.stderr)
            self.assertIn("--max-memory", done.stderr)
            self.assertIn("big.elf", done.stderr)
            self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - started, 5)

    def test_the_limit_can_be_lowered_and_raised(self):
        """HOUSE-54"""
        self.write("code.elf", rv32.elf([rv32.addi(5, 5, 1)] * 20000 + [rv32.STOP]))
        done = self.call("info", "code.elf", "--max-memory", "1M", status=2)
        self.assertIn("decoding 20001 instructions: 2080104 bytes", done.stderr)
        self.assertIn("exceed the limit of 1048576", done.stderr)
        for size in ("4M", "4096K", "4194304", "1G", "1T"):
            self.call("info", "code.elf", "--max-memory", size)
        for size in ("", "0", "-1", "1X", "M", "1.5G", "99999999999999999999", "99999999T", "1MM"):
            done = self.call("info", "code.elf", "--max-memory", size, status=2)
            self.assertIn("is not a number of bytes like 512M", done.stderr)

    def test_all_buffers_together_obey_the_limit(self):
        """HOUSE-54"""
        self.write("two.yaml", "kernel: stop.elf\nmachine: vortex\nbuffers:\n"
                   "  a: {type: u8, shape: [9000000], fill: 1}\n"
                   "  b: {type: u8, shape: [9000000], fill: 1}\nargs: [a, b]\n")
        done = self.call("run", "two.yaml", "--max-memory", "16M", status=2)
        self.assertIn("all buffers together: 18000000 bytes", done.stderr)
        self.call("run", "two.yaml", "--max-memory", "32M")

    def test_data_beside_the_code_is_not_decoded(self):
        """HOUSE-54"""
        self.write("wide.elf", hostile.wide_elf([rv32.addi(5, 5, 1), rv32.STOP], 8 * MIB))
        self.write("wide.yaml", "kernel: wide.elf\nmachine: vortex\n")
        listing = json.loads(self.call("dis", "wide.elf", "--json", "-").stdout)
        self.assertEqual([row["text"] for row in listing], ["addi t0, t0, 1", "vx_tmc zero"])
        self.call("run", "wide.yaml", "--max-memory", "16M")

    def test_the_listing_is_written_as_it_is_made(self):
        """HOUSE-55"""
        self.write("code.elf", rv32.elf([rv32.addi(5, 5, 1)] * 60000 + [rv32.STOP]))
        with open(self.folder / "listing.json", "wb") as out:
            self.in_memory(95, "dis", "code.elf", "--json", "-", stdout=out)
        with open(self.folder / "listing.json", "rb") as listing:
            self.assertEqual(len(json.load(listing)), 60001)

    def test_the_graph_is_written_as_it_is_made(self):
        """HOUSE-55"""
        words = ([rv32.addi(5, 5, 1)] * 3 + [rv32.again(-2)]) * 20000 + [rv32.STOP] * 2
        self.write("code.elf", rv32.elf(words))
        with open(self.folder / "graph.json", "wb") as out:
            self.in_memory(95, "cfg", "code.elf", "--json", "-", stdout=out)
        with open(self.folder / "graph.json", "rb") as graph:
            self.assertEqual(len(json.load(graph)[0]["blocks"]), 40001)

    def test_names_of_source_files_are_counted_before_they_are_joined(self):
        """HOUSE-54"""
        self.write("few.elf", hostile.lines_elf(b"folder", 20))
        self.assertIn("; folder/a:1", self.call("dis", "few.elf").stdout)
        self.write("many.elf", hostile.lines_elf(b"d" * 1000, 400000))
        done = self.in_memory(300, "dis", "many.elf")
        self.assertNotIn("d/a:1", done.stdout)

    def test_an_array_is_compared_with_its_shape_before_it_is_read(self):
        """HOUSE-55"""
        hostile.hole(self.folder / "a.bin", 1024 * MIB)
        header = b"\x93NUMPY\x01\x00\x76\x00" + (
            b"{'descr': '<u4', 'fortran_order': False, 'shape': (268435456,), }".ljust(117)
            + b"\n")
        hostile.hole(self.folder / "a.npy", 1024 * MIB + len(header))
        with open(self.folder / "a.npy", "r+b") as file:
            file.write(header)
        for name in ("a.bin", "a.npy"):
            self.write("a.yaml", "kernel: stop.elf\nmachine: vortex\nbuffers:\n"
                       f"  a: {{type: u32, shape: [4], file: {name}}}\nargs: [a]\n")
            done = self.in_memory(300, "run", "a.yaml", status=2)
            self.assertIn("the job declares", done.stderr)
            self.assertIn("[4]", done.stderr)

    def test_a_buffer_is_held_once(self):
        """HOUSE-55"""
        self.write("b.yaml", "kernel: stop.elf\nmachine: vortex\nbuffers:\n"
                   f"  a: {{type: u8, shape: [{128 * MIB}], fill: 0}}\nargs: [a]\n")
        self.in_memory(128 + 120, "run", "b.yaml")

    def test_a_machine_without_an_analysis_is_refused_before_buffers_are_made(self):
        """HOUSE-55"""
        kernel = command.source / "kernels/vecadd/pascal.cubin"
        self.write("c.yaml", f"kernel: {kernel}\nmachine: jetson-tx2\ngrid: [1]\nblock: [1]\n"
                   f"buffers:\n  a: {{type: u8, shape: [{1024 * MIB}], fill: iota}}\n"
                   "args: [a, a, a, {i32: 1}]\n")
        done = self.in_memory(500, "bound", "c.yaml", "--method", "analysis", status=2)
        self.assertIn("no worst-case analysis for machine jetson-tx2", done.stderr)


class Time(command.Case):
    def quick(self, *arguments):
        """Refused in less than a second or two of processor time; returns the message."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = self.call(*arguments, status=2)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertLess(after.ru_utime - before.ru_utime, 2)
        self.assertLess(len(done.stderr), 5000)
        return done.stderr

    def test_tokens_of_yaml_have_a_maximum_length(self):
        """HOUSE-56"""
        for text, what in (("%" * 65536 + "\n", "1024 bytes in a directive"),
                           ("% " * 32768 + "\n", "1024 bytes in a directive"),
                           ("kernel: !" + "a" * 65536 + " x\n", "256 bytes in a tag"),
                           ("kernel: !<" + "%41" * 20000 + "> x\n", "256 bytes in a tag"),
                           ("kernel: [!<" + "%41" * 20000 + ">]\n", "256 bytes in a tag"),
                           ("kernel: " + "a" * MIB + "\n", "8192 bytes in a word"),
                           ("kernel: '" + "a" * MIB + "'\n", "8192 bytes in a word"),
                           ("a" * MIB + ": x\n", "8192 bytes in a word")):
            self.write("token.yaml", text)
            self.assertIn(what, self.quick("run", "token.yaml"))
        self.write("token.yaml", "%YAML 1.2\n---\nkernel: !!str stop.elf\nmachine: vortex\n"
                   "about: '" + "word " * 20000 + "'\n")
        self.call("run", "token.yaml")

    def test_machine_files_have_a_maximum_of_parameters(self):
        """HOUSE-56"""
        rows = "".join(f"  p{i}: {{value: 1, unit: x, source: 'assumed: y', about: z}}\n"
                       for i in range(15000))
        self.write("many.yaml", "name: many\nabout: x\nmodel: vortex\nisa: rv32\nversion: 1\n"
                   "parameters:\n" + rows)
        self.assertIn("more than the maximum of 4096 parameters",
                      self.quick("machines", "many.yaml"))

    def test_messages_do_not_echo_megabytes(self):
        """HOUSE-56"""
        self.write("long.yaml", "kernel: stop.elf\nmachine: '" + "long name " * 100000 + "'\n")
        self.assertIn("unknown machine", self.quick("run", "long.yaml"))
        self.write("long.yaml", "kernel: '" + "long name " * 100000 + ".elf'\nmachine: vortex\n")
        self.assertIn(" ... ", self.quick("run", "long.yaml"))

    def test_the_run_of_an_exact_bound_obeys_a_limit_of_cycles(self):
        """HOUSE-57"""
        done = self.call("bound", "loop.yaml", "--method", "exact", "--max-cycles", "5000",
                         status=4)
        self.assertIn("cycle limit", done.stderr)
        done = self.call("check", "loop.yaml", "--method", "exact", "--max-cycles", "5000",
                         status=4)
        self.assertIn("cycle limit", done.stderr)

    def test_seconds_limit_every_method(self):
        """HOUSE-57"""
        for method in ("exact", "analysis", "auto"):
            started = time.monotonic()
            done = self.call("bound", "loop.yaml", "--method", method, "--max-seconds", "1",
                             status=4)
            self.assertIn("within 1 s", done.stderr)
            self.assertLess(time.monotonic() - started, 10)
