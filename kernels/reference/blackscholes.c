/* SPDX-License-Identifier: Apache-2.0 */
/* blackscholes.c - host reference of blackscholes: double precision, exact distribution. */
#include "reference.h"

#include <math.h>

static double normal_distribution(double x)
{
    return 0.5 * erfc(-x * sqrt(0.5));
}

void reference_blackscholes(struct run *run)
{
    int n = number(run, "n");
    double rate = number_f32(run, "rate");
    double volatility = number_f32(run, "volatility");
    const float *price = input_f32(run, "price");
    const float *strike = input_f32(run, "strike");
    const float *years = input_f32(run, "years");
    float *call = new_f32(run, n);
    float *put = new_f32(run, n);

    for (int i = 0; i < n; i++) {
        double deviation = volatility * sqrt(years[i]);
        double d1 = (log((double)price[i] / strike[i]) +
                     (rate + volatility * volatility / 2) * years[i]) / deviation;
        double d2 = d1 - deviation;
        double discounted = strike[i] * exp(-rate * years[i]);

        call[i] = (float)(price[i] * normal_distribution(d1) -
                          discounted * normal_distribution(d2));
        put[i] = (float)(discounted * normal_distribution(-d2) -
                         price[i] * normal_distribution(-d1));
    }
    write_f32(run, "call", call, n);
    write_f32(run, "put", put, n);
}
