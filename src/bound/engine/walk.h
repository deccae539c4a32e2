/* SPDX-License-Identifier: Apache-2.0 */
/* walk.h - the paths that the warps of a launch can take, whatever is in the job's buffers.
 *
 * Every warp is walked through the program with what is known before the run: code, launch,
 * arguments, constants. Where that decides, the walk tells the one path; where it does not, it
 * tells all ways that control may take, between region_begin and region_end, with counts that no
 * run exceeds. Nothing here knows a cycle: a sink makes time of what it is told.
 *
 * Assumed of the program, beside that it does not end with a fault:
 *   - a store to an address that is not known before the run stays in buffers, local memory and
 *     variables of the image; or, if the address was made from a stack pointer, in objects of the
 *     lane's own stack (not in words in which functions under way have saved registers), and no
 *     buffer holds addresses of a stack;
 *   - an address that was made by adding what is not known to a pointer into a buffer or into local
 *     memory stays in it;
 *   - words that belong to a warp as a whole are written by that warp alone.
 * Buffers, local memory, and variables of the image that any warp of this launch or an earlier one
 * stores to may hold anything; other data of the image, and of buffers that are fixed, is as it is
 * in `memory`. */
#ifndef WARPCLOCK_BOUND_ENGINE_WALK_H
#define WARPCLOCK_BOUND_ENGINE_WALK_H

#include "base/error.h"
#include "bound/engine/reach.h"
#include "bound/engine/watch.h"
#include "isa/warp.h"
#include "machine/machine.h"

/* What a load, store or atomic may touch. */
struct walk_access {
    uint8_t kind;  /* enum access_kind; LR is a load */
    bool or_store; /* SC: a store for the lanes whose reservations hold; without any, a load */
    uint8_t bytes; /* a lane */
    bool known;    /* `address` holds the addresses of all lanes */
    uint64_t lanes;          /* that may take part */
    bool some;               /* ... of which any may be missing */
    const uint64_t *address; /* [lane] */
    const struct allocation *object; /* not known, but inside of this buffer, local memory or data
                                      * of the image; or NULL: anywhere */
    uint64_t base, size;             /* ... all lanes in these bytes of it */
};

struct walk_sink;

struct walk_sink_ops {
    /* A warp's activation begins: its slot, and how many spawns took effect in its core before,
     * including the one that started it. */
    void (*begin)(struct walk_sink *sink, uint32_t core, uint32_t slot, uint32_t phase);
    /* The warp executes this instruction; outside of regions: exactly now. */
    void (*node)(struct walk_sink *sink, uint32_t index, const struct walk_access *access);
    /* ... and goes on there. Told after its node; more than one inside regions. */
    void (*edge)(struct walk_sink *sink, uint32_t from, uint32_t to);
    /* From here on ways part: everything up to the end of the region may happen or not. Regions do
     * not nest; the node whose outcome is not known is the first one of the region. After the end
     * the path goes on, known, with `to`, which is not told yet; UINT32_MAX: the warp has ended.
     * Inside, an instruction is told as often as all ways together run it at most; the sides of
     * parted lanes one after the other, with an edge from the place where the first side waits for
     * the second (FLOW_JOIN) to the place behind the parting (FLOW_SPLIT). */
    void (*region_begin)(struct walk_sink *sink, uint32_t at);
    void (*region_end)(struct walk_sink *sink, uint32_t to);
    /* In a region: lanes parted before the instruction at `index`; if it is a branch, it may go the
     * same way on both sides. NULL: not wanted. */
    void (*unpaired)(struct walk_sink *sink, uint32_t index);
    /* In a region: a loop was left; its back edges ran at most `iterations` times in this entry. */
    void (*loop)(struct walk_sink *sink, uint32_t header, uint64_t iterations);
    /* In a region: what was told since the `mark` that belongs to it happens `times` more. Marks
     * are brackets: each has one `repeat`, and pairs may stand inside of each other. */
    void (*mark)(struct walk_sink *sink);
    void (*repeat)(struct walk_sink *sink, uint64_t times);
    /* After the node of a barrier. `certain`: id and warps are known, all of them wait at it for
     * each other, and it is on every path. An id that is not known is UINT32_MAX: it may be one
     * across cores. */
    void (*barrier)(struct walk_sink *sink, uint32_t id, uint32_t warps, bool certain);
    void (*end)(struct walk_sink *sink);
};

struct walk_sink {
    const struct walk_sink_ops *ops;
};

/* Most back edges of a loop in one entry, by the index of its header. So the header runs once more
 * than that at most, wherever the loop is tested. */
struct walk_bound {
    uint32_t header;
    uint64_t iterations;
    bool from_job; /* else from the source */
    uint64_t total; /* most iterations of all work-items of the launch together; 0: not given */
};

/* A loop whose end is not known before the run and for which no bound was given. One that a counter
 * ends in any case needs none. */
struct walk_missing {
    uint32_t header;
    uint32_t branch; /* the instruction whose outcome is not known */
    bool ranged; /* ... although ranges of its operands are known */
};

/* Bytes of the image and of fixed buffers that launches since they were placed may have stored to:
 * what these hold before the next launch is not known. Each walk adds its own. */
struct walk_changes {
    struct arena *arena;
    struct walk_changed {
        uint64_t base, bytes;
        uint8_t *stored; /* by byte */
        uint8_t *before; /* the caller's: contents before the launch */
        const struct insn *by; /* the first store; NULL: none, or not known */
    } *list; /* one for each segment that can be written, and each fixed buffer */
    uint32_t count;
};

/* By byte of a segment that can be written: has it changed? */
uint8_t *walk_changes_of(struct walk_changes *changes, const struct allocation *segment);

/* What a walk assumes of the program at an instruction. */
enum walk_assumption {
    ASSUME_STORE,  /* stores somewhere: into buffers, local memory, variables */
    ASSUME_SAVED,  /* stores somewhere into objects of the stack */
    ASSUME_OBJECT, /* stays in its buffer */
    ASSUME_WORDS,  /* stores somewhere into local memory, but not into the warp's own words there */
    ASSUME_LANES,  /* one lane speaks for all */
    ASSUME_LOOP,   /* the header of a loop whose given bound was needed */
    ASSUME_FIXED,  /* loads what a fixed buffer holds */
    ASSUME_RANGE,  /* loads an element of a buffer with a range */
    WALK_ASSUMPTIONS
};
_Static_assert(WALK_ASSUMPTIONS <= 8, "walk_bounds.assumed has a bit for each");

struct walk_bounds {
    const struct walk_bound *list;
    size_t count;
    struct watch *watch; /* over the time it takes; or NULL */
    bool *used; /* by bound: the walk sets it where nothing else ends the loop sooner; or NULL */
    struct walk_changes *changes; /* NULL: no other launch comes before or after */
    uint8_t *assumed; /* by instruction: the walk sets bits of enum walk_assumption; or NULL */
    struct reach *reach; /* the walk notes where unknown accesses go; or NULL */
    bool watched; /* a run follows: the bound brings a watch along (expectation.h) */
    bool tolerant; /* accesses outside all buffers do not end the launch */
};

#endif
