# SPDX-License-Identifier: Apache-2.0
"""Reports on terminals: tables and text fit their width, and lose nothing (HOUSE-140)."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

from command import Case, source

KERNELS = f"{source}/kernels"
COMPARE = ("compare", f"{KERNELS}/sgemm/vortex-tiny.yaml", f"{KERNELS}/saxpy/vortex-tiny.yaml",
           "-m", "vortex,vortex-swas,vortex-3.0", "--bound")


class Width(Case):
    def on_terminal(self, columns, *arguments):
        """The lines of standard output."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        process = self.start(*arguments, "--color", "never", stdout=theirs,
                             stderr=subprocess.DEVNULL)
        os.close(theirs)
        text = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            text += part
        os.close(ours)
        process.wait(timeout=60)
        return text.decode().replace("\r", "").splitlines()

    def piped(self, *arguments):
        return self.call(*arguments).stdout.splitlines()

    def test_a_table_continues_below_itself_with_its_first_column(self):
        whole, folded = self.piped(*COMPARE), self.on_terminal(80, *COMPARE)
        self.assertGreater(max(map(len, whole)), 100)
        self.assertLessEqual(max(map(len, folded)), 80)
        for name in ("sgemm", "saxpy"):
            row = next(line for line in whole if line.startswith(name)).split()
            parts = [line.split() for line in folded if line.startswith(name)]
            self.assertEqual(len(parts), 2)
            self.assertEqual([part[0] for part in parts], [name, name])
            self.assertEqual([figure for part in parts for figure in part[1:]], row[1:])

    def test_text_in_the_last_column_continues_below_its_beginning(self):
        job = f"{KERNELS}/psort/vortex-tiny.yaml"
        arguments = ("bound", job, "-m", "vortex-swas")
        whole, folded = self.piped(*arguments), self.on_terminal(72, *arguments)
        self.assertGreater(max(map(len, whole)), 100)
        self.assertLessEqual(max(map(len, folded)), 72)
        at = next(i for i, line in enumerate(folded) if line.startswith("  nops"))
        following = folded[at + 1]
        self.assertEqual(len(following) - len(following.lstrip()),
                         folded[at].index("issue slots"))

        def words(lines):
            return [word for line in lines for word in line.split() if "on this host" not in line]
        self.assertEqual(words(folded), words(whole))

    def test_an_answer_is_a_table(self):
        self.write("sweep.yaml", "jobs: [stop.yaml]\nparameters: {warps: [2, 4]}\n")
        self.call("sweep", "sweep.yaml", "--db", "results.db", "-q")
        whole = self.piped("query", "results.db", "results")
        folded = self.on_terminal(80, "query", "results.db", "results")
        self.assertGreater(max(map(len, whole)), 100)
        self.assertLessEqual(max(map(len, folded)), 80)
        words = sorted(word for line in whole for word in line.split()[1:])
        self.assertEqual(sorted(word for line in folded for word in line.split()[1:]), words)
        self.assertEqual(self.on_terminal(80, "query", "results.db", "results", "--format", "csv"),
                         self.piped("query", "results.db", "results", "--format", "csv"))

    def test_a_wide_terminal_and_a_pipe_show_the_same(self):
        self.assertEqual(self.on_terminal(200, *COMPARE), self.piped(*COMPARE))

    def test_a_word_that_is_wider_than_the_terminal_stays_whole(self):
        arguments = ("run", f"{KERNELS}/sgemm/vortex-tiny.yaml")
        self.assertIn("psort.cl:19", " ".join(
            self.on_terminal(12, "run", f"{KERNELS}/psort/vortex-tiny.yaml")))
        self.assertIn("sgemm", self.on_terminal(12, *arguments)[0])

    def test_sentences_and_their_numbers_stay_whole_in_a_narrow_terminal(self):
        arguments = ("explain", f"{KERNELS}/psort/vortex-tiny.yaml", "-m", "vortex-swas")
        sentences = " ".join(self.piped(*arguments)).replace("   ", " ")
        for columns in range(40, 60):
            lines = self.on_terminal(columns, *arguments)
            self.assertLessEqual(max(map(len, lines)), columns)
            # One break is enough: all lines but the last of a sentence have no room for a word.
            for line, following in zip(lines, lines[1:]):
                word = re.match(r"  (\d+(?: \d{3})*(?: %)?\S*|\S+)", following)
                if word:
                    self.assertGreater(len(line) + 1 + len(word[1]), columns)
            for number in re.findall(r"\d+(?: \d{3})+|\d+ %", sentences):
                self.assertIn(number, "\n".join(lines))
