/* SPDX-License-Identifier: Apache-2.0 */
/* yaml.h - a YAML document as a tree with the position of each node in its file.
 *
 * libfyaml does the scanning; this layer builds its own small tree from the events, because job and
 * machine files have free keys and mixed entries and every error must name file, line and column.
 * YAML 1.2 core rules: 1e-5 is a number, `no` is a string. One document per file. Duplicate keys,
 * application tags and keys that are not scalars are refused; aliases are followed, but a tree of
 * more than YAML_NODES_MAX nodes with aliases expanded is refused. */
#ifndef WARPCLOCK_LOAD_YAML_H
#define WARPCLOCK_LOAD_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

enum {
    YAML_BYTES_MAX = 4 * 1024 * 1024, /* a file */
    YAML_DEPTH_MAX = 32,              /* nested sequences and mappings */
    YAML_NODES_MAX = 4 * 1024 * 1024  /* a document, with aliases expanded */
};

enum yaml_kind { YAML_SCALAR, YAML_SEQUENCE, YAML_MAPPING };

struct yaml_pair {
    const struct yaml_node *key; /* a scalar */
    const struct yaml_node *value;
};

struct yaml_node {
    enum yaml_kind kind;
    const char *file; /* as given to yaml_parse */
    int line, column; /* from 1; of the anchor's node for an alias */
    const char *text; /* scalar: NUL-terminated, and no NUL within */
    bool quoted;      /* scalar: written in quotes or as a block, so never a number, bool or null */
    size_t count;     /* items or pairs */
    const struct yaml_node **items;
    struct yaml_pair *pairs; /* in the order of the file; every key once */
    size_t weight;           /* nodes of this subtree, with aliases expanded */
    unsigned height;         /* levels of lists and mappings in it */
};

/* Both set *root to the document's node in `arena` (a file without one is refused), or report an
 * error. `file` is the name used in messages. */
enum wc_status yaml_parse(struct error *err, struct arena *arena, const char *file,
                          const char *text, size_t length, const struct yaml_node **root);
enum wc_status yaml_parse_file(struct error *err, struct arena *arena, const char *path,
                               const struct yaml_node **root);

/* WC_BAD_INPUT at the node's position. */
enum wc_status yaml_fail(struct error *err, const struct yaml_node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Refuses a node of another kind; `what` is what the message says was expected, e.g. "a mapping of
 * buffer names". */
enum wc_status yaml_expect(struct error *err, const struct yaml_node *node, enum yaml_kind kind,
                           const char *what);
/* The value of `key`, or NULL. The node is a mapping. */
const struct yaml_node *yaml_get(const struct yaml_node *mapping, const char *key);
/* Refuses a node that is not a mapping, and a key that is not in `known` (NULL-terminated), with
 * the nearest known name as the hint. `what` names the thing: "a buffer". */
enum wc_status yaml_known_keys(struct error *err, const struct yaml_node *mapping,
                               const char *const *known, const char *what);

/* The type of a plain scalar in the YAML 1.2 core schema. */
enum yaml_type { YAML_NULL, YAML_BOOL, YAML_INTEGER, YAML_FLOAT, YAML_STRING };
enum yaml_type yaml_type_of(const struct yaml_node *scalar);

/* Each refuses a node that is not such a scalar or is out of range; `what` names the thing.
 * Integers are decimal, 0x hexadecimal or 0o octal; a float may be written as an integer. */
enum wc_status yaml_bool(struct error *err, const struct yaml_node *node, const char *what,
                         bool *out);
enum wc_status yaml_int(struct error *err, const struct yaml_node *node, const char *what,
                        int64_t min, int64_t max, int64_t *out);
enum wc_status yaml_uint(struct error *err, const struct yaml_node *node, const char *what,
                         uint64_t min, uint64_t max, uint64_t *out);
enum wc_status yaml_float(struct error *err, const struct yaml_node *node, const char *what,
                          double *out);
/* A scalar's text, quoted or not; empty text and null are refused. */
enum wc_status yaml_string(struct error *err, const struct yaml_node *node, const char *what,
                           const char **out);

#endif
