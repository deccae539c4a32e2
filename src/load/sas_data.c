/* SPDX-License-Identifier: Apache-2.0 */
/* sas_data.c - buffers that a Sim-D program declares in .data and .sp_data. */
#include <string.h>

#include "load/sas_parts.h"

static struct sas_buffer *table_of(const struct sas_reader *reader)
{
    return reader->section == SAS_SECTION_DATA ? reader->program->dram
                                               : reader->program->scratchpad;
}

static enum wc_status read_source(const struct sas_reader *reader, const struct sas_word *word,
                                  enum sas_source *out)
{
    static const struct {
        const char *letter;
        enum sas_source source;
    } sources[] = {{"n", SAS_NOTHING}, {"f", SAS_RAW}, {"d", SAS_DECIMAL}};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        if (!strcmp(word->text, sources[i].letter)) {
            *out = sources[i].source;
            return WC_OK;
        }
    }
    return sas_fail(reader, word->place, "found '%.64s'; expected the type of the data: d (decimal "
                    "text), f (raw words) or n (none)", word->text);
}

/* Relative paths start at the program's folder. */
static const char *resolve(const struct sas_reader *reader, const char *path)
{
    const char *slash = strrchr(reader->image->path, '/');
    if (*path == '/' || !slash)
        return path;
    return arena_format(&reader->image->arena, "%.*s/%s",
                        (int)(slash - reader->image->path), reader->image->path, path);
}

/* `TYPE PATH` at the end of a line of .data. */
static enum wc_status read_file(const struct sas_reader *reader, const struct sas_words *words,
                                struct sas_buffer *buffer)
{
    enum { TYPE = 4, PATH, END };
    uint32_t rest = TYPE;
    enum wc_status status = WC_OK;
    if (reader->section == SAS_SECTION_DATA && words->count > TYPE) {
        status = read_source(reader, &words->word[TYPE], &buffer->source);
        rest = words->count > PATH ? END : PATH;
        if (status == WC_OK && words->count > PATH)
            buffer->file = resolve(reader, words->word[PATH].text);
        else if (status == WC_OK && buffer->source != SAS_NOTHING)
            status = sas_fail(reader, words->end, "the line ends here; expected the path of the "
                              "data file");
    }
    if (status == WC_OK && words->count > rest)
        status = sas_fail(reader, words->word[rest].place,
                          "found '%.64s'; expected the end of the line", words->word[rest].text);
    return status;
}

/* A buffer ends within the 32-bit address space. */
static enum wc_status check_size(const struct sas_reader *reader, const struct sas_words *words,
                                 const struct sas_buffer *buffer)
{
    uint64_t bytes = (uint64_t)buffer->dim_x * buffer->dim_y * 4;
    if (!buffer->dim_x || !buffer->dim_y)
        return sas_fail(reader, words->word[buffer->dim_x ? 3 : 2].place,
                        "a buffer has at least one word and one line");
    if (buffer->address % 4)
        return sas_fail(reader, words->word[1].place,
                        "the address 0x%x is not a multiple of 4 bytes", buffer->address);
    if (buffer->dim_x > UINT32_MAX / buffer->dim_y / 4 ||
        bytes > (UINT64_C(1) << 32) - buffer->address)
        return sas_fail(reader, words->word[2].place, "%u words by %u lines at address 0x%x exceed "
                        "the address space of 32 bits", buffer->dim_x, buffer->dim_y,
                        buffer->address);
    return WC_OK;
}

enum wc_status sas_read_buffer(struct sas_reader *reader, const struct sas_words *words)
{
    struct sas_buffer buffer = {.declared = true, .place = words->word[0].place};
    uint32_t id = 0;
    enum wc_status status;
    if ((status = sas_unsigned(reader, words, 0, "the id of a buffer", SAS_BUFFERS - 1, &id)) ||
        (status = sas_unsigned(reader, words, 1, "its byte address", UINT32_MAX,
                               &buffer.address)) ||
        (status = sas_unsigned(reader, words, 2, "words per line", UINT32_MAX, &buffer.dim_x)) ||
        (status = sas_unsigned(reader, words, 3, "lines", UINT32_MAX, &buffer.dim_y)) ||
        (status = check_size(reader, words, &buffer)) ||
        (status = read_file(reader, words, &buffer)))
        return status;
    struct sas_buffer *slot = &table_of(reader)[id];
    if (slot->declared)
        return sas_fail(reader, words->word[0].place, "buffer %u is declared again; first in "
                        "line %u", id, slot->place.line);
    *slot = buffer;
    return WC_OK;
}

static uint64_t end_of(const struct sas_buffer *buffer)
{
    return buffer->address + (uint64_t)buffer->dim_x * buffer->dim_y * 4;
}

static bool overlap(const struct sas_buffer *a, const struct sas_buffer *b)
{
    return a->declared && b->declared && a->address < end_of(b) && b->address < end_of(a);
}

static enum wc_status refuse_overlap(const struct sas_reader *reader,
                                     const struct sas_buffer *table, uint32_t first,
                                     uint32_t second)
{
    const struct sas_buffer *a = &table[first], *b = &table[second];
    return sas_fail(reader, b->place, "buffer %u (0x%x to 0x%llx) overlaps buffer %u of line %u "
                    "(0x%x to 0x%llx)", second, b->address, (unsigned long long)end_of(b), first,
                    a->place.line, a->address, (unsigned long long)end_of(a));
}

static enum wc_status check_table(const struct sas_reader *reader, const struct sas_buffer *table)
{
    for (uint32_t i = 0; i < SAS_BUFFERS; i++) {
        for (uint32_t k = i + 1; k < SAS_BUFFERS; k++) {
            bool in_order = table[i].place.line < table[k].place.line;
            if (overlap(&table[i], &table[k]))
                return refuse_overlap(reader, table, in_order ? i : k, in_order ? k : i);
        }
    }
    return WC_OK;
}

enum wc_status sas_check_buffers(const struct sas_reader *reader)
{
    enum wc_status status = check_table(reader, reader->program->dram);
    return status == WC_OK ? check_table(reader, reader->program->scratchpad) : status;
}
