# SPDX-License-Identifier: Apache-2.0
"""Random kernels of plain RV32, as assembly text: what compilers make of branches and loops.

text(seed, count) has `count` kernels k0, k1, ... with the arguments u32 *in, u32 *out. Each has
arithmetic of all rows; loads and stores at known addresses and at addresses from data; stacks, local
memory, atomics; branches and loops on ids and on data, with breaks, copied tests and returns; functions; barriers,
on both sides of a branch, too. Some sides of branches are placed after the kernel's end, out of
frontier order. A loop on data runs TRIPS times at most. Threads store to words of their own, or add:
every order of lanes gives the same memory. `in` and `out` have WORDS words each.

text(seed, count, plain=True): instructions of one cycle only, and no divergence inside another.
"""
import random
import subprocess

TRIPS = 4
WORDS = 2048
LOCAL = 1024  # bytes
HEAD = """    .text
    .option norelax
"""
# s2: number of the thread, s3: in its group, s4: data, s5: result, s6: where the result goes, s11:
# return address of the kernel.
START = """    .globl {name}
    .type {name}, @function
{name}:
    mv s11, ra
    mv s0, a0
    mv s1, a1
    csrr s3, 0xcd3
    csrr t0, 0xcd6
    csrr t1, 0xcd9
    mul s2, t0, t1
    add s2, s2, s3
    andi t0, s2, {mask}
    slli t0, t0, 2
    add s6, s1, t0
    add t0, s0, t0
    lw s4, 0(t0)
    mv s5, s2
"""
END = """    sw s5, 0(s6)
    mv ra, s11
    ret
"""


class Kernel:
    def __init__(self, dice, name, size, plain):
        self.dice, self.name, self.left, self.plain = dice, name, size, plain
        self.lines, self.late, self.labels, self.depth, self.loops = [], [], 0, 0, 0
        self.function = False  # inside of one

    def add(self, *lines):
        self.lines += [f"    {line}" for line in lines]

    def mark(self, label):
        self.lines.append(f"{label}:")

    def label(self):
        self.labels += 1
        return f".L{self.name}_{self.labels}"

    # ---- straight code ----

    def arithmetic(self):
        simple = ["add s5, s5, s4", "xor s5, s5, s2", "slli s7, s5, 1", "mul s5, s5, s4", "addi s5, s5, 7",
                  "sltu s7, s5, s4", "add s7, s7, s5", "fcvt.s.wu fa0, s4", "fmul.s fa1, fa0, fa0",
                  "fadd.s fa1, fa1, fa0", "xor s5, s5, s7", "mv s8, s5", "or s8, s8, s2"]
        slow = ["divu s7, s5, s4", "remu s5, s5, s8", "fsqrt.s fa2, fa0", "fdiv.s fa2, fa1, fa0", "fence"]
        self.add(self.dice.choice(simple if self.plain or self.dice.random() < 0.8 else slow))

    def address(self, base):
        """t0 becomes a place in a buffer: known, or from data; neighbours or far apart."""
        index = self.dice.choice(["s2", "s2", "s3", "s4", "s5"])
        self.add(f"slli t0, {index}, {self.dice.choice([0, 0, 0, 1, 5, 6])}",
                 f"andi t0, t0, {WORDS // 2 - 1}", "slli t0, t0, 2", f"add t0, t0, {base}")

    def load(self):
        self.address("s0")
        self.add(self.dice.choice(["lw s7, 0(t0)", "lbu s7, 1(t0)", "lh s8, 2(t0)", "flw fa0, 0(t0)"]))
        if self.dice.random() < 0.6:
            self.add("add s5, s5, s7")

    def store(self):
        self.add(self.dice.choice(["sw s5, 0(s6)", "sw s7, 0(s6)", "sh s5, 0(s6)", "sb s4, 1(s6)"]))

    def atomic(self):
        self.add(f"andi t0, {self.dice.choice(['s2', 's4', 's5'])}, 63", "slli t0, t0, 2",
                 "add t0, t0, s1", f"li t1, {4 * (WORDS - 64)}", "add t0, t0, t1",
                 "amoadd.w x0, s5, (t0)")

    def stack(self):
        self.add("addi sp, sp, -16", "sw s5, 4(sp)", "addi s5, s5, 3", "lw s7, 4(sp)", "addi sp, sp, 16")

    def local(self):
        """A word of the thread's own in local memory."""
        self.add("slli t0, s3, 2", f"andi t0, t0, {LOCAL - 4}", "add t0, t0, tp", "sw s5, 0(t0)",
                 "lw s7, 0(t0)")

    def straight(self):
        if self.plain:
            return self.arithmetic()
        return self.dice.choices(
            [self.arithmetic, self.load, self.store, self.atomic, self.stack, self.local],
            [12, 5, 2, 1, 1, 1])[0]()

    # ---- control ----

    def condition(self):
        """t1 becomes a number to compare with t2."""
        value = self.dice.choice(["s2", "s3", "s3", "s4", "s4", "s5"])
        self.add(f"andi t1, {value}, {self.dice.choice([1, 2, 3, 6, 15, 31, 48])}",
                 f"li t2, {self.dice.choice([0, 1, 2, 8, 20])}")
        return self.dice.choice(["beq", "bne", "bltu", "bgeu"])

    def side(self):
        for _ in range(self.dice.randrange(1, 4)):
            self.statement()

    def conditional(self):
        test, other, join = self.condition(), self.label(), self.label()
        has_else = self.dice.random() < 0.6
        far = has_else and not self.plain and self.dice.random() < 0.15
        self.add(f"{test} t1, t2, {other if has_else else join}")
        self.depth += 1
        both = (not self.plain and self.depth == 1 and has_else and not self.loops and
                not self.function and self.dice.random() < 0.1)
        if both:
            self.barrier()
        self.side()
        if has_else and not far:
            self.add(f"j {join}")
        kept = self.lines
        if far:
            self.lines = []
        if has_else:
            self.mark(other)
            if both:
                self.barrier()
            self.side()
        if far:
            self.add(f"j {join}")
            self.late += self.lines
            self.lines = kept
        self.depth -= 1
        self.mark(join)

    def loop(self):
        head, end = self.label(), self.label()
        counter = f"a{4 + self.loops}" if self.function else f"s{9 + self.loops}"
        self.add(self.dice.choice([
            f"li {counter}, {self.dice.randrange(1, 6)}",
            f"andi {counter}, s3, 3", f"andi {counter}, s4, {TRIPS - 1}"]))
        top = self.dice.random() < 0.5
        self.loops += 1
        self.depth += 1
        if not top:
            self.add(f"addi {counter}, {counter}, 1")
        self.mark(head)
        if top:
            self.add(f"beqz {counter}, {end}")
        self.side()
        if not self.plain and self.dice.random() < 0.25:
            self.turn_early(counter, head, end)
        if self.dice.random() < 0.3 and not self.plain:
            self.add(f"{self.condition()} t1, t2, {end}")
        self.add(f"addi {counter}, {counter}, -1",
                 f"j {head}" if top else f"bnez {counter}, {head}")
        self.depth -= 1
        self.loops -= 1
        self.mark(end)

    def turn_early(self, counter, head, end):
        """A copy of the loop's test on one side of a branch: both sides meet only after the loop."""
        other = self.label()
        self.add(f"{self.condition()} t1, t2, {other}")
        self.straight()
        self.add(f"addi {counter}, {counter}, -1", f"beqz {counter}, {end}", f"j {head}")
        self.mark(other)

    def leave(self):
        """Some threads end here."""
        stays = self.label()
        self.add(f"{self.condition()} t1, t2, {stays}", "sw s5, 0(s6)", "mv ra, s11", "ret")
        self.mark(stays)

    def call(self):
        self.add(f"jal ra, {self.name}_function")

    def barrier(self):
        self.add(".insn r 0x0B, 4, 0, x0, x0, x0")

    def statement(self):
        self.left -= 1
        if self.left < 0:
            return self.straight()
        choices = [(self.straight, 8)]
        if self.depth < (1 if self.plain else 4):
            choices.append((self.conditional, 3))
        if self.loops < 2 and self.depth < (1 if self.plain else 4):
            choices.append((self.loop, 2))
        if not self.plain and not self.function:
            choices.append((self.call, 0.3))
            if not self.depth:
                choices += [(self.barrier, 0.6), (self.leave, 0.3)]
        statements, weights = zip(*choices)
        return self.dice.choices(statements, weights)[0]()

    def text(self):
        while self.left > 0:
            self.statement()
        body, late = self.lines, self.late
        self.lines, self.late, self.function, self.left = [], [], True, 4
        while self.left > 0:
            self.statement()
        function = self.lines + ["    ret"] + self.late
        size = [f"    .size {self.name}, . - {self.name}", f"    .globl {self.name}_function",
                f"    .type {self.name}_function, @function", f"{self.name}_function:"]
        last = [f"    .size {self.name}_function, . - {self.name}_function"]
        return (START.format(name=self.name, mask=WORDS // 2 - 1) +
                "\n".join(body) + "\n" + END + "\n".join(late + size + function + last) + "\n")


def program_text(kernels):
    """A program of kernels, by name."""
    note = ['    .section .tbss, "awT", @nobits', f"    .zero {LOCAL}",
            '    .section .warpclock.kernels, "", @progbits', '    .asciz "toolchain random"']
    for name in kernels:
        note += [f'    .asciz "kernel {name} local={LOCAL}"', '    .asciz "arg in global uint*"',
                 '    .asciz "arg out global uint*"']
    return HEAD + "".join(kernels.values()) + "\n".join(note) + "\n"


def text(seed, count, plain=False, size=14):
    dice = random.Random(seed)
    return program_text({f"k{i}": Kernel(dice, f"k{i}", dice.randrange(2, size), plain).text()
                         for i in range(count)})


def fixed(code):
    """A kernel k0 with these lines between its start and its end."""
    lines = "\n".join(line if line.endswith(":") else f"    {line}" for line in code)
    return program_text({"k0": START.format(name="k0", mask=WORDS // 2 - 1) + lines + "\n" + END +
                         "    .size k0, . - k0\n"})


def assemble(root, folder):
    """FOLDER/k.elf of FOLDER/k.s."""
    for words in (["clang-16", "--target=riscv32-unknown-elf", "-march=rv32imaf", "-mabi=ilp32f",
                   "-mno-relax", "-x", "assembler", "-c", folder / "k.s", "-o", folder / "k.o"],
                  ["ld.lld-16", "--no-relax", "--entry=0", "-T", root / "kernels/runtime/rv32/link.ld",
                   folder / "k.o", "-o", folder / "k.elf"]):
        done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{folder}: {done.stderr[:2000]}")
