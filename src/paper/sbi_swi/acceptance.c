/* SPDX-License-Identifier: Apache-2.0 */
/* acceptance.c - how each headline of the SBI/SWI paper is measured. */
#include <math.h>
#include <string.h>

#include "hw/lane_shuffle.h"
#include "hw/transition.h"
#include "paper/sbi_swi/sbi_swi.h"

static const struct sbi_swi_runs *runs_of(const void *paper)
{
    return &((const struct sbi_swi *)paper)->runs;
}

static enum verdict verdict_known(double sum, bool pass)
{
    return isnan(sum) ? VERDICT_UNKNOWN : verdict_of(pass);
}

static bool within(double value, const double *limits)
{
    return value >= limits[0] && value <= limits[1];
}

static double percent(double ratio)
{
    return 100 * (ratio - 1);
}

/* Mean speed over the baseline in percent. */
static double mean(const void *paper, bool regular, enum sbi_swi_configuration of)
{
    return percent(sbi_swi_mean(runs_of(paper), regular, of, CONFIGURATION_BASELINE));
}

static double speed(const void *paper, const char *program, enum sbi_swi_configuration of,
                    enum sbi_swi_configuration over)
{
    return percent(sbi_swi_speed_up(runs_of(paper), sbi_swi_program_find(program), of, over));
}

/* ---- hard gates ---- */

static void count_images(const struct sbi_swi_run *run, size_t *equal, size_t *all)
{
    for (size_t i = 1; i < CONFIGURATIONS; i++) {
        if (!run[i].image)
            continue;
        ++*all;
        *equal += run[i].image == run[CONFIGURATION_BASELINE].image;
    }
}

static enum verdict images(const void *paper, const double *limits, struct text *ours)
{
    const struct sbi_swi_runs *runs = runs_of(paper);
    size_t equal = 0, all = 0;
    (void)limits;
    for (size_t compiler = 0; compiler < COMPILERS; compiler++) {
        for (size_t i = 0; i < sbi_swi_program_count(); i++)
            count_images(runs->run[compiler][i], &equal, &all);
    }
    text_add(ours, "%zu of %zu runs have the baseline's memory", equal, all);
    return all ? verdict_of(equal == all && !runs->made.failed) : VERDICT_UNKNOWN;
}

static enum verdict peaks(const void *paper, const double *limits, struct text *ours)
{
    const struct sbi_swi_micro *micro = runs_of(paper)->micro;
    const double found[] = {micro[CONFIGURATION_BASELINE].ipc, micro[CONFIGURATION_SWI].ipc,
                            micro[CONFIGURATION_SBI].ipc, micro[CONFIGURATION_SAME_WARP].ipc};
    text_add(ours, "%.1f / %.1f / %.1f / %.1f", found[0], found[1], found[2], found[3]);
    return verdict_known(found[0] + found[1] + found[2] + found[3],
                         within(found[0], limits) && within(found[1], limits + 2) &&
                             within(found[2], limits + 2) && found[3] <= limits[1]);
}

static enum verdict chains(const void *paper, const double *limits, struct text *ours)
{
    const struct sbi_swi_micro *micro = runs_of(paper)->micro;
    const double base = micro[CONFIGURATION_BASELINE].period;
    const double sbi = micro[CONFIGURATION_SBI].period - base;
    const double swi = micro[CONFIGURATION_SWI].period - base;
    text_add(ours, "%.0f cycles, %+.0f, %+.0f", base, sbi, swi);
    return verdict_known(sbi + swi, sbi == limits[0] && swi == limits[1]);
}

/* SWI-15: of 8 lanes and 4 warps. */
static bool lane_tables_are_right(void)
{
    static const char *const lanes[LANE_SHUFFLES][4] = {
        [LANE_IDENTITY] = {"01234567", "01234567", "01234567", "01234567"},
        [LANE_MIRROR_ODD] = {"01234567", "76543210", "01234567", "76543210"},
        [LANE_MIRROR_HALF] = {"01234567", "01234567", "76543210", "76543210"},
        [LANE_XOR] = {"01234567", "10325476", "23016745", "32107654"},
        [LANE_XOR_REV] = {"01234567", "45670123", "23016745", "67452301"}};
    bool right = true;
    for (unsigned shuffle = 0; shuffle < LANE_SHUFFLES; shuffle++) {
        for (uint32_t warp = 0; warp < 4; warp++) {
            struct lane_map map =
                lane_map_make((enum lane_shuffle)shuffle, LANE_AS_MEANT, 8, 4, warp);
            for (uint32_t tid = 0; tid < 8; tid++)
                right &= lane_map_lane(&map, tid) == (uint32_t)(lanes[shuffle][warp][tid] - '0');
        }
    }
    return right;
}

/* SBI-56: a split, a swap, a merge, and a split again. */
static bool matrices_are_right(void)
{
    const transition split = transition_rows(3, 0, 0), swap = transition_rows(2, 1, 0);
    const transition merge = transition_rows(1, 1, 0);
    const transition to_merge = transition_then(swap, merge);
    return transition_then(split, swap) == transition_rows(3, 0, 0) &&
           to_merge == transition_rows(1, 1, 0) &&
           transition_then(to_merge, split) == transition_rows(3, 3, 0);
}

static enum verdict golden(const void *paper, const double *limits, struct text *ours)
{
    const bool lanes = lane_tables_are_right(), matrices = matrices_are_right();
    (void)paper;
    (void)limits;
    text_add(ours, "lanes %s, matrices %s", lanes ? "equal" : "differ",
             matrices ? "equal" : "differ");
    return verdict_of(lanes && matrices);
}

/* ---- means ---- */

static enum verdict one_mean(const void *paper, const double *limits, struct text *ours,
                             bool regular, enum sbi_swi_configuration of)
{
    const double found = mean(paper, regular, of);
    text_add(ours, "%+.1f %%, %zu programs", found, sbi_swi_class_size(runs_of(paper), regular));
    return verdict_known(found, within(found, limits));
}

static enum verdict sbi_irregular(const void *paper, const double *limits, struct text *ours)
{
    return one_mean(paper, limits, ours, false, CONFIGURATION_SBI);
}

static enum verdict sbi_regular(const void *paper, const double *limits, struct text *ours)
{
    const double any = mean(paper, true, CONFIGURATION_SBI);
    const double same = mean(paper, true, CONFIGURATION_SAME_WARP);
    text_add(ours, "%+.1f %%, same warp %+.1f %%", any, same);
    return verdict_known(any + same, within(any, limits) && within(same, limits + 2));
}

static enum verdict swi_irregular(const void *paper, const double *limits, struct text *ours)
{
    return one_mean(paper, limits, ours, false, CONFIGURATION_SWI);
}

/* The share of pairs in two rows. */
static double other_row_share(const struct sbi_swi_runs *runs)
{
    double same = 0, other = 0;
    for (size_t i = 0; i < sbi_swi_program_count(); i++) {
        const struct sbi_swi_run *run = &runs->run[COMPILER_PTXAS][i][CONFIGURATION_SWI];
        if (!sbi_swi_is_regular(runs, i) || !sbi_swi_is_in_means(i))
            continue;
        same += run->same_row;
        other += run->other_row;
    }
    return 100 * other / (same + other);
}

static enum verdict swi_regular(const void *paper, const double *limits, struct text *ours)
{
    const double found = mean(paper, true, CONFIGURATION_SWI);
    const double share = other_row_share(runs_of(paper));
    text_add(ours, "%+.1f %%, %.0f %% of pairs in another row", found, share);
    return verdict_known(found + share, within(found, limits) && share > limits[2]);
}

static double better(const void *paper, bool regular)
{
    return fmax(mean(paper, regular, CONFIGURATION_SBI), mean(paper, regular, CONFIGURATION_SWI));
}

static enum verdict together(const void *paper, const double *limits, struct text *ours)
{
    const double irregular = mean(paper, false, CONFIGURATION_BOTH);
    const double regular = mean(paper, true, CONFIGURATION_BOTH);
    text_add(ours, "%+.1f %% / %+.1f %%", irregular, regular);
    return verdict_known(irregular + regular,
                         within(irregular, limits) && within(regular, limits + 2) &&
                             irregular >= better(paper, false) - limits[4] &&
                             regular >= better(paper, true) - limits[4]);
}

static enum verdict order(const void *paper, const double *limits, struct text *ours)
{
    const double irregular =
        mean(paper, false, CONFIGURATION_SBI) - mean(paper, false, CONFIGURATION_SWI);
    const double regular =
        mean(paper, true, CONFIGURATION_SWI) - mean(paper, true, CONFIGURATION_SBI);
    (void)limits;
    text_add(ours, "irregular SBI %+.1f points, regular SWI %+.1f", irregular, regular);
    return verdict_known(irregular + regular, irregular > 0 && regular > 0);
}

/* ---- constraints ---- */

static enum verdict constraint_speed(const void *paper, const double *limits, struct text *ours)
{
    const double found = percent(
        sbi_swi_mean(runs_of(paper), false, CONFIGURATION_SBI, CONFIGURATION_SBI_FREE));
    text_add(ours, "%+.1f %%", found);
    return verdict_known(found, fabs(found) <= limits[0]);
}

/* Issued instructions with constraints: mean of a class, and the max of all, in percent. */
static double issued_mean(const struct sbi_swi_runs *runs, bool regular, double *max)
{
    double sum = 0;
    for (size_t i = 0; i < sbi_swi_program_count(); i++) {
        const struct sbi_swi_run *run = runs->run[COMPILER_PTXAS][i];
        const double ratio = run[CONFIGURATION_SBI].issued / run[CONFIGURATION_SBI_FREE].issued;
        if (!sbi_swi_is_in_means(i) || sbi_swi_is_regular(runs, i) != regular)
            continue;
        sum += log(ratio);
        *max = fmax(*max, percent(ratio));
    }
    return percent(exp(sum / (double)sbi_swi_class_size(runs, regular)));
}

static enum verdict constraint_issued(const void *paper, const double *limits, struct text *ours)
{
    double max = -INFINITY;
    const double regular = issued_mean(runs_of(paper), true, &max);
    const double irregular = issued_mean(runs_of(paper), false, &max);
    text_add(ours, "%.1f / %.1f %%, max %+.1f", regular, irregular, max);
    return verdict_known(regular + irregular, within(regular, limits) &&
                                                  within(irregular, limits + 2) &&
                                                  max <= limits[4]);
}

static enum verdict constraint_programs(const void *paper, const double *limits, struct text *ours)
{
    const double bfs = speed(paper, "bfs", CONFIGURATION_SBI, CONFIGURATION_SBI_FREE);
    const double counts = speed(paper, "histogram", CONFIGURATION_SBI, CONFIGURATION_SBI_FREE);
    const double sort = speed(paper, "bitonic", CONFIGURATION_BOTH, CONFIGURATION_BOTH_FREE);
    (void)limits;
    text_add(ours, "BFS %+.1f, histogram %+.1f, sort %+.1f %%", bfs, counts, sort);
    return verdict_known(bfs + counts + sort, bfs < 0 && counts < 0 && sort > 0);
}

/* ---- sweeps ---- */

/* Ratios of two configurations over all programs of the means. */
static void range_of(const void *paper, enum sbi_swi_configuration of,
                     enum sbi_swi_configuration over, double *min, double *max)
{
    *min = INFINITY;
    *max = -INFINITY;
    for (size_t i = 0; i < sbi_swi_program_count(); i++) {
        const double ratio = sbi_swi_speed_up(runs_of(paper), i, of, over);
        if (!sbi_swi_is_in_means(i))
            continue;
        *min = fmin(*min, ratio);
        *max = fmax(*max, ratio);
    }
}

static enum verdict direct(const void *paper, const double *limits, struct text *ours)
{
    const struct sbi_swi_runs *runs = runs_of(paper);
    const double irregular =
        sbi_swi_mean(runs, false, CONFIGURATION_DIRECT, CONFIGURATION_SWI);
    const double regular = sbi_swi_mean(runs, true, CONFIGURATION_DIRECT, CONFIGURATION_SWI);
    double min, max;
    range_of(paper, CONFIGURATION_DIRECT, CONFIGURATION_SWI, &min, &max);
    text_add(ours, "min %.2f, mean %.2f / %.2f", min, irregular, regular);
    return verdict_known(irregular + regular, min >= limits[0] && within(irregular, limits + 1) &&
                                                  within(regular, limits + 1));
}

static enum verdict shuffle(const void *paper, const double *limits, struct text *ours)
{
    const struct sbi_swi_runs *runs = runs_of(paper);
    const double irregular =
        percent(sbi_swi_mean(runs, false, CONFIGURATION_SWI, CONFIGURATION_IDENTITY));
    const double regular =
        percent(sbi_swi_mean(runs, true, CONFIGURATION_SWI, CONFIGURATION_IDENTITY));
    double min, max;
    range_of(paper, CONFIGURATION_SWI, CONFIGURATION_IDENTITY, &min, &max);
    const double none = 100 * runs->micro[CONFIGURATION_IDENTITY].paired;
    const double paired = 100 * runs->micro[CONFIGURATION_SWI].paired;
    text_add(ours, "%+.1f / %+.1f %%, %+.1f .. %+.1f; half warps %.0f -> %.0f %%", irregular,
             regular, percent(min), percent(max), none, paired);
    return verdict_known(irregular + regular + none + paired,
                         within(irregular, limits) && within(regular, limits + 2) &&
                             percent(min) >= limits[4] && percent(max) <= limits[5] &&
                             none == 0 && paired > 90);
}

/* ---- programs ---- */

static enum verdict barrier(const void *paper, const double *limits, struct text *ours)
{
    static const enum sbi_swi_configuration all[] = {
        CONFIGURATION_BASELINE, CONFIGURATION_WARP64, CONFIGURATION_SBI_FREE, CONFIGURATION_SBI,
        CONFIGURATION_SWI, CONFIGURATION_BOTH_FREE, CONFIGURATION_BOTH};
    double min = INFINITY, max = -INFINITY, sum = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const double found = speed(paper, "mandelbrot-tiles", all[i], CONFIGURATION_BASELINE);
        min = fmin(min, found);
        max = fmax(max, found);
        sum += found;
    }
    text_add(ours, "%+.1f .. %+.1f %%", min, max);
    return verdict_known(sum, min >= -limits[0] && max <= limits[0]);
}

static enum verdict bad_layout(const void *paper, const double *limits, struct text *ours)
{
    const struct sbi_swi_run *run =
        runs_of(paper)->run[COMPILER_CLANG][sbi_swi_program_find("tmd1")];
    const double base = run[CONFIGURATION_BASELINE].cycles;
    const double address = percent(base / run[CONFIGURATION_WARP64].cycles);
    const double ordered = percent(base / run[CONFIGURATION_WARP64_ORDERED].cycles);
    (void)limits;
    text_add(ours, "%+.1f %%, ordered %+.1f %%", address, ordered);
    return verdict_known(address + ordered, address < 0 && ordered >= 0);
}

static enum verdict unstructured(const void *paper, const double *limits, struct text *ours)
{
    const double found = speed(paper, "tmd2", CONFIGURATION_WARP64, CONFIGURATION_BASELINE);
    text_add(ours, "%+.1f %%", found);
    return verdict_known(found, found > limits[0]);
}

static enum verdict splits(const void *paper, const double *limits, struct text *ours)
{
    const struct sbi_swi_runs *runs = runs_of(paper);
    size_t few = 0, replayed = 0, count = sbi_swi_program_count();
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const struct sbi_swi_run *run = runs->run[COMPILER_PTXAS][i];
        few += run[CONFIGURATION_SBI].splits_95 <= limits[0];
        replayed += run[CONFIGURATION_REPLAY].splits_95 <= limits[0];
        sum += run[CONFIGURATION_SBI].cycles + run[CONFIGURATION_REPLAY].cycles;
    }
    text_add(ours, "%zu of %zu programs; %zu without splits by memory", few, count, replayed);
    return verdict_known(sum, few == count);
}

static enum verdict areas(const void *paper, const double *limits, struct text *ours)
{
    const struct sbi_swi_published *published = &((const struct sbi_swi *)paper)->published;
    bool equal = true;
    (void)limits;
    for (size_t design = 0; design < DESIGNS; design++) {
        double sum = 0;
        for (size_t i = 0; i < COMPONENTS; i++)
            sum += published->area[i][design];
        const double over = 100 * fabs(sum - published->total[0]) / (1000 * published->sm_area);
        equal &= fabs(sum - published->total[design]) < 0.05;
        equal &= fabs(over - published->overhead_percent[design]) < 0.05;
        text_add(ours, "%s%.1f", design ? " / " : "", over);
    }
    text_add(ours, " %%");
    return verdict_of(equal);
}

/* ---- the table ---- */

static const struct measure measures[] = {
    {"1", images, 0},           {"2", peaks, 4},          {"3", chains, 2},
    {"20", golden, 0},          {"4", sbi_irregular, 2},  {"5", sbi_regular, 4},
    {"6", swi_irregular, 2},    {"7", swi_regular, 3},    {"8", together, 5},
    {"9", order, 0},            {"10", constraint_speed, 1}, {"11", constraint_issued, 5},
    {"12", constraint_programs, 0}, {"13", direct, 3},    {"14", shuffle, 6},
    {"15", barrier, 1},         {"16", bad_layout, 0},    {"17", unstructured, 1},
    {"18", splits, 1},          {"19", areas, 0},
};
enum { MEASURES = sizeof measures / sizeof *measures };

enum wc_status sbi_swi_check_claims(struct error *err, const char *file,
                                    const struct sbi_swi_published *published)
{
    return claims_check(err, file, &published->claims, measures, MEASURES);
}

static void want_all(struct sbi_swi_runs *runs)
{
    runs->wanted_micro = true;
    for (size_t i = 0; i < CONFIGURATION_WARP64_ORDERED; i++) {
        if (i != CONFIGURATION_MIRROR_ODD && i != CONFIGURATION_MIRROR_HALF &&
            i != CONFIGURATION_XOR && i != CONFIGURATION_SETS_2 && i != CONFIGURATION_SETS_4)
            runs->wanted[COMPILER_PTXAS][i] = true;
    }
    runs->wanted[COMPILER_CLANG][CONFIGURATION_BASELINE] = true;
    runs->wanted[COMPILER_CLANG][CONFIGURATION_WARP64] = true;
    runs->wanted[COMPILER_CLANG][CONFIGURATION_WARP64_ORDERED] = true;
}

void sbi_swi_table_acceptance(struct sbi_swi *sbi_swi, struct paper_table *table)
{
    if (sbi_swi->collecting)
        want_all(&sbi_swi->runs);
    else
        claims_table(&sbi_swi->published.claims, measures, MEASURES, sbi_swi, table);
}
