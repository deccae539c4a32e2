# SPDX-License-Identifier: Apache-2.0
"""HOUSE-124: ^C and interrupt() end a run soon, with what is known so far; callbacks too."""
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import warpclock

from case import Case

# A run that is interrupted ends within 0.2 s on an idle host; tests share theirs.
SOON = 0.2 if os.environ.get("WARPCLOCK_STRICT_TIME") else 5


class Stopped:
    """A signal after a while, and the time from it to the end of the block."""

    def __init__(self, number=signal.SIGINT, after=0.3):
        self.timer = threading.Timer(after, self.send, [number])

    def send(self, number):
        self.sent = time.monotonic()
        os.kill(os.getpid(), number)

    def __enter__(self):
        self.timer.start()
        return self

    def __exit__(self, *_):
        self.seconds = time.monotonic() - self.sent
        self.timer.join()


class Interrupts(Case):
    def test_control_c_ends_a_run_with_its_statistics(self):
        with Stopped() as stopped, self.assertRaises(KeyboardInterrupt) as caught:
            warpclock.run(self.folder / "loop.yaml")
        self.assertLess(stopped.seconds, SOON)
        self.assertIsInstance(caught.exception, warpclock.Interrupted)
        self.assertEqual(caught.exception.result.status, 130)
        self.assertGreater(caught.exception.result.cycles, 0)

    def test_except_exception_does_not_catch_it(self):
        def run():
            try:
                warpclock.run(self.folder / "loop.yaml", raises=False)
            except Exception:
                self.fail("caught")
        with Stopped(), self.assertRaises(KeyboardInterrupt):
            run()

    def test_control_c_ends_a_functional_run_and_an_analysis(self):
        for call in (lambda: warpclock.run(self.folder / "loop.yaml", functional=True),
                     lambda: warpclock.bound(self.folder / "loop.yaml", machine="vortex-swas",
                                             method="exact")):
            with Stopped() as stopped, self.assertRaises(KeyboardInterrupt):
                call()
            self.assertLess(stopped.seconds, SOON)

    def test_an_exception_of_another_signal_s_handler_passes(self):
        def on_alarm(*_):
            raise TimeoutError("too long")
        before = signal.signal(signal.SIGALRM, on_alarm)
        try:
            with Stopped(signal.SIGALRM) as stopped, self.assertRaises(TimeoutError):
                warpclock.run(self.folder / "loop.yaml")
            self.assertLess(stopped.seconds, SOON)
        finally:
            signal.signal(signal.SIGALRM, before)

    def test_runs_work_again_afterwards(self):
        with Stopped(after=0.1), self.assertRaises(KeyboardInterrupt):
            warpclock.run(self.folder / "loop.yaml")
        self.assertEqual(warpclock.run(self.folder / "stop.yaml").status, 0)

    def test_interrupt_ends_the_runs_of_all_threads(self):
        with ThreadPoolExecutor(3) as pool:
            runs = [pool.submit(warpclock.run, self.folder / "loop.yaml") for _ in range(3)]
            time.sleep(0.3)
            warpclock.interrupt()
            for each in runs:
                self.assertIsInstance(each.exception(timeout=30), warpclock.Interrupted)
        self.assertEqual(warpclock.run(self.folder / "stop.yaml").status, 0)

    def test_progress_is_reported_and_its_exception_ends_the_run(self):
        seen = []

        def progress(report):
            seen.append(report)
            if len(seen) == 2:
                raise RuntimeError("enough")
        with self.assertRaisesRegex(RuntimeError, "enough"):
            warpclock.run(self.folder / "loop.yaml", progress=progress)
        self.assertEqual(len(seen), 2)
        self.assertGreater(seen[1].instructions, seen[0].instructions)
        self.assertEqual((seen[0].done, seen[0].total), (0, 1))

    def test_an_exception_of_the_console_ends_the_run(self):
        def console(text):
            raise RuntimeError(text)
        with self.assertRaisesRegex(RuntimeError, "hello"):
            warpclock.run(self.folder / "chatty.yaml", console=console)

    def test_a_callback_may_run_another_job(self):
        inner = []

        def progress(_):
            inner.append(warpclock.run(self.folder / "stop.yaml").cycles)
            raise RuntimeError("enough")
        with self.assertRaises(RuntimeError):
            warpclock.run(self.folder / "loop.yaml", progress=progress)
        self.assertEqual(inner, [warpclock.run(self.folder / "stop.yaml").cycles])
