#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""HOUSE-21: compares our RV32 printer with LLVM 16, word for word.

    check_disassembly.py PRINT_WORDS [--words N] [ELF ...]

Three sources of words: every word of the text sections of the ELF files (llvm-objdump-16), N random
words for every row of the instruction table, and N words of plain noise (llvm-mc-16). What LLVM 16
does not know (Zicond, Vortex) must print by a name of ours; everything else must be the same text,
but for the symbol that llvm-objdump adds behind a branch target. Exit status 77: LLVM is missing.
"""
import argparse
import random
import re
import shutil
import subprocess
import sys

FEATURES = "+m,+f,+a"
# Machine-mode instructions of others, known to LLVM and not to us, and on purpose.
NOT_OURS = {"sret", "uret", "dret", "mnret", "sfence.vma", "hfence.vvma", "hfence.gvma",
            "sfence.w.inval", "sfence.inval.ir", "sinval.vma", "hinval.vvma", "hinval.gvma",
            "unimp", "hlv.b", "hlv.bu", "hlv.h", "hlv.hu", "hlvx.hu", "hlv.w", "hlvx.wu",
            "hsv.b", "hsv.h", "hsv.w"}
# LLVM 16 also takes the six-bit shift amounts of RV64 here; on RV32 they are reserved.
LONG_SHIFT = re.compile(r"(slli|srli|srai)\t.*, (3[2-9]|[45][0-9]|6[0-3])$")


def tool(name):
    found = shutil.which(name)
    if not found:
        print(f"skipped: {name} is not installed")
        sys.exit(77)
    return found


def ours(printer, words):
    lines = "".join(f"{pc:x} {bits:x}\n" for pc, bits in words)
    run = subprocess.run([printer], input=lines, capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def words_of_elf(path):
    """(address, word, LLVM's text) of everything that llvm-objdump disassembles."""
    run = subprocess.run([tool("llvm-objdump-16"), "-d", "-M", "no-aliases",
                          f"--mattr={FEATURES}", path], capture_output=True, text=True, check=True)
    for line in run.stdout.splitlines():
        m = re.match(r"\s*([0-9a-f]+): ((?:[0-9a-f]{2} ){4}) *\t(.*)$", line)
        if m:
            bits = int.from_bytes(bytes.fromhex(m[2]), "little")
            yield int(m[1], 16), bits, re.sub(r" <[^>]*>$", "", m[3]).rstrip()


def by_llvm_mc(words):
    """LLVM's text for words at address 0; "<unknown>" where it has none."""
    mc = [tool("llvm-mc-16"), "--disassemble", "--triple=riscv32", f"--mattr={FEATURES}",
          "-M", "no-aliases"]
    text = "\n".join(" ".join(f"0x{b:02x}" for b in bits.to_bytes(4, "little"))
                     for _, bits in words)
    run = subprocess.run(mc, input=text, capture_output=True, text=True, check=False)
    bad = {int(m[1]) for m in re.finditer(r"<stdin>:(\d+):\d+: warning: invalid", run.stderr)}
    known = iter([line.strip() for line in run.stdout.splitlines() if line.strip() != ".text"])
    return ["<unknown>" if i + 1 in bad else next(known) for i in range(len(words))]


def offset_to_address(text):
    """llvm-mc prints branch targets as offsets; at address 0 that is the address, signed."""
    if re.match(r"(b[a-z]+|jal)\t", text):
        head, _, last = text.rpartition(", ")
        return f"{head}, 0x{int(last) & 0xffffffff:x}"
    return text


def compare(where, words, theirs, mine):
    wrong = 0
    for (pc, bits), llvm, our in zip(words, theirs, mine, strict=True):
        unknown_to_llvm = llvm == "<unknown>" and re.match(r"vx_|czero\.|<unknown>", our)
        left_out = our == "<unknown>" and (llvm.split("\t")[0] in NOT_OURS or
                                           LONG_SHIFT.match(llvm))
        if llvm != our and not unknown_to_llvm and not left_out:
            wrong += 1
            if wrong <= 10:
                print(f"{where}: 0x{pc:x}: {bits:08x}: LLVM '{llvm}', ours '{our}'")
    print(f"{where}: {len(words)} words, {wrong} differ")
    return wrong


def check_vectors(where, printer, words):
    theirs = [offset_to_address(text) for text in by_llvm_mc(words)]
    return compare(where, words, theirs, ours(printer, words))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("printer")
    parser.add_argument("--words", type=int, default=200)
    parser.add_argument("elf", nargs="*")
    options = parser.parse_args()
    dice = random.Random(1)
    wrong = 0
    for path in options.elf:
        found = list(words_of_elf(path))
        words = [(pc, bits) for pc, bits, _ in found]
        wrong += compare(path, words, [text for _, _, text in found],
                         ours(options.printer, words))
    rows = subprocess.run([options.printer, "--rows"], capture_output=True, text=True, check=True)
    words = []
    for line in rows.stdout.splitlines():
        _, match, mask = line.split()
        match, mask = int(match, 16), int(mask, 16)
        words += [(0, match | (dice.getrandbits(32) & ~mask)) for _ in range(options.words)]
    wrong += check_vectors("rows", options.printer, words)
    csrs = [(0, number << 20 | 0x2573) for number in range(4096)]
    wrong += check_vectors("all CSRs", options.printer, csrs)
    noise = [(0, dice.getrandbits(32) | 3) for _ in range(100 * options.words)]
    noise = [(pc, bits) for pc, bits in noise if bits & 31 != 31]  # longer than 32 bits
    wrong += check_vectors("noise", options.printer, noise)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
