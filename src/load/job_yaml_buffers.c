/* SPDX-License-Identifier: Apache-2.0 */
/* job_yaml_buffers.c - `buffers:` and `symbols:` of a job file. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "load/job_yaml.h"
#include "load/number.h"

static enum wc_status read_type(struct job_reader *reader, const struct yaml_node *node,
                                struct array_declared *declared)
{
    const char *name;
    enum wc_status status = yaml_string(reader->err, node, "type", &name);
    if (status != WC_OK)
        return status;
    if (!type_from_name(name, &declared->type))
        return yaml_fail(reader->err, node,
                         "type: expected one of i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64, found "
                         "'%.40s'",
                         name);
    declared->has_type = true;
    return WC_OK;
}

static enum wc_status read_declared(struct job_reader *reader, const struct yaml_node *node,
                                    struct array_declared *declared)
{
    const struct yaml_node *type = yaml_get(node, "type"), *shape = yaml_get(node, "shape");
    enum wc_status status = type ? read_type(reader, type, declared) : WC_OK;
    if (status != WC_OK || !shape)
        return status;
    declared->has_shape = true;
    return job_read_sizes(reader, shape, "shape", ARRAY_RANK_MAX, ARRAY_BYTES_MAX,
                          declared->shape, &declared->rank);
}

/* One number of the buffer's type, as bits. */
static enum wc_status read_element(struct job_reader *reader, const struct yaml_node *node,
                                   const char *what, enum wc_type type, uint64_t *bits)
{
    enum yaml_type found = node->kind == YAML_SCALAR ? yaml_type_of(node) : YAML_STRING;
    if (found != YAML_INTEGER && found != YAML_FLOAT)
        return yaml_fail(reader->err, node, "%s: expected a number", what);
    enum number_result result = number_bits(node->text, type, bits);
    if (result == NUMBER_OK)
        return WC_OK;
    return yaml_fail(reader->err, node, "%s: '%.40s' %s", what, node->text,
                     number_problem(result, type));
}

/* The range of a random fill. The ends of floats stay in double, see fill.h. */
static enum wc_status read_end(struct job_reader *reader, const struct yaml_node *node,
                               const char *what, enum wc_type type, double *real,
                               void (*set)(struct value_range *, enum wc_type, uint64_t),
                               struct value_range *range)
{
    uint64_t bits = 0;
    if (!node)
        return WC_OK;
    enum wc_status status = read_element(reader, node, what, type, &bits);
    if (status == WC_OK && type_is_float(type))
        return yaml_float(reader->err, node, what, real);
    if (status == WC_OK)
        set(range, type, bits);
    return status;
}

static bool is_usable(const struct value_range *range, enum wc_type type)
{
    return value_range_is_ordered(range, type) &&
           (!type_is_float(type) || isfinite(range->high - range->low));
}

static enum wc_status read_random(struct job_reader *reader, const struct yaml_node *node,
                                  enum wc_type type, struct fill *fill)
{
    const struct yaml_node *seed = yaml_get(node, "seed");
    fill->kind = FILL_RANDOM;
    fill_default_range(fill, type);
    struct value_range *range = &fill->range;
    enum wc_status status = read_end(reader, yaml_get(node, "min"), "min", type, &range->low,
                                     value_range_set_min, range);
    if (status == WC_OK)
        status = read_end(reader, yaml_get(node, "max"), "max", type, &range->high,
                          value_range_set_max, range);
    if (status == WC_OK && !is_usable(range, type))
        status = yaml_fail(reader->err, node,
                           "expected min <= max with a finite difference");
    if (status == WC_OK && seed)
        status = yaml_uint(reader->err, seed, "seed", 0, UINT64_MAX, &fill->seed);
    return status;
}

static enum wc_status refuse_random_keys(struct job_reader *reader, const struct yaml_node *node)
{
    static const char *const keys[] = {"min", "max", "seed"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (yaml_get(node, keys[i]))
            return yaml_fail(reader->err, yaml_get(node, keys[i]),
                             "'%s' is only valid with 'fill: random'", keys[i]);
    return WC_OK;
}

/* A buffer that a Sim-D program declares is named by its id and has words of f32. Whether there is
 * such a program is not known yet: has_type stays false. */
static bool find_type(struct job_buffer *buffer)
{
    const size_t digits = strspn(buffer->name, "0123456789");
    if (buffer->declared.has_type)
        return true;
    if (digits && !buffer->name[digits])
        buffer->declared.type = WC_F32;
    return digits && !buffer->name[digits];
}
static const char *fill_word(const void *user, size_t i)
{
    static const char *const words[] = {"iota", "random", NULL};
    (void)user;
    return words[i];
}

/* `kind` may be a word that is nearly one of these. */
static enum wc_status read_number(struct job_reader *reader, const struct yaml_node *kind,
                                  enum wc_type type, struct fill *fill)
{
    const char *near =
        kind->kind == YAML_SCALAR ? nearest_name(kind->text, fill_word, NULL) : NULL;
    fill->kind = FILL_NUMBER;
    enum wc_status status = near ? yaml_fail(reader->err, kind, "fill: expected a number, iota or "
                                             "random, found '%.40s'", kind->text)
                                 : read_element(reader, kind, "fill", type, &fill->element);
    if (near)
        hint(reader->err, "did you mean '%s'?", near);
    else if (status != WC_OK)
        hint(reader->err, "a fill is a number of the buffer's type, iota or random");
    return status;
}

/* What is wrong with the value itself is said first. */
static enum wc_status read_fill(struct job_reader *reader, const struct yaml_node *node,
                                const struct yaml_node *kind, struct job_buffer *buffer)
{
    struct fill *fill = &buffer->fill;
    buffer->source = JOB_SOURCE_FILL;
    if (!find_type(buffer))
        return yaml_fail(reader->err, node, "'%.64s' has no type; a fill needs one", buffer->name);
    const enum wc_type type = buffer->declared.type;
    if (kind->kind == YAML_SCALAR && !strcmp(kind->text, "random"))
        return read_random(reader, node, type, fill);
    enum wc_status status = WC_OK;
    if (kind->kind == YAML_SCALAR && !strcmp(kind->text, "iota"))
        fill->kind = FILL_IOTA;
    else
        status = read_number(reader, kind, type, fill);
    return status == WC_OK ? refuse_random_keys(reader, node) : status;
}

static enum wc_status read_file(struct job_reader *reader, const struct yaml_node *node,
                                const struct yaml_node *file, struct job_buffer *buffer)
{
    const char *name;
    enum wc_status status = yaml_string(reader->err, file, "file", &name);
    if (status == WC_OK)
        status = refuse_random_keys(reader, node);
    if (status != WC_OK)
        return status;
    if (!array_ending_is_known(name))
        return yaml_fail(reader->err, file, "file: expected .npy, .bin, .csv or .txt, found '%s'",
                         name);
    buffer->source = JOB_SOURCE_FILE;
    buffer->file = job_resolve_path(reader->job, name);
    return WC_OK;
}

static enum wc_status read_contents(struct job_reader *reader, const struct yaml_node *node,
                                    struct job_buffer *buffer)
{
    enum wc_status status = read_declared(reader, node, &buffer->declared);
    if (status != WC_OK)
        return status;
    const struct yaml_node *file = yaml_get(node, "file"), *fill = yaml_get(node, "fill");
    if (!file == !fill)
        return yaml_fail(reader->err, node, "'%.64s' needs %s", buffer->name,
                         file ? "either 'file' or 'fill', not both" : "'file' or 'fill'");
    return file ? read_file(reader, node, file, buffer) : read_fill(reader, node, fill, buffer);
}

static enum wc_status read_symbol(struct job_reader *reader, const struct yaml_node *node,
                                  struct job_buffer *symbol)
{
    static const char *const known[] = {"type", "shape", "file", "fill",
                                        "min",  "max",   "seed", NULL};
    enum wc_status status = yaml_known_keys(reader->err, node, known, "a symbol");
    if (status != WC_OK)
        return status;
    if (yaml_get(node, "file") || yaml_get(node, "fill") || !yaml_get(node, "type"))
        return read_contents(reader, node, symbol);
    symbol->source = JOB_SOURCE_KERNEL; /* only what it is, for `expect` and `save` */
    status = refuse_random_keys(reader, node);
    return status == WC_OK ? read_declared(reader, node, &symbol->declared) : status;
}

static enum wc_status read_assume(struct job_reader *reader, const struct yaml_node *node,
                                  struct job_buffer *buffer)
{
    static const char *const known[] = {"min", "max", NULL};
    uint64_t bits = 0;
    if (!find_type(buffer))
        return yaml_fail(reader->err, node, "'%.64s' has no type; 'assume' needs one",
                         buffer->name);
    const enum wc_type type = buffer->declared.type;
    enum wc_status status = yaml_known_keys(reader->err, node, known, "'assume'");
    if (status != WC_OK)
        return status;
    const struct yaml_node *min = yaml_get(node, "min"), *max = yaml_get(node, "max");
    buffer->assumed = true;
    buffer->assume = value_range_all(type);
    buffer->assume_place = job_place_of(node);
    if (!min && !max)
        return yaml_fail(reader->err, node, "'assume' needs 'min', 'max' or both");
    if (min && (status = read_element(reader, min, "min", type, &bits)) == WC_OK)
        value_range_set_min(&buffer->assume, type, bits);
    if (status == WC_OK && max && (status = read_element(reader, max, "max", type, &bits)) == WC_OK)
        value_range_set_max(&buffer->assume, type, bits);
    if (status == WC_OK && !value_range_is_ordered(&buffer->assume, type))
        status = yaml_fail(reader->err, node, "expected min <= max");
    return status;
}

static enum wc_status read_buffer(struct job_reader *reader, const struct yaml_node *node,
                                  struct job_buffer *buffer)
{
    static const char *const known[] = {"type", "shape", "file",  "fill",   "min",
                                        "max",  "seed",  "fixed", "assume", "pointers",
                                        "address", NULL};
    const struct yaml_node *fixed = NULL, *assume = NULL, *address = NULL;
    enum wc_status status = yaml_known_keys(reader->err, node, known, "a buffer");
    if (status == WC_OK)
        status = read_contents(reader, node, buffer);
    if (status == WC_OK && (fixed = yaml_get(node, "fixed")))
        status = yaml_bool(reader->err, fixed, "fixed", &buffer->fixed);
    if (status == WC_OK && (assume = yaml_get(node, "assume")))
        status = read_assume(reader, assume, buffer);
    if (status == WC_OK && (address = yaml_get(node, "address")))
        status = yaml_uint(reader->err, address, "address", 1, UINT64_MAX, &buffer->address);
    return status;
}

struct list_kind {
    const char *what;
    struct job_buffer *(*add)(struct job *job, const char *name);
    enum wc_status (*read)(struct job_reader *reader, const struct yaml_node *node,
                           struct job_buffer *buffer);
};

static enum wc_status read_list(struct job_reader *reader, const struct yaml_node *list,
                                const struct list_kind *kind)
{
    if (!list)
        return WC_OK;
    enum wc_status status = yaml_expect(reader->err, list, YAML_MAPPING, kind->what);
    if (status == WC_OK && list->count > JOB_BUFFERS_MAX)
        status = yaml_fail(reader->err, list, "%zu entries; the maximum is %d", list->count,
                           JOB_BUFFERS_MAX);
    for (size_t i = 0; status == WC_OK && i < list->count; i++) {
        const struct yaml_node *key = list->pairs[i].key;
        if (!*key->text)
            return yaml_fail(reader->err, key, "expected a name, found nothing");
        struct job_buffer *buffer = kind->add(reader->job, key->text);
        buffer->place = job_place_of(key);
        status = kind->read(reader, list->pairs[i].value, buffer);
    }
    return status;
}

/* After all buffers: pointers refer to any of them. */
static enum wc_status read_all_pointers(struct job_reader *reader, const struct yaml_node *list)
{
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && list && i < list->count; i++) {
        const struct yaml_node *pointers = yaml_get(list->pairs[i].value, "pointers");
        if (pointers)
            status = job_read_pointers(reader, pointers, &reader->job->buffers[i]);
    }
    return status;
}

enum wc_status job_read_buffers(struct job_reader *reader, const struct yaml_node *root)
{
    static const struct list_kind buffers = {"a mapping of buffers", job_add_buffer, read_buffer},
                                  symbols = {"a mapping of symbols", job_add_symbol, read_symbol};
    enum wc_status status = read_list(reader, yaml_get(root, "buffers"), &buffers);
    if (status == WC_OK)
        status = read_all_pointers(reader, yaml_get(root, "buffers"));
    return status == WC_OK ? read_list(reader, yaml_get(root, "symbols"), &symbols) : status;
}
