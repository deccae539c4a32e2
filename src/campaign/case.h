/* SPDX-License-Identifier: Apache-2.0 */
/* case.h - one case of a campaign: a random program, and the ways to run it.
 *
 * A way is an instruction set, a machine that runs it, and settings of this machine. Everything
 * follows from the seed of the campaign and the number of the case. */
#ifndef WARPCLOCK_CAMPAIGN_CASE_H
#define WARPCLOCK_CAMPAIGN_CASE_H

#include "campaign/encoder.h"
#include "campaign/machines.h"

struct way {
    const struct encoder *encoder;
    const struct campaign_machine *machine;
    struct shape shape;
    struct settings settings;
    enum wc_bound_method method; /* of its bound */
    bool every_cycle;            /* the second clocked run does not jump over idle cycles */
};

/* What a campaign may choose from. */
struct campaign_choice {
    const struct campaign_machines *machines;
    const char *isa; /* name of an encoder or instruction set; NULL: all */
};
/* Is there any way at all? */
bool choice_is_possible(const struct campaign_choice *choice);

enum { WAYS_MAX = 3 };
struct campaign_case {
    uint64_t seed, number;
    struct arena arena;
    struct tree tree;
    struct way ways[WAYS_MAX];
    uint32_t way_count;
};
void case_draw(struct campaign_case *kase, const struct campaign_choice *choice, uint64_t seed,
               uint64_t number);
void case_free(struct campaign_case *kase);

/* The job of a way: the text of its file, with the memory that is expected at the end. The kernel
 * is way->encoder->file beside it. `input_seed` makes the contents of `in`. */
void case_job_text(const struct campaign_case *kase, const struct way *way,
                   const struct binary *binary, uint64_t input_seed, struct text *out);

#endif
