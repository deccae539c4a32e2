/* SPDX-License-Identifier: Apache-2.0 */
/* sas_parts.h - what the files that read a Sim-D program share. */
#ifndef WARPCLOCK_LOAD_SAS_PARTS_H
#define WARPCLOCK_LOAD_SAS_PARTS_H

#include "load/image.h"
#include "load/sas.h"

enum { SAS_WORDS_MAX = 1 + SAS_OPERANDS_MAX };

enum sas_section { SAS_SECTION_DATA, SAS_SECTION_SP_DATA, SAS_SECTION_TEXT };

/* The words of one line, without its comment. */
struct sas_words {
    struct sas_word word[SAS_WORDS_MAX];
    uint32_t count;
    struct sas_place end; /* after the last one */
};

struct sas_reader {
    struct error *err;
    struct image *image;
    struct sas_program *program;
    enum sas_section section;
    struct sas_place end; /* of the lines read so far */
};

enum wc_status sas_fail(const struct sas_reader *reader, struct sas_place place,
                        const char *format, ...) __attribute__((format(printf, 3, 4)));

/* sas_words.c: words are separated by blanks and commas; a word in quotes may contain both. */
enum wc_status sas_split(const struct sas_reader *reader, const char *line, size_t length,
                         uint32_t number, struct sas_words *out);
/* An unsigned integer in C notation. */
enum wc_status sas_unsigned(const struct sas_reader *reader, const struct sas_words *words,
                            uint32_t i, const char *what, uint32_t max, uint32_t *out);

/* sas_data.c: a line of .data or .sp_data. */
enum wc_status sas_read_buffer(struct sas_reader *reader, const struct sas_words *words);
/* After the last line: buffers of a section do not overlap. */
enum wc_status sas_check_buffers(const struct sas_reader *reader);

/* sas_text.c: a line of .text. */
enum wc_status sas_read_code(struct sas_reader *reader, const struct sas_words *words);

#endif
