/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.c - the table of the SBI/SWI machine's statistics. */
#include "machine/fermi/statistics.h"

_Static_assert((int)STAT_SBI_END <= (int)STAT_MAX, "every statistic has a counter");

static const struct statistic_use common[] = {
    {STAT_L1_LOADS},
    {STAT_L1_HITS},
    {STAT_L1_MISSES},
};

#define OWN(id) [(id) - STAT_COMMON]

static const struct statistic own[STAT_SBI_END - STAT_COMMON] = {
    OWN(STAT_SBI_ISSUED) = {.name = "sbi_swi.issued", .unit = "instructions", .timed = true,
        .about = "issued instructions, including accesses that some lanes repeat"},
    OWN(STAT_SBI_PAIR_SAME_WARP) = {.name = "sbi_swi.pair_same_warp", .unit = "pairs",
        .timed = true, .about = "instructions issued with another one of the same warp"},
    OWN(STAT_SBI_PAIR_SAME_ROW) = {.name = "sbi_swi.pair_same_row", .unit = "pairs",
        .timed = true, .about = "second instructions of a phase that share the row of the first"},
    OWN(STAT_SBI_PAIR_OTHER_ROW) = {.name = "sbi_swi.pair_other_row", .unit = "pairs",
        .timed = true, .about = "second instructions of a phase in another row"},
    OWN(STAT_SBI_CONFLICTS) = {.name = "sbi_swi.sched_conflicts", .unit = "phases", .timed = true,
        .about = "both schedulers of SWI picked the same instruction"},
    OWN(STAT_SBI_ROW_CONFLICTS) = {.name = "sbi_swi.row_conflicts", .unit = "phases",
        .timed = true, .detail = true,
        .about = "the second scheduler of SWI took the row that the first had picked"},
    OWN(STAT_SBI_SUSPENDED) = {.name = "sbi_swi.suspended", .unit = "cycles", .timed = true,
        .about = "cycles of secondary splits that waited at a reconvergence point"},
    OWN(STAT_SBI_REPLAYS) = {.name = "sbi_swi.memory_splits", .unit = "instructions",
        .timed = true, .about = "accesses of which some lanes had to repeat as a split"},
    OWN(STAT_SBI_DIVERGENCE_REPLAYS) = {.name = "sbi_swi.divergence_replays",
        .unit = "instructions", .timed = true, .detail = true,
        .about = "second instructions repeated because both of a phase parted lanes "
                 "(divergence=posthoc)"},
    OWN(STAT_SBI_REORDERS) = {.name = "sbi_swi.reorders", .unit = "changes", .timed = true,
        .detail = true, .about = "changes of the order of splits by the watchdog"},
    OWN(STAT_SBI_BUFFER_SWAPS) = {.name = "sbi_swi.buffer_swaps", .unit = "entries",
        .timed = true, .detail = true,
        .about = "entries of the instruction buffer that followed a split to the other slot"},
    OWN(STAT_SBI_BUFFER_FLUSHES) = {.name = "sbi_swi.buffer_flushes", .unit = "entries",
        .timed = true, .detail = true, .about = "entries of the instruction buffer dropped"},
    OWN(STAT_SBI_MERGES) = {.name = "sbi_swi.merges", .unit = "splits", .timed = true,
        .about = "splits that met another one"},
    OWN(STAT_SBI_SWAPS) = {.name = "sbi_swi.swaps", .unit = "exchanges", .timed = true,
        .detail = true, .about = "exchanges of primary and secondary split"},
    OWN(STAT_SBI_DEGRADED) = {.name = "sbi_swi.degraded_inserts", .unit = "splits",
        .timed = true, .detail = true,
        .about = "cold splits put at the head of the list because the sorter was busy"},
    OWN(STAT_SBI_FULL_STALLS) = {.name = "sbi_swi.cct_full_stall", .unit = "cycles",
        .timed = true, .detail = true, .about = "cycles of branches that waited for a free node"},
    OWN(STAT_SBI_SPILLS) = {.name = "sbi_swi.spills", .unit = "splits", .timed = true,
        .detail = true, .about = "cold splits that went to memory"},
    OWN(STAT_SBI_SPLITS_1) = {.name = "sbi_swi.splits.one", .unit = "moves", .timed = true,
        .detail = true, .about = "moves of warps with one split"},
    OWN(STAT_SBI_SPLITS_2) = {.name = "sbi_swi.splits.two", .unit = "moves", .timed = true,
        .detail = true, .about = "moves of warps with two splits"},
    OWN(STAT_SBI_SPLITS_3) = {.name = "sbi_swi.splits.three", .unit = "moves", .timed = true,
        .detail = true, .about = "moves of warps with three splits"},
    OWN(STAT_SBI_SPLITS_MORE) = {.name = "sbi_swi.splits.more", .unit = "moves", .timed = true,
        .detail = true, .about = "moves of warps with more than three splits"},
    OWN(STAT_SBI_SPLITS_MAX) = {.name = "sbi_swi.splits.max", .unit = "splits", .timed = true,
        .max = true, .about = "max splits of a warp"},
    OWN(STAT_SBI_STACK_MAX) = {.name = "sbi_swi.stack_max", .unit = "entries", .max = true,
        .detail = true, .about = "max entries of a reconvergence stack, RV32 code"},
    OWN(STAT_SBI_LAYOUT_BRANCHES) = {.name = "sbi_swi.layout.branches", .unit = "branches",
        .max = true, .detail = true,
        .about = "branches of the binary on which lanes may differ and after which they meet"},
    OWN(STAT_SBI_LAYOUT_BELOW) = {.name = "sbi_swi.layout.below", .unit = "branches", .max = true,
        .detail = true, .about = "of those, the ones whose lanes meet at a higher address"},
};

const struct statistics_table fermi_statistics = {
    .common = common, .common_count = sizeof common / sizeof *common,
    .own = own, .own_count = sizeof own / sizeof *own,
};
