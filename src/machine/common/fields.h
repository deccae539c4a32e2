/* SPDX-License-Identifier: Apache-2.0 */
/* fields.h - copies parameters of a machine file into the members of a model's struct, by a table.
 *
 * One row per number; the reader has no knowledge of its own, so a model's numbers are listed in
 * one place and nothing is read twice. */
#ifndef WARPCLOCK_MACHINE_COMMON_FIELDS_H
#define WARPCLOCK_MACHINE_COMMON_FIELDS_H

#include <stddef.h>

#include "hw/scheduler.h"
#include "load/parameters.h"

enum field_kind {
    FIELD_U32,    /* uint32_t */
    FIELD_U64,    /* uint64_t */
    FIELD_FLAG,   /* bool */
    FIELD_CHOICE, /* bool: the parameter is `chosen`, not `other` */
    FIELD_POLICY, /* const struct scheduler_ops *, for a policy that needs only the ready warps */
    FIELD_ANY_POLICY, /* the same, or one that must know when a warp stops or ends */
};

struct field {
    const char *name; /* dotted path */
    enum field_kind kind;
    size_t offset;
    const char *chosen, *other; /* the two texts of a choice */
    uint32_t min, max;       /* the model's range; max 0: any value */
};

/* Reads rows up to one without a name. `prefix` is prepended to every name. */
enum wc_status fields_read(struct error *err, struct parameters *parameters, const char *prefix,
                           const struct field *fields, void *into);

/* Reads some of a model's numbers into its struct. */
typedef enum wc_status fields_reader(struct error *err, struct parameters *parameters, void *into);
/* One reader after the other, up to NULL or the first that fails. */
enum wc_status fields_read_all(struct error *err, struct parameters *parameters, void *into,
                               fields_reader *const *readers);

#endif
