/* SPDX-License-Identifier: Apache-2.0 */
/* isa.c - the operations of struct isa for GCN3. */
#include "isa/gcn3/table.h"

static const struct op *row(size_t i)
{
    const struct gcn3_row *found = gcn3_row(i);
    return found ? &found->op : NULL;
}

static const char *feature_name(const struct gcn3_row *found)
{
    if (found->flags & NEEDS_PWS)
        return "PWS extension";
    if (found->flags & NOT_MODELLED)
        return "GCN5 (not modelled)";
    if (found->versions && !(found->versions & GCN3_GFX8))
        return found->versions == GCN3_GFX9 ? "GCN5" : "GCN5 (gfx906)";
    return found->flags & NEEDS_GRAPHICS ? "graphics (not supported)" : NULL;
}

static const char *row_feature(size_t i)
{
    return feature_name(gcn3_row(i));
}

static bool lacks(const struct insn *insn, struct text *out)
{
    if (insn->run != gcn3_missing_feature)
        return false;
    const struct gcn3_row *found = gcn3_of(insn)->row;
    if (found->flags & NEEDS_PWS)
        text_add(out, "the PWS extension (--set isa.pws=true)");
    else if (gcn3_of(insn)->is_beyond)
        text_add(out, "a part of GCN5 that is not modelled");
    else
        text_add(out, "a graphics pipeline, which is not supported");
    return true;
}

const struct isa isa_gcn3 = {
    .name = "gcn3",
    .register_count = GCN3_NAMES,
    .insn_bytes_min = 4,
    .default_features = GCN3_ALL,
    .decode = gcn3_decode,
    .print = gcn3_print,
    .register_name = gcn3_register_name,
    .read_register = gcn3_read_register,
    .dependence = gcn3_dependence,
    .acting = gcn3_acting,
    .name_count = GCN3_NAMES_ALL,
    .name_kind = gcn3_name_kind,
    .stored = gcn3_stored,
    .row = row,
    .lacks = lacks,
    .row_feature = row_feature,
};
