/* SPDX-License-Identifier: Apache-2.0 */
/* spmv.c - host reference of spmv: makes the matrix, and multiplies it row by row. */
#include "reference.h"

#define MATRIX_SEED   212
#define LONGEST_ROW   63
#define LONG_ROW_STEP 32

struct sparse {
    int rows, columns, elements;
    int32_t *offset, *index;
    float *value;
};

/* Mostly 0 to 7 elements a row, in every 32nd row 32 to 63: work is spread unevenly over a warp. */
static void make_matrix(struct sparse *m)
{
    uint64_t state = MATRIX_SEED;

    for (int row = 0; row < m->rows; row++) {
        uint64_t pick = splitmix64(&state);
        int length = row % LONG_ROW_STEP == 5 ? 32 + (int)(pick % 32) : (int)(pick % 8);

        m->offset[row] = m->elements;
        for (int i = 0; i < length; i++) {
            uint64_t element = splitmix64(&state);

            m->index[m->elements] = (int32_t)(element % (uint64_t)m->columns);
            m->value[m->elements++] = (float)(element >> 40) * 0x1p-23f - 1.0f;
        }
    }
    m->offset[m->rows] = m->elements;
}

void reference_spmv(struct run *run)
{
    struct sparse m = {.rows = number(run, "rows"), .columns = number(run, "columns")};
    size_t limit = (size_t)m.rows * 7 + (size_t)(m.rows / LONG_ROW_STEP + 1) * LONGEST_ROW;
    const float *x = input_f32(run, "x");
    float *y = new_f32(run, m.rows);

    m.offset = new_i32(run, m.rows + 1);
    m.index = new_i32(run, limit);
    m.value = new_f32(run, limit);
    make_matrix(&m);
    for (int row = 0; row < m.rows; row++)
        for (int i = m.offset[row]; i < m.offset[row + 1]; i++)
            y[row] += m.value[i] * x[m.index[i]];
    write_i32(run, "offsets", m.offset, m.rows + 1);
    write_i32(run, "indices", m.index, m.elements);
    write_f32(run, "values", m.value, m.elements);
    write_f32(run, "y", y, m.rows);
}
