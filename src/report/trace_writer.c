/* SPDX-License-Identifier: Apache-2.0 */
/* trace_writer.c - names, texts and tracks that a timeline declares once. */
#include "report/trace_writer.h"

#include <string.h>

const char *trace_category_name(enum trace_category category)
{
    static const char *const names[CATEGORY_COUNT] = {
        [CATEGORY_LAUNCH] = "launch", [CATEGORY_WARP] = "warp",   [CATEGORY_ISSUE] = "issue",
        [CATEGORY_NOP] = "nop",       [CATEGORY_STALL] = "stall", [CATEGORY_MEMORY] = "memory",
        [CATEGORY_ORACLE] = "oracle", [CATEGORY_PHASE] = "phase", [CATEGORY_DRAM] = "dram",
        [CATEGORY_UNIT] = "unit",
    };
    return names[category];
}

static const struct {
    const char *name;
    enum trace_form form;
} keys[KEY_COUNT] = {
    [KEY_PC] = {"pc", FORM_HEX},           [KEY_SOURCE] = {"source", FORM_TEXT},
    [KEY_MASK] = {"mask", FORM_HEX},       [KEY_DONE] = {"done", FORM_NUMBER},
    [KEY_WARP] = {"warp", FORM_NUMBER},    [KEY_ADDRESS] = {"address", FORM_HEX},
    [KEY_GRID] = {"grid", FORM_TEXT},      [KEY_BLOCK] = {"block", FORM_TEXT},
    [KEY_ORACLE] = {"oracle", FORM_NUMBER}, [KEY_QUEUE] = {"queue", FORM_NUMBER},
    [KEY_LANES] = {"lanes", FORM_NUMBER},  [KEY_COLUMN] = {"column", FORM_NUMBER},
    [KEY_ROW] = {"row", FORM_NUMBER},      [KEY_BANK] = {"bank", FORM_NUMBER},
    [KEY_GROUP] = {"group", FORM_NUMBER},
};

const char *trace_key_name(enum trace_key key)
{
    return keys[key].name;
}

enum trace_form trace_key_form(enum trace_key key)
{
    return keys[key].form;
}

/* From the end: neighbouring instructions mostly share their source line. */
uint32_t trace_intern(struct trace_writer *writer, enum trace_role role, const char *text)
{
    struct trace_texts *texts = &writer->texts[role];
    for (size_t i = texts->count; i > 0; i--) {
        if (strcmp(texts->items[i - 1], text) == 0)
            return (uint32_t)i;
    }
    texts->items = arena_grow(&writer->arena, texts->items, texts->count, sizeof *texts->items);
    texts->items[texts->count++] = arena_strdup(&writer->arena, text);
    writer->format->text(writer, role, (uint32_t)texts->count, text);
    return (uint32_t)texts->count;
}

uint32_t trace_track(struct trace_writer *writer, enum trace_track_kind kind, uint32_t parent,
                     const char *name, const char *unit)
{
    writer->tracks =
        arena_grow(&writer->arena, writer->tracks, writer->track_count, sizeof *writer->tracks);
    struct trace_track *track = &writer->tracks[writer->track_count++];
    *track = (struct trace_track){.id = writer->track_count, .parent = parent, .kind = kind,
                                  .name = arena_strdup(&writer->arena, name), .unit = unit};
    writer->format->track(writer, track);
    return track->id;
}
