/* SPDX-License-Identifier: Apache-2.0 */
/* float.c - the F extension, using isa/ieee. RISC-V unprivileged ISA 20191213, chapter 11.
 *
 * Flags of all active lanes are ORed into the fflags of the warp. An invalid rounding mode, in the
 * word or in frm, makes the instruction illegal. */
#include "isa/ieee/binary32.h"
#include "isa/rv32/lanes.h"
#include "isa/rv32/run.h"

enum { ROUNDING_DYNAMIC = 7 };

typedef unsigned unary_fn(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                          const uint32_t *a);
typedef unsigned binary_fn(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                           const uint32_t *a, const uint32_t *b);
typedef unsigned fused_fn(const struct ieee_lanes *, enum ieee_rounding, uint32_t *d,
                          const uint32_t *a, const uint32_t *b, const uint32_t *c);
typedef unsigned choose_fn(const struct ieee_lanes *, uint32_t *d, const uint32_t *a,
                           const uint32_t *b);
typedef void sign_fn(const struct ieee_lanes *, uint32_t *d, const uint32_t *a, const uint32_t *b);

static struct ieee_lanes lanes_of(const struct warp *warp)
{
    return (struct ieee_lanes){.active = warp->active, .lanes = warp->stride};
}

/* False: the rounding mode is invalid, and the effect says so. */
static bool rounding_of(struct warp *warp, const struct insn *insn, struct effect *effect,
                        enum ieee_rounding *rounding)
{
    uint32_t mode = insn->aux == ROUNDING_DYNAMIC ? rv32_state(warp)->frm : insn->aux;
    if (mode > IEEE_NEAREST_AWAY) {
        rv32_raise_illegal(warp, insn, effect);
        return false;
    }
    *rounding = (enum ieee_rounding)mode;
    effect->kind = EFFECT_NONE;
    return true;
}

static void unary(struct warp *warp, const struct insn *insn, struct effect *effect, unary_fn *f)
{
    struct ieee_lanes lanes = lanes_of(warp);
    enum ieee_rounding rounding;
    if (rounding_of(warp, insn, effect, &rounding))
        rv32_state(warp)->fflags |=
            f(&lanes, rounding, warp_row(warp, insn->rd), warp_row(warp, insn->rs1));
}

static void binary(struct warp *warp, const struct insn *insn, struct effect *effect, binary_fn *f)
{
    struct ieee_lanes lanes = lanes_of(warp);
    enum ieee_rounding rounding;
    if (rounding_of(warp, insn, effect, &rounding))
        rv32_state(warp)->fflags |= f(&lanes, rounding, warp_row(warp, insn->rd),
                                      warp_row(warp, insn->rs1), warp_row(warp, insn->rs2));
}

static void fused(struct warp *warp, const struct insn *insn, struct effect *effect, fused_fn *f)
{
    struct ieee_lanes lanes = lanes_of(warp);
    enum ieee_rounding rounding;
    if (rounding_of(warp, insn, effect, &rounding))
        rv32_state(warp)->fflags |=
            f(&lanes, rounding, warp_row(warp, insn->rd), warp_row(warp, insn->rs1),
              warp_row(warp, insn->rs2), warp_row(warp, insn->rs3));
}

/* Minimum, maximum and comparisons: nothing to round. */
static void choose(struct warp *warp, const struct insn *insn, struct effect *effect, choose_fn *f)
{
    struct ieee_lanes lanes = lanes_of(warp);
    rv32_state(warp)->fflags |= f(&lanes, warp_row(warp, insn->rd), warp_row(warp, insn->rs1),
                                  warp_row(warp, insn->rs2));
    effect->kind = EFFECT_NONE;
}

static void sign(struct warp *warp, const struct insn *insn, struct effect *effect, sign_fn *f)
{
    struct ieee_lanes lanes = lanes_of(warp);
    f(&lanes, warp_row(warp, insn->rd), warp_row(warp, insn->rs1), warp_row(warp, insn->rs2));
    effect->kind = EFFECT_NONE;
}

void rv32_fmadd(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    fused(warp, insn, effect, binary32_fmadd);
}

void rv32_fmsub(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    fused(warp, insn, effect, binary32_fmsub);
}

void rv32_fnmsub(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    fused(warp, insn, effect, binary32_fnmsub);
}

void rv32_fnmadd(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    fused(warp, insn, effect, binary32_fnmadd);
}

void rv32_fadd(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    binary(warp, insn, effect, binary32_add);
}

void rv32_fsub(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    binary(warp, insn, effect, binary32_sub);
}

void rv32_fmul(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    binary(warp, insn, effect, binary32_mul);
}

void rv32_fdiv(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    binary(warp, insn, effect, binary32_div);
}

void rv32_fsqrt(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    unary(warp, insn, effect, binary32_sqrt);
}

void rv32_fsgnj(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sign(warp, insn, effect, binary32_sgnj);
}

void rv32_fsgnjn(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sign(warp, insn, effect, binary32_sgnjn);
}

void rv32_fsgnjx(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sign(warp, insn, effect, binary32_sgnjx);
}

void rv32_fmin(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    choose(warp, insn, effect, binary32_min);
}

void rv32_fmax(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    choose(warp, insn, effect, binary32_max);
}

void rv32_feq(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    choose(warp, insn, effect, binary32_eq);
}

void rv32_flt(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    choose(warp, insn, effect, binary32_lt);
}

void rv32_fle(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    choose(warp, insn, effect, binary32_le);
}

void rv32_fcvt_w_s(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    unary(warp, insn, effect, binary32_to_i32);
}

void rv32_fcvt_wu_s(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    unary(warp, insn, effect, binary32_to_u32);
}

void rv32_fcvt_s_w(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    unary(warp, insn, effect, binary32_from_i32);
}

void rv32_fcvt_s_wu(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    unary(warp, insn, effect, binary32_from_u32);
}

void rv32_fclass(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    struct ieee_lanes lanes = lanes_of(warp);
    binary32_class(&lanes, warp_row(warp, insn->rd), warp_row(warp, insn->rs1));
    effect->kind = EFFECT_NONE;
}

static inline uint32_t op_same(uint32_t a, uint32_t b)
{
    (void)b;
    return a;
}

/* fmv.x.w and fmv.w.x: the unchanged bits. */
LANEWISE void rv32_fmv(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_immediate(warp, insn, effect, op_same);
}
