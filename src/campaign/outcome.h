/* SPDX-License-Identifier: Apache-2.0 */
/* outcome.h - trying a case: all its ways, and for what fails a smaller case and its files.
 *
 * A case that ends its process is tried again with each way in a process of its own, which the
 * command starts: bench->try_way. */
#ifndef WARPCLOCK_CAMPAIGN_OUTCOME_H
#define WARPCLOCK_CAMPAIGN_OUTCOME_H

#include "campaign/checks.h"

/* What came of a case. */
struct finding {
    const struct way *way; /* NULL: there is none, or nothing but its files is known */
    uint32_t steps;
    struct text program, job, folder;
    struct binary binary;
};
struct outcome {
    const char *verdict; /* "holds", "finding", "crash"; NULL: it was interrupted */
    double seconds;
    struct trial trials[WAYS_MAX];
    bool drawn[WAYS_MAX];
    struct finding findings[WAYS_MAX];
};
void outcome_free(struct outcome *outcome);
void finding_free(struct finding *finding);
/* `keep`: folder for files of findings. The case's ways end as they failed: smaller. */
void case_try(const struct bench *bench, struct campaign_case *kase, const char *keep,
              struct outcome *outcome);

/* Job and binary of the run that has ended its process, from its folder, and their files for
 * people. */
void crash_keep(wc_context *context, const char *folder, const char *keep, uint64_t number,
                const char *message, struct finding *finding);

#endif
