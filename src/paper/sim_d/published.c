/* SPDX-License-Identifier: Apache-2.0 */
/* published.c - reads papers/sim-d/published.yaml. */
#include "paper/sim_d/published.h"

#include <math.h>

const char *const sim_d_features[SIM_D_FEATURES] = {
    "clock", "units", "items", "sp_rcp", "dram", "bus", "throughput", "pad_clock", "pad_bus",
    "pad_bytes"};

static void read_timings(struct published_reader *reader, const struct yaml_node *root,
                         struct sim_d_published *out)
{
    const struct yaml_node *table = published_mapping(reader, root, "table_1");
    if (reader->status == WC_OK && table->count > SIM_D_TIMINGS_MAX)
        reader->status = yaml_fail(reader->err, table, "more than %d rows", SIM_D_TIMINGS_MAX);
    for (size_t i = 0; reader->status == WC_OK && i < table->count; i++) {
        struct sim_d_timing *timing = &out->timing[out->timing_count++];
        timing->name = table->pairs[i].key->text;
        published_numbers(reader, table->pairs[i].value, NULL, timing->value, 2);
    }
}

static void read_features(struct published_reader *reader, const struct yaml_node *root,
                          struct sim_d_published *out)
{
    const struct yaml_node *table = published_mapping(reader, root, "table_3");
    for (size_t i = 0; i < SIM_D_FEATURES; i++) {
        const struct yaml_node *list = published_get(reader, table, sim_d_features[i]);
        if (reader->status == WC_OK &&
            (list->kind != YAML_SEQUENCE || list->count != SIM_D_DEVICES))
            reader->status = yaml_fail(reader->err, list, "expected %d entries", SIM_D_DEVICES);
        for (size_t k = 0; reader->status == WC_OK && k < SIM_D_DEVICES; k++)
            reader->status = yaml_string(reader->err, list->items[k], "a feature",
                                         &out->feature[i][k]);
    }
}

static void read_benchmark(struct published_reader *reader, const struct yaml_node *node,
                           struct sim_d_benchmark *out)
{
    out->title = published_text(reader, node, "title");
    published_numbers(reader, node, "ndrange", out->ndrange, 2);
    out->width = published_number(reader, node, "width");
    out->groups = published_number(reader, node, "groups");
    out->cycles = published_number(reader, node, "cycles");
    out->gtx780 = published_number(reader, node, "gtx780");
    out->speed_up = published_number(reader, node, "speed_up");
    if (reader->status == WC_OK && yaml_get(node, "difference"))
        out->difference = published_text(reader, node, "difference");
    if (reader->status == WC_OK && yaml_get(node, "better"))
        out->better = published_text(reader, node, "better");
    out->outlier = reader->status == WC_OK && yaml_get(node, "outlier");
}

static void read_benchmarks(struct published_reader *reader, const struct yaml_node *root,
                            struct sim_d_published *out)
{
    const struct yaml_node *list = published_mapping(reader, root, "benchmarks");
    const struct yaml_node *five = published_mapping(reader, root, "table_5");
    if (reader->status == WC_OK && list->count != SIM_D_BENCHMARKS)
        reader->status = yaml_fail(reader->err, list, "expected %d benchmarks", SIM_D_BENCHMARKS);
    for (size_t i = 0; reader->status == WC_OK && i < SIM_D_BENCHMARKS; i++) {
        struct sim_d_benchmark *benchmark = &out->benchmark[i];
        benchmark->key = list->pairs[i].key->text;
        read_benchmark(reader, list->pairs[i].value, benchmark);
        for (size_t k = 0; k < 9; k++)
            benchmark->worst[k] = NAN;
        if (reader->status == WC_OK && benchmark->outlier)
            published_numbers(reader, five, benchmark->key, benchmark->worst, 9);
    }
}

/* Rows of `width` numbers each. */
static size_t read_rows(struct published_reader *reader, const struct yaml_node *root,
                        const char *key, double *out, size_t width)
{
    const struct yaml_node *list = published_get(reader, root, key);
    if (reader->status == WC_OK && (list->kind != YAML_SEQUENCE || list->count > SIM_D_ROWS_MAX))
        reader->status =
            yaml_fail(reader->err, list, "expected a list of at most %d rows", SIM_D_ROWS_MAX);
    for (size_t i = 0; reader->status == WC_OK && i < list->count; i++)
        published_numbers(reader, list->items[i], NULL, out + i * width, width);
    return reader->status == WC_OK ? list->count : 0;
}

static void read_text(struct published_reader *reader, const struct yaml_node *root,
                      struct sim_d_published *out)
{
    const struct yaml_node *text = published_mapping(reader, root, "text");
    out->utilisation = published_number(reader, text, "utilisation");
    out->bus_use = published_number(reader, text, "bus_use");
    published_numbers(reader, text, "crossover", out->crossover, 2);
    out->refresh = published_number(reader, text, "refresh");
    published_numbers(reader, text, "pairwise", out->pairwise, 2);
    out->access = published_number(reader, text, "access");
    out->compute = published_number(reader, text, "compute");
    out->worst = published_number(reader, text, "worst");
    published_numbers(reader, text, "best", out->best, 2);
    out->depth2vertex = published_number(reader, text, "depth2vertex");
    published_numbers(reader, text, "pessimism", out->pessimism, 2);
    out->simulator = published_number(reader, text, "simulator");
    out->analysis = published_number(reader, text, "analysis");
}

enum wc_status sim_d_published_load(struct error *err, struct arena *arena, const char *path,
                                    struct sim_d_published *out)
{
    const struct yaml_node *root;
    struct published_reader reader = {err, yaml_parse_file(err, arena, path, &root)};
    if (reader.status != WC_OK)
        return reader.status;
    read_timings(&reader, root, out);
    read_features(&reader, root, out);
    read_benchmarks(&reader, root, out);
    out->mean_speed_up = published_number(&reader, root, "mean_speed_up");
    out->count_15 = read_rows(&reader, root, "equation_15", out->equation_15[0], 4);
    out->count_16 = read_rows(&reader, root, "equation_16", out->equation_16[0], 3);
    read_text(&reader, root, out);
    claims_load(&reader, root, &out->claims);
    return reader.status;
}
