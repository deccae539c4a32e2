/* SPDX-License-Identifier: Apache-2.0 */
/* touched.c - sets of caches, and what is in L2 before a launch. */
#include "bound/gcn3/touched.h"

#include "machine/gcn3/clock.h"

/* ---- lines of known addresses ---- */

void gcn3_touched_make(struct gcn3_touched *touched, struct arena *arena,
                       const struct gcn3_machine *machine)
{
    *touched = (struct gcn3_touched){0};
    lines_make(&touched->data, arena, &machine->clock->numbers.l2);
    lines_make(&touched->scalars, arena, &machine->clock->numbers.l1s);
}

static void touch(struct cached_lines *lines, uint64_t base, uint64_t bytes)
{
    const uint64_t size = lines->numbers->line_bytes;
    for (uint64_t line = base / size; line <= (base + bytes - 1) / size; line++)
        lines_note(lines, line)->asked = 1;
}

void gcn3_touch(struct gcn3_touched *touched, const struct gcn3_machine *machine, uint64_t address)
{
    const uint64_t size = machine->clock->numbers.l1d.line_bytes;
    touch(&touched->data, address / size * size, size);
}

void gcn3_touch_scalars(struct gcn3_touched *touched, const struct gcn3_machine *machine,
                        uint64_t address, uint64_t bytes)
{
    const uint64_t size = machine->clock->numbers.l1s.line_bytes;
    const uint64_t first = address / size * size, end = (address + bytes + size - 1) / size * size;
    touch(&touched->scalars, first, end - first);
    touch(&touched->data, first, end - first);
}

/* ---- sets ---- */

struct sets {
    uint32_t *count; /* lines by set */
    uint32_t mask, shift, ways;
    bool overflows;
};

static struct sets sets_of(struct arena *arena, const struct cache_numbers *n)
{
    const uint32_t sets = cache_line_count(n) / n->ways;
    return (struct sets){.count = arena_array(arena, sets, sizeof(uint32_t)), .mask = sets - 1,
                         .shift = (uint32_t)__builtin_ctz(n->line_bytes), .ways = n->ways};
}

static void add_line(struct sets *sets, uint64_t line)
{
    sets->overflows |= ++sets->count[line & sets->mask] > sets->ways;
}

/* Adds the lines of a range; returns how many there are. */
static uint64_t add_range(struct sets *sets, uint64_t base, uint64_t bytes)
{
    const uint64_t first = base >> sets->shift, end = (base + bytes - 1) >> sets->shift;
    const uint64_t room = (uint64_t)(sets->mask + 1) * sets->ways;
    if (!bytes)
        return 0;
    sets->overflows |= end - first >= room;
    for (uint64_t line = first; !sets->overflows && line <= end; line++)
        add_line(sets, line);
    return end - first + 1;
}

/* ---- instruction and scalar caches ---- */

struct range {
    uint64_t base, bytes;
};

/* Code of the kernel's function, and what is fetched after its end. */
static struct range code_of(const struct gcn3_machine *m, const struct launch *launch)
{
    const struct function *f = program_function(launch->program, launch->kernel->entry);
    const uint64_t ahead = (m->clock->numbers.front.buffer + 1) * (uint64_t)GCN3_FETCH_BYTES;
    const uint64_t base = f->base - f->base % GCN3_FETCH_BYTES;
    return (struct range){base, f->bytes + f->base - base + ahead};
}

struct gcn3_cache_use gcn3_use_code(const struct gcn3_machine *m, const struct launch *launch)
{
    struct arena arena = {0};
    struct sets sets = sets_of(&arena, &m->clock->numbers.l1i);
    const struct range code = code_of(m, launch);
    const uint64_t lines = add_range(&sets, code.base, code.bytes);
    arena_free(&arena);
    return (struct gcn3_cache_use){.stays = !sets.overflows, .lines = lines, .cold = lines};
}

struct gcn3_cache_use gcn3_use_scalars(const struct gcn3_machine *m,
                                       const struct gcn3_touched *touched)
{
    struct arena arena = {0};
    struct gcn3_cache_use use = {0};
    if (!touched || touched->any_scalars)
        return use;
    struct sets sets = sets_of(&arena, &m->clock->numbers.l1s);
    for (uint32_t i = 0; i < touched->scalars.room; i++) {
        if (touched->scalars.table[i].asked)
            add_line(&sets, touched->scalars.table[i].line);
    }
    use.stays = !sets.overflows;
    use.lines = use.cold = touched->scalars.used;
    arena_free(&arena);
    return use;
}

/* ---- L2 ---- */

static bool is_argument(const struct launch *launch, const struct allocation *a)
{
    for (size_t i = 0; i < launch->arg_count; i++) {
        if (launch->args[i].kind == ARGUMENT_BUFFER && launch->args[i].bits - a->base < a->size)
            return true;
    }
    return false;
}

static bool in_ranges(const struct program *program, uint64_t address, uint64_t bytes)
{
    for (uint32_t i = 0; i < program->range_count; i++) {
        const struct code_range *range = &program->ranges[i];
        if (address < range->base + range->bytes && range->base < address + bytes)
            return true;
    }
    return false;
}

/* A line that is there before the launch (machine/gcn3/timing.c, warm()). */
static bool is_warm(const struct gcn3_machine *m, const struct launch *launch,
                    const struct memory *memory, uint64_t line)
{
    const struct gcn3_clock_numbers *n = &m->clock->numbers;
    const uint64_t bytes = n->l2.line_bytes, address = line * bytes;
    const struct allocation *a = memory_nearest(memory, address);
    if (n->warm_code && in_ranges(launch->program, address, bytes))
        return true;
    if (!a || address + bytes <= a->base || address >= a->base + a->size)
        return false;
    if (a->kind == ALLOCATION_ARGUMENTS)
        return n->warm_code;
    return n->warm_inputs && a->kind == ALLOCATION_BUFFER && is_argument(launch, a);
}

/* All that a launch can touch, if some addresses are not known: everything there is. */
static void note_everything(struct cached_lines *lines, const struct gcn3_machine *m,
                            const struct memory *memory)
{
    const uint64_t scratch = (uint64_t)m->numbers.cus * m->splitting.base * m->numbers.waves *
                             GCN3_LANES * m->isa.private_bytes;
    if (scratch)
        touch(lines, m->numbers.scratch_base, scratch);
    for (uint32_t i = 0; i < memory->count; i++) {
        if (memory->table[i].size)
            touch(lines, memory->table[i].base, memory->table[i].size);
    }
}

/* More bytes than the cache has never stay. */
static bool is_too_much(const struct gcn3_machine *m, const struct memory *memory)
{
    uint64_t bytes = (uint64_t)m->numbers.cus * m->splitting.base * m->numbers.waves * GCN3_LANES *
                     m->isa.private_bytes;
    for (uint32_t i = 0; i < memory->count; i++)
        bytes += memory->table[i].size;
    return bytes > m->clock->numbers.l2.bytes;
}

static struct gcn3_cache_use use_lines(const struct gcn3_machine *m, const struct launch *launch,
                                       const struct memory *memory,
                                       const struct cached_lines *lines)
{
    const struct cache_numbers *n = &m->clock->numbers.l2;
    struct arena arena = {0};
    struct sets sets = sets_of(&arena, n);
    struct gcn3_cache_use use = {.lines = lines->used};
    for (uint32_t i = 0; i < lines->room; i++) {
        if (!lines->table[i].asked)
            continue;
        add_line(&sets, lines->table[i].line);
        use.cold += !is_warm(m, launch, memory, lines->table[i].line);
    }
    use.cold *= n->sector_bytes ? n->line_bytes / n->sector_bytes : 1;
    use.stays = !sets.overflows;
    arena_free(&arena);
    return use;
}

struct gcn3_cache_use gcn3_use_l2(const struct gcn3_machine *m, const struct launch *launch,
                                  const struct memory *memory, const struct gcn3_touched *touched)
{
    const bool everything = !touched || touched->any_data || touched->any_scalars;
    const struct range code = code_of(m, launch);
    struct arena arena = {0};
    struct cached_lines lines;
    if (everything && is_too_much(m, memory))
        return (struct gcn3_cache_use){0};
    lines_make(&lines, &arena, &m->clock->numbers.l2);
    if (everything)
        note_everything(&lines, m, memory);
    for (uint32_t i = 0; !everything && i < touched->data.room; i++) {
        if (touched->data.table[i].asked)
            lines_note(&lines, touched->data.table[i].line)->asked = 1;
    }
    touch(&lines, code.base, code.bytes);
    const struct gcn3_cache_use use = use_lines(m, launch, memory, &lines);
    arena_free(&arena);
    return use;
}
