/* SPDX-License-Identifier: Apache-2.0 */
/* ilp_exact.c - what a solver of floating point says, checked in integers.
 *
 * Why the bound is safe: take any multiplier y of every row. For every x that satisfies the rows,
 *
 *     c.x = y.(A x) + (c - y A).x <= sum of max(y*low, y*high) + sum of max(0, c - y A) * most
 *
 * (weak duality). Nothing is assumed of y, so it may come from anywhere, rounded in any way: a bad
 * one gives a loose bound or none, never a wrong one. The multipliers of path problems are
 * fractions with small denominators, mostly integers; so they are tried as such. */
#include "bound/engine/ilp.h"

#include <math.h>

typedef __int128 wide;

/* sum += a * b; false when it does not fit. */
static bool add_product(wide *sum, wide a, wide b)
{
    wide product;
    return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(*sum, product, sum);
}

static bool rows_hold(const struct ilp *ilp, const struct ilp_matrix *matrix, const int64_t *x)
{
    wide *sum = arena_array(ilp->arena, ilp->rows, sizeof *sum);
    for (uint32_t c = 0; c < ilp->columns; c++) {
        for (uint32_t i = matrix->first[c]; i < matrix->first[c + 1]; i++) {
            if (!add_product(&sum[matrix->row[i]], matrix->value[i], x[c]))
                return false;
        }
    }
    for (uint32_t r = 0; r < ilp->rows; r++) {
        const struct ilp_row *row = &ilp->row[r];
        if ((row->low != ILP_NO_LOW && sum[r] < row->low) ||
            (row->high != ILP_NO_HIGH && sum[r] > row->high))
            return false;
    }
    return true;
}

bool ilp_satisfied(const struct ilp *ilp, const struct ilp_matrix *matrix, const int64_t *x,
                   int64_t *objective)
{
    wide total = 0;
    for (uint32_t c = 0; c < ilp->columns; c++) {
        if (x[c] < 0 || x[c] > ilp->column[c].max ||
            !add_product(&total, ilp->column[c].objective, x[c]))
            return false;
    }
    *objective = (int64_t)total;
    return total == *objective && rows_hold(ilp, matrix, x);
}

/* y = multiplier * denominator, rounded; only the side of a row that exists can be used. */
static bool round_multipliers(const struct ilp *ilp, const double *multiplier, int64_t denominator,
                              int64_t *y)
{
    for (uint32_t r = 0; r < ilp->rows; r++) {
        double scaled = nearbyint(multiplier[r] * (double)denominator);
        if (!(fabs(scaled) < 0x1p62))
            return false;
        y[r] = (int64_t)scaled;
        if ((y[r] > 0 && ilp->row[r].high == ILP_NO_HIGH) ||
            (y[r] < 0 && ilp->row[r].low == ILP_NO_LOW))
            y[r] = 0;
    }
    return true;
}

/* The right side of the inequality above, times the denominator. */
static bool dual_value(const struct ilp *ilp, const struct ilp_matrix *matrix, const int64_t *y,
                       int64_t denominator, wide *value)
{
    *value = 0;
    for (uint32_t r = 0; r < ilp->rows; r++) {
        if (y[r] && !add_product(value, y[r], y[r] > 0 ? ilp->row[r].high : ilp->row[r].low))
            return false;
    }
    for (uint32_t c = 0; c < ilp->columns; c++) {
        wide reduced = (wide)ilp->column[c].objective * denominator;
        for (uint32_t i = matrix->first[c]; i < matrix->first[c + 1]; i++) {
            if (!add_product(&reduced, -(wide)matrix->value[i], y[matrix->row[i]]))
                return false;
        }
        if (reduced > 0 && (ilp->column[c].max == ILP_NO_HIGH ||
                            !add_product(value, reduced, ilp->column[c].max)))
            return false;
    }
    return true;
}

static wide floor_divide(wide a, wide b)
{
    return a / b - (a % b < 0);
}

bool ilp_prove_bound(const struct ilp *ilp, const struct ilp_matrix *matrix,
                     const double *multiplier, int64_t *bound)
{
    static const int64_t denominators[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 60, 2520, 1 << 20};
    int64_t *y = arena_array(ilp->arena, ilp->rows, sizeof *y);
    bool proved = false;
    for (size_t i = 0; i < sizeof denominators / sizeof *denominators; i++) {
        wide value;
        if (!round_multipliers(ilp, multiplier, denominators[i], y) ||
            !dual_value(ilp, matrix, y, denominators[i], &value))
            continue;
        /* The objective is an integer, so its bound may be rounded down. */
        wide rounded = floor_divide(value, denominators[i]);
        if (rounded != (int64_t)rounded || (proved && rounded >= *bound))
            continue;
        *bound = (int64_t)rounded;
        proved = true;
    }
    return proved;
}
