# SPDX-License-Identifier: Apache-2.0
"""Random Sim-D machines, and random programs as the files of a job."""
import array

# Parameters of the machine and values that a seed may choose for them. Clocks are slower and faster
# than the DRAM's, also by so much that a request ends before its instruction is written back.
PARAMETERS = {
    "policy": ("unconstrained", "pairwise", "compute", "access"),
    "clock.compute": (1000, 1000, 1, 37, 100, 333, 500, 800, 933, 1599, 1600, 1601, 2500, 20000),
    "pipeline.decode": (1, 3),
    "pipeline.execute": (3, 4, 5, 7, 9, 24),
    "pipeline.divider": (1, 4, 8, 24),
    "scratchpad.width": (4, 8, 16, 32),
    "scratchpad.bytes": (65536, 131072),
    "refresh.phase": (0, 1, 6240, 12000, 12479),
    "imem": (2048, 65536),
}
DRAM = (("3200AA", "x16"), ("3200AA", "x8"), ("1866M", "x16"))


def settings(dice):
    """Some of the parameters, each with a random value."""
    chosen = {name: dice.choice(values) for name, values in PARAMETERS.items()}
    chosen["dram.speed"], chosen["dram.organisation"] = dice.choice(DRAM)
    names = dice.sample(sorted(chosen), dice.choice((1, 2, 4, len(chosen))))
    if "dram.speed" in names or "dram.organisation" in names:
        names = {*names, "dram.speed", "dram.organisation"}
    return [f"{name}={chosen[name]}" for name in sorted(names)]


def write_files(program, folder, more=()):
    """The program, its buffers and its job, with more lines at the end."""
    (folder / "program.sas").write_text(program.text, encoding="utf-8")
    for buffer in program.buffers.values():
        words = array.array("I", (word & 0xffffffff for word in buffer.words))
        (folder / (buffer.name + ".bin")).write_bytes(words.tobytes())
    lines = ["kernel: program.sas", "machine: sim-d", f"ndrange: {list(program.extent)}",
             f"width: {program.width}", *more]
    (folder / "job.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
