/* SPDX-License-Identifier: Apache-2.0 */
/* view.h - what is known of a wavefront's registers, whatever is in the job's buffers.
 *
 * Registers have values, and marks for what is not known: of scalars each bit, because lane masks
 * are scalars, of vector registers each lane. Bits of EXEC that are not known are 1 in the value:
 * `warp.mask` then has the lanes that may act, and instructions run on all of them with their own
 * semantics (src/isa). */
#ifndef WARPCLOCK_BOUND_GCN3_VIEW_H
#define WARPCLOCK_BOUND_GCN3_VIEW_H

#include "isa/dependence.h"
#include "isa/gcn3/gcn3.h"
#include "memory/port.h"

struct gcn3_cases;

enum { VIEW_OTHERS = GCN3_NAMES_ALL - GCN3_NAMES };

struct gcn3_view {
    struct warp warp;
    struct gcn3_state state;
    struct memory_port port;
    uint32_t loose[GCN3_SCALARS]; /* bits that are not known */
    uint64_t split_loose;         /* ... of the split mask */
    uint64_t foreign; /* lanes whose vector registers another part may write at any time */
    bool scc_loose, mode_loose;
    bool other_loose[VIEW_OTHERS]; /* from GCN3_NAMES on */
    uint32_t rows;
    uint64_t *lanes; /* by row: lanes that are not known */
    struct gcn3_cases *cases; /* what scalar bits of a lane may be together; may be NULL */
};

/* Bytes of a view's rows and marks. */
static inline size_t gcn3_view_bytes(uint32_t rows)
{
    return rows * (GCN3_LANES * sizeof(uint32_t) + sizeof(uint64_t));
}
/* `storage`: gcn3_view_bytes(), aligned to 64. */
void gcn3_view_place(struct gcn3_view *view, uint32_t rows, void *storage);
/* Copies all but the places of the rows and of the cases. */
void gcn3_view_copy(struct gcn3_view *to, const struct gcn3_view *from);
/* What both agree on. */
void gcn3_view_merge(struct gcn3_view *into, const struct gcn3_view *other);
bool gcn3_view_equal(const struct gcn3_view *a, const struct gcn3_view *b);

/* EXEC or the split mask has changed. */
void gcn3_view_apply_exec(struct gcn3_view *view);
/* The lanes that act for certain; warp.mask has those that may. */
uint64_t gcn3_view_certain(const struct gcn3_view *view);
static inline uint64_t gcn3_view_loose_pair(const struct gcn3_view *view, uint32_t code)
{
    return view->loose[code] | (uint64_t)view->loose[code + 1] << 32;
}

/* Nothing is known of a register any more. */
void gcn3_view_forget(struct gcn3_view *view, uint32_t name);

/* ---- masks.c: scalar instructions that work bit by bit ---- */

bool gcn3_is_bitwise(const struct insn *insn);
/* Runs one of them: bits of the result are known if they do not depend on bits that are not. */
void gcn3_run_bitwise(struct gcn3_view *view, const struct insn *insn,
                      const struct dependence *list, struct effect *effect);

#endif
