/* SPDX-License-Identifier: Apache-2.0 */
/* table.c - joins the parts of the instruction table, and orders forms for matching. */
#include "isa/sass/table.h"

#include <stdlib.h>

const struct sass_row *sass_row_at(size_t i)
{
    const struct sass_rows_part *const parts[] = {
        &sass_rows_integer, &sass_rows_float, &sass_rows_memory, &sass_rows_texture,
        &sass_rows_control,
    };
    for (size_t part = 0; part < sizeof parts / sizeof parts[0]; part++) {
        if (i < parts[part]->count)
            return &parts[part]->rows[i];
        i -= parts[part]->count;
    }
    return NULL;
}

/* More fixed bits first; ties by value, so the order is the same everywhere. */
static int compare_entries(const void *a, const void *b)
{
    const struct sass_form *left = ((const struct sass_lookup_entry *)a)->form;
    const struct sass_form *right = ((const struct sass_lookup_entry *)b)->form;
    int bits = __builtin_popcountll(right->mask) - __builtin_popcountll(left->mask);
    return bits ? bits : (left->match > right->match) - (left->match < right->match);
}

void sass_lookup_build(struct sass_lookup *lookup)
{
    lookup->count = 0;
    for (size_t i = 0; sass_row_at(i); i++) {
        const struct sass_row *row = sass_row_at(i);
        for (size_t f = 0; f < SASS_FORMS_MAX && row->forms[f].mask; f++)
            if (lookup->count < SASS_LOOKUP_MAX)
                lookup->entry[lookup->count++] =
                    (struct sass_lookup_entry){.form = &row->forms[f], .row = row};
    }
    qsort(lookup->entry, lookup->count, sizeof lookup->entry[0], compare_entries);
}

uint64_t sass_field_value(const struct sass_field *field, const struct sass_insn *insn)
{
    uint64_t value = insn->modifier[field->modifier];
    if (!field->values)
        return value;
    for (uint64_t i = 0; i < 1ull << field->width; i++)
        if (field->values[i] == value)
            return i;
    return 0;
}

const char *sass_field_suffix(const struct sass_field *field, const struct sass_insn *insn)
{
    if (field->spell)
        return field->spell(insn);
    return field->names ? field->names[field->width ? sass_field_value(field, insn) : 0] : "";
}
