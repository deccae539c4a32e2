/* SPDX-License-Identifier: Apache-2.0 */
/* protobuf.h - writes messages in the wire format of protocol buffers.
 *
 * A message is built in a buffer of fixed size, since its length precedes it: callers add a handful
 * of numbers and texts, and texts are truncated to fit. A field that does not fit is omitted; a
 * message is never malformed. */
#ifndef WARPCLOCK_REPORT_PROTOBUF_H
#define WARPCLOCK_REPORT_PROTOBUF_H

#include <stdint.h>
#include <string.h>

enum { PROTOBUF_ROOM = 2048, PROTOBUF_TEXT_MAX = 512, VARINT_MAX = 10 };

struct protobuf {
    size_t length;
    uint8_t bytes[PROTOBUF_ROOM];
};

enum wire_type { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2 };

static inline void protobuf_varint(struct protobuf *message, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        message->bytes[message->length++] = (uint8_t)(value | 0x80);
    message->bytes[message->length++] = (uint8_t)value;
}

static inline int protobuf_fits(const struct protobuf *message, size_t bytes)
{
    return message->length + bytes + 2 * VARINT_MAX <= PROTOBUF_ROOM;
}

static inline void protobuf_tag(struct protobuf *message, uint32_t field, enum wire_type type)
{
    protobuf_varint(message, (uint64_t)field << 3 | type);
}

static inline void protobuf_uint(struct protobuf *message, uint32_t field, uint64_t value)
{
    if (!protobuf_fits(message, 0))
        return;
    protobuf_tag(message, field, WIRE_VARINT);
    protobuf_varint(message, value);
}

/* Least significant byte first, on any host. */
static inline void protobuf_fixed64(struct protobuf *message, uint32_t field, uint64_t value)
{
    if (!protobuf_fits(message, 8))
        return;
    protobuf_tag(message, field, WIRE_FIXED64);
    for (unsigned i = 0; i < 8; i++)
        message->bytes[message->length++] = (uint8_t)(value >> 8 * i);
}

static inline void protobuf_double(struct protobuf *message, uint32_t field, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    protobuf_fixed64(message, field, bits);
}

static inline void protobuf_bytes(struct protobuf *message, uint32_t field, const void *bytes,
                                  size_t length)
{
    if (!protobuf_fits(message, length))
        return;
    protobuf_tag(message, field, WIRE_BYTES);
    protobuf_varint(message, length);
    memcpy(message->bytes + message->length, bytes, length);
    message->length += length;
}

static inline void protobuf_text(struct protobuf *message, uint32_t field, const char *text)
{
    protobuf_bytes(message, field, text, strnlen(text, PROTOBUF_TEXT_MAX));
}

static inline void protobuf_message(struct protobuf *message, uint32_t field,
                                    const struct protobuf *inner)
{
    protobuf_bytes(message, field, inner->bytes, inner->length);
}

#endif
