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
    if (touched->any_scalars)
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

static bool is_preloaded(const struct gcn3_machine *m, const struct launch *launch,
                         const struct allocation *a)
{
    const struct gcn3_clock_numbers *n = &m->clock->numbers;
    return (n->warm_code && a->kind == ALLOCATION_ARGUMENTS) ||
           (n->warm_inputs && is_argument(launch, a));
}

/* What is preloaded before the launch (machine/gcn3/timing.c, warm()). False: more than L2 has. */
static bool note_preloaded(struct cached_lines *lines, const struct gcn3_machine *m,
                           const struct launch *launch, const struct memory *memory)
{
    const struct gcn3_clock_numbers *n = &m->clock->numbers;
    uint64_t left = n->l2.bytes;
    for (uint32_t i = 0; i < memory->count; i++) {
        const struct allocation *a = &memory->table[i];
        if (!a->size || !is_preloaded(m, launch, a))
            continue;
        if (a->size > left)
            return false;
        left -= a->size;
        touch(lines, a->base, a->size);
    }
    for (uint32_t i = 0; n->warm_code && i < launch->program->range_count; i++) {
        const struct code_range *range = &launch->program->ranges[i];
        if (range->bytes > left)
            return false;
        left -= range->bytes;
        if (range->bytes)
            touch(lines, range->base, range->bytes);
    }
    return true;
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

static bool has_line(const struct cached_lines *lines, uint64_t line)
{
    const struct cached_line *found = lines_look_up(lines, line);
    return found && found->asked;
}

/* Adds the lines that `others` does not have; returns how many these are. */
static uint64_t add_others(struct sets *sets, const struct cached_lines *lines,
                           const struct cached_lines *others)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < lines->room; i++) {
        const struct cached_line *one = &lines->table[i];
        if (!one->asked || (others && has_line(others, one->line)))
            continue;
        add_line(sets, one->line);
        count++;
    }
    return count;
}

/* Lines that are preloaded are there only if they and all that the launch touches fit. Otherwise
 * one may be replaced before it is asked for. What the launch itself brings in then replaces only
 * such lines, FIFO or LRU, so each line that it touches is filled once at most. */
static struct gcn3_cache_use use_lines(const struct gcn3_machine *m, const struct launch *launch,
                                       const struct memory *memory,
                                       const struct cached_lines *lines)
{
    const struct cache_numbers *n = &m->clock->numbers.l2;
    struct arena arena = {0};
    struct sets touched = sets_of(&arena, n), all = sets_of(&arena, n);
    struct cached_lines warm;
    lines_make(&warm, &arena, n);
    const bool noted = note_preloaded(&warm, m, launch, memory);
    struct gcn3_cache_use use = {.lines = lines->used};
    add_others(&touched, lines, NULL);
    use.cold = add_others(&all, lines, &warm);
    add_others(&all, &warm, NULL);
    use.stays = !touched.overflows;
    use.replaces = !noted || all.overflows;
    use.cold = use.replaces ? use.lines : use.cold;
    use.cold *= n->sector_bytes ? n->line_bytes / n->sector_bytes : 1;
    arena_free(&arena);
    return use;
}

struct gcn3_cache_use gcn3_use_l2(const struct gcn3_machine *m, const struct launch *launch,
                                  const struct memory *memory, const struct gcn3_touched *touched)
{
    const bool everything = touched->any_data || touched->any_scalars;
    const struct range code = code_of(m, launch);
    struct arena arena = {0};
    struct cached_lines lines;
    if (everything && (touched->outside || is_too_much(m, memory)))
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
