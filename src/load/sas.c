/* SPDX-License-Identifier: Apache-2.0 */
/* sas.c - makes an image from the text of a Sim-D program. */
#include "load/sas.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/allowance.h"
#include "base/text.h"
#include "load/sas_parts.h"

enum wc_status sas_fail(const struct sas_reader *reader, struct sas_place place,
                        const char *format, ...)
{
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return fail_at(reader->err, WC_BAD_INPUT, reader->image->path, (int)place.line,
                   (int)place.column, "%s", message);
}

/* ---- recognising ---- */

static bool is_named(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && !strcmp(path + length - 4, ".sas");
}

/* The first byte of the next line that has more than a comment; *at is behind its first word. */
static const uint8_t *next_line(const uint8_t *at, const uint8_t *end)
{
    while (at < end) {
        while (at < end && strchr(" \t\r\n", *at) && *at)
            at++;
        if (end - at < 2 || memcmp(at, "//", 2))
            return at;
        while (at < end && *at != '\n')
            at++;
    }
    return end;
}

bool sas_recognise(const char *path, const uint8_t *bytes, uint64_t size)
{
    static const char section[] = ".data";
    const uint8_t *end = bytes + size, *at = next_line(bytes, end);
    if (is_named(path))
        return true;
    if ((size_t)(end - at) <= sizeof section || memcmp(at, section, sizeof section - 1))
        return false;
    at = next_line(at + sizeof section - 1, end);
    return at < end && *at >= '0' && *at <= '9';
}

/* ---- reading ---- */

static const char *const section_names[] = {
    [SAS_SECTION_DATA] = ".data", [SAS_SECTION_SP_DATA] = ".sp_data", [SAS_SECTION_TEXT] = ".text"};

static const char *section_name(const void *user, size_t i)
{
    (void)user;
    return i < sizeof section_names / sizeof *section_names ? section_names[i] : NULL;
}

static enum wc_status read_section(struct sas_reader *reader, const struct sas_words *words)
{
    const struct sas_word *word = &words->word[0];
    for (unsigned i = 0; section_name(NULL, i); i++) {
        if (strcmp(section_names[i], word->text))
            continue;
        reader->section = (enum sas_section)i;
        if (words->count == 1)
            return WC_OK;
        return sas_fail(reader, words->word[1].place,
                        "found '%.64s'; expected the end of the line", words->word[1].text);
    }
    sas_fail(reader, word->place, "unknown section '%.64s'; expected .data, .sp_data or .text",
             word->text);
    const char *near = nearest_name(word->text, section_name, NULL);
    if (near)
        hint(reader->err, "did you mean '%s'?", near);
    return WC_BAD_INPUT;
}

static enum wc_status read_line(struct sas_reader *reader, const char *line, size_t length,
                                uint32_t number)
{
    struct sas_words words;
    enum wc_status status = sas_split(reader, line, length, number, &words);
    if (status != WC_OK || !words.count)
        return status;
    if (*words.word[0].text == '.')
        return read_section(reader, &words);
    if (reader->section == SAS_SECTION_TEXT)
        return sas_read_code(reader, &words);
    return sas_read_buffer(reader, &words);
}

static enum wc_status read_lines(struct sas_reader *reader)
{
    enum { STRIDE = 4096 };
    const char *at = reader->image->file, *end = at + reader->image->file_bytes;
    enum wc_status status = WC_OK;
    for (uint32_t number = 1; status == WC_OK && at < end; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        status = read_line(reader, at, (size_t)(stop - at), number);
        reader->end = (struct sas_place){number, (uint32_t)(stop - at) + 1};
        if (status == WC_OK && number % STRIDE == 0)
            status = allow_work(reader->err);
        at = stop + 1;
    }
    return status;
}

static const char *name_of(const struct image *image)
{
    const char *slash = strrchr(image->path, '/');
    return slash ? slash + 1 : image->path;
}

/* A program is its own source: the name has no folder, as in line tables of compilers. */
bool sas_source_line(const struct image *image, uint64_t address, struct source_line *out)
{
    uint64_t insn = address / SAS_INSN_BYTES;
    if (insn >= image->sas->line_count)
        return false;
    const struct sas_place *place = &image->sas->lines[insn].mnemonic.place;
    *out = (struct source_line){name_of(image), place->line, place->column};
    return true;
}

/* ---- the image ---- */

/* The kernel is named like its file. */
static const char *kernel_name(const struct image *image, struct arena *arena)
{
    const char *name = name_of(image);
    const char *dot = strrchr(name, '.');
    return arena_strndup(arena, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

static void add_symbols(struct image *image, const char *kernel, uint64_t bytes)
{
    const struct sas_program *program = image->sas;
    image->symbols =
        arena_array(&image->arena, (size_t)program->label_count + 1, sizeof *image->symbols);
    image->symbols[image->symbol_count++] = (struct symbol){
        .name = kernel, .size = bytes, .is_function = true, .is_global = true};
    for (uint32_t i = 0; i < program->label_count; i++)
        image->symbols[image->symbol_count++] = (struct symbol){
            .name = program->labels[i].name,
            .address = (uint64_t)program->labels[i].insn * SAS_INSN_BYTES};
}

static void add_kernel(struct image *image)
{
    const char *name = kernel_name(image, &image->arena);
    uint64_t bytes = (uint64_t)image->sas->line_count * SAS_INSN_BYTES;
    image->kernels = arena_array(&image->arena, 1, sizeof *image->kernels);
    image->kernels[image->kernel_count++] = (struct kernel){.name = name, .bytes = bytes};
    add_symbols(image, name, bytes);
}

enum wc_status sas_load(struct error *err, struct image *image)
{
    struct sas_program *program = arena_alloc(&image->arena, sizeof *program);
    struct sas_reader reader = {.err = err, .image = image, .program = program, .end = {1, 1}};
    enum wc_status status = read_lines(&reader);
    if (status == WC_OK)
        status = sas_check_buffers(&reader);
    if (status != WC_OK)
        return status;
    if (!program->line_count)
        return sas_fail(&reader, reader.end, "the program has no instruction; expected a section "
                        ".text with some before the end of the file");
    image->format = "Sim-D assembly";
    image->isa = "sim-d";
    image->sas = program;
    add_kernel(image);
    return WC_OK;
}
