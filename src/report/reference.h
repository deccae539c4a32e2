/* SPDX-License-Identifier: Apache-2.0 */
/* reference.h - listings generated from the program's own tables: machines, statistics,
 * instructions. */
#ifndef WARPCLOCK_REPORT_REFERENCE_H
#define WARPCLOCK_REPORT_REFERENCE_H

#include <jansson.h>

#include "base/text.h"
#include "isa/insn.h"
#include "load/parameters.h"
#include "machine/common/statistics.h"

/* Name and one-line description of a machine; `model` is NULL if its file cannot be read. */
struct machine_line {
    const char *name, *about, *isa, *model;
};

void reference_write_machines(const struct machine_line *machines, size_t count,
                              enum wc_format format, struct text *out);
void reference_write_machine(const struct parameters *parameters, enum wc_format format,
                             struct text *out);
json_t *reference_machine_json(const struct parameters *parameters);
/* Every statistic of every model, and which of the machines have it. */
void reference_write_statistics(const struct machine_line *machines, size_t count,
                                enum wc_format format, struct text *out);
void reference_write_instructions(const struct isa *isa, enum wc_format format, struct text *out);

#endif
