/* SPDX-License-Identifier: Apache-2.0 */
/* published.h - reads papers/NAME/published.yaml, the figures of a paper.
 *
 * A reader keeps the first error and reads nothing after it, so a file is read without checks in
 * between and the status is taken once at the end. */
#ifndef WARPCLOCK_PAPER_PUBLISHED_H
#define WARPCLOCK_PAPER_PUBLISHED_H

#include "load/yaml.h"

struct published_span {
    double min, max;
};

struct published_reader {
    struct error *err;
    enum wc_status status;
};

/* The value of a required key; NULL after an error. */
const struct yaml_node *published_get(struct published_reader *reader,
                                      const struct yaml_node *mapping, const char *key);
/* The same, and it is a mapping. */
const struct yaml_node *published_mapping(struct published_reader *reader,
                                          const struct yaml_node *mapping, const char *key);
double published_number(struct published_reader *reader, const struct yaml_node *mapping,
                        const char *key);
/* A whole number from 0 to `max`: what sizes something here. */
double published_count(struct published_reader *reader, const struct yaml_node *mapping,
                       const char *key, uint64_t max);
const char *published_text(struct published_reader *reader, const struct yaml_node *mapping,
                           const char *key);
/* A list of exactly `count` numbers; with a key of NULL the node itself. */
void published_numbers(struct published_reader *reader, const struct yaml_node *node,
                       const char *key, double *out, size_t count);
struct published_span published_read_span(struct published_reader *reader,
                                          const struct yaml_node *mapping, const char *key);

#endif
