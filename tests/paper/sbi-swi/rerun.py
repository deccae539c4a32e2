#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The paper on branch and warp interweaving, by `warpclock paper sbi-swi`.

    rerun.py WARPCLOCK

Prints TAP.
"""
import json
import math
import pathlib
import subprocess
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


def programs(table):
    return [row for row in tables[table] if row["program"] not in ("geometric mean", "paper")]


def mean_of(table, kind, key):
    """EVAL-6: both versions of the table maker's dilemma are in no mean"""
    found = [1 + row[key] / 100 for row in programs(table)
             if row["class"] == kind and not row["program"].startswith("tmd")]
    return 100 * (math.prod(found) ** (1 / len(found)) - 1)


def every_program_ran_on_every_configuration():
    """EVAL-3, EVAL-7"""
    keys = ("warp64", "sbi_free", "sbi", "sbi_same_warp", "sbi_replay", "swi", "sbi_swi_free",
            "sbi_swi")
    rows = programs("speed")
    return len(rows) >= 20 and all(row[key] is not None for row in rows for key in keys), rows


def classes_follow_the_ipc_of_64_wide_warps():
    """EVAL-5"""
    rows = programs("speed")
    kinds = {row["class"] for row in rows}
    return kinds == {"regular", "irregular"} and all(
        (row["class"] == "regular") == (row["ipc_warp64"] > 30) for row in rows), rows


def means_are_geometric():
    """EVAL-4, EVAL-8"""
    wrong = [(table, row["class"], key, row[key], mean_of(table, row["class"], key))
             for table in ("speed", "shuffle", "lookup") for row in tables[table]
             if row["program"] == "geometric mean" for key in row
             if key not in ("program", "class", "ipc_warp64")
             and abs(row[key] - mean_of(table, row["class"], key)) > 0.11]
    return not wrong, wrong


def the_papers_figures_are_next_to_ours():
    """EVAL-8"""
    rows = {row["class"]: row for row in tables["speed"] if row["program"] == "paper"}
    lookup = {row["class"]: row for row in tables["lookup"] if row["program"] == "paper"}
    return ([rows["irregular"][key] for key in ("sbi", "swi", "sbi_swi")] == [41, 33, 40]
            and [rows["regular"][key] for key in ("sbi", "swi", "sbi_swi")] == [15, 25, 23]
            and lookup["irregular"]["direct"] == 26), (rows, lookup)


def a_look_up_in_more_sets_is_not_faster():
    """SWI-11: within two percent, on the mean"""
    means = [[mean_of("lookup", kind, key) for key in ("full", "sets_2", "sets_4", "direct")]
             for kind in ("regular", "irregular")]
    return all(after <= before + 2 for row in means for before, after in zip(row, row[1:])), means


def constraints_never_issue_more():
    """SWI-22, acceptance row 11: beyond the noise of accesses that meet elsewhere"""
    rows = tables["constraints"]
    return all(row["issued"] < 2 for row in rows), rows


def few_warps_have_more_than_three_splits():
    """SBI-33, acceptance row 18: by branches; accesses that repeat as splits make more"""
    rows = tables["constraints"]
    return sum(row["splits_95_replay"] <= 3 for row in rows) >= 0.85 * len(rows), rows


def hard_headlines_pass():
    """Rows of the acceptance table that leave no choice: memory, peaks, latency, golden cases, area;
    and those on named programs that do not depend on inputs"""
    rows = {row["id"]: row for row in tables["acceptance"]}
    return (len(rows) == 20 and list(rows)[:4] == ["1", "2", "3", "20"] and all(
        rows[name]["verdict"] == "pass"
        for name in ("1", "2", "3", "20", "5", "7", "13", "14", "16", "17", "19")), rows)


def every_other_headline_has_a_verdict_and_a_reason():
    """EVAL-8"""
    return ("defect of the model" not in rerun.done.stdout
            and all(row["verdict"] in ("pass", "outside") for row in tables["acceptance"]),
            tables["acceptance"])


def both_compilers_code_ran():
    """EVAL-3, SBI-17, SBI-18: means of code of clang are better in the order of flow analysis"""
    rows = tables["compilers"]
    means = {row["class"]: row for row in rows if row["program"] == "geometric mean"}
    return (len(rows) == len(programs("speed")) + 2
            and all(row["sbi_clang"] is not None for row in rows)
            and all(row["sbi_clang"] > row["sbi_clang_address"] for row in means.values()), means)


def both_readings_are_reported():
    """A-2 to A-23: settings that the machine has, with figures; the first is the machine's own"""
    rows = tables["readings"]
    machines = {name: json.loads(subprocess.run(
        [rerun.program, "machines", name, "--json", "-"], capture_output=True, text=True).stdout)
        for name in {row["machine"] for row in rows}}
    own = {(name, one["name"]): one["value"] for name, machine in machines.items()
           for one in machine["parameters"]}
    wrong = [row for row in rows if row["id"] != "A-19" and any(
        str(own[row["machine"], word.split("=")[0]]).lower() != word.split("=")[1]
        for word in row["reading"].split() if not word.startswith("swi_sets"))]
    numbers = ("regular", "irregular", "other_regular", "other_irregular")
    return ({row["id"] for row in rows} >= {"A-2", "A-6", "A-7", "A-9", "A-15", "A-17", "A-23"}
            and not wrong and all(row[key] is not None for row in rows for key in numbers)
            and all(row["reading"] != row["other"] for row in rows), wrong or rows)


def readings_agree_with_the_other_tables():
    """The same runs are in speed and lookup"""
    means = {row["class"]: row for row in tables["speed"] if row["program"] == "geometric mean"}
    rows = {(row["id"], row["question"]): row for row in tables["readings"]}
    second = rows["A-2", "second instruction"]
    return all(second[key] == means[key]["sbi"] and second[f"other_{key}"] == means[key]["sbi_same_warp"]
               for key in ("regular", "irregular")), (second, means)


def limits_are_compared_with_the_means():
    """EVAL-8: the machines as they are, and without one limit each"""
    rows = {row["settings"]: row for row in tables["limits"]}
    means = {row["class"]: row for row in tables["speed"] if row["program"] == "geometric mean"}
    keys = ("warp64", "sbi", "swi", "sbi_swi")
    return (all(rows["as they are"][key] == means["irregular"][key] for key in keys)
            and all(row[key] is not None for name, row in rows.items() if name != "paper" for key in keys)
            and rows["memory.bandwidth=1000"]["sbi_swi"] > rows["as they are"]["sbi_swi"]
            and len(rows) == 11, rows)


def slots_say_what_limits_a_program():
    rows = {row["program"]: row for row in tables["slots"]}
    return (rows["nested"]["same_row"] > 50 and rows["bfs"]["by_memory"] > 50
            and rows["sgemm-tiled"]["other_row"] > 20), rows


report([it_ended_well, hard_headlines_pass, every_other_headline_has_a_verdict_and_a_reason,
        both_compilers_code_ran, both_readings_are_reported,
        readings_agree_with_the_other_tables, limits_are_compared_with_the_means, slots_say_what_limits_a_program, every_program_ran_on_every_configuration,
        classes_follow_the_ipc_of_64_wide_warps, means_are_geometric,
        the_papers_figures_are_next_to_ours, a_look_up_in_more_sets_is_not_faster,
        constraints_never_issue_more, few_warps_have_more_than_three_splits,
        hardware_requirements_are_those_of_the_paper,
        storage_is_added_up_for_both_numbers_of_warps, areas_add_up_to_the_papers_totals,
        a_figure_that_is_not_theirs_is_seen, a_table_with_a_design_too_few_is_refused], [])
