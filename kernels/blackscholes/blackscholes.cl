/* SPDX-License-Identifier: Apache-2.0 */
/* blackscholes - prices of European call and put options by the formula of Black and Scholes.
 *
 * The normal distribution is Abramowitz and Stegun 26.2.17, a polynomial of fifth degree in
 * 1 / (1 + 0.2316419 |x|) with an absolute error below 7.5e-8. A work-item prices `each` options
 * that follow each other in memory.
 */

static float normal_distribution(float x)
{
    float t = 1.0f / (1.0f + 0.2316419f * fabs(x));
    float polynomial = t * (0.319381530f + t * (-0.356563782f + t * (1.781477937f +
                       t * (-1.821255978f + t * 1.330274429f))));
    float upper = 0.39894228f * exp(-0.5f * x * x) * polynomial;

    return x > 0.0f ? 1.0f - upper : upper;
}

__kernel void blackscholes(__global const float *price, __global const float *strike,
                           __global const float *years, __global float *call, __global float *put,
                           float rate, float volatility, int n, int each)
{
    int first = get_global_id(0) * each;

    for (int i = first; i < min(first + each, n); i++) {
        float deviation = volatility * sqrt(years[i]);
        float d1 = (log(price[i] / strike[i]) +
                    (rate + 0.5f * volatility * volatility) * years[i]) / deviation;
        float in_price = normal_distribution(d1);
        float in_strike = normal_distribution(d1 - deviation);
        float discounted = strike[i] * exp(-rate * years[i]);

        call[i] = price[i] * in_price - discounted * in_strike;
        put[i] = discounted * (1.0f - in_strike) - price[i] * (1.0f - in_price);
    }
}
