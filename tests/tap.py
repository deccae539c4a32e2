# SPDX-License-Identifier: Apache-2.0
"""Results of a test in the Test Anything Protocol."""
import sys

results = []


def report(good, what, detail=""):
    """One result; the details of a bad one follow as comments."""
    results.append(bool(good))
    print(f"{'ok' if good else 'not ok'} {len(results)} {what}")
    if not good:
        print("\n".join(f"# {line}" for line in str(detail).splitlines()), flush=True)


def finish():
    """The plan; the status is 1 if a result was bad."""
    print(f"1..{len(results)}")
    sys.exit(not all(results))
