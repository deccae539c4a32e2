/* SPDX-License-Identifier: Apache-2.0 */
/* results.h - the results of campaigns in SQLite; nights add up (docs/campaign.md has the schema).
 *
 * results.c        nights, claims, what a case has found
 * results_crash.c  cases that end their worker
 * results_total.c  the sums of a night, and of all nights */
#ifndef WARPCLOCK_CAMPAIGN_RESULTS_H
#define WARPCLOCK_CAMPAIGN_RESULTS_H

#include "campaign/outcome.h"
#include "sweep/claims.h"

/* Of the generators: it changes when the same number means another case. */
enum { CAMPAIGN_GENERATOR = 2, CAMPAIGN_SCHEMA = 1 };
extern const struct database_kind database_of_campaigns;

/* What a night works on; ids are of the database. */
struct night {
    uint64_t seed, first;
    const char *isa, *machine; /* NULL: all */
    uint32_t workers;
    uint64_t runs_max;         /* 0: no limit */
    int64_t campaign, id;
};
enum wc_status night_begin(struct error *err, const char *path, struct night *night);

/* A case for a worker: first those that were abandoned. */
struct claimed {
    uint64_t number; /* 0: the night has made all its runs, or `is_over` */
    bool crashed;    /* it has ended a worker */
};
enum wc_status case_claim(struct error *err, struct worker *worker, const struct night *night,
                          bool is_over, struct claimed *claimed);
/* Gives it back: an interrupt ended it. */
enum wc_status case_release(struct error *err, struct worker *worker, const struct night *night,
                            uint64_t number);

/* All of it, or nothing. */
enum wc_status case_write(struct error *err, struct worker *worker, const struct night *night,
                          const struct campaign_case *kase, const struct outcome *outcome);

/* ---- crashes ---- */

/* The case of the worker that was this process; 0: it had none. */
enum wc_status crash_case(struct error *err, struct database *database, int64_t pid,
                          uint64_t *number);
/* It ended the process: a finding with a job and its binary. */
enum wc_status crash_note(struct error *err, struct database *database, const struct night *night,
                          uint64_t number, const char *message, const struct finding *finding);
/* In a process of its own: what it is that ends it ... */
enum wc_status crash_explain(struct error *err, struct database *database,
                             const struct night *night, uint64_t number,
                             const struct finding *finding, const struct trial *trial);
/* ... or that nothing does. */
enum wc_status crash_is_gone(struct error *err, struct database *database,
                             const struct night *night, uint64_t number);

/* ---- sums ---- */

struct totals {
    uint64_t cases, runs, findings, slow;
    uint64_t ways, refused; /* that ran, and that did not */
    double seconds; /* of all nights, up to their last case */
};
/* Everything was refused, long enough to say so. */
bool night_runs_nothing(const struct totals *totals);
/* Of one night; 0: of all. */
enum wc_status totals_read(struct error *err, struct database *database, int64_t night,
                           struct totals *out);
/* The most frequent reason, by machine, why a way of a night did not run. */
enum wc_status refusal_read(struct error *err, struct database *database, int64_t night,
                            struct text *out);
/* Tables for people, or a JSON document; all nights. */
enum wc_status summary_write(struct error *err, struct database *database, bool json,
                             struct text *out);

#endif
