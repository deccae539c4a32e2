/* SPDX-License-Identifier: Apache-2.0 */
/* published.c - reads published figures. */
#include "paper/published.h"

const struct yaml_node *published_get(struct published_reader *reader,
                                      const struct yaml_node *mapping, const char *key)
{
    if (reader->status == WC_OK)
        reader->status =
            yaml_expect(reader->err, mapping, YAML_MAPPING, "a mapping of published figures");
    if (reader->status != WC_OK)
        return NULL;
    const struct yaml_node *node = yaml_get(mapping, key);
    if (!node)
        reader->status = yaml_fail(reader->err, mapping, "'%s' is missing", key);
    return node;
}

const struct yaml_node *published_mapping(struct published_reader *reader,
                                          const struct yaml_node *mapping, const char *key)
{
    const struct yaml_node *node = published_get(reader, mapping, key);
    if (node)
        reader->status =
            yaml_expect(reader->err, node, YAML_MAPPING, "a mapping of published figures");
    return reader->status == WC_OK ? node : NULL;
}

double published_number(struct published_reader *reader, const struct yaml_node *mapping,
                        const char *key)
{
    const struct yaml_node *node = published_get(reader, mapping, key);
    double out = 0;
    if (node)
        reader->status = yaml_float(reader->err, node, key, &out);
    return out;
}

double published_count(struct published_reader *reader, const struct yaml_node *mapping,
                       const char *key, uint64_t max)
{
    const struct yaml_node *node = published_get(reader, mapping, key);
    uint64_t out = 0;
    if (node)
        reader->status = yaml_uint(reader->err, node, key, 0, max, &out);
    return (double)out;
}

const char *published_text(struct published_reader *reader, const struct yaml_node *mapping,
                           const char *key)
{
    const struct yaml_node *node = published_get(reader, mapping, key);
    const char *out = NULL;
    if (node)
        reader->status = yaml_string(reader->err, node, key, &out);
    return out;
}

void published_numbers(struct published_reader *reader, const struct yaml_node *node,
                       const char *key, double *out, size_t count)
{
    if (key)
        node = published_get(reader, node, key);
    if (reader->status != WC_OK)
        return;
    if (node->kind != YAML_SEQUENCE || node->count != count) {
        reader->status = yaml_fail(reader->err, node, "expected a list of %zu numbers", count);
        return;
    }
    for (size_t i = 0; reader->status == WC_OK && i < count; i++)
        reader->status = yaml_float(reader->err, node->items[i], "a published figure", &out[i]);
}

struct published_span published_read_span(struct published_reader *reader,
                                          const struct yaml_node *mapping, const char *key)
{
    double ends[2] = {0, 0};
    published_numbers(reader, mapping, key, ends, 2);
    return (struct published_span){ends[0], ends[1]};
}
