/* SPDX-License-Identifier: Apache-2.0 */
/* scalar_logic.c - scalar logic of 32 and 64 bits, and the same on EXEC with its old value kept
 * (saveexec). SCC := the result is not 0.
 *
 * One function per operation serves both widths: a word is a pair whose high half is ignored. */
#include "isa/gcn3/lanes.h"
#include "isa/gcn3/run.h"

typedef uint64_t logic_fn(uint64_t a, uint64_t b);

static uint64_t both(uint64_t a, uint64_t b) { return a & b; }
static uint64_t either(uint64_t a, uint64_t b) { return a | b; }
static uint64_t odd(uint64_t a, uint64_t b) { return a ^ b; }
static uint64_t both_not(uint64_t a, uint64_t b) { return a & ~b; }
static uint64_t either_not(uint64_t a, uint64_t b) { return a | ~b; }
static uint64_t not_both(uint64_t a, uint64_t b) { return ~(a & b); }
static uint64_t second_not_first(uint64_t a, uint64_t b) { return ~a & b; }
static uint64_t second_or_not_first(uint64_t a, uint64_t b) { return ~a | b; }
static uint64_t neither(uint64_t a, uint64_t b) { return ~(a | b); }
static uint64_t even(uint64_t a, uint64_t b) { return ~(a ^ b); }

GCN3_INLINE void word(struct warp *warp, const struct insn *insn, struct effect *effect,
                      logic_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    uint32_t d = (uint32_t)f(gcn3_scalar(warp, &own->src[0]), gcn3_scalar(warp, &own->src[1]));
    gcn3_scalar_put(warp, &own->dst, d);
    gcn3_state(warp)->scc = d != 0;
    effect->kind = EFFECT_NONE;
}

GCN3_INLINE void pair(struct warp *warp, const struct insn *insn, struct effect *effect,
                      logic_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    uint64_t d = f(gcn3_scalar_wide(warp, &own->src[0]), gcn3_scalar_wide(warp, &own->src[1]));
    gcn3_scalar_put_wide(warp, &own->dst, d);
    gcn3_state(warp)->scc = d != 0;
    effect->kind = EFFECT_NONE;
}

/* dst := EXEC; EXEC := f(src0, EXEC). Lanes that were split off keep their bits (PWS-7). */
GCN3_INLINE void save(struct warp *warp, const struct insn *insn, struct effect *effect,
                      logic_fn *f)
{
    static const struct gcn3_operand exec = {.kind = GCN3_SGPR, .code = GCN3_EXEC};
    const struct gcn3_insn *own = gcn3_of(insn);
    uint64_t old = gcn3_scalar_wide(warp, &exec);
    uint64_t d = f(gcn3_scalar_wide(warp, &own->src[0]), old);
    gcn3_scalar_put_wide(warp, &own->dst, old);
    gcn3_scalar_put_wide(warp, &exec, d);
    gcn3_state(warp)->scc = d != 0;
    effect->kind = EFFECT_NONE;
}

void gcn3_s_and_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    word(warp, insn, effect, both);
}

void gcn3_s_or_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    word(warp, insn, effect, either);
}

void gcn3_s_xor_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    word(warp, insn, effect, odd);
}

void gcn3_s_andn2_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    word(warp, insn, effect, both_not);
}

void gcn3_s_orn2_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    word(warp, insn, effect, either_not);
}

void gcn3_s_nand_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    word(warp, insn, effect, not_both);
}

void gcn3_s_nor_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    word(warp, insn, effect, neither);
}

void gcn3_s_xnor_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    word(warp, insn, effect, even);
}

void gcn3_s_and_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    pair(warp, insn, effect, both);
}

void gcn3_s_or_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    pair(warp, insn, effect, either);
}

void gcn3_s_xor_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    pair(warp, insn, effect, odd);
}

void gcn3_s_andn2_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    pair(warp, insn, effect, both_not);
}

void gcn3_s_orn2_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    pair(warp, insn, effect, either_not);
}

void gcn3_s_nand_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    pair(warp, insn, effect, not_both);
}

void gcn3_s_nor_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    pair(warp, insn, effect, neither);
}

void gcn3_s_xnor_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    pair(warp, insn, effect, even);
}

void gcn3_s_and_saveexec_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    save(warp, insn, effect, both);
}

void gcn3_s_or_saveexec_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    save(warp, insn, effect, either);
}

void gcn3_s_xor_saveexec_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    save(warp, insn, effect, odd);
}

void gcn3_s_andn2_saveexec_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    save(warp, insn, effect, both_not);
}

void gcn3_s_orn2_saveexec_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    save(warp, insn, effect, either_not);
}

void gcn3_s_nand_saveexec_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    save(warp, insn, effect, not_both);
}

void gcn3_s_nor_saveexec_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    save(warp, insn, effect, neither);
}

void gcn3_s_xnor_saveexec_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    save(warp, insn, effect, even);
}

void gcn5_s_andn1_saveexec_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    save(warp, insn, effect, second_not_first);
}

void gcn5_s_orn1_saveexec_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    save(warp, insn, effect, second_or_not_first);
}
