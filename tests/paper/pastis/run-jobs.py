#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The jobs of papers/pastis: right results, and the transactions that the PasTiS paper prints.

    run-jobs.py WARPCLOCK SOURCE

Prints TAP.
"""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

program, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
folder = source / "papers" / "pastis"
POOLS = {32: 1, 64: 2, 128: 4}  # groups of lanes that an access of that width is split into
BASE = {32: 1, 64: 8, 128: 16}  # cycles of an access without conflicts, behind 22


def run(job, *options):
    done = subprocess.run([program, "run", job, "--json", "-", "--quiet", *options],
                          capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise AssertionError(f"{job}: status {done.returncode}: {done.stderr[-500:]}")
    return json.loads(done.stdout)


def run_named(name, *options):
    result = run(folder / "jobs" / f"{name}.yaml", *options)
    assert result["checks"] and set(result["checks"].values()) == {"ok"}, result["checks"]
    return result


def listing(name, kernel):
    done = subprocess.run([program, "dis", folder / f"{name}.cubin", "--kernel", kernel,
                           "--json", "-"], capture_output=True, text=True, check=True)
    return [instruction["text"] for instruction in json.loads(done.stdout)]


def opcodes(name, kernel):
    return {word.split(".")[0] for text in listing(name, kernel) for word in text.split()}


def figure_3():
    """PAS-35: negative elements become 0, others double; extreme integers are among them"""
    for blocks in (1, 2, 5):
        run_named(f"figure3-{blocks}")
        run_named(f"figure3-{blocks}", "--functional")


def matmul():
    """PAS-80: the product goes through shared memory, 2 N reads and 2 writes a warp"""
    assert {"STS", "BAR", "LDS", "STG"} <= opcodes("matmul", "matmul")
    for n, reads, writes in ((4, 8, 2), (8, 32, 4), (11, 88, 8)):
        told = run_named(f"matmul-{n}")["pastis"]
        found = told["shared_load_transactions"], told["shared_store_transactions"]
        assert found == (reads, writes), (n, found)


def columns():
    """PAS-83: by columns of 32 words a read takes 32 transactions, by columns of 33 one"""
    warps = steps = 32
    for name, each in (("columns", 32), ("padded", 1)):
        found = run_named(f"matmul-{name}")["pastis"]["shared_load_transactions"]
        assert found == warps * steps * (1 + each), (name, found)


def network():
    """PAS-84: 784-128-64-10 with biases, 109 386 parameters, ReLU behind each layer"""
    header = (folder / "weights.npy").read_bytes()[:128]
    assert b"'<f4'" in header and b"(109386,)" in header, header
    assert 784 * 128 + 128 * 64 + 64 * 10 == 109184 == 109386 - 128 - 64 - 10
    job = (folder / "jobs" / "mlp.yaml").read_text()
    for shape in ("[64, 128]", "[64, 64]", "[64, 10]"):
        assert f"shape: {shape}" in job, shape
    assert "DFMA" in opcodes("mlp", "layer")


def classification():
    """PAS-85: all outputs equal those of the fma reference to the bit; cycles are told a layer"""
    result = run_named("mlp")
    assert sorted(result["checks"]) == ["values_1", "values_2", "values_3"]
    assert len(result["launches"]) == 3
    assert all(launch["cycles"] > 0 for launch in result["launches"])


def cells(name, rows, widths=(32, 64, 128)):
    """(row's number, bits) -> transactions of the one load of that cell's launch."""
    launches = run(folder / "jobs" / f"shared-{name}.yaml")["launches"]
    names = [(row, bits) for row in rows for bits in widths]
    assert len(launches) == len(names)
    return {cell: launch["pastis"]["shared_load_transactions"]
            for cell, launch in zip(names, launches)}


def table_1():
    """PAS-90: consecutive addresses take one transaction a pool, 12 of 12 cells of table I"""
    for (lanes, bits), found in cells("table-1", (8, 16, 24, 32)).items():
        assert found == POOLS[bits], (lanes, bits, found)


def transactions(lanes, bits):
    """Table II in closed form: lanes of a pool on one bank, one word each."""
    pool = 32 // POOLS[bits]
    return sum(max(1, min(pool, lanes - start)) for start in range(0, 32, pool))


def table_2():
    """PAS-91: different words of one bank, 96 of 96 cells of table II"""
    for (lanes, bits), found in cells("table-2", range(1, 33)).items():
        assert found == transactions(lanes, bits), (lanes, bits, found)


def durations():
    """PAS-93: the same programs timed: 22 + 1, 8, 16 cycles, and 2 for each conflict"""
    job = (folder / "jobs" / "shared-cycles.yaml").read_text()
    with tempfile.TemporaryDirectory(prefix="warpclock-pastis-") as place:
        path = pathlib.Path(place) / "job.yaml"
        path.write_text(job.replace("../", f"{folder}/") + "save:\n  cycles: cycles.npy\n")
        run(path)
        data = (path.parent / "cycles.npy").read_bytes()[-4 * 96 * 32:]
    # A lane's clock also counts from the first read to the load and from the store to the second.
    extra = {bits: set() for bits in POOLS}
    for cell in range(96):
        lanes, bits = cell // 3 + 1, (32, 64, 128)[cell % 3]
        measured = struct.unpack_from(f"<{lanes}I", data, 4 * 32 * cell)
        assert len(set(measured)) == 1, (lanes, bits, measured)
        conflicts = transactions(lanes, bits) - POOLS[bits]
        extra[bits].add(measured[0] - (22 + BASE[bits] + 2 * conflicts))
    for bits, found in extra.items():
        assert len(found) == 1 and 0 <= min(found) < 16, (bits, found)


def arms():
    """PAS-94: the taken arm comes first, under SSY, under PBK and nested"""
    assert {"PBK", "BRK"} <= opcodes("arms", "arms") and "SSY" not in opcodes("arms", "arms")
    assert {"SSY", "SYNC"} <= opcodes("arms", "sides")
    for name in ("arms", "sides"):
        run_named(name)
        run_named(name, "--functional")


checks = (figure_3, matmul, columns, network, classification, table_1, table_2, durations, arms)
print(f"1..{len(checks)}")
for number, check in enumerate(checks, 1):
    try:
        check()
        print(f"ok {number} {check.__doc__}")
    except AssertionError as found:
        print(f"not ok {number} {check.__doc__}\n# {found}")
