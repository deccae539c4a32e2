/* SPDX-License-Identifier: Apache-2.0 */
/* setup.c - Table 3: the configurations. The machine's numbers are those of its file. */
#include <math.h>

#include "hw/ddr4.h"
#include "machine/sim_d/model.h"
#include "paper/sim_d/sim_d.h"

static const char *const titles[SIM_D_FEATURES] = {
    "clock", "compute units", "work-items per work-group", "SP/RCP units", "DRAM", "bus",
    "throughput", "scratchpad clock", "scratchpad bus", "scratchpad"};

enum { RCP_SHARE = 4 }; /* SP units that make up an RCP unit */

static double number_of(struct parameters *parameters, const char *name)
{
    const struct parameter *parameter = parameters_find(parameters, name);
    return parameter ? (double)parameter->value.integer : NAN;
}

static double throughput(const char *speed)
{
    const struct ddr4_numbers *n = ddr4_find(speed, "x16");
    return 2e6 * n->mhz * n->bus_bytes / (1 << 30);
}

/* In the order of sim_d_features. */
static void describe(struct sim_d_paper *paper, struct parameters *machine,
                     const char *ours[SIM_D_FEATURES])
{
    struct arena *arena = paper->arena;
    const struct ddr4_numbers *n = ddr4_find("3200AA", "x16");
    unsigned units = SIM_D_ITEMS / SIM_D_COLUMNS;
    ours[0] = arena_format(arena, "%.0f MHz", number_of(machine, "clock.compute"));
    ours[1] = "1";
    ours[2] = arena_format(arena, "%d", SIM_D_ITEMS);
    ours[3] = arena_format(arena, "%u/%u", units, units / RCP_SHARE);
    ours[4] = "DDR4-1866M, DDR4-3200AA";
    ours[5] = arena_format(arena, "%u bit", 8 * n->bus_bytes);
    ours[6] = arena_format(arena, "%.1f, %.1f GiB/s", throughput("1866M"), throughput("3200AA"));
    ours[7] = "DRAM clock";
    ours[8] = "128, 256, 512, 1024 bit";
    ours[9] = arena_format(arena, "%.0f KiB per work-group",
                           number_of(machine, "scratchpad.bytes") / 1024);
}

void sim_d_table_3(struct sim_d_paper *paper, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"feature", "", true, false}, {"paper", "paper", true, false},
        {"ours", "ours", true, false}, {"gt710", "GT710", true, false},
        {"gtx780", "GTX780", true, false},
    };
    struct parameters machine = {0};
    const char *ours[SIM_D_FEATURES] = {0};
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    if (context_load_machine(paper->runs.made.context, "sim-d", &machine) != WC_OK)
        return;
    describe(paper, &machine, ours);
    parameters_free(&machine);
    for (size_t i = 0; i < SIM_D_FEATURES; i++) {
        paper_table_text(table, "%s", titles[i]);
        paper_table_text(table, "%s", paper->published.feature[i][0]);
        paper_table_text(table, "%s", ours[i]);
        paper_table_text(table, "%s", paper->published.feature[i][1]);
        paper_table_text(table, "%s", paper->published.feature[i][2]);
    }
    paper_table_note(table, "The cards are quoted. 1866 MT/s on 64 bit are 13.9 GiB/s; the "
                            "paper's 14.4 is neither this nor 14.9 GB/s (A14). Tables 4 and 5 are "
                            "of DDR4-3200AA with two bank groups and scratchpad lines of 1024 "
                            "bit.");
}
