# SPDX-License-Identifier: Apache-2.0
"""The terms of a bound against the numbers that it predicts (JSON of `check`).

Terms and predictions are made by different sums. The slowest core's predictions must be the terms,
and memory's prediction the terms of memory; in regions, where each prediction has a worst path of
its own, a term of work may be smaller. The bound is the largest of all cores' sums of terms.
"""
CHAIN = "time on a chain of waits"
WAITING = ["waiting", "code", "data", "starts"]


def of_cores(launch):
    """By core: predictions of the chain, by name."""
    cores = {}
    for one in launch["expectations"]:
        core, _, name = one["name"].partition(": ")
        if one["kind"] == CHAIN:
            cores.setdefault(core, {})[name] = one["predicted"]
    return cores


def fits(terms, chain, exact):
    work = {"instructions, nops": terms["instructions"] + terms["nops"], "units": terms["units"],
            "lsu, dram": terms["lsu"] + terms["dram"]}
    return (all(terms[name] == chain.get(name, 0) for name in WAITING) and
            all(cycles == chain.get(name, 0) if exact else cycles <= chain.get(name, 0)
                for name, cycles in work.items()))


def sum_remarks(launch):
    """The check has every core's sum of terms; the bound is the largest."""
    chains = {core: chain.get("all work", 0) + sum(chain.get(name, 0) for name in WAITING)
              for core, chain in of_cores(launch).items()}
    sums = {one["name"]: one["observed"] for one in launch["expectations"]
            if one["kind"] == "sum of terms"}
    if sums == chains and max(sums.values()) == launch["bound"]:
        return []
    return [f"the bound is {launch['bound']}, the cores' terms add up to {chains}, listed as {sums}"]


def remarks(launch):
    """What is wrong in a launch of a check, as a list of sentences."""
    terms, exact = launch["bound_terms"], launch["bound_details"]["path_known"] == 1
    found = []
    if not any(fits(terms, chain, exact) for chain in of_cores(launch).values()):
        found.append(f"no core has the terms {terms} among its predictions {of_cores(launch)}")
    return found + sum_remarks(launch)
