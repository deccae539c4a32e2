/* SPDX-License-Identifier: Apache-2.0 */
/* sim_d.h - the instruction set of Sim-D: registers, state of a work-group, operands.
 *
 * A work-group has 1024 work-items in lock-step under one control stack. They are sixteen warps of
 * 64 lanes; two of them are a column of 128 work-items, which Sim-D itself calls a warp (SIMD-2).
 * Vector instructions run for each warp; scalar instructions, jumps and requests to memory run once
 * for the work-group, with its warp 0. */
#ifndef WARPCLOCK_ISA_SIM_D_SIM_D_H
#define WARPCLOCK_ISA_SIM_D_SIM_D_H

#include "isa/warp.h"

enum {
    SIM_D_ITEMS = 1024,
    SIM_D_WARP_LANES = 64,
    SIM_D_WARPS = SIM_D_ITEMS / SIM_D_WARP_LANES,
    SIM_D_VECTORS = 64, SIM_D_SCALARS = 32, SIM_D_PREDICATES = 4,
    SIM_D_STACK_MAX = 16, /* entries of a control stack (SIMD-14) */
};

/* Special registers of a lane: vc. */
enum sim_d_vector_special {
    SIM_D_CTRL_RUN, SIM_D_CTRL_BREAK, SIM_D_CTRL_RET, SIM_D_CTRL_EXIT,
    SIM_D_TID_X, SIM_D_TID_Y, SIM_D_LID_X, SIM_D_LID_Y, SIM_D_ZERO, SIM_D_ONE,
    SIM_D_MEM_IDX, SIM_D_MEM_DATA,
    SIM_D_VECTOR_SPECIALS, SIM_D_MASKS = SIM_D_TID_X,
};

/* Special registers of a work-group: sc. */
enum sim_d_scalar_special {
    SIM_D_DIM_X, SIM_D_DIM_Y, SIM_D_WG_OFF_X, SIM_D_WG_OFF_Y, SIM_D_WG_WIDTH,
    SIM_D_SD_WORDS, SIM_D_SD_PERIOD, SIM_D_SD_PERIOD_CNT,
    SIM_D_SCALAR_SPECIALS,
};

/* The flat name space. */
enum sim_d_name {
    SIM_D_NAME_V = 0,
    SIM_D_NAME_VC = SIM_D_NAME_V + SIM_D_VECTORS,
    SIM_D_ROWS = SIM_D_NAME_VC + SIM_D_VECTOR_SPECIALS, /* the rows of a warp end here */
    SIM_D_NAME_S = SIM_D_ROWS,
    SIM_D_NAME_SC = SIM_D_NAME_S + SIM_D_SCALARS,
    SIM_D_NAME_P = SIM_D_NAME_SC + SIM_D_SCALAR_SPECIALS,
    SIM_D_NAMES = SIM_D_NAME_P + SIM_D_PREDICATES,
    /* State without a register: the masks of the control stack. */
    SIM_D_NAME_STACK = SIM_D_NAMES,
    SIM_D_NAMES_ALL = SIM_D_NAME_STACK + SIM_D_STACK_MAX,
};

/* A mapped buffer (SIMD-38); not declared: dim_x is 0. */
struct sim_d_buffer {
    uint32_t address; /* bytes */
    uint32_t dim_x, dim_y; /* words, lines */
};

/* Where a request goes, and what is at its other end. */
enum sim_d_space { SIM_D_SPACE_DRAM, SIM_D_SPACE_PAD };
enum sim_d_end {
    SIM_D_END_VECTOR, /* registers of lanes, by position in the tile */
    SIM_D_END_CAM,    /* mem_data of the lanes whose mem_idx is the word's index (SIMD-35) */
    SIM_D_END_INDEX,  /* registers of lanes, each at its own mem_idx (SIMD-30) */
    SIM_D_END_SCALAR, /* consecutive scalar registers */
    SIM_D_END_PAD,    /* the scratchpad, of a request to DRAM */
};

/* A request of a work-group to memory, after clipping (SIMD-28). */
struct sim_d_descriptor {
    uint8_t space, end;    /* enum sim_d_space, enum sim_d_end */
    bool store;            /* registers or scratchpad to memory */
    uint8_t vector;        /* words per lane */
    uint8_t reg;           /* first register of that end */
    uint32_t address;      /* of the first word, bytes */
    uint32_t words, period, count; /* per line; from line to line; lines. No line: nothing moves */
    uint32_t index;        /* of the first word in its buffer */
    uint32_t to, to_period; /* of the other end: position of the first word, and per line */
    uint32_t buffer;       /* id */
};

enum sim_d_stack_type { SIM_D_STACK_IF, SIM_D_STACK_BREAK, SIM_D_STACK_RET };

struct sim_d_stack_entry {
    uint32_t pc;   /* index of an instruction */
    uint8_t type;  /* enum sim_d_stack_type: the mask that it restores */
    uint64_t mask[SIM_D_WARPS];
};

/* The mask that an entry saves and restores. */
static inline enum sim_d_vector_special sim_d_stack_mask(enum sim_d_stack_type type)
{
    return type == SIM_D_STACK_IF ? SIM_D_CTRL_RUN
           : type == SIM_D_STACK_BREAK ? SIM_D_CTRL_BREAK : SIM_D_CTRL_RET;
}

/* The state that the warps of a work-group share. */
struct sim_d_group {
    uint32_t scalar[SIM_D_SCALARS];
    uint32_t special[SIM_D_SCALAR_SPECIALS];
    struct warp *warp[SIM_D_WARPS];
    const struct sim_d_buffer *dram, *pad; /* by id */
    uint8_t *scratchpad;
    uint32_t scratchpad_bytes;
    struct sim_d_descriptor access; /* of the latest request */
    struct sim_d_stack_entry stack[SIM_D_STACK_MAX];
    uint32_t depth;
};

/* The state of a warp besides its rows. */
struct sim_d_state {
    struct sim_d_group *group;
    uint64_t predicate[SIM_D_PREDICATES];
    uint64_t mask[SIM_D_MASKS]; /* lanes that run; all four must agree */
};

static inline struct sim_d_state *sim_d_state(const struct warp *warp)
{
    return warp->state;
}

/* How an instruction passes through the pipeline. */
enum sim_d_class {
    SIM_D_CLASS_VECTOR,     /* one slot per column */
    SIM_D_CLASS_RECIPROCAL, /* four slots per column: one RCP unit serves four work-items */
    SIM_D_CLASS_SCALAR,
    SIM_D_CLASS_DIVIDE,     /* scalar, through the divider */
    SIM_D_CLASS_CONTROL,    /* vector; masks and control stack */
    SIM_D_CLASS_JUMP,
    SIM_D_CLASS_MEMORY,     /* the work-group waits */
};

enum sim_d_kind {
    SIM_D_KIND_NONE, SIM_D_KIND_V, SIM_D_KIND_S, SIM_D_KIND_P, SIM_D_KIND_VC, SIM_D_KIND_SC,
    SIM_D_KIND_NUMBER, SIM_D_KIND_LABEL,
};

struct sim_d_operand {
    uint8_t kind;  /* enum sim_d_kind; NONE: left out */
    uint32_t value; /* number of the register, bits of the number, index of the label's target */
};

/* Operands of a row by position in its form; sources that a decode stage reads. */
enum { SIM_D_OPERANDS = 4, SIM_D_SOURCES = 3, SIM_D_NO_NAME = SIM_D_NAMES };

/* Data private to the instruction set, after the insns of a program. */
struct sim_d_insn {
    const struct sim_d_row *row;
    struct sim_d_operand operand[SIM_D_OPERANDS];
    /* What the scoreboard follows, in the flat name space: sources by the decode stage that reads
     * them, and the register that the pipeline writes; SIM_D_NO_NAME: none. */
    uint8_t source[SIM_D_SOURCES], target;
    bool reads_stride; /* the stride registers, to describe a request */
    bool shows; /* it prints */
    bool folds_exit; /* a store to DRAM that an unconditional exit follows (SIMD-6) */
};

static inline const struct sim_d_insn *sim_d_of(const struct insn *insn)
{
    return insn->own;
}

/* Features: quirks of the original simulator that a program can see. */
enum { SIM_D_ORIGINAL = 1 };

/* decode.c: instructions that are in no program, for decoders that inject a cpop and for analyses
 * that put a nop behind other code. */
void sim_d_make_pop(struct insn *insn, struct sim_d_insn *own);
void sim_d_make_nop(struct insn *insn, struct sim_d_insn *own);

/* isa.c */
enum sim_d_class sim_d_class(const struct insn *insn);

/* transfer.c: moves the words of group->access. False: a word is outside all buffers, at *address.
 * `forgiving`: such words read as zero and are not written. */
struct memory;
bool sim_d_transfer(struct sim_d_group *group, const struct sim_d_descriptor *access,
                    struct memory *memory, bool forgiving, uint64_t *address);

enum { SIM_D_INDEX_MASK = (1 << 30) - 1 }; /* bits of vc.mem_idx that a request reads */
/* Does the tile have the word with that index of its buffer? */
bool sim_d_tile_has(const struct sim_d_descriptor *access, uint32_t index);

static inline uint64_t sim_d_word_address(const struct sim_d_descriptor *access, uint32_t line,
                                          uint32_t word)
{
    return access->address + 4 * ((uint64_t)line * access->period + word);
}

/* show.c: what an instruction prints. */
struct text;
void sim_d_show(const struct sim_d_group *group, const struct insn *insn, struct text *out);

/* names.c */
const char *sim_d_register_name(uint32_t name);

#endif
