#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""suite.py WARPCLOCK KERNELS SIZE: every Sim-D kernel of the suite stays within its bound.

Both policies of the paper and one of the others, one job per line; `check` compares cycles, executions, requests and compute phases
with their predictions. L <= bound <= U, and no analysis takes longer than 10 s of a host that is not
busy (60 s here). SIMD-75, SIMD-76.
"""
import concurrent.futures
import glob
import json
import os
import subprocess
import sys

OTHERS = ["unconstrained", "pairwise"]
SECONDS_MAX = 60


def check(warpclock, job, policy):
    command = [warpclock, "check", job, "--method", "analysis", "--quiet", "--json", "-",
               "--set", f"policy={policy}"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        return f"{policy}: status {answer.returncode}: {answer.stderr.strip()}"
    result = json.loads(answer.stdout)
    terms = result["bound_terms"]
    if not result["cycles"] <= result["bound"] <= terms["U"] or terms["L"] > result["bound"]:
        return f"{policy}: {result['cycles']} cycles, bound {result['bound']}, {terms}"
    if result["bound_seconds"] > SECONDS_MAX:
        return f"{policy}: {result['bound_seconds']} s"
    return None


def check_all(warpclock, number, job):
    policies = ["access", "compute", OTHERS[number % 2]]
    return [wrong for policy in policies if (wrong := check(warpclock, job, policy))]


def main():
    warpclock, kernels, size = sys.argv[1:4]
    jobs = sorted(glob.glob(os.path.join(kernels, "*", f"sim-d-{size}.yaml")))
    failed = 0
    print(f"1..{len(jobs)}")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda item: check_all(warpclock, *item), enumerate(jobs))
        for number, (job, wrongs) in enumerate(zip(jobs, results), 1):
            failed += bool(wrongs)
            name = os.path.basename(os.path.dirname(job))
            print(f"{'not ' if wrongs else ''}ok {number} - {name}", flush=True)
            for wrong in wrongs:
                print(f"# {wrong}")
    sys.exit(1 if failed or not jobs else 0)


if __name__ == "__main__":
    main()
