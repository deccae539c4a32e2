/* SPDX-License-Identifier: Apache-2.0 */
/* sensitivity.c - the effect of one cycle of each machine parameter on the matrix products
 * (PAS-64): which of the unmeasured parameters matter, and how much. */
#include <math.h>
#include <string.h>

#include "paper/pastis/pastis.h"

enum { CHANGES = 2 /* a cycle less, a cycle more */ };

struct effect_of {
    double change[CHANGES][PASTIS_SIZES]; /* of cycles; NAN: no such value, or no run */
};

/* Cold cycles of a size with one setting changed; NAN when there is no such run. */
static double cycles_with(struct pastis *pastis, const char *key, const char *value, size_t size)
{
    struct arena *arena = pastis->arena;
    struct paper_run run = {
        .job = arena_format(arena, "jobs/matmul-%.0f.yaml", pastis->published.products[size].size),
        .about = arena_format(arena, "matmul %.0f, %s=%s", pastis->published.products[size].size,
                              key, value),
        .sets = {{key, value}}};
    struct paper_image image;
    wc_result *result;
    double cycles = NAN;
    if (!paper_runs_make(&pastis->runs.made, &run, &result, &image))
        return NAN;
    wc_result_value(result, "cycles", &cycles);
    wc_result_free(result);
    paper_image_free(&image);
    return cycles;
}

static double base(const struct pastis *pastis, size_t size)
{
    return pastis_value(&pastis->runs, RUN_COLD + (unsigned)size, "cycles");
}

static bool is_time(const struct parameter *parameter)
{
    return parameter->kind == PARAMETER_INTEGER && strcmp(parameter->unit, "cycles") == 0;
}

static bool allows(const struct parameter *parameter, int64_t value)
{
    return (!parameter->has_min || value >= parameter->min.integer) &&
           (!parameter->has_max || value <= parameter->max.integer);
}

static struct effect_of measure(struct pastis *pastis, const struct parameter *parameter)
{
    struct effect_of effect;
    for (size_t i = 0; i < CHANGES * PASTIS_SIZES; i++) {
        size_t change = i / PASTIS_SIZES, size = i % PASTIS_SIZES;
        int64_t value = parameter->value.integer + (change ? 1 : -1);
        const char *text = arena_format(pastis->arena, "%lld", (long long)value);
        effect.change[change][size] =
            allows(parameter, value)
                ? cycles_with(pastis, parameter->name, text, size) - base(pastis, size)
                : NAN;
    }
    return effect;
}

static bool has_effect(const struct effect_of *effect)
{
    for (size_t i = 0; i < CHANGES * PASTIS_SIZES; i++) {
        double change = effect->change[i / PASTIS_SIZES][i % PASTIS_SIZES];
        if (!isnan(change) && change != 0)
            return true;
    }
    return false;
}

static void add_row(struct paper_table *table, const struct parameter *parameter,
                    const struct effect_of *effect)
{
    paper_table_text(table, "%s", parameter->name);
    paper_table_number(table, (double)parameter->value.integer, 0);
    for (size_t i = 0; i < CHANGES * PASTIS_SIZES; i++)
        paper_table_number(table, effect->change[i / PASTIS_SIZES][i % PASTIS_SIZES], 0);
    paper_table_text(table, "%.*s", (int)strcspn(parameter->source, " ;"), parameter->source);
}

static void add_sets(struct pastis *pastis, const struct parameter *latencies,
                     struct paper_table *table)
{
    for (size_t i = 0; i < latencies->one_of_count; i++) {
        const char *set = latencies->one_of[i];
        double cycles[PASTIS_SIZES];
        for (size_t size = 0; size < PASTIS_SIZES; size++)
            cycles[size] = cycles_with(pastis, latencies->name, set, size);
        paper_table_note(table, "latencies=%s: %.0f, %.0f, %.0f cycles.", set, cycles[0],
                         cycles[1], cycles[2]);
    }
}

static size_t planned_runs(const struct parameters *parameters, const struct parameter *latencies)
{
    size_t values = latencies ? latencies->one_of_count : 0;
    for (size_t i = 0; i < parameters->count; i++) {
        const struct parameter *parameter = &parameters->list[i];
        if (is_time(parameter))
            values += (size_t)allows(parameter, parameter->value.integer - 1) +
                      (size_t)allows(parameter, parameter->value.integer + 1);
    }
    return values * PASTIS_SIZES;
}

static void fill(struct pastis *pastis, struct parameters *parameters, struct paper_table *table)
{
    const struct parameter *latencies = parameters_find(parameters, "latencies");
    size_t without = 0;
    pastis->runs.made.planned += planned_runs(parameters, latencies);
    for (size_t i = 0; i < parameters->count; i++) {
        const struct parameter *parameter = &parameters->list[i];
        if (!is_time(parameter))
            continue;
        struct effect_of effect = measure(pastis, parameter);
        if (has_effect(&effect))
            add_row(table, parameter, &effect);
        else
            without++;
    }
    paper_table_note(table, "Cold caches. %zu other timing parameters have no effect when changed "
                            "by one cycle.", without);
    if (latencies)
        add_sets(pastis, latencies, table);
}

void pastis_table_sensitivity(struct pastis *pastis, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"parameter", "number", true, false}, {"value", "cycles", false, false},
        {"less_4", "-1 cycle: 4", false, false}, {"less_8", "8", false, false},
        {"less_11", "11", false, false}, {"more_4", "+1 cycle: 4", false, false},
        {"more_8", "8", false, false}, {"more_11", "11", false, false},
        {"source", "from", true, false},
    };
    wc_context *context = pastis->runs.made.context;
    struct parameters parameters = {0};
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    if (!isnan(base(pastis, 0)) &&
        context_load_machine(context, "jetson-tx2", &parameters) == WC_OK)
        fill(pastis, &parameters, table);
    parameters_free(&parameters);
}
