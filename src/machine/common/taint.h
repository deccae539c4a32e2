/* SPDX-License-Identifier: Apache-2.0 */
/* taint.h - follows the contents of buffers from register to register, up to the first decision.
 *
 * A clocked run is deterministic. As long as nothing that was read from a buffer has decided a
 * branch, a mask, an address, a barrier or a fault, a run with other contents does the same in the
 * same cycle, with the same order of atomics and the same counters: by induction over the
 * instructions in the order of their issue, all effects are equal, and time depends on effects
 * alone. So a launch that ends without such a decision takes the same cycles for all contents.
 *
 * The proof needs three things: complete lists of what instructions read and write
 * (isa/dependence.h), labels for every byte of memory (memory/shadow.h), and the transfer rules in
 * taint.c. Sources are the contents of buffers that the job does not fix, and all state that nobody
 * has set. What the job fixes is clean: code, constants, arguments, grid, thread numbers. */
#ifndef WARPCLOCK_MACHINE_COMMON_TAINT_H
#define WARPCLOCK_MACHINE_COMMON_TAINT_H

#include "isa/dependence.h"
#include "machine/common/place.h"
#include "memory/shadow.h"

struct run_state;
struct resident;

/* The lanes of a register whose contents depend on a source. */
struct tainted {
    uint64_t lanes;
    uint8_t label;
};

/* Why the claim ended. */
struct taint_decision {
    bool found;
    const struct insn *insn; /* NULL: no instruction, see `subject` */
    const char *subject; /* what depends on the source: "register r5", "data it loads" */
    const char *source;  /* "buffer a", "a register that was never set" */
    uint64_t cycle;
};

enum { TAINT_BLOCKS = 4 };

struct taint {
    struct shadow shadow;
    struct arena arena;                  /* source names */
    const char *source[LABEL_MAX + 1];   /* by label */
    uint32_t sources;
    /* The current launch. */
    const struct isa *isa;
    struct dependence *lists;            /* by instruction */
    uint8_t *kinds;                      /* enum name_kind, by name */
    struct tainted *registers;           /* of all warps, by name */
    struct tainted *common;              /* of all warps together, by name */
    uint8_t *block[TAINT_BLOCKS];        /* labels of memory inside the machine */
    uint32_t blocks;
    struct taint_decision decision;
    /* The instruction that runs. */
    struct dependence by_state;
    const struct dependence *list;
    uint64_t lanes, acting; /* of the warp: all, and those that act */
    struct tainted value, guard;
    bool uniform;                        /* a source for all lanes is tainted */
};

struct taint *taint_new(void);
void taint_free(struct taint *taint);

/* Gives labels to memory that has none yet. The contents of buffers are sources unless fixed. */
enum wc_status taint_memory(struct error *err, struct taint *taint, struct memory *memory);
/* A launch has not ended as others would: nothing is known about writable memory any more. */
void taint_forget(struct taint *taint, struct memory *memory);

/* While a launch is prepared: labels for memory inside the machine, until the launch ends. *out
 * stays NULL if values are not followed. */
enum wc_status taint_label(struct run_state *run, uint64_t bytes, uint8_t **out);
/* launch.c: a launch begins, with all registers unset, and ends. */
enum wc_status taint_begin(struct run_state *run);
void taint_end(struct run_state *run);
/* A warp starts with all its registers unset ... */
void taint_unset(const struct run_state *run, struct resident *w);
/* ... but those that the machine sets. */
void taint_set(const struct run_state *run, struct resident *w, uint32_t first, uint32_t count);

/* A warp gets lanes of another one, and its state; vector registers are those of both. And back: of
 * the lanes `lanes`, and with `masks` also of scalar registers. */
void taint_fork(const struct run_state *run, const struct resident *from, struct resident *to);
void taint_merge(const struct run_state *run, struct resident *into, const struct resident *from,
                 uint64_t lanes, bool masks);

/* Around the execution of an instruction. */
void taint_before(struct run_state *run, struct resident *w, const struct insn *insn);
void taint_after(struct run_state *run, struct resident *w, const struct insn *insn);
/* Time, or whether something fails, depends on a source: `subject`. */
void taint_decide(struct run_state *run, const struct insn *insn, uint8_t label,
                  const char *subject);
/* The machine itself reads memory to decide something: `subject`. */
void taint_read(struct run_state *run, uint64_t address, uint64_t bytes, const char *subject);

#endif
