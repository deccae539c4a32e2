# SPDX-License-Identifier: Apache-2.0
"""HOUSE-125: threads run at the same time, without the GIL, and get what they get alone; nothing
leaks, and nothing is used after it was freed."""
import gc
import os
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import warpclock
from warpclock import results

from case import Case

JOBS = ("kernels/sgemm/vortex-tiny.yaml", "kernels/saxpy/pascal-tiny.yaml",
        "kernels/reduction/gcn3-tiny.yaml", "kernels/saxpy/sim-d-tiny.yaml")


class Threads(Case):
    def test_four_threads_get_the_cycles_of_one(self):
        alone = [warpclock.run(job) for job in JOBS]
        with ThreadPoolExecutor(4) as pool:
            for _ in range(3):
                self.assertEqual(list(pool.map(warpclock.run, JOBS)), alone)

    def test_bounds_in_threads(self):
        job = "kernels/vecadd/vortex-tiny.yaml"
        alone = warpclock.check(job, machine="vortex-swas").bound
        with ThreadPoolExecutor(4) as pool:
            found = pool.map(lambda _: warpclock.check(job, machine="vortex-swas").bound, range(4))
            self.assertEqual(set(found), {alone})

    def test_threads_launch_on_arrays_of_their_own(self):
        kernel = warpclock.load("kernels/saxpy/vortex.elf")["saxpy"]
        x = np.arange(160, dtype=np.float32)

        def launch(alpha):
            y = np.ones(160, np.float32)
            cycles = warpclock.launch(kernel, grid=10, block=16, args=[x, y, alpha, 160]).cycles
            return np.array_equal(y, np.float32(alpha) * x + 1), cycles
        with ThreadPoolExecutor(4) as pool:
            done = list(pool.map(launch, [0.5, 1, 2, 4] * 4))
        self.assertEqual(set(done), {(True, done[0][1])})

    def test_other_threads_go_on_while_one_simulates(self):
        """With the GIL held, this thread could not count until the run had ended."""
        ended = threading.Event()

        def simulate():
            with self.assertRaises(warpclock.Deadlock):
                warpclock.run(self.folder / "loop.yaml", max_cycles=2_000_000)
            ended.set()
        thread = threading.Thread(target=simulate)
        thread.start()
        count = 0
        while not ended.is_set():
            count += 1
            time.sleep(0.001)
        thread.join()
        self.assertGreater(count, 20)

    def test_one_result_is_read_by_many_threads(self):
        result = warpclock.run(JOBS[0])
        wanted = result.text()
        with ThreadPoolExecutor(4) as pool:
            self.assertEqual(set(pool.map(lambda _: result.text(), range(20))), {wanted})


def resident_bytes():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


class Memory(Case):
    def test_a_result_lives_without_what_it_was_made_from(self):
        x, y = np.arange(16, dtype=np.float32), np.ones(16, np.float32)
        binary = warpclock.load("kernels/saxpy/vortex.elf")
        job = warpclock.Job(binary, grid=1, block=16, args=[x, y, 2, 16])
        result = warpclock.run(job)
        gone = [weakref.ref(each) for each in (x, job)]
        del binary, job, x, y
        gc.collect()
        self.assertEqual([each() for each in gone], [None, None])
        self.assertIn("saxpy", result.text())

    def test_the_library_s_result_is_freed_with_its_last_reference(self):
        handles = []
        made = results.ResultHandle.__init__

        def note(self, value):
            made(self, value)
            handles.append(weakref.ref(self))
        results.ResultHandle.__init__ = note
        try:
            result = warpclock.run(JOBS[0])
        finally:
            results.ResultHandle.__init__ = made
        self.assertIsNotNone(handles[0]())
        del result
        gc.collect()
        self.assertIsNone(handles[0]())

    def test_a_failure_keeps_nothing(self):
        """Without the collector of cycles: an exception and its frames do not hold each other."""
        word = np.zeros(1, np.uint32)
        gone = weakref.ref(word)
        gc.collect()
        gc.disable()
        try:
            for options in ({"max_cycles": 1}, {"machine": "none"}):
                try:  # assertRaises would clear the frames
                    warpclock.run(warpclock.Job(self.folder / "loop.elf", args=[word]), **options)
                except warpclock.Error as error:
                    self.assertTrue(str(error))
            del word
            self.assertIsNone(gone())
        finally:
            gc.enable()

    def test_many_runs_need_no_more_memory(self):
        x, y = np.ones(1 << 20, np.float32), np.ones(1 << 20, np.float32)
        kernel = warpclock.load("kernels/saxpy/vortex.elf")["saxpy"]

        def some(count):
            for _ in range(count):
                warpclock.launch(kernel, grid=1, block=16, args=[x, y, 1, 16])  # 8 MiB each
                with self.assertRaises(warpclock.KernelFault):
                    warpclock.run(self.folder / "fault.yaml")
            gc.collect()
        some(5)
        before = resident_bytes()
        some(20)
        self.assertLess(resident_bytes() - before, 32 << 20)

    def test_arrays_are_passed_by_address(self):
        """The library reads a buffer where NumPy has it."""
        seen = []
        function = warpclock.job._Builder.call

        def note(self, name, *arguments):
            if name == "wc_job_buffer":
                seen.append(arguments[3])
            function(self, name, *arguments)
        warpclock.job._Builder.call = note
        x, y = np.ones(16, np.float32), np.ones(16, np.float32)
        try:
            warpclock.launch("kernels/saxpy/vortex.elf", grid=1, block=16, args=[x, y, 1, 16])
        finally:
            warpclock.job._Builder.call = function
        self.assertEqual(seen, [x.ctypes.data, y.ctypes.data])
