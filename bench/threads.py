#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What one run on several host threads could give at best.

Cores, SMs and CUs meet in what they share: levels of memory, which answer a request with its
completion when it is made, and the contents of memory. Both depend on the order of requests, so
equal results on any number of threads need the order of one thread: by cycle, then by core.

For some kernels and machines with several cores this prints
  - how often cores meet: per warp-instruction, and after how many nanoseconds of the host;
  - the speed-up of a run on two threads (one per core on four) that waits at each meeting until all
    other threads have passed that cycle, with no cost for the waiting thread to learn that, and
    with some costs. The events are those of a real run; every warp-instruction takes its mean time,
    counted in host instructions, of which an idle processor executes 9 per nanosecond;
  - with --replay the speed-up of these events on real threads (replay.c);
  - the computed one for threads that wait for each other only every so many cycles. That would need memory
    that takes at least that long before an answer depends on other cores, and it does not: the
    column shows what other models could do.
Then what a hand-over between two threads costs on this host (handover.c).

    bench/threads.py [--program build/warpclock] [--size tiny] [--threads 2]
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import tempfile

import measure

MACHINES = (("jetson-tx2", "pascal", []), ("gcn3", "gcn3", []),
            ("vortex", "vortex", ["--set", "cores=4"]))
KERNELS = ("sgemm-tiled", "nbody", "mandelbrot", "bfs", "reduction")
COSTS = (0, 50, 100, 200)  # ns
PERIODS = (20, 100)  # cycles
ISSUE, SHARED, CONTENTS = range(3)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=measure.ROOT / "build/warpclock")
    parser.add_argument("--size", default="tiny")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--replay", action="store_true",
                        help="measure on real threads, too; each needs a processor of its own")
    parser.add_argument("--rate", type=float, default=9, help="host instructions per ns")
    return parser.parse_args()


def read_events(path):
    """(cycle, core, kind) in the order of one thread."""
    document = json.loads(path.read_text())
    document = document["traceEvents"] if isinstance(document, dict) else document
    cores, tracks, events = {}, {}, []
    for event in document:
        if event["ph"] == "M" and event["name"] == "process_name":
            found = re.match(r"\D*(\d+)", event["args"]["name"])
            cores[event["pid"]] = int(found[1]) if found else 0
        elif event["ph"] == "M" and event["name"] == "thread_name":
            tracks[event["pid"], event["tid"]] = event["args"]["name"]
    for event in document:
        kind = event.get("cat")
        if event["ph"] != "X" or kind not in ("issue", "memory"):
            continue
        if kind == "memory" and not re.match("global|instruction", tracks.get(
                (event["pid"], event["tid"]), "global")):
            continue
        what = ISSUE if kind == "issue" else CONTENTS if event["name"] == "load hit" else SHARED
        events.append((round(1000 * event["ts"]), cores[event["pid"]], what))
    return sorted(events)


def ordered(events, threads, issue, cost):
    """Nanoseconds of a run whose threads keep the order at every meeting."""
    now = collections.Counter()
    for _, core, kind in events:
        own = core % threads
        if kind == ISSUE:
            now[own] += issue
        else:
            now[own] = max([now[own]] + [now[other] + cost for other in now if other != own])
    return max(now.values())


def periodic(events, threads, issue, period, cost):
    """... that wait for each other at the end of every period: the slowest one, and two
    hand-overs."""
    total, part, index = 0, collections.Counter(), 0
    for cycle, core, kind in events:
        if cycle // period != index:
            total += max(part.values(), default=0) + 2 * cost
            part, index = collections.Counter(), cycle // period
        if kind == ISSUE:
            part[core % threads] += issue
    return total + max(part.values(), default=0)


def replayed(options, events, threads, issue):
    """The speed-up on real threads, measured."""
    text = "".join(f"{core} {int(kind != ISSUE)}\n" for _, core, kind in events)
    helper = pathlib.Path(options.program).resolve().parent / "bench/replay"
    done = subprocess.run([helper, str(threads), str(issue)], input=text, check=True,
                          capture_output=True, text=True)
    one, all_of_them = map(float, done.stdout.split())
    return one / all_of_them


def row(options, kernel, machine, target, settings):
    job = measure.ROOT / f"kernels/{kernel}/{target}-{options.size}.yaml"
    words = [job, "--machine", machine, *settings]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "run.json")
        subprocess.run([options.program, "run", *words, "--quiet", "--trace", path], check=True)
        events = read_events(path)
    count = sum(kind == ISSUE for _, _, kind in events)
    events_of_host, _ = measure.count_run(options.program, *words)
    issue = events_of_host["Ir"] / options.rate / count
    alone = count * issue
    shared = sum(kind == SHARED for _, _, kind in events) / count
    contents = sum(kind != ISSUE for _, _, kind in events) / count
    threads = min(options.threads, 1 + max(core for _, core, _ in events))
    times = [ordered(events, threads, issue, cost) for cost in COSTS]
    times += [periodic(events, threads, issue, period, COSTS[2]) for period in PERIODS]
    cells = [kernel, f"`{machine}`", f"{issue:,.0f}", f"{shared:.2f}", f"{contents:.2f}",
             f"{issue / contents:,.0f}", *(f"{alone / time:.2f}" for time in times)]
    return cells, (events, threads, issue)


def main():
    options = arguments()
    counted = measure.together(row, [(options, kernel, *machine) for kernel in KERNELS
                                     for machine in MACHINES])
    for cells, subject in counted if options.replay else []:  # one after the other: this takes time, and processors
        cells.insert(-len(PERIODS), f"{replayed(options, *subject):.2f}")
    print(f"Revision {measure.revision(options.program)}, size {options.size}, "
          f"{options.threads} threads:\n")
    print(measure.table(
        ["kernel", "machine", "ns per instruction", "requests", "meetings", "ns between",
         *(f"{cost} ns" for cost in COSTS), *(["replayed"] * options.replay),
         *(f"every {period} cycles" for period in PERIODS)],
        [cells for cells, _ in counted]))
    helper = pathlib.Path(options.program).resolve().parent / "bench/handover"
    lines = subprocess.run([helper], check=True, capture_output=True, text=True).stdout.split("\n")
    print("\nA hand-over between two threads on this host, best and median of 201 batches:\n")
    print(measure.table(["waiting by", "best ns", "median ns"], [line.split() for line in lines
                                                                if line]))


if __name__ == "__main__":
    main()
