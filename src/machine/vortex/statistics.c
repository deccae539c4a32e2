/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.c - the table of the Vortex machines' statistics. */
#include "machine/vortex/statistics.h"

_Static_assert((int)STAT_SWAS_END <= (int)STAT_MAX, "every statistic has a counter");

static const struct statistic_use common[] = {
    {STAT_L1_LOADS},
    {STAT_L1_HITS},
    {STAT_L1_MISSES},
    {STAT_L2_HITS, .needs = VORTEX_HAS_L2},
    {STAT_L2_MISSES, .needs = VORTEX_HAS_L2},
    {STAT_INSTRUCTION_HITS},
    {STAT_INSTRUCTION_MISSES},
    {STAT_DRAM_ROW_HITS},
};

/* ---- formulas ---- */

static double swas_ipc(const struct statistics *s)
{
    return statistics_ratio(s, STAT_SWAS_COMMITTED_THREAD, STAT_SWAS_KERNEL_CYCLES);
}

static double swas_load_latency(const struct statistics *s)
{
    return statistics_ratio(s, STAT_SWAS_LOAD_LATENCY_SUM, STAT_SWAS_LOADS);
}

static double swas_slot_utilisation(const struct statistics *s)
{
    return statistics_ratio(s, STAT_SWAS_COMMITTED_WARP, STAT_SWAS_KERNEL_CYCLES) +
           statistics_ratio(s, STAT_SWAS_KERNEL_NOPS, STAT_SWAS_KERNEL_CYCLES);
}

static double swas_nop_share(const struct statistics *s)
{
    uint64_t slots = s->count[STAT_SWAS_COMMITTED_WARP] + s->count[STAT_SWAS_KERNEL_NOPS];
    return slots ? (double)s->count[STAT_SWAS_KERNEL_NOPS] / (double)slots : 0;
}

static double swas_error_rate(const struct statistics *s)
{
    return statistics_ratio(s, STAT_SWAS_ERRORS, STAT_SWAS_KERNEL_CYCLES);
}

/* ---- the table ---- */

#define OWN(id) [(id) - STAT_COMMON]

static const struct statistic own[STAT_SWAS_END - STAT_COMMON] = {
    OWN(STAT_SWAS_KERNEL_CYCLES) = {.name = "swas.kernel_cycles", .unit = "cycles", .timed = true,
        .about = "cycles with at least one warp inside the kernel; start-up code does not count"},
    OWN(STAT_SWAS_COMMITTED_WARP) = {.name = "swas.committed_warp", .unit = "instructions",
        .timed = true, .detail = true,
        .about = "warp instructions of the kernel, each counted once for all its lanes; NOPs do "
                 "not count"},
    OWN(STAT_SWAS_COMMITTED_THREAD) = {.name = "swas.committed_thread", .unit = "instructions",
        .timed = true, .detail = true,
        .about = "warp instructions of the kernel, each counted once per active lane"},
    OWN(STAT_SWAS_IPC) = {.name = "swas.ipc", .unit = "instructions per cycle", .timed = true,
        .about = "thread instructions of the kernel per cycle of the kernel",
        .formula = "swas.committed_thread / swas.kernel_cycles", .derive = swas_ipc},
    OWN(STAT_SWAS_LOADS) = {.name = "swas.loads", .unit = "instructions",
        .timed = true, .detail = true, .about = "warp instructions of the kernel that read memory"},
    OWN(STAT_SWAS_LOAD_LATENCY_SUM) = {.name = "swas.load_latency_sum", .unit = "cycles",
        .timed = true, .detail = true,
        .about = "cycles from issue to register write, summed over the loads of the kernel"},
    OWN(STAT_SWAS_LOAD_LATENCY) = {.name = "swas.load_latency", .unit = "cycles",
        .timed = true, .detail = true,
        .about = "mean number of cycles from the issue of a load of the kernel to its register "
                 "write",
        .formula = "swas.load_latency_sum / swas.loads", .derive = swas_load_latency},
    OWN(STAT_SWAS_KERNEL_NOPS) = {.name = "swas.kernel_nops", .unit = "NOPs",
        .timed = true, .detail = true, .about = "NOPs issued by warps inside the kernel"},
    OWN(STAT_SWAS_SLOT_UTILISATION) = {.name = "swas.slot_utilisation", .unit = "slots per cycle",
        .timed = true, .detail = true,
        .about = "issue slots that instructions and NOPs used, per cycle of the kernel",
        .formula = "(swas.committed_warp + swas.kernel_nops) / swas.kernel_cycles",
        .derive = swas_slot_utilisation},
    OWN(STAT_SWAS_NOP_SHARE) = {.name = "swas.nop_share", .unit = "share", .timed = true,
        .about = "share of NOPs in the issue slots that the kernel used",
        .formula = "swas.kernel_nops / (swas.committed_warp + swas.kernel_nops)",
        .derive = swas_nop_share},
    OWN(STAT_SWAS_NOPS_START) = {.name = "swas.nops.start", .unit = "NOPs",
        .timed = true, .warp_cycles = true,
        .about = "a NOP filled the issue slot at the start of the warp"},
    OWN(STAT_SWAS_NOPS_MISS) = {.name = "swas.nops.miss", .unit = "NOPs",
        .timed = true, .warp_cycles = true,
        .about = "a NOP filled the issue slot of an instruction that missed"},
    OWN(STAT_SWAS_NOPS_FLUSH) = {.name = "swas.nops.flush", .unit = "NOPs",
        .timed = true, .warp_cycles = true,
        .about = "a NOP filled the issue slot of an instruction on a wrong path"},
    OWN(STAT_SWAS_DISCREPANCIES) = {.name = "swas.discrepancies", .unit = "cycles",
        .timed = true, .detail = true, .needs = VORTEX_HAS_ORACLE,
        .about = "cycles of the kernel in which full instruction queues would have issued another "
                 "warp"},
    OWN(STAT_SWAS_ERRORS) = {.name = "swas.errors", .unit = "cycles",
        .timed = true, .detail = true, .needs = VORTEX_HAS_ORACLE,
        .about = "discrepancies that neither an instruction miss nor a taken branch explains"},
    OWN(STAT_SWAS_ERROR_RATE) = {.name = "swas.error_rate", .unit = "share",
        .timed = true, .needs = VORTEX_HAS_ORACLE,
        .about = "share of the cycles of the kernel in which fetch and issue were out of step",
        .formula = "swas.errors / swas.kernel_cycles", .derive = swas_error_rate},
    OWN(STAT_SWAS_CAUSES_MISS) = {.name = "swas.causes.miss", .unit = "cycles",
        .timed = true, .detail = true, .needs = VORTEX_HAS_ORACLE,
        .about = "discrepancies explained by an instruction miss"},
    OWN(STAT_SWAS_CAUSES_BRANCH) = {.name = "swas.causes.branch", .unit = "cycles",
        .timed = true, .detail = true, .needs = VORTEX_HAS_ORACLE,
        .about = "discrepancies explained by a taken branch"},
    OWN(STAT_SWAS_CAUSES_SYNC) = {.name = "swas.causes.sync", .unit = "cycles",
        .timed = true, .detail = true, .needs = VORTEX_HAS_ORACLE,
        .about = "discrepancies because fetch and issue were out of step: the errors"},
};

const struct statistics_table vortex_statistics = {
    .common = common, .common_count = sizeof common / sizeof *common,
    .own = own, .own_count = sizeof own / sizeof *own,
};
