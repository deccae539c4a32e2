#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The paper on branch and warp interweaving, by `warpclock paper sbi-swi`.

    rerun.py WARPCLOCK

Prints TAP.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from paper_checks import Rerun, report

rerun = Rerun(sys.argv[1], "sbi-swi")
tables = rerun.tables
DESIGNS = ("baseline", "sbi", "swi", "sbi_swi")


def it_ended_well():
    return rerun.done.returncode == 0 and rerun.document["settings"] is None, rerun.done.stderr


def hardware_requirements_are_those_of_the_paper():
    """EVAL-1: computed from the numbers of each design, for 24 warps"""
    rows = [row for row in tables["cost"] if row["component"] != "all storage"]
    return len(rows) == 24 and all(row["paper"] == row["ours"] for row in rows), tables["cost"]


def storage_is_added_up_for_both_numbers_of_warps():
    """EVAL-1, A-17"""
    rows = {row["design"]: row for row in tables["cost"] if row["component"] == "all storage"}
    return ([rows[name]["bits"] for name in ("baseline", "SBI", "SWI", "SBI+SWI")]
            == [45312, 24664, 19648, 28120]
            and [rows[name]["bits_simulated"] for name in ("baseline", "SBI", "SWI", "SBI+SWI")]
            == [30208, 20880, 17536, 23184]), list(rows.values())


def areas_add_up_to_the_papers_totals():
    """EVAL-2"""
    rows = {row["component"]: [row[design] for design in DESIGNS] for row in tables["area"]}
    return (rows["total: paper"] == [791.6, 1258, 1243, 1365.6]
            and all(abs(theirs - ours) < 0.05 for word in ("total", "overhead")
                    for theirs, ours in zip(rows[f"{word}: paper"], rows[f"{word}: added here"]))
            and [round(value, 1) for value in rows["% of an SM: added here"]]
            == rows["% of an SM: paper"] == [0, 3.0, 2.9, 3.7]), tables["area"]


def a_figure_that_is_not_theirs_is_seen():
    one = rerun.call_with("published.yaml", lambda text: text.replace("24 x 144", "24 x 145"),
                          "--table", "cost", "--json", "-")
    return one.returncode == 0 and "24 x 145" in one.stdout, one.stdout + one.stderr


def a_table_with_a_design_too_few_is_refused():
    one = rerun.call_with("published.yaml", lambda text: text.replace("[0, 570, 570, 570]",
                                                                      "[0, 570, 570]"))
    two = rerun.call_with("published.yaml", lambda text: text.replace("[2 x 24 x 48, ", "["))
    return (one.returncode == 2 and "expected a list of 4 numbers" in one.stderr
            and two.returncode == 2 and "expected 4 entries" in two.stderr), one.stderr + two.stderr


report([it_ended_well, hardware_requirements_are_those_of_the_paper,
        storage_is_added_up_for_both_numbers_of_warps, areas_add_up_to_the_papers_totals,
        a_figure_that_is_not_theirs_is_seen, a_table_with_a_design_too_few_is_refused], [])
