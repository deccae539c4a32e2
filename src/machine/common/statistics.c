/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.c - the one table of statistics. */
#include "machine/common/statistics.h"

#include <string.h>


static double ratio(const struct statistics *s, enum statistic_id of, enum statistic_id to)
{
    return s->count[to] ? (double)s->count[of] / (double)s->count[to] : 0;
}

static double ipc(const struct statistics *s)
{
    return ratio(s, STAT_THREAD_INSTRUCTIONS, STAT_CYCLES);
}

static double lanes_active(const struct statistics *s)
{
    return ratio(s, STAT_THREAD_INSTRUCTIONS, STAT_WARP_INSTRUCTIONS);
}

static double issue_utilisation(const struct statistics *s)
{
    return ratio(s, STAT_WARP_INSTRUCTIONS, STAT_CYCLES);
}

static double load_latency(const struct statistics *s)
{
    return ratio(s, STAT_LOAD_LATENCY_SUM, STAT_LOADS);
}

static double swas_ipc(const struct statistics *s)
{
    return ratio(s, STAT_SWAS_COMMITTED_THREAD, STAT_SWAS_KERNEL_CYCLES);
}

static double swas_load_latency(const struct statistics *s)
{
    return ratio(s, STAT_SWAS_LOAD_LATENCY_SUM, STAT_SWAS_LOADS);
}

static double swas_slot_utilisation(const struct statistics *s)
{
    return ratio(s, STAT_SWAS_COMMITTED_WARP, STAT_SWAS_KERNEL_CYCLES) +
           ratio(s, STAT_SWAS_KERNEL_NOPS, STAT_SWAS_KERNEL_CYCLES);
}

static double swas_nop_share(const struct statistics *s)
{
    uint64_t slots = s->count[STAT_SWAS_COMMITTED_WARP] + s->count[STAT_SWAS_KERNEL_NOPS];
    return slots ? (double)s->count[STAT_SWAS_KERNEL_NOPS] / (double)slots : 0;
}

static double swas_error_rate(const struct statistics *s)
{
    return ratio(s, STAT_SWAS_ERRORS, STAT_SWAS_KERNEL_CYCLES);
}

static const struct statistic table[STAT_COUNT] = {
    [STAT_CYCLES] = {.name = "cycles", .unit = "cycles", .timed = true,
        .about = "from the launch to the end of its last instruction"},
    [STAT_WARP_INSTRUCTIONS] = {.name = "warp_instructions", .unit = "instructions",
        .about = "instructions that a warp executed, each counted once for all its lanes"},
    [STAT_THREAD_INSTRUCTIONS] = {.name = "thread_instructions", .unit = "instructions",
        .about = "the same counted once for each active lane"},
    [STAT_LANES_ACTIVE] = {.name = "lanes_active", .unit = "lanes",
        .about = "active lanes of an instruction, on average",
        .formula = "thread_instructions / warp_instructions", .derive = lanes_active},
    [STAT_LOADS] = {.name = "loads", .unit = "instructions",
        .about = "warp-instructions that read memory"},
    [STAT_STORES] = {.name = "stores", .unit = "instructions",
        .about = "warp-instructions that write memory"},
    [STAT_ATOMICS] = {.name = "atomics", .unit = "instructions",
        .about = "warp-instructions that read and write memory in one step"},
    [STAT_BRANCHES] = {.name = "branches", .unit = "instructions",
        .about = "conditional branches that a warp executed"},
    [STAT_DIVERGENT_SPLITS] = {.name = "divergent_splits", .unit = "splits",
        .about = "splits that found lanes on both sides"},
    [STAT_LANE_DISAGREEMENTS] = {.name = "lane_disagreements", .unit = "instructions",
        .about = "uniform branches, jumps and operands at which active lanes disagreed"},
    [STAT_BARRIERS] = {.name = "barriers", .unit = "instructions",
        .about = "arrivals of a warp at a barrier"},
    [STAT_WARPS_STARTED] = {.name = "warps_started", .unit = "warps",
        .about = "warps that began to run, each start counted"},
    [STAT_IPC] = {.name = "ipc", .unit = "instructions a cycle", .timed = true,
        .about = "thread instructions in a cycle, on average",
        .formula = "thread_instructions / cycles", .derive = ipc},
    [STAT_ISSUE_UTILISATION] = {.name = "issue_utilisation",
        .unit = "instructions a cycle", .timed = true,
        .about = "warp instructions issued in a cycle, all cores together",
        .formula = "warp_instructions / cycles", .derive = issue_utilisation},
    [STAT_FETCHES] = {.name = "fetches", .unit = "requests", .timed = true,
        .about = "instructions asked for, on right and wrong paths"},
    [STAT_WRONG_PATH] = {.name = "wrong_path", .unit = "instructions", .timed = true,
        .about = "fetched instructions dropped because a control transfer went elsewhere"},
    [STAT_ICACHE_MISSES] = {.name = "icache_misses", .unit = "requests", .timed = true,
        .about = "fetches whose line was not there"},
    [STAT_DCACHE_LOADS] = {.name = "dcache_loads", .unit = "requests", .timed = true,
        .about = "lines that loads asked the data cache for"},
    [STAT_DCACHE_MISSES] = {.name = "dcache_misses", .unit = "requests", .timed = true,
        .about = "of those, the ones whose line was not there"},
    [STAT_LOAD_LATENCY_SUM] = {.name = "load_latency_sum", .unit = "cycles", .timed = true,
        .about = "from issue to register, summed over all loads"},
    [STAT_LOAD_LATENCY] = {.name = "load_latency", .unit = "cycles", .timed = true,
        .about = "from a load's issue to its register, on average",
        .formula = "load_latency_sum / loads", .derive = load_latency},
    [STAT_GLOBAL_TRANSACTIONS] = {.name = "memory.global_transactions", .unit = "requests",
        .timed = true, .group = GROUP_MEMORY,
        .about = "lines that loads and stores asked for after coalescing"},
    [STAT_SHARED_TRANSACTIONS] = {.name = "memory.shared_transactions", .unit = "rounds",
        .timed = true, .group = GROUP_MEMORY,
        .about = "rounds of local-memory banks that accesses needed"},
    [STAT_LOCAL_CONFLICTS] = {.name = "memory.local_conflicts", .unit = "rounds",
        .timed = true, .group = GROUP_MEMORY,
        .about = "of those, the ones beyond the first of an access"},
    [STAT_DRAM_READS] = {.name = "memory.dram_reads", .unit = "lines",
        .timed = true, .group = GROUP_MEMORY,
        .about = "bursts read from DRAM"},
    [STAT_DRAM_WRITES] = {.name = "memory.dram_writes", .unit = "lines",
        .timed = true, .group = GROUP_MEMORY,
        .about = "bursts written to DRAM"},
    [STAT_DRAM_ROW_HITS] = {.name = "memory.dram_row_hits", .unit = "lines",
        .timed = true, .group = GROUP_MEMORY,
        .about = "requests that found their row open"},
    [STAT_DRAM_BYTES] = {.name = "memory.dram_bytes", .unit = "bytes",
        .timed = true, .group = GROUP_MEMORY,
        .about = "bytes moved between DRAM and the last cache"},
    [STAT_STALL_DEPENDENCY] = {.name = "stalls.dependency", .unit = "warp-cycles",
        .timed = true, .group = GROUP_STALLS,
        .about = "an operand was being computed, or a branch was not decided yet"},
    [STAT_STALL_FETCH] = {.name = "stalls.fetch", .unit = "warp-cycles",
        .timed = true, .group = GROUP_STALLS,
        .about = "no decoded instruction was there"},
    [STAT_STALL_UNIT] = {.name = "stalls.unit", .unit = "warp-cycles",
        .timed = true, .group = GROUP_STALLS,
        .about = "the functional unit was busy"},
    [STAT_STALL_MEMORY] = {.name = "stalls.memory", .unit = "warp-cycles",
        .timed = true, .group = GROUP_STALLS,
        .about = "an operand was being loaded, or a fence waited"},
    [STAT_STALL_BARRIER] = {.name = "stalls.barrier", .unit = "warp-cycles",
        .timed = true, .group = GROUP_STALLS,
        .about = "the warp waited for other warps"},
    [STAT_STALL_DIVERGENCE] = {.name = "stalls.divergence", .unit = "warp-cycles",
        .timed = true, .group = GROUP_STALLS,
        .about = "the warp's mask was being changed"},
    [STAT_STALL_NOT_SELECTED] = {.name = "stalls.not_selected", .unit = "warp-cycles",
        .timed = true, .group = GROUP_STALLS,
        .about = "the warp could have issued, but another one did"},
    [STAT_STALL_IDLE] = {.name = "stalls.idle", .unit = "warp-cycles",
        .timed = true, .group = GROUP_STALLS,
        .about = "the slot had no warp"},
    [STAT_SWAS_KERNEL_CYCLES] = {.name = "swas.kernel_cycles", .unit = "cycles",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS,
        .about = "cycles with at least one warp inside the kernel, start-up code excluded"},
    [STAT_SWAS_COMMITTED_WARP] = {.name = "swas.committed_warp", .unit = "instructions",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS,
        .about = "warp instructions of the kernel, NOPs excluded"},
    [STAT_SWAS_COMMITTED_THREAD] = {.name = "swas.committed_thread", .unit = "instructions",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS,
        .about = "the same counted once for each active lane"},
    [STAT_SWAS_IPC] = {.name = "swas.ipc", .unit = "instructions a cycle",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS,
        .about = "thread instructions of the kernel in a cycle, on average",
        .formula = "swas.committed_thread / swas.kernel_cycles", .derive = swas_ipc},
    [STAT_SWAS_LOADS] = {.name = "swas.loads", .unit = "instructions",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS,
        .about = "loads of the kernel by warps"},
    [STAT_SWAS_LOAD_LATENCY_SUM] = {.name = "swas.load_latency_sum", .unit = "cycles",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS,
        .about = "cycles from issue to register, added up over the kernel's loads"},
    [STAT_SWAS_LOAD_LATENCY] = {.name = "swas.load_latency", .unit = "cycles",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS,
        .about = "of a load of the kernel, from issue to register, on average",
        .formula = "swas.load_latency_sum / swas.loads", .derive = swas_load_latency},
    [STAT_SWAS_KERNEL_NOPS] = {.name = "swas.kernel_nops", .unit = "NOPs",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS,
        .about = "NOPs that issued while their warp was inside the kernel"},
    [STAT_SWAS_SLOT_UTILISATION] = {.name = "swas.slot_utilisation", .unit = "slots a cycle",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS,
        .about = "issue slots of the kernel's cycles that were used, by instructions or NOPs",
        .formula = "(swas.committed_warp + swas.kernel_nops) / swas.kernel_cycles",
        .derive = swas_slot_utilisation},
    [STAT_SWAS_NOP_SHARE] = {.name = "swas.nop_share", .unit = "share",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS,
        .about = "of the slots used, those that NOPs took",
        .formula = "swas.kernel_nops / (swas.committed_warp + swas.kernel_nops)",
        .derive = swas_nop_share},
    [STAT_SWAS_NOPS_START] = {.name = "swas.nops.start", .unit = "NOPs",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS,
        .about = "NOPs that filled the queue of a warp at its start, whole run"},
    [STAT_SWAS_NOPS_MISS] = {.name = "swas.nops.miss", .unit = "NOPs",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS,
        .about = "NOPs in the place of an instruction that missed, whole run"},
    [STAT_SWAS_NOPS_FLUSH] = {.name = "swas.nops.flush", .unit = "NOPs",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS,
        .about = "NOPs in the place of instructions of a wrong path, whole run"},
    [STAT_SWAS_DISCREPANCIES] = {.name = "swas.discrepancies", .unit = "cycles",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS_ORACLE,
        .about = "kernel cycles in which the scheduler chose otherwise than with full queues"},
    [STAT_SWAS_ERRORS] = {.name = "swas.errors", .unit = "cycles",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS_ORACLE,
        .about = "of those, the ones that no miss and no taken branch excuses"},
    [STAT_SWAS_ERROR_RATE] = {.name = "swas.error_rate", .unit = "share",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS_ORACLE,
        .about = "errors in a kernel cycle, on average",
        .formula = "swas.errors / swas.kernel_cycles", .derive = swas_error_rate},
    [STAT_SWAS_CAUSES_MISS] = {.name = "swas.causes.miss", .unit = "cycles",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS_ORACLE,
        .about = "deviations that an instruction miss excuses"},
    [STAT_SWAS_CAUSES_BRANCH] = {.name = "swas.causes.branch", .unit = "cycles",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS_ORACLE,
        .about = "deviations that a taken branch excuses"},
    [STAT_SWAS_CAUSES_SYNC] = {.name = "swas.causes.sync", .unit = "cycles",
        .timed = true, .group = GROUP_SWAS, .system = SYSTEM_SWAS_ORACLE,
        .about = "deviations because fetch and issue were not in step: the errors"},
    [STAT_PASTIS_SHARED_LOADS] = {.name = "pastis.shared_load_transactions", .unit = "transactions",
        .timed = true, .group = GROUP_PASTIS, .system = SYSTEM_PASTIS,
        .about = "of loads from shared memory and its atomics; an empty pool of lanes counts one"},
    [STAT_PASTIS_SHARED_STORES] = {.name = "pastis.shared_store_transactions", .unit = "transactions",
        .timed = true, .group = GROUP_PASTIS, .system = SYSTEM_PASTIS,
        .about = "of stores to shared memory"},
    [STAT_PASTIS_L1_HITS] = {.name = "pastis.l1_hits", .unit = "requests",
        .timed = true, .group = GROUP_PASTIS, .system = SYSTEM_PASTIS,
        .about = "lines of loads that the L1 data caches had"},
    [STAT_PASTIS_L1_MISSES] = {.name = "pastis.l1_misses", .unit = "requests",
        .timed = true, .group = GROUP_PASTIS, .system = SYSTEM_PASTIS,
        .about = "lines of loads that they did not have"},
    [STAT_PASTIS_L2_HITS] = {.name = "pastis.l2_hits", .unit = "requests",
        .timed = true, .group = GROUP_PASTIS, .system = SYSTEM_PASTIS,
        .about = "lines of loads, code and constants that L2 had"},
    [STAT_PASTIS_L2_MISSES] = {.name = "pastis.l2_misses", .unit = "requests",
        .timed = true, .group = GROUP_PASTIS, .system = SYSTEM_PASTIS,
        .about = "lines of loads, code and constants that it did not have"},
    [STAT_PASTIS_CONSTANT_HITS] = {.name = "pastis.constant_hits", .unit = "requests",
        .timed = true, .group = GROUP_PASTIS, .system = SYSTEM_PASTIS,
        .about = "words that the constant caches had"},
    [STAT_PASTIS_CONSTANT_MISSES] = {.name = "pastis.constant_misses", .unit = "requests",
        .timed = true, .group = GROUP_PASTIS, .system = SYSTEM_PASTIS,
        .about = "words that they did not have"},
    [STAT_PASTIS_INSTRUCTION_HITS] = {.name = "pastis.instruction_hits", .unit = "requests",
        .timed = true, .group = GROUP_PASTIS, .system = SYSTEM_PASTIS,
        .about = "groups of three instructions that the L1 instruction caches had"},
    [STAT_PASTIS_INSTRUCTION_MISSES] = {.name = "pastis.instruction_misses", .unit = "requests",
        .timed = true, .group = GROUP_PASTIS, .system = SYSTEM_PASTIS,
        .about = "groups that they did not have"},
    [STAT_PASTIS_DUAL_ISSUES] = {.name = "pastis.dual_issues", .unit = "instructions",
        .timed = true, .group = GROUP_PASTIS, .system = SYSTEM_PASTIS,
        .about = "that issued in the same cycle as the one before"},
    [STAT_PASTIS_READ_BEFORE_READY] = {.name = "pastis.read_before_ready", .unit = "instructions",
        .timed = true, .group = GROUP_PASTIS, .system = SYSTEM_PASTIS,
        .about = "that read a register before its result was there: the scheduling words are wrong"},
    [STAT_GCN3_VALU] = {.name = "gcn3.vector_instructions", .unit = "instructions",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3,
        .about = "wavefront-instructions of the vector units"},
    [STAT_GCN3_SALU] = {.name = "gcn3.scalar_instructions", .unit = "instructions",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3,
        .about = "of the scalar units"},
    [STAT_GCN3_VMEM] = {.name = "gcn3.vector_memory_instructions", .unit = "instructions",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3,
        .about = "of vector memory"},
    [STAT_GCN3_LDS] = {.name = "gcn3.lds_instructions", .unit = "instructions",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3,
        .about = "of the local data share"},
    [STAT_GCN3_SMEM] = {.name = "gcn3.scalar_memory_instructions", .unit = "instructions",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3,
        .about = "of scalar memory"},
    [STAT_GCN3_BRANCH] = {.name = "gcn3.branch_instructions", .unit = "instructions",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3,
        .about = "branches and jumps"},
    [STAT_GCN3_INTERNAL] = {.name = "gcn3.internal_instructions", .unit = "instructions",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3,
        .about = "that need no unit: waits, barriers, ends"},
    [STAT_GCN3_L1_HITS] = {.name = "gcn3.l1_hits", .unit = "requests",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3,
        .about = "lines of loads that the L1 data caches had"},
    [STAT_GCN3_L1_MISSES] = {.name = "gcn3.l1_misses", .unit = "requests",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3,
        .about = "lines of loads that they did not have"},
    [STAT_GCN3_L2_HITS] = {.name = "gcn3.l2_hits", .unit = "requests",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3,
        .about = "lines of loads, scalars and code that L2 had"},
    [STAT_GCN3_L2_MISSES] = {.name = "gcn3.l2_misses", .unit = "requests",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3,
        .about = "lines of loads, scalars and code that it did not have"},
    [STAT_GCN3_SCALAR_HITS] = {.name = "gcn3.scalar_hits", .unit = "requests",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3,
        .about = "lines that the scalar caches had"},
    [STAT_GCN3_SCALAR_MISSES] = {.name = "gcn3.scalar_misses", .unit = "requests",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3,
        .about = "lines that they did not have"},
    [STAT_GCN3_INSTRUCTION_HITS] = {.name = "gcn3.instruction_hits", .unit = "requests",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3,
        .about = "pieces of code that the instruction caches had"},
    [STAT_GCN3_INSTRUCTION_MISSES] = {.name = "gcn3.instruction_misses", .unit = "requests",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3,
        .about = "pieces of code that they did not have"},
    [STAT_GCN3_READ_BEFORE_READY] = {.name = "gcn3.read_before_ready", .unit = "instructions",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3,
        .about = "that read a register before memory had filled it: a wait is missing"},
    [STAT_GCN3_GROUPS_MAX] = {.name = "gcn3.groups_most", .unit = "work-groups",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3, .largest = true,
        .about = "that were in the compute units at the same time, at most"},
    [STAT_GCN3_START_DELAY] = {.name = "gcn3.start_delay_most", .unit = "cycles",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3, .largest = true,
        .about = "from the dispatch of a work-group to the first instruction of one of "
                 "its wavefronts, at most"},
    [STAT_GCN3_WAVE_CYCLES] = {.name = "gcn3.wavefront_cycles_most", .unit = "cycles",
        .timed = true, .group = GROUP_GCN3, .system = SYSTEM_GCN3, .largest = true,
        .about = "from the start of a wavefront to the end of its program, at most"},
};

const struct statistic *statistic(size_t i)
{
    return i < STAT_COUNT ? &table[i] : NULL;
}

const char *statistic_leaf(const struct statistic *s)
{
    const char *dot = strchr(s->name, '.');
    return dot ? dot + 1 : s->name;
}

double statistic_value(const struct statistics *statistics, size_t i)
{
    return table[i].derive ? table[i].derive(statistics) : (double)statistics->count[i];
}

size_t statistic_find(const char *name)
{
    size_t i = 0;
    while (i < STAT_COUNT && strcmp(table[i].name, name) != 0)
        i++;
    return i;
}

void statistics_add(struct statistics *sum, const struct statistics *more)
{
    for (size_t i = 0; i < STAT_COUNT; i++) {
        uint64_t both = sum->count[i] + more->count[i];
        uint64_t larger = sum->count[i] > more->count[i] ? sum->count[i] : more->count[i];
        sum->count[i] = table[i].largest ? larger : both;
    }
    sum->systems |= more->systems;
}
