/* SPDX-License-Identifier: Apache-2.0 */
/* asm.h - RV32 assembly text for the divergence pass: lines, labels, functions, and for every
 * instruction what it reads, what it writes and where it goes. */
#ifndef WARPCLOCK_PASS_DIVERGE_ASM_H
#define WARPCLOCK_PASS_DIVERGE_ASM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

/* A piece of the input, not NUL-terminated. */
struct slice {
    const char *at;
    uint32_t length;
};

bool slice_is(struct slice slice, const char *text);
bool slice_starts(struct slice slice, const char *prefix);
bool slice_same(struct slice a, struct slice b);
struct slice slice_trim(struct slice slice);
/* A whole slice that is one integer constant, decimal or 0x. */
bool slice_number(struct slice slice, int64_t *value);

enum { OPERANDS_MAX = 8 };

/* One line: any labels, then at most one directive or instruction. */
struct statement {
    struct slice labels; /* from the first label to its last colon; empty if there is none */
    struct slice name;   /* the mnemonic or directive; empty if there is none */
    struct slice operands[OPERANDS_MAX];
    uint32_t operand_count; /* OPERANDS_MAX + 1 when there are more */
    struct slice comment;
};

struct statement statement_parse(struct slice line);
/* Removes the next label from statement->labels; false if there is none left. */
bool statement_next_label(struct statement *statement, struct slice *label);

/* Registers are numbered x0..x31, f0..f31 = 32..63, so a set is one 64-bit word. */
enum { REG_ZERO = 0, REG_RA = 1, REG_SP = 2, REG_GP = 3, REG_TP = 4, REG_NONE = 64 };
#define REG_BIT(reg) ((uint64_t)1 << (reg))
#define REGS_RESERVED (REG_BIT(27) | REG_BIT(31)) /* s11, t6 */
#define REGS_CALL_CLOBBERED                                                                        \
    (REG_BIT(REG_RA) | UINT64_C(0xe0) | UINT64_C(0xff) << 10 | UINT64_C(0xf) << 28 |              \
     (UINT64_C(0xff) | UINT64_C(0xff) << 10 | UINT64_C(0xf) << 28) << 32)
#define REGS_ARGUMENTS (UINT64_C(0xff) << 10 | UINT64_C(0xff) << 42) /* a0..a7, fa0..fa7 */

uint32_t register_number(struct slice name); /* REG_NONE if it is not a register */
const char *register_name(uint32_t reg);

enum insn_kind {
    KIND_OPERATION, /* the result depends on the registers read */
    KIND_BOOLEAN,   /* the same, and the result is 0 or 1 */
    KIND_LOAD,
    KIND_STORE,
    KIND_LANE,    /* the result always differs between lanes */
    KIND_UNIFORM, /* the result is always the same in all lanes */
    KIND_NOTHING,
    KIND_BRANCH,
    KIND_JUMP,
    KIND_CALL,
    KIND_LEAVE, /* ret, or a tail call */
};

/* How a conditional branch compares. */
enum condition { EQ, NE, LT, GE, LTU, GEU };

struct asm_insn {
    uint32_t line;  /* index into struct assembly's lines */
    uint8_t kind;   /* enum insn_kind */
    uint8_t def;    /* the register written, or REG_NONE */
    uint8_t bytes;  /* at most, once assembled */
    uint8_t condition, left, right; /* of a branch: taken when left <condition> right */
    uint8_t slot;   /* of a spill or reload: number of the stack slot, else NO_SLOT */
    bool copies;    /* and, or and move of 0/1 values give 0/1 again */
    bool argument_word; /* loads a word of the caller's argument area */
    uint64_t uses;  /* registers read */
    int32_t imm;    /* offset from sp, if given */
    bool has_imm;
    bool adds; /* addi: with sp it moves the stack pointer by a known amount */
    struct slice target; /* label of a branch or jump; callee of a call */
};

enum { NO_SLOT = 64 };
#define NO_FUNCTION UINT32_MAX

struct asm_label {
    struct slice name;
    uint32_t line, insn; /* insn: the first instruction at or after it */
    uint32_t function; /* the function that starts here, or NO_FUNCTION */
};

struct asm_function {
    struct slice name;
    uint32_t first_insn, insn_count;
    uint32_t first_line, end_line;
    uint32_t first_label; /* behind its own */
    bool is_kernel, is_called;
};

struct assembly {
    struct arena *arena;
    const char *file;
    struct slice *lines;
    uint32_t line_count;
    struct asm_insn *insns;
    uint32_t insn_count;
    struct asm_label *labels;
    uint32_t label_count;
    uint32_t *label_table; /* open hashing, label index + 1 */
    uint32_t label_table_size;
    struct asm_function *functions;
    uint32_t function_count;
};

/* Reads the whole file; the slices point into `text`. */
enum wc_status assembly_read(struct error *err, struct arena *arena, const char *file,
                             const char *text, size_t length, struct assembly *out);
struct asm_label *assembly_label(const struct assembly *assembly, struct slice name);
void assembly_add_label(struct assembly *assembly, struct asm_label label);

/* Decodes one instruction line. */
enum wc_status asm_decode(struct error *err, const char *file, uint32_t line,
                          const struct statement *statement, struct asm_insn *out);
/* The same for a .insn directive: custom instructions in raw form. */
enum wc_status asm_decode_custom(struct error *err, const char *file, uint32_t line,
                                 const struct statement *statement, struct asm_insn *out);

#endif
