/* SPDX-License-Identifier: Apache-2.0 */
/* lines.c - writes DWARF 4: one unit with its abbreviations and its line program. */
#include "pass/split/lines.h"

#include <dwarf.h>
#include <string.h>

enum { ADDRESS_BYTES = 8, OPCODE_BASE = DW_LNS_set_isa + 1, DWARF_VERSION = 4 };

/* ---- numbers ---- */

static void put(struct text *out, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        text_add_bytes(out, &(char){(char)(value >> 8 * i)}, 1);
}

static void put_unsigned(struct text *out, uint64_t value)
{
    do {
        put(out, (value & 0x7f) | (value > 0x7f ? 0x80 : 0), 1);
        value >>= 7;
    } while (value);
}

static void put_signed(struct text *out, int64_t value)
{
    bool more = true;
    while (more) {
        unsigned low = (unsigned)value & 0x7f;
        value >>= 7;
        more = !((value == 0 && !(low & 0x40)) || (value == -1 && low & 0x40));
        put(out, low | (more ? 0x80 : 0), 1);
    }
}

static void put_string(struct text *out, const char *string)
{
    text_add_bytes(out, string, strlen(string) + 1);
}

/* Sets the four bytes at `at` to how many follow them. */
static void set_length(struct text *out, size_t at)
{
    const uint32_t length = (uint32_t)(out->length - at - 4);
    memcpy(out->bytes + at, &length, sizeof length);
}

/* ---- the line program ---- */

struct files {
    struct arena arena;
    const char **names;
    uint32_t count;
};

static uint32_t number_of(struct files *files, const char *name)
{
    for (uint32_t i = 0; i < files->count; i++) {
        if (strcmp(files->names[i], name) == 0)
            return i + 1;
    }
    files->names = arena_grow(&files->arena, files->names, files->count, sizeof *files->names);
    files->names[files->count++] = name;
    return files->count;
}

static void put_header(struct text *out, const struct files *files)
{
    static const uint8_t operands[OPCODE_BASE - 1] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};
    put(out, DWARF_VERSION, 2);
    const size_t at = out->length;
    put(out, 0, 4);
    put(out, 1, 1); /* bytes of an instruction */
    put(out, 1, 1); /* instructions of a bundle */
    put(out, 1, 1); /* rows are statements */
    put(out, 0xff, 1); /* line base and range of special opcodes, which are not used */
    put(out, 1, 1);
    put(out, OPCODE_BASE, 1);
    text_add_bytes(out, (const char *)operands, sizeof operands);
    put(out, 0, 1); /* no folders */
    for (uint32_t i = 0; i < files->count; i++) {
        put_string(out, files->names[i]);
        put(out, 0, 3); /* folder, time, length */
    }
    put(out, 0, 1);
    set_length(out, at);
}

/* The registers of the line machine. */
struct row {
    uint64_t address;
    uint32_t file, line, column;
};

static void put_row(struct text *out, struct row *now, struct row next)
{
    put(out, DW_LNS_advance_pc, 1);
    put_unsigned(out, next.address - now->address);
    put(out, DW_LNS_set_file, 1);
    put_unsigned(out, next.file);
    put(out, DW_LNS_set_column, 1);
    put_unsigned(out, next.column);
    put(out, DW_LNS_advance_line, 1);
    put_signed(out, (int64_t)next.line - now->line);
    put(out, DW_LNS_copy, 1);
    *now = next;
}

static void put_sequence(struct text *out, const struct program *program,
                         const struct moved *moved, struct files *files)
{
    struct row now = {moved->address, 1, 1, 0};
    put(out, 0, 1);
    put_unsigned(out, 1 + ADDRESS_BYTES);
    put(out, DW_LNE_set_address, 1);
    put(out, moved->address, ADDRESS_BYTES);
    for (uint32_t i = 0; i < moved->code.count; i++) {
        struct source_line line;
        struct row next = {moved->address + 4ull * i, 1, 0, 0};
        if (image_source_line(program->image, program->insns[moved->code.origin[i]].pc, &line))
            next = (struct row){next.address, number_of(files, line.file), line.line, line.column};
        if (!i || next.file != now.file || next.line != now.line || next.column != now.column)
            put_row(out, &now, next);
    }
    put(out, DW_LNS_advance_pc, 1);
    put_unsigned(out, moved->address + 4ull * moved->code.count - now.address);
    put(out, 0, 1);
    put_unsigned(out, 1);
    put(out, DW_LNE_end_sequence, 1);
}

static void put_lines(struct text *out, const struct program *program, const struct moved *moved,
                      uint32_t count, struct files *files)
{
    struct text body = {0};
    for (uint32_t i = 0; i < count; i++)
        put_sequence(&body, program, &moved[i], files);
    put(out, 0, 4);
    put_header(out, files);
    text_add_bytes(out, body.bytes, body.length);
    set_length(out, 0);
    text_free(&body);
}

/* ---- the unit ---- */

enum { ABBREVIATION_UNIT = 1, ABBREVIATION_FUNCTION };

static void put_abbreviations(struct text *out)
{
    static const uint8_t bytes[] = {
        ABBREVIATION_UNIT, DW_TAG_compile_unit, DW_CHILDREN_yes,
        DW_AT_producer, DW_FORM_string, DW_AT_name, DW_FORM_string,
        DW_AT_stmt_list, DW_FORM_sec_offset, DW_AT_low_pc, DW_FORM_addr,
        DW_AT_high_pc, DW_FORM_data8, 0, 0,
        ABBREVIATION_FUNCTION, DW_TAG_subprogram, DW_CHILDREN_no,
        DW_AT_name, DW_FORM_string, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data8,
        0, 0, 0};
    text_add_bytes(out, (const char *)bytes, sizeof bytes);
}

static void put_unit(struct text *out, const struct moved *moved, uint32_t count,
                     const char *name, uint32_t abbreviations_at, uint32_t lines_at)
{
    const struct moved *last = &moved[count - 1];
    put(out, 0, 4);
    put(out, DWARF_VERSION, 2);
    put(out, abbreviations_at, 4);
    put(out, ADDRESS_BYTES, 1);
    put_unsigned(out, ABBREVIATION_UNIT);
    put_string(out, "warpclock split");
    put_string(out, name);
    put(out, lines_at, 4);
    put(out, moved->address, ADDRESS_BYTES);
    put(out, last->address + 4ull * last->code.count - moved->address, 8);
    for (uint32_t i = 0; i < count; i++) {
        put_unsigned(out, ABBREVIATION_FUNCTION);
        put_string(out, moved[i].kernel->name);
        put(out, moved[i].address, ADDRESS_BYTES);
        put(out, 4ull * moved[i].code.count, 8);
    }
    put(out, 0, 1);
    set_length(out, 0);
}

struct split_lines split_lines_make(const struct program *program, const struct moved *moved,
                                    uint32_t count, uint32_t abbreviations_at, uint32_t lines_at)
{
    struct split_lines out = {0};
    struct files files = {0};
    put_lines(&out.lines, program, moved, count, &files);
    if (files.count) {
        put_abbreviations(&out.abbreviations);
        put_unit(&out.info, moved, count, files.names[0], abbreviations_at, lines_at);
    } else {
        text_free(&out.lines);
        out.lines = (struct text){0};
    }
    arena_free(&files.arena);
    return out;
}

void split_lines_free(struct split_lines *lines)
{
    text_free(&lines->abbreviations);
    text_free(&lines->info);
    text_free(&lines->lines);
}
