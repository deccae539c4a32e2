/* SPDX-License-Identifier: Apache-2.0 */
/* spmv_jds.c - host reference of spmv-jds: makes the matrix, and multiplies it row by row. */
#include "reference.h"

#define MATRIX_SEED 392
#define LONGEST_ROW 60

/* Rows by falling length: many short ones, few long ones. */
static int length_of(int rank, int rows)
{
    return 1 + (int)((long)(LONGEST_ROW - 1) * (rows - 1 - rank) / rows * (rows - 1 - rank) / rows);
}

/* An odd step visits every place once if `rows` has no factor with it in common. */
static int place_of(int rank, int rows)
{
    int step = 7;

    while (rows % step == 0)
        step += 2;
    return (int)((long)rank * step % rows);
}

static int make_structure(int rows, int32_t *lengths, int32_t *starts, int32_t *places)
{
    int elements = 0;

    for (int rank = 0; rank < rows; rank++) {
        lengths[rank] = length_of(rank, rows);
        places[rank] = place_of(rank, rows);
    }
    for (int d = 0; d < LONGEST_ROW; d++) {
        starts[d] = elements;
        for (int rank = 0; rank < rows && lengths[rank] > d; rank++)
            elements++;
    }
    return elements;
}

void reference_spmv_jds(struct run *run)
{
    int rows = number(run, "rows");
    const float *x = input_f32(run, "x");
    int32_t *lengths = new_i32(run, rows), *starts = new_i32(run, LONGEST_ROW);
    int32_t *places = new_i32(run, rows);
    int elements = make_structure(rows, lengths, starts, places);
    int32_t *indices = new_i32(run, elements);
    float *values = new_f32(run, elements), *y = new_f32(run, rows);
    uint64_t state = MATRIX_SEED;

    for (int i = 0; i < elements; i++) {
        uint64_t element = splitmix64(&state);

        indices[i] = (int32_t)(element % (uint64_t)rows);
        values[i] = (float)(element >> 40) * 0x1p-23f - 1.0f;
    }
    for (int rank = 0; rank < rows; rank++)
        for (int d = 0; d < lengths[rank]; d++)
            y[places[rank]] += values[starts[d] + rank] * x[indices[starts[d] + rank]];
    write_i32(run, "lengths", lengths, rows);
    write_i32(run, "starts", starts, LONGEST_ROW);
    write_i32(run, "places", places, rows);
    write_i32(run, "indices", indices, elements);
    write_f32(run, "values", values, elements);
    write_f32(run, "y", y, rows);
}
