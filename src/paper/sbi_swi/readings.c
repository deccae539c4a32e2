/* SPDX-License-Identifier: Apache-2.0 */
/* readings.c - where the paper contradicts itself or is silent: what each reading gives. */
#include "paper/sbi_swi/sbi_swi.h"

/* A question of docs/requirements/sbi-swi.md; `reading` are the settings of the first answer, those
 * of the machine. */
struct reading {
    const char *id, *question, *reading;
    enum sbi_swi_configuration of, other, over, other_over;
};

static const struct reading readings[] = {
    {"A-2", "second instruction", "sbi=any", CONFIGURATION_SBI, CONFIGURATION_SAME_WARP, 0, 0},
    {"A-5", "order of code", "frontier.order=address", CONFIGURATION_SBI,
     CONFIGURATION_SBI_ORDERED, 0, 0},
    {"A-6", "ends of the interval", "interval=open", CONFIGURATION_SBI, CONFIGURATION_SBI_CLOSED,
     0, 0},
    {"A-7", "divergence point", "pcdiv=idom", CONFIGURATION_SBI, CONFIGURATION_SBI_ISA, 0, 0},
    {"A-8", "two divergences", "divergence=at_issue", CONFIGURATION_SBI,
     CONFIGURATION_SBI_POSTHOC, 0, 0},
    {"A-9", "hot and cold compared", "contexts.literal=false", CONFIGURATION_SBI,
     CONFIGURATION_SBI_LITERAL, 0, 0},
    {"A-10", "cold splits per warp", "contexts.per_warp=0", CONFIGURATION_SBI,
     CONFIGURATION_SBI_LIMITED, 0, 0},
    {"A-13", "two accesses in a pair", "lsu_interweave=false", CONFIGURATION_SWI,
     CONFIGURATION_SWI_TWO_ACCESSES, 0, 0},
    {"A-14", "set of direct-mapped", "swi_sets=8 swi_set=same", CONFIGURATION_DIRECT,
     CONFIGURATION_DIRECT_NEXT, 0, 0},
    {"A-15", "formula of XorRev", "shuffle_reading=meant", CONFIGURATION_SWI,
     CONFIGURATION_SWI_LETTER, 0, 0},
    {"A-16", "latency of Warp64", "delivery.latency=1", CONFIGURATION_WARP64,
     CONFIGURATION_WARP64_AT_ONCE, 0, 0},
    {"A-16", "latency of SBI+SWI", "scheduler.latency=2", CONFIGURATION_BOTH,
     CONFIGURATION_BOTH_AT_ONCE, 0, 0},
    {"A-17", "threads, SBI", "warps=16 sm.groups=8", CONFIGURATION_SBI, CONFIGURATION_SBI_1536,
     CONFIGURATION_BASELINE, CONFIGURATION_BASELINE_1536},
    {"A-17", "threads, SWI", "warps=16 sm.groups=8", CONFIGURATION_SWI, CONFIGURATION_SWI_1536,
     CONFIGURATION_BASELINE, CONFIGURATION_BASELINE_1536},
    {"A-21", "waves without lanes", "skip_empty_waves=false", CONFIGURATION_SBI,
     CONFIGURATION_SBI_SKIPPING, 0, 0},
    {"A-22", "order of splits", "watchdog=0", CONFIGURATION_SBI, CONFIGURATION_SBI_WATCHDOG, 0, 0},
    {"A-23", "accesses as splits", "mem_split=true", CONFIGURATION_SBI, CONFIGURATION_REPLAY, 0,
     0},
};
enum { READINGS = sizeof readings / sizeof *readings };
_Static_assert(CONFIGURATION_BASELINE == 0, "a reading without a baseline of its own has this one");

static double percent(double ratio)
{
    return 100 * (ratio - 1);
}

static void want(struct sbi_swi_runs *runs)
{
    bool *wanted = runs->wanted[COMPILER_PTXAS];
    wanted[CONFIGURATION_WARP64] = true;
    for (size_t i = 0; i < READINGS; i++) {
        wanted[readings[i].of] = wanted[readings[i].other] = true;
        wanted[readings[i].over] = wanted[readings[i].other_over] = true;
    }
}

static void add_means(const struct sbi_swi_runs *runs, struct paper_table *table,
                      enum sbi_swi_configuration of, enum sbi_swi_configuration over)
{
    paper_table_number(table, percent(sbi_swi_mean(runs, true, of, over)), 1);
    paper_table_number(table, percent(sbi_swi_mean(runs, false, of, over)), 1);
}

static void add_row(const struct sbi_swi *sbi_swi, const struct reading *r,
                    struct paper_table *table)
{
    paper_table_text(table, "%s", r->id);
    paper_table_text(table, "%s", r->question);
    paper_table_text(table, "%s", sbi_swi_machine(r->of));
    paper_table_text(table, "%s", r->reading);
    add_means(&sbi_swi->runs, table, r->of, r->over);
    paper_table_text(table, "%s", sbi_swi_settings(sbi_swi->arena, r->other));
    add_means(&sbi_swi->runs, table, r->other, r->other_over);
}

/* The same runs, another mean. */
static void add_mean_kinds(const struct sbi_swi *sbi_swi, struct paper_table *table)
{
    static const enum sbi_swi_configuration of[] = {CONFIGURATION_SBI, CONFIGURATION_SWI};
    const struct sbi_swi_runs *runs = &sbi_swi->runs;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        paper_table_text(table, "A-19");
        paper_table_text(table, "kind of mean");
        paper_table_text(table, "%s", sbi_swi_machine(of[i]));
        paper_table_text(table, "geometric");
        add_means(runs, table, of[i], CONFIGURATION_BASELINE);
        paper_table_text(table, "arithmetic");
        for (int regular = 1; regular >= 0; regular--)
            paper_table_number(table, percent(sbi_swi_arithmetic_mean(runs, regular, of[i],
                                                                      CONFIGURATION_BASELINE)), 1);
    }
}

void sbi_swi_table_readings(struct sbi_swi *sbi_swi, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"id", "", true, true},
        {"question", "question", true, false},
        {"machine", "machine", true, false},
        {"reading", "reading", true, false},
        {"regular", "regular", false, false},
        {"irregular", "irregular", false, false},
        {"other", "other", true, false},
        {"other_regular", "regular", false, false},
        {"other_irregular", "irregular", false, false},
    };
    if (sbi_swi->collecting) {
        want(&sbi_swi->runs);
        return;
    }
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < READINGS; i++)
        add_row(sbi_swi, &readings[i], table);
    add_mean_kinds(sbi_swi, table);
    paper_table_note(table, "Where the paper contradicts itself or is silent "
                            "(docs/requirements/sbi-swi.md), both readings as settings (--set), "
                            "the machine's own first: percent faster than the baseline, means of "
                            "regular and irregular cubins. With 1536 threads the baseline has them "
                            "too (A-17); hardware costs for both are in the table cost. A-1, A-3, "
                            "A-4, A-11, A-12, A-18 and A-20 have one reading here.");
}
