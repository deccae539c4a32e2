# SPDX-License-Identifier: Apache-2.0
"""Programs whose bound has to be derived: branches, or loops, that depend on data, one after the
other, for a machine of each analysis. text(machine, kind, count, folder) is a job file.

GCN3 code is assembled by clang-16; the others need no compiler.
"""
import pathlib
import re
import subprocess
import sys

import measure

sys.path.append(str(measure.ROOT / "tests/cli"))
import program as rv32

MACHINES = ("vortex-swas", "fermi", "gcn3", "sim-d")
KINDS = ("branches", "loops")
TRIPS = 8
A0, RETURN = 10, 0x00008067


def load(register, base):
    return base << 15 | 2 << 12 | register << 7 | 3


# ---- RV32: Vortex finds its arguments in memory, Fermi in a0 ----

def rv32_part(kind, base):
    one = [load(rv32.T0, base)]
    if kind == "branches":
        return one + [rv32.again(-2), rv32.addi(rv32.T2, rv32.T2, 1), rv32.addi(rv32.T3, rv32.T3, 1)]
    return one + [rv32.addi(rv32.T0, rv32.T0, -1), rv32.again(1), rv32.addi(rv32.T3, rv32.T3, 1)]


def rv32_job(machine, kind, count, folder):
    vortex = machine != "fermi"
    words = list(rv32.argument) if vortex else []
    headers = []
    for _ in range(count):
        headers.append(rv32.BASE + 4 * (len(words) + 1))
        words += rv32_part(kind, rv32.T1 if vortex else A0)
    elf = folder / f"{machine}-{kind}-{count}.elf"
    elf.write_bytes(rv32.elf(words + [rv32.STOP if vortex else RETURN]))
    launch = "" if vortex else "entry: main\ngrid: [1]\nblock: [1]\n"
    loops = "".join(f'  "0x{header:x}": {TRIPS}\n' for header in headers)
    return (f"kernel: {elf}\n{launch}buffers:\n  a: {{type: u32, shape: [1], fill: 1}}\nargs: [a]\n" +
            (f"loops:\n{loops}" if kind == "loops" else ""))


# ---- GCN3 ----

GCN3_HEAD = """.text
.globl main
.p2align 8
.type main,@function
main:
s_load_dwordx2 s[4:5], s[0:1], 0x0
s_waitcnt lgkmcnt(0)
v_mov_b32 v4, s4
v_mov_b32 v5, s5
"""
GCN3_LOAD = "flat_load_dword v6, v[4:5]\ns_waitcnt vmcnt(0) lgkmcnt(0)\n"
GCN3_BRANCH = GCN3_LOAD + """v_cmp_lt_u32 vcc, 5, v6
s_and_saveexec_b64 s[24:25], vcc
s_cbranch_execz .Lover{0}
v_xor_b32 v7, v7, v6
v_lshlrev_b32 v7, 1, v7
.Lover{0}:
s_or_b64 exec, exec, s[24:25]
"""
GCN3_LOOP = GCN3_LOAD + """s_mov_b64 s[26:27], 0
loop{0}:
v_add_u32 v6, vcc, -1, v6
v_cmp_ge_i32 vcc, 0, v6
s_or_b64 s[26:27], vcc, s[26:27]
s_andn2_b64 exec, exec, s[26:27]
s_cbranch_execnz loop{0}
s_or_b64 exec, exec, s[26:27]
"""
GCN3_END = """s_endpgm
.Lend:
.size main, .Lend-main
.section .rodata,"a"
.p2align 6
.amdhsa_kernel main
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 16
  .amdhsa_next_free_sgpr 32
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [1, 1]
amdhsa.kernels:
  - .name: main
    .symbol: main.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 32
    .vgpr_count: 16
    .max_flat_workgroup_size: 256
    .args:
      - {.size: 8, .offset: 0, .value_kind: global_buffer, .address_space: global}
...
.end_amdgpu_metadata
"""


def assemble(text, folder, name):
    (folder / f"{name}.s").write_text(text)
    for words in (["clang-16", "--target=amdgcn-amd-amdhsa", "-mcpu=gfx803", "-mcode-object-version=4",
                   "-x", "assembler", "-c", f"{name}.s", "-o", f"{name}.o"],
                  ["ld.lld-16", "-shared", "--no-undefined", f"{name}.o", "-o", f"{name}.hsaco"]):
        subprocess.run(words, cwd=folder, check=True)
    return folder / f"{name}.hsaco"


def loop_addresses(binary):
    """Those of the labels loop0, loop1, ..."""
    text = subprocess.run(["llvm-nm-16", binary], capture_output=True, text=True, check=True).stdout
    return [int(address, 16) for address in re.findall(r"^(\w+) \w loop\d+$", text, re.M)]


def gcn3_job(_, kind, count, folder):
    part = GCN3_BRANCH if kind == "branches" else GCN3_LOOP
    text = GCN3_HEAD + "".join(part.format(i) for i in range(count)) + GCN3_END
    binary = assemble(text, folder, f"gcn3-{kind}-{count}")
    loops = "".join(f'  "0x{header:x}": {TRIPS}\n' for header in loop_addresses(binary))
    return (f"kernel: {binary}\nentry: main\ngrid: [1]\nblock: [64]\nbuffers:\n"
            "  a: {type: u32, shape: [1], fill: 1}\nargs: [a]\n" +
            (f"loops:\n{loops}" if kind == "loops" else ""))


# ---- Sim-D: lanes are masked; a scalar counts the turns of a loop ----

SIM_D_HEAD = """.data
    0 0x0 1024 1
.text
    mov v16, vc.tid_x
"""
SIM_D_LOAD = "    movvsp vc.mem_idx, v16\n    ldgidxit v0, 0\n"
SIM_D_BRANCH = SIM_D_LOAD + """    and v1, v0, 1
    itest.nz p0, v1
    cpush.if l{0}
    cmask p0
    iadd v2, v2, 1
    cpop
l{0}:
"""
SIM_D_LOOP = SIM_D_LOAD + """    smov s0, {1}
    cpush.brk e{0}
l{0}:
    itest.ez p0, v0
    brk p0
    isub v0, v0, 1
    sisub s0, s0, 1
#bound branchcycle {2} 1 0
    sicj.g l{0}, s0
    cpop
e{0}:
"""


def sim_d_job(_, kind, count, folder):
    part = SIM_D_BRANCH if kind == "branches" else SIM_D_LOOP
    binary = folder / f"sim-d-{kind}-{count}.sas"
    binary.write_text(SIM_D_HEAD + "".join(part.format(i, TRIPS, TRIPS - 1) for i in range(count)) +
                      "    exit\n")
    return (f"kernel: {binary}\nset: {{imem: 65536}}\nndrange: [1024, 1]\nwidth: 1024\nbuffers:\n"
            "  a: {type: u32, shape: [1024], fill: 1}\nargs: [a]\n")


WRITERS = {"vortex-swas": rv32_job, "fermi": rv32_job, "gcn3": gcn3_job, "sim-d": sim_d_job}


def text(machine, kind, count, folder):
    return f"machine: {machine}\n" + WRITERS[machine](machine, kind, count, pathlib.Path(folder))
