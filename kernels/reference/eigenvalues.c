/* SPDX-License-Identifier: Apache-2.0 */
/* eigenvalues.c - host reference of eigenvalues: each one by bisections of its own. */
#include "reference.h"

#include <math.h>

static int count_below(const float *diagonal, const float *beside, int n, float x)
{
    float q = 1.0f;
    int count = 0;

    for (int i = 0; i < n; i++) {
        float square = i > 0 ? beside[i] * beside[i] : 0.0f;

        q = diagonal[i] - x - square / q;
        if (fabsf(q) < 1e-20f)
            q = -1e-20f;
        count += q < 0.0f;
    }
    return count;
}

static float find(const float *diagonal, const float *beside, int n, int which, float width,
                  int halvings)
{
    float left = -8.0f;
    float right = 8.0f;

    for (int i = 0; i < halvings && right - left > width; i++) {
        float middle = 0.5f * (left + right);

        if (count_below(diagonal, beside, n, middle) > which)
            right = middle;
        else
            left = middle;
    }
    return 0.5f * (left + right);
}

void reference_eigenvalues(struct run *run)
{
    int matrices = number(run, "matrices");
    int n = number(run, "n");
    int halvings = number(run, "halvings");
    float width = number_f32(run, "width");
    const float *diagonals = input_f32(run, "diagonals");
    const float *beside = input_f32(run, "beside");
    float *values = new_f32(run, (size_t)matrices * n);

    for (int m = 0; m < matrices; m++)
        for (int i = 0; i < n; i++)
            values[m * n + i] =
                find(diagonals + m * n, beside + m * n, n, i, width, halvings);
    write_f32(run, "values", values, (size_t)matrices * n);
}
