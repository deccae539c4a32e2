/* SPDX-License-Identifier: Apache-2.0 */
/* job_yaml_textures.c - `textures:` of a job file: how kernels read a buffer through a handle. */
#include <string.h>

#include "load/job_yaml.h"

struct choice {
    const char *name;
    unsigned value;
};

static enum wc_status read_choice(struct job_reader *reader, const struct yaml_node *node,
                                  const char *key, const struct choice *choices, unsigned *out)
{
    const char *text;
    enum wc_status status = yaml_string(reader->err, node, key, &text);
    if (status != WC_OK)
        return status;
    for (const struct choice *c = choices; c->name; c++) {
        if (!strcmp(c->name, text)) {
            *out = c->value;
            return WC_OK;
        }
    }
    return yaml_fail(reader->err, node, "%s: found '%.40s', expected %s or %s%s%s", key, text,
                     choices[0].name, choices[1].name, choices[2].name ? ", " : "",
                     choices[2].name ? choices[2].name : "");
}

/* One flag that has two names. */
static enum wc_status read_flag(struct job_reader *reader, const struct yaml_node *from,
                                const char *key, const char *no, const char *yes, bool *out)
{
    const struct choice choices[] = {{no, 0}, {yes, 1}, {NULL, 0}};
    const struct yaml_node *node = yaml_get(from, key);
    unsigned chosen = *out;
    enum wc_status status = node ? read_choice(reader, node, key, choices, &chosen) : WC_OK;
    *out = chosen;
    return status;
}

static enum wc_status read_edge(struct job_reader *reader, const struct yaml_node *from,
                                struct wc_texture *texture)
{
    static const struct choice edges[] = {{"wrap", WC_EDGE_WRAP}, {"clamp", WC_EDGE_CLAMP},
                                          {"mirror", WC_EDGE_MIRROR}, {"border", WC_EDGE_BORDER},
                                          {NULL, 0}};
    const struct yaml_node *node = yaml_get(from, "edge");
    enum wc_status status = WC_OK;
    unsigned edge[2] = {WC_EDGE_CLAMP, WC_EDGE_CLAMP};
    if (node && node->kind == YAML_SEQUENCE && node->count != 2)
        return yaml_fail(reader->err, node, "edge: expected one name, or two for x and y");
    for (unsigned i = 0; node && status == WC_OK && i < 2; i++)
        status = read_choice(reader, node->kind == YAML_SEQUENCE ? node->items[i] : node, "edge",
                             edges, &edge[i]);
    for (unsigned i = 0; i < 2; i++)
        texture->edge[i] = (enum wc_texture_edge)edge[i];
    return status;
}

static enum wc_status read_format(struct job_reader *reader, const struct yaml_node *node,
                                  struct wc_texture *texture)
{
    const char *name = "f32";
    enum wc_type type;
    const struct yaml_node *type_node = yaml_get(node, "type");
    const struct yaml_node *channels_node = yaml_get(node, "channels");
    uint64_t channels = 1;
    enum wc_status status =
        type_node ? yaml_string(reader->err, type_node, "type", &name) : WC_OK;
    if (status == WC_OK && (!type_from_name(name, &type) || type_bytes(type) > 4))
        return yaml_fail(reader->err, type_node,
                         "type: expected one of i8 u8 i16 u16 i32 u32 f16 f32, found '%.40s'",
                         name);
    if (status == WC_OK && channels_node)
        status = yaml_uint(reader->err, channels_node, "channels", 1, 4, &channels);
    if (status == WC_OK && channels == 3)
        status = yaml_fail(reader->err, channels_node, "channels: expected 1, 2 or 4, found 3");
    if (status != WC_OK)
        return status;
    texture->channels = (uint8_t)channels;
    texture->channel_bytes = (uint8_t)type_bytes(type);
    texture->texel = type_is_float(type) ? WC_TEXEL_FLOAT
                     : name[0] == 'i' ? WC_TEXEL_SIGNED : WC_TEXEL_UNSIGNED;
    return WC_OK;
}

/* Like the shape of a buffer: rows, then texels of a row. */
static enum wc_status read_shape(struct job_reader *reader, const struct yaml_node *node,
                                 struct wc_texture *texture)
{
    const struct yaml_node *shape = yaml_get(node, "shape"), *pitch = yaml_get(node, "pitch");
    uint64_t sizes[2] = {1, 1};
    unsigned count = 0;
    if (!shape)
        return yaml_fail(reader->err, node, "a texture needs 'shape': [width] or [height, width]");
    enum wc_status status =
        job_read_sizes(reader, shape, "shape", 2, 1 << 27, sizes, &count);
    if (status != WC_OK)
        return status;
    texture->width = (uint32_t)sizes[count == 2];
    texture->height = (uint32_t)(count == 2 ? sizes[0] : 1);
    texture->pitch = (uint64_t)texture->width * texture->channels * texture->channel_bytes;
    return pitch ? yaml_uint(reader->err, pitch, "pitch", texture->pitch, ARRAY_BYTES_MAX,
                             &texture->pitch)
                 : WC_OK;
}

static enum wc_status read_border(struct job_reader *reader, const struct yaml_node *from,
                                  struct wc_texture *texture)
{
    const struct yaml_node *node = yaml_get(from, "border");
    enum wc_status status =
        node ? yaml_expect(reader->err, node, YAML_SEQUENCE, "a list of up to 4 numbers") : WC_OK;
    if (status == WC_OK && node && node->count > 4)
        return yaml_fail(reader->err, node, "border: expected up to 4 numbers");
    for (size_t i = 0; status == WC_OK && node && i < node->count; i++) {
        double value = 0;
        status = yaml_float(reader->err, node->items[i], "border", &value);
        texture->border[i] = (float)value;
    }
    return status;
}

static enum wc_status read_place(struct job_reader *reader, const struct yaml_node *node,
                                 struct job_texture *out)
{
    const struct yaml_node *buffer = yaml_get(node, "buffer"), *offset = yaml_get(node, "offset");
    const char *name;
    if (!buffer)
        return yaml_fail(reader->err, node, "a texture needs 'buffer'");
    enum wc_status status = yaml_string(reader->err, buffer, "buffer", &name);
    if (status != WC_OK)
        return status;
    out->buffer = job_find_buffer(reader->job, name);
    if (out->buffer == JOB_NO_BUFFER)
        return yaml_fail(reader->err, buffer, "unknown buffer '%.64s'", name);
    return offset ? yaml_uint(reader->err, offset, "offset", 0, ARRAY_BYTES_MAX, &out->offset)
                  : WC_OK;
}

static enum wc_status read_texture(struct job_reader *reader, const struct yaml_pair *pair,
                                   struct job_texture *out)
{
    static const char *const known[] = {"buffer", "offset", "type", "channels", "shape", "pitch",
                                        "filter", "coordinates", "read", "edge", "border", NULL};
    const struct yaml_node *node = pair->value;
    struct wc_texture *texture = &out->texture;
    enum wc_status status = yaml_expect(reader->err, node, YAML_MAPPING, "a texture");
    if (status == WC_OK)
        status = yaml_known_keys(reader->err, node, known, "a texture");
    out->place = job_place_of(pair->key);
    *texture = WC_TEXTURE(.name = pair->key->text);
    if (status == WC_OK)
        status = read_place(reader, node, out);
    if (status == WC_OK)
        status = read_format(reader, node, texture);
    if (status == WC_OK)
        status = read_shape(reader, node, texture);
    if (status == WC_OK)
        status = read_flag(reader, node, "filter", "point", "linear", &texture->linear);
    if (status == WC_OK)
        status = read_flag(reader, node, "coordinates", "texels", "normalized",
                           &texture->normalized);
    if (status == WC_OK)
        status = read_flag(reader, node, "read", "elements", "fractions", &texture->fractions);
    if (status == WC_OK)
        status = read_edge(reader, node, texture);
    return status == WC_OK ? read_border(reader, node, texture) : status;
}

enum wc_status job_read_textures(struct job_reader *reader, const struct yaml_node *root)
{
    const struct yaml_node *node = yaml_get(root, "textures");
    struct job *job = reader->job;
    if (!node)
        return WC_OK;
    enum wc_status status =
        yaml_expect(reader->err, node, YAML_MAPPING, "a mapping of texture names");
    if (status == WC_OK && node->count > JOB_BUFFERS_MAX)
        status = yaml_fail(reader->err, node, "%zu textures; the maximum is %d", node->count,
                           JOB_BUFFERS_MAX);
    if (status != WC_OK)
        return status;
    job->textures = arena_array(&job->arena, node->count, sizeof *job->textures);
    for (size_t i = 0; status == WC_OK && i < node->count; i++, job->texture_count++)
        status = read_texture(reader, &node->pairs[i], &job->textures[i]);
    return status;
}
