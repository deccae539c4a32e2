/* SPDX-License-Identifier: Apache-2.0 */
/* costs.c - waits of all instructions become reasons and lines. */
#include "report/costs.h"

#include <string.h>

#include "load/image.h"

/* A source line, or an instruction that has none. */
struct line {
    const struct program *program;
    struct source_line source; /* of its first instruction; no file: there is none */
    uint64_t address, cycles;
};

struct lines {
    struct line *list;
    uint32_t count;
};

static uint64_t wait_of(const struct waited_program *one, uint32_t insn, enum stall_reason reason)
{
    return one->waits[(size_t)insn * STALL_COUNT + reason];
}

static uint64_t wait_for(const struct waited_program *programs, size_t count,
                         enum stall_reason reason)
{
    uint64_t cycles = 0;
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < programs[i].program->count; k++)
            cycles += wait_of(&programs[i], k, reason);
    }
    return cycles;
}

/* ---- the line of a reason ---- */

static struct line *line_of(struct arena *arena, struct lines *lines, const struct line *like)
{
    for (uint32_t i = like->source.file ? lines->count : 0; i-- > 0;) { /* mostly the last one */
        const struct source_line *known = &lines->list[i].source;
        if (known->file && known->line == like->source.line &&
            strcmp(known->file, like->source.file) == 0)
            return &lines->list[i];
    }
    lines->list = arena_grow(arena, lines->list, lines->count, sizeof *lines->list);
    lines->list[lines->count] = *like;
    return &lines->list[lines->count++];
}

static void add_lines(const struct waited_program *one, enum stall_reason reason,
                      struct arena *arena, struct lines *lines)
{
    for (uint32_t i = 0; i < one->program->count; i++) {
        struct line like = {.program = one->program, .address = one->program->insns[i].pc};
        const uint64_t cycles = wait_of(one, i, reason);
        if (!cycles)
            continue;
        if (!image_source_line(one->program->image, like.address, &like.source))
            like.source = (struct source_line){0};
        line_of(arena, lines, &like)->cycles += cycles;
    }
}

/* Without the text of the line: reading the source takes longer than all the rest. */
static struct code_place name_line(const struct line *line, struct arena *arena)
{
    struct code_place place = {.address = line->address, .line = line->source.line};
    place_name_function(&(struct place_namer){.arena = arena, .program = line->program}, &place);
    if (line->source.file)
        place.file = arena_strdup(arena, line->source.file);
    return place;
}

static void find_place(const struct waited_program *programs, size_t count, struct arena *arena,
                       struct result_cost *cost)
{
    struct lines lines = {0};
    const struct line *longest = NULL;
    for (size_t i = 0; i < count; i++)
        add_lines(&programs[i], cost->reason, arena, &lines);
    for (uint32_t i = 0; i < lines.count; i++) {
        if (!longest || lines.list[i].cycles > longest->cycles)
            longest = &lines.list[i];
    }
    cost->place = name_line(longest, arena);
    cost->place_cycles = longest->cycles;
}

/* ---- reasons ---- */

static void insert(const struct result_cost *cost, struct result_cost *costs, size_t *count)
{
    size_t at = *count;
    while (at && costs[at - 1].cycles < cost->cycles)
        at--;
    if (at == COSTS_MAX)
        return;
    *count += *count < COSTS_MAX;
    for (size_t i = *count - 1; i > at; i--)
        costs[i] = costs[i - 1];
    costs[at] = *cost;
}

size_t costs_find(const struct waited_program *programs, size_t count, struct arena *arena,
                  struct result_cost costs[COSTS_MAX])
{
    size_t found = 0;
    for (enum stall_reason reason = 0; reason < STALL_COUNT; reason++) {
        struct result_cost cost = {.reason = reason, .cycles = wait_for(programs, count, reason)};
        if (cost.cycles && reason != STALL_IDLE)
            insert(&cost, costs, &found);
    }
    for (size_t i = 0; i < found; i++)
        find_place(programs, count, arena, &costs[i]);
    return found;
}
