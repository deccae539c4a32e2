/* SPDX-License-Identifier: Apache-2.0 */
/* walsh.c - host reference of walsh: one butterfly after the other. */
#include "reference.h"

void reference_walsh(struct run *run)
{
    int n = number(run, "n");
    float *signal = input_f32(run, "signal");

    for (int stride = n / 2; stride > 0; stride /= 2)
        for (int low = 0; low < n; low++) {
            if (low & stride)
                continue;
            float a = signal[low];
            float b = signal[low + stride];
            signal[low] = a + b;
            signal[low + stride] = a - b;
        }
    write_f32(run, "signal", signal, n);
}
