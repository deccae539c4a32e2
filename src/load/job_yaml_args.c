/* SPDX-License-Identifier: Apache-2.0 */
/* job_yaml_args.c - arguments of a launch: buffers, pointers into them, scalars, vectors,
 * structures; and pointers as contents of buffers. */
#include <string.h>

#include "base/text.h"
#include "load/job_yaml.h"
#include "load/number.h"

static const char *buffer_name(const void *user, size_t i)
{
    const struct job *job = user;
    return i < job->buffer_count ? job->buffers[i].name : NULL;
}

static enum wc_status read_buffer_arg(struct job_reader *reader, const struct yaml_node *node,
                                      struct job_arg *arg)
{
    arg->kind = JOB_ARG_BUFFER;
    arg->buffer = job_find_buffer(reader->job, node->text);
    if (arg->buffer != JOB_NO_BUFFER)
        return WC_OK;
    enum yaml_type type = yaml_type_of(node);
    yaml_fail(reader->err, node, "unknown buffer '%.64s'", node->text);
    const char *near = nearest_name(node->text, buffer_name, reader->job);
    if (type == YAML_INTEGER)
        hint(reader->err, "a scalar needs a type: {i32: %.40s}", node->text);
    else if (type == YAML_FLOAT)
        hint(reader->err, "a scalar needs a type: {f32: %.40s}", node->text);
    else if (near)
        hint(reader->err, "did you mean '%s'?", near);
    return reader->err->status;
}

static void make_structure(struct job_reader *reader, size_t count, struct job_arg *arg)
{
    arg->kind = JOB_ARG_STRUCTURE;
    arg->members = arena_array(&reader->job->arena, count, sizeof *arg->members);
    arg->member_count = count;
}

static enum wc_status read_scalar(struct job_reader *reader, const struct yaml_pair *pair,
                                  const struct yaml_node *value, struct job_arg *arg)
{
    arg->kind = JOB_ARG_SCALAR;
    enum yaml_type type = value->kind == YAML_SCALAR ? yaml_type_of(value) : YAML_STRING;
    if (type != YAML_INTEGER && type != YAML_FLOAT)
        return yaml_fail(reader->err, value, "%s: expected a number", pair->key->text);
    enum number_result result = number_bits(value->text, arg->type, &arg->bits);
    if (result == NUMBER_OK)
        return WC_OK;
    return yaml_fail(reader->err, value, "'%.40s' %s", value->text,
                     number_problem(result, arg->type));
}

/* {f32: [1, 2, 3, 4]} */
static enum wc_status read_vector(struct job_reader *reader, const struct yaml_pair *pair,
                                  struct job_arg *arg)
{
    enum { COMPONENTS_MAX = 16 };
    const struct yaml_node *list = pair->value;
    const enum wc_type type = arg->type;
    enum wc_status status = WC_OK;
    if (!list->count || list->count > COMPONENTS_MAX)
        return yaml_fail(reader->err, list, "%zu components; expected 1 to %d", list->count,
                         COMPONENTS_MAX);
    make_structure(reader, list->count, arg);
    arg->is_vector = true;
    for (size_t i = 0; status == WC_OK && i < list->count; i++) {
        arg->members[i].type = type;
        status = read_scalar(reader, pair, list->items[i], &arg->members[i]);
    }
    return status;
}

static enum wc_status read_structure(struct job_reader *reader, const struct yaml_node *list,
                                     struct job_arg *arg)
{
    enum wc_status status = yaml_expect(reader->err, list, YAML_SEQUENCE, "a list of members");
    if (status == WC_OK && (!list->count || list->count > JOB_ARGS_MAX))
        status = yaml_fail(reader->err, list, "%zu members; expected 1 to %d", list->count,
                           JOB_ARGS_MAX);
    if (status != WC_OK)
        return status;
    make_structure(reader, list->count, arg);
    for (size_t i = 0; status == WC_OK && i < list->count; i++) {
        status = job_read_arg(reader, list->items[i], &arg->members[i]);
        if (status == WC_OK && arg->members[i].kind == JOB_ARG_LOCAL)
            status = yaml_fail(reader->err, list->items[i],
                               "local memory cannot be a member of a structure");
    }
    return status;
}

/* {buffer: a, offset: 64}: the address of a byte of a buffer. */
static enum wc_status read_pointer(struct job_reader *reader, const struct yaml_node *name,
                                   const struct yaml_node *offset, struct job_arg *arg)
{
    enum wc_status status = yaml_expect(reader->err, name, YAML_SCALAR, "the name of a buffer");
    if (status == WC_OK)
        status = read_buffer_arg(reader, name, arg);
    if (status == WC_OK && offset)
        status = yaml_uint(reader->err, offset, "offset", 0, ARRAY_BYTES_MAX, &arg->offset);
    return status;
}

/* {texture: t}: the handle of a texture or surface object; the first one is 1. */
static enum wc_status read_handle(struct job_reader *reader, const struct yaml_node *node,
                                  struct job_arg *arg)
{
    const char *name;
    enum wc_status status = yaml_string(reader->err, node, "texture", &name);
    arg->kind = JOB_ARG_SCALAR;
    arg->type = WC_U64;
    for (size_t i = 0; status == WC_OK && !arg->bits && i < reader->job->texture_count; i++)
        arg->bits = strcmp(reader->job->textures[i].texture.name, name) ? 0 : i + 1;
    return status == WC_OK && !arg->bits
               ? yaml_fail(reader->err, node, "unknown texture '%.64s'", name) : status;
}

static enum wc_status read_typed_arg(struct job_reader *reader, const struct yaml_pair *pair,
                                     struct job_arg *arg)
{
    const struct yaml_node *value = pair->value;
    if (!strcmp(pair->key->text, "struct"))
        return read_structure(reader, value, arg);
    if (!strcmp(pair->key->text, "buffer"))
        return read_pointer(reader, value, NULL, arg);
    if (!strcmp(pair->key->text, "local")) {
        arg->kind = JOB_ARG_LOCAL;
        return yaml_uint(reader->err, value, "local", 1, UINT32_MAX, &arg->local_bytes);
    }
    if (!strcmp(pair->key->text, "texture"))
        return read_handle(reader, value, arg);
    if (!type_from_name(pair->key->text, &arg->type))
        return yaml_fail(reader->err, pair->key,
                         "expected a type (i8 … f64), local, buffer, struct or texture, found "
                         "'%.40s'",
                         pair->key->text);
    if (value->kind == YAML_SEQUENCE)
        return read_vector(reader, pair, arg);
    return read_scalar(reader, pair, value, arg);
}

enum wc_status job_read_arg(struct job_reader *reader, const struct yaml_node *node,
                            struct job_arg *arg)
{
    static const char *const pointer[] = {"buffer", "offset", NULL};
    arg->place = job_place_of(node);
    if (node->kind == YAML_SCALAR)
        return read_buffer_arg(reader, node, arg);
    if (node->kind == YAML_MAPPING && node->count == 1)
        return read_typed_arg(reader, &node->pairs[0], arg);
    if (node->kind != YAML_MAPPING || !yaml_get(node, "buffer"))
        return yaml_fail(reader->err, node,
                         "expected a buffer name, {TYPE: number}, {local: bytes}, {struct: [...]} "
                         "or {buffer: name, offset: bytes}");
    enum wc_status status = yaml_known_keys(reader->err, node, pointer, "a pointer");
    return status == WC_OK ? read_pointer(reader, yaml_get(node, "buffer"),
                                          yaml_get(node, "offset"), arg)
                           : status;
}

enum wc_status job_read_args(struct job_reader *reader, const struct yaml_node *node,
                             struct job_launch *launch)
{
    enum wc_status status = yaml_expect(reader->err, node, YAML_SEQUENCE, "a list of arguments");
    if (status == WC_OK && node->count > JOB_ARGS_MAX)
        status = yaml_fail(reader->err, node, "%zu arguments; the maximum is %d", node->count,
                           JOB_ARGS_MAX);
    launch->args = NULL;
    launch->arg_count = 0;
    for (size_t i = 0; status == WC_OK && i < node->count; i++)
        status = job_read_arg(reader, node->items[i],
                              job_add_arg(reader->job, launch, JOB_ARG_BUFFER));
    return status;
}

/* `pointers:` of a buffer; all buffers are known. */
enum wc_status job_read_pointers(struct job_reader *reader, const struct yaml_node *list,
                                 struct job_buffer *buffer)
{
    enum wc_status status = yaml_expect(reader->err, list, YAML_SEQUENCE, "a list of buffers");
    if (status == WC_OK && list->count > JOB_ARGS_MAX)
        status = yaml_fail(reader->err, list, "%zu pointers; the maximum is %d", list->count,
                           JOB_ARGS_MAX);
    if (status != WC_OK)
        return status;
    buffer->pointers = arena_array(&reader->job->arena, list->count, sizeof *buffer->pointers);
    buffer->pointer_count = list->count;
    for (size_t i = 0; status == WC_OK && i < list->count; i++) {
        status = job_read_arg(reader, list->items[i], &buffer->pointers[i]);
        if (status == WC_OK && buffer->pointers[i].kind != JOB_ARG_BUFFER)
            status = yaml_fail(reader->err, list->items[i],
                               "expected a buffer name or {buffer: name, offset: bytes}");
    }
    return status;
}
