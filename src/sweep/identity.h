/* SPDX-License-Identifier: Apache-2.0 */
/* identity.h - the key of a point: a hash of everything that determines its result, apart from the
 * version of warpclock. A point whose job, binary, array or machine file changed is another one. */
#ifndef WARPCLOCK_SWEEP_IDENTITY_H
#define WARPCLOCK_SWEEP_IDENTITY_H

#include "sweep/plan.h"

struct identity {
    const char *key;          /* 64 hexadecimal digits */
    const char *machine;      /* name; "" if it is not known */
    const char *machine_hash; /* of its parameters with the settings; NULL: they are refused */
    const char *settings;     /* "fetch=lrr issue=gtlo" */
    const char *job_text, *job_hash;
};

/* What points share, so that it is made once. */
struct identities {
    const struct sweep_plan *plan;
    wc_context *context; /* to read machines with */
    struct arena arena;
    void *machines;      /* tree of machine hashes */
};

/* The machines of jobs are found here. */
void identities_begin(struct identities *identities, struct sweep_plan *plan, wc_context *context);
void identities_end(struct identities *identities);

/* The texts belong to `arena`. */
void sweep_identify(struct identities *identities, const struct sweep_point *point,
                    struct arena *arena, struct identity *out);

/* Whether a setting is a parameter of the machine, not of the job. */
bool sweep_sets_machine(const struct sweep_setting *setting);

#endif
