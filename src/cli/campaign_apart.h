/* SPDX-License-Identifier: Apache-2.0 */
/* campaign_apart.h - a way of a case in a process of its own: a crash is what comes of it. */
#ifndef WARPCLOCK_CLI_CAMPAIGN_APART_H
#define WARPCLOCK_CLI_CAMPAIGN_APART_H

#include "campaign/checks.h"

/* No case takes that long, with shrinking; one that does is cut short. */
enum { CASE_SECONDS = 180 };

/* As trial_run(). */
void trial_apart(const struct bench *bench, const struct campaign_case *kase, struct way *way,
                 struct trial *trial);

#endif
