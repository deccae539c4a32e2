/* SPDX-License-Identifier: Apache-2.0 */
/* walk.h - walking programs of RV32: what the engine asks of the instruction set. */
#ifndef WARPCLOCK_BOUND_RV32_WALK_H
#define WARPCLOCK_BOUND_RV32_WALK_H

#include "bound/engine/walker.h"
#include "isa/rv32/rv32.h"

extern const struct walk_isa rv32_walk;

/* The first state of a warp: as walk_state_start(), with x0 known in any case. */
struct walk_state *rv32_walk_start(struct walk *walk, const struct warp *warp, bool zeroed);

/* The CSRs that a program can write hold the same; fflags are never known. */
bool rv32_walk_same_status(const struct rv32_state *a, const struct rv32_state *b);

/* status.c: a read or write of a CSR. */
enum wc_status rv32_walk_status(struct walk *walk, struct walk_state *state, uint32_t index);

#endif
