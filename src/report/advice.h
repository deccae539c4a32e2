/* SPDX-License-Identifier: Apache-2.0 */
/* advice.h - a result in plain sentences: what its time is made of, and what to try.
 *
 * Every sentence rests on a number of the result, which it has with it, by its name in the JSON
 * document of `check --report`. Runs with something changed are made by the caller
 * (api/what_if.c).
 *
 * advice.c          how long it took, and the order of all sentences
 * advice_bound.c    how long at most, and the costliest loop
 * advice_time.c     where the time goes
 * advice_use.c      what is not used
 * advice_what_if.c  what would help */
#ifndef WARPCLOCK_REPORT_ADVICE_H
#define WARPCLOCK_REPORT_ADVICE_H

#include "report/result.h"

struct sentence {
    const char *topic;  /* "time", "bound", "memory" */
    const char *text;
    const char *number; /* name in JSON */
    double value;
};

struct advice {
    struct arena *arena;
    struct sentence *sentences;
    size_t sentence_count;
};

void advice_of_result(struct advice *advice, const struct wc_result *result);

void advice_write_text(const struct advice *advice, struct text *out);
void advice_write_json(const struct advice *advice, const struct wc_result *result,
                       struct text *out);
json_t *advice_sentences_json(const struct advice *advice);

#endif
