/* SPDX-License-Identifier: Apache-2.0 */
/* code_place.c - names of places from the symbol table, the line table and the source. */
#include "flow/code_place.h"

#include <inttypes.h>
#include <string.h>

#include "load/image.h"
#include "load/source_text.h"

struct place_namer place_namer_new(struct arena *arena, const struct program *program)
{
    return (struct place_namer){.arena = arena, .program = program,
                                .texts = source_texts_new(program->image->path)};
}

void place_namer_free(struct place_namer *namer)
{
    source_texts_free(namer->texts);
}

void place_name_function(const struct place_namer *namer, struct code_place *place)
{
    const struct function *function = program_function(namer->program, place->address);
    if (function)
        place->function = arena_strdup(namer->arena, function->name);
}

void place_name_line(const struct place_namer *namer, struct code_place *place,
                     const struct source_line *line)
{
    const char *text = source_text(namer->texts, line->file, line->line);
    place->file = arena_strdup(namer->arena, line->file);
    place->line = line->line;
    place->text = text ? arena_strdup(namer->arena, text) : NULL;
}

const char *place_print(const struct place_namer *namer, const struct insn *insn)
{
    struct text words = {0};
    namer->program->isa->print(namer->program, insn, &words);
    char *text = arena_strdup(namer->arena, text_string(&words));
    for (char *tab = text; (tab = strchr(tab, '\t'));)
        *tab = ' ';
    text_free(&words);
    return text;
}

void code_place_write_line(const struct code_place *place, struct text *out)
{
    if (place->file)
        text_add(out, "%s:%" PRIu32, place->file, place->line);
    else
        text_add(out, "0x%08" PRIx64, place->address);
}

void code_place_write(const struct code_place *place, struct text *out)
{
    code_place_write_line(place, out);
    if (place->function)
        text_add(out, " in %s", place->function);
}

void code_place_write_text(const struct code_place *place, size_t max, struct text *out)
{
    const size_t length = place->text ? strlen(place->text) : 0;
    size_t end = max;
    if (length <= max) {
        text_add(out, "%s", length ? place->text : "");
        return;
    }
    while (end > max / 2 && place->text[end] != ' ')
        end--;
    if (end == max / 2) /* one long word */
        end = max;
    while (end && place->text[end - 1] == ' ')
        end--;
    text_add(out, "%.*s ...", (int)end, place->text);
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

bool is_same_place(const struct code_place *a, const struct code_place *b)
{
    return same_text(a->function, b->function) && same_text(a->file, b->file) &&
           (a->file ? a->line == b->line : a->address == b->address);
}
