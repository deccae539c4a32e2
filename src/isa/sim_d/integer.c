/* SPDX-License-Identifier: Apache-2.0 */
/* integer.c - integers in all lanes. */
#include "isa/sim_d/arithmetic.h"
#include "isa/sim_d/run.h"

LANEWISE void sim_d_iadd(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each2(warp, insn, effect, word_add);
}

LANEWISE void sim_d_isub(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each2(warp, insn, effect, word_sub);
}

LANEWISE void sim_d_imul(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each2(warp, insn, effect, word_mul);
}

LANEWISE void sim_d_imin(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each2(warp, insn, effect, word_min);
}

LANEWISE void sim_d_imax(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each2(warp, insn, effect, word_max);
}

LANEWISE void sim_d_and(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each2(warp, insn, effect, word_and);
}

LANEWISE void sim_d_or(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each2(warp, insn, effect, word_or);
}

LANEWISE void sim_d_xor(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each2(warp, insn, effect, word_xor);
}

LANEWISE void sim_d_shl(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each2(warp, insn, effect, word_shl);
}

LANEWISE void sim_d_shr(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each2(warp, insn, effect, word_shr);
}

LANEWISE void sim_d_imad(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each3(warp, insn, effect, word_mad);
}

LANEWISE void sim_d_not(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each1(warp, insn, effect, word_not);
}
