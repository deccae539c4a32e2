/* SPDX-License-Identifier: Apache-2.0 */
/* cost.c - table 3: storage of the front end, computed from the numbers of each design. */
#include <math.h>
#include <stdio.h>

#include "paper/sbi_swi/sbi_swi.h"

enum {
    PAPER_WARPS = 24,     /* of table 3: 1536 threads */
    SIMULATED_WARPS = 16, /* of table 2: 1024 threads */
    TABLE_TEXT = 64,
};

/* What is not storage is a word of the design. */
static const struct {
    const char *name;
    bool sbi, swi;
    const char *register_file, *scheduler;
} designs[DESIGNS] = {
    [DESIGN_BASELINE] = {"baseline", false, false, "single decoder", "symmetric"},
    [DESIGN_SBI] = {"SBI", true, false, "segmented", "warp-split"},
    [DESIGN_SWI] = {"SWI", false, true, "segmented", "associative lookup"},
    [DESIGN_BOTH] = {"SBI+SWI", true, true, "segmented", "associative lookup"},
};

static const struct {
    const char *name;
    struct frontend_table (*table)(const struct frontend_design *design); /* NULL: no storage */
} components[COMPONENTS] = {
    [COMPONENT_REGISTER_FILE] = {"register file", NULL},
    [COMPONENT_SCOREBOARD] = {"scoreboard", frontend_scoreboard},
    [COMPONENT_SCHEDULER] = {"scheduler", NULL},
    [COMPONENT_CONTEXTS] = {"warp pool / HCT", frontend_contexts},
    [COMPONENT_WAITING] = {"stack / CCT", frontend_waiting},
    [COMPONENT_BUFFER] = {"instruction buffer", frontend_buffer},
};

const char *sbi_swi_design_name(size_t design)
{
    return designs[design].name;
}

const char *sbi_swi_component_name(size_t component)
{
    return components[component].name;
}

struct frontend_design sbi_swi_design(size_t design, uint32_t warps)
{
    bool sbi = designs[design].sbi, swi = designs[design].swi, heap = sbi || swi;
    return (struct frontend_design){
        .pools = heap ? 1 : 2, .warps = warps, .lanes = heap ? 64 : 32,
        .hot = heap ? 1u + sbi : 0, .cold = 128, .stack_blocks = 3, .stack_entries = 4,
        .entries = 6, .matrix = sbi, .lookup = swi,
        .pc_bits = 32, .register_bits = 8, .instruction_bits = 64};
}

/* As the paper writes them: "2 x 24 x 48", "24 x 201, banked". */
static void write_table(const struct frontend_table *table, char text[TABLE_TEXT])
{
    char copies[16] = "";
    if (table->copies > 1)
        snprintf(copies, sizeof copies, "%u x ", table->copies);
    snprintf(text, TABLE_TEXT, "%s%u x %u%s%s", copies, table->rows, table->bits,
             table->banked ? ", banked" : "", table->dual_ported ? ", dual-ported" : "");
}

static double bits_of(size_t component, size_t design, uint32_t warps)
{
    struct frontend_design numbers = sbi_swi_design(design, warps);
    struct frontend_table table = components[component].table(&numbers);
    return (double)frontend_bits(&table);
}

static void add_storage(struct paper_table *table, size_t component, size_t design)
{
    char text[TABLE_TEXT];
    struct frontend_design numbers = sbi_swi_design(design, PAPER_WARPS);
    struct frontend_table ours = components[component].table(&numbers);
    write_table(&ours, text);
    paper_table_text(table, "%s", text);
    paper_table_number(table, (double)frontend_bits(&ours), 0);
    paper_table_number(table, bits_of(component, design, SIMULATED_WARPS), 0);
}

static void add_word(struct paper_table *table, size_t component, size_t design)
{
    paper_table_text(table, "%s", component == COMPONENT_SCHEDULER ? designs[design].scheduler
                                                                   : designs[design].register_file);
    paper_table_number(table, NAN, 0);
    paper_table_number(table, NAN, 0);
}

static void add_totals(struct paper_table *table)
{
    for (size_t design = 0; design < DESIGNS; design++) {
        double paper = 0, simulated = 0;
        for (size_t i = 0; i < COMPONENTS; i++) {
            paper += components[i].table ? bits_of(i, design, PAPER_WARPS) : 0;
            simulated += components[i].table ? bits_of(i, design, SIMULATED_WARPS) : 0;
        }
        paper_table_text(table, "all storage");
        paper_table_text(table, "%s", designs[design].name);
        paper_table_text(table, "-");
        paper_table_text(table, "-");
        paper_table_number(table, paper, 0);
        paper_table_number(table, simulated, 0);
    }
}

void sbi_swi_table_cost(struct sbi_swi *sbi_swi, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"component", "", true, true},          {"design", "", true, false},
        {"paper", "paper", true, false},        {"ours", "ours", true, false},
        {"bits", "bits", false, false},         {"bits_simulated", "16 warps", false, false},
    };
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < COMPONENTS; i++) {
        for (size_t design = 0; design < DESIGNS; design++) {
            paper_table_text(table, "%s", components[i].name);
            paper_table_text(table, "%s", designs[design].name);
            paper_table_text(table, "%s", sbi_swi->published.requirement[i][design]);
            (components[i].table ? add_storage : add_word)(table, i, design);
        }
    }
    add_totals(table);
    paper_table_note(table, "Sizes are copies x rows x bits. The paper's table has 24 warps of 64 "
                            "threads, or 48 of 32, but a CCT for 16 warps of 8 cold contexts; it "
                            "simulates 16 warps (A-17 in docs/requirements/sbi-swi.md).");
    paper_table_note(table, "An HCT row is a pc, a mask and a valid bit per hot context and the "
                            "number of the first cold one; an entry of the matrix scoreboard is "
                            "two register numbers and 8 bits, of which the paper does not say "
                            "more (A-12).");
}
