/* SPDX-License-Identifier: Apache-2.0 */
/* lines_names.c - counts the file names in the headers of line tables (DWARF 2 to 5, 6.2.4).
 *
 * It reads as libdw does, up to the end of the section: the length of a header limits nothing. */
#include "load/lines_guard.h"

#include <dwarf.h>
#include <stdbool.h>
#include <string.h>

struct cursor {
    const uint8_t *at, *end;
    bool wide; /* 64-bit DWARF: offsets have 8 bytes */
};

static uint64_t take(struct cursor *c, unsigned bytes)
{
    uint64_t value = 0;
    if ((uint64_t)(c->end - c->at) < bytes) {
        c->at = c->end;
        return 0;
    }
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)c->at[i] << (8 * i);
    c->at += bytes;
    return value;
}

static void skip(struct cursor *c, uint64_t bytes)
{
    c->at = bytes < (uint64_t)(c->end - c->at) ? c->at + bytes : c->end;
}

static uint64_t take_uleb(struct cursor *c)
{
    uint64_t value = 0;
    for (unsigned shift = 0; c->at < c->end; shift += 7) {
        uint8_t byte = *c->at++;
        value |= shift < 64 ? (uint64_t)(byte & 0x7F) << shift : 0;
        if (!(byte & 0x80))
            break;
    }
    return value;
}

/* The length of a text, whose NUL is skipped too. */
static uint64_t skip_text(struct cursor *c)
{
    const uint8_t *end = memchr(c->at, 0, (size_t)(c->end - c->at));
    uint64_t length = (uint64_t)((end ? end : c->end) - c->at);
    skip(c, length + 1);
    return length;
}

/* Versions 2 to 4: lists that end with an empty text. */
static uint64_t count_old(struct cursor *c)
{
    uint64_t count = 0;
    while (c->at < c->end && skip_text(c)) /* folders */
        ;
    for (; c->at < c->end && skip_text(c); count++) {
        take_uleb(c); /* folder, time, size */
        take_uleb(c);
        take_uleb(c);
    }
    return count;
}

/* False: no table has this form. */
static bool skip_form(struct cursor *c, uint64_t form)
{
    switch (form) {
    case DW_FORM_string: skip_text(c); return true;
    case DW_FORM_strp: case DW_FORM_line_strp: case DW_FORM_sec_offset:
        skip(c, c->wide ? 8 : 4);
        return true;
    case DW_FORM_udata: case DW_FORM_strx: take_uleb(c); return true;
    case DW_FORM_block: skip(c, take_uleb(c)); return true;
    case DW_FORM_data1: case DW_FORM_strx1: skip(c, 1); return true;
    case DW_FORM_data2: case DW_FORM_strx2: skip(c, 2); return true;
    case DW_FORM_strx3: skip(c, 3); return true;
    case DW_FORM_data4: case DW_FORM_strx4: skip(c, 4); return true;
    case DW_FORM_data8: skip(c, 8); return true;
    case DW_FORM_data16: skip(c, 16); return true;
    default: return false;
    }
}

/* Version 5: a list with the forms of its entries. An entry that has no bytes would cost none. */
static uint64_t count_list(struct cursor *c)
{
    uint64_t forms[256][2];
    const unsigned form_count = (unsigned)take(c, 1);
    for (unsigned i = 0; i < form_count; i++) {
        forms[i][0] = take_uleb(c);
        forms[i][1] = take_uleb(c);
    }
    const uint64_t promised = take_uleb(c);
    uint64_t count = 0;
    for (; form_count && count < promised && c->at < c->end; count++) {
        for (unsigned i = 0; i < form_count; i++)
            if (!skip_form(c, forms[i][1]))
                return NAMES_UNKNOWN;
    }
    return form_count ? count : promised;
}

static uint64_t count_new(struct cursor *c)
{
    uint64_t folders = count_list(c);
    uint64_t files = folders == NAMES_UNKNOWN ? folders : count_list(c);
    return files == NAMES_UNKNOWN || files > UINT64_MAX / 2 ? NAMES_UNKNOWN : files + folders;
}

/* Reads one header, and moves `at` to the next table. */
static uint64_t count_table(const uint8_t **at, const uint8_t *end)
{
    struct cursor c = {.at = *at, .end = end};
    uint64_t length = take(&c, 4);
    if (length == UINT32_MAX) {
        c.wide = true;
        length = take(&c, 8);
    }
    const uint8_t *start = c.at;
    *at = length < (uint64_t)(end - start) ? start + length : end;
    const unsigned version = (unsigned)take(&c, 2);
    if (version < 2 || version > 5)
        return 0; /* libdw reads none of it */
    if (version == 5)
        skip(&c, 2); /* sizes of addresses and selectors */
    skip(&c, c.wide ? 8 : 4);
    skip(&c, version >= 4 ? 5 : 4); /* up to the number of opcodes */
    uint64_t opcodes = take(&c, 1);
    skip(&c, opcodes ? opcodes - 1 : 0);
    return version == 5 ? count_new(&c) : count_old(&c);
}

uint64_t count_file_names(const uint8_t *bytes, uint64_t size)
{
    uint64_t total = 0;
    for (const uint8_t *at = bytes, *end = bytes + size; at < end;) {
        uint64_t count = count_table(&at, end);
        if (count == NAMES_UNKNOWN)
            return NAMES_UNKNOWN;
        total += count;
    }
    return total;
}
