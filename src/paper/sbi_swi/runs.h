/* SPDX-License-Identifier: Apache-2.0 */
/* runs.h - the runs behind the tables of speed: programs on configurations of the SM (EVAL-3). */
#ifndef WARPCLOCK_PAPER_SBI_SWI_RUNS_H
#define WARPCLOCK_PAPER_SBI_SWI_RUNS_H

#include "paper/runs.h"

enum { SBI_SWI_PROGRAMS_MAX = 32, SBI_SWI_SETS_MAX = 2, SBI_SWI_LIMITS = 8 };

/* Whose code: NVIDIA's ptxas, and clang for plain RV32. */
enum sbi_swi_compiler { COMPILER_PTXAS, COMPILER_CLANG, COMPILERS };

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
    CONFIGURATION_WARP64_ORDERED, CONFIGURATION_SBI_ORDERED, CONFIGURATION_SWI_ORDERED,
    CONFIGURATION_BOTH_ORDERED, /* frontiers by flow analysis, not by addresses (SBI-18) */
    CONFIGURATION_SBI_CLOSED,   /* other readings: ends of the interval */
    CONFIGURATION_SBI_POSTHOC,  /* when two divergences are found */
    CONFIGURATION_SBI_LITERAL,  /* cold splits are never compared */
    CONFIGURATION_SBI_LIMITED,  /* cold splits per warp */
    CONFIGURATION_SWI_TWO_ACCESSES, /* ... in a pair */
    CONFIGURATION_DIRECT_NEXT,  /* which set */
    CONFIGURATION_SWI_LETTER,   /* formulas of the shuffles */
    CONFIGURATION_WARP64_AT_ONCE, CONFIGURATION_BOTH_AT_ONCE, /* latencies */
    CONFIGURATION_BASELINE_1536, CONFIGURATION_SBI_1536, /* threads */
    CONFIGURATION_SWI_1536,
    CONFIGURATION_SBI_SKIPPING, /* waves without lanes */
    CONFIGURATION_SBI_WATCHDOG, /* order of splits */
    CONFIGURATIONS
};

/* NAN: not known. */
struct sbi_swi_run {
    double cycles, ipc, issued, splits_95;
    double same_row, other_row;  /* pairs */
    double bandwidth;            /* of memory that is used, 0 to 1 */
    double resident;             /* warp slots that have a warp, 0 to 1 */
    double by_memory;            /* of the cycles of these warps, those that wait for memory */
    double active;               /* lanes per issue, 0 to 1 */
    double layout, layout_below; /* branches, and those that meet below */
    uint64_t image;              /* digest of the buffers after it */
};

/* The paper's hard figures, from micro.yaml. */
enum { MICRO_MIXED, MICRO_CHAIN_100, MICRO_CHAIN_1100, MICRO_HALF_WARPS, MICRO_KERNELS };
struct sbi_swi_micro {
    double ipc, period; /* thread instructions per cycle; cycles per dependent instruction */
    double paired;      /* of half warps, 0 to 1 */
};

/* Machines that are compared without one of their limits. */
enum sbi_swi_compared {
    COMPARED_BASELINE, COMPARED_WARP64, COMPARED_SBI, COMPARED_SWI, COMPARED_BOTH, COMPARED
};

struct sbi_swi_runs {
    struct paper_runs made;
    bool wanted[COMPILERS][CONFIGURATIONS], wanted_micro, wanted_limits;
    struct sbi_swi_run limit[SBI_SWI_LIMITS][SBI_SWI_PROGRAMS_MAX][COMPARED];
    struct sbi_swi_run run[COMPILERS][SBI_SWI_PROGRAMS_MAX][CONFIGURATIONS];
    struct sbi_swi_micro micro[CONFIGURATIONS];
};

size_t sbi_swi_program_count(void);
const char *sbi_swi_program(size_t i);
/* The number of a program of that name, which exists. */
size_t sbi_swi_program_find(const char *name);
/* What all machines of a limit have instead: "memory.bandwidth=1000". */
const char *sbi_swi_limit(struct arena *arena, size_t limit);
const char *sbi_swi_machine(enum sbi_swi_configuration configuration);
/* "swi_sets=16 swi_set=next"; empty: the machine as it is. */
const char *sbi_swi_settings(struct arena *arena, enum sbi_swi_configuration configuration);
/* EVAL-6: both versions of the table maker's dilemma measure thread frontiers; no mean has them. */
bool sbi_swi_is_in_means(size_t program);
/* Makes the runs of all wanted configurations. */
void sbi_swi_runs_make(struct sbi_swi_runs *runs);

/* EVAL-5: more than 30 thread instructions per cycle with 64-wide warps. */
bool sbi_swi_is_regular(const struct sbi_swi_runs *runs, size_t program);
/* Cycles of one configuration over those of another, of cubins. */
double sbi_swi_speed_up(const struct sbi_swi_runs *runs, size_t program,
                        enum sbi_swi_configuration of, enum sbi_swi_configuration over);
/* The regular, or the irregular, programs of the means. */
size_t sbi_swi_class_size(const struct sbi_swi_runs *runs, bool regular);
/* Geometric mean over these, and over the code of either compiler. */
double sbi_swi_mean(const struct sbi_swi_runs *runs, bool regular,
                    enum sbi_swi_configuration of, enum sbi_swi_configuration over);
double sbi_swi_mean_of(const struct sbi_swi_runs *runs, enum sbi_swi_compiler compiler,
                       bool regular, enum sbi_swi_configuration of,
                       enum sbi_swi_configuration over);

/* ... of irregular programs, on machines without a limit. */
double sbi_swi_limit_mean(const struct sbi_swi_runs *runs, size_t limit,
                          enum sbi_swi_compared of);
/* the paper names the kind of its means only once. */
double sbi_swi_arithmetic_mean(const struct sbi_swi_runs *runs, bool regular,
                               enum sbi_swi_configuration of, enum sbi_swi_configuration over);

#endif
