/* SPDX-License-Identifier: Apache-2.0 */
/* statistics.c - the table of the Sim-D machine's statistics. */
#include "machine/sim_d/statistics.h"

_Static_assert((int)STAT_SIM_D_END <= (int)STAT_MAX, "every statistic has a counter");

static const struct statistic_use common[] = {
    {STAT_DRAM_ROW_HITS},
};

static double dram_utilisation(const struct statistics *statistics)
{
    return statistics_ratio(statistics, STAT_SIM_D_DRAM_BUSY, STAT_SIM_D_DRAM_CYCLES);
}

static double data_utilisation(const struct statistics *statistics)
{
    return statistics_ratio(statistics, STAT_SIM_D_DATA_BUSY, STAT_SIM_D_DRAM_CYCLES);
}

#define OWN(id) [(id) - STAT_COMMON]

static const struct statistic own[STAT_SIM_D_END - STAT_COMMON] = {
    OWN(STAT_SIM_D_GROUPS) = {.name = "sim_d.groups", .unit = "work-groups",
        .about = "work-groups of the NDRange"},
    OWN(STAT_SIM_D_VECTOR) = {.name = "sim_d.vector_instructions", .unit = "instructions",
        .about = "instructions of work-groups that all lanes execute"},
    OWN(STAT_SIM_D_RECIPROCAL) = {.name = "sim_d.reciprocal_instructions", .unit = "instructions",
        .about = "instructions of work-groups that use the RCP units"},
    OWN(STAT_SIM_D_SCALAR) = {.name = "sim_d.scalar_instructions", .unit = "instructions",
        .about = "scalar instructions, divisions included"},
    OWN(STAT_SIM_D_CONTROL) = {.name = "sim_d.control_instructions", .unit = "instructions",
        .about = "instructions that write control masks or the control stack"},
    OWN(STAT_SIM_D_JUMP) = {.name = "sim_d.jump_instructions", .unit = "instructions",
        .about = "jumps of work-groups, taken or not"},
    OWN(STAT_SIM_D_MEMORY) = {.name = "sim_d.requests", .unit = "requests",
        .about = "requests to DRAM and scratchpads"},
    OWN(STAT_SIM_D_POPS) = {.name = "sim_d.injected_pops", .unit = "pops",
        .about = "pops of the control stack because no lane was enabled"},
    OWN(STAT_SIM_D_UPLOAD) = {.name = "sim_d.upload", .unit = "cycles", .timed = true,
        .about = "upload of the program before its first work-group"},
    OWN(STAT_SIM_D_WORDS) = {.name = "sim_d.dram_words", .unit = "words", .timed = true,
        .about = "words of DRAM bursts that a request asked for"},
    OWN(STAT_SIM_D_ACTIVATES) = {.name = "sim_d.dram_activates", .unit = "commands",
        .timed = true, .about = "rows of DRAM that were opened"},
    OWN(STAT_SIM_D_REFRESHES) = {.name = "sim_d.refreshes", .unit = "commands", .timed = true,
        .about = "refreshes of DRAM, all between two requests"},
    OWN(STAT_SIM_D_DRAM_BUSY) = {.name = "sim_d.dram_busy", .unit = "DRAM cycles",
        .timed = true, .about = "a request to DRAM was under way"},
    OWN(STAT_SIM_D_DATA_BUSY) = {.name = "sim_d.data_bus_busy", .unit = "DRAM cycles",
        .timed = true, .about = "the data bus of DRAM was reserved"},
    OWN(STAT_SIM_D_PAD_BUSY) = {.name = "sim_d.scratchpad_busy", .unit = "DRAM cycles",
        .timed = true, .about = "a transfer of a scratchpad was under way, both together"},
    OWN(STAT_SIM_D_PRECHARGES) = {.name = "sim_d.dram_precharges", .unit = "commands",
        .timed = true, .about = "precharges of DRAM, without those of reads and writes"},
    OWN(STAT_SIM_D_DRAM_CYCLES) = {.name = "sim_d.dram_cycles", .unit = "DRAM cycles",
        .timed = true, .about = "duration of the launch in cycles of the DRAM clock"},
    OWN(STAT_SIM_D_DRAM_UTILISATION) = {.name = "sim_d.dram_utilisation", .unit = "fraction",
        .timed = true, .about = "share of the time in which a request to DRAM was under way",
        .formula = "sim_d.dram_busy / sim_d.dram_cycles", .derive = dram_utilisation},
    OWN(STAT_SIM_D_DATA_UTILISATION) = {.name = "sim_d.data_bus_utilisation", .unit = "fraction",
        .timed = true, .about = "share of the time in which the data bus of DRAM was reserved",
        .formula = "sim_d.data_bus_busy / sim_d.dram_cycles", .derive = data_utilisation},
    OWN(STAT_SIM_D_COMPUTE_PHASES) = {.name = "sim_d.compute_phases", .unit = "phases",
        .timed = true, .about = "times that a work-group was ready to compute"},
    OWN(STAT_SIM_D_DRAM_PHASES) = {.name = "sim_d.dram_phases", .unit = "phases",
        .timed = true, .about = "times that a work-group waited for DRAM"},
    OWN(STAT_SIM_D_PAD_PHASES) = {.name = "sim_d.scratchpad_phases", .unit = "phases",
        .timed = true, .about = "times that a work-group waited for its scratchpad"},
    OWN(STAT_SIM_D_COMPUTE_PHASE_CYCLES) = {.name = "sim_d.compute_phase_cycles",
        .unit = "slot-cycles", .timed = true,
        .about = "cycles of compute phases, of both slots together"},
    OWN(STAT_SIM_D_DRAM_PHASE_CYCLES) = {.name = "sim_d.dram_phase_cycles",
        .unit = "slot-cycles", .timed = true,
        .about = "cycles of DRAM phases, of both slots together"},
    OWN(STAT_SIM_D_PAD_PHASE_CYCLES) = {.name = "sim_d.scratchpad_phase_cycles",
        .unit = "slot-cycles", .timed = true,
        .about = "cycles of scratchpad phases, of both slots together"},
};

const struct statistics_table sim_d_statistics = {
    .common = common,
    .common_count = sizeof common / sizeof *common,
    .own = own,
    .own_count = sizeof own / sizeof *own,
};
