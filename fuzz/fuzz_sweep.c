/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_sweep.c - any bytes as a sweep; the jobs that it names are not opened. The texts of its
 * values can be read again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sweep/plan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct error *err, enum wc_status status)
{
    if (status != err->status || (status != WC_OK && status != WC_BAD_INPUT))
        abort();
}

/* Few enough for a fuzzer. */
static bool is_small(const struct sweep_plan *plan)
{
    enum { POINTS = 2000 };
    uint64_t count = 1;
    for (size_t i = 0; i < plan->axis_count && count <= POINTS; i++)
        count *= plan->axes[i].count;
    return count <= POINTS;
}

static void read_value(struct arena *arena, const struct yaml_node *value)
{
    struct error err = {0};
    const struct yaml_node *again;
    if (value->kind == YAML_SCALAR)
        return;
    const char *text = sweep_value_text(arena, value);
    if (yaml_parse(&err, arena, "value", text, strlen(text), &again) != WC_OK)
        abort();
    error_clear(&err);
}

static void read_points(struct sweep_plan *plan)
{
    struct arena arena = {0};
    for (size_t i = 0; i < plan->point_count && i < 16; i++) {
        const struct sweep_point *point = &plan->points[i];
        if (point->job >= plan->job_count)
            abort();
        for (size_t k = 0; k < point->setting_count; k++)
            read_value(&arena, point->settings[k].value);
    }
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error err = {0};
    struct sweep_plan plan;
    enum wc_status status = sweep_parse(&err, "fuzz.yaml", (const char *)data, size, &plan);
    check(&err, status);
    if (status == WC_OK && is_small(&plan)) {
        status = sweep_expand(&err, &plan);
        check(&err, status);
        if (status == WC_OK)
            read_points(&plan);
    }
    sweep_free(&plan);
    error_clear(&err);
    return 0;
}
