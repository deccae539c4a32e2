/* SPDX-License-Identifier: Apache-2.0 */
/* sas_words.c - the words of a line of a Sim-D program. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "load/sas_parts.h"

static bool is_separator(char c)
{
    return c == ' ' || c == '\t' || c == ',' || c == '\r' || c == '\f' || c == '\v';
}

/* The length of a line without its comment; `//` in quotes is no comment. */
static size_t without_comment(const char *line, size_t length)
{
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        quoted ^= line[i] == '"';
        if (!quoted && line[i] == '/' && i + 1 < length && line[i + 1] == '/')
            return i;
    }
    return length;
}

/* The end of the word that starts at `start`. */
static size_t word_end(const char *line, size_t length, size_t start)
{
    size_t end = start + 1;
    if (line[start] == '"') {
        while (end < length && line[end] != '"')
            end++;
        return end;
    }
    while (end < length && !is_separator(line[end]) && line[end] != '"')
        end++;
    return end;
}

/* Takes one word; *at is behind it afterwards. */
static enum wc_status take_word(const struct sas_reader *reader, const char *line, size_t length,
                                struct sas_place place, size_t *at, struct sas_words *out)
{
    size_t start = *at, end = word_end(line, length, start);
    bool quoted = line[start] == '"';
    if (quoted && end == length)
        return sas_fail(reader, place, "the quotation mark is not closed on this line");
    if (out->count == SAS_WORDS_MAX)
        return sas_fail(reader, place, "more than %u words on a line", SAS_WORDS_MAX);
    start += quoted;
    out->word[out->count++] = (struct sas_word){
        .text = arena_strndup(&reader->image->arena, line + start, end - start), .place = place};
    *at = end + quoted;
    out->end = (struct sas_place){place.line, (uint32_t)*at + 1};
    return WC_OK;
}

enum wc_status sas_split(const struct sas_reader *reader, const char *line, size_t length,
                         uint32_t number, struct sas_words *out)
{
    enum wc_status status = WC_OK;
    out->count = 0;
    if (memchr(line, '\0', length))
        return sas_fail(reader, (struct sas_place){number, 1}, "a NUL byte in the text");
    length = without_comment(line, length);
    for (size_t at = 0; status == WC_OK && at < length;) {
        if (is_separator(line[at]))
            at++;
        else
            status = take_word(reader, line, length,
                               (struct sas_place){number, (uint32_t)at + 1}, &at, out);
    }
    return status;
}

enum wc_status sas_unsigned(const struct sas_reader *reader, const struct sas_words *words,
                            uint32_t i, const char *what, uint32_t max, uint32_t *out)
{
    char *end;
    if (i >= words->count)
        return sas_fail(reader, words->end, "the line ends here; expected %s", what);
    const struct sas_word *word = &words->word[i];
    errno = 0;
    unsigned long long value = strtoull(word->text, &end, 0);
    bool is_number = *word->text >= '0' && *word->text <= '9' && !*end;
    if (!is_number || errno || value > max)
        return sas_fail(reader, word->place, "found '%.64s'; expected %s, an integer from 0 to %u",
                        word->text, what, max);
    *out = (uint32_t)value;
    return WC_OK;
}
