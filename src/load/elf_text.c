/* SPDX-License-Identifier: Apache-2.0 */
/* elf_text.c - which bytes of a name may be printed. */
#include "load/elf_text.h"

static bool follows(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

/* Bytes of the printable character at `text`, 0 if there is none (Unicode 15, table 3-7). Stops at
 * the terminating NUL. */
static size_t character_bytes(const unsigned char *text)
{
    if (text[0] < 0x80)
        return text[0] >= 0x20 && text[0] != 0x7F;
    if (text[0] < 0xC2 || text[0] > 0xF4 || !follows(text[1]))
        return 0;
    if (text[0] < 0xE0)
        return text[0] == 0xC2 && text[1] < 0xA0 ? 0 : 2; /* C1 control characters */
    if (!follows(text[2]))
        return 0;
    if (text[0] < 0xF0) {
        bool overlong = text[0] == 0xE0 && text[1] < 0xA0;
        bool surrogate = text[0] == 0xED && text[1] >= 0xA0;
        return overlong || surrogate ? 0 : 3;
    }
    bool overlong = text[0] == 0xF0 && text[1] < 0x90;
    bool beyond = text[0] == 0xF4 && text[1] >= 0x90;
    return follows(text[3]) && !overlong && !beyond ? 4 : 0;
}

bool is_printable(const char *text)
{
    for (size_t bytes; *text; text += bytes) {
        bytes = character_bytes((const unsigned char *)text);
        if (bytes == 0)
            return false;
    }
    return true;
}

const char *printable_text(struct arena *arena, const char *text)
{
    if (is_printable(text))
        return text;
    char *copy = arena_strdup(arena, text);
    for (size_t i = 0, bytes; copy[i]; i += bytes ? bytes : 1) {
        bytes = character_bytes((const unsigned char *)copy + i);
        if (bytes == 0)
            copy[i] = '?';
    }
    return copy;
}
