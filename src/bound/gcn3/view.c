/* SPDX-License-Identifier: Apache-2.0 */
/* view.c - copies of views, and what two of them agree on. */
#include "bound/gcn3/cases.h"

#include <string.h>

void gcn3_view_place(struct gcn3_view *view, uint32_t rows, void *storage)
{
    view->rows = rows;
    view->warp.reg = storage;
    view->lanes = (uint64_t *)((uint32_t *)storage + (size_t)rows * GCN3_LANES);
    view->warp.state = &view->state;
    view->warp.memory = &view->port;
}

void gcn3_view_copy(struct gcn3_view *to, const struct gcn3_view *from)
{
    void *storage = to->warp.reg;
    memcpy(storage, from->warp.reg, gcn3_view_bytes(from->rows));
    struct gcn3_cases *cases = to->cases;
    *to = *from;
    to->cases = cases;
    gcn3_view_place(to, from->rows, storage);
    if (cases && from->cases)
        *cases = *from->cases;
    else
        gcn3_cases_drop(to);
}

void gcn3_view_apply_exec(struct gcn3_view *view)
{
    for (uint32_t i = 0; i < 2; i++)
        view->state.scalar[GCN3_EXEC + i] |= view->loose[GCN3_EXEC + i];
    view->state.split_mask |= view->split_loose;
    gcn3_apply_exec(&view->warp);
}

uint64_t gcn3_view_certain(const struct gcn3_view *view)
{
    return view->warp.mask & ~gcn3_view_loose_pair(view, GCN3_EXEC) & ~view->split_loose;
}

void gcn3_view_forget(struct gcn3_view *view, uint32_t name)
{
    if (name < GCN3_SCALARS)
        view->loose[name] = ~0u;
    else if (name == GCN3_SCC)
        view->scc_loose = true;
    else if (name == GCN3_NAME_MODE)
        view->mode_loose = true;
    else if (name >= GCN3_NAMES)
        view->other_loose[name - GCN3_NAMES] = true;
    else if (name >= GCN3_V0 && name - GCN3_V0 < view->rows)
        view->lanes[name - GCN3_V0] = ~0ull;
}

/* ---- merging ---- */

static void merge_row(struct gcn3_view *into, const struct gcn3_view *other, uint32_t row)
{
    const uint32_t *a = warp_row(&into->warp, row), *b = warp_row(&other->warp, row);
    uint64_t differ = 0;
    if (memcmp(a, b, GCN3_LANES * sizeof *a) == 0) {
        into->lanes[row] |= other->lanes[row];
        return;
    }
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        differ |= (uint64_t)(a[lane] != b[lane]) << lane;
    into->lanes[row] |= other->lanes[row] | differ;
}

static void merge_scalars(struct gcn3_view *into, const struct gcn3_view *other)
{
    struct gcn3_state *a = &into->state;
    const struct gcn3_state *b = &other->state;
    for (uint32_t i = 0; i < GCN3_SCALARS; i++)
        into->loose[i] |= other->loose[i] | (a->scalar[i] ^ b->scalar[i]);
    into->split_loose |= other->split_loose | (a->split_mask ^ b->split_mask);
    into->scc_loose |= other->scc_loose || a->scc != b->scc;
    into->mode_loose |= other->mode_loose || a->mode != b->mode;
    into->other_loose[GCN3_NAME_STATUS - GCN3_NAMES] |= a->status != b->status;
    into->other_loose[GCN3_NAME_TRAP_STATUS - GCN3_NAMES] |= a->trap_status != b->trap_status;
    for (uint32_t i = 0; i < VIEW_OTHERS; i++)
        into->other_loose[i] |= other->other_loose[i];
}

void gcn3_view_merge(struct gcn3_view *into, const struct gcn3_view *other)
{
    gcn3_cases_merge(into, other);
    merge_scalars(into, other);
    for (uint32_t row = 0; row < into->rows; row++)
        merge_row(into, other, row);
    gcn3_view_apply_exec(into);
}

/* ---- comparing ---- */

static bool rows_equal(const struct gcn3_view *a, const struct gcn3_view *b)
{
    for (uint32_t row = 0; row < a->rows; row++) {
        const uint32_t *x = warp_row(&a->warp, row), *y = warp_row(&b->warp, row);
        if (a->lanes[row] != b->lanes[row])
            return false;
        for (uint64_t known = ~a->lanes[row]; known; known &= known - 1) {
            unsigned lane = (unsigned)__builtin_ctzll(known);
            if (x[lane] != y[lane])
                return false;
        }
    }
    return true;
}

bool gcn3_view_equal(const struct gcn3_view *a, const struct gcn3_view *b)
{
    for (uint32_t i = 0; i < GCN3_SCALARS; i++) {
        if (a->loose[i] != b->loose[i] ||
            (a->state.scalar[i] & ~a->loose[i]) != (b->state.scalar[i] & ~b->loose[i]))
            return false;
    }
    return a->split_loose == b->split_loose && a->state.split_mask == b->state.split_mask &&
           a->scc_loose == b->scc_loose && (a->scc_loose || a->state.scc == b->state.scc) &&
           a->mode_loose == b->mode_loose && (a->mode_loose || a->state.mode == b->state.mode) &&
           memcmp(a->other_loose, b->other_loose, sizeof a->other_loose) == 0 &&
           gcn3_cases_equal(a, b) && rows_equal(a, b);
}
