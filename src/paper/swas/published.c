/* SPDX-License-Identifier: Apache-2.0 */
/* published.c - reads papers/swas/published.yaml. */
#include "paper/swas/published.h"

/* Benchmarks that the paper says something about by name. */
static const char *const singled_out[] = {"hotspot3D", "kmeans", "psort"};

static void read_benchmark(struct published_reader *reader, const struct yaml_pair *pair,
                           struct published_benchmark *out)
{
    out->name = pair->key->text;
    out->instructions = published_number(reader, pair->value, "instructions");
    out->ratio = published_number(reader, pair->value, "ratio");
    out->errors = published_number(reader, pair->value, "errors");
    out->latency = published_read_span(reader, pair->value, "latency");
}

static void read_benchmarks(struct published_reader *reader, const struct yaml_node *root,
                            struct swas_published *published)
{
    const struct yaml_node *list = published_mapping(reader, root, "benchmarks");
    if (list && list->count != SWAS_BENCHMARKS)
        reader->status = yaml_fail(reader->err, list, "%zu benchmarks; expected %d", list->count,
                                   SWAS_BENCHMARKS);
    for (size_t i = 0; reader->status == WC_OK && i < list->count; i++)
        read_benchmark(reader, &list->pairs[i], &published->benchmarks[i]);
    for (size_t i = 0; i < sizeof singled_out / sizeof *singled_out; i++)
        published_get(reader, list, singled_out[i]);
}

enum wc_status swas_published_load(struct error *err, struct arena *arena, const char *path,
                                   struct swas_published *published)
{
    struct published_reader reader = {.err = err};
    const struct yaml_node *root;
    *published = (struct swas_published){0};
    reader.status = yaml_parse_file(err, arena, path, &root);
    if (reader.status != WC_OK)
        return reader.status;
    read_benchmarks(&reader, root, published);
    published->ipc = published_read_span(&reader, root, "ipc");
    published->error_rate = published_read_span(&reader, root, "error_rate");
    published->lowest_errors = published_read_span(&reader, root, "lowest_errors");
    published->gtlo_fetch = published_number(&reader, root, "gtlo_fetch");
    published->worst_ratio = published_number(&reader, root, "worst_ratio");
    claims_load(&reader, root, &published->claims);
    return reader.status;
}
