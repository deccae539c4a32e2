/* SPDX-License-Identifier: Apache-2.0 */
/* ilp_lp.c - an integer program as a file in LP format, for other solvers (PWS-42).
 *
 * Column i is named x<i>, row i r<i>. A row with two different limits becomes two rows, since
 * readers disagree on the syntax of ranges. */
#include <inttypes.h>

#include "bound/engine/ilp.h"

enum { TERMS_PER_LINE = 8 }; /* readers limit the length of a line */

static void write_term(struct text *text, uint32_t place, int64_t factor, uint32_t column)
{
    uint64_t size = factor < 0 ? 0 - (uint64_t)factor : (uint64_t)factor;
    text_add(text, "%s%c %" PRIu64 " x%u", place && place % TERMS_PER_LINE == 0 ? "\n  " : " ",
             factor < 0 ? '-' : '+', size, column);
}

/* The matrix by row: row i from first[i] to first[i + 1]. */
struct row_order {
    uint32_t *first, *column;
    int64_t *value;
};

static struct row_order order_by_row(const struct ilp *ilp, const struct ilp_matrix *matrix)
{
    uint32_t used = matrix->first[ilp->columns];
    struct row_order out = {arena_array(ilp->arena, ilp->rows + 2u, sizeof *out.first),
                            arena_array(ilp->arena, used, sizeof *out.column),
                            arena_array(ilp->arena, used, sizeof *out.value)};
    for (uint32_t i = 0; i < used; i++)
        out.first[matrix->row[i] + 2]++;
    for (uint32_t r = 0; r < ilp->rows; r++)
        out.first[r + 2] += out.first[r + 1];
    for (uint32_t c = 0; c < ilp->columns; c++) {
        for (uint32_t i = matrix->first[c]; i < matrix->first[c + 1]; i++) {
            uint32_t at = out.first[matrix->row[i] + 1]++;
            out.column[at] = c;
            out.value[at] = matrix->value[i];
        }
    }
    return out;
}

static void write_row(struct text *text, const struct row_order *order, uint32_t row,
                      const char *suffix, const char *relation, int64_t limit)
{
    if (order->first[row] == order->first[row + 1])
        return; /* nothing to limit */
    text_add(text, " r%u%s:", row, suffix);
    for (uint32_t i = order->first[row]; i < order->first[row + 1]; i++)
        write_term(text, i - order->first[row], order->value[i], order->column[i]);
    text_add(text, " %s %" PRId64 "\n", relation, limit);
}

static void write_rows(struct text *text, const struct ilp *ilp, const struct row_order *order)
{
    text_add(text, "Subject To\n");
    for (uint32_t r = 0; r < ilp->rows; r++) {
        const struct ilp_row *row = &ilp->row[r];
        if (row->low == row->high) {
            write_row(text, order, r, "", "=", row->low);
            continue;
        }
        if (row->low != ILP_NO_LOW)
            write_row(text, order, r, "low", ">=", row->low);
        if (row->high != ILP_NO_HIGH)
            write_row(text, order, r, "high", "<=", row->high);
    }
}

enum wc_status ilp_write_lp(struct error *err, const struct ilp *ilp, struct text *text)
{
    struct ilp_matrix matrix;
    enum wc_status status = ilp_pack(err, ilp, &matrix);
    if (status != WC_OK)
        return status;
    struct row_order order = order_by_row(ilp, &matrix);
    text_add(text, "Maximize\n obj:");
    for (uint32_t c = 0; c < ilp->columns; c++)
        write_term(text, c, ilp->column[c].objective, c);
    text_add(text, "\n");
    write_rows(text, ilp, &order);
    text_add(text, "Bounds\n");
    for (uint32_t c = 0; c < ilp->columns; c++) {
        if (ilp->column[c].max != ILP_NO_HIGH)
            text_add(text, " 0 <= x%u <= %" PRId64 "\n", c, ilp->column[c].max);
    }
    text_add(text, "Integers\n");
    for (uint32_t c = 0; c < ilp->columns; c++)
        text_add(text, " x%u\n", c);
    text_add(text, "End\n");
    return WC_OK;
}
