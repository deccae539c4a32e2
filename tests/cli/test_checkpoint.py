# SPDX-License-Identifier: Apache-2.0
"""`run --checkpoint`: when the file is written, what it belongs to, what it cannot be combined with.

That a run in pieces gives what the whole run does is tested by machine/common/checkpoints.py."""
import json
import random
import signal
import subprocess
import time

from command import Case, source

KERNEL = f"{source}/kernels/saxpy/vortex.elf"


def job(kernel=KERNEL, launches=1, seed=7, count=4096, extra=""):
    text = (f"kernel: {kernel}\nmachine: vortex\ngrid: {count // 64}\nblock: 64\nbuffers:\n"
            f"  x: {{type: f32, shape: {count}, fill: random, min: -1, max: 1, seed: {seed}}}\n"
            f"  y: {{type: f32, shape: {count}, fill: iota}}\n"
            f"args: [x, y, {{f32: 2.5}}, {{i32: {count}}}]\nsave:\n  y: y.npy\n{extra}")
    return text + ("launches:\n" + "  - {}\n" * launches if launches > 1 else "")


class Checkpoint(Case):
    def setUp(self):
        super().setUp()
        self.write("job.yaml", job())
        self.file = self.folder / "run.checkpoint"

    def result(self, *arguments, name="job.yaml", status=0):
        return json.loads(self.call("run", name, "--json", "-", *arguments, status=status).stdout)

    def stop(self, cycle, *arguments, name="job.yaml"):
        return self.result("--checkpoint", "run.checkpoint", "--max-cycles", str(cycle),
                           *arguments, name=name, status=4)

    def resume(self, *arguments, status=0, name="job.yaml"):
        return self.call("run", name, "--checkpoint", "run.checkpoint", *arguments, status=status)

    def damage(self, change):
        """The message for a changed file; it stays as it is."""
        data = bytearray(self.file.read_bytes())
        good = bytes(data)
        change(data)
        self.file.write_bytes(data)
        error = self.resume(status=2).stderr
        self.assertEqual(self.file.read_bytes(), bytes(data))
        self.file.write_bytes(good)
        return error

    def test_the_cycle_limit_leaves_a_checkpoint_and_says_how_to_continue(self):
        """LONG-4"""
        whole = self.result()["cycles"]
        stopped = self.stop(whole // 2)
        self.assertEqual("with a higher limit (--max-cycles) it continues in "
                         f"cycle {whole // 2} of this launch, from run.checkpoint",
                         stopped["error"]["hint"])
        self.assertEqual(self.stop(whole // 2)["continued"]["cycle"], whole // 2)
        self.assertGreater(self.stop(whole // 2 + 100)["cycles"], stopped["cycles"])
        text = self.resume().stdout
        self.assertIn(" of launch 1\n", text)
        self.assertIn("continued", text)
        self.assertFalse(self.file.exists())

    def end_by(self, number, status, before=lambda: None):
        """A signal ends a run that has written its first checkpoint; a fast host needs a longer run."""
        for count in (1 << 18, 1 << 20, 1 << 22, 1 << 24):
            self.write("long.yaml", job(count=count))
            process = self.start("run", "long.yaml", "--checkpoint", "run.checkpoint",
                                 "--checkpoint-every", "1", "--quiet", stderr=subprocess.PIPE)
            while process.poll() is None and not self.file.exists():
                time.sleep(0.02)
            before()
            process.send_signal(number)
            messages = process.communicate()[1]
            if process.returncode != 0:
                break
        self.assertEqual(process.returncode, status)
        return messages

    def test_an_interrupt_leaves_a_checkpoint(self):
        """LONG-4: a new one; the next one by time is due in a second."""
        messages = self.end_by(signal.SIGTERM, 130,
                               before=lambda: self.file.unlink(missing_ok=True))
        self.assertIn(b"hint: the same command continues in cycle ", messages)
        self.assertGreater(self.stop(1, name="long.yaml")["continued"]["cycle"], 0)

    def test_a_killed_run_continues(self):
        """LONG-4, LONG-5: it is written every second."""
        self.end_by(signal.SIGKILL, -signal.SIGKILL)
        whole = self.result(name="long.yaml")
        rest = self.result("--checkpoint", "run.checkpoint", name="long.yaml")
        self.assertGreater(rest["continued"]["cycle"], 0)
        for key in ("cycles", "warp_instructions", "stalls", "memory"):
            self.assertEqual(rest[key], whole[key])

    def test_launches_that_are_over_keep_their_results(self):
        """LONG-9"""
        self.write("job.yaml", job(launches=3))
        whole = self.result()
        each = [launch["cycles"] for launch in whole["launches"]]
        for into in (0, 1, 2):
            self.stop(sum(each[:into]) + each[into] // 2)
            rest = self.result("--checkpoint", "run.checkpoint")
            self.assertEqual(rest["continued"], {"launch": into + 1, "cycle": each[into] // 2})
            self.assertEqual(rest["launches"], whole["launches"])
            self.assertEqual(rest["cycles"], whole["cycles"])

    def test_a_checkpoint_of_something_else_is_refused_with_what_differs(self):
        """LONG-6"""
        self.stop(5000)
        kept = self.file.read_bytes()
        self.write("data.yaml", job(seed=8))
        self.write("grid.yaml", job(count=2048))
        self.write("saxpy.elf", open(KERNEL, "rb").read().replace(b"\x13\x05", b"\x93\x05", 1))
        self.write("binary.yaml", job(kernel="saxpy.elf"))
        for name, arguments, word in (
                ("data.yaml", (), "another job: its launches, arguments or buffers"),
                ("grid.yaml", (), "another job: its launches, arguments or buffers"),
                ("binary.yaml", (), "another kernel binary"),
                ("job.yaml", ("--set", "warps=2"), "another machine, or other parameters"),
                ("job.yaml", ("--machine", "vortex-swas"), "another machine, or other parameters")):
            error = self.resume(*arguments, name=name, status=2).stderr
            self.assertIn(f"run.checkpoint: error: this checkpoint is of {word}", error)
            self.assertEqual(self.file.read_bytes(), kept)
        self.resume()

    def test_a_file_that_is_no_checkpoint_is_kept(self):
        """LONG-6"""
        for content in ("", "my notes\n", "x" * 1000):
            self.write("run.checkpoint", content)
            error = self.resume(status=2).stderr
            self.assertIn("run.checkpoint: error: this file is no checkpoint", error)
            self.assertEqual(self.file.read_text(), content)
        self.assertIn("job.yaml", self.call("run", "job.yaml", "--checkpoint", "job.yaml",
                                            status=2).stderr)

    def test_a_file_that_cannot_be_written_is_found_before_the_work(self):
        """LONG-6"""
        for name, why in (("none/run.checkpoint", "No such file or directory"),
                          (".", "Is a directory"), ("/proc/run.checkpoint", "")):
            done = self.call("run", "job.yaml", "--checkpoint", name, "--max-cycles", "5000", status=2)
            self.assertIn(f"{name}: error: cannot write: {why}", done.stderr)
            self.assertEqual(done.stdout, "")

    def test_a_damaged_file_is_refused(self):
        """LONG-7; every byte of a small file is in machine/common/state_io."""
        self.stop(5000)
        size = self.file.stat().st_size
        dice = random.Random("damage")
        for _ in range(12):
            def flip(data, place=dice.randrange(24, size)):
                data[place] ^= 1 << dice.randrange(8)

            def cut(data, length=dice.randrange(60, size)):
                del data[length:]

            for change in (flip, cut):
                self.assertIn("run.checkpoint: error: the checkpoint is damaged or incomplete",
                              self.damage(change))
        self.resume()

    def test_what_needs_the_whole_run_is_refused(self):
        """LONG-8"""
        self.write("warn.yaml", job(extra="on_out_of_bounds: warn\n"))
        for arguments, word in ((("--functional",), "a functional run has none"),
                                (("--trace", "t.csv"), "a timeline"),
                                (("--steps", "s.txt"), "a log of steps"),
                                (("--profile",), "a profile"),
                                (("--profile-file", "p.csv"), "a profile"),
                                (("--report", "r.html"), "a page"),
                                (("--check",), "checks of invariants")):
            error = self.resume(*arguments, status=2).stderr
            self.assertIn("no checkpoint is possible: " + word, error)
        self.assertIn("'on_out_of_bounds: warn'",
                      self.resume(name="warn.yaml", status=2).stderr)
        self.assertIn("seconds between checkpoints without a checkpoint",
                      self.call("run", "job.yaml", "--checkpoint-every", "5", status=2).stderr)
        self.assertFalse(self.file.exists())
