/* SPDX-License-Identifier: Apache-2.0 */
/* mask_effect.h - what an instruction does to the lane masks in scalar registers. */
#ifndef WARPCLOCK_PASS_SPLIT_MASK_EFFECT_H
#define WARPCLOCK_PASS_SPLIT_MASK_EFFECT_H

#include "isa/gcn3/gcn3.h"

enum mask_op { MASK_COPY, MASK_AND, MASK_OR, MASK_XOR, MASK_ANDN2 };

/* A scalar instruction that computes a mask. EXEC of saveexec is the second operand. */
struct mask_form {
    const char *name;
    enum mask_op op;
    uint8_t words; /* 0: it is none of these */
    bool saves;    /* dst := EXEC, EXEC := result */
};

/* A set of scalar registers, or of pairs by their first one. */
struct codes {
    uint64_t bits[2];
};

/* Compilers that lack scalar registers keep masks in lanes of vector registers: the first places
 * that v_writelane_b32 names are followed too. */
enum { SPILLS_MAX = 64, VALUES = GCN3_SCALARS + SPILLS_MAX };

struct mask_spills {
    uint16_t vgpr[SPILLS_MAX];
    uint8_t lane[SPILLS_MAX];
    uint32_t count;
};

struct mask_effect {
    struct codes written;
    uint64_t spills; /* that it overwrites */
    const struct mask_form *form;
    uint16_t from, to; /* a copy to or from such a place; equal: it is none */
    bool by_lane; /* a comparison or carry: 0 in lanes that do not act */
};

struct mask_spills mask_spills_find(const struct program *program, uint32_t first, uint32_t end);
void mask_effect_find(const struct program *program, const struct mask_spills *spills,
                      const struct insn *insn, struct mask_effect *effect);

static inline bool codes_have(const struct codes *set, uint32_t code)
{
    return code < GCN3_SCALARS && set->bits[code / 64] >> code % 64 & 1;
}

static inline void codes_put(struct codes *set, uint32_t code)
{
    if (code < GCN3_SCALARS)
        set->bits[code / 64] |= 1ull << code % 64;
}

static inline void codes_drop(struct codes *set, uint32_t code)
{
    if (code < GCN3_SCALARS)
        set->bits[code / 64] &= ~(1ull << code % 64);
}

static inline bool codes_empty(const struct codes *set)
{
    return !(set->bits[0] | set->bits[1]);
}

#endif
