/* SPDX-License-Identifier: Apache-2.0 */
/* insn.h - a program decoded once, for any instruction set.
 *
 * The interface between instruction sets and everything else. An instruction set fills struct insn
 * from bits; the clocked blocks, the flow analyses and the bounds read it and never look at bits
 * again. The semantic function `run` changes registers and memory of the active lanes at once and
 * returns an effect; it does not move the program counter, access a cache or count cycles. The
 * caller decides what the effect costs and where the lanes continue. */
#ifndef WARPCLOCK_ISA_INSN_H
#define WARPCLOCK_ISA_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"

struct warp;
struct effect;
struct insn;
struct image;
struct dependence;

/* Executes an instruction for all active lanes of a warp. */
typedef void run_fn(struct warp *warp, const struct insn *insn, struct effect *effect);

/* The kind of hardware an instruction needs. */
enum unit_kind { UNIT_ALU, UNIT_FPU, UNIT_LSU, UNIT_SFU, UNIT_FP64, UNIT_COUNT };

/* Instructions of one timing class take the same time; the machine file has the numbers. */
enum timing {
    TIMING_ALU, TIMING_BRANCH, TIMING_MUL, TIMING_DIV,
    TIMING_FMA, TIMING_FDIV, TIMING_FSQRT, TIMING_FCVT, TIMING_FMISC,
    TIMING_LOAD, TIMING_STORE, TIMING_ATOMIC, TIMING_FENCE,
    TIMING_CSR, TIMING_WARP_CONTROL, TIMING_BARRIER, TIMING_VOTE,
    TIMING_SHIFT, TIMING_COMPARE, TIMING_BITS, TIMING_HALF, TIMING_DOUBLE, TIMING_SPECIAL,
    TIMING_SHUFFLE, TIMING_LOAD_CONSTANT,
    TIMING_COUNT
};
const char *timing_name(enum timing timing);

/* Where control may go next; `next` and `target` of struct insn are the places. */
enum flow {
    FLOW_NEXT,     /* the next instruction */
    FLOW_BRANCH,   /* next or target */
    FLOW_JUMP,     /* target */
    FLOW_CALL,     /* target (-1: through a register), returning to next */
    FLOW_INDIRECT, /* through a register, to places that the bits do not contain */
    FLOW_RETURN,   /* to the caller */
    FLOW_EXIT,     /* the warp ends */
    FLOW_TRAP,     /* into the trap handler, or the end */
    FLOW_SPLIT,    /* next; lanes are split until the matching join */
    FLOW_JOIN,     /* next, or back to after the matching split */
    FLOW_TOKEN,    /* next; the lanes will meet at target */
    FLOW_LEAVE,    /* to the target of a token; under a guard also next */
};

enum insn_flags {
    INSN_LANE_SOURCE = 1 << 0, /* its result always differs between lanes (thread id) */
    INSN_UNIFORM = 1 << 1,     /* its result is always the same in all lanes (vote) */
    INSN_LOAD = 1 << 2,
    INSN_STORE = 1 << 3,
    INSN_ATOMIC = 1 << 4,
    INSN_GUARDED = 1 << 6,     /* runs under a predicate: control may also continue at next */
    INSN_TAKES_ONE_LANE = 1 << 5, /* hardware reads its operands from one lane: lanes must agree */
};

/* Which memory; 0 for instruction sets with a single address space. */
enum memory_space {
    MEMORY_GLOBAL, MEMORY_SHARED, MEMORY_LOCAL, MEMORY_CONSTANT,
    MEMORY_GENERIC, /* only in a row: the address decides, and the effect has the space */
};

/* What an instruction does, as far as machines and analyses distinguish it. */
enum role {
    ROLE_COMPUTE,   /* lanes in, lanes out; the default */
    ROLE_ACCESS,    /* loads, stores and atomics of `space` */
    ROLE_CROSS,     /* lanes read each other: vote, shuffle */
    ROLE_STATUS,    /* reads or writes a CSR or special register */
    ROLE_JUMP, ROLE_JUMP_REGISTER, ROLE_BRANCH,
    ROLE_MASK,      /* sets the active mask */
    ROLE_SPLIT, ROLE_JOIN, ROLE_PREDICATE, /* divergence */
    ROLE_TOKEN,     /* says where lanes will meet: SSY, PBK, PCNT, PRET */
    ROLE_LEAVE,     /* lanes go where a token says: SYNC, BRK, CONT, RET */
    ROLE_SPAWN,
    ROLE_BARRIER,
    ROLE_FENCE,
    ROLE_WAIT,      /* waits for dependence counters: s_waitcnt, DEPBAR */
    ROLE_PAUSE,     /* waits for time: s_nop, s_sleep */
    ROLE_END,       /* ends lanes, or leaves the program: EXIT, s_endpgm, ecall */
};

/* The result as a function of the operands, for analyses of values. */
enum value_rule {
    VALUE_OTHER,    /* no rule: known if all operands are */
    VALUE_MOVE,
    VALUE_ADD, VALUE_SUBTRACT, VALUE_MULTIPLY,
    VALUE_AND, VALUE_OR, VALUE_XOR,
    VALUE_TEST,     /* 0 or 1: a comparison */
    VALUE_SELECT,   /* the first operand, or zero */
    VALUE_SHIFT_LEFT, VALUE_SHIFT_RIGHT, /* logical, by the second operand modulo 32 */
};

/* The comparison that a branch or a test makes. TEST_OTHER: none of these. */
enum test {
    TEST_OTHER,
    TEST_EQUAL, TEST_DIFFERENT,
    TEST_LESS, TEST_NOT_LESS,   /* signed */
    TEST_BELOW, TEST_NOT_BELOW, /* unsigned */
};

/* Common to all instructions made from one row of an instruction table. */
struct op {
    const char *name; /* the mnemonic */
    const char *about; /* a one-line description */
    run_fn *run;
    uint8_t unit, timing, flow, flags;
    uint8_t role;  /* enum role */
    uint8_t space; /* enum memory_space, of ROLE_ACCESS */
    uint8_t value; /* enum value_rule, of ROLE_COMPUTE; of ROLE_STATUS: what the register becomes,
                    * VALUE_AND with the complement of the operand */
    uint8_t bytes; /* per lane, of ROLE_ACCESS; 0: the operands decide, or several parts */
    uint8_t test;  /* enum test, of ROLE_BRANCH and VALUE_TEST */
    bool keeps_sign; /* of a load narrower than its register: the upper bits are the sign */
    bool negated;    /* of ROLE_SPLIT and ROLE_PREDICATE: a predicate of 0 holds */
};

/* Registers first .. first+count-1 of the flat name space of the instruction set. */
struct regs {
    uint16_t first;
    uint8_t count; /* 0: absent */
};

enum { SOURCES_MAX = 5, TARGETS_MAX = 3 };

struct insn {
    run_fn *run;
    int32_t next, target; /* indexes into struct program; -1: none, or known only at run time */
    int32_t imm;
    uint16_t rd, rs1, rs2, rs3; /* rows of the warp's register file */
    uint8_t aux;                /* rounding mode and the like: defined by the instruction set */
    uint8_t unit, timing, flow, flags;
    uint8_t role, space, value; /* from the row, refined by the operands */
    const void *own;     /* data private to the instruction set, or NULL */
    const struct op *op; /* NULL: no row matches these bits; `run` then traps */
    uint64_t pc;         /* byte address */
    uint64_t bits;
    struct regs src[SOURCES_MAX], dst[TARGETS_MAX];
};
_Static_assert(sizeof(struct insn) <= 104, "a decoded instruction fits into two cache lines");

/* Copies what a row says. */
static inline void insn_take_op(struct insn *insn, const struct op *op)
{
    insn->op = op;
    insn->run = op->run;
    insn->unit = op->unit;
    insn->timing = op->timing;
    insn->flow = op->flow;
    insn->flags = op->flags;
    insn->role = op->role;
    insn->space = op->space;
    insn->value = op->value;
}

/* Add registers that it reads or writes. If the list is full, the word counts as not decoded: `op`
 * becomes NULL, so that no analysis works with an incomplete list. */
void insn_add_source(struct insn *insn, uint32_t first, uint32_t count);
void insn_add_target(struct insn *insn, uint32_t first, uint32_t count);

/* Consecutive code from address `base` on, control words included; its first instruction is
 * `first`. */
struct code_range {
    uint64_t base, bytes;
    uint32_t first, count;
};

struct function {
    const char *name;
    uint64_t base, bytes;
    bool is_kernel;
};

/* Possible targets of an instruction of FLOW_LEAVE or FLOW_INDIRECT, if the file lists them. */
struct branch_targets {
    uint32_t insn;
    uint32_t count;
    const uint32_t *targets; /* indexes of instructions */
};

struct program {
    struct arena arena;
    const struct isa *isa;
    const struct image *image; /* source of the bits: symbols, source lines */
    struct insn *insns; /* what an instruction set adds to them follows the last one */
    uint32_t count;
    uint64_t bytes_each; /* with that */
    struct code_range *ranges;
    uint32_t range_count;
    struct function *functions; /* sorted by address */
    uint32_t function_count;
    const struct branch_targets *branch_targets; /* sorted by instruction */
    uint32_t branch_targets_count;
};

/* How the state behind a name is kept. */
enum name_kind {
    NAME_LANES,   /* one value per lane */
    NAME_UNIFORM, /* one value for the warp: SGPRs, CSRs */
    NAME_GROUP,   /* one value for the work-group: scalar registers of Sim-D */
    NAME_COMMON,  /* one value for several warps: the result of a barrier */
    NAME_FIXED,   /* cannot change: x0, RZ, PT */
};

/* Register roles of a calling convention, as lists of names. */
struct convention {
    const char *const *by_lane; /* differ at a kernel's entry: stack and thread pointers */
    const char *const *fixed;   /* the same in all lanes of a group, in every function */
    const char *const *kept;    /* prefixes of the names that a call preserves */
};

/* One instruction set. `features` is its own set of bits, made from machine parameters. */
struct isa {
    const char *name;
    uint32_t register_count;   /* of the flat name space */
    uint32_t insn_bytes_min; /* every instruction starts at a multiple of this */
    uint32_t group_bytes;      /* control words are at multiples of this; 0: there are none */
    uint64_t default_features; /* what `dis` and `cfg` assume */
    enum wc_status (*decode)(struct error *err, const struct image *image, uint64_t features,
                             struct program **out);
    void (*print)(const struct program *program, const struct insn *insn, struct text *out);
    /* Scheduling bits of the instruction; NULL: there are none. */
    void (*print_control)(const struct insn *insn, struct text *out);
    const char *(*register_name)(uint32_t reg);
    const struct convention *convention; /* NULL: nothing is known */
    /* The contents of a register of the flat name space in the lanes of the warp; 0 or 1 for
     * predicates, a set of bits for condition codes. */
    void (*read_register)(const struct warp *warp, uint32_t reg, uint32_t *lanes);
    /* Everything that it reads and writes (isa/dependence.h). `warp` is about to run it; NULL: the
     * list that holds in every state, or one that says `by_state`. */
    void (*dependence)(const struct insn *insn, const struct warp *warp, struct dependence *out);
    /* The lanes of the warp that the instruction acts on: its mask, and the guard. */
    uint64_t (*acting)(const struct warp *warp, const struct insn *insn);
    /* Names in all, those without a register included, and how each is kept. */
    uint32_t name_count;
    enum name_kind (*name_kind)(uint32_t name);
    /* The registers whose contents a store writes or an atomic combines; none: count 0. */
    struct regs (*stored)(const struct insn *insn);
    const struct op *(*row)(size_t i); /* the coverage list; NULL after the last one */
    /* True if a decoded instruction needs a feature that is missing, and then appends its name
     * ("the A extension (--set isa.a=true)"). */
    bool (*lacks)(const struct insn *insn, struct text *out);
    /* Optional: what a word without a row is, if that is known ("a texture instruction"). */
    const char *(*unknown_kind)(const struct insn *insn);
    /* The feature that a row needs, in words ("A extension"), or NULL if none. */
    const char *(*row_feature)(size_t i);
};

extern const struct isa isa_gcn3;
extern const struct isa isa_rv32;
extern const struct isa isa_sass;
extern const struct isa isa_sim_d;

/* The instruction set with the name given by an image, or NULL. */
const struct isa *isa_find(const char *name);

/* Makes an empty program and lets `fill` decode the image into it; frees it on failure. */
typedef enum wc_status program_fill_fn(struct error *err, const struct image *image,
                                       uint64_t features, struct program *program);
enum wc_status program_make(struct error *err, const struct isa *isa, const struct image *image,
                            uint64_t features, program_fill_fn *fill, struct program **out);
/* Memory for program->count instructions of `bytes_each` in program->insns, if the caller allows as
 * much. */
enum wc_status program_allocate(struct error *err, struct program *program, uint64_t bytes_each);
/* Decoders look for an interrupt once per so many words. */
enum { PROGRAM_STRIDE = 1 << 16 };
/* Memory of its instructions. */
uint64_t program_bytes(const struct program *program);
void program_free(struct program *program);
/* -1 if no instruction starts at that address; the address of a control word gives the next
 * instruction. */
int32_t program_index(const struct program *program, uint64_t pc);
/* The address of an instruction; beyond the last one as if the code went on. */
uint64_t program_fetch_address(const struct program *program, uint32_t index);
/* The targets that the file lists for instruction `insn`, or NULL. */
const struct branch_targets *program_branch_targets(const struct program *program, uint32_t insn);
/* Fills program->functions from the symbols of the image. */
void program_find_functions(struct program *program);
/* The function that contains an address, or NULL. */
const struct function *program_function(const struct program *program, uint64_t pc);

#endif
