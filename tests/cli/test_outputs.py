# SPDX-License-Identifier: Apache-2.0
"""Outputs: none replaces an input or another output, and what keeps one from being written is
reported before the work."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

import arrays
import command
from command import Case

ASSEMBLY = "\t.text\n\t.globl\tf\n\t.type\tf,@function\nf:\n\tret\n"
RESULTS = ("run", "bound", "check", "compare")


class Outputs(Case):
    """A job that reads every kind of file."""

    def setUp(self):
        super().setUp()
        self.write("parent.yaml", "name: parent\nabout: x\nbased_on: vortex-swas\nversion: 1\n")
        self.write("child.yaml", "name: child\nabout: x\nbased_on: parent\nversion: 1\n")
        self.write("in.npy", arrays.npy("u32", (4,), [1, 2, 3, 4]))
        self.write("want.npy", arrays.npy("u32", (4,), [1, 2, 3, 4]))
        self.write("job.yaml", "kernel: stop.elf\nmachine: ./child.yaml\nbuffers:\n"
                   "  a: {type: u32, shape: [4], file: in.npy}\nargs: [a]\n"
                   "expect: {a: {file: want.npy}}\nsave: {a: out.npy}\n")
        self.inputs = ("job.yaml", "stop.elf", "in.npy", "want.npy", "child.yaml", "parent.yaml")

    def contents(self):
        """Every name below the folder with the bytes of its file."""
        return {str(path): path.read_bytes() if path.is_file() else None
                for path in sorted(self.folder.rglob("*"))}

    def refused(self, *arguments, saying="would overwrite", **options):
        """The call ends with status 2, says why, and changes no file."""
        before = self.contents()
        done = self.call(*arguments, status=2, **options)
        self.assertIn(saying, done.stderr, arguments)
        self.assertEqual(done.stderr.count("error: "), 1, done.stderr)
        self.assertEqual(self.contents(), before, arguments)
        return done


class Inputs(Outputs):
    """HOUSE-44: no output replaces an input."""

    def test_json_over_each_file_of_a_job(self):
        for name in RESULTS:
            self.call(name, "job.yaml")
            for path in self.inputs:
                self.refused(name, "job.yaml", "--json", path)

    def test_json_over_a_saved_file_that_exists_or_not(self):
        for name in RESULTS:
            self.refused(name, "job.yaml", "--json", "out.npy", saying="are the same file")
        self.write("out.npy", "old")
        for name in RESULTS:
            self.refused(name, "job.yaml", "--json", "out.npy", saying="are the same file")

    def test_timeline_step_log_and_dump_over_each_file_of_a_job(self):
        for option in (["--trace"], ["--steps"], ["--dump-at", "0", "--dump"]):
            for path in self.inputs:
                self.refused("run", "job.yaml", *option, path)
            self.refused("run", "job.yaml", *option, "out.npy", saying="are the same file")

    def test_a_machine_that_another_one_replaces(self):
        for name in ("run", "bound", "check"):
            for path in ("child.yaml", "parent.yaml"):
                self.refused(name, "job.yaml", "--machine", "vortex", "--json", path)

    def streamed(self, stream, path, *arguments):
        """A call whose standard output or error is appended to a file."""
        with open(self.folder / path, "ab") as file:
            return self.call(*arguments, status=2, **{stream: file})

    def test_a_stream_that_is_an_input_gets_no_message(self):
        before = self.contents()
        for path in ("child.yaml", "stop.elf"):
            done = self.streamed("stdout", path, "run", "job.yaml", "--json", "-")
            self.assertIn("would overwrite", done.stderr)
            done = self.streamed("stderr", path, "run", "job.yaml")
            self.assertIn("would overwrite", done.stdout)
        self.streamed("stdout", "stop.elf", "dis", "stop.elf", "--json", "-")
        self.streamed("stdout", "child.yaml", "machines", "./child.yaml", "--json", "-")
        self.assertEqual(self.contents(), before)

    def test_other_names_of_a_file_are_the_file(self):
        (self.folder / "soft.elf").symlink_to("stop.elf")
        (self.folder / "far.elf").symlink_to("soft.elf")
        (self.folder / "hard.elf").hardlink_to(self.folder / "stop.elf")
        (self.folder / "deep").mkdir()
        (self.folder / "here").symlink_to(".")
        for path in ("soft.elf", "far.elf", "hard.elf", "deep/../stop.elf", "here/stop.elf",
                     str(self.folder / "stop.elf")):
            for option in ("--json", "--trace"):
                self.refused("run", "job.yaml", option, path)

    def test_other_names_of_an_output_that_does_not_exist_yet(self):
        (self.folder / "here").symlink_to(".")
        for path in ("./out.npy", "here/out.npy", str(self.folder / "out.npy")):
            for option in ("--json", "--trace"):
                self.refused("run", "job.yaml", option, path, saying="are the same file")

    def test_a_save_over_an_input(self):
        job = (self.folder / "job.yaml").read_text()
        for path in self.inputs[1:]:
            if path.endswith((".npy", ".bin")):
                self.write("job.yaml", job.replace("out.npy", path))
                self.refused("run", "job.yaml")
        self.write("parent.bin", (self.folder / "stop.elf").read_bytes())
        self.write("job.yaml", job.replace("stop.elf", "parent.bin").replace("out.npy",
                                                                             "parent.bin"))
        done = self.refused("run", "job.yaml", "--json", "out.json")
        self.assertIn("job.yaml:7:", done.stderr)

    def test_a_job_that_cannot_be_read_may_name_any_file(self):
        for text in ("kernle: stop.elf\n", "kernel: [stop.elf\n", "kernel: stop.elf\ngrid: x\n",
                     "kernel: stop.elf\nmachine: nosuch\n"):
            self.write("typo.yaml", text)
            for name in RESULTS:
                before = self.contents()
                done = self.call(name, "typo.yaml", "--json", "stop.elf", status=2)
                self.assertRegex(done.stderr, "not replaced|would overwrite")
                self.assertEqual(self.contents(), before)

    def test_a_machine_that_cannot_be_read_may_name_any_file(self):
        self.write("child.yaml", "name: child\nabot: x\nbased_on: parent\nversion: 1\n")
        for name in RESULTS + ("machines",):
            before = self.contents()
            operand = "./child.yaml" if name == "machines" else "job.yaml"
            for path in ("child.yaml", "parent.yaml"):
                self.call(name, operand, "--json", path, status=2)
                self.assertEqual(self.contents(), before)

    def test_a_kernel_or_setting_that_is_wrong(self):
        self.write("bad.elf", "not an ELF file")
        self.write("bad.yaml", "kernel: bad.elf\nmachine: ./child.yaml\n")
        for arguments in (["bad.yaml"], ["job.yaml", "--set", "thraeds=4"],
                          ["job.yaml", "--machine", "nosuch"], ["nosuch.yaml"]):
            for name in RESULTS:
                for path in ("bad.elf", "stop.elf", "child.yaml", "parent.yaml", "in.npy"):
                    before = self.contents()
                    self.call(name, *arguments, "--json", path, status=2)
                    self.assertEqual(self.contents(), before, (name, arguments, path))

    def test_options_that_are_wrong_together(self):
        for options in (["--dump", "x"], ["--dump", "x", "--dump-at", "one"], ["--dump-at", "1"]):
            before = self.contents()
            self.call("run", "job.yaml", *options, "--json", "stop.elf", status=2)
            self.assertEqual(self.contents(), before)
        before = self.contents()
        self.call("compare", "job.yaml", "--bound", "--functional", "--json", "stop.elf", status=2)
        self.call("machines", "--set", "threads=4", "--json", "parent.yaml", status=2)
        self.call("cfg", "stop.elf", "--kernel", "nosuch", "--json", "stop.elf", status=2)
        self.assertEqual(self.contents(), before)

    def test_jobs_of_a_comparison_among_each_other(self):
        self.write("fault.bin", (self.folder / "fault.elf").read_bytes())
        self.write("first.yaml", "kernel: hello.elf\nbuffers: {a: {type: u8, shape: 4, fill: 1}}\n"
                   "save: {a: fault.bin}\n")
        self.write("second.yaml", "kernel: fault.bin\n")
        for jobs in (["first.yaml", "second.yaml"], ["second.yaml", "first.yaml"]):
            done = self.refused("compare", *jobs)
            self.assertNotIn("hello", done.stdout)  # before the first cycle
        self.write("third.yaml", "kernel: stop.elf\nbuffers: {b: {type: u8, shape: 4, fill: 1}}\n"
                   "save: {b: ./fault.bin}\n")
        self.refused("compare", "first.yaml", "third.yaml", saying="are the same file")

    def test_a_job_may_be_compared_with_itself(self):
        for _ in range(2):
            self.call("compare", "job.yaml", "./job.yaml", "-m", "vortex,vortex-swas", "--json",
                      "out.json")
        self.assertTrue((self.folder / "out.npy").exists())

    def test_machines_and_statistics(self):
        path = {"WARPCLOCK_PATH": str(self.folder)}
        for file in ("child.yaml", "parent.yaml"):
            self.refused("machines", "./child.yaml", "--json", file)
            self.refused("machines", "child", "--json", file, environment=path)
        (self.folder / "set").mkdir()
        for file in ("child.yaml", "parent.yaml"):
            shutil.copy(self.folder / file, self.folder / "set")
        path = {"WARPCLOCK_PATH": str(self.folder / "set")}
        for name in ("machines", "statistics"):
            self.refused(name, "--json", "set/parent.yaml", environment=path)

    def test_inspected_binaries(self):
        for name in ("info", "dis", "cfg"):
            self.refused(name, "stop.elf", "--json", "stop.elf")
            self.refused(name, "stop.elf", "--json", "./stop.elf")

    def test_assembly(self):
        self.write("a.s", ASSEMBLY)
        (self.folder / "link.s").symlink_to("a.s")
        self.refused("diverge", "a.s", "-o", "a.s")
        self.refused("diverge", "a.s", "-o", "link.s")
        with open(self.folder / "a.s") as file:
            self.refused("diverge", "-", "-o", "a.s", stdin=file)

    def test_code_objects(self):
        for file in ("saxpy/gcn3.hsaco", "saxpy/gcn3-tiny.yaml"):
            shutil.copy(command.source / "kernels" / file, self.folder)
        (self.folder / "link.hsaco").symlink_to("gcn3.hsaco")
        for path in ("gcn3.hsaco", "./gcn3.hsaco", "link.hsaco"):
            for option in ("-o", "--table"):
                self.refused("split", "gcn3.hsaco", option, path)
            self.refused("split", "gcn3.hsaco", "--list", "--json", path)
        self.call("split", "gcn3.hsaco", "--table", "points.yaml")
        self.refused("run", "gcn3-tiny.yaml", "--split", "points.yaml", "--json", "points.yaml")

    def test_a_paper(self):
        """On a copy: this must not be tried on the sources."""
        shutil.copytree(command.source / "machines", self.folder / "tree/machines")
        shutil.copytree(command.source / "papers/pastis", self.folder / "tree/papers/pastis")
        path = {"WARPCLOCK_PATH": str(self.folder / "tree/machines")}
        for file in ("papers/pastis/published.yaml", "papers/pastis/labels.npy",
                     "papers/pastis/shared.cubin", "papers/pastis/jobs/shared-table-1.yaml",
                     "machines/jetson-tx2.yaml"):
            self.refused("paper", "pastis", "--table", "1", "--json", f"tree/{file}",
                         environment=path)

    def test_streams_that_append_to_an_input(self):
        self.call("run", "stop.yaml", "--steps", "a.log")
        for arguments, path in ((["run", "stop.yaml"], "stop.elf"), (["dis", "stop.elf"], "stop.elf"),
                                (["first-diff", "a.log", "a.log"], "a.log"),
                                (["machines", "./child.yaml"], "parent.yaml")):
            with open(self.folder / path, "a") as file:
                self.refused(*arguments, stdout=file)


class Each(Outputs):
    """HOUSE-44: no two outputs are the same file."""

    def test_options_of_a_run(self):
        options = (["--json"], ["--trace"], ["--steps"], ["--dump-at", "0", "--dump"])
        for i, one in enumerate(options):
            for other in options[:i]:
                self.refused("run", "stop.yaml", *one, "x.json", *other, "./x.json",
                             saying="are the same file")

    def test_files_of_split(self):
        shutil.copy(command.source / "kernels/saxpy/gcn3.hsaco", self.folder)
        self.refused("split", "gcn3.hsaco", "-o", "x", "--table", "./x", saying="are the same file")

    def test_two_saves(self):
        self.write("twice.yaml", "kernel: stop.elf\nbuffers:\n  a: {type: u8, shape: 4, fill: 1}\n"
                   "  b: {type: u8, shape: 4, fill: 1}\nsave: {a: x.npy, b: ./x.npy}\n")
        self.refused("run", "twice.yaml", saying="are the same file")

    def test_a_file_and_a_stream(self):
        for option in ("--json", "--trace"):
            with open(self.folder / "log", "a") as file:
                self.refused("run", "stop.yaml", option, "log", stdout=file,
                             saying="are the same file")
        self.write("a.s", ASSEMBLY)
        with open(self.folder / "log", "a") as file:
            self.refused("diverge", "a.s", "-o", "log", stdout=file, saying="are the same file")

    def test_streams_may_share_a_file(self):
        with open(self.folder / "log", "w") as file:
            self.call("run", "fault.yaml", status=3, stdout=file, stderr=file)
        self.assertIn("error: ", (self.folder / "log").read_text())

    def test_nothing_is_printed_as_json_but_on_standard_output(self):
        done = self.refused("run", "job.yaml", "--json", "-", "--trace", "stop.elf")
        self.assertEqual(json.loads(done.stdout)["error"]["status"], 2)
        self.refused("run", "job.yaml", "--json", "new.json", "--trace", "stop.elf")


class ErrorsInFiles(Outputs):
    """What an error report may replace while not all inputs are known."""

    def test_nothing_an_empty_file_or_an_earlier_report(self):
        reports = [None, ""]
        for arguments in (["run", "stop.yaml"], ["dis", "stop.elf"], ["cfg", "stop.elf"],
                          ["info", "stop.elf"], ["machines"], ["compare", "stop.yaml"],
                          ["run", "nosuch.yaml"]):
            done = self.call(*arguments, "--json", "-", status=2 if arguments[1:] == ["nosuch.yaml"]
                             else 0)
            reports.append(done.stdout)
        for text in reports:
            (self.folder / "x.json").unlink(missing_ok=True)
            if text is not None:
                self.write("x.json", text)
            self.call("run", "nosuch.yaml", "--json", "x.json", status=2)
            self.assertIn("nosuch.yaml", (self.folder / "x.json").read_text())

    def test_no_other_file(self):
        for text in ("text", '{"kernel": "stop.elf"}', "[1, 2]", " ", "\0"):
            self.write("x.json", text)
            done = self.call("run", "nosuch.yaml", "--json", "x.json", status=2)
            self.assertIn("x.json: error: not replaced", done.stderr)
            self.assertEqual((self.folder / "x.json").read_text(), text)

    def test_any_file_when_the_inputs_are_known(self):
        self.write("x.json", "text")
        self.call("run", "fault.yaml", "--json", "x.json", status=3)
        self.assertIn("cycles", json.loads((self.folder / "x.json").read_text()))


class AtOnce(Outputs):
    """HOUSE-45: what keeps an output from being written is reported before the first cycle. The
    job never ends by itself."""

    def refused_at_once(self, path, saying, **options):
        before = self.names()
        for arguments in (["run", "loop.yaml", "--json"], ["run", "loop.yaml", "--trace"],
                          ["run", "loop.yaml", "--steps"], ["compare", "loop.yaml", "--json"],
                          ["run", command.source / "kernels/saxpy/pascal-tiny.yaml", "--dump-at",
                           "0", "--dump"]):
            done = self.call(*arguments, path, status=2, **options)
            self.assertIn(saying, done.stderr)
            self.assertEqual(self.names(), before)

    def names(self):
        return sorted(str(path) for path in self.folder.rglob("*"))

    def test_a_missing_folder(self):
        self.refused_at_once("nosuch/x.json", "No such file or directory")

    def test_a_folder(self):
        (self.folder / "dir").mkdir()
        for path in ("dir", "dir/", "."):
            self.refused_at_once(path, "Is a directory")

    def test_a_file_taken_for_a_folder(self):
        self.refused_at_once("stop.elf/x.json", "Not a directory")

    def test_a_name_that_is_too_long(self):
        self.refused_at_once("x" * 300, "File name too long")

    def test_a_link_to_nothing(self):
        (self.folder / "link").symlink_to("nosuch")
        self.refused_at_once("link", "dangling symbolic link")

    def test_a_fifo_that_nobody_reads(self):
        os.mkfifo(self.folder / "fifo")
        self.refused_at_once("fifo", "no process reads this FIFO")

    def test_a_folder_and_a_file_without_the_right_to_write(self):
        """Root may write everywhere, so it calls as another user."""
        options = {"user": 65534} if os.geteuid() == 0 else {}
        self.folder.chmod(0o755)
        (self.folder / "dir").mkdir(mode=0o555)
        self.write("protected", "x")
        (self.folder / "protected").chmod(0o444)
        try:
            self.call("--version", **options)
        except PermissionError:
            self.skipTest("the other user cannot reach the program")
        self.refused_at_once("dir/x.json", "Permission denied", **options)
        self.refused_at_once("protected", "Permission denied", **options)

    def test_a_file_that_is_a_mount_point(self):
        self.write("mounted", "")
        self.write("source", "")
        done = subprocess.run(["unshare", "-m", "sh", "-c", "mount --bind source mounted || exit 77\n"
                               'exec "$0" run loop.yaml --json mounted', command.program],
                              cwd=self.folder, capture_output=True, text=True, timeout=30,
                              env=command.clean_environment(), check=False)
        if done.returncode in (1, 77):
            self.skipTest("no right to mount")
        self.assertEqual(done.returncode, 2)
        self.assertIn("mounted: error: cannot write: Device or resource busy", done.stderr)

    def test_a_stream_that_is_not_open(self):
        self.refused_at_once("/dev/fd/77", "Bad file descriptor")

    def test_saves(self):
        (self.folder / "dir.npy").mkdir()
        os.mkfifo(self.folder / "fifo.npy")
        for path in ("nosuch/x.npy", "dir.npy", "fifo.npy", f"{'x' * 300}.npy"):
            self.write("save.yaml", "kernel: loop.elf\nbuffers: {a: {type: u8, shape: 4, fill: 1}}\n"
                       f"save: {{a: {path}}}\n")
            self.call("run", "save.yaml", status=2)
            self.call("check", "save.yaml", "-m", "vortex-swas", status=2)

    def test_assembly_is_not_read(self):
        done = self.call("diverge", "nosuch.s", "-o", "nosuch/a.s", status=2)
        self.assertIn("nosuch/a.s", done.stderr)

    def test_a_paper(self):
        done = self.call("paper", "swas", "--table", "anomalies", "--json", "nosuch/x.json",
                         status=2)
        self.assertEqual(done.stdout, "")


class Lost(Case):
    """INTERFACE: what was not written is said, however the run ended."""

    OPTIONS = (["--trace"], ["--steps"], ["--profile-file"])
    MESSAGE = "/dev/full: cannot write: No space left on device\n"

    def test_a_run_that_was_cut_short(self):
        for option in self.OPTIONS:
            for program, more, status in (("loop", ["--max-cycles", "500"], 4), ("fault", [], 3)):
                done = self.call("run", f"{program}.yaml", "-q", *more, *option, "/dev/full",
                                 status=status)
                self.assertEqual(done.stderr.count(self.MESSAGE), 1, done.stderr)
                self.assertTrue(done.stderr.startswith("warpclock: error: "), done.stderr)

    def test_a_dump_of_a_run_that_was_cut_short(self):
        job = str(command.source / "kernels/saxpy/pascal-tiny.yaml")
        for more, status in (["--max-cycles", "100"], 4), ([], 2):
            done = self.call("run", job, "-q", *more, "--dump-at", "10", "--dump", "/dev/full",
                             status=status)
            self.assertIn("/dev/full: ", done.stderr)

    def test_a_run_whose_outputs_are_wrong(self):
        done = self.call("run", "wrong.yaml", "-q", "--trace", "/dev/full", status=1)
        self.assertIn(self.MESSAGE, done.stderr)

    def test_a_complete_run(self):
        for option in self.OPTIONS:
            done = self.call("run", "stop.yaml", "-q", *option, "/dev/full", status=2)
            self.assertEqual(done.stderr, self.MESSAGE.replace(": ", ": error: ", 1))

    def test_the_document_has_it_too(self):
        done = self.call("run", "loop.yaml", "--max-cycles", "500", "--trace", "/dev/full",
                         "--json", "-", status=4)
        self.assertIn("/dev/full: cannot write", done.stdout)


class Special(Case):
    """Devices, pipes and streams are written in place."""

    def test_standard_output_as_a_file_keeps_its_text(self):
        for option in ("--json", "--steps"):
            with open(self.folder / "log", "w") as file:
                file.write("before\n")
                file.flush()
                self.call("run", "hello.yaml", option, "/dev/stdout", stdout=file)
            text = (self.folder / "log").read_text()
            self.assertTrue(text.startswith("before\n"), text)
            self.assertIn("\nhello\n", text)
            self.assertIn("program on vortex", text)
            self.assertIn('"schema": 1' if option == "--json" else "# launch 0", text)

    def test_standard_output_as_a_pipe(self):
        done = self.call("info", "stop.elf", "--json", "/dev/stdout", "-q")
        self.assertEqual(json.loads(done.stdout)["schema"], 1)
        done = self.call("info", "stop.elf", "--json", "/dev/stderr", "-q")
        self.assertEqual(json.loads(done.stderr)["schema"], 1)

    def test_the_null_device_takes_everything(self):
        self.call("run", "stop.yaml", "--json", "/dev/null", "--trace", "/dev/null", "--steps",
                  "/dev/null")
        self.assertFalse(pathlib.Path("/dev/null").is_file())

    def test_a_descriptor_of_the_shell(self):
        reading, writing = os.pipe()
        self.call("info", "stop.elf", "-q", "--json", f"/dev/fd/{writing}", pass_fds=[writing])
        os.close(writing)
        with open(reading) as file:
            self.assertEqual(json.load(file)["schema"], 1)

    def test_a_fifo_with_a_reader(self):
        os.mkfifo(self.folder / "fifo")
        for option in ("--json", "--steps"):
            reading = os.open(self.folder / "fifo", os.O_RDONLY | os.O_NONBLOCK)
            self.call("run", "stop.yaml", option, "fifo")
            self.assertGreater(len(os.read(reading, 65536)), 10)
            os.close(reading)

    def test_a_link_stays_a_link(self):
        self.write("target.json", "")
        (self.folder / "link.json").symlink_to("target.json")
        self.call("info", "stop.elf", "--json", "link.json")
        self.assertTrue((self.folder / "link.json").is_symlink())
        json.loads((self.folder / "target.json").read_text())


def has_nameless_files(folder):
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY))
        return True
    except OSError:
        return False


class NothingLeft(Case):
    """HOUSE-3: no temporary file is left, whatever ends the run."""

    OUTPUTS = ("--json", "x.json", "--trace", "x.pftrace", "--steps", "x.log")

    def names(self):
        return {path.name for path in self.folder.iterdir()}

    def saving(self, program):
        self.write("job.yaml", f"kernel: {program}.elf\nbuffers:\n"
                   "  a: {type: u8, shape: 4, fill: 1}\nsave: {a: x.npy}\n")
        return self.names()

    def test_a_run_that_fails(self):
        for program, options, status in (("fault", [], 3), ("loop", ["--max-cycles", "99"], 4),
                                         ("stop", ["--set", "thraeds=3"], 2)):
            before = self.saving(program)
            self.call("run", "job.yaml", *self.OUTPUTS, *options, status=status)
            self.assertLessEqual(self.names() - before, {"x.json", "x.pftrace", "x.log"})

    def test_a_run_that_is_stopped_or_killed(self):
        if not has_nameless_files(self.folder):
            self.skipTest("the file system has no files without a name")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL, signal.SIGABRT):
            before = self.saving("loop")
            process = self.start("run", "job.yaml", "-q", *self.OUTPUTS,
                                 stderr=subprocess.DEVNULL)
            time.sleep(0.3)
            self.assertIsNone(process.poll())
            self.assertEqual(self.names(), before)
            process.send_signal(number)
            process.wait(timeout=20)
            self.assertLessEqual(self.names() - before, {"x.json", "x.pftrace", "x.log"})
            for name in self.names() - before:
                (self.folder / name).unlink()
