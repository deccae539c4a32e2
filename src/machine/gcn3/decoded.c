/* SPDX-License-Identifier: Apache-2.0 */
/* decoded.c - filling in what the issue stage sees of an instruction. */
#include "machine/gcn3/decoded.h"

#include <stdlib.h>

enum wc_status gcn3_decoded_prepare(struct gcn3_machine *m)
{
    const uint64_t bytes = (m->run.launch->program->count + UINT64_C(2)) * sizeof *m->decoded;
    enum wc_status status =
        allocate_checked(m->run.err, "decoded instructions", bytes, &m->decoded_memory);
    const uintptr_t at = (uintptr_t)m->decoded_memory;
    m->decoded = (struct gcn3_decoded *)((at + sizeof(struct arena) + 63) & ~(uintptr_t)63);
    return status;
}

void gcn3_decoded_release(struct gcn3_machine *m)
{
    if (m->decoded_memory)
        arena_free(m->decoded_memory);
    free(m->decoded_memory);
    m->decoded_memory = NULL;
}

static bool is_memory(const struct insn *insn)
{
    return insn->flags & (INSN_LOAD | INSN_STORE | INSN_ATOMIC);
}

/* LDS instructions that only move data between lanes count and return like its loads. */
static bool counts(enum gcn3_unit unit, const struct insn *insn)
{
    return is_memory(insn) || unit == GCN3_UNIT_LDS ||
           (unit == GCN3_UNIT_SMEM && insn->dst[0].count);
}

/* s_waitcnt waits for its counts; an instruction that counts waits while its counter is full. */
static void set_counters(struct gcn3_decoded *d, const struct insn *insn)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    d->counter[GCN3_VM] = d->counter[GCN3_LGKM] = GCN3_ANY_COUNT;
    if (d->unit == GCN3_UNIT_INTERNAL && insn->timing == TIMING_FENCE) {
        if (own->vmcnt < GCN3_VMCNT_MAX)
            d->counter[GCN3_VM] = own->vmcnt;
        if (own->lgkmcnt < GCN3_LGKMCNT_MAX)
            d->counter[GCN3_LGKM] = own->lgkmcnt;
    }
    if (d->unit == GCN3_UNIT_VMEM)
        d->counter[GCN3_VM] = GCN3_VMCNT_MAX - 1;
    if (d->unit == GCN3_UNIT_LDS || d->unit == GCN3_UNIT_SMEM || own->format == GCN3_FLAT)
        d->counter[GCN3_LGKM] = GCN3_LGKMCNT_MAX - 1;
}

/* Of an instruction that accesses no memory; one of a memory unit may be such, too. */
static void set_times(struct gcn3_decoded *d, const struct gcn3_machine *m,
                      const struct insn *insn)
{
    const struct gcn3_clock_numbers *n = &m->clock->numbers;
    const struct gcn3_insn *own = gcn3_of(insn);
    const struct unit_class *class = &n->valu[insn->timing];
    const bool is_vector = d->unit == GCN3_UNIT_VALU;
    d->latency = is_vector                        ? class->latency
                 : d->unit == GCN3_UNIT_BRANCH   ? n->branch
                 : d->unit == GCN3_UNIT_INTERNAL ? 1
                                                 : n->scalar;
    d->passes = is_vector ? class->passes : d->unit < GCN3_UNIT_BRANCH;
    /* s_nop and s_sleep hold the wavefront for their count, a branch until it is decided. */
    d->pause = n->turn * (1u + own->pause_turns) + own->pause_cycles;
    if (d->unit == GCN3_UNIT_BRANCH)
        d->pause = n->branch > n->turn ? n->branch : n->turn;
}

/* Returns their number. Without a list to write to they are only counted. */
static uint32_t list_registers(const struct regs *list, unsigned count, uint16_t *to)
{
    uint32_t all = 0;
    for (unsigned i = 0; i < count && list[i].count; i++) {
        for (uint32_t k = 0; to && k < list[i].count; k++)
            to[all + k] = (uint16_t)(list[i].first + k);
        all += list[i].count;
    }
    return all;
}

static bool is_exec(uint32_t reg)
{
    return reg == GCN3_EXEC || reg == GCN3_EXEC + 1;
}

static void set_registers(struct gcn3_machine *m, struct gcn3_decoded *d, const struct insn *insn)
{
    const uint32_t sources = list_registers(insn->src, SOURCES_MAX, NULL);
    const uint32_t all = sources + list_registers(insn->dst, TARGETS_MAX, NULL);
    uint16_t *reg = d->reg.few;
    if (all > GCN3_DECODED_REGISTERS)
        d->reg.many = reg = arena_array(m->decoded_memory, all, sizeof *reg);
    list_registers(insn->src, SOURCES_MAX, reg);
    list_registers(insn->dst, TARGETS_MAX, reg + sources);
    d->sources = (uint8_t)sources;
    d->targets = (uint8_t)(all - sources);
    for (uint32_t i = sources; i < all; i++)
        d->flags |= d->flags & GCN3_COUNTS && is_exec(reg[i]) ? GCN3_LOADS_EXEC : 0;
    if (d->unit != GCN3_UNIT_SALU && d->unit != GCN3_UNIT_SMEM && d->unit != GCN3_UNIT_INTERNAL)
        d->flags |= GCN3_MASKED;
}

void gcn3_decoded_fill(struct gcn3_machine *m, uint32_t index)
{
    const struct insn *insn = &m->run.insns[index];
    const uint32_t bytes = insn->op ? gcn3_of(insn)->bytes : 4;
    struct gcn3_decoded *d = &m->decoded[index];
    d->flags = GCN3_DECODED;
    d->unit = (uint8_t)gcn3_unit_of(insn);
    d->piece = insn->pc / GCN3_FETCH_BYTES;
    if ((insn->pc + bytes - 1) / GCN3_FETCH_BYTES != d->piece)
        d->flags |= GCN3_CROSSES;
    if (!insn->op) {
        d->flags |= GCN3_INVALID;
        return;
    }
    if (counts((enum gcn3_unit)d->unit, insn))
        d->flags |= GCN3_COUNTS;
    set_counters(d, insn);
    set_times(d, m, insn);
    set_registers(m, d, insn);
}
