#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The matrix products of the PasTiS paper on the Jetson TX2 model, beside its figures.

    matmul.py WARPCLOCK JOBS

Counts of transactions are exact (PAS-81, PAS-96). Cycles were fitted to N = 4 alone, cold to the
paper's simulator and warm to its board; N = 8 and 11 are predictions and stay within 10 % (PAS-82,
PAS-86 say how they grow and that the share of the cold start falls; PAS-73: what it is). PAS-7: with
one warp a processing block no policy matters. PAS-83: products with bank conflicts.

Prints TAP.
"""
import json
import pathlib
import subprocess
import sys

program, jobs = sys.argv[1], pathlib.Path(sys.argv[2])
SIZES = (4, 8, 11)
READS, WRITES = (8, 32, 88), (2, 4, 8)
SIMULATOR, BOARD = (1241, 1491, 1677), (1131, 1381, 1580)
number = 0
failed = False


def run(name, *settings):
    words = [word for setting in settings for word in ("--set", setting)]
    done = subprocess.run([program, "run", jobs / f"{name}.yaml", "--json", "-", *words],
                          capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise SystemExit(f"Bail out! {name}: {(done.stderr or done.stdout).strip()}")
    return json.loads(done.stdout)


def check(sentence, good, found):
    global number, failed
    number += 1
    failed |= not good
    print(f"{'ok' if good else 'not ok'} {number} {sentence}")
    if not good:
        print(f"# found {found}")


def near(found, paper):
    return all(abs(a - b) <= 0.1 * b for a, b in zip(found, paper))


def comparable(result):
    return {key: value for key, value in result.items()
            if key not in ("host_seconds", "simulated_kips")}


print("1..13")
results = [run(f"matmul-{n}") for n in SIZES]
cold = [result["cycles"] for result in results]
warm = [run(f"matmul-{n}", "warm=inputs")["cycles"] for n in SIZES]
reads = tuple(result["pastis"]["shared_load_transactions"] for result in results)
writes = tuple(result["pastis"]["shared_store_transactions"] for result in results)
gaps = [a - b for a, b in zip(cold, warm)]
shares = [gap / base for gap, base in zip(gaps, warm)]
early = [result["pastis"]["read_before_ready"] for result in results]

check("shared reads are those of the paper", reads == READS, reads)
check("shared writes are those of the paper", writes == WRITES, writes)
check("no compiled instruction reads a register too early", early == [0, 0, 0], early)
check("with cold caches N = 4, 8, 11 are within 10 % of the paper's simulator",
      near(cold, SIMULATOR), cold)
check("with warm inputs they are within 10 % of its board", near(warm, BOARD), warm)
check("a cold start costs 50 to 200 cycles", all(50 <= gap <= 200 for gap in gaps), gaps)
check("its share is below 10 % and falls with the size",
      shares == sorted(shares, reverse=True) and shares[0] < 0.1, shares)
check("a step of k takes 55 to 70 cycles from N = 4 to 8", 55 <= (cold[1] - cold[0]) / 4 <= 70,
      cold)
alone = {policy: [run(f"matmul-{n}", f"scheduler={policy}")["cycles"] for n in SIZES]
         for policy in ("run_to_barrier", "lrr", "gto")}
check("with one warp a processing block all policies take as long",
      all(cycles == cold for cycles in alone.values()), alone)
many = {policy: run("matmul-32", f"scheduler={policy}")["cycles"]
        for policy in ("run_to_barrier", "lrr", "gto")}
check("with more, policies that switch hide latency",
      max(many["lrr"], many["gto"]) < many["run_to_barrier"], many)
check("two runs give the same numbers", comparable(run("matmul-8")) == comparable(results[1]), "")
columns, padded = (run(name)["pastis"]["shared_load_transactions"]
                   for name in ("matmul-columns", "matmul-padded"))
# 32 warps and 32 steps: one transaction for the row of a, and 32 or 1 for the column of b
check("columns of an unpadded 32 x 32 tile take 32 transactions, those of a padded one 1",
      (columns, padded) == (32 * 32 * 33, 32 * 32 * 2), (columns, padded))
ahead = run("matmul-11", "lsu.prefetch=2")
asked = [result["pastis"]["l2_hits"] + result["pastis"]["l2_misses"] for result in (results[2], ahead)]
check("prefetch of data asks L2 for more lines and changes no result", asked[1] > asked[0], asked)
sys.exit(failed)
