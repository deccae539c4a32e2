/* SPDX-License-Identifier: Apache-2.0 */
/* decoded.h - an instruction as the issue stage of a SIMD sees it.
 *
 * Everything that the times of an issue need from the instruction is in one cache line of the host:
 * a decoded instruction (isa/insn.h) is spread over five. Filled in when a wavefront first looks at
 * the instruction in a launch. */
#ifndef WARPCLOCK_MACHINE_GCN3_DECODED_H
#define WARPCLOCK_MACHINE_GCN3_DECODED_H

#include <stdalign.h>

#include "machine/gcn3/clock.h"

enum gcn3_decoded_flags {
    GCN3_DECODED = 1 << 0,  /* filled in */
    GCN3_CROSSES = 1 << 1,  /* it ends in the piece of code after the one in which it begins */
    GCN3_COUNTS = 1 << 2,   /* vmcnt or lgkmcnt counts it until it is complete */
    GCN3_MASKED = 1 << 3,   /* it reads EXEC */
    GCN3_LOADS_EXEC = 1 << 4, /* which instructions that it masks wait for */
    GCN3_INVALID = 1 << 5,  /* no instruction: it faults */
};

enum { GCN3_DECODED_REGISTERS = 16, GCN3_ANY_COUNT = 255 };

struct gcn3_decoded {
    alignas(64) uint64_t piece; /* of code, in which it begins: its address / GCN3_FETCH_BYTES */
    uint32_t latency, passes;   /* if it accesses no memory: to its result; of its unit */
    uint32_t pause;             /* to the wavefront's next instruction, if nothing else holds it */
    uint8_t unit;               /* enum gcn3_unit */
    uint8_t flags;
    uint8_t counter[GCN3_COUNTERS]; /* it waits until this many are pending, or GCN3_ANY_COUNT */
    uint8_t sources, targets;       /* registers */
    union {
        uint16_t few[GCN3_DECODED_REGISTERS]; /* all of them, sources first */
        const uint16_t *many;                 /* if they do not fit */
    } reg;
};
_Static_assert(sizeof(struct gcn3_decoded) == 64, "one cache line");

static inline const uint16_t *gcn3_registers(const struct gcn3_decoded *decoded)
{
    const bool fit = decoded->sources + decoded->targets <= GCN3_DECODED_REGISTERS;
    return fit ? decoded->reg.few : decoded->reg.many;
}

/* decoded.c: before a launch, and after it. */
enum wc_status gcn3_decoded_prepare(struct gcn3_machine *m);
void gcn3_decoded_release(struct gcn3_machine *m);
void gcn3_decoded_fill(struct gcn3_machine *m, uint32_t index);

/* The instruction of that index. */
static inline const struct gcn3_decoded *gcn3_decoded_at(struct gcn3_machine *m, uint32_t index)
{
    const struct gcn3_decoded *decoded = &m->decoded[index];
    if (!decoded->flags)
        gcn3_decoded_fill(m, index);
    return decoded;
}

#endif
