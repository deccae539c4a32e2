/* SPDX-License-Identifier: Apache-2.0 */
/* scalar_bits.c - scalar instructions with one source (SOP1): moves, bit counts and searches, and
 * moves between registers indexed by M0. */
#include "isa/gcn3/lanes.h"
#include "isa/gcn3/run.h"

/* Everything is computed in 64 bits; `words` of the operands say what is read and written. */
typedef uint64_t bits_fn(uint64_t a);

static uint64_t read(const struct warp *warp, const struct gcn3_operand *operand)
{
    return operand->words == 2 ? gcn3_scalar_wide(warp, operand) : gcn3_scalar(warp, operand);
}

static void write(struct warp *warp, const struct gcn3_operand *operand, uint64_t value)
{
    if (operand->words == 2)
        gcn3_scalar_put_wide(warp, operand, value);
    else
        gcn3_scalar_put(warp, operand, (uint32_t)value);
}

static void move(struct warp *warp, const struct insn *insn, struct effect *effect, bits_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    write(warp, &own->dst, f(read(warp, &own->src[0])));
    effect->kind = EFFECT_NONE;
}

/* The same with SCC := the result is not 0. */
static void flag(struct warp *warp, const struct insn *insn, struct effect *effect, bits_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    uint64_t d = f(read(warp, &own->src[0]));
    write(warp, &own->dst, d);
    gcn3_state(warp)->scc = own->dst.words == 2 ? d != 0 : (uint32_t)d != 0;
    effect->kind = EFFECT_NONE;
}

/* ---- Moves ---- */

static uint64_t same(uint64_t a) { return a; }
static uint64_t byte(uint64_t a) { return (uint64_t)(int64_t)(int8_t)a; }
static uint64_t half(uint64_t a) { return (uint64_t)(int64_t)(int16_t)a; }

static void move_if(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    effect->kind = EFFECT_NONE;
    if (gcn3_state(warp)->scc)
        move(warp, insn, effect, same);
}

void gcn3_s_mov_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move(warp, insn, effect, same);
}

void gcn3_s_mov_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move(warp, insn, effect, same);
}

void gcn3_s_cmov_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_if(warp, insn, effect);
}

void gcn3_s_cmov_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_if(warp, insn, effect);
}

void gcn3_s_sext_i32_i8(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move(warp, insn, effect, byte);
}

void gcn3_s_sext_i32_i16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move(warp, insn, effect, half);
}

void gcn3_s_movk_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    gcn3_scalar_put(warp, &own->dst, (uint32_t)(int16_t)own->simm16);
    effect->kind = EFFECT_NONE;
}

void gcn3_s_cmovk_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    effect->kind = EFFECT_NONE;
    if (gcn3_state(warp)->scc)
        gcn3_s_movk_i32(warp, insn, effect);
}

/* ---- Bits ---- */

static uint64_t complement(uint64_t a) { return ~a; }

/* Every quad of bits with any bit set gets all four. */
static uint64_t whole_quads(uint64_t a)
{
    uint64_t first = (a | a >> 1 | a >> 2 | a >> 3) & 0x1111111111111111ull;
    return first * 15;
}

static uint64_t quads(uint64_t a)
{
    uint64_t d = 0;
    for (unsigned i = 0; i < 16; i++)
        d |= (uint64_t)((a >> 4 * i & 15) != 0) << i;
    return d;
}

static uint64_t reversed(uint64_t a)
{
    uint64_t d = 0;
    for (unsigned i = 0; i < 64; i++)
        d |= (a >> i & 1) << (63 - i);
    return d;
}

static uint64_t reversed_word(uint64_t a) { return reversed(a) >> 32; }
static uint64_t ones(uint64_t a) { return (uint64_t)__builtin_popcountll(a); }
static uint64_t zeros_word(uint64_t a) { return 32 - ones(a); }
static uint64_t zeros(uint64_t a) { return 64 - ones(a); }
static uint64_t first_one(uint64_t a) { return a ? (uint64_t)__builtin_ctzll(a) : ~0ull; }
static uint64_t first_zero(uint64_t a) { return first_one(~a); }
static uint64_t first_zero_word(uint64_t a) { return first_one((uint32_t)~a); }
static uint64_t leading(uint64_t a) { return a ? (uint64_t)__builtin_clzll(a) : ~0ull; }
static uint64_t leading_word(uint64_t a) { return a ? leading(a) - 32 : ~0ull; }
static uint64_t leading_signed(uint64_t a) { return leading(a ^ -(a >> 63)); }
static uint64_t leading_signed_word(uint64_t a) { return leading_word((uint32_t)(a ^ -(a >> 31))); }
static uint64_t magnitude(uint64_t a) { return a >> 31 & 1 ? (uint32_t)-a : a; }

void gcn3_s_not_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    flag(warp, insn, effect, complement);
}

void gcn3_s_not_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    flag(warp, insn, effect, complement);
}

void gcn3_s_wqm_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    flag(warp, insn, effect, whole_quads);
}

void gcn3_s_wqm_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    flag(warp, insn, effect, whole_quads);
}

void gcn3_s_quadmask_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    flag(warp, insn, effect, quads);
}

void gcn3_s_quadmask_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    flag(warp, insn, effect, quads);
}

void gcn3_s_brev_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move(warp, insn, effect, reversed_word);
}

void gcn3_s_brev_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move(warp, insn, effect, reversed);
}

void gcn3_s_bcnt0_i32_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    flag(warp, insn, effect, zeros_word);
}

void gcn3_s_bcnt0_i32_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    flag(warp, insn, effect, zeros);
}

void gcn3_s_bcnt1_i32_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    flag(warp, insn, effect, ones);
}

void gcn3_s_bcnt1_i32_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    flag(warp, insn, effect, ones);
}

void gcn3_s_ff0_i32_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move(warp, insn, effect, first_zero_word);
}

void gcn3_s_ff0_i32_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move(warp, insn, effect, first_zero);
}

void gcn3_s_ff1_i32_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move(warp, insn, effect, first_one);
}

void gcn3_s_ff1_i32_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move(warp, insn, effect, first_one);
}

void gcn3_s_flbit_i32_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move(warp, insn, effect, leading_word);
}

void gcn3_s_flbit_i32_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move(warp, insn, effect, leading);
}

void gcn3_s_flbit_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move(warp, insn, effect, leading_signed_word);
}

void gcn3_s_flbit_i32_i64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move(warp, insn, effect, leading_signed);
}

void gcn3_s_abs_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    flag(warp, insn, effect, magnitude);
}

/* One bit of dst, selected by src0. */
static void put_bit(struct warp *warp, const struct insn *insn, struct effect *effect, bool value)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    uint64_t bit = 1ull << (read(warp, &own->src[0]) & (own->dst.words == 2 ? 63 : 31));
    uint64_t old = read(warp, &own->dst);
    write(warp, &own->dst, value ? old | bit : old & ~bit);
    effect->kind = EFFECT_NONE;
}

void gcn3_s_bitset0_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    put_bit(warp, insn, effect, false);
}

void gcn3_s_bitset0_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    put_bit(warp, insn, effect, false);
}

void gcn3_s_bitset1_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    put_bit(warp, insn, effect, true);
}

void gcn3_s_bitset1_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    put_bit(warp, insn, effect, true);
}

/* ---- Registers indexed by M0 ---- */

/* Outside of the SGPRs s0 is read. */
static void move_from(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_operand from = own->src[0];
    gcn3_index_by_m0(warp, &from);
    write(warp, &own->dst, read(warp, &from));
    effect->kind = EFFECT_NONE;
}

/* Outside of the SGPRs nothing is written. */
static void move_to(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_operand to = own->dst;
    if (gcn3_index_by_m0(warp, &to))
        write(warp, &to, read(warp, &own->src[0]));
    effect->kind = EFFECT_NONE;
}

void gcn3_s_movrels_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_from(warp, insn, effect);
}

void gcn3_s_movrels_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_from(warp, insn, effect);
}

void gcn3_s_movreld_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_to(warp, insn, effect);
}

void gcn3_s_movreld_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_to(warp, insn, effect);
}
