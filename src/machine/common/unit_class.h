/* SPDX-License-Identifier: Apache-2.0 */
/* unit_class.h - timing classes of units that work on some lanes per cycle. */
#ifndef WARPCLOCK_MACHINE_COMMON_UNIT_CLASS_H
#define WARPCLOCK_MACHINE_COMMON_UNIT_CLASS_H

#include "isa/insn.h"
#include "machine/common/fields.h"

struct unit_class {
    uint32_t latency; /* from issue to the result */
    uint32_t lanes;   /* that the unit works on per cycle */
    uint32_t read;    /* from issue to the operand read, if the model has it */
    uint32_t passes;  /* cycles for which an instruction of all lanes occupies the unit */
};

/* The classes of a model, and the paths of their numbers in the machine file. */
struct unit_classes {
    const char *prefix; /* "units": units.fma.latency and so on */
    const enum timing *list;
    size_t count;
    uint32_t lanes_max; /* of a warp */
    bool has_read;
};

/* Fills table[timing] of each class in the list. */
enum wc_status unit_classes_read(struct error *err, struct parameters *parameters,
                                 const struct unit_classes *classes, struct unit_class *table);

#endif
