# SPDX-License-Identifier: Apache-2.0
"""Random kernels on the SBI/SWI machines: equal memory, all checks hold, no run exceeds its bound.

Each case is a kernel of rv32_structured.py on one of the five machines. A run without a clock says what
memory has to be. `warpclock check --method analysis` runs it clocked, compares cycles, executions,
transactions and misses with the bound (SBI-20, SBI-47), and saves the memory; `warpclock run --check`
looks at lanes and dependences of every issue (SBI-35, SBI-50).

Anomalies are kernels that run longer with co-issue than without, on machines that differ in nothing
else; the smallest are printed (docs/fermi-worst-case.md). Under the conditions of its theorem there may be
none.
"""
import json
import random
import re
import subprocess

import rv32_structured

BATCH = 20
MACHINES = ["fermi", "fermi-warp64", "fermi-sbi", "fermi-swi", "fermi-sbi-swi"]
ANALYSABLE = ["contexts.model=exact", "pcdiv=region", "mem_split=false"]
# Of the parameters that matter, values from small to large.
SETTINGS = {
    "scheduler.latency": [1, 2, 9], "delivery.latency": [0, 1, 7], "execution.latency": [1, 8, 40],
    "fetch.width": [2, 3, 8], "scoreboard.entries": [1, 2, 6, 16], "rows.mad": [8, 32, 64],
    "rows.lsu": [4, 16, 32, 64], "rows.sfu": [1, 8, 64], "barrier.release": [1, 40],
    "group.delay": [1, 30], "shared_memory.latency": [0, 3, 90], "shared_memory.banks": [1, 8, 32],
    "contexts.cold": [1, 2, 16, 128], "contexts.per_warp": [0, 1, 8], "contexts.sort_min": [1, 64],
    "contexts.spill": [0, 330, 900], "l1.bytes": [1024, 6144, 49152], "l1.ways": [1, 2], "l1.mshrs": [1, 2, 256],
    "l1.latency": [1, 3, 60], "l1.forward": [0, 3, 40], "l1.delivery": [0, 5], "l1.replacement": ["fifo", "lru"],
    "memory.latency": [1, 330, 700], "memory.bandwidth": [1, 10, 512], "sm.groups": [1, 2, 8],
}
# ... and those of thread frontiers, or of SBI and SWI.
FRONTIER = {
    "frontier.order": ["address", "remap"], "contexts.model": ["exact", "hardware"],
    "contexts.literal": ["true", "false"], "constraints": ["true", "false"], "interval": ["open", "closed"],
    "pcdiv": ["idom", "isa", "region"], "mem_split": ["true", "false"], "two_divergences": ["true", "false"],
    "skip_empty_waves": ["true", "false"], "shuffle": ["identity", "mirror-half", "xor-rev"],
    "swi_sets": [1, 4], "swi_tie": ["random", "first"],
}
REFUSALS = ["do not form sets", "expected", "lanes part again and again"]


def call(words):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=120)


def assemble(root, folder, seed, plain):
    """A binary of BATCH kernels."""
    (folder / "k.s").write_text(rv32_structured.text(seed, BATCH, plain))
    rv32_structured.assemble(root, folder)


class Case:
    def __init__(self, dice, program, folder, number):
        self.dice, self.program, self.folder, self.number = dice, program, folder, number
        self.seed = dice.randrange(1 << 30)
        self.items = dice.choice([1, 16, 64, 64, 100, 256])
        self.groups = dice.choice([count for count in (1, 2, 7, 20) if count * self.items <= 1024])
        self.write_job()

    def write_job(self, loops=()):
        given = "".join(f'  "{address}": {rv32_structured.TRIPS}\n' for address in loops)
        self.job = self.folder / f"{self.number}.yaml"
        self.job.write_text(
            f"kernel: k.elf\nmachine: fermi\nbuffers:\n"
            f"  in: {{type: u32, shape: [{rv32_structured.WORDS}], fill: random, min: 0, max: 255, "
            f"seed: {self.seed}}}\n  out: {{type: u32, shape: [{rv32_structured.WORDS}], fill: 0}}\n"
            f"entry: k{self.number}\ngrid: [{self.groups}, 1, 1]\nblock: [{self.items}, 1, 1]\n"
            f"args: [in, out]\nsave:\n  out: {self.number}.npy\n" +
            (f"loops:\n{given}" if loops else ""), encoding="utf-8")

    def memory(self):
        return (self.folder / f"{self.number}.npy").read_bytes()

    def settings(self):
        machine = self.dice.choice(MACHINES)
        words = ["--machine", machine]
        chosen = {}
        if machine != "fermi" and self.dice.random() < 0.4:
            chosen = dict(word.split("=") for word in ANALYSABLE)
        if self.dice.random() < 0.5:
            table = SETTINGS if machine == "fermi" else {**SETTINGS, **FRONTIER}
            for name in self.dice.sample(sorted(table), self.dice.choice([2, 5, 12])):
                chosen[name] = self.dice.choice(table[name])
        for name, value in chosen.items():
            words += ["--set", f"{name}={value}"]
        return words

    def run(self, *words):
        return call([self.program, *words, self.job, "--quiet"])


def wrong(done, words):
    return f"status {done.returncode}: {' '.join(map(str, words))}\n{done.stderr.strip()}"


def check(case):
    """A message, or None. Loops that need a bound get one."""
    done = case.run("run", "--functional")
    if done.returncode:
        return wrong(done, ["run", case.job, "--functional"])
    expected = case.memory()
    while True:
        words = [case.program, "check", case.job, "--method", "analysis", "--quiet", *case.settings()]
        done = call(words)
        loops = re.findall(r'^ +"(0x[0-9a-f]+)": N', done.stderr, re.M)
        if done.returncode and loops:
            case.write_job(loops)
            done = call(words)
        if not done.returncode or not any(text in done.stderr for text in REFUSALS):
            break
    if done.returncode:
        return wrong(done, words)
    if case.memory() != expected:
        return f"memory differs: {' '.join(map(str, words))}"
    words = [case.program, "run", case.job, "--check", "--quiet", *words[6:]]
    done = call(words)
    return wrong(done, words) if done.returncode else None


# ---- anomalies ----

# Machines that differ only in co-issue; the last ones meet the conditions of the theorem.
EQUAL = ["scheduler.latency=1", "delivery.latency=1"]
PAIRS = [
    ("SBI, any warp", ["fermi-sbi", "mem_split=false"]),
    ("SBI, same warp", ["fermi-sbi", "sbi=same_warp", "mem_split=false"]),
    ("SBI, without constraints", ["fermi-sbi", "mem_split=false", "constraints=false"]),
    ("SBI, split accesses", ["fermi-sbi"]),
    ("SWI, equal latencies", ["fermi-swi", *EQUAL]),
]
THEOREM = ["fermi-sbi", "sbi=same_warp", *ANALYSABLE, "scoreboard.entries=16"]


def cycles(case, machine):
    words = [word for setting in machine[1:] for word in ("--set", setting)]
    done = call([case.program, "run", case.job, "--machine", machine[0], *words, "--json", "-"])
    result = json.loads(done.stdout)
    return result["cycles"], result["warp_instructions"]


def compare(case, found):
    """A message, or None."""
    case.items, case.groups = case.dice.choice([64, 128, 256]), 1
    case.write_job()
    without, size = cycles(case, ["fermi-warp64"])
    for name, machine in PAIRS:
        taken, _ = cycles(case, machine)
        row = found.setdefault(name, {"cases": 0, "slower": 0})
        row["cases"] += 1
        if taken <= without:
            continue
        row["slower"] += 1
        if taken / without > row.get("worst", 1):
            row["worst"] = taken / without
        if size < row.get("size", size + 1):
            row.update(size=size, cycles=(without, taken), job=case.job.read_text())
    return None


def hold(case):
    """The theorem: a message, or None."""
    case.items, case.groups = 64, 1
    case.write_job()
    without, _ = cycles(case, ["fermi-warp64", "scoreboard.entries=16", "contexts.model=exact"])
    taken, _ = cycles(case, THEOREM)
    if taken > without:
        return f"{taken} cycles with SBI, {without} without: {case.job}"
    return None


class Kernels:
    """Files of kernels within their bounds."""
    def __init__(self, options):
        self.options = options

    def cases(self, seed, folder, plain):
        dice = random.Random(seed)
        assemble(self.options.root, folder, seed, plain)
        for number in range(BATCH):
            yield Case(dice, self.options.program, folder, number)

    def run(self, seed, folder):
        return [message for message in map(check, self.cases(seed, folder, False)) if message]

    def report(self):
        pass


class Anomalies(Kernels):
    """Odd seeds look for kernels that are slower, even ones test the theorem."""
    def __init__(self, options):
        super().__init__(options)
        self.found = {}

    def run(self, seed, folder):
        plain = seed % 2 == 0
        messages = [hold(case) if plain else compare(case, self.found)
                    for case in self.cases(seed, folder, plain)]
        return [message for message in messages if message]

    def report(self):
        for name, row in self.found.items():
            print(f"# {name}: slower in {row['slower']} of {row['cases']} kernels", end="")
            if "size" in row:
                print(f", by up to {100 * row['worst'] - 100:.0f} %; the smallest has {row['size']} warp "
                      f"instructions, {row['cycles'][0]} -> {row['cycles'][1]} cycles", end="")
            print()


MODES = {"kernels": Kernels, "anomalies": Anomalies}
