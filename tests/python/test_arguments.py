# SPDX-License-Identifier: Apache-2.0
"""HOUSE-122: kernels run on NumPy arrays; what does not fit is refused by name."""
import unittest

import numpy as np

import warpclock
from warpclock import BadInput, Buffer, InPlace, Job, Local

from case import Case, document

SAXPY = {"vortex": "kernels/saxpy/vortex.elf", "jetson-tx2": "kernels/saxpy/pascal.cubin",
         "gcn3": "kernels/saxpy/gcn3.hsaco", "fermi": "kernels/saxpy/rv32.elf"}


def saxpy(machine="vortex", x=None, y=None, **options):
    """Runs saxpy as the suite's tiny job does; its arguments and result."""
    x = np.arange(777, dtype=np.float32) if x is None else x
    y = np.ones(777, np.float32) if y is None else y
    options.setdefault("args", [x, y, 0.75, 777])
    return x, y, warpclock.launch(SAXPY[machine], grid=49, block=16, machine=machine, **options)


class Launches(Case):
    def test_a_kernel_computes_on_arrays_on_every_machine(self):
        for machine in SAXPY:
            with self.subTest(machine):
                x, y, result = saxpy(machine)
                np.testing.assert_array_equal(y, np.float32(0.75) * x + 1)
                self.assertEqual(result.machine, machine)
                self.assertGreater(result.cycles, 0)

    def test_a_description_takes_the_cycles_of_the_job_file(self):
        for machine, target in (("vortex", "vortex"), ("jetson-tx2", "pascal"), ("gcn3", "gcn3")):
            with self.subTest(machine):
                wanted = document("run", f"kernels/saxpy/{target}-tiny.yaml")
                self.assertEqual(saxpy(machine)[2].cycles, wanted["cycles"])

    def test_a_binary_names_its_kernels_and_their_parameters(self):
        binary = warpclock.load(SAXPY["vortex"])
        self.assertEqual([kernel.name for kernel in binary], ["saxpy"])
        self.assertEqual([(each.name, each.kind, each.type, each.bytes)
                          for each in binary["saxpy"].parameters],
                         [("x", "global", "float*", 4), ("y", "global", "float*", 4),
                          ("alpha", "value", "float", 4), ("n", "value", "int", 4)])
        self.assertIn("saxpy", binary.disassemble("saxpy"))
        with self.assertRaisesRegex(BadInput, "no kernel 'saxpi'; it has saxpy"):
            binary["saxpi"]

    def test_kernels_and_binaries_can_be_launched(self):
        binary = warpclock.load(SAXPY["vortex"])
        for kernel in (binary, binary["saxpy"]):
            x, y = np.ones(16, np.float32), np.ones(16, np.float32)
            warpclock.launch(kernel, grid=1, block=16, args=[x, y, 2, 16])
            np.testing.assert_array_equal(y, 3)

    def test_arrays_are_used_in_place_without_a_copy(self):
        x, y = np.arange(777, dtype=np.float32), np.ones(777, np.float32)
        saxpy("jetson-tx2", args=[InPlace(x), InPlace(y), np.float32(0.75), np.int32(777)])
        np.testing.assert_array_equal(y, np.float32(0.75) * x + 1)

    def test_an_access_beyond_an_array_in_place_is_a_fault(self):
        x, y = np.arange(777, dtype=np.float32), np.ones(777, np.float32)
        with self.assertRaises(warpclock.KernelFault):
            saxpy("jetson-tx2", args=[InPlace(x[:-8]), InPlace(y), np.float32(1), np.int32(777)])

    def test_arrays_that_cannot_be_written_are_not_written_in_place(self):
        content = bytes(777 * 4)
        frozen = np.ones(777, np.float32)
        frozen.setflags(write=False)
        ones, numbers = np.ones(777, np.float32), [np.float32(2), np.int32(777)]
        for y in (np.frombuffer(content, np.float32), frozen):
            for functional in (False, True):
                with self.assertRaisesRegex(warpclock.KernelFault, "read-only memory"):
                    saxpy("jetson-tx2", functional=functional,
                          args=[InPlace(ones), InPlace(y), *numbers])
        self.assertEqual(content, bytes(777 * 4))
        self.assertTrue((frozen == 1).all())
        saxpy("jetson-tx2", args=[InPlace(frozen), InPlace(ones), *numbers])
        self.assertTrue((ones == 3).all())

    def test_mapped_arrays_that_cannot_be_written_are_not_written(self):
        y, ones = np.ones(777, np.float32), np.ones(777, np.float32)
        frozen = y.view()
        frozen.setflags(write=False)
        job = Job(SAXPY["jetson-tx2"], grid=49, block=16, memory=[frozen],
                  args=[ones, InPlace(y), np.float32(2), np.int32(777)])
        with self.assertRaisesRegex(warpclock.KernelFault, "read-only memory"):
            warpclock.run(job)
        self.assertTrue((y == 1).all())

    def test_mapped_arrays_are_reached_through_addresses_that_are_data(self):
        x, out = np.array([3, 1, 4, 1], np.int32), np.zeros(4, np.int32)
        table = np.array([x.ctypes.data + 4 * i for i in (3, 2, 1, 0)], np.uint64)
        kernel = "tests/load/cuda/launches-12.6.cubin"
        warpclock.run(Job(kernel, entry="follows", grid=1, block=4, args=[table, out], memory=[x]))
        np.testing.assert_array_equal(out, x[::-1])
        with self.assertRaises(warpclock.KernelFault):
            warpclock.run(Job(kernel, entry="follows", grid=1, block=4, args=[table, out]))

    def test_the_same_array_is_one_buffer(self):
        x = np.arange(777, dtype=np.float32)
        saxpy(args=[x, x, 1, 777])
        np.testing.assert_array_equal(x, 2 * np.arange(777, dtype=np.float32))

    def test_launches_run_one_after_the_other_on_the_same_arrays(self):
        x, y = np.arange(777, dtype=np.float32), np.zeros(777, np.float32)
        job = Job(SAXPY["vortex"], entry="saxpy", grid=49, block=16, args=[x, y, 1, 777])
        job.launch(entry="saxpy", grid=(49, 1), block=[16], args=[x, y, 2.0, 777])
        result = warpclock.run(job)
        np.testing.assert_array_equal(y, 3 * x)
        self.assertEqual(len(result.launches), 2)
        warpclock.run(job, functional=True)  # again, with what the arrays have now
        np.testing.assert_array_equal(y, 6 * x)

    def test_read_only_arrays_stay_as_they_are(self):
        y = np.ones(777, np.float32)
        y.flags.writeable = False
        saxpy(y=y)
        np.testing.assert_array_equal(y, 1)
        y = np.ones(777, np.float32)
        saxpy(args=[np.ones(777, np.float32), Buffer(y, read_only=True), 1, 777])
        np.testing.assert_array_equal(y, 1)

    def test_a_part_of_a_buffer(self):
        y = np.zeros(1000, np.float32)
        x = np.arange(777, dtype=np.float32)
        saxpy(args=[x, Buffer(y, offset=400), 1, 777])
        np.testing.assert_array_equal(y[100:877], x)
        self.assertFalse(y[:100].any() or y[877:].any())

    def test_a_cooperative_grid_must_fit_the_machine(self):
        x, y, _ = saxpy("jetson-tx2", cooperative=True)
        np.testing.assert_array_equal(y, np.float32(0.75) * x + 1)
        with self.assertRaises(warpclock.Error):
            warpclock.launch(SAXPY["jetson-tx2"], grid=4096, block=256, cooperative=True,
                             args=[x, y, 1, 777])

    def test_a_bound_alone_changes_no_array(self):
        x, y = np.arange(777, dtype=np.float32), np.ones(777, np.float32)
        job = Job(SAXPY["vortex"], grid=49, block=16, args=[x, y, 0.75, 777])
        bound = warpclock.bound(job, machine="vortex-swas").bound
        np.testing.assert_array_equal(y, 1)
        self.assertGreaterEqual(bound, warpclock.run(job, machine="vortex-swas").cycles)


class SimD(Case):
    """Programs of Sim-D: an NDRange, and lines as long as the last extent of an array."""

    def test_ndrange_and_shape_are_those_of_the_job_file(self):
        matrix = np.random.default_rng(1).random((22, 37), np.float32)
        out = np.zeros((37, 22), np.float32)
        result = warpclock.launch("kernels/transpose/transpose.sas", ndrange=(37, 32), width=32,
                                  args=[matrix, out])
        np.testing.assert_array_equal(out, matrix.T)
        self.assertEqual(result.cycles, document("run", "kernels/transpose/sim-d-tiny.yaml")["cycles"])

    def test_a_width_is_found_by_itself(self):
        x, y = np.arange(777, dtype=np.float32), np.ones(777, np.float32)
        warpclock.launch("kernels/saxpy/saxpy.sas", ndrange=777, args=[x, y, np.float32(0.75)])
        np.testing.assert_array_equal(y, np.float32(0.75) * x + 1)

    def test_ndrange_is_for_sim_d(self):
        with self.assertRaisesRegex(BadInput, "'ndrange' is for .sas kernels"):
            warpclock.launch(SAXPY["vortex"], ndrange=16)


class Facts(Case):
    """Loops and facts about buffers reach the worst-case analysis."""

    def job(self, **facts):
        word = np.array([3], np.uint32)
        return Job(self.folder / "counting.elf", args=[Buffer(word, **facts)],
                   loops=self.loops)

    loops = {}

    def test_a_loop_without_a_bound_is_refused_and_one_with_a_bound_is_not(self):
        with self.assertRaises(warpclock.Error):
            warpclock.bound(self.job(), machine="vortex-swas", method="analysis")
        self.loops = {"0x8000000c": 9}
        loose = warpclock.check(self.job(), machine="vortex-swas", method="analysis")
        self.loops = {"0x8000000c": {"max": 9, "total": 3}}
        tight = warpclock.check(self.job(), machine="vortex-swas", method="analysis")
        self.assertGreater(loose.bound, tight.bound)

    def test_facts_about_buffers_take_the_place_of_a_bound(self):
        for facts in ({"assume": (1, 5)}, {"fixed": True}):
            with self.subTest(facts):
                result = warpclock.check(self.job(**facts), machine="vortex-swas",
                                         method="analysis")
                self.assertGreaterEqual(result.bound, result.cycles)

    def test_an_assumption_is_checked(self):
        with self.assertRaisesRegex(BadInput, r"is 3.*assumes 4 to 5"):
            warpclock.run(self.job(assume=(4, 5)))

    def test_wrong_loops_are_refused(self):
        for loops in ({"0x8000000c": 0}, {"0x8000000c": {}}, {"0x8000000c": {"min": 1}},
                      {"the loop": 4}, {"0x8000000c": 2 ** 41}):
            self.loops = loops
            with self.subTest(loops), self.assertRaises(BadInput):
                warpclock.bound(self.job(), machine="vortex-swas")


class Refused(Case):
    """Each with the argument's number or name, before anything runs."""

    def refused(self, pattern, **options):
        with self.assertRaisesRegex(BadInput, pattern):
            saxpy(**options)

    def test_arrays_with_gaps(self):
        self.refused("'x' is an array whose elements are not one after the other",
                     x=np.arange(1554, dtype=np.float32)[::2])

    def test_arrays_of_the_other_byte_order(self):
        x, y = np.arange(777, dtype=">f4"), np.ones(777, np.float32)
        for argument in (x, InPlace(x)):
            self.refused("bytes in the other order", machine="jetson-tx2",
                         args=[argument, y, 1, 777])

    def test_arrays_of_objects(self):
        x, y = np.array([None] * 777), np.ones(777, np.float32)
        for argument in (x, InPlace(x)):
            self.refused("Python objects", machine="jetson-tx2", args=[argument, y, 1, 777])

    def test_empty_arrays(self):
        self.refused("without elements", x=np.zeros(0, np.float32))

    def test_arrays_that_overlap(self):
        both = np.zeros(1000, np.float32)
        self.refused("argument 2 is an array that overlaps buffer 'x'", x=both[:777],
                     y=both[100:877])

    def test_arrays_of_another_type_than_the_parameter_s(self):
        self.refused("x", x=np.arange(777, dtype=np.float64))

    def test_arrays_of_no_numbers_for_a_pointer_to_numbers(self):
        y = np.ones(777, np.float32)
        for dtype, name in (("c8", "complex64"), ("M8[s]", r"datetime64\[s\]"), ("U1", "<U1"),
                            ("f4,i4", r"\[\('f0', '<f4'\), \('f1', '<i4'\)\]")):
            x = np.zeros(777, dtype)
            for machine, argument in (("vortex", x), ("vortex", Buffer(x)),
                                      ("jetson-tx2", InPlace(x))):
                with self.subTest(f"{dtype} {machine}"):
                    self.refused(f"argument 1 is an array of {name}, and the parameter 'x' is "
                                 r"float\*", machine=machine,
                                 args=[argument, y, np.float32(1), np.int32(777)])
        x = np.full(777, 2 + 0j, np.complex64)
        saxpy(args=[x.view(np.float32), y, 1, 777])
        np.testing.assert_array_equal(y, np.tile(np.float32([3, 1]), 389)[:777])

    def test_offsets(self):
        x, y = np.ones(16, np.float32), np.ones(16, np.float32)
        for offset in (-4, 2 ** 64):
            self.refused(f"argument 1 has offset {offset}; expected 0 to 64",
                         args=[Buffer(x, offset=offset), y, 1, 16])
        self.refused("offset 68 is past the end of buffer 'x'",
                     args=[Buffer(x, offset=68), y, 1, 16])
        with self.assertRaisesRegex(TypeError, "offset 1.5; expected an integer"):
            saxpy(args=[Buffer(x, offset=1.5), y, 1, 16])

    def test_numbers_that_do_not_fit(self):
        x, y = np.ones(16, np.float32), np.ones(16, np.float32)
        self.refused("argument 4 is 2.5, and the parameter is an integer", args=[x, y, 1, 2.5])
        self.refused("argument 4 is 4294967296, which does not fit i32", args=[x, y, 1, 2 ** 32])
        self.refused("argument 1 is 5, and the binary does not say of which type",
                     args=[5, y, 1, 16])

    def test_numbers_without_a_description_of_the_parameter(self):
        with self.assertRaisesRegex(BadInput, "argument 1 is 5"):
            warpclock.run(Job(self.folder / "stop.elf", args=[5]))

    def test_things_that_are_no_arguments(self):
        with self.assertRaisesRegex(TypeError, "argument 1 is a dict"):
            saxpy(args=[{}])

    def test_sizes(self):
        for grid, block in ((0, 16), ((1, 1, 1, 1), 16), (-1, 16), (2 ** 32, 1), ((), 16)):
            with self.subTest(grid), self.assertRaises(BadInput):
                warpclock.launch(SAXPY["vortex"], grid=grid, block=block)
        for grid in (1.5, "a", ["a"], (1.5, 2), np.float64(3)):
            with self.subTest(grid), self.assertRaisesRegex(
                    TypeError, "grid is .*; expected an integer, or up to 3 of them"):
                warpclock.launch(SAXPY["vortex"], grid=grid, block=16)
        with self.assertRaisesRegex(BadInput, "grid and block go together"):
            warpclock.launch(SAXPY["vortex"], grid=1)

    def test_names_with_null_characters(self):
        with self.assertRaisesRegex(BadInput, "null character"):
            warpclock.run("kernels\0")


class Values(unittest.TestCase):
    """Every kind of value that an argument can be."""

    def test_types_of_arrays(self):
        from warpclock._library import TYPES
        from warpclock.arguments import element_type
        for name, (kind, each) in {
                "i1": ("i8", 1), "u2": ("u16", 1), "i4": ("i32", 1), "u8": ("u64", 1),
                "f2": ("f16", 1), "f4": ("f32", 1), "f8": ("f64", 1), "?": ("u8", 1),
                "c8": ("f32", 2), "c16": ("f64", 2), "S5": ("u8", 5), "M8[s]": ("u8", 8)}.items():
            with self.subTest(name):
                self.assertEqual(element_type(np.dtype(name)), (TYPES.index(kind), each))
        pair = np.dtype([("a", "i4"), ("b", "f4", 3)])
        self.assertEqual(element_type(pair), (TYPES.index("u8"), 16))

    def test_local_memory(self):
        data = np.random.default_rng(2).random(1500, np.float32)
        partial, total = np.zeros(8, np.float32), np.zeros(1, np.float32)
        binary = warpclock.load("kernels/reduction/vortex.elf")
        job = Job(binary, entry="reduction", grid=8, block=16, args=[data, partial, 1500, Local(64)])
        job.launch(entry="reduction", grid=1, block=16, args=[partial, total, 8, Local(64)])
        warpclock.run(job)
        np.testing.assert_allclose(total, data.sum(dtype=np.float64), rtol=1e-5)
        with self.assertRaisesRegex(BadInput, "argument 4"):
            warpclock.launch(binary, grid=1, block=16, args=[data, partial, 1500, Local(-1)])
