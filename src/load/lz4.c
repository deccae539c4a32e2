/* SPDX-License-Identifier: Apache-2.0 */
/* lz4.c - a block is a list of sequences: a token with two lengths of four bits, literals, the
 * distance of a match, each length continued by bytes. The last one ends after its literals. */
#include "load/lz4.h"

#include <string.h>

enum { LENGTH_CONTINUES = 15, MATCH_MIN = 4 };

struct lz4 {
    const uint8_t *in, *in_end;
    uint8_t *begin, *out, *out_end;
};

static bool read_length(struct lz4 *lz4, uint64_t *length)
{
    uint8_t byte = UINT8_MAX;
    if (*length != LENGTH_CONTINUES)
        return true;
    while (byte == UINT8_MAX) {
        if (lz4->in == lz4->in_end)
            return false;
        byte = *lz4->in++;
        *length += byte;
    }
    return true;
}

static bool copy_literals(struct lz4 *lz4, uint64_t length)
{
    if (!read_length(lz4, &length) || length > (uint64_t)(lz4->in_end - lz4->in) ||
        length > (uint64_t)(lz4->out_end - lz4->out))
        return false;
    memcpy(lz4->out, lz4->in, length);
    lz4->in += length;
    lz4->out += length;
    return true;
}

/* A match may overlap what it makes: byte by byte. */
static bool copy_match(struct lz4 *lz4, uint64_t length)
{
    if (lz4->in_end - lz4->in < 2)
        return false;
    const uint32_t distance = lz4->in[0] | (uint32_t)lz4->in[1] << 8;
    lz4->in += 2;
    if (!read_length(lz4, &length) || distance == 0 ||
        distance > (uint64_t)(lz4->out - lz4->begin) ||
        length + MATCH_MIN > (uint64_t)(lz4->out_end - lz4->out))
        return false;
    for (uint64_t i = 0; i < length + MATCH_MIN; i++, lz4->out++)
        *lz4->out = *(lz4->out - distance);
    return true;
}

bool lz4_decompress(const uint8_t *block, uint64_t block_bytes, uint8_t *out, uint64_t size)
{
    struct lz4 lz4 = {block, block + block_bytes, out, out, out + size};
    while (lz4.in < lz4.in_end) {
        const uint8_t token = *lz4.in++;
        if (!copy_literals(&lz4, token >> 4))
            return false;
        if (lz4.in == lz4.in_end)
            break;
        if (!copy_match(&lz4, token & 15))
            return false;
    }
    return lz4.out == lz4.out_end;
}
