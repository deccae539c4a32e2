/* SPDX-License-Identifier: Apache-2.0 */
/* predicate.c - one bit per lane: integer comparisons with 0, and logic. */
#include "isa/sim_d/arithmetic.h"
#include "isa/sim_d/run.h"

LANEWISE void sim_d_itest_ez(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each_test(warp, insn, effect, word_ez);
}

LANEWISE void sim_d_itest_nz(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each_test(warp, insn, effect, word_nz);
}

LANEWISE void sim_d_itest_g(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each_test(warp, insn, effect, word_g);
}

LANEWISE void sim_d_itest_ge(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each_test(warp, insn, effect, word_ge);
}

LANEWISE void sim_d_itest_l(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each_test(warp, insn, effect, word_l);
}

LANEWISE void sim_d_itest_le(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each_test(warp, insn, effect, word_le);
}

/* The two sources of a logic instruction. */
static uint64_t source(const struct warp *warp, const struct insn *insn, unsigned i)
{
    return sim_d_state(warp)->predicate[sim_d_of(insn)->operand[i].value];
}

void sim_d_pbool_and(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_set_predicate(warp, insn, source(warp, insn, 1) & source(warp, insn, 2), effect);
}

void sim_d_pbool_or(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_set_predicate(warp, insn, source(warp, insn, 1) | source(warp, insn, 2), effect);
}

void sim_d_pbool_nand(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_set_predicate(warp, insn, ~(source(warp, insn, 1) & source(warp, insn, 2)), effect);
}

void sim_d_pbool_nor(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_set_predicate(warp, insn, ~(source(warp, insn, 1) | source(warp, insn, 2)), effect);
}
