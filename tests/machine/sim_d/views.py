#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""views.py WARPCLOCK: states, statistics and the inventory of the Sim-D machine.

SIMD-1: both slots have all their storage to themselves; only DRAM is shared. SIMD-4: compute and access phases
alternate. SIMD-77: the inventory. SIMD-78: the paper's presets.
"""
import json
import os
import subprocess
import sys
import tempfile

# Each work-group leaves its number in registers, predicates, scratchpad and control stack.
PROGRAM = """.data
    0 0x0 1024 4
.sp_data
    0 0x0 1024 1
.text
    smov s0, sc.wg_off_y
    siadd s0, s0, 7
    mov v0, 0
    iadd v0, v0, s0
    mov v1, vc.lid_x
    isub v1, v1, s0
    itest.l p0, v1
    stsplin v0, 0
    cpush.if over
    ldglin v2, 0
    add v2, v2, v2
    cpop
over:
    stglin v0, 0
    exit
"""
INVENTORY = {"sp_units": 128, "rcp_units": 32, "dividers": 1, "slots": 2, "work_items": 1024, "register_banks": 8,
             "cam_entries": 1024, "mapped_buffers": 32, "bank_fifo": 8, "burst_fifo": 16, "vector_registers": 64,
             "scalar_registers": 32, "predicates": 4}
PRESETS = {"clock.compute": 1000, "scratchpad.bytes": 65536, "stack": 16, "imem": 2048, "pipeline.decode": 3,
           "pipeline.execute": 5, "pipeline.divider": 8}


def call(warpclock, *arguments):
    return subprocess.run([warpclock, *arguments], capture_output=True, text=True, check=False, timeout=60)


def states(warpclock, job, folder):
    """The same with and without skipping; slots share no store."""
    cycles, found = ",".join(map(str, range(0, 900, 7))), []
    for name, option in (("a", ()), ("b", ("--every-cycle",))):
        path = os.path.join(folder, name)
        answer = call(warpclock, "run", job, "--quiet", "--dump", path, "--dump-at", cycles, *option)
        if answer.returncode:
            yield "states", answer.stderr
            return
        with open(path, encoding="ascii") as file:
            found.append(json.load(file))
    yield "states do not depend on skipping", "" if found[0] == found[1] else "they differ"
    names = {slot["state"] for state in found[0] for slot in state["slots"]}
    want = {"none", "run", "dram", "dram and exit", "scratchpad"}
    yield "states of a slot", "" if names == want else str(names)
    both = [state for state in found[0]
            if all("group" in slot and slot["scratchpad"] and "v0" in slot["registers"]
                   for slot in state["slots"])]
    for state in both[-1:]:
        for slot in state["slots"]:
            own = f"{slot['group'][1] + 7:08x}"
            right = (set(slot["registers"]["v0"].split()) == {own} == set(slot["scratchpad"].split()) and
                     slot["registers"]["s0"] == f"{int(own, 16):#x}")
            yield f"storage of work-group {slot['group'][1]}", "" if right else str(slot)[:500]
    yield "both slots in use", "" if both else "never"
    stacks = [entry for state in found[0] for slot in state["slots"] for entry in slot.get("stack", ())]
    right = {(entry["instruction"], entry["type"]) for entry in stacks} == {(12, "if")}
    yield "control stack", "" if right else str(stacks[:1])


def statistics(warpclock, job):
    """Phases alternate, latencies and utilisation fit the cycles."""
    results = [json.loads(call(warpclock, "run", job, "--quiet", "--json", "-", *option).stdout)
               for option in ((), ("--every-cycle",))]
    for result in results:
        result.pop("host_seconds"), result.pop("simulated_kips")
    yield "statistics do not depend on skipping", "" if results[0] == results[1] else "they differ"
    own, memory, result = results[0]["sim_d"], results[0]["memory"], results[0]
    checks = {
        "phases": (own["compute_phases"], own["dram_phases"], own["scratchpad_phases"]) == (12, 8, 4),
        "phase cycles": sum(own[f"{kind}_phase_cycles"] for kind in ("compute", "dram", "scratchpad")) ==
                        2 * result["cycles"] - result["stalls"]["idle"],
        "DRAM cycles": own["dram_cycles"] == -(-result["cycles"] * 8 // 5),
        "utilisation": abs(own["data_bus_utilisation"] - own["data_bus_busy"] / own["dram_cycles"]) < 1e-9,
        "row hits": memory["dram_row_hits"] == memory["dram_reads"] + memory["dram_writes"] - own["dram_activates"] > 0,
        "bursts": (memory["dram_reads"], memory["dram_writes"]) == (4 * 64, 4 * 64),
        "data bus": own["data_bus_busy"] == 4 * 512,
        "precharges": 0 < own["dram_precharges"] <= own["dram_activates"],
        "fetches": result["fetches"] > result["wrong_path"] > 0,
        "load latency": 200 < result["load_latency"] < 800,
    }
    for name, right in checks.items():
        yield name, "" if right else json.dumps(result)[:1500]


def inventory(warpclock):
    rows = json.loads(call(warpclock, "machines", "sim-d", "--json", "-").stdout)["parameters"]
    values = {row["name"]: row["value"] for row in rows}
    for name, value in {**{f"structure.{name}": value for name, value in INVENTORY.items()}, **PRESETS}.items():
        yield name, "" if values.get(name) == value else str(values.get(name))
    text = call(warpclock, "machines", "sim-d").stdout
    yield "text", "" if all(f"structure.{name}" in text for name in INVENTORY) else text


def main():
    with tempfile.TemporaryDirectory() as folder:
        job = os.path.join(folder, "job.yaml")
        for name, text in (("k.sas", PROGRAM), ("job.yaml", "kernel: k.sas\nndrange: [1024, 4]\nwidth: 1024\n")):
            with open(os.path.join(folder, name), "w", encoding="ascii") as file:
                file.write(text)
        results = [*states(sys.argv[1], job, folder), *statistics(sys.argv[1], job), *inventory(sys.argv[1])]
    for number, (name, problem) in enumerate(results, 1):
        print(f"{'not ok' if problem else 'ok'} {number} - {name}")
        for line in problem.splitlines():
            print(f"# {line}")
    print(f"1..{len(results)}")


main()
