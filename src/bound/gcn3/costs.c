/* SPDX-License-Identifier: Apache-2.0 */
/* costs.c - latencies and work from the numbers of the machine file. */
#include "bound/gcn3/costs.h"

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

uint32_t gcn3_lines_each(const struct insn *insn)
{
    const bool is_atomic = insn->flags & INSN_ATOMIC;
    return gcn3_of(insn)->element_bytes > 1 && !is_atomic ? 2 : 1;
}

uint32_t gcn3_scratch_lines(const struct gcn3_machine *machine, const struct insn *insn)
{
    const uint32_t bytes = gcn3_of(insn)->element_bytes;
    return machine->isa.private_bytes ? GCN3_LANES * ((bytes + 3) / 4) : 0;
}

uint32_t gcn3_lines_max(const struct gcn3_machine *machine, const struct insn *insn)
{
    const uint32_t global = GCN3_LANES * gcn3_lines_each(insn);
    const uint32_t scratch = gcn3_scratch_lines(machine, insn);
    return global > scratch ? global : scratch;
}

uint32_t gcn3_scalar_lines(const struct gcn3_clock_numbers *clock, const struct insn *insn)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const uint32_t words = own->dst.words ? own->dst.words : own->src[2].words;
    const uint32_t bytes = 4 * (words ? words : 1);
    return (bytes - 4) / clock->l1s.line_bytes + (bytes > 4 ? 2 : 1);
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
        max = max_of(max, max_of(gcn3_split_cycles(c->machine), c->clock->scalar));
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
        if (gcn3_unit_of(insn) != GCN3_UNIT_SMEM)
            continue;
        c->scalar_stores |= insn->flags & INSN_STORE;
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
    c->held[HELD_SCALAR] = answer;
    c->held[HELD_L2] = dram;
    c->dram = dram_request(n);
}

/* Everything that a wavefront has issued is complete so many cycles later. */
static uint64_t longest(const struct gcn3_costs *c)
{
    const struct gcn3_clock_numbers *n = c->clock;
    const struct sharedmem_times *lds = &n->lds.times[SHAREDMEM_LOAD];
    const uint64_t local = c->local + n->vmem_latency +
                           2 * (lds->fixed + lds->base[SHAREDMEM_WIDTHS - 1] +
                                lds->conflict * GCN3_LANES);
    uint64_t max = max_of(max_of(c->vector, c->scalar), max_of(local, n->scalar));
    for (unsigned timing = 0; timing < TIMING_COUNT; timing++)
        max = max_of(max, n->valu[timing].latency);
    return max_of(max, n->branch) + (uint64_t)n->atomic_conflict * GCN3_LANES;
}

void gcn3_costs_make(struct gcn3_costs *c, const struct gcn3_machine *machine,
                     const struct launch *launch, const struct memory *memory,
                     const struct gcn3_touched *touched, uint32_t lines_max)
{
    const struct gcn3_clock_numbers *n = &machine->clock->numbers;
    *c = (struct gcn3_costs){.machine = machine, .clock = n, .turn = n->turn};
    find_widest(c, launch->program, lines_max);
    const struct gcn3_cache_use code_use = gcn3_use_code(machine, launch);
    c->code_lines = code_use.lines;
    c->code_stays = code_use.stays;
    c->l2 = gcn3_use_l2(machine, launch, memory, touched);
    c->scalars = gcn3_use_scalars(machine, touched);
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
    c->split_ahead = longest(c) + c->split + n->front.buffer;
}
