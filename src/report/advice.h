/* SPDX-License-Identifier: Apache-2.0 */
/* advice.h - a result in plain sentences: what its time is made of, and what to try.
 *
 * Every sentence rests on a number of the result, which it has with it, by its name in the JSON
 * document of `run`. What-if runs are made by the caller (api/explain.c). */
#ifndef WARPCLOCK_REPORT_ADVICE_H
#define WARPCLOCK_REPORT_ADVICE_H

#include "report/result.h"

struct sentence {
    const char *topic;  /* "time", "bound", "memory" */
    const char *text;
    const char *number; /* name in JSON; NULL: of a what-if run */
    double value;
};

/* A run with one thing changed. */
struct what_if {
    const char *key, *value; /* of the machine; or "fixed" and a buffer's name */
    uint64_t cycles;         /* of the run; of "fixed": of the exact bound */
};

struct advice {
    struct arena *arena;
    struct sentence *sentences;
    size_t sentence_count;
    struct what_if *what_ifs;
    size_t what_if_count;
};

/* All that the result alone says. */
void advice_of_result(struct advice *advice, const struct wc_result *result);
/* Best first. */
void advice_add_what_ifs(struct advice *advice, const struct wc_result *result,
                         const struct what_if *what_ifs, size_t count);

void advice_write_text(const struct advice *advice, struct text *out);
void advice_write_json(const struct advice *advice, const struct wc_result *result,
                       struct text *out);
json_t *advice_sentences_json(const struct advice *advice);

#endif
