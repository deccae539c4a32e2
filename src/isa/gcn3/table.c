/* SPDX-License-Identifier: Apache-2.0 */
/* table.c - joins the tables of all formats, and maps opcodes to rows. */
#include "isa/gcn3/table.h"

#include <string.h>

static const struct gcn3_rows *const tables[] = {
    &gcn3_sop2_rows, &gcn3_sopk_rows, &gcn3_sop1_rows, &gcn3_sopc_rows, &gcn3_sopp_rows,
    &gcn3_smem_rows, &gcn3_vop2_rows, &gcn3_vop1_rows, &gcn3_vopc_rows, &gcn3_vop3_rows,
    &gcn3_ds_rows, &gcn3_flat_rows, &gcn3_global_rows, &gcn3_mubuf_rows, &gcn3_graphics_rows,
    &gcn3_refused_rows,
};

const struct gcn3_row *gcn3_row(size_t i)
{
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        if (i < tables[t]->count)
            return &tables[t]->rows[i];
        i -= tables[t]->count;
    }
    return NULL;
}

/* Interpolation in the long encoding. */
enum { VOP3_INTERPOLATION = 624, VOP3_INTERPOLATION_LAST = 630 };

static void enter(struct gcn3_lookup *lookup, const struct gcn3_row *row)
{
    static const uint16_t twin[GCN3_FORMATS] = {
        [GCN3_VOP2] = GCN3_VOP3_OF_VOP2, [GCN3_VOP1] = GCN3_VOP3_OF_VOP1,
    };
    if (row->format == GCN3_VOP3) {
        lookup->vop3[row->opcode] = row;
        return;
    }
    lookup->row[row->format][row->opcode] = row;
    if (row->forms & FORM_E64)
        lookup->vop3[twin[row->format] + row->opcode] = row;
    if (row->format == GCN3_VINTRP)
        for (unsigned i = VOP3_INTERPOLATION; i <= VOP3_INTERPOLATION_LAST; i++)
            lookup->vop3[i] = row;
}

void gcn3_lookup_build(struct gcn3_lookup *lookup, enum gcn3_version version)
{
    const struct gcn3_row *row;
    memset(lookup, 0, sizeof *lookup);
    lookup->version = version;
    for (size_t i = 0; (row = gcn3_row(i)); i++)
        if (gcn3_row_is_of(row, version))
            enter(lookup, row);
}
