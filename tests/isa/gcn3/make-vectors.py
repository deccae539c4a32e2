#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Words of gfx803, gfx900 and gfx906, and what LLVM 16 makes of them.

    make-vectors.py > vectors.txt            the stored vectors, the same on every run
    make-vectors.py --compare PRINT_WORDS    fresh random words, LLVM's text against ours;
                                             --chip gfx906: for that chip
    make-vectors.py --added PRINT_WORDS --chip gfx906 > vectors-gcn5.txt

Every opcode of every format that is not graphics is tried with random operands, VOP1, VOP2 and VOPC also
as VOP3, SDWA and DPP. A line is "WORD[,WORD] TEXT". Left out is what LLVM takes and gfx803 does not have:
null and aperture operands, s_wakeup, the stray MUBUF opcode 113, scalar tuples behind s101 or ttmp11,
VCCZ, EXECZ and SCC where a register must stand, modifiers of integers outside of SDWA, offsets in FLAT.
Exit status 77: no llvm-mc-16.
"""
import argparse
import random
import re
import shutil
import struct
import subprocess
import sys

LLVM = ["llvm-mc-16", "-disassemble", "-triple=amdgcn-amd-amdhsa"]
MARK = 0xBF92A5A5  # s_trap 0xa5a5, between one try and the next

# Format: first word, lowest bit of the opcode, opcodes. What lies above is another format's.
FORMATS = {
    "SOP2": (0x80000000, 23, 96), "SOPK": (0xB0000000, 23, 29), "SOP1": (0xBE800000, 8, 256),
    "SOPC": (0xBF000000, 16, 128), "SOPP": (0xBF800000, 16, 128), "SMEM": (0xC0000000, 18, 256),
    "VOP2": (0x00000000, 25, 62), "VOP1": (0x7E000000, 9, 256), "VOPC": (0x7C000000, 17, 256),
    "VOP3": (0xD0000000, 16, 1024), "DS": (0xD8000000, 17, 256), "FLAT": (0xDC000000, 18, 128),
    "MUBUF": (0xE0000000, 18, 128),
}
FORMS = {"VOP1": ("plain", "sdwa", "dpp"), "VOP2": ("plain", "sdwa", "dpp"), "VOPC": ("plain", "sdwa")}
LITERAL_ALWAYS = {("VOP2", 23), ("VOP2", 24), ("VOP2", 36), ("VOP2", 37), ("SOPK", 20)}
GRAPHICS = {("VOP3", opcode) for opcode in range(624, 631)}
LAX = re.compile(r"/\*|\bnull\b|src_(shared|private|pops)|s_wakeup|s\[\d+:10[2-9]\]|ttmp\[\d+:1[2-9]\]|"
                 r"^\S+ src_|v_(cndmask|addc|subb|subbrev)\S* .*, src_\w+$|"
                 r"[sv]_(readfirstlane|movrels|movrelsd|readlane)\S* .*\bsrc_")
# A float and then integers, whose modifier bits mean nothing.
INTEGER_SECOND = re.compile(r"v_(ldexp_|cvt_pk_u8_f32|cvt_pkaccum_u8_f32|trig_preop_f64)")
INTEGER_HALVES = re.compile(r"v_mad_(u32_u16|i32_i16)")  # any modifier bits, which mean nothing
NOT_OURS = re.compile(r"s_pws_|^v_interp")


# GCN5 has its 16 trap registers where GCN3 has 12 and two addresses; no kernel uses them.
TRAP = re.compile(r"ttmp|tba|tma")
# Two halves in a register on GCN5; refused on both.
OTHER_DATA = re.compile(r"buffer_\w+_format_d16")


class Words:
    """Random words of a format: mostly what is legal, sometimes not."""

    def __init__(self, seed, is_gcn5=False):
        self.random = random.Random(seed)
        self.is_gcn5 = is_gcn5

    def bits(self, count):
        return self.random.getrandbits(count)

    def rarely(self, count, chance=0.4):
        return self.bits(count) if self.random.random() < chance else 0

    def register(self):
        named = (102, 103, 104, 106, 107, 108, 110, 112, 113, 120, 123, 124, 126, 127)
        return self.random.choice(named) if self.random.random() < 0.2 else self.random.randrange(102)

    def scalar(self):
        kind = self.random.random()
        if kind < 0.6:
            return self.register()
        if kind < 0.9:
            return self.random.choice([*range(128, 209), *range(240, 249)])
        return self.random.choice([251, 252, 253, 255, 255, self.bits(8)])

    def vector(self):
        return 256 + self.bits(8) if self.random.random() < 0.6 else self.scalar()

    def literal(self):
        return self.random.choice([self.bits(32), self.random.randrange(80), 0x3F800000, 0x3C00,
                                   -self.random.randrange(1, 20) & 0xFFFFFFFF, self.bits(16)])

    def sdwa(self, has_second):
        word = self.bits(8) | self.random.randrange(7) << 8 | self.random.randrange(3) << 11
        word |= self.bits(1) << 13 | self.random.randrange(7) << 16 | self.rarely(3) << 19
        return word | self.random.randrange(7) << 24 | self.rarely(3) << 27 if has_second else word

    def dpp(self):
        control = self.random.choice([self.bits(8), 0x100 + self.random.randrange(0x44)])
        return self.bits(8) | control << 8 | self.bits(1) << 19 | self.rarely(4) << 20 | self.bits(8) << 24

    def short_vector(self, format_name, form):
        word = 0 if format_name == "VOPC" else self.bits(8) << 17
        word |= 0 if format_name == "VOP1" else self.bits(8) << 9
        if format_name == "VOP1" and self.random.random() < 0.1:
            word = self.register() * self.bits(1) << 17
        if form == "sdwa":
            return word | 249, self.sdwa(format_name != "VOP1")
        if form == "dpp":
            return word | 250, self.dpp()
        return word | self.vector(), self.literal()

    def long_vector(self):
        if self.random.random() < 0.05:
            return 0, 0  # v_nop
        sources = self.random.choice([1, 2, 2, 3])
        words = [self.rarely(1, 0.3) << 15, self.rarely(2, 0.3) << 27]
        words[0] |= self.bits(8) if self.random.random() < 0.5 else self.register()
        words[0] |= self.register() << 8 if self.random.random() < 0.3 else self.rarely(sources) << 8
        words[1] |= self.rarely(sources) << 29
        for i in range(sources):
            words[1] |= self.vector() << 9 * i
        return tuple(words)

    def make(self, format_name, form):
        """Both words without the opcode."""
        if format_name in ("VOP1", "VOP2", "VOPC"):
            return self.short_vector(format_name, form)
        if format_name == "VOP3":
            return self.long_vector()
        if format_name == "SOP2":
            return self.register() << 16 | self.scalar() << 8 | self.scalar(), self.literal()
        if format_name in ("SOPK", "SOPP"):
            number = self.random.choice([0, self.bits(4), self.bits(7), self.bits(10), self.bits(16)])
            return (self.register() << 16 if format_name == "SOPK" else 0) | number, self.literal()
        if format_name == "SOP1":
            return self.register() << 16 | self.scalar(), self.literal()
        if format_name == "SOPC":
            return self.scalar() << 8 | self.scalar(), self.literal()
        return self.memory(format_name)

    def memory(self, format_name):
        if format_name == "SMEM":
            data = self.random.choice([self.register(), 4 * self.random.randrange(25)])
            return (self.bits(2) << 16 | data << 6 | self.random.choice([self.random.randrange(51), self.bits(6)]),
                    self.random.choice([self.bits(20), self.register()]))
        if format_name == "DS":
            data = self.rarely(8) << 24 | self.rarely(8) << 16 | self.rarely(8) << 8 | self.rarely(8, 0.8)
            return self.bits(1) << 16 | self.rarely(16), data * self.random.choice([0, 1, 1, 1])
        if format_name == "FLAT":
            if self.is_gcn5:
                scalar = self.random.choice([0, 127, 127, 2 * self.random.randrange(51)])
                segment = self.random.choice([0, 2])
                return (self.rarely(2) << 16 | segment << 14 | self.rarely(13 if segment else 12),
                        self.rarely(8) << 24 | scalar << 16 | self.bits(16))
            return self.rarely(2) << 16, self.rarely(8) << 24 | self.bits(16)
        first = self.rarely(1) << 17 | self.rarely(1, 0.2) << 16 | self.rarely(1) << 14
        resource = self.random.choice([self.random.randrange(25), 28, 29, 30])
        return (first | self.rarely(2, 0.7) << 12 | self.rarely(12),
                self.scalar() << 24 | self.rarely(1, 0.1) << 23 | resource << 16 | self.bits(16))


def is_long(format_name, opcode, word):
    """Is there a second word?"""
    if format_name in ("SMEM", "VOP3", "DS", "FLAT", "MUBUF") or (format_name, opcode) in LITERAL_ALWAYS:
        return True
    if format_name in ("VOP1", "VOP2", "VOPC"):
        return word & 511 in (249, 250, 255) and (format_name, opcode) not in (("VOP1", 0), ("VOP1", 53))
    if format_name in ("SOP2", "SOPC"):
        is_index = (format_name, opcode) == ("SOPC", 17)
        return word & 255 == 255 or (word >> 8 & 255 == 255 and not is_index)
    return format_name == "SOP1" and word & 255 == 255


def tries(words, format_name, opcode, form, count):
    base, shift, _ = FORMATS[format_name]
    for _ in range(count):
        first, second = words.make(format_name, form)
        first |= base | opcode << shift
        yield (first, second) if is_long(format_name, opcode, first) else (first,)


def group(words):
    return "[" + ",".join(f"0x{byte:02x}" for word in words for byte in struct.pack("<I", word)) + "]"


def llvm(tried, chip="gfx803"):
    """LLVM's text of each, None where there is none or it is not to be compared."""
    lines = "\n".join(f"{group(words)}\n{group([MARK])}" for words in tried)
    run = subprocess.run([*LLVM, "-mcpu=" + chip], input=lines, capture_output=True, text=True, check=False)  # 1: some refused
    refused = {int(line) // 2 for line in re.findall(r"<stdin>:(\d+):\d+: warning: invalid", run.stderr)}
    texts, found = [], []
    for line in (line.strip() for line in run.stdout.splitlines()):
        if line == "s_trap 0xa5a5":
            texts.append(found[0] if len(found) == 1 and len(texts) not in refused else None)
            found = []
        elif line and line != ".text":
            found.append(line)
    if len(texts) != len(tried):
        sys.exit(f"{LLVM[0]} stopped at {group(tried[len(texts)])}")
    return texts


def is_lax(text, words):
    """What LLVM is too friendly about, see above."""
    is_vop3, is_dpp = words[0] >> 26 == 0x34, words[0] >> 31 == 0 and words[0] & 511 == 250
    is_stray = words[0] >> 18 == 0xE0000000 >> 18 | 113
    has_sign = is_vop3 and (words[0] >> 9 & 3 or words[1] >> 30) or is_dpp and words[-1] >> 22 & 3
    has_any = words[0] >> 8 & 7 or words[-1] >> 29
    return bool(LAX.search(text)) or is_stray or bool(has_any and INTEGER_HALVES.match(text)) or bool(has_sign and INTEGER_SECOND.match(text))


def is_refused(mine, theirs):
    """What is known of GCN5 by its name alone; where LLVM has no name, the words are not legal."""
    name = mine.split()[0]
    return mine == name and (theirs is None or theirs.startswith(name) or
                             name == "scratch" and theirs.startswith("scratch_"))


def slots():
    for format_name, (_, _, count) in FORMATS.items():
        for opcode in range(count):
            if (format_name, opcode) not in GRAPHICS:
                for form in FORMS.get(format_name, ("plain",)):
                    yield format_name, opcode, form


def vectors(seed):
    """A few of every slot that LLVM knows, in the order of slots."""
    words, kept = Words(seed), {}
    wanted = {slot: 2 if slot[2] != "plain" else 11 for slot in slots()}
    for attempt in range(12):
        open_slots = [slot for slot in wanted if len(kept.get(slot, ())) < wanted[slot]]
        if attempt > 1:  # by now every slot that is there has been met
            open_slots = [slot for slot in open_slots if slot in kept]
        tried = [(slot, one) for slot in open_slots for one in tries(words, *slot, 30)]
        for (slot, one), text in zip(tried, llvm([one for _, one in tried])):
            found = kept.setdefault(slot, {}) if text and not is_lax(text, one) else None
            if found is not None and len(found) < wanted[slot] and text not in found.values():
                found[one] = text
    for slot in wanted:
        yield from kept.get(slot, {}).items()


def ours(printer, chip, tried):
    lines = "".join(",".join(f"{word:08x}" for word in one) + "\n" for one in tried)
    return subprocess.run([printer, chip[3:]], input=lines, capture_output=True, text=True, check=True).stdout.splitlines()


def added(printer, chip, seed):
    """Up to three of every slot and name that gfx803 does not have, but for what is known by name alone."""
    words, kept = Words(seed, True), {}
    tried = [(slot, one) for slot in slots() for one in tries(words, *slot, 60)]
    only = [one for _, one in tried]
    for (slot, one), text, before, mine in zip(tried, llvm(only, chip), llvm(only), ours(printer, chip, only)):
        name = text.split()[0] if text else None
        if not text or is_lax(text, one) or TRAP.search(text) or OTHER_DATA.search(text) or is_refused(mine, text):
            continue
        if before and before.split()[0] == name and text == before:
            continue
        found = kept.setdefault((slot, name), {})
        if len(found) < 3:
            found[one] = text
    for found in kept.values():
        yield from found.items()


def compare(printer, chip, seed, count):
    words = Words(seed, chip != "gfx803")
    tried = [one for slot in slots() for one in tries(words, *slot, count)]
    wrong = legal = 0
    for one, theirs, mine in zip(tried, llvm(tried, chip), ours(printer, chip, tried)):
        known = not mine.startswith(".long")
        if theirs and is_lax(theirs, one) or known and NOT_OURS.search(mine):
            continue
        if chip != "gfx803" and (TRAP.search(mine + (theirs or "")) or OTHER_DATA.search(mine) or
                                 is_refused(mine, theirs)):
            continue
        legal += known
        if theirs != (mine if known else None):
            wrong += 1
            if wrong <= 20:
                print(*(f"{word:08x}" for word in one), "LLVM:", theirs, "ours:", mine)
    print(f"{len(tried)} tries, {legal} of them legal, {wrong} differ (seed {seed})")
    return 1 if wrong or legal < len(tried) // 20 else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compare", metavar="PRINT_WORDS")
    parser.add_argument("--chip", default="gfx803", help="of the words to compare (%(default)s)")
    parser.add_argument("--seed", type=int, default=803)
    parser.add_argument("--count", type=int, default=12, help="tries a slot (%(default)s)")
    parser.add_argument("--added", metavar="PRINT_WORDS", help="what the chip has and gfx803 does not")
    options = parser.parse_args()
    if not shutil.which(LLVM[0]):
        print(f"skipped: {LLVM[0]} is not installed", file=sys.stderr)
        return 77
    if options.added:
        for words, text in added(options.added, options.chip, options.seed):
            print(",".join(f"{word:08x}" for word in words), text)
        return 0
    if options.compare:
        return compare(options.compare, options.chip, options.seed, options.count)
    for words, text in vectors(options.seed):
        print(",".join(f"{word:08x}" for word in words), text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
