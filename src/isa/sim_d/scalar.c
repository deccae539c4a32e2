/* SPDX-License-Identifier: Apache-2.0 */
/* scalar.c - integers of the work-group. */
#include "isa/sim_d/arithmetic.h"
#include "isa/sim_d/run.h"

static uint32_t source(const struct warp *warp, const struct insn *insn, unsigned i)
{
    return sim_d_scalar(warp, &sim_d_of(insn)->operand[i]);
}

static void write(struct warp *warp, const struct insn *insn, uint32_t value,
                  struct effect *effect)
{
    sim_d_state(warp)->group->scalar[sim_d_of(insn)->operand[0].value] = value;
    effect->kind = EFFECT_NONE;
}

SIM_D_INLINE void one(struct warp *warp, const struct insn *insn, struct effect *effect,
                      sim_d_unary *f)
{
    write(warp, insn, f(source(warp, insn, 1)), effect);
}

SIM_D_INLINE void two(struct warp *warp, const struct insn *insn, struct effect *effect,
                      sim_d_binary *f)
{
    write(warp, insn, f(source(warp, insn, 1), source(warp, insn, 2)), effect);
}

void sim_d_nop(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp;
    (void)insn;
    effect->kind = EFFECT_NONE;
}

void sim_d_simad(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    uint32_t a = source(warp, insn, 1), b = source(warp, insn, 2), c = source(warp, insn, 3);
    write(warp, insn, word_mad(a, b, c), effect);
}

void sim_d_siadd(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    two(warp, insn, effect, word_add);
}

void sim_d_sisub(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    two(warp, insn, effect, word_sub);
}

void sim_d_simul(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    two(warp, insn, effect, word_mul);
}

void sim_d_simin(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    two(warp, insn, effect, word_min);
}

void sim_d_simax(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    two(warp, insn, effect, word_max);
}

void sim_d_sand(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    two(warp, insn, effect, word_and);
}

void sim_d_sor(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    two(warp, insn, effect, word_or);
}

void sim_d_sshl(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    two(warp, insn, effect, word_shl);
}

void sim_d_sshr(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    two(warp, insn, effect, word_shr);
}

void sim_d_snot(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    one(warp, insn, effect, word_not);
}

static uint32_t negate(uint32_t a)
{
    return -a;
}

void sim_d_sineg(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    one(warp, insn, effect, negate);
}

/* The highest bit that differs from the sign; all ones where none does. */
static uint32_t find_bit(uint32_t a)
{
    uint32_t differs = a ^ (uint32_t)((int32_t)a >> 31);
    return differs ? 31u - (uint32_t)__builtin_clz(differs) : UINT32_MAX;
}

void sim_d_sibfind(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    one(warp, insn, effect, find_bit);
}

/* Where C has no result: a divisor of 0 gives all ones and the dividend, as dividers that do not
 * trap do; the one overflow wraps. */
static uint32_t divide(uint32_t a, uint32_t b)
{
    if (!b)
        return UINT32_MAX;
    return b == UINT32_MAX ? -a : (uint32_t)((int32_t)a / (int32_t)b);
}

static uint32_t remainder_of(uint32_t a, uint32_t b)
{
    if (!b)
        return a;
    return b == UINT32_MAX ? 0 : (uint32_t)((int32_t)a % (int32_t)b);
}

void sim_d_sidiv(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    two(warp, insn, effect, divide);
}

void sim_d_simod(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    two(warp, insn, effect, remainder_of);
}
