/* SPDX-License-Identifier: Apache-2.0 */
/* runs.c - runs the suite on the configurations of the SM. */
#include "paper/sbi_swi/runs.h"

#include <math.h>

/* Jobs of papers/sbi-swi/jobs. */
static const char *const programs[] = {
    "bfs", "blackscholes", "divergence", "histogram", "hotspot", "hotspot3D", "kmeans", "lud",
    "mandelbrot", "mlp", "nbody", "nw", "pathfinder", "psort", "reduction", "saxpy", "scan",
    "sgemm", "sgemm-tiled", "spmv", "srad", "transpose", "vecadd"};
enum { PROGRAMS = sizeof programs / sizeof *programs };
_Static_assert((int)PROGRAMS <= (int)SBI_SWI_PROGRAMS_MAX, "all programs have a place");

static const double regular_ipc = 30; /* EVAL-5 */

static const struct {
    const char *machine;
    struct paper_set set;
} configurations[CONFIGURATIONS] = {
    [CONFIGURATION_BASELINE] = {"fermi", {0}},
    [CONFIGURATION_WARP64] = {"fermi-warp64", {0}},
    [CONFIGURATION_SBI_FREE] = {"fermi-sbi", {"constraints", "false"}},
    [CONFIGURATION_SBI] = {"fermi-sbi", {0}},
    [CONFIGURATION_SWI] = {"fermi-swi", {0}},
    [CONFIGURATION_BOTH_FREE] = {"fermi-sbi-swi", {"constraints", "false"}},
    [CONFIGURATION_BOTH] = {"fermi-sbi-swi", {0}},
    [CONFIGURATION_SAME_WARP] = {"fermi-sbi", {"sbi", "same_warp"}},
    [CONFIGURATION_REPLAY] = {"fermi-sbi", {"mem_split", "false"}},
    [CONFIGURATION_SBI_ISA] = {"fermi-sbi", {"pcdiv", "isa"}},
    [CONFIGURATION_IDENTITY] = {"fermi-swi", {"shuffle", "identity"}},
    [CONFIGURATION_MIRROR_ODD] = {"fermi-swi", {"shuffle", "mirror-odd"}},
    [CONFIGURATION_MIRROR_HALF] = {"fermi-swi", {"shuffle", "mirror-half"}},
    [CONFIGURATION_XOR] = {"fermi-swi", {"shuffle", "xor"}},
    [CONFIGURATION_SETS_2] = {"fermi-swi", {"swi_sets", "2"}},
    [CONFIGURATION_SETS_4] = {"fermi-swi", {"swi_sets", "4"}},
    [CONFIGURATION_DIRECT] = {"fermi-swi", {"swi_sets", "8"}},
};

size_t sbi_swi_program_count(void)
{
    return PROGRAMS;
}

const char *sbi_swi_program(size_t i)
{
    return programs[i];
}

/* ---- runs ---- */

static double value(const wc_result *result, const char *name)
{
    double out = NAN;
    return wc_result_value(result, name, &out) ? out : NAN;
}

/* The number of splits that 95 % of the moves of warps have at most; 4 stands for more than 3. */
static double splits_95(const wc_result *result)
{
    const double count[] = {value(result, "sbi_swi.splits.one"),
                            value(result, "sbi_swi.splits.two"),
                            value(result, "sbi_swi.splits.three"),
                            value(result, "sbi_swi.splits.more")};
    const double all = count[0] + count[1] + count[2] + count[3];
    double sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        sum += count[i];
        if (sum >= 0.95 * all)
            return i + 1;
    }
    return 4;
}

static void make(struct sbi_swi_runs *runs, size_t program, size_t configuration)
{
    struct arena *arena = runs->made.arena;
    struct sbi_swi_run *run = &runs->run[program][configuration];
    const struct paper_run what = {
        .job = arena_format(arena, "jobs/%s.yaml", programs[program]),
        .about = arena_format(arena, "%s on %s", programs[program],
                              configurations[configuration].machine),
        .machine = configurations[configuration].machine,
        .sets = {configurations[configuration].set}};
    wc_result *result = NULL;
    struct paper_image image = {0};
    *run = (struct sbi_swi_run){NAN, NAN, NAN, NAN};
    if (!paper_runs_make(&runs->made, &what, &result, &image))
        return;
    *run = (struct sbi_swi_run){.cycles = value(result, "cycles"), .ipc = value(result, "ipc"),
                                .issued = value(result, "sbi_swi.issued"),
                                .splits_95 = splits_95(result)};
    wc_result_free(result);
    paper_image_free(&image);
}

void sbi_swi_runs_make(struct sbi_swi_runs *runs)
{
    for (size_t i = 0; i < CONFIGURATIONS; i++)
        runs->made.planned += runs->wanted[i] ? PROGRAMS : 0;
    for (size_t program = 0; program < PROGRAMS; program++) {
        for (size_t i = 0; i < CONFIGURATIONS; i++) {
            if (runs->wanted[i])
                make(runs, program, i);
        }
    }
}

/* ---- results ---- */

bool sbi_swi_is_regular(const struct sbi_swi_runs *runs, size_t program)
{
    return runs->run[program][CONFIGURATION_WARP64].ipc > regular_ipc;
}

double sbi_swi_speed_up(const struct sbi_swi_runs *runs, size_t program,
                        enum sbi_swi_configuration of, enum sbi_swi_configuration over)
{
    return runs->run[program][over].cycles / runs->run[program][of].cycles;
}

double sbi_swi_mean(const struct sbi_swi_runs *runs, bool regular,
                    enum sbi_swi_configuration of, enum sbi_swi_configuration over)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < PROGRAMS; i++) {
        if (sbi_swi_is_regular(runs, i) != regular)
            continue;
        sum += log(sbi_swi_speed_up(runs, i, of, over));
        count++;
    }
    return count ? exp(sum / (double)count) : NAN;
}
