/* SPDX-License-Identifier: Apache-2.0 */
/* sas_text.c - labels, annotations and instructions of a Sim-D program. */
#include <string.h>

#include "load/sas_parts.h"

static enum wc_status check_count(const struct sas_reader *reader, const struct sas_words *words,
                                  uint32_t count, const char *what)
{
    if (count < SAS_LINES_MAX)
        return WC_OK;
    return sas_fail(reader, words->word[0].place, "more than %u %s", SAS_LINES_MAX, what);
}

static enum wc_status expect_end(const struct sas_reader *reader, const struct sas_words *words,
                                 uint32_t count)
{
    if (words->count <= count)
        return WC_OK;
    return sas_fail(reader, words->word[count].place,
                    "found '%.64s'; expected the end of the line", words->word[count].text);
}

/* FNV-1a: thousands of labels are compared by a number first. */
static uint32_t hash_of(const char *name)
{
    uint32_t hash = 2166136261u;
    while (*name)
        hash = (hash ^ (uint8_t)*name++) * 16777619u;
    return hash;
}

static const struct sas_label *find_label(const struct sas_program *program, const char *name)
{
    const uint32_t hash = hash_of(name);
    for (uint32_t i = 0; i < program->label_count; i++) {
        if (program->labels[i].hash == hash && !strcmp(program->labels[i].name, name))
            return &program->labels[i];
    }
    return NULL;
}

static bool is_name(const char *text)
{
    static const char *const letters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.$";
    return *text && !(*text >= '0' && *text <= '9') && strspn(text, letters) == strlen(text);
}

static enum wc_status read_label(struct sas_reader *reader, const struct sas_words *words)
{
    struct sas_program *program = reader->program;
    const struct sas_word *word = &words->word[0];
    const char *name =
        arena_strndup(&reader->image->arena, word->text, strlen(word->text) - 1);
    enum wc_status status = expect_end(reader, words, 1);
    if (status == WC_OK)
        status = check_count(reader, words, program->label_count, "labels");
    if (status != WC_OK)
        return status;
    const struct sas_label *first = find_label(program, name);
    if (!is_name(name))
        return sas_fail(reader, word->place, "'%.64s' is no name for a label", name);
    if (first)
        return sas_fail(reader, word->place, "the label '%.64s' is defined again; first in line %u",
                        name, first->place.line);
    program->labels = arena_grow(&reader->image->arena, program->labels, program->label_count,
                                 sizeof *program->labels);
    program->labels[program->label_count++] =
        (struct sas_label){.name = name, .hash = hash_of(name), .insn = program->line_count,
                           .place = word->place};
    return WC_OK;
}

/* `#bound branchcycle T N [P]` (SIMD-65). */
static enum wc_status read_cycle(const struct sas_reader *reader, const struct sas_words *words,
                                 struct sas_bound *bound)
{
    enum wc_status status;
    bound->kind = SAS_BRANCH_CYCLE;
    if ((status = sas_unsigned(reader, words, 2, "how often the branch is taken", UINT32_MAX / 2,
                               &bound->taken)) ||
        (status = sas_unsigned(reader, words, 3, "how often it is not taken", UINT32_MAX / 2,
                               &bound->not_taken)))
        return status;
    if (words->count > 4)
        status = sas_unsigned(reader, words, 4, "the position at which it starts",
                              bound->taken + bound->not_taken, &bound->position);
    if (status == WC_OK && !(bound->taken + bound->not_taken))
        status = sas_fail(reader, words->word[2].place, "the branch is taken 0 times and not taken "
                          "0 times; expected at least one of them");
    return status == WC_OK ? expect_end(reader, words, 5) : status;
}

static enum wc_status read_value(const struct sas_reader *reader, const struct sas_words *words,
                                 struct sas_bound *bound)
{
    bound->kind = SAS_VALUE;
    enum wc_status status =
        sas_unsigned(reader, words, 2, "the bound of the register", UINT32_MAX, &bound->value);
    return status == WC_OK ? expect_end(reader, words, 3) : status;
}

static enum wc_status read_bound(struct sas_reader *reader, const struct sas_words *words)
{
    struct sas_program *program = reader->program;
    struct sas_bound bound = {.insn = program->line_count, .place = words->word[0].place};
    const char *kind = words->count > 1 ? words->word[1].text : "";
    enum wc_status status = check_count(reader, words, program->bound_count, "annotations");
    if (status != WC_OK)
        return status;
    if (!strcmp(kind, "branchcycle"))
        status = read_cycle(reader, words, &bound);
    else if (!strcmp(kind, "value"))
        status = read_value(reader, words, &bound);
    else
        status = sas_fail(reader, words->count > 1 ? words->word[1].place : words->end,
                          "found '%.64s'; expected branchcycle or value", kind);
    program->bounds = arena_grow(&reader->image->arena, program->bounds, program->bound_count,
                                 sizeof *program->bounds);
    program->bounds[program->bound_count++] = bound;
    return status;
}

static enum wc_status read_insn(struct sas_reader *reader, const struct sas_words *words)
{
    struct sas_program *program = reader->program;
    enum wc_status status = check_count(reader, words, program->line_count, "instructions");
    if (status != WC_OK)
        return status;
    program->lines = arena_grow(&reader->image->arena, program->lines, program->line_count,
                                sizeof *program->lines);
    struct sas_line *line = &program->lines[program->line_count++];
    *line = (struct sas_line){.mnemonic = words->word[0], .operand_count = words->count - 1,
                              .end = words->end};
    memcpy(line->operand, words->word + 1, line->operand_count * sizeof *line->operand);
    return WC_OK;
}

enum wc_status sas_read_code(struct sas_reader *reader, const struct sas_words *words)
{
    const char *first = words->word[0].text;
    size_t length = strlen(first);
    if (!strcmp(first, "#bound"))
        return read_bound(reader, words);
    if (*first == '#')
        return sas_fail(reader, words->word[0].place, "unknown annotation '%.64s'; expected #bound",
                        first);
    if (length && first[length - 1] == ':')
        return read_label(reader, words);
    return read_insn(reader, words);
}
