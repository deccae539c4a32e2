/* SPDX-License-Identifier: Apache-2.0 */
/* amdgpu_msgpack.c - MessagePack, as metadata are written in, into the tree that yaml.h describes.
 *
 * So version 2, whose metadata are YAML, and later versions are understood by the same code.
 * Written here because libmsgpack gives memory for as many elements as the file claims (up to 2^32
 * of a list) before it has seen one of them. */
#include <string.h>

#include "load/amdgpu_parts.h"
#include "load/elf_text.h"

enum { DEPTH_MOST = 16, SCALAR_BYTES_MOST = 4096 };

struct reader {
    struct error *err;
    struct image *image;
    const uint8_t *bytes;
    uint64_t size, at, offset; /* `offset`: of the first byte in the file */
};

/* What the first byte of an object, and the bytes of its length, tell. */
enum shape { NIL, BOOLEAN, UNSIGNED, SIGNED, TEXT, OPAQUE, LIST, MAP };
struct object {
    enum shape shape;
    uint64_t value; /* a number, or how many bytes or elements follow */
};

/* From 0xC0 on: how many bytes of a number follow the first one, and bytes of a type that the
 * length does not count. A fixed object has its value here. */
static const struct {
    uint8_t shape, length_bytes, fixed, extra;
} forms[32] = {
    [0xC0 - 0xC0] = {NIL, 0, 0, 0},      [0xC2 - 0xC0] = {BOOLEAN, 0, 0, 0},
    [0xC3 - 0xC0] = {BOOLEAN, 0, 1, 0},  [0xC4 - 0xC0] = {OPAQUE, 1, 0, 0},
    [0xC5 - 0xC0] = {OPAQUE, 2, 0, 0},   [0xC6 - 0xC0] = {OPAQUE, 4, 0, 0},
    [0xC7 - 0xC0] = {OPAQUE, 1, 0, 1},   [0xC8 - 0xC0] = {OPAQUE, 2, 0, 1},
    [0xC9 - 0xC0] = {OPAQUE, 4, 0, 1},   [0xCA - 0xC0] = {OPAQUE, 0, 4, 0},
    [0xCB - 0xC0] = {OPAQUE, 0, 8, 0},   [0xCC - 0xC0] = {UNSIGNED, 1, 0, 0},
    [0xCD - 0xC0] = {UNSIGNED, 2, 0, 0}, [0xCE - 0xC0] = {UNSIGNED, 4, 0, 0},
    [0xCF - 0xC0] = {UNSIGNED, 8, 0, 0}, [0xD0 - 0xC0] = {SIGNED, 1, 0, 0},
    [0xD1 - 0xC0] = {SIGNED, 2, 0, 0},   [0xD2 - 0xC0] = {SIGNED, 4, 0, 0},
    [0xD3 - 0xC0] = {SIGNED, 8, 0, 0},   [0xD4 - 0xC0] = {OPAQUE, 0, 1, 1},
    [0xD5 - 0xC0] = {OPAQUE, 0, 2, 1},   [0xD6 - 0xC0] = {OPAQUE, 0, 4, 1},
    [0xD7 - 0xC0] = {OPAQUE, 0, 8, 1},   [0xD8 - 0xC0] = {OPAQUE, 0, 16, 1},
    [0xD9 - 0xC0] = {TEXT, 1, 0, 0},     [0xDA - 0xC0] = {TEXT, 2, 0, 0},
    [0xDB - 0xC0] = {TEXT, 4, 0, 0},     [0xDC - 0xC0] = {LIST, 2, 0, 0},
    [0xDD - 0xC0] = {LIST, 4, 0, 0},     [0xDE - 0xC0] = {MAP, 2, 0, 0},
    [0xDF - 0xC0] = {MAP, 4, 0, 0},
};

static enum wc_status damaged(const struct reader *reader, const char *what)
{
    return elf_fail(reader->err, reader->image, reader->offset + reader->at,
                    "damaged metadata: %s", what);
}

/* Big-endian, as MessagePack has it. */
static uint64_t number(const uint8_t *bytes, uint32_t count)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

/* The forms of one byte: small numbers, short texts, lists and maps. */
static bool read_short(uint8_t first, struct object *out)
{
    if (first < 0x80)
        *out = (struct object){UNSIGNED, first};
    else if (first < 0x90)
        *out = (struct object){MAP, first & 0xF};
    else if (first < 0xA0)
        *out = (struct object){LIST, first & 0xF};
    else if (first < 0xC0)
        *out = (struct object){TEXT, first & 0x1F};
    else if (first >= 0xE0)
        *out = (struct object){SIGNED, (uint64_t)(int64_t)(int8_t)first};
    else
        return false;
    return true;
}

static uint64_t sign_extended(uint64_t value, uint32_t bytes)
{
    const uint32_t shift = 64 - 8 * bytes;
    return (uint64_t)((int64_t)(value << shift) >> shift);
}

static enum wc_status read_object(struct reader *reader, struct object *out)
{
    if (reader->at >= reader->size)
        return damaged(reader, "they end too early");
    const uint8_t first = reader->bytes[reader->at];
    if (first == 0xC1)
        return damaged(reader, "byte 0xc1, which stands for nothing");
    if (read_short(first, out)) {
        reader->at++;
    } else {
        const uint32_t bytes = forms[first - 0xC0].length_bytes;
        if (reader->size - reader->at - 1 < bytes)
            return damaged(reader, "they end inside a number");
        *out = (struct object){forms[first - 0xC0].shape,
                               number(reader->bytes + reader->at + 1, bytes)};
        if (out->shape == SIGNED)
            out->value = sign_extended(out->value, bytes);
        out->value += forms[first - 0xC0].fixed + forms[first - 0xC0].extra;
        reader->at += 1 + bytes;
    }
    const bool has_content = out->shape >= TEXT; /* an element has a byte at least */
    if (has_content && out->value > reader->size - reader->at)
        return damaged(reader, "something reaches beyond their end");
    return WC_OK;
}

static enum wc_status read_text(struct reader *reader, uint64_t length, const char **out)
{
    struct arena *arena = &reader->image->arena;
    if (length > SCALAR_BYTES_MOST)
        return damaged(reader, "a text of more than 4096 bytes");
    *out = printable_text(
        arena, arena_strndup(arena, (const char *)reader->bytes + reader->at, length));
    reader->at += length;
    return WC_OK;
}

static enum wc_status read_scalar(struct reader *reader, const struct object *object,
                                  struct yaml_node *node)
{
    struct arena *arena = &reader->image->arena;
    switch (object->shape) {
    case TEXT:
        node->quoted = true;
        return read_text(reader, object->value, &node->text);
    case UNSIGNED:
        node->text = arena_format(arena, "%llu", (unsigned long long)object->value);
        return WC_OK;
    case SIGNED:
        node->text = arena_format(arena, "%lld", (long long)object->value);
        return WC_OK;
    case BOOLEAN:
        node->text = object->value ? "true" : "false";
        return WC_OK;
    case OPAQUE: /* binary data and fractions: nothing here is told by them */
        reader->at += object->value;
        /* fall through */
    default:
        node->text = "null";
        return WC_OK;
    }
}

static enum wc_status read_node(struct reader *reader, uint32_t depth,
                                const struct yaml_node **out);

static enum wc_status read_pair(struct reader *reader, uint32_t depth, struct yaml_pair *pair)
{
    enum wc_status status = read_node(reader, depth, &pair->key);
    if (status == WC_OK && pair->key->kind != YAML_SCALAR)
        status = damaged(reader, "a key that is no text");
    return status == WC_OK ? read_node(reader, depth, &pair->value) : status;
}

/* Elements are given memory as they come. */
static enum wc_status read_elements(struct reader *reader, const struct object *object,
                                    uint32_t depth, struct yaml_node *node)
{
    struct arena *arena = &reader->image->arena;
    enum wc_status status = WC_OK;
    node->kind = object->shape == LIST ? YAML_SEQUENCE : YAML_MAPPING;
    if (depth == DEPTH_MOST)
        return damaged(reader, "lists nested more than 16 deep");
    for (; status == WC_OK && node->count < object->value; node->count++) {
        if (object->shape == LIST) {
            node->items = arena_grow(arena, node->items, node->count, sizeof *node->items);
            status = read_node(reader, depth + 1, &node->items[node->count]);
        } else {
            node->pairs = arena_grow(arena, node->pairs, node->count, sizeof *node->pairs);
            status = read_pair(reader, depth + 1, &node->pairs[node->count]);
        }
    }
    return status;
}

static enum wc_status read_node(struct reader *reader, uint32_t depth,
                                const struct yaml_node **out)
{
    struct yaml_node *node = arena_alloc(&reader->image->arena, sizeof *node);
    struct object object = {NIL, 0};
    node->file = reader->image->path;
    *out = node;
    enum wc_status status = read_object(reader, &object);
    if (status != WC_OK)
        return status;
    return object.shape >= LIST ? read_elements(reader, &object, depth, node)
                                : read_scalar(reader, &object, node);
}

enum wc_status amdgpu_unpack(struct error *err, struct image *image, const uint8_t *bytes,
                             uint64_t size, uint64_t offset, const struct yaml_node **root)
{
    struct reader reader = {.err = err, .image = image, .bytes = bytes, .size = size,
                            .offset = offset};
    if (size > YAML_BYTES_MOST)
        return elf_fail(err, image, offset, "metadata of 0x%llx bytes; at most 0x%x are read",
                        (unsigned long long)size, YAML_BYTES_MOST);
    return read_node(&reader, 0, root);
}
