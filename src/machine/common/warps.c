/* SPDX-License-Identifier: Apache-2.0 */
/* warps.c - warps wait for each other, continue, and end. */
#include "machine/common/run_state.h"

void run_wait(struct run_state *run, struct resident *w)
{
    run->waiting += !w->waits;
    w->waits = true;
}

void run_release(struct run_state *run, struct resident *w)
{
    run->waiting -= w->waits;
    w->waits = false;
}

void run_release_group(struct run_state *run, struct group *group, uint64_t warps)
{
    group->released |= warps;
    for (; warps; warps &= warps - 1)
        run_release(run, group->warp[__builtin_ctzll(warps)]);
}

void run_end_warp(struct run_state *run, struct resident *w)
{
    run_release(run, w);
    w->ended = true;
    run->live--;
    if (w->group)
        w->group->live--;
    warp_set_mask(&w->warp, 0);
}

enum wc_status run_go(struct run_state *run, struct resident *w, const struct insn *insn,
                      int32_t index)
{
    if (index < 0 || (uint32_t)index >= run->launch->program->count)
        return run_fail(run, w, insn, "control transfer to an address without an instruction");
    w->warp.pc = (uint32_t)index;
    return WC_OK;
}
