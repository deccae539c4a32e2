/* SPDX-License-Identifier: Apache-2.0 */
/* policies.c - Fig. 7: what scheduling policies cost. */
#include <math.h>
#include <string.h>

#include "paper/sim_d/sim_d.h"

bool sim_d_is_affected(const struct sim_d_paper *paper, size_t benchmark)
{
    const char *key = paper->published.benchmark[benchmark].key;
    return strcmp(key, "srad2") != 0 && strcmp(key, "phimag") != 0;
}

size_t sim_d_find(const struct sim_d_paper *paper, const char *key)
{
    size_t i = 0;
    while (i + 1 < SIM_D_BENCHMARKS && strcmp(paper->published.benchmark[i].key, key) != 0)
        i++;
    return i;
}

double sim_d_mean(const struct sim_d_paper *paper,
                  double (*value)(const struct sim_d_paper *paper, size_t benchmark),
                  bool (*counts)(const struct sim_d_paper *paper, size_t benchmark))
{
    double sum = 0, count = 0;
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        if (counts && !counts(paper, i))
            continue;
        sum += value(paper, i);
        count++;
    }
    return sum / count;
}

double sim_d_pairwise_cost(const struct sim_d_paper *paper, size_t benchmark)
{
    return 100 * sim_d_cost(&paper->runs, benchmark, CONFIGURATION_PAIRWISE);
}

double sim_d_access_cost(const struct sim_d_paper *paper, size_t benchmark)
{
    return 100 * sim_d_cost(&paper->runs, benchmark, CONFIGURATION_ACCESS);
}

double sim_d_compute_cost(const struct sim_d_paper *paper, size_t benchmark)
{
    return 100 * sim_d_cost(&paper->runs, benchmark, CONFIGURATION_COMPUTE);
}

double sim_d_better_cost(const struct sim_d_paper *paper, size_t benchmark)
{
    return 100 * sim_d_best_cost(&paper->runs, benchmark);
}

const char *sim_d_better(const struct sim_d_paper *paper, size_t benchmark)
{
    double access = paper->runs.run[benchmark][CONFIGURATION_ACCESS].cycles;
    double compute = paper->runs.run[benchmark][CONFIGURATION_COMPUTE].cycles;
    return access < compute ? "access" : access > compute ? "compute" : "same";
}

static void add_means(const struct sim_d_paper *paper, struct paper_table *table, const char *name,
                      bool (*counts)(const struct sim_d_paper *paper, size_t benchmark))
{
    paper_table_text(table, "%s", name);
    paper_table_number(table, NAN, 0);
    paper_table_number(table, sim_d_mean(paper, sim_d_pairwise_cost, counts), 1);
    paper_table_number(table, sim_d_mean(paper, sim_d_access_cost, counts), 1);
    paper_table_number(table, sim_d_mean(paper, sim_d_compute_cost, counts), 1);
    paper_table_number(table, sim_d_mean(paper, sim_d_better_cost, counts), 1);
    paper_table_text(table, "-");
    paper_table_text(table, "-");
}

static void add_published(const struct sim_d_published *published, struct paper_table *table)
{
    paper_table_text(table, "paper: mean of 13");
    paper_table_number(table, NAN, 0);
    paper_table_number(table, published->pairwise[0], 1);
    paper_table_number(table, published->access, 1);
    paper_table_number(table, published->compute, 1);
    paper_table_number(table, published->best[0], 1);
    paper_table_text(table, "-");
    paper_table_text(table, "-");
}

bool sim_d_uses_scratchpad(const struct sim_d_paper *paper, size_t benchmark)
{
    return paper->runs.run[benchmark][CONFIGURATION_FREE].pad_busy > 0;
}

void sim_d_table_figure7(struct sim_d_paper *paper, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"benchmark", "", true, false}, {"cycles", "unconstrained", false, false},
        {"pairwise", "pairwise %", false, false}, {"access", "as access %", false, false},
        {"compute", "as compute %", false, false}, {"best", "better %", false, false},
        {"better", "better", true, false}, {"paper_better", "paper", true, false},
    };
    for (size_t k = CONFIGURATION_FREE; k <= CONFIGURATION_COMPUTE; k++)
        paper->runs.wanted[k] = true;
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        const struct sim_d_benchmark *theirs = &paper->published.benchmark[i];
        paper_table_text(table, "%s", theirs->title);
        paper_table_number(table, paper->runs.run[i][CONFIGURATION_FREE].cycles, 0);
        paper_table_number(table, sim_d_pairwise_cost(paper, i), 1);
        paper_table_number(table, sim_d_access_cost(paper, i), 1);
        paper_table_number(table, sim_d_compute_cost(paper, i), 1);
        paper_table_number(table, sim_d_better_cost(paper, i), 1);
        paper_table_text(table, "%s", sim_d_better(paper, i));
        paper_table_text(table, "%s", theirs->better ? theirs->better : "-");
    }
    add_means(paper, table, "mean of the paper's 13", sim_d_is_affected);
    add_published(&paper->published, table);
    add_means(paper, table, "mean of ours with a scratchpad", sim_d_uses_scratchpad);
    add_means(paper, table, "mean of 15", NULL);
    paper_table_note(table, "Lost performance, 1 - unconstrained / policy. The paper's 13 are all "
                            "but SRAD2 and computePhiMag, which have two resources; of ours the "
                            "kernels depth2vertex, track, vertex2normal and SRAD have no "
                            "scratchpad phase either, and cannot lose by a policy for it.");
}
