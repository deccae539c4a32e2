/* SPDX-License-Identifier: Apache-2.0 */
/* fields.h - parameters of a machine file go into the members of a model's struct, by a table.
 *
 * One row a number; the reader has no knowledge of its own, so that a model's numbers are listed in
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
    FIELD_CHOICE, /* bool: the parameter has the text `chosen`, not `other` */
    FIELD_POLICY, /* const struct scheduler_ops *, that asks for nothing but ready warps */
    FIELD_ANY_POLICY, /* the same, or one that is told when a warp lets go */
};

struct field {
    const char *name; /* dotted path */
    enum field_kind kind;
    size_t offset;
    const char *chosen, *other; /* the two texts of a choice */
    uint32_t min, max;       /* what the model can work with; most 0: anything */
};

/* Reads rows up to one without a name. `prefix` stands before every name. */
enum wc_status fields_read(struct error *err, struct parameters *parameters, const char *prefix,
                           const struct field *fields, void *into);

/* Reads some of a model's numbers into its struct. */
typedef enum wc_status fields_reader(struct error *err, struct parameters *parameters, void *into);
/* One reader after the other, up to NULL or the first that fails. */
enum wc_status fields_read_all(struct error *err, struct parameters *parameters, void *into,
                               fields_reader *const *readers);

#endif
