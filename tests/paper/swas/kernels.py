#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""SWaS, its baseline and the oracles on kernels of the suite, by their reports.

    kernels.py WARPCLOCK KERNELS

Prints TAP. What must hold exactly is failed; figures of the paper stand beside ours as remarks.
"""
import json
import pathlib
import subprocess
import sys

program, kernels = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
POLICIES = ["lrr", "gtlrr", "gtlo"]
PAIRS = [[f"fetch={fetch}", f"issue={issue}"] for fetch in POLICIES for issue in POLICIES]
SWAS = [["frontend=swas", f"issue={policy}"] for policy in POLICIES]
BENCHMARKS = ["blackscholes", "hotspot", "hotspot3D", "kmeans", "psort", "sgemm"]
QUEUE = 4
HOST_TIME = {"host_seconds", "simulated_kips"}
ORACLES = {"discrepancies", "errors", "error_rate", "causes"}
known = {}


def run(kernel, *settings, size="tiny", options=()):
    """The report of a run, whose outputs the job has compared with the host's."""
    key = (kernel, settings, size, options)
    if key not in known:
        job = kernels / kernel / f"vortex-{size}.yaml"
        command = [program, "run", job, "--json", "-", *options]
        for setting in settings:
            command += ["--set", setting]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if done.returncode:
            raise AssertionError(f"{' '.join(map(str, command[1:]))}: status {done.returncode}: "
                                 f"{done.stderr.strip()}")
        known[key] = json.loads(done.stdout)
    return known[key]


def expect(condition, *seen):
    if not condition:
        raise AssertionError(" ".join(map(str, seen)))


def nine_pairs_and_three_shared_policies_compute_the_same():
    """SWAS-20: twelve rows a benchmark, all with the same instructions and right outputs (run)"""
    for kernel in BENCHMARKS:
        runs = [run(kernel, *machine) for machine in PAIRS + SWAS]
        expect(len({tuple(entry["settings"].items()) for entry in runs}) == 12, kernel)
        committed = {(entry["swas"]["committed_warp"], entry["swas"]["committed_thread"])
                     for entry in runs}
        expect(len(committed) == 1, kernel, committed)


def oracles_change_no_other_number():
    """SWAS-21"""
    for kernel in BENCHMARKS + ["divergence", "reduction"]:
        for machine in PAIRS + SWAS + [["frontend=stock"], ["cores=2"]]:
            on, off = (dict(run(kernel, *machine, *more)) for more in ([], ["oracle=off"]))
            expect(on["swas"]["errors"] is not None and off["swas"]["errors"] is None, kernel)
            for report in (on, off):
                report["swas"] = {key: value for key, value in report["swas"].items()
                                  if key not in ORACLES}
            for key in on.keys() - HOST_TIME - {"settings", "launches"}:
                expect(on[key] == off[key], kernel, machine, key)


def errors_are_discrepancies_and_those_are_cycles():
    """SWAS-23, SWAS-28: for greedy policies each error is a discrepancy, and causes add up."""
    for kernel in BENCHMARKS + ["divergence", "reduction"]:
        for machine in PAIRS + SWAS:
            swas = run(kernel, *machine)["swas"]
            expect(swas["errors"] == swas["causes"]["sync"], kernel, machine, swas)
            expect(swas["discrepancies"] <= swas["kernel_cycles"], kernel, machine, swas)
            if machine[1] != "issue=lrr":
                expect(swas["errors"] <= swas["discrepancies"], kernel, machine, swas)
                expect(sum(swas["causes"].values()) == swas["discrepancies"], kernel, machine, swas)


def round_robin_counts_both_ways():
    """SWAS-24: with a pointer of its own, and set right after each deviation."""
    for kernel in BENCHMARKS:
        own, shared = (run(kernel, "issue=lrr", f"oracle.sync={sync}")["swas"]
                       for sync in ("greedy", "all"))
        expect(own["errors"] != shared["errors"], kernel, own, shared)
        expect(own["kernel_cycles"] == shared["kernel_cycles"], kernel, own, shared)
        greedy = [run(kernel, "issue=gtlrr", f"oracle.sync={sync}")["swas"]
                  for sync in ("greedy", "all")]
        expect(greedy[0] == greedy[1], kernel, greedy)


def the_report_has_the_papers_metrics():
    """SWAS-26"""
    keys = {"kernel_cycles", "committed_warp", "committed_thread", "ipc", "kernel_nops", "loads",
            "load_latency",
            "nops", "discrepancies", "errors", "error_rate"}
    for kernel in BENCHMARKS:
        for machine in (["issue=gtlrr"], ["frontend=swas"]):
            report = run(kernel, *machine)
            swas = report["swas"]
            expect(keys <= swas.keys(), kernel, keys - swas.keys())
            expect(swas["nops"].keys() == {"start", "miss", "flush"}, kernel, swas["nops"])
            expect(0 < swas["kernel_cycles"] < report["cycles"], kernel, swas)
            expect(0 < swas["committed_warp"] < report["warp_instructions"], kernel, swas)
            expect(abs(swas["ipc"] * swas["kernel_cycles"] - swas["committed_thread"]) < 1e-3,
                   kernel, swas)
            expect(swas["ipc"] <= 32, kernel, swas)
            expect(0 < swas["loads"] < report["loads"], kernel, swas)
            expect(0 < swas["load_latency_sum"] < report["load_latency_sum"], kernel, swas)
            expect(abs(swas["load_latency"] * swas["loads"] - swas["load_latency_sum"]) < 1e-3,
                   kernel, swas)
            expect(abs(swas["error_rate"] * swas["kernel_cycles"] - swas["errors"]) < 1e-3,
                   kernel, swas)


def warp_and_thread_instructions_differ_by_the_lanes():
    """SWAS-27: sgemm of a multiple of 32 rows and columns has all lanes on in every instruction."""
    swas = run("sgemm", size="small")["swas"]
    expect(swas["committed_thread"] == 32 * swas["committed_warp"], swas)
    swas = run("divergence")["swas"]
    expect(swas["committed_warp"] < swas["committed_thread"] < 32 * swas["committed_warp"], swas)


def greedy_fetch_goes_further_down_wrong_paths():
    """SWAS-32: with the same issue policy, fetches dropped a taken branch: GTLO >= GTLRR > LRR"""
    taken = run("psort", *SWAS[0], size="small")["swas"]["nops"]["flush"] / QUEUE
    for issue in POLICIES:
        runs = [run("psort", f"fetch={fetch}", f"issue={issue}", size="small")
                for fetch in POLICIES]
        wrong = [entry["wrong_path"] / taken for entry in runs]
        print(f"# issue {issue}: wrong-path fetches a taken branch " +
              ", ".join(f"{fetch} {share:.2f}" for fetch, share in zip(POLICIES, wrong)) +
              f"; IPC gtlo/lrr fetch {runs[2]['swas']['ipc'] / runs[0]['swas']['ipc']:.2f}, "
              "the paper: about 0.5")
        expect(wrong[2] >= wrong[1] > wrong[0] > 0, issue, wrong)


def small_caches_and_one_miss_at_a_time_leave_no_queue_empty():
    """SWAS-41: held to the invariants, and without an error, which would end the run"""
    for kernel in BENCHMARKS + ["divergence", "reduction"]:
        for policy in POLICIES:
            for size in (64, 256, 1024):
                swas = run(kernel, "frontend=swas", f"issue={policy}", f"icache.bytes={size}",
                           "icache.mshrs=1", options=("--check",))["swas"]
                expect(swas["errors"] == 0 and swas["nops"]["miss"] > 0, kernel, policy, swas)


def every_slot_is_an_instruction_or_a_nop():
    """SWAS-57: SWaS asks for one instruction a slot, so that fetches count the slots too."""
    for kernel in BENCHMARKS + ["divergence", "reduction"]:
        for machine in SWAS:
            report = run(kernel, *machine)
            swas = report["swas"]
            slots = report["warp_instructions"] + sum(swas["nops"].values())
            expect(report["fetches"] == slots, kernel, machine, slots, report["fetches"])
            inside = swas["committed_warp"] + swas["kernel_nops"]
            expect(inside <= slots and inside <= swas["kernel_cycles"], kernel, machine, swas)
            expect(abs(swas["slot_utilisation"] * swas["kernel_cycles"] - inside) < 1e-3,
                   kernel, machine, swas)
            expect(abs(swas["nop_share"] * inside - swas["kernel_nops"]) < 1e-3,
                   kernel, machine, swas)
            expect(0 < swas["nop_share"] < 1, kernel, machine, swas)


checks = [nine_pairs_and_three_shared_policies_compute_the_same, oracles_change_no_other_number,
          errors_are_discrepancies_and_those_are_cycles, round_robin_counts_both_ways,
          the_report_has_the_papers_metrics, warp_and_thread_instructions_differ_by_the_lanes,
          greedy_fetch_goes_further_down_wrong_paths,
          small_caches_and_one_miss_at_a_time_leave_no_queue_empty,
          every_slot_is_an_instruction_or_a_nop]
print(f"1..{len(checks)}")
failed = False
for number, check in enumerate(checks, 1):
    problem = None
    try:
        check()
    except (AssertionError, KeyError, subprocess.TimeoutExpired) as found:
        problem = found
    failed |= problem is not None
    print(f"{'ok' if problem is None else 'not ok'} {number} {check.__name__.replace('_', ' ')}")
    for line in [] if problem is None else str(problem).splitlines():
        print(f"# {line}")
sys.exit(failed)
