/* SPDX-License-Identifier: Apache-2.0 */
/* reach.h - where accesses go whose addresses are not known before the run, as a walk assumes.
 *
 * A pointer into a buffer plus an unknown offset stays in that buffer, and a store at an unknown
 * address changes no stack: a program that does otherwise is wrong, and its bound does not hold. A
 * run shows where the accesses go. An instruction is compared if all its accesses are like that. */
#ifndef WARPCLOCK_BOUND_ENGINE_REACH_H
#define WARPCLOCK_BOUND_ENGINE_REACH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "machine/common/observer.h"
#include "memory/memory.h"

struct reach_object {
    const char *name;
    uint64_t base, size;
    struct reach_object *next;
};

struct reach_insn {
    struct reach_object *objects; /* the accesses stay in one of them ... */
    bool spares_stacks;           /* ... or go anywhere but into stacks */
    bool open;                    /* ... or the walk does not assume where they go */
};

struct reach {
    struct arena *arena;
    struct reach_insn *insn; /* by instruction */
    uint64_t stacks_low, stacks_high;
};

/* The first lane of a run that goes elsewhere. */
struct reach_breach {
    bool found;
    uint32_t index; /* the instruction */
    uint32_t core, warp, lane;
    uint8_t kind, bytes; /* as in struct access */
    uint64_t address;
};

void reach_make(struct reach *reach, struct arena *arena, uint32_t instructions);
void reach_note_object(struct reach *reach, uint32_t index, const struct allocation *object);

/* Whether an instruction may access [address, address + bytes). */
bool reach_allows(const struct reach *reach, uint32_t index, uint64_t address, uint64_t bytes);

/* Notes the first lane of an EVENT_ISSUE with an access that goes elsewhere; a breach that was
 * found before stays. */
void reach_check(const struct reach *reach, const struct event *event, uint32_t index,
                 struct reach_breach *breach);

/* "stays in buffer a or buffer b", "changes no stack". */
const char *reach_text(const struct reach *reach, struct arena *arena, uint32_t index);

#endif
