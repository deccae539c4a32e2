/* SPDX-License-Identifier: Apache-2.0 */
/* swas_published.c - reading papers/swas/published.yaml. */
#include "paper/swas_published.h"

#include "load/yaml.h"

/* Benchmarks that the paper says something about by name. */
static const char *const singled_out[] = {"hotspot3D", "kmeans", "psort"};

struct reader {
    struct error *err;
    struct published *published;
};

/* The value of a key that must be there. */
static enum wc_status need(struct reader *reader, const struct yaml_node *mapping,
                           const char *key, const struct yaml_node **out)
{
    enum wc_status status =
        yaml_expect(reader->err, mapping, YAML_MAPPING, "a mapping of published figures");
    if (status != WC_OK)
        return status;
    *out = yaml_get(mapping, key);
    return *out ? WC_OK : yaml_fail(reader->err, mapping, "'%s' is missing", key);
}

static enum wc_status read_number(struct reader *reader, const struct yaml_node *mapping,
                                  const char *key, double *out)
{
    const struct yaml_node *node;
    enum wc_status status = need(reader, mapping, key, &node);
    return status == WC_OK ? yaml_float(reader->err, node, key, out) : status;
}

static enum wc_status read_text(struct reader *reader, const struct yaml_node *mapping,
                                const char *key, const char **out)
{
    const struct yaml_node *node;
    enum wc_status status = need(reader, mapping, key, &node);
    return status == WC_OK ? yaml_string(reader->err, node, key, out) : status;
}

/* [least, most] */
static enum wc_status read_span(struct reader *reader, const struct yaml_node *mapping,
                                const char *key, struct published_span *out)
{
    const struct yaml_node *node;
    enum wc_status status = need(reader, mapping, key, &node);
    if (status != WC_OK)
        return status;
    if (node->kind != YAML_SEQUENCE || node->count != 2)
        return yaml_fail(reader->err, node, "'%s' is no list of two numbers", key);
    status = yaml_float(reader->err, node->items[0], key, &out->least);
    return status == WC_OK ? yaml_float(reader->err, node->items[1], key, &out->most) : status;
}

static enum wc_status read_benchmark(struct reader *reader, const struct yaml_pair *pair,
                                     struct published_benchmark *out)
{
    enum wc_status status;
    out->name = pair->key->text;
    if ((status = read_number(reader, pair->value, "instructions", &out->instructions)) != WC_OK ||
        (status = read_number(reader, pair->value, "ratio", &out->ratio)) != WC_OK ||
        (status = read_number(reader, pair->value, "errors", &out->errors)) != WC_OK)
        return status;
    return read_span(reader, pair->value, "latency", &out->latency);
}

static enum wc_status read_benchmarks(struct reader *reader, const struct yaml_node *root)
{
    const struct yaml_node *list;
    enum wc_status status = need(reader, root, "benchmarks", &list);
    if (status == WC_OK)
        status = yaml_expect(reader->err, list, YAML_MAPPING, "a mapping of benchmarks");
    if (status == WC_OK && list->count != SWAS_BENCHMARKS)
        status = yaml_fail(reader->err, list, "%zu benchmarks, expected %d", list->count,
                           SWAS_BENCHMARKS);
    for (size_t i = 0; status == WC_OK && i < list->count; i++)
        status = read_benchmark(reader, &list->pairs[i], &reader->published->benchmarks[i]);
    for (size_t i = 0; status == WC_OK && i < sizeof singled_out / sizeof *singled_out; i++)
        status = need(reader, list, singled_out[i], &(const struct yaml_node *){NULL});
    return status;
}

static enum wc_status read_limits(struct reader *reader, const struct yaml_node *claim,
                                  struct published_claim *out)
{
    const struct yaml_node *list = yaml_get(claim, "limits");
    enum wc_status status = WC_OK;
    if (!list)
        return WC_OK;
    if (list->kind != YAML_SEQUENCE || list->count > SWAS_LIMITS_MOST)
        return yaml_fail(reader->err, list, "expected a list of at most %d numbers",
                         SWAS_LIMITS_MOST);
    for (; status == WC_OK && out->limit_count < list->count; out->limit_count++)
        status = yaml_float(reader->err, list->items[out->limit_count], "limits",
                            &out->limits[out->limit_count]);
    return status;
}

static enum wc_status read_claim(struct reader *reader, const struct yaml_pair *pair)
{
    struct published *published = reader->published;
    if (published->claim_count == SWAS_CLAIMS_MOST)
        return yaml_fail(reader->err, pair->key, "more than %d claims", SWAS_CLAIMS_MOST);
    struct published_claim *out = &published->claims[published->claim_count++];
    enum wc_status status;
    out->id = pair->key->text;
    if ((status = read_text(reader, pair->value, "headline", &out->headline)) != WC_OK ||
        (status = read_text(reader, pair->value, "paper", &out->paper)) != WC_OK ||
        (status = read_text(reader, pair->value, "pass", &out->pass)) != WC_OK ||
        (status = read_limits(reader, pair->value, out)) != WC_OK)
        return status;
    if (yaml_get(pair->value, "outside"))
        status = read_text(reader, pair->value, "outside", &out->outside);
    if (status == WC_OK && yaml_get(pair->value, "inside"))
        status = read_text(reader, pair->value, "inside", &out->inside);
    return status;
}

static enum wc_status read_claims(struct reader *reader, const struct yaml_node *root)
{
    const struct yaml_node *list;
    enum wc_status status = need(reader, root, "acceptance", &list);
    if (status == WC_OK)
        status = yaml_expect(reader->err, list, YAML_MAPPING, "a mapping of headline figures");
    for (size_t i = 0; status == WC_OK && i < list->count; i++)
        status = read_claim(reader, &list->pairs[i]);
    return status;
}

enum wc_status published_load(struct error *err, struct arena *arena, const char *path,
                              struct published *published)
{
    struct reader reader = {err, published};
    const struct yaml_node *root;
    *published = (struct published){0};
    enum wc_status status = yaml_parse_file(err, arena, path, &root);
    if (status != WC_OK ||
        (status = read_benchmarks(&reader, root)) != WC_OK ||
        (status = read_span(&reader, root, "ipc", &published->ipc)) != WC_OK ||
        (status = read_span(&reader, root, "error_rate", &published->error_rate)) != WC_OK ||
        (status = read_span(&reader, root, "lowest_errors", &published->lowest_errors)) != WC_OK ||
        (status = read_number(&reader, root, "gtlo_fetch", &published->gtlo_fetch)) != WC_OK ||
        (status = read_number(&reader, root, "worst_ratio", &published->worst_ratio)) != WC_OK)
        return status;
    return read_claims(&reader, root);
}
