#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""errors.py WARPCLOCK: bad Sim-D programs and jobs, and what messages say about them.

Every mistake in a program is an error with file, line and column, not a warning. SIMD-3: the number of
work-groups. SIMD-14: overflow and underflow of the control stack. SIMD-38: 32 buffers. SIMD-29: descriptors that
are not legal, in clocked and functional runs alike. The paper's hand-worked kernel takes 1291 cycles.
"""
import json
import os
import subprocess
import sys
import tempfile

DATA = ".data\n0 0x0 64 4\n1 0x1000 64 4\n.sp_data\n0 0x0 60 4\n.text\n"
FULL = "".join(f"cpush.if L{i}\n" for i in range(17)) + "".join(f"L{i}:\n" for i in range(17))
# Program, line:column of the mistake, parts of the message.
TEXTS = [
    (DATA + "mull v1, v2, v3\nexit\n", "7:1", "unknown instruction 'mull'", "did you mean 'mul'?"),
    (DATA + "test.gt p1, v2\nexit\n", "7:1", "expected test.ez, test.nz, test.g"),
    (DATA + "\tadd v1, p2, v3\nexit\n", "7:10", "operand 2 of 'add' is 'p2'; expected a vector register"),
    (DATA + "add v1, v2\nexit\n", "7:11", "'add' lacks operand 3"),
    (DATA + "add v1, v2, v3, v4\nexit\n", "7:17", "found 'v4' after the last operand of 'add'"),
    (DATA + "add v64, v2, v3\nexit\n", "7:5", "'v64' is no register; the highest number is 63"),
    (DATA + "mov v1, vc.mem_idx\nexit\n", "7:9", "operand 2 of 'mov'"),
    (DATA + "mov v1, v2\nexit\n", "7:9", "expected a number or a vector special register"),
    (DATA + "movvsp vc.tid_x, 1\nexit\n", "7:8", "expected vc.mem_idx or vc.mem_data"),
    (DATA + "iadd v1, v2, 0x100000000\nexit\n", "7:14", "operand 3 of 'iadd'"),
    (DATA + "mov v0, 99999999999\nexit\n", "7:9",
     "special register (vc.tid_x ...); an integer is from -2147483648 to 4294967295"),
    (DATA + "mov v0, -2147483649\nexit\n", "7:9", "an integer is from -2147483648 to 4294967295"),
    (DATA + "j Lop\nLoop:\nexit\n", "7:3", "unknown label 'Lop'", "did you mean 'Loop'?"),
    (DATA + "exit\nL:\nL:\n", "9:1", "the label 'L' is defined again; first in line 8"),
    (DATA + "j L\nexit\nL:\n", "7:3", "no instruction follows the label 'L'"),
    (DATA + "ldglin v1, 5\nexit\n", "7:12", ".data declares no buffer 5"),
    (DATA + "ldglin v1, 32\nexit\n", "7:12", "buffer 32; ids are 0 to 31"),
    (DATA + "ldsplin v1, 3\nexit\n", "7:13", ".sp_data declares no buffer 3"),
    (DATA + "printvgpr v1, 1024\nexit\n", "7:15", "lane 1024; a work-group has lanes 0 to 1023"),
    (DATA + "printvgpr v1, v2\nexit\n", "7:15", "expected the number of a lane (0 to 1023)"),
    (DATA + "printcmask.ret\nexit\n", "7:1", "expected printcmask.if, printcmask.brk"),
    (DATA + "j v0\nv0:\nexit\n", "8:1", "'v0' is the name of a register; expected another name for the label"),
    (DATA + "FLT_MAX:\nexit\n", "7:1", "'FLT_MAX' is the name of a constant"),
    (DATA + "vc.tid_x:\nexit\n", "7:1", "'vc.tid_x' is the name of a register"),
    (DATA + "p17:\nexit\n", "7:1", "'p17' is the name of a register"),
    (DATA + "9a:\nexit\n", "7:1", "'9a' is no name for a label"),
    (DATA + ":\nexit\n", "7:1", "'' is no name for a label"),
    (DATA + "L: exit\n", "7:4", "found 'exit'; expected the end of the line"),
    (DATA + "add v1 v2 v3 v4 v5 v6 v7 v8 v9 v10\nexit\n", "7:29", "more than 9 words on a line"),
    (DATA + "smov s0, 99999999999999999999\nexit\n", "7:10", "operand 2 of 'smov'"),
    (DATA + "smov s0, -2147483649\nexit\n", "7:10", "operand 2 of 'smov'"),
    (DATA + "add v999999999999, v1, v2\nexit\n", "7:5", "expected a vector register"),
    (DATA + "ldglin v1, 4294967296\nexit\n", "7:12", "expected the id of a DRAM buffer"),
    (DATA + "#bound value 4294967296\nexit\n", "7:14", "an integer from 0 to 4294967295"),
    (DATA + "#bound branchcycle 0 0\nexit\n", "7:20", "expected at least one of them"),
    (DATA + "#bound branchcycle 3 1 9\nexit\n", "7:24", "an integer from 0 to 4"),
    (DATA + "ldglin.vec4 v62, 0\nexit\n", "7:13", "needs 4 registers from v62 on"),
    (DATA + "ldsplin.vec2 v0, 0\nexit\n", "7:1", "unknown instruction 'ldsplin.vec2'"),
    (DATA + "sldg s0, 0, 33\nexit\n", "7:13", "33 registers; expected 1 to 32"),
    (DATA + "#bound branchcycle 1\nexit\n", "7:21", "how often it is not taken"),
    (DATA + "#bound loop 1\nexit\n", "7:8", "expected branchcycle or value"),
    (DATA + "#loop 1\nexit\n", "7:1", "unknown annotation '#loop'"),
    (".data\n32 0 1 1\n.text\nexit\n", "2:1", "an integer from 0 to 31"),
    (".data\n0 2 1 1\n.text\nexit\n", "2:3", "not a multiple of 4"),
    (".data\n0 0 0 1\n.text\nexit\n", "2:5", "at least one word"),
    (".data\n0 0xfffffffc 2 1\n.text\nexit\n", "2:14", "exceed the address space"),
    (".data\n0 0 64 1\n1 0xfc 64 1\n.text\nexit\n", "3:1", "buffer 1 (0xfc to 0x1fc) overlaps buffer 0 of line 2 (0x0 to 0x100)"),
    (".data\n5 0xfc 64 1\n0 0 64 1\n.text\nexit\n", "3:1", "buffer 0 (0x0 to 0x100) overlaps buffer 5 of line 2"),
    (".sp_data\n0 0 64 2\n3 0x1fc 4 1\n.text\nexit\n", "3:1",
     "buffer 3 (0x1fc to 0x20c) overlaps buffer 0 of line 2 (0x0 to 0x200)"),
    (".data\n0 0 99999999999 1\n.text\nexit\n", "2:5", "an integer from 0 to 4294967295"),
    (".data\n0 0 65536 65536\n.text\nexit\n", "2:5", "exceed the address space"),
    (".data\n-1 0 1 1\n.text\nexit\n", "2:1", "an integer from 0 to 31"),
    (".data\n0 0 1\n.text\nexit\n", "2:6", "expected lines"),
    (".data\n0 0 1 1\n0 8 1 1\n.text\nexit\n", "3:1", "buffer 0 is declared again"),
    (".data\n0 0 1 1 q x\n.text\nexit\n", "2:9", "found 'q'; expected the type of the data"),
    (".data\n0 0 1 1 f\n.text\nexit\n", "2:10", "expected the path of the data file"),
    (".data\n0 0 1 1 f \"x\n.text\nexit\n", "2:11", "the quotation mark is not closed"),
    (".datta\n0 0 1 1\n.text\nexit\n", "1:1", "unknown section '.datta'", "did you mean '.data'?"),
    (".data\n0 0 4 1 f short.bin\n.text\nexit\n", "2:1", "has 2 words; the buffer has 4"),
    (".data\n0 0 4 1 f none.bin\n.text\nexit\n", "none.bin", "cannot open"),
    (".sp_data\n0 0xfffc 2 1\n.text\nexit\n", "2:1", "a scratchpad has 65536 bytes"),
    (".data\n0 0 4 1 d words.txt\n.text\nexit\n", "words.txt", "value 3 is 'three", "k.sas:2:1"),
    (".data\n0 0 4 1 d few.txt\n.text\nexit\n", "2:1", "has 3 words; the buffer has 4"),
    (".data\n0 0 4 1 f .\n.text\nexit\n", "k.sas:2:1", "buffer 0 in"),
    (DATA, "k.sas:6:6", "the program has no instruction"),
    ("", "k.sas:1:1", "the program has no instruction"),
    ("// only this", "k.sas:1:13", "the program has no instruction"),
    (DATA + "nop\n" * 2048 + "\texit\n", "k.sas:2055:2", "instruction 2049 of 2049; the instruction memory has 2048"),
    (DATA + "nop\0\n", "7:1", "a NUL byte"),
    (DATA + "n\u00f6p\nexit\n", "7:1", "unknown instruction"),
    (DATA + "x" * 1000000 + "\nexit\n", "7:1", "unknown instruction 'xxx"),
    (DATA + "nop " * 250000 + "\nexit\n", "7:37", "more than 9 words on a line"),
]
# Programs that fail when they run.
RUNS = [
    (DATA + FULL + "exit\n", "the control stack overflows: it has 16 entries"),
    (DATA + "cpop\nexit\n", "the control stack is empty"),
    (DATA + "itest.ez p0, v0\ncmask p0\nnop\nexit\n", "the control stack is empty"),
    (DATA + "mov v1, 1\n", "control runs past the end of the program"),
    (DATA + "movvsp vc.mem_idx, 0x1000\nldgidxit v1, 0\nexit\n", "0x4000"),
    (DATA + "ldg2sptile 0, 0\nexit\n", "needs a period of 16 words more"),
    (DATA + "smovssp sc.sd_period, 0\nldgcidx 0\nexit\n", "the request is not legal: its period is 0"),
]
LAUNCHES = [
    ("ndrange: [64, 4]\nwidth: 48", "job.yaml:3:8", "expected 32, 64, 128"),
    ("width: 64", "job.yaml:2:8", "'width' without 'ndrange'"),
    ("ndrange: [64, 4]\ngrid: [1]\nblock: [64]", "job.yaml:2:10", "'ndrange' replaces 'grid'"),
    ("ndrange: [0, 4]", "job.yaml:2:11", "ndrange"),
    ("ndrange: [1, 2, 3]", "job.yaml:2:10", "ndrange"),
    ("ndrange: [64, 4]\nargs: [{i32: 1}, {i32: 2}, {i32: 3}]", "job.yaml:3:28",
     "argument 3 would be buffer 2, which the .data section does not declare"),
    ("ndrange: [64, 4]\nargs: [{i32: 1}, {local: 64}]", "job.yaml:3:18", "argument 2 is no buffer and no scalar"),
    ("ndrange: [64, 4]\nargs: [{i32: 1}, {f64: 2}]", "job.yaml:3:18", "argument 2 is of type f64"),
    ("ndrange: [64, 4]\nargs: [a]\nbuffers: {a: {type: i16, shape: [4], fill: 0}}", "job.yaml:3:8",
     "argument 1 is of type i16; Sim-D has words of 32 bits"),
    ("ndrange: [64, 4]\nargs: [a]", "job.yaml:3:8", "unknown buffer 'a'"),
    ("ndrange: [64, 4]\nargs: [a]\nbuffers: {a: {fill: 0}}", "job.yaml:4:14", "'a' has no type"),
    ("ndrange: [64, 4]\nargs: [{i32: 1}]\nbuffers: {\"0\": {fill: 0}}", "job.yaml:4:11",
     "no .data section declares buffer '0', and it is no argument"),
    ("ndrange: [64, 4]\nargs: [" + "{i32: 1}, " * 33 + "]", "argument 3 would be buffer 2"),
    ("ndrange: [64, 4]\nshared: 64", "job.yaml:1:1",
     "'shared' has no meaning for .sas kernels: their .sp_data section"),
    ("ndrange: [64, 4]\nstack: 4096", "job.yaml:1:1", "'stack' has no meaning for .sas kernels"),
    ("ndrange: [64, 4]\nheap: 1048576", "job.yaml:1:1", "'heap' has no meaning for .sas kernels"),
    ("ndrange: [64, 4]\nargs: [{buffer: a, offset: 64}]\nbuffers: {a: {type: f32, shape: [64], fill: 0}}",
     "job.yaml:3:8", "argument 1: 'offset' has no meaning for .sas kernels, which take whole buffers"),
    ("ndrange: [64, 4]\nbuffers: {\"00\": {fill: 0}}", "no .data section declares buffer '00'"),
    ("grid: [1]\nblock: [64]", "a work-group has 64 by 1 work-items"),
    ("grid: [1, 1, 2]\nblock: [64, 16]", "three dimensions"),
    ("machine: sim-d", "expected 'ndrange: [X, Y]'"),
    ("ndrange: [64, 4]\nbuffers: {a: {type: f32, shape: [4], fill: 0}}", "no .data section declares buffer 'a'"),
    ("ndrange: [64, 4]\nbuffers: {\"0\": {type: f32, shape: [4], fill: 0}}", "has 4 elements of type f32"),
    ("ndrange: [64, 4]\nexpect: {\"9\": {sha256: " + "0" * 64 + "}}", "the job has no buffer '9'"),
]
FILES = {"short.bin": bytes(8), "words.txt": b"1, 2 three 4", "few.txt": b"1 2 3"}
SETTINGS = [("scratchpad.bytes=6", "scratchpad.bytes: 6; expected a multiple of 4"),
            ("pipeline.decode=2", "expected 1 or 3"), ("scratchpad.width=12", "expected 4, 8, 16 or 32"),
            ("dram.speed=1866M dram.organisation=x8", "has no numbers"), ("structure.sp_units=64", "minimum of 128"),
            ("clock.compute=0", "clock.compute: 0"), ("stack=17", "stack: 17"), ("policy=both", "policy")]
GROUPS = [("502, 458", 512, 229), ("218, 14336", 32, 3136), ("320, 240", 32, 80), ("2048, 1", 0, 2),
          ("40, 33", 0, 4)]
PHI_MAG = (".data\n0 0x0 2048 1\n1 0x10000 2048 1\n2 0x20000 2048 1\n.text\nldglin v0, 0\nldglin v1, 1\n"
           "mul v2, v0, v0\nmad v2, v1, v1, v2\nstglin v2, 2\nexit\n")


def run(warpclock, folder, program, launch="ndrange: [64, 4]", arguments=()):
    with open(os.path.join(folder, "k.sas"), "w", encoding="utf-8", newline="") as file:
        file.write(program)
    with open(os.path.join(folder, "job.yaml"), "w", encoding="ascii") as file:
        file.write(f"kernel: k.sas\n{launch}\n")
    return subprocess.run([warpclock, "run", os.path.join(folder, "job.yaml"), *arguments],
                          capture_output=True, text=True, check=False, timeout=60)


def cases(warpclock, folder):
    """(name, what is wrong)"""
    for program, place, *parts in TEXTS:
        answer = run(warpclock, folder, program)
        missing = [part for part in (place, *parts) if part not in answer.stderr]
        yield f"{place} {parts[0]}", "" if answer.returncode == 2 and not missing else answer.stderr
    for program, part in RUNS:
        for mode in ((), ("--functional",)):
            answer = run(warpclock, folder, program, arguments=mode)
            right = part in answer.stderr and answer.returncode == 3 and "k.sas:" in answer.stderr
            yield f"{part} {' '.join(mode)}", "" if right else answer.stderr
    for launch, *parts in LAUNCHES:
        answer = run(warpclock, folder, DATA + "exit\n", launch)
        right = answer.returncode == 2 and all(part in answer.stderr for part in parts)
        yield " ".join(parts), "" if right else answer.stderr
    for settings, part in SETTINGS:
        words = [word for setting in settings.split() for word in ("--set", setting)]
        answer = run(warpclock, folder, DATA + "exit\n", arguments=words)
        yield settings, "" if part in answer.stderr and answer.returncode == 2 else answer.stderr
    for ndrange, width, groups in GROUPS:
        launch = f"ndrange: [{ndrange}]\n" + (f"width: {width}" if width else "")
        answer = run(warpclock, folder, DATA + "exit\n", launch, ("--quiet", "--json", "-"))
        found = json.loads(answer.stdout)["sim_d"]["groups"]
        yield f"{ndrange}: {groups} work-groups", "" if found == groups else f"{found} found"
    for every in ((), ("--every-cycle",)):
        answer = run(warpclock, folder, PHI_MAG, "ndrange: [2048, 1]",
                     ("--quiet", "--json", "-", *every))
        cycles = json.loads(answer.stdout)["cycles"]
        yield "1291 cycles " + " ".join(every), "" if cycles == 1291 else f"{cycles} cycles"


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name, contents in FILES.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(contents)
        number = 0
        for number, (name, problem) in enumerate(cases(sys.argv[1], folder), 1):
            print(f"{'not ok' if problem else 'ok'} {number} - {name}")
            for line in problem.splitlines():
                print(f"# {line}")
        print(f"1..{number}")


main()
