#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random Sim-D programs without structure end alike in functional and clocked runs.

    run-sim-d-flow.py WARPCLOCK [FIRST:END]

Control flow is any: jumps into loops, pops of empty stacks, masks that disable all lanes anywhere, also right before
the end of the program, ends without an exit. A functional run, a clocked run on a machine with random parameters and
one that skips no cycle have to end with the same status, error, output and printed lines, and the clocked ones after
the same number of cycles. A run may also reach its limit. SIMD-13, SIMD-14, SIMD-15. Prints TAP.
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

CONDITIONS = ("ez", "nz", "g", "ge", "l", "le")
PARAMETERS = {
    "policy": ("unconstrained", "pairwise", "compute", "access"),
    "clock.compute": (1000, 1, 100, 500, 1600, 2500),
    "pipeline.decode": (1, 3),
    "pipeline.execute": (3, 5, 9, 24),
    "pipeline.divider": (1, 8, 24),
    "scratchpad.width": (4, 32),
}
LIMIT = 4  # status of a run that reaches --max-cycles


class Program:
    """`text`: the .sas file."""

    def __init__(self, dice):
        self.dice = dice
        self.labels = [f"L{i}" for i in range(dice.randint(1, 5))]
        lines = [self.instruction() for _ in range(dice.randint(3, 25))]
        for label in self.labels:
            lines.insert(dice.randrange(len(lines)), label + ":")
        lines += [dice.choice(("stglin v0, 1", "exit", "cpop", "nop")) for _ in range(dice.randint(0, 2))]
        self.text = "\n".join([".data", "0 0 64 32", "1 0x10000 64 32", ".sp_data", "0 0 64 16", ".text", *lines, ""])

    def operand(self, letter):
        dice = self.dice
        return {"v": lambda: f"v{dice.randint(0, 5)}", "s": lambda: f"s{dice.randint(0, 4)}",
                "p": lambda: f"p{dice.randint(0, 3)}", "l": lambda: dice.choice(self.labels),
                "b": lambda: self.operand(dice.choice("vsi")), "i": lambda: str(dice.randint(-3, 9)),
                "c": lambda: dice.choice(("vc.lid_x", "vc.tid_x", "vc.one", "vc.ctrl_run"))}[letter]()

    def instruction(self):
        form = self.dice.choice(FORMS).replace("?", self.dice.choice(CONDITIONS), 1)
        name, *letters = form.split()
        return f"{name} " + ", ".join(letter if len(letter) > 1 else self.operand(letter) if letter.isalpha()
                                      else letter for letter in letters)


FORMS = ("mov v c", "mov v i", "iadd v v b", "isub v v b", "itest.? p v", "pbool.and p p p", "pbool.nor p p p",
         "siadd s s i", "smov s i", "sidiv s s 3", "cpush.if l", "cpush.if l p", "cpush.brk l", "cpush.jc l p",
         "cmask p", "brk p", "ret p", "exit p", "exit", "bra l p", "call l", "call l p", "cpop", "cpop",
         "sicj.? l s", "j l", "nop", "ldglin v 0", "stglin v 1", "stsplin v 0", "ldsplin v 0", "sldsp s 0 1",
         "sldg s 0", "movvsp vc.mem_idx v", "ldspbidx 0", "rcp v v", "printsgpr s", "printpr p", "printcmask.if",
         "printcmask.exit", "printtrace i")


def run(warpclock, folder, *arguments):
    """Status, what is compared, cycles."""
    output = folder / "output.npy"
    output.unlink(missing_ok=True)
    done = subprocess.run([warpclock, "run", str(folder / "job.yaml"), "--quiet", "--max-cycles", "100000", "--json",
                           str(folder / "result.json"), *arguments], capture_output=True, text=True, timeout=60,
                          check=False)
    lines = [[line for line in done.stdout.splitlines() if f"(0, {y})" in line] for y in range(2)]
    contents = output.read_bytes() if output.exists() else None
    cycles = json.loads((folder / "result.json").read_text(encoding="utf-8")).get("cycles")
    return done.returncode, (contents, lines, done.stderr.splitlines()[:1]), cycles


def try_seed(warpclock, seed, folder):
    dice = random.Random(f"sim-d flow {seed}")
    groups = dice.choice((1, 2))
    (folder / "k.sas").write_text(Program(dice).text, encoding="ascii")
    (folder / "job.yaml").write_text(
        f"kernel: k.sas\nndrange: [64, {16 * groups}]\nsave: {{\"1\": output.npy}}\n"
        f"buffers: {{\"0\": {{type: i32, fill: random, min: -3, max: 900, seed: {seed}}}}}\n", encoding="ascii")
    chosen = dice.sample(sorted(PARAMETERS), 3)
    settings = [word for name in chosen for word in ("--set", f"{name}={dice.choice(PARAMETERS[name])}")]
    plain = run(warpclock, folder, "--functional")
    clocked, stepped = (run(warpclock, folder, *settings, *more) for more in ((), ("--every-cycle",)))
    if clocked != stepped:
        return f"{' '.join(settings)}: {clocked} and, without skipping, {stepped}"
    if LIMIT in (plain[0], clocked[0]) or (plain[0] and plain[0] == clocked[0] and groups > 1):
        return None  # of two work-groups that fail, either may fail first
    return f"{' '.join(settings)}: {plain} and {clocked}" if plain[:2] != clocked[:2] else None


def main():
    warpclock = os.path.abspath(sys.argv[1])
    first, end = map(int, sys.argv[2].split(":")) if len(sys.argv) > 2 else (1, 101)
    failed = 0
    for number, seed in enumerate(range(first, end), 1):
        with tempfile.TemporaryDirectory() as folder:
            wrong = try_seed(warpclock, seed, pathlib.Path(folder))
            text = (pathlib.Path(folder) / "k.sas").read_text(encoding="ascii")
        print(f"{'not ' if wrong else ''}ok {number} - seed {seed}", flush=True)
        if wrong:
            failed += 1
            print("\n".join(f"# {line[:400]}" for line in [wrong, *text.splitlines()]))
    print(f"1..{end - first}")
    sys.exit(1 if failed else 0)


main()
