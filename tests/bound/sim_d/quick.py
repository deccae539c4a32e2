#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""quick.py WARPCLOCK KERNELS: the bound of every Sim-D kernel in its large size takes little time.

A second is wanted (SIMD-76). Seconds of processor time are counted, and 3 are allowed, for slower
hosts; they include reading the job and its data.
"""
import glob
import os
import subprocess
import sys

SECONDS_MAX = 3


def seconds(warpclock, job):
    command = [warpclock, "bound", job, "--method", "analysis", "--quiet", "--set", "policy=access"]
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime


def main():
    warpclock, kernels = sys.argv[1:3]
    jobs = sorted(glob.glob(os.path.join(kernels, "*", "sim-d-large.yaml")))
    failed = 0
    print(f"1..{len(jobs)}")
    for number, job in enumerate(jobs, 1):
        status, time = seconds(warpclock, job)
        wrong = status != 0 or time > SECONDS_MAX
        failed += wrong
        name = os.path.basename(os.path.dirname(job))
        print(f"{'not ' if wrong else ''}ok {number} - {name}", flush=True)
        if wrong:
            print(f"# status {status}, {time:.1f} s")
    sys.exit(1 if failed or not jobs else 0)


if __name__ == "__main__":
    main()
