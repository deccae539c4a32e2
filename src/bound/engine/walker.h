/* SPDX-License-Identifier: Apache-2.0 */
/* walker.h - what the parts of a walk share, and what an instruction set and a machine add to it.
 *
 * walk_path.c    the known path, where regions begin and end, passes that learn stores
 * walk_state.c   the abstract state of a warp: copies, merges, parked lanes
 * walk_step.c    one instruction on a state
 * walk_value.c   results some of whose operands are not known
 * walk_memory.c  loads and stores: private stacks, everything else
 * walk_elements.c  ranges of buffers' elements
 * walk_range.h   arithmetic of ranges
 * walk_image.c   bytes of the image and of fixed buffers that stores may change
 * walk_decide.c  one value for all lanes, branches, predicates
 * walk_scope.h   all ways through a function when control is not known
 *
 * The engine knows control flow, values and memory. It reads what an instruction is from its row
 * (role, value rule, bytes). Two tables add the rest: struct walk_isa where the fields of an
 * instruction are, struct walk_machine what warps, masks and divergence do.
 *
 * Values are words of 32 bits. An instruction has one result, row `rd`; its sources are the rows
 * that `src` names. An instruction set with wider results or with registers outside of the rows has
 * to extend this. */
#ifndef WARPCLOCK_BOUND_ENGINE_WALKER_H
#define WARPCLOCK_BOUND_ENGINE_WALKER_H

#include "bound/engine/exact_turns.h"
#include "bound/engine/walk.h"
#include "bound/engine/walk_state.h"
#include "flow/cfg.h"

enum { WALK_NOWHERE = -1 };
/* More are taken for a program that never ends. */
static const uint64_t WALK_STEPS_MAX = 1ull << 32;

/* An operand of a value rule: a row, or a number of the instruction. */
struct walk_operand {
    bool is_row;
    uint16_t row;
    uint32_t number;
};

/* Where an access goes: what a row holds, and an offset. */
struct walk_address {
    uint16_t row;
    uint32_t offset;
};

struct walk_isa {
    uint32_t rows; /* of registers, named as in struct regs; stack words follow them */
    uint32_t stack_pointer; /* its row: words below it belong to no function */
    /* The operands of an instruction of ROLE_COMPUTE that has a value rule, or of a branch. */
    void (*operands)(const struct insn *insn, struct walk_operand operand[2]);
    /* Of an instruction of ROLE_ACCESS with `bytes`. */
    struct walk_address (*address)(const struct insn *insn);
    /* Where an instruction of ROLE_JUMP_REGISTER goes; false: not known. */
    bool (*jump_target)(const struct walk *walk, const struct walk_state *state,
                        const struct insn *insn, uint64_t *address);
    /* One of ROLE_STATUS, on the state. */
    enum wc_status (*status)(struct walk *walk, struct walk_state *state, uint32_t index);
    /* A store that saves a register of the caller, unless the function wrote it before. */
    bool (*saves)(const struct insn *insn);
};

struct scope;

struct walk_machine {
    const struct walk_isa *isa;
    const char *part, *meet; /* what lanes part and meet by, for messages: SPLIT, JOIN */
    /* All warps of the launch, each by walk_warp(). */
    enum wc_status (*warps)(struct walk *walk);
    /* Instructions of mask, divergence, spawning and ends. On the known path: *known is cleared,
     * and nothing done, when a region begins here; *ends: the warp has ended. */
    enum wc_status (*control)(struct walk *walk, struct walk_state *state, uint32_t index,
                              bool *known, bool *ends);
    /* ... and in a region. Takes the state over. */
    enum wc_status (*ways)(struct scope *scope, struct walk_state *state, uint32_t index);
    /* Number and warps of a barrier; false: not both are known, or it does not hold the warps
     * until all of them are there. */
    bool (*barrier)(const struct walk *walk, const struct walk_state *state,
                    const struct insn *insn, uint32_t *id, uint32_t *warps);
    /* The next instruction that keeps lanes in a loop by a flag, if control comes straight from
     * `index` to it and nothing writes the flag before: the flag's row, and what it is for lanes
     * that stay. NULL: the machine has none. */
    bool (*flag_ahead)(const struct walk *walk, uint32_t index, uint32_t *row, bool *stays);
    /* The machine's part of states. */
    size_t own_bytes;
    void (*copy)(struct walk_state *to, const struct walk_state *from);
    enum wc_status (*mergeable)(struct walk *walk, const struct walk_state *a,
                                const struct walk_state *b);
    bool (*equal)(const struct walk_state *a, const struct walk_state *b);
    /* The lanes of one side go on from `start` alone, and later come back together: warp.depth
     * grows and shrinks by one. */
    void (*part_lanes)(struct walk_state *state, uint32_t start);
    void (*meet_lanes)(struct walk_state *state);
};

enum walk_class {
    CLASS_LANES, /* each lane by itself */
    CLASS_CROSS, /* lanes look at each other */
    CLASS_LOAD, CLASS_STORE, CLASS_ATOMIC, CLASS_ODD_LOAD,
    CLASS_STATUS,
    CLASS_STRAIGHT_LAST = CLASS_STATUS,
    CLASS_BARRIER,
    CLASS_BRANCH, CLASS_JUMP, CLASS_JUMP_REGISTER,
    CLASS_MACHINE, /* mask, divergence, spawning, ends */
    CLASS_STOP,    /* what no row matches or the machine lacks */
};

/* A stretch of the image or a fixed buffer, and which of its bytes some warp stores to. */
struct walk_image {
    const struct allocation *allocation;
    uint8_t *stored; /* by byte; NULL: cannot be written */
    bool lost;       /* all of it is: some store goes anywhere */
};

/* A stretch of the image that the launch writes, not the program. */
struct walk_record {
    uint64_t base, bytes;
};
enum { WALK_RECORDS_MAX = 3 };

/* Private stacks of the lanes. */
struct walk_stacks {
    uint32_t low, high; /* of all lanes of all warps */
    uint64_t top;       /* of lane 0 of the warp that is walked; other lanes follow below it */
    uint32_t bytes;     /* per lane */
};

struct walk_function {
    struct cfg cfg;
    uint32_t first, count; /* instructions */
    uint32_t *block_of;    /* by instruction from first */
    struct walk_function *next; /* in a list */
};

struct walk {
    /* The caller's. */
    struct error *err;
    const struct walk_machine *machine;
    const struct machine *on; /* whose parts messages name */
    const struct launch *launch;
    const struct memory *memory;
    const struct walk_bounds *bounds;
    struct walk_sink *sink; /* NULL: a silent pass */
    struct arena *arena;    /* for `missing` */
    uint32_t stride;        /* of a warp's rows */
    bool lanes_agree;       /* where the hardware asks one lane for all, the others hold the same */
    struct walk_stacks stacks;
    uint64_t words_base; /* words that the warp writes itself before it reads them; 0: none */
    uint32_t words_bytes;
    struct walk_record record[WALK_RECORDS_MAX];
    uint64_t record_bytes; /* of all of them, with gaps */

    struct walk_missing *missing;
    size_t missing_count;

    struct arena own;
    const struct insn *insns;
    uint8_t *classes; /* by instruction */
    uint8_t *saves;   /* by instruction: a store of a prologue that saves a register */
    int32_t *moved;   /* by instruction: the row that it moves, or WALK_NOWHERE */
    struct walk_function **functions; /* by function of the program, made when needed */
    struct walk_function *spawned;    /* parts of functions in which warps start */
    uint32_t entry;                   /* of the warp that is walked */
    struct walk_state *free, *made;

    struct walk_image *images;
    uint32_t image_count;
    const struct allocation *recent;
    bool may_learn;     /* a first silent pass: marking bytes as stored is allowed */
    uint64_t learned;   /* ... and has happened that often: the pass must be done again */
    bool stacks_shared; /* a warp stores to a stack that is not its own */
    bool *unassumed; /* by allocation: a store may put an element out of the assumed range */

    uint32_t at; /* the instruction that is walked, of those up to CLASS_STRAIGHT_LAST */
    uint64_t steps;
    struct exact_turns turns; /* places: instructions at which regions begin */
    struct effect effect;
    struct walk_access access;
    alignas(64) uint64_t address[LANES_MAX];
};

static inline void walk_assume(const struct walk *walk, uint32_t index, enum walk_assumption what)
{
    if (walk->bounds->assumed)
        walk->bounds->assumed[index] |= (uint8_t)(1u << what);
}

/* Of any lane of any warp. */
static inline bool walk_in_stacks(const struct walk *walk, uint32_t address)
{
    return address >= walk->stacks.low && address < walk->stacks.high;
}

/* ---- walk_path.c ---- */
/* Walks a launch whose first members are set. With loops that lack a bound the status is
 * WC_BAD_INPUT and `missing` lists them all. */
enum wc_status walk_launch(struct walk *walk);
/* One warp from its first state to its end; takes the state over. `phase`: as the sink gets it. */
enum wc_status walk_warp(struct walk *walk, struct walk_state *state, uint32_t phase);
/* Control goes on there. */
enum wc_status walk_go_on(struct walk *walk, struct walk_state *state, uint32_t index, int32_t to);

/* ---- walk_step.c ---- */
/* Why the walk has to stop before this instruction: somebody asked, or its time is over. */
enum wc_status walk_stopped(struct walk *walk, uint32_t index, enum watch_verdict verdict);
static inline enum wc_status walk_look(struct walk *walk, uint32_t index)
{
    enum watch_verdict verdict = watch_look(walk->bounds->watch, walk->steps);
    return verdict == WATCH_GO_ON ? WC_OK : walk_stopped(walk, index, verdict);
}
void walk_classify(struct walk *walk);
/* An instruction of a class up to CLASS_STRAIGHT_LAST: reports the node, leaves the pc. */
enum wc_status walk_step(struct walk *walk, struct walk_state *state, uint32_t index);
/* A barrier, likewise. */
enum wc_status walk_step_barrier(struct walk *walk, struct walk_state *state, uint32_t index,
                                 bool certain);
/* A jump writes where it came from. */
void walk_link(struct walk *walk, struct walk_state *state, const struct insn *insn);
void walk_tell_node(struct walk *walk, uint32_t index, const struct walk_access *access);
void walk_tell_edge(struct walk *walk, uint32_t from, uint32_t to);
enum wc_status walk_fail(struct walk *walk, const struct walk_state *state, uint32_t index,
                         const char *format, ...) __attribute__((format(printf, 4, 5)));

/* ---- walk_value.c ---- */
/* The row that an instruction of CLASS_LANES moves, or WALK_NOWHERE: it is no move. */
int32_t walk_moved_row(const struct walk *walk, const struct insn *insn);
/* Runs an instruction of which lanes of some source are not known; `known`: those of all are. */
void walk_partly(struct walk *walk, struct walk_state *state, const struct insn *insn,
                 uint64_t known);

/* ---- walk_memory.c ---- */
void walk_load(struct walk *walk, struct walk_state *state, const struct insn *insn);
enum wc_status walk_store(struct walk *walk, struct walk_state *state, const struct insn *insn);
/* Atomics: like a store of something unknown, and the result is not known. */
enum wc_status walk_atomic(struct walk *walk, struct walk_state *state, const struct insn *insn);
/* The stack pointer has changed: what functions that have returned saved is free for others. */
void walk_release_stack(const struct walk *walk, struct walk_state *state);
/* The buffer or local memory that holds an address, or NULL. */
const struct allocation *walk_object_at(struct walk *walk, uint32_t address);

/* ---- walk_elements.c ---- */
void walk_collect_elements(struct walk *walk);
/* Some buffer has a range. */
bool walk_has_elements(const struct walk *walk);
/* What a load gives of which all addresses are in this buffer; NULL: not in one. */
struct walk_range walk_elements_load(struct walk *walk, const struct walk_state *state,
                                     const struct insn *insn, const struct allocation *buffer);
/* A store of values in a range; into this buffer, or somewhere. */
void walk_elements_store(struct walk *walk, const struct allocation *buffer, unsigned bytes,
                         struct walk_range stored);
void walk_elements_store_anywhere(struct walk *walk);

/* ---- walk_image.c ---- */
void walk_collect_images(struct walk *walk);
struct walk_image *walk_image_of(struct walk *walk, const struct allocation *allocation);
/* There are known bytes that a program may write, beside those of the launch. */
bool walk_has_variables(const struct walk *walk);
bool walk_image_read(const struct walk_image *image, uint64_t address, unsigned bytes,
                     uint32_t *value);
/* A byte that one warp stores to is not known to any, from the start. */
enum wc_status walk_image_store(struct walk *walk, struct walk_state *state,
                                struct walk_image *image, uint64_t address, unsigned bytes);
/* A store somewhere into these bytes of a buffer or local memory. */
void walk_image_store_inside(struct walk *walk, const struct allocation *object, uint64_t base,
                             uint64_t size);
/* A store to an address of which nothing is known. */
void walk_image_store_anywhere(struct walk *walk);

/* ---- walk_decide.c ---- */
enum walk_outcome { OUTCOME_NEXT, OUTCOME_TARGET, OUTCOME_EITHER };

/* Lanes of the mask for which something may be 1, and may be 0. */
struct walk_choice {
    uint64_t one, zero;
    bool known; /* of all lanes */
};

/* Where a branch goes. *decided: nothing that the buffers hold has to do with it, even if lanes
 * whose activity is not known make it OUTCOME_EITHER. Ranges may decide where it goes all the same:
 * a loop that goes on because they say so need not end. */
enum wc_status walk_branch(struct walk *walk, struct walk_state *state, uint32_t index,
                           enum walk_outcome *outcome, bool *decided);

/* Lanes that may go to the target of a branch (`one`), and to the next instruction (`zero`), where
 * each lane decides for itself. */
struct walk_choice walk_branch_lanes(struct walk *walk, struct walk_state *state, uint32_t index);

/* All active lanes go this way at a branch: OUTCOME_NEXT or OUTCOME_TARGET. What that says of
 * its operands is known from now on, and of rows that instructions before it have made of them;
 * true: it says something. The active lanes have run the instructions from state->straight to
 * before `end`. */
bool walk_narrow(const struct walk *walk, struct walk_state *state, uint32_t index,
                 enum walk_outcome way, uint32_t end);
/* Both operands of a branch are numbers in known ranges, more than half of all numbers aside. */
bool walk_branch_is_ranged(const struct walk *walk, const struct walk_state *state, uint32_t index);

/* By bit 0 of a row. */
struct walk_choice walk_choice(const struct walk_state *state, uint32_t row);

/* One value for all lanes, as the hardware reads it. */
bool walk_uniform(const struct walk *walk, const struct walk_state *state, uint32_t row,
                  uint32_t *value);
/* Where a jump by register goes; false: not known. */
bool walk_jump_target(const struct walk *walk, const struct walk_state *state,
                      const struct insn *insn, int32_t *target);

/* ---- walk_scope.c ---- */
/* All ways from the state's instruction to where they are one again. *state is then that one, or
 * NULL when the warp has ended. */
enum wc_status walk_region(struct walk *walk, struct walk_state **state);

#endif
