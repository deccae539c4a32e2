/* SPDX-License-Identifier: Apache-2.0 */
/* unit_class.c - reading the numbers of timing classes. */
#include "machine/common/unit_class.h"

#include <stdio.h>

#include "machine/common/memory_fields.h"

#define CLASS(member) offsetof(struct unit_class, member)

static enum wc_status read_class(struct error *err, struct parameters *parameters,
                                 const struct unit_classes *classes, enum timing timing,
                                 struct unit_class *class)
{
    const struct field fields[] = {
        {.name = "latency", .kind = FIELD_U32, .offset = CLASS(latency),
         .min = 1, .max = CYCLES_MAX},
        {.name = "lanes", .kind = FIELD_U32, .offset = CLASS(lanes),
         .min = 1, .max = classes->lanes_max},
        {.name = classes->has_read ? "read" : NULL, .kind = FIELD_U32, .offset = CLASS(read),
         .min = 0, .max = CYCLES_MAX},
        {0},
    };
    char prefix[48];
    snprintf(prefix, sizeof prefix, "%s.%s.", classes->prefix, timing_name(timing));
    enum wc_status status = fields_read(err, parameters, prefix, fields, class);
    if (status == WC_OK)
        class->passes = (classes->lanes_max + class->lanes - 1) / class->lanes;
    return status;
}

enum wc_status unit_classes_read(struct error *err, struct parameters *parameters,
                                 const struct unit_classes *classes, struct unit_class *table)
{
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < classes->count; i++)
        status = read_class(err, parameters, classes, classes->list[i],
                            &table[classes->list[i]]);
    return status;
}
