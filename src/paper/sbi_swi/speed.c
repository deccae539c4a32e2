/* SPDX-License-Identifier: Apache-2.0 */
/* speed.c - figure 7 and the sweeps: how fast the suite runs on each configuration (EVAL-8). */
#include <math.h>

#include "paper/sbi_swi/sbi_swi.h"

/* One column of speed-ups. */
struct series {
    const char *key, *head;
    enum sbi_swi_configuration of;
    const char *published; /* key of the paper's two figures, or NULL */
};

static void want(struct sbi_swi_runs *runs, const struct series *series, size_t count,
                 enum sbi_swi_configuration over)
{
    bool *wanted = runs->wanted[COMPILER_PTXAS];
    wanted[over] = wanted[CONFIGURATION_WARP64] = true;
    for (size_t i = 0; i < count; i++)
        wanted[series[i].of] = true;
}

static double percent(double ratio)
{
    return 100 * (ratio - 1);
}

static const char *class_of(const struct sbi_swi_runs *runs, size_t program)
{
    return sbi_swi_is_regular(runs, program) ? "regular" : "irregular";
}

enum { SERIES_MAX = 8 };

static void set_columns(struct paper_table *table, const struct series *series, size_t count)
{
    struct paper_column columns[3 + SERIES_MAX] = {
        {"program", "", true, false}, {"class", "class", true, false},
        {"ipc_warp64", "IPC", false, false}};
    for (size_t i = 0; i < count; i++)
        columns[3 + i] = (struct paper_column){series[i].key, series[i].head, false, false};
    paper_table_columns(table, columns, 3 + count);
}

static void add_means(const struct sbi_swi *sbi_swi, struct paper_table *table,
                      const struct series *series, size_t count, enum sbi_swi_configuration over,
                      bool regular)
{
    paper_table_text(table, "geometric mean");
    paper_table_text(table, regular ? "regular" : "irregular");
    paper_table_number(table, NAN, 1);
    for (size_t i = 0; i < count; i++)
        paper_table_number(table,
                           percent(sbi_swi_mean(&sbi_swi->runs, regular, series[i].of, over)), 1);
    paper_table_text(table, "paper");
    paper_table_text(table, regular ? "regular" : "irregular");
    paper_table_number(table, NAN, 1);
    for (size_t i = 0; i < count; i++)
        paper_table_number(table, sbi_swi_published_speed(&sbi_swi->published,
                                                          series[i].published, regular), 1);
}

/* Rows of programs, irregular ones first, then the means next to the paper's. */
static void fill(struct sbi_swi *sbi_swi, struct paper_table *table, const struct series *series,
                 size_t count, enum sbi_swi_configuration over)
{
    const struct sbi_swi_runs *runs = &sbi_swi->runs;
    if (sbi_swi->collecting) {
        want(&sbi_swi->runs, series, count, over);
        return;
    }
    set_columns(table, series, count);
    for (int regular = 0; regular < 2; regular++) {
        for (size_t i = 0; i < sbi_swi_program_count(); i++) {
            if (sbi_swi_is_regular(runs, i) != regular)
                continue;
            paper_table_text(table, "%s", sbi_swi_program(i));
            paper_table_text(table, "%s", class_of(runs, i));
            paper_table_number(table, runs->run[COMPILER_PTXAS][i][CONFIGURATION_WARP64].ipc, 1);
            for (size_t k = 0; k < count; k++)
                paper_table_number(table, percent(sbi_swi_speed_up(runs, i, series[k].of, over)),
                                   1);
        }
        add_means(sbi_swi, table, series, count, over, regular);
    }
}

void sbi_swi_table_speed(struct sbi_swi *sbi_swi, struct paper_table *table)
{
    static const struct series series[] = {
        {"warp64", "Warp64", CONFIGURATION_WARP64, NULL},
        {"sbi_free", "SBI free", CONFIGURATION_SBI_FREE, NULL},
        {"sbi", "SBI", CONFIGURATION_SBI, "sbi"},
        {"sbi_same_warp", "SBI, same warp", CONFIGURATION_SAME_WARP, NULL},
        {"sbi_replay", "SBI, replay", CONFIGURATION_REPLAY, NULL},
        {"swi", "SWI", CONFIGURATION_SWI, "swi"},
        {"sbi_swi_free", "SBI+SWI free", CONFIGURATION_BOTH_FREE, NULL},
        {"sbi_swi", "SBI+SWI", CONFIGURATION_BOTH, "sbi_swi"},
    };
    fill(sbi_swi, table, series, sizeof series / sizeof *series, CONFIGURATION_BASELINE);
    paper_table_note(table, "Percent faster than the baseline, in cycles. Programs are cubins of "
                            "our suite; IPC is that of Warp64, and a program is regular above 30 "
                            "(EVAL-5). The means leave out tmd1 and tmd2, as the paper does "
                            "(EVAL-6). \"Free\" is without reconvergence constraints. Other "
                            "readings of SBI: \"same warp\" has a second front end for one warp "
                            "only (A-2), with \"replay\" accesses repeat "
                            "inside the load-store unit instead of as splits (A-23).");
}

void sbi_swi_table_shuffle(struct sbi_swi *sbi_swi, struct paper_table *table)
{
    static const struct series series[] = {
        {"mirror_odd", "MirrorOdd", CONFIGURATION_MIRROR_ODD, NULL},
        {"mirror_half", "MirrorHalf", CONFIGURATION_MIRROR_HALF, NULL},
        {"xor", "Xor", CONFIGURATION_XOR, NULL},
        {"xor_rev", "XorRev", CONFIGURATION_SWI, "xor_rev"},
    };
    fill(sbi_swi, table, series, sizeof series / sizeof *series, CONFIGURATION_IDENTITY);
    paper_table_note(table, "Percent faster than SWI without lane shuffling.");
}

void sbi_swi_table_lookup(struct sbi_swi *sbi_swi, struct paper_table *table)
{
    static const struct series series[] = {
        {"full", "full", CONFIGURATION_SWI, "swi_full"},
        {"sets_2", "7 ways", CONFIGURATION_SETS_2, NULL},
        {"sets_4", "3 ways", CONFIGURATION_SETS_4, NULL},
        {"direct", "direct", CONFIGURATION_DIRECT, "swi_direct"},
    };
    fill(sbi_swi, table, series, sizeof series / sizeof *series, CONFIGURATION_BASELINE);
    paper_table_note(table, "Percent faster than the baseline, by the number of warps that SWI's "
                            "look-up searches: 15, 7, 3 or 1 of 16.");
}

/* ---- issued instructions ---- */

static double issued_change(const struct sbi_swi_runs *runs, size_t program,
                            enum sbi_swi_configuration of, enum sbi_swi_configuration over)
{
    const struct sbi_swi_run *run = runs->run[COMPILER_PTXAS][program];
    return percent(run[of].issued / run[over].issued);
}

static void add_constraint_rows(struct sbi_swi *sbi_swi, struct paper_table *table, bool regular)
{
    const struct sbi_swi_runs *runs = &sbi_swi->runs;
    for (size_t i = 0; i < sbi_swi_program_count(); i++) {
        if (sbi_swi_is_regular(runs, i) != regular)
            continue;
        paper_table_text(table, "%s", sbi_swi_program(i));
        paper_table_text(table, "%s", class_of(runs, i));
        paper_table_number(table, issued_change(runs, i, CONFIGURATION_SBI,
                                                CONFIGURATION_SBI_FREE), 1);
        paper_table_number(table, issued_change(runs, i, CONFIGURATION_SBI_ISA,
                                                CONFIGURATION_SBI_FREE), 1);
        paper_table_number(table, percent(sbi_swi_speed_up(runs, i, CONFIGURATION_SBI,
                                                           CONFIGURATION_SBI_FREE)), 1);
        paper_table_number(table, percent(sbi_swi_speed_up(runs, i, CONFIGURATION_SBI_ISA,
                                                           CONFIGURATION_SBI_FREE)), 1);
        paper_table_number(table, percent(sbi_swi_speed_up(runs, i, CONFIGURATION_BOTH,
                                                           CONFIGURATION_BOTH_FREE)), 1);
        paper_table_number(table, runs->run[COMPILER_PTXAS][i][CONFIGURATION_SBI].splits_95, 0);
        paper_table_number(table, runs->run[COMPILER_PTXAS][i][CONFIGURATION_REPLAY].splits_95, 0);
    }
}

void sbi_swi_table_constraints(struct sbi_swi *sbi_swi, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"program", "", true, false},
        {"class", "class", true, false},
        {"issued", "issued", false, false},
        {"issued_isa", "issued, isa", false, false},
        {"sbi", "SBI", false, false},
        {"sbi_isa", "SBI, isa", false, false},
        {"sbi_swi", "SBI+SWI", false, false},
        {"splits_95", "splits", false, false},
        {"splits_95_replay", "replay", false, false},
    };
    static const enum sbi_swi_configuration needed[] = {
        CONFIGURATION_WARP64, CONFIGURATION_SBI_FREE, CONFIGURATION_SBI, CONFIGURATION_SBI_ISA,
        CONFIGURATION_BOTH_FREE, CONFIGURATION_BOTH, CONFIGURATION_REPLAY};
    if (sbi_swi->collecting) {
        for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
            sbi_swi->runs.wanted[COMPILER_PTXAS][needed[i]] = true;
        return;
    }
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    add_constraint_rows(sbi_swi, table, false);
    add_constraint_rows(sbi_swi, table, true);
    paper_table_note(table, "Change in percent by reconvergence constraints: issued instructions "
                            "of SBI, and speed of SBI and of SBI+SWI. \"isa\" takes divergence "
                            "points from SSY and PBK instead of immediate dominators (A-7). The "
                            "paper issues %.1f %% fewer instructions in irregular programs and "
                            "%.1f %% in regular ones, with less than 0.1 %% change of SBI's "
                            "speed.", -sbi_swi_published_speed(&sbi_swi->published,
                                                               "constraint_issued", false),
                     -sbi_swi_published_speed(&sbi_swi->published, "constraint_issued", true));
    paper_table_note(table, "\"splits\" is the number of splits per warp in 95 %% of its moves "
                            "under SBI, \"replay\" the same without splits by memory accesses; 4 "
                            "stands for more than 3.");
}
