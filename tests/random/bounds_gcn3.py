# SPDX-License-Identifier: Apache-2.0
"""No run of a random kernel exceeds its bound, on any GCN3 machine (PWS-53).

Each case is a kernel of gcn3_structured.py on a machine without splitting, with dynamic splitting, or
with SpSIMDs and the kernel split for them.
"""
import random
import re
import subprocess

import gcn3_structured

BATCH = 20
# Of the parameters that matter, values from small to large; `bytes` and `ways` must form sets.
SETTINGS = {
    "scheduler": ["oldest", "lrr", "gtlo", "gtlrr", "fp"], "issue.turn": [1, 2, 3, 4, 8, 16],
    "cus": [1, 1, 2, 5], "cu.simds": [1, 1, 2, 4], "simd.waves": [1, 2, 4, 10], "cu.groups": [1, 2, 16],
    "front.buffer": [2, 3, 8], "front.decode": [0, 1, 9], "front.cus": [1, 2, 4],
    "dispatch.group": [0, 1, 40], "dispatch.wave": [0, 1, 17], "dispatch.start": [0, 1, 30],
    "barrier.release": [1, 13], "scalar.latency": [1, 3, 40], "branch.latency": [1, 6, 50],
    "valu.alu.latency": [1, 4, 31], "valu.mul.lanes": [1, 4, 64], "valu.double.latency": [1, 64, 200],
    "vmem.latency": [0, 16, 90], "vmem.lanes": [1, 16, 64], "vmem.writeback": [0, 4, 50],
    "smem.latency": [0, 4, 70], "atomic.conflict": [0, 2, 30], "lds.banks": [1, 8, 32],
    "lds.lanes": [16, 32, 64], "lds.transaction": [0, 1, 7], "lds.latency": [0, 62, 200],
    "lds.conflict": [0, 1, 9], "l1i.bytes": [1024, 4096, 32768], "l1i.mshrs": [1, 2, 16],
    "l1i.banks": [1, 4], "l1i.latency": [1, 4, 60], "l1i.forward": [0, 2, 40], "l1i.delivery": [0, 1, 30],
    "l1s.bytes": [1024, 16384], "l1s.mshrs": [1, 16], "l1s.banks": [1, 4], "l1s.latency": [1, 24, 90],
    "l1s.forward": [0, 8, 50], "l1d.bytes": [1024, 16384], "l1d.mshrs": [1, 3, 64], "l1d.banks": [1, 4],
    "l1d.latency": [1, 80, 300], "l1d.forward": [0, 20, 90], "l1d.delivery": [0, 20, 90],
    "l1d.line": [64, 128], "l2.bytes": [4096, 16384, 524288], "l2.mshrs": [1, 4, 64], "l2.banks": [1, 4],
    "l2.latency": [1, 100, 300], "l2.forward": [0, 40, 90], "l2.write": ["back", "through"],
    "warm": ["none", "inputs"], "warm_code": ["true", "false"], "dram.banks": [1, 4, 16],
    "dram.queue": [1, 4, 64], "dram.row_conflict": [1, 48, 200], "dram.burst": [1, 2, 9],
    "dram.overhead": [0, 100, 300], "split.cycles": [0, 4, 60], "split.copied": [1, 16],
    "merge.cycles": [1, 4, 50],
}
# What the machine says of numbers that do not fit each other or the launch.
REFUSALS = ["do not form sets", "a compute unit can hold", "less than a line", "expected"]


def call(words, **options):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=600, **options)


def assemble(folder, seed):
    """A code object of BATCH kernels."""
    (folder / "k.s").write_text(gcn3_structured.text(seed, BATCH))
    for words in (["clang-16", "--target=amdgcn-amd-amdhsa", "-mcpu=gfx803", "-mcode-object-version=4",
                   "-x", "assembler", "-c", "k.s", "-o", "k.o"],
                  ["ld.lld-16", "-shared", "--no-undefined", "k.o", "-o", "k.hsaco"]):
        done = call(words, cwd=folder)
        if done.returncode:
            raise SystemExit(f"seed {seed}: {done.stderr[:2000]}")
    return folder / "k.hsaco"


class Case:
    def __init__(self, dice, program, folder, number):
        self.dice, self.program, self.folder, self.number = dice, program, folder, number

    def write_job(self, binary, loops=()):
        """The job of this case; `loops`: addresses that need a bound."""
        given = "".join(f'  "{address}": {gcn3_structured.TRIPS}\n' for address in loops)
        job = self.folder / f"{self.number}-{self.binary}.yaml"
        job.write_text(
            f"kernel: {binary.name}\nmachine: gcn3\nbuffers:\n"
            f"  in: {{type: u32, shape: [{gcn3_structured.WORDS}], fill: random, min: 0, max: 255, "
            f"seed: {self.seed}}}\n  out: {{type: u32, shape: [{gcn3_structured.WORDS}], fill: 0}}\n"
            f"entry: {self.kernel}\ngrid: [{self.groups}, 1, 1]\nblock: [{self.items}, 1, 1]\n"
            "args: [in, out]\n" + (f"loops:\n{given}" if loops else ""), encoding="utf-8")
        return job

    def draw(self, number):
        self.kernel, self.seed = f"k{number}", self.dice.randrange(1 << 30)
        self.items = self.dice.choice([16, 64, 64, 100, 256])
        self.groups = self.dice.choice([1, 2, 7, 20])
        self.splits = self.dice.choice([0, 1, 3, 7])
        self.machine = self.dice.choice(["gcn3", "gcn3-dws", "gcn3-pws", "gcn3-pws"])
        self.binary = "split" if self.machine == "gcn3-pws" and self.splits else "plain"

    def settings(self):
        words = ["--machine", self.machine]
        if self.machine != "gcn3":
            words += ["--set", f"splits={self.splits}"]
        if self.dice.random() < 0.5:
            for name in self.dice.sample(sorted(SETTINGS), self.dice.choice([3, 12, 30])):
                words += ["--set", f"{name}={self.dice.choice(SETTINGS[name])}"]
        return words

    def check(self, binary, settings, job=None):
        """Status and command; loops that need a bound get one. An inner loop may be asked for only
        when the outer one has its bound."""
        job = job or self.write_job(binary)
        words = [self.program, "check", job, "--method", "analysis", "--quiet", *settings]
        given = []
        while True:
            done = call(words)
            missing = re.findall(r'^ +"(0x[0-9a-f]+)": N', done.stderr, re.M)
            if not done.returncode or not missing:
                return done, words
            given += missing
            self.write_job(binary, given)


def run_case(case, binaries, number):
    """A message, or None."""
    case.draw(number)
    key = case.splits if case.binary == "split" else 0
    while True:
        done, words = case.check(binaries[key], case.settings())
        if not done.returncode:
            return None
        if done.returncode not in (2, 3) or not any(text in done.stderr for text in REFUSALS):
            return f"status {done.returncode}: {' '.join(map(str, words))}\n{done.stderr.strip()}"


class Kernels:
    """Files of kernels, whole and split."""
    def __init__(self, options):
        self.options = options

    def binaries(self, seed, folder):
        """By the number of splits, and a message or None."""
        found = {0: assemble(folder, seed)}
        for splits in (1, 3, 7):
            found[splits] = folder / f"k-{splits}.hsaco"
            done = call([self.options.program, "split", found[0], "-o", found[splits], "--depth", splits])
            if done.returncode:
                return found, f"split --depth {splits}: {done.stderr.strip()}"
        return found, None

    def run(self, seed, folder):
        dice = random.Random(seed)
        binaries, wrong = self.binaries(seed, folder)
        if wrong:
            return [wrong]
        messages = [run_case(Case(dice, self.options.program, folder, number), binaries, number)
                    for number in range(BATCH)]
        return [message for message in messages if message]

    def report(self):
        pass


class Suite(Kernels):
    """Kernels of the suite on random machines."""
    def run(self, seed, folder):
        dice, found = random.Random(seed), []
        jobs = sorted((self.options.root / "kernels").glob("*/gcn3-tiny.yaml"))
        for number in range(BATCH):
            case = Case(dice, self.options.program, folder, number)
            case.draw(number)
            case.machine = dice.choice(["gcn3", "gcn3-dws", "gcn3-pws"])
            job = dice.choice(jobs)
            while True:
                done, words = case.check(None, case.settings(), job)
                if not any(text in done.stderr for text in REFUSALS):
                    break
            if done.returncode:
                found.append(f"status {done.returncode}: {' '.join(map(str, words))}\n{done.stderr.strip()}")
        return found


MODES = {"kernels": Kernels, "suite": Suite}
