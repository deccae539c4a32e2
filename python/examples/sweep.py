# SPDX-License-Identifier: Apache-2.0
# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # How many warps does a matrix product need?
#
# A kernel runs on arrays of NumPy, first once, then on machines with more and more warps; two
# charts show what changes, and how far the worst case is from what was observed.
#
# Run it from the root of the source tree: `python3 python/examples/sweep.py`, or open it with
# Jupytext as a notebook. `WARPCLOCK_KERNELS` names the folder of the kernel suite if that is
# elsewhere, `WARPCLOCK_FIGURES` the folder for the charts.

# %%
import os
import pathlib
from concurrent.futures import ThreadPoolExecutor

import matplotlib
import numpy as np

import warpclock

if "WARPCLOCK_FIGURES" in os.environ:
    matplotlib.use("agg")  # files instead of windows
import matplotlib.pyplot as plt

kernels = pathlib.Path(os.environ.get("WARPCLOCK_KERNELS", "kernels"))
figures = pathlib.Path(os.environ.get("WARPCLOCK_FIGURES", "."))

# %% [markdown]
# ## A kernel and its arguments

# %%
sgemm = warpclock.load(kernels / "sgemm" / "vortex.elf")["sgemm"]
for parameter in sgemm.parameters:
    print(f"{parameter.type:8} {parameter.name}")

# %% [markdown]
# ## One run
#
# Arrays are passed as they are, and have the kernel's output afterwards. Numbers of Python take the
# type that the binary records for the parameter.

# %%
n = 24
random = np.random.default_rng(7)
a, b = (random.random((n, n), np.float32) for _ in range(2))


def job():
    """A job with an output of its own, so that several can run at the same time."""
    c = np.zeros((n, n), np.float32)
    return c, warpclock.Job(sgemm, grid=(n // 4, n // 4), block=(4, 4), args=[a, b, c, n, n, n])


c, product = job()
result = warpclock.run(product)
np.testing.assert_allclose(c, a @ b, rtol=1e-5)
print(f"{result.cycles} cycles, {result.counters['ipc']:.1f} instructions per cycle")

# %% [markdown]
# ## A sweep
#
# `vortex` issues as it can; on `vortex-swas` the order of instructions is known before the run, so
# its bounds are tighter. Runs release the GIL: threads use all cores.

# %%
points = [(machine, warps) for machine in ("vortex", "vortex-swas") for warps in (2, 4, 8, 16, 32)]


def measure(point):
    machine, warps = point
    return warpclock.check(job()[1], machine=machine, set={"warps": warps, "threads": 8},
                           method="analysis")


with ThreadPoolExecutor(os.cpu_count()) as pool:
    results = list(pool.map(measure, points))

# %% [markdown]
# Records are rows of a table; pandas takes them as they are.

# %%
rows = [{**row, "warps": warps} for row, (_, warps) in zip(warpclock.records(results), points)]
try:
    import pandas
    print(pandas.DataFrame(rows)[["machine", "warps", "cycles", "bound", "tightness"]])
except ImportError:
    for row in rows:
        print(row["machine"], row["warps"], row["cycles"], row["bound"])

# %% [markdown]
# ## Charts

# %%
plt.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False})
colours = {"vortex": "#4477aa", "vortex-swas": "#cc6677"}
figure, axes = plt.subplots(figsize=(7, 3.6), constrained_layout=True)
for machine, colour in colours.items():
    own = [row for row in rows if row["machine"] == machine]
    warps = [row["warps"] for row in own]
    axes.plot(warps, [row["cycles"] for row in own], "o-", color=colour,
              label=f"{machine}: observed")
    axes.plot(warps, [row["bound"] for row in own], "o--", color=colour, markerfacecolor="white",
              label=f"{machine}: bound")
axes.set(xscale="log", xlabel="warps per core", ylabel="cycles",
         title=f"sgemm, {n} x {n}, warps of 8 threads")
axes.set_xticks([2, 4, 8, 16, 32], ["2", "4", "8", "16", "32"])
axes.minorticks_off()
axes.set_ylim(bottom=0)
axes.yaxis.set_major_formatter("{x:,.0f}")
axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
figure.savefig(figures / "cycles.png", dpi=150)

# %% [markdown]
# Where the cycles of all warps went, by the reason that kept each from issuing.

# %%
own = [each for each in results if each.machine == "vortex"]
warps = [point[1] for point in points if point[0] == "vortex"]
reasons = [name for name in own[0].counters
           if name.startswith("stalls.") and any(each.counters[name] for each in own)]
figure, axes = plt.subplots(figsize=(7, 3.6), constrained_layout=True)
bottom = np.zeros(len(own))
for reason, colour in zip(reasons, plt.get_cmap("tab10").colors):
    share = np.array([each.counters[reason] / count / each.cycles
                      for each, count in zip(own, warps)])
    axes.bar([str(count) for count in warps], share, bottom=bottom, color=colour, width=0.7,
             label=reason.removeprefix("stalls.").replace("_", " "))
    bottom += share
axes.set(xlabel="warps per core", ylabel="share of a warp's cycles", title="Waiting on vortex")
axes.set_ylim(0, 1)
axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
figure.savefig(figures / "stalls.png", dpi=150)
