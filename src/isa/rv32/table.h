/* SPDX-License-Identifier: Apache-2.0 */
/* table.h - one row per instruction; decoder, printer and coverage list all use it. */
#ifndef WARPCLOCK_ISA_RV32_TABLE_H
#define WARPCLOCK_ISA_RV32_TABLE_H

#include "isa/rv32/rv32.h"

/* `operands` has one letter per operand, in the order of the assembly text. Capitals are
 * f-registers. A row without letters has no operands.
 *   d D  rd                  s S  rs1                 t T  rs2              r R  rs3
 *   i    12-bit immediate    h    shift amount        u    upper 20 bits
 *   b    branch target       j    jump target
 *   l    imm(rs1) of loads   w    imm(rs1) of stores  a    (rs1)
 *   c    CSR number          z    5-bit immediate     f    the two sets of a fence
 *   m    rounding mode       q    lane of wgather     o    aq and rl, part of the mnemonic */
struct rv32_row {
    struct op op; /* first, so that an op leads back to its row */
    uint32_t match, mask;
    const char *operands;
    uint32_t feature; /* bit of enum rv32_features; 0: none */
    uint8_t hidden;   /* bits of enum rv32_row_state */
};

/* What a row does to state that is no operand. A row that rounds (m) also adds flags, and traps if
 * frm is invalid. */
enum rv32_row_state {
    ADDS_FLAGS = 1 << 0,         /* to fflags */
    RESERVES = 1 << 1,           /* leaves a reservation */
    NEEDS_RESERVATION = 1 << 2,  /* and ends it */
    TRAPS = 1 << 3,              /* may: then mtvec says where to */
    RETURNS = 1 << 4,            /* to mepc */
    KEEPS_A_LANE = 1 << 5,       /* not all active lanes of rd are written */
    PASSES_MSCRATCH = 1 << 6,    /* to the warps that it starts, if the machine does that */
};

extern const struct rv32_row rv32_rows[];
extern const size_t rv32_row_count;

static inline const struct rv32_row *rv32_row_of(const struct op *op)
{
    return (const struct rv32_row *)op;
}

/* The fields of an instruction word, at the places that all formats share. */
static inline uint32_t rv32_rd(uint32_t bits) { return bits >> 7 & 31; }
static inline uint32_t rv32_rs1(uint32_t bits) { return bits >> 15 & 31; }
static inline uint32_t rv32_rs2(uint32_t bits) { return bits >> 20 & 31; }
static inline uint32_t rv32_rs3(uint32_t bits) { return bits >> 27; }
static inline uint32_t rv32_funct3(uint32_t bits) { return bits >> 12 & 7; }

/* Rows by opcode and funct3, built where it is used: the library keeps no variables. */
enum { RV32_BUCKETS = 256, RV32_LOOKUP_MAX = 1024 };
struct rv32_lookup {
    uint16_t first[RV32_BUCKETS + 1];
    uint8_t row[RV32_LOOKUP_MAX];
};
void rv32_lookup_build(struct rv32_lookup *lookup);

/* Decodes one word into `insn`: all but `next` and `target`, which need the whole program. */
void rv32_decode_word(const struct rv32_lookup *lookup, uint32_t bits, uint32_t pc,
                      uint64_t features, struct insn *insn);

enum wc_status rv32_decode(struct error *err, const struct image *image, uint64_t features,
                           struct program **out);

void rv32_print(const struct program *program, const struct insn *insn, struct text *out);

/* Of struct isa; dependence.c. */
void rv32_dependence(const struct insn *insn, const struct warp *warp, struct dependence *out);
uint64_t rv32_acting(const struct warp *warp, const struct insn *insn);
enum name_kind rv32_name_kind(uint32_t name);
const char *rv32_hidden_name(uint32_t name);

#endif
