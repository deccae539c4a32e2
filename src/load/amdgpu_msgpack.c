/* SPDX-License-Identifier: Apache-2.0 */
/* amdgpu_msgpack.c - reads MessagePack metadata into the tree of yaml.h.
 *
 * So the same code handles version 2, whose metadata are YAML, and later versions. Only the
 * tokenizer of libmpack is used: it allocates nothing, so the sizes claimed by a damaged file cost
 * nothing. */
#include <stdbool.h> /* first: mpack.h defines `bool` where it finds none */

#include <mpack.h>

#include "load/amdgpu_parts.h"
#include "load/elf_text.h"

enum { DEPTH_MAX = 16, SCALAR_BYTES_MAX = 4096 };

struct reader {
    struct error *err;
    struct image *image;
    mpack_tokbuf_t tokens;
    const char *bytes, *next, *token; /* all bytes, the next ones, and those of the latest object */
    size_t left;                      /* from `next` on */
    uint64_t offset;                  /* of the first byte in the file */
};

static enum wc_status damaged(const struct reader *reader, const char *what)
{
    return elf_fail(reader->err, reader->image,
                    reader->offset + (uint64_t)(reader->token - reader->bytes),
                    "damaged metadata: %s", what);
}

static bool has_elements(const mpack_token_t *token)
{
    return token->type == MPACK_TOKEN_ARRAY || token->type == MPACK_TOKEN_MAP;
}

/* Its bytes come in a separate token. */
static bool has_bytes(const mpack_token_t *token)
{
    return token->type == MPACK_TOKEN_STR || token->type == MPACK_TOKEN_BIN ||
           token->type == MPACK_TOKEN_EXT;
}

/* An object: a number, or the number of bytes or elements that follow. */
static enum wc_status read_object(struct reader *reader, mpack_token_t *out)
{
    reader->token = reader->next;
    if (!reader->left) /* mpack_read() reads a byte in any case */
        return damaged(reader, "unexpected end");
    switch (mpack_read(&reader->tokens, &reader->next, &reader->left, out)) {
    case MPACK_OK:
        break;
    case MPACK_EOF:
        return damaged(reader, "unexpected end inside a number");
    default:
        return damaged(reader, "invalid byte 0xc1");
    }
    /* An element has at least one byte. */
    if ((has_bytes(out) || has_elements(out)) && out->length > reader->left)
        return damaged(reader, "an element extends past the end");
    return WC_OK;
}

/* All bytes of an object are present (read_object), so one token has them. */
static enum wc_status read_bytes(struct reader *reader, const mpack_token_t *object,
                                 const char **out)
{
    mpack_token_t chunk;
    *out = reader->next;
    if (object->length &&
        mpack_read(&reader->tokens, &reader->next, &reader->left, &chunk) != MPACK_OK)
        return damaged(reader, "unexpected end");
    return WC_OK;
}

static enum wc_status read_text(struct reader *reader, const mpack_token_t *object,
                                const char **out)
{
    struct arena *arena = &reader->image->arena;
    const char *bytes;
    if (object->length > SCALAR_BYTES_MAX)
        return damaged(reader, "string longer than the maximum of 4096 bytes");
    enum wc_status status = read_bytes(reader, object, &bytes);
    if (status == WC_OK)
        *out = printable_text(arena, arena_strndup(arena, bytes, object->length));
    return status;
}

static enum wc_status read_scalar(struct reader *reader, const mpack_token_t *object,
                                  struct yaml_node *node)
{
    struct arena *arena = &reader->image->arena;
    const char *unused;
    switch (object->type) {
    case MPACK_TOKEN_STR:
        node->quoted = true;
        return read_text(reader, object, &node->text);
    case MPACK_TOKEN_UINT:
        node->text = arena_format(arena, "%llu", mpack_unpack_uint(*object));
        return WC_OK;
    case MPACK_TOKEN_SINT:
        node->text = arena_format(arena, "%lld", mpack_unpack_sint(*object));
        return WC_OK;
    case MPACK_TOKEN_BOOLEAN:
        node->text = object->data.value.lo ? "true" : "false";
        return WC_OK;
    default: /* binary data and fractions: not used here */
        node->text = "null";
        return has_bytes(object) ? read_bytes(reader, object, &unused) : WC_OK;
    }
}

static enum wc_status read_node(struct reader *reader, uint32_t depth,
                                const struct yaml_node **out);

static enum wc_status read_pair(struct reader *reader, uint32_t depth, struct yaml_pair *pair)
{
    enum wc_status status = read_node(reader, depth, &pair->key);
    if (status == WC_OK && pair->key->kind != YAML_SCALAR)
        status = damaged(reader, "a key is not a string");
    return status == WC_OK ? read_node(reader, depth, &pair->value) : status;
}

/* Memory for elements is allocated as they are read. */
static enum wc_status read_elements(struct reader *reader, const mpack_token_t *object,
                                    uint32_t depth, struct yaml_node *node)
{
    struct arena *arena = &reader->image->arena;
    const bool list = object->type == MPACK_TOKEN_ARRAY;
    enum wc_status status = WC_OK;
    node->kind = list ? YAML_SEQUENCE : YAML_MAPPING;
    if (depth == DEPTH_MAX)
        return damaged(reader, "nesting deeper than the maximum of 16 levels");
    for (; status == WC_OK && node->count < object->length; node->count++) {
        if (list) {
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
    mpack_token_t object;
    node->file = reader->image->path;
    *out = node;
    enum wc_status status = read_object(reader, &object);
    if (status != WC_OK)
        return status;
    return has_elements(&object) ? read_elements(reader, &object, depth, node)
                                 : read_scalar(reader, &object, node);
}

enum wc_status amdgpu_unpack(struct error *err, struct image *image, const uint8_t *bytes,
                             uint64_t size, uint64_t offset, const struct yaml_node **root)
{
    const char *first = (const char *)bytes;
    struct reader reader = {.err = err, .image = image, .bytes = first, .next = first,
                            .left = size, .offset = offset};
    if (size > YAML_BYTES_MAX)
        return elf_fail(err, image, offset, "0x%llx bytes of metadata; the maximum is 0x%x",
                        (unsigned long long)size, YAML_BYTES_MAX);
    mpack_tokbuf_init(&reader.tokens);
    return read_node(&reader, 0, root);
}
