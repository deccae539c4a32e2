/* SPDX-License-Identifier: Apache-2.0 */
/* campaign_workers.h - the processes of a campaign: each claims cases, tries them, and writes what
 * it has found. */
#ifndef WARPCLOCK_CLI_CAMPAIGN_WORKERS_H
#define WARPCLOCK_CLI_CAMPAIGN_WORKERS_H

#include "campaign/results.h"
#include "command.h"

struct campaign_crew {
    struct session *session;
    const char *db;
    const char *keep;             /* folder for files of findings */
    char *folder;                 /* for what is under way, while campaign_work() works */
    struct night night;
    struct campaign_choice choice;
    double end;                   /* when the night ends, as crew_now() tells; 0: never */
};

/* Until the night has ended. WC_INTERRUPTED: by a signal. */
enum wc_status campaign_work(struct campaign_crew *crew);

/* A case alone, without a database. */
enum wc_status campaign_try(const struct campaign_crew *crew, uint64_t number,
                            struct campaign_case *kase, struct outcome *outcome);

#endif
