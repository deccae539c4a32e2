/* SPDX-License-Identifier: Apache-2.0 */
/* original_pipe.c - parts of instructions, one per cycle, each as soon as its sources allow. */
#include "bound/sim_d/original_pipe.h"

#include <string.h>

#include "machine/sim_d/clock.h"

enum { QUAD = 4 };     /* parts of a column that an RCP unit computes */
enum { SELF_DELAY = 3 }; /* per quad, if an RCP unit writes the register that it reads (measured) */

struct pipe {
    const struct sim_d_clock_numbers *numbers;
    cycle_t depth;    /* decode and execute stages */
    cycle_t next;     /* the first cycle in which a part can start */
    cycle_t divider;  /* ... a division */
    cycle_t ready[SIM_D_NAMES][SIM_D_COLUMNS]; /* results can be read from then on, by source 0 */
};

static uint32_t part_count(const struct insn *insn)
{
    switch (sim_d_class(insn)) {
    case SIM_D_CLASS_VECTOR:
    case SIM_D_CLASS_CONTROL: return SIM_D_COLUMNS;
    case SIM_D_CLASS_RECIPROCAL: return SIM_D_COLUMNS * QUAD;
    default: return 1;
    }
}

static uint32_t column_of(const struct insn *insn, uint32_t name, uint32_t part)
{
    if (name >= SIM_D_NAME_S && name < SIM_D_NAME_P)
        return 0;
    return sim_d_class(insn) == SIM_D_CLASS_RECIPROCAL ? part / QUAD : part;
}

/* Source k is read k cycles later. */
static cycle_t start_of(const struct pipe *pipe, const struct insn *insn, uint32_t part)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    cycle_t start = pipe->next;
    for (uint32_t i = 0; i < SIM_D_SOURCES; i++) {
        uint32_t name = own->source[i], stage = pipe->numbers->decode == 1 ? 0 : i;
        if (name == SIM_D_NO_NAME)
            continue;
        cycle_t ready = pipe->ready[name][column_of(insn, name, part)];
        start = later(start, ready > stage ? ready - stage : 0);
    }
    for (uint32_t i = SIM_D_SD_WORDS; own->reads_stride && i < SIM_D_SCALAR_SPECIALS; i++)
        start = later(start, pipe->ready[SIM_D_NAME_SC + i][0]);
    if (sim_d_class(insn) == SIM_D_CLASS_DIVIDE)
        start = later(start, pipe->divider);
    return start;
}

/* Cycles that a part needs longer than others; what follows waits as long. */
static cycle_t hold_of(const struct pipe *pipe, const struct insn *insn, uint32_t part)
{
    const struct sim_d_clock_numbers *n = pipe->numbers;
    const struct sim_d_insn *own = sim_d_of(insn);
    if (sim_d_class(insn) == SIM_D_CLASS_RECIPROCAL)
        return part % QUAD == QUAD - 1 && own->source[0] == own->target ? SELF_DELAY : 0;
    bool divides = sim_d_class(insn) == SIM_D_CLASS_DIVIDE;
    return divides && n->divider > n->execute ? n->divider - n->execute : 0;
}

/* Of a quad only the last part does. */
static bool writes(const struct insn *insn, uint32_t part)
{
    return sim_d_class(insn) != SIM_D_CLASS_RECIPROCAL || part % QUAD == QUAD - 1;
}

/* Returns the write-back. */
static cycle_t run_part(struct pipe *pipe, const struct insn *insn, uint32_t part)
{
    const uint32_t target = sim_d_of(insn)->target;
    const cycle_t start = start_of(pipe, insn, part), hold = hold_of(pipe, insn, part);
    pipe->next = start + 1 + hold;
    if (sim_d_class(insn) == SIM_D_CLASS_DIVIDE)
        pipe->divider = start + pipe->numbers->divider;
    if (target != SIM_D_NO_NAME && writes(insn, part))
        pipe->ready[target][column_of(insn, target, part)] = start + hold + pipe->depth - 1;
    return start + hold + pipe->depth;
}

void original_pipe_time(const struct sim_d_clock_numbers *numbers, const struct insn *insns,
                        uint32_t count, cycle_t *times)
{
    struct pipe pipe = {.numbers = numbers, .depth = numbers->decode + numbers->execute};
    for (uint32_t i = 0; i < count; i++) {
        times[i] = run_part(&pipe, &insns[i], 0);
        for (uint32_t part = 1; part < part_count(&insns[i]); part++)
            run_part(&pipe, &insns[i], part);
    }
    times[count] = pipe.next + pipe.depth;
}
