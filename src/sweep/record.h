/* SPDX-License-Identifier: Apache-2.0 */
/* record.h - runs a point, and writes its result. */
#ifndef WARPCLOCK_SWEEP_RECORD_H
#define WARPCLOCK_SWEEP_RECORD_H

#include "sweep/claims.h"

/* How a run ended. */
struct record {
    enum wc_status status;
    bool timed_out;    /* by the limit of seconds */
    bool over_memory;  /* its inputs need more than the limit of memory */
    char *message;     /* NULL: ok; release with record_free() */
    wc_result *result; /* NULL: there is none */
    double seconds;
};

/* Runs the point with a context of its own, whose caller can interrupt it. */
void record_make(wc_context *context, const struct sweep_plan *plan,
                 const struct sweep_point *point, struct record *record);
/* The interrupt that ended it was the limit of seconds. */
void record_time_out(struct record *record, uint64_t seconds);
/* The run is done, if it is still this worker's. One transaction: all of it is there, or
 * nothing. */
enum wc_status record_write(struct error *err, struct worker *worker, int64_t run,
                            const struct record *record);
void record_free(struct record *record);

#endif
