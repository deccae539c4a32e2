/* SPDX-License-Identifier: Apache-2.0 */
/* runs.h - the runs behind the tables of speed: programs on configurations of the SM (EVAL-3). */
#ifndef WARPCLOCK_PAPER_SBI_SWI_RUNS_H
#define WARPCLOCK_PAPER_SBI_SWI_RUNS_H

#include "paper/runs.h"

enum { SBI_SWI_PROGRAMS_MAX = 32 };

/* The paper's seven configurations, then other readings and the sweeps. */
enum sbi_swi_configuration {
    CONFIGURATION_BASELINE, CONFIGURATION_WARP64,
    CONFIGURATION_SBI_FREE, CONFIGURATION_SBI, /* without and with constraints */
    CONFIGURATION_SWI,
    CONFIGURATION_BOTH_FREE, CONFIGURATION_BOTH,
    CONFIGURATION_SAME_WARP,   /* SBI whose second instruction is of the same warp */
    CONFIGURATION_REPLAY,      /* SBI whose accesses repeat inside the load-store unit */
    CONFIGURATION_SBI_ISA,     /* SBI with the program's own divergence points */
    CONFIGURATION_IDENTITY, CONFIGURATION_MIRROR_ODD, CONFIGURATION_MIRROR_HALF,
    CONFIGURATION_XOR,         /* lane shuffles of SWI; its own is XorRev */
    CONFIGURATION_SETS_2, CONFIGURATION_SETS_4, CONFIGURATION_DIRECT, /* look-ups of SWI */
    CONFIGURATIONS
};

/* NAN: not known. */
struct sbi_swi_run {
    double cycles, ipc, issued, splits_95;
};

struct sbi_swi_runs {
    struct paper_runs made;
    bool wanted[CONFIGURATIONS];
    struct sbi_swi_run run[SBI_SWI_PROGRAMS_MAX][CONFIGURATIONS];
};

size_t sbi_swi_program_count(void);
const char *sbi_swi_program(size_t i);
/* Makes the runs of all wanted configurations. */
void sbi_swi_runs_make(struct sbi_swi_runs *runs);

/* EVAL-5: more than 30 thread instructions per cycle with 64-wide warps. */
bool sbi_swi_is_regular(const struct sbi_swi_runs *runs, size_t program);
/* Cycles of one configuration over those of another. */
double sbi_swi_speed_up(const struct sbi_swi_runs *runs, size_t program,
                        enum sbi_swi_configuration of, enum sbi_swi_configuration over);
/* Geometric mean over the regular, or the irregular, programs. */
double sbi_swi_mean(const struct sbi_swi_runs *runs, bool regular,
                    enum sbi_swi_configuration of, enum sbi_swi_configuration over);

#endif
