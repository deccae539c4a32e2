/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.c - the table of the GCN3 machine's statistics. */
#include "machine/gcn3/statistics.h"

_Static_assert((int)STAT_GCN3_END <= (int)STAT_MAX, "every statistic has a counter");

static const struct statistic_use common[] = {
    {STAT_READ_BEFORE_READY, .alias = "gcn3.read_before_ready"},
    {STAT_L1_LOADS},
    {STAT_L1_HITS, .alias = "gcn3.l1_hits"},
    {STAT_L1_MISSES, .alias = "gcn3.l1_misses"},
    {STAT_L2_HITS, .alias = "gcn3.l2_hits"},
    {STAT_L2_MISSES, .alias = "gcn3.l2_misses"},
    {STAT_INSTRUCTION_HITS, .alias = "gcn3.instruction_hits"},
    {STAT_INSTRUCTION_MISSES, .alias = "gcn3.instruction_misses"},
    {STAT_SCALAR_HITS, .alias = "gcn3.scalar_hits"},
    {STAT_SCALAR_MISSES, .alias = "gcn3.scalar_misses"},
    {STAT_DRAM_ROW_HITS},
};

static double spsimd_reuse(const struct statistics *statistics)
{
    return statistics_ratio(statistics, STAT_GCN3_REUSED_WAVES, STAT_WARPS_STARTED);
}

#define OWN(id) [(id) - STAT_COMMON]

static const struct statistic own[STAT_GCN3_END - STAT_COMMON] = {
    OWN(STAT_GCN3_VALU) = {.name = "gcn3.vector_instructions", .unit = "instructions",
        .timed = true, .about = "wavefront instructions of the vector ALUs"},
    OWN(STAT_GCN3_SALU) = {.name = "gcn3.scalar_instructions", .unit = "instructions",
        .timed = true, .about = "wavefront instructions of the scalar units"},
    OWN(STAT_GCN3_VMEM) = {.name = "gcn3.vector_memory_instructions", .unit = "instructions",
        .timed = true, .about = "wavefront instructions that access vector memory"},
    OWN(STAT_GCN3_LDS) = {.name = "gcn3.lds_instructions", .unit = "instructions",
        .timed = true, .about = "wavefront instructions that access the local data share"},
    OWN(STAT_GCN3_SMEM) = {.name = "gcn3.scalar_memory_instructions", .unit = "instructions",
        .timed = true, .about = "wavefront instructions that access scalar memory"},
    OWN(STAT_GCN3_BRANCH) = {.name = "gcn3.branch_instructions", .unit = "instructions",
        .timed = true, .about = "branches and jumps executed by wavefronts"},
    OWN(STAT_GCN3_INTERNAL) = {.name = "gcn3.internal_instructions", .unit = "instructions",
        .timed = true, .about = "wavefront instructions that need no unit: waits, barriers, ends"},
    OWN(STAT_GCN3_GROUPS_MAX) = {.name = "gcn3.groups_max", .alias = "gcn3.groups_most",
        .unit = "work-groups", .timed = true, .max = true,
        .about = "max number of work-groups resident at the same time"},
    OWN(STAT_GCN3_START_DELAY_MAX) = {.name = "gcn3.start_delay_max",
        .alias = "gcn3.start_delay_most", .unit = "cycles", .timed = true, .max = true,
        .about = "max number of cycles from the dispatch of a work-group to the first instruction "
                 "of one of its wavefronts"},
    OWN(STAT_GCN3_WAVE_CYCLES_MAX) = {.name = "gcn3.wavefront_cycles_max",
        .alias = "gcn3.wavefront_cycles_most", .unit = "cycles", .timed = true, .max = true,
        .about = "max number of cycles from the start of a wavefront to its end"},
    OWN(STAT_GCN3_SPLITS) = {.name = "pws.splits", .unit = "splits", .timed = true,
        .about = "splits that gave lanes to a new part of a wavefront"},
    OWN(STAT_GCN3_MERGES) = {.name = "pws.merges", .unit = "merges", .timed = true,
        .about = "merges of two parts of a wavefront"},
    OWN(STAT_GCN3_SPLIT_DENIED) = {.name = "pws.split_denied", .unit = "splits", .timed = true,
        .about = "splits without a free context: both sides ran one after the other"},
    OWN(STAT_GCN3_MERGE_UNPAIRED) = {.name = "pws.merge_unpaired", .unit = "merges",
        .timed = true, .about = "merges of a wavefront that was not split"},
    OWN(STAT_GCN3_SPLIT_CYCLES_MAX) = {.name = "pws.split_cycles_max", .unit = "cycles",
        .timed = true, .max = true, .about = "max number of cycles that a split took, including "
        "the time until everything issued before is complete (e_s)"},
    OWN(STAT_GCN3_MERGE_CYCLES_MAX) = {.name = "pws.merge_cycles_max", .unit = "cycles",
        .timed = true, .max = true, .about = "max number of cycles that a merge took the part that "
        "arrived last (e_m)"},
    OWN(STAT_GCN3_MERGE_WAIT) = {.name = "pws.merge_wait_cycles", .unit = "cycles",
        .timed = true, .about = "cycles that parts of wavefronts waited for their partner at a "
        "merge"},
    OWN(STAT_GCN3_REUSED_WAVES) = {.name = "pws.reused_wavefronts", .unit = "wavefronts",
        .timed = true, .detail = true,
        .about = "wavefronts that started on an SpSIMD re-provisioned as a SIMD"},
    OWN(STAT_GCN3_SPSIMD_REUSE) = {.name = "pws.spsimd_reuse", .unit = "share", .timed = true,
        .formula = "pws.reused_wavefronts / warps_started", .derive = spsimd_reuse,
        .about = "share of the wavefronts that started on re-provisioned SpSIMDs"},
};

const struct statistics_table gcn3_statistics = {
    .common = common, .common_count = sizeof common / sizeof *common,
    .own = own, .own_count = sizeof own / sizeof *own,
};
