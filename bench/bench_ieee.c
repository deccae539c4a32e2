/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_ieee.c - how many calls a second each binary32 operation manages on 32 lanes, all active.
 * One line an operation and mode: name, rounding, millions of calls a second, the best of several
 * rounds, since other work on the machine only ever slows a round down.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "isa/ieee/binary32.h"

enum { LANES = 32, CALLS = 200000, ROUNDS = 20 };

typedef unsigned operation(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                           uint32_t x[3][LANES]);

static unsigned run_add(const struct ieee_lanes *lanes, enum ieee_rounding rounding, uint32_t *d,
                        uint32_t x[3][LANES])
{
    return binary32_add(lanes, rounding, d, x[0], x[1]);
}

static unsigned run_mul(const struct ieee_lanes *lanes, enum ieee_rounding rounding, uint32_t *d,
                        uint32_t x[3][LANES])
{
    return binary32_mul(lanes, rounding, d, x[0], x[1]);
}

static unsigned run_fmadd(const struct ieee_lanes *lanes, enum ieee_rounding rounding, uint32_t *d,
                          uint32_t x[3][LANES])
{
    return binary32_fmadd(lanes, rounding, d, x[0], x[1], x[2]);
}

static unsigned run_div(const struct ieee_lanes *lanes, enum ieee_rounding rounding, uint32_t *d,
                        uint32_t x[3][LANES])
{
    return binary32_div(lanes, rounding, d, x[0], x[1]);
}

static unsigned run_sqrt(const struct ieee_lanes *lanes, enum ieee_rounding rounding, uint32_t *d,
                         uint32_t x[3][LANES])
{
    return binary32_sqrt(lanes, rounding, d, x[0]);
}

static unsigned run_from_i32(const struct ieee_lanes *lanes, enum ieee_rounding rounding,
                             uint32_t *d, uint32_t x[3][LANES])
{
    return binary32_from_i32(lanes, rounding, d, x[0]);
}

static unsigned run_to_i32(const struct ieee_lanes *lanes, enum ieee_rounding rounding,
                           uint32_t *d, uint32_t x[3][LANES])
{
    return binary32_to_i32(lanes, rounding, d, x[0]);
}

static unsigned run_min(const struct ieee_lanes *lanes, enum ieee_rounding rounding, uint32_t *d,
                        uint32_t x[3][LANES])
{
    (void)rounding;
    return binary32_min(lanes, d, x[0], x[1]);
}

static unsigned run_lt(const struct ieee_lanes *lanes, enum ieee_rounding rounding, uint32_t *d,
                       uint32_t x[3][LANES])
{
    (void)rounding;
    return binary32_lt(lanes, d, x[0], x[1]);
}

static const struct {
    const char *name;
    operation *run;
} operations[] = {
    {"add", run_add},     {"mul", run_mul},           {"fmadd", run_fmadd},
    {"div", run_div},     {"sqrt", run_sqrt},         {"from_i32", run_from_i32},
    {"to_i32", run_to_i32}, {"min", run_min},         {"lt", run_lt},
};

static const char *const mode_names[] = {"nearest-even", "toward-zero", "down", "up",
                                         "nearest-away"};

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Numbers from 1 to 1000 with full fractions: no NaN, nearly every result inexact. */
static void fill(uint32_t x[3][LANES])
{
    uint32_t state = 1;

    for (int i = 0; i < 3; i++) {
        for (int lane = 0; lane < LANES; lane++) {
            state = state * 1664525u + 1013904223u;
            float value = 1.0f + (float)(state >> 8) * (999.0f / 16777216.0f);
            memcpy(&x[i][lane], &value, sizeof value);
        }
    }
}

static double million_calls_a_second(operation *run, enum ieee_rounding rounding, int calls)
{
    _Alignas(64) uint32_t active[LANES], d[LANES] = {0}, x[3][LANES];
    struct ieee_lanes lanes = {active, LANES};
    double best = 1e9;

    memset(active, 0xff, sizeof active);
    fill(x);
    for (int round = 0; round < ROUNDS; round++) {
        double start = seconds();
        for (int i = 0; i < calls; i++)
            run(&lanes, rounding, d, x);
        double elapsed = seconds() - start;
        best = elapsed < best ? elapsed : best;
    }
    return calls / best * 1e-6;
}

int main(void)
{
    for (size_t n = 0; n < sizeof operations / sizeof operations[0]; n++) {
        for (int mode = 0; mode < 5; mode++) {
            int calls = mode == IEEE_NEAREST_AWAY ? CALLS / 20 : CALLS;
            printf("%-10s %-13s %8.1f\n", operations[n].name, mode_names[mode],
                   million_calls_a_second(operations[n].run, mode, calls));
        }
    }
    return 0;
}
