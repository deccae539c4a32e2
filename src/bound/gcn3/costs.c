/* SPDX-License-Identifier: Apache-2.0 */
/* costs.c - latencies and work from the numbers of the machine file. */
#include "bound/gcn3/costs.h"

#include <string.h>

static uint64_t max_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

const char *gcn3_quantity_name(enum gcn3_quantity quantity)
{
    static const char *const names[QUANTITIES] = {
        [QUANTITY_VALU] = "cycles of vector ALUs", [QUANTITY_SALU] = "cycles of scalar units",
        [QUANTITY_BRANCH] = "issue cycles of branches",
        [QUANTITY_INTERNAL] = "issue cycles of waits and barriers",
        [QUANTITY_VMEM] = "cycles of vector memory units",
        [QUANTITY_LDS] = "cycles of LDS units", [QUANTITY_SMEM] = "cycles of scalar memory units",
        [QUANTITY_TRANSACTIONS] = "LDS transactions", [QUANTITY_LOADS] = "L1 loads",
        [QUANTITY_STORES] = "L1 stores", [QUANTITY_DIRECT] = "L2 atomics and coherent loads",
        [QUANTITY_SCALARS] = "scalar cache loads",
        [QUANTITY_SCALAR_STORES] = "scalar cache stores",
        [QUANTITY_FETCHES] = "fetches", [QUANTITY_SPLITS] = "splits",
        [QUANTITY_MERGES] = "merges", [QUANTITY_INSTRUCTIONS] = "instructions",
    };
    return names[quantity];
}

/* ---- lines of an access ---- */

uint32_t gcn3_lines_max(const struct gcn3_machine *machine, const struct insn *insn)
{
    const uint32_t bytes = gcn3_of(insn)->element_bytes;
    const uint32_t global = GCN3_LANES * (bytes > 4 ? 2 : 1);
    const uint32_t scratch = machine->isa.private_bytes ? GCN3_LANES * ((bytes + 3) / 4) : 0;
    return global > scratch ? global : scratch;
}

uint32_t gcn3_scalar_lines(const struct gcn3_clock_numbers *clock, const struct insn *insn)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const uint32_t words = own->dst.words ? own->dst.words : own->src[2].words;
    const uint32_t bytes = 4 * (words ? words : 1);
    return (bytes - 4) / clock->l1s.line_bytes + (bytes > 4 ? 2 : 1);
}

/* ---- caches in which everything stays ---- */

struct sets {
    uint32_t *count; /* lines by set */
    uint32_t mask, shift, ways;
    bool overflows;
};

/* Adds lines of a range; returns how many. */
static uint64_t add_range(struct sets *sets, uint64_t base, uint64_t bytes)
{
    const uint64_t first = base >> sets->shift, end = (base + bytes - 1) >> sets->shift;
    const uint64_t room = (uint64_t)(sets->mask + 1) * sets->ways;
    if (!bytes)
        return 0;
    sets->overflows |= end - first >= room;
    for (uint64_t line = first; !sets->overflows && line <= end; line++)
        sets->overflows |= ++sets->count[line & sets->mask] > sets->ways;
    return end - first + 1;
}

static struct sets sets_of(struct arena *arena, const struct cache_numbers *n)
{
    const uint32_t sets = cache_line_count(n) / n->ways;
    return (struct sets){.count = arena_array(arena, sets, sizeof(uint32_t)), .mask = sets - 1,
                         .shift = (uint32_t)__builtin_ctz(n->line_bytes), .ways = n->ways};
}

static bool is_argument(const struct launch *launch, const struct allocation *a)
{
    for (size_t i = 0; i < launch->arg_count; i++) {
        if (launch->args[i].kind == ARGUMENT_BUFFER && launch->args[i].bits - a->base < a->size)
            return true;
    }
    return false;
}

/* In the cache before the launch (machine/gcn3/timing.c, warm()). */
static bool is_warm(const struct gcn3_clock_numbers *clock, const struct launch *launch,
                    const struct allocation *a)
{
    if (a->kind == ALLOCATION_ARGUMENTS)
        return clock->warm_code;
    return clock->warm_inputs && a->kind == ALLOCATION_BUFFER && is_argument(launch, a);
}

static uint64_t scratch_bytes(const struct gcn3_machine *m)
{
    return (uint64_t)m->numbers.cus * m->splitting.base * m->numbers.waves * GCN3_LANES *
           m->isa.private_bytes;
}

/* Code that is warm counts as cold: it is a part of its segment only. */
static struct gcn3_l2_use l2_use(const struct gcn3_machine *m, const struct launch *launch,
                                 const struct memory *memory)
{
    const struct cache_numbers *n = &m->clock->numbers.l2;
    struct arena arena = {0};
    struct sets sets = sets_of(&arena, n);
    const uint64_t sectors = n->sector_bytes ? n->line_bytes / n->sector_bytes : 1;
    uint64_t cold = add_range(&sets, m->numbers.scratch_base, scratch_bytes(m));
    for (uint32_t i = 0; i < memory->count; i++) {
        const struct allocation *a = &memory->table[i];
        uint64_t lines = add_range(&sets, a->base, a->size);
        cold += is_warm(&m->clock->numbers, launch, a) ? 0 : lines;
    }
    arena_free(&arena);
    return (struct gcn3_l2_use){.stays = !sets.overflows, .cold = cold * sectors};
}

/* Code of the kernel's function, and what is fetched after its end. */
static void find_code(struct gcn3_costs *c, const struct launch *launch)
{
    const struct function *f = program_function(launch->program, launch->kernel->entry);
    struct arena arena = {0};
    struct sets sets = sets_of(&arena, &c->clock->l1i);
    const uint64_t ahead = (c->clock->front.buffer + 1) * (uint64_t)GCN3_FETCH_BYTES;
    const uint64_t base = f->base - f->base % GCN3_FETCH_BYTES;
    c->code_lines = add_range(&sets, base, f->bytes + f->base - base + ahead);
    c->code_stays = !sets.overflows;
    arena_free(&arena);
}

/* ---- how far ahead requests are made ---- */

/* From the issue of an instruction to the fetch of what follows. */
static uint64_t front_ahead(const struct gcn3_costs *c, const struct program *program)
{
    uint64_t max = max_of(c->clock->branch, c->turn);
    for (uint32_t i = 0; i < program->count; i++) {
        if (!program->insns[i].op)
            continue;
        const struct gcn3_insn *own = gcn3_of(&program->insns[i]);
        max = max_of(max, c->turn * (1u + own->pause_turns) + own->pause_cycles);
    }
    if (c->machine->splitting.each)
        max = max_of(max, gcn3_split_cycles(c->machine));
    return max + c->clock->front.buffer - 1;
}

/* Of vector and scalar memory, from the issue of an instruction to its last request at L2. */
static uint64_t l2_ahead(const struct gcn3_costs *c)
{
    const struct gcn3_clock_numbers *n = c->clock;
    return max_of(n->vmem_latency + c->lines_max + n->l1d.forward,
                  n->smem_latency + c->scalar_lines_max + n->l1s.forward);
}

static void find_widest(struct gcn3_costs *c, const struct program *program, uint32_t lines_max)
{
    uint32_t max = 1;
    c->scalar_lines_max = 1;
    for (uint32_t i = 0; i < program->count; i++) {
        const struct insn *insn = &program->insns[i];
        if (!insn->op || insn->role != ROLE_ACCESS)
            continue;
        if (gcn3_unit_of(insn) == GCN3_UNIT_VMEM)
            max = (uint32_t)max_of(max, gcn3_lines_max(c->machine, insn));
        if (gcn3_unit_of(insn) == GCN3_UNIT_SMEM)
            c->scalar_lines_max =
                (uint32_t)max_of(c->scalar_lines_max, gcn3_scalar_lines(c->clock, insn));
    }
    c->lines_max = max < lines_max ? max : lines_max;
}

/* ---- the costs ---- */

static uint64_t dram_request(const struct gcn3_clock_numbers *n)
{
    const struct dram_numbers *d = &n->dram;
    const uint64_t bursts = (n->l2.line_bytes + d->line_bytes - 1) / d->line_bytes;
    /* A burst on the bus may leave a gap before it that is too short for another one. */
    return max_of(d->row_hit, max_of(d->row_closed, d->row_conflict)) +
           bursts * (2 * d->burst - 1);
}

static bool may_miss(const struct gcn3_costs *c)
{
    return !c->l2.stays || c->l2.cold;
}

static void add_memory(struct gcn3_costs *c, uint64_t ahead)
{
    const struct gcn3_clock_numbers *n = c->clock;
    const uint64_t dram = ahead + n->l2.forward + n->dram.overhead;
    const uint64_t miss = may_miss(c) ? dram + n->l2.delivery : 0;
    const uint64_t answer = max_of(miss, ahead + n->l2.latency);
    c->vector = max_of(answer + n->l1d.delivery,
                       n->vmem_latency + c->lines_max + n->l1d.latency) + n->vmem_writeback;
    c->scalar = max_of(answer + n->l1s.delivery,
                       n->smem_latency + c->scalar_lines_max + n->l1s.latency);
    c->vector_ahead = n->vmem_latency + n->l1d.forward + (n->l2.write_back ? 0 : n->l2.forward);
    c->scalar_ahead = n->smem_latency + n->l1s.forward + (n->l2.write_back ? 0 : n->l2.forward);
    c->store_gap = (n->l2.write_back ? ahead : dram) - n->vmem_latency - n->l1d.forward;
    c->held[HELD_L1] = answer - n->vmem_latency;
    c->held[HELD_SCALAR] = answer - n->smem_latency;
    c->held[HELD_L2] = dram;
    c->dram = dram_request(n);
}

void gcn3_costs_make(struct gcn3_costs *c, const struct gcn3_machine *machine,
                     const struct launch *launch, const struct memory *memory,
                     uint32_t lines_max)
{
    const struct gcn3_clock_numbers *n = &machine->clock->numbers;
    *c = (struct gcn3_costs){.machine = machine, .clock = n, .turn = n->turn};
    find_widest(c, launch->program, lines_max);
    find_code(c, launch);
    c->l2 = l2_use(machine, launch, memory);
    const uint64_t front = front_ahead(c, launch->program);
    const uint64_t data = l2_ahead(c), code = max_of(front + n->l1i.forward, data);
    const uint64_t below = max_of(n->l2.forward + n->dram.overhead + n->l2.delivery,
                                  n->l2.latency) + n->l1i.delivery + n->front.decode;
    c->fetch = front + max_of(n->l1i.latency + n->front.decode, 1);
    c->code_fill = code + below;
    if (!c->code_stays)
        c->fetch = max_of(c->fetch, c->code_fill);
    add_memory(c, c->code_stays ? data : code);
    c->local = machine->lds_bytes ? n->vmem_latency : 0; /* FLAT may access LDS, too */
    c->split = gcn3_split_cycles(machine);
    c->merge = gcn3_merge_cycles(machine);
    c->split_ahead = max_of(c->vector + c->vector_ahead, c->scalar + c->scalar_ahead) + c->split +
                     n->front.buffer;
}
