/* SPDX-License-Identifier: Apache-2.0 */
/* checks.h - what must hold for a way to run a case.
 *
 * functional  a run without a clock leaves the memory that the tree's interpreter leaves
 * clocked     so does a run with a clock, which breaks no invariant of the machine; it takes no
 *             longer than its bound, no predicted number is exceeded, and an exact bound is met
 * again       the same run once more takes the same cycles
 * contents    a launch that is exact takes the same cycles with other contents */
#ifndef WARPCLOCK_CAMPAIGN_CHECKS_H
#define WARPCLOCK_CAMPAIGN_CHECKS_H

#include "campaign/case.h"

enum check { CHECK_FUNCTIONAL, CHECK_CLOCKED, CHECK_AGAIN, CHECK_CONTENTS, CHECKS };
extern const char *const check_names[CHECKS];


enum verdict {
    VERDICT_HOLDS,
    VERDICT_FINDING,
    VERDICT_REFUSED,     /* the machine, or its numbers, do not take the program */
    VERDICT_INTERRUPTED, /* by wc_interrupt() */
};

/* What came of a way. */
struct trial {
    enum verdict verdict;
    enum check check;     /* the last one that was made */
    struct text message;  /* of a finding, or why it was refused */
    uint32_t runs[CHECKS];
    bool bounded, exact;
    uint64_t cycles, bound;
    char reason[160];     /* why there is no bound, or no run; numbers are '#' */
    bool crashed;         /* a finding: the check ended its process */
};
void trial_free(struct trial *trial);

/* Where binary and job of the run under way are, and what runs in. */
struct bench {
    wc_context *context;
    const char *folder;
    /* trial_run(), or the same in a process of its own. Settings that do not fit are left out of
     * `way`. */
    void (*try_way)(const struct bench *bench, const struct campaign_case *kase, struct way *way,
                    struct trial *trial);
};
extern const char job_file[]; /* its name in the folder; the job names its binary */
void trial_run(const struct bench *bench, const struct campaign_case *kase, struct way *way,
               struct trial *trial);

/* The smallest case that fails the same check, by leaving out what is not needed. *steps: of the
 * simplifications that were tried. */
void case_shrink(const struct bench *bench, struct campaign_case *kase, struct way *way,
                 struct trial *trial, uint32_t *steps);

#endif
