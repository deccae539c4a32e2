/* SPDX-License-Identifier: Apache-2.0 */
/* runs.h - the runs for the PWS paper's tables: each case is run once, measured and analysed. */
#ifndef WARPCLOCK_PAPER_PWS_RUNS_H
#define WARPCLOCK_PAPER_PWS_RUNS_H

#include "paper/pws/analysis.h"
#include "paper/runs.h"

enum pws_mode { PWS_NONE, PWS_DWS, PWS_PWS, PWS_MODES };

#define PWS_ALL_MARKS UINT32_MAX

struct pws_case {
    const char *job;   /* from the paper's folder */
    const char *entry; /* of its launch; NULL: the job's own */
    enum pws_mode mode;
    uint32_t splits;   /* S */
    uint32_t marks;    /* PWS: branches that are marked, from the outermost ones on */
    bool optimal;      /* PWS: split points with the smallest estimated WCET, instead of SELECT's */
    uint32_t total;    /* SIMDs and SpSIMDs of a CU; 0: four SIMDs, and their SpSIMDs */
    bool reprovision;
};

struct pws_run {
    struct pws_case what;
    bool known;      /* it ran */
    double observed; /* cycles of all launches */
    double splits;   /* that wavefronts made */
    uint64_t memory; /* a digest of all buffers afterwards */
    struct pws_times times; /* by analysis */
};

struct pws_runs {
    struct paper_runs made;
    struct pws_run **list;
    size_t count;
    bool collecting;
};

void pws_runs_begin(struct pws_runs *runs, wc_context *context, const char *folder,
                    struct arena *arena);
/* The run of a case. While collecting it is only noted. */
const struct pws_run *pws_run(struct pws_runs *runs, const struct pws_case *what);
/* Makes all that were noted. */
void pws_runs_make(struct pws_runs *runs);

const char *pws_mode_name(enum pws_mode mode);
/* The worst case by analysis, in the form of the paper (Equation 3) or ours; of DWS always the
 * tight one. NAN: not known. */
double pws_analytical(const struct pws_run *run, bool paper);
double pws_observed(const struct pws_run *run);

#endif
