/* SPDX-License-Identifier: Apache-2.0 */
/* table.h - one row per mnemonic, one form per encoding; decoder, encoder, printer and coverage
 * list all use it (PAS-31).
 *
 * A form fixes the bits of `mask` to `match`, gives the positions of modifiers (`fields`) and its
 * operands in the order of the assembly text. Bits that neither names have no meaning: words that
 * differ only there are the same instruction, as in the vendor's own disassembler. */
#ifndef WARPCLOCK_ISA_SASS_TABLE_H
#define WARPCLOCK_ISA_SASS_TABLE_H

#include "isa/sass/sass.h"

/* Suffixes of a mnemonic, one per value of a field. "": nothing is written; NULL: no such value,
 * and a word with it is not an instruction. */
typedef const char *const sass_names[];

struct sass_field {
    uint8_t modifier;
    uint8_t low, width;      /* bits of the word; width 0: only written, has no bits of its own */
    const char *const *names; /* NULL: shows in an operand, or through `spell` */
    /* A suffix that depends on more than one modifier; returns an entry like `names`. */
    const char *(*spell)(const struct sass_insn *insn);
    const uint8_t *values;   /* modifier for each value; NULL: the value itself */
    uint8_t on;              /* where the suffix is written */
};
enum { ON_MNEMONIC, ON_A, ON_B, ON_C };

/* Operands, by type and position; see the table in operand.c. */
enum sass_operand {
    OPERAND_END,
    /* registers */
    D,           /* bits 0..7, written */
    D_IF_ANY,    /* the same, not shown when it is RZ */
    D28,         /* bits 28..35, written */
    B_IF_ANY,    /* not shown when it is RZ */
    A, B, C,     /* bits 8..15, 20..27, 39..46 */
    B39,         /* second source of a form whose third is a constant */
    DATA,        /* bits 0..7, read: what a store writes */
    C_IS_D,      /* third source is the target register */
    /* constants and immediates */
    B_CONST, C_CONST,
    B_CONST_SPACED, /* written "c[0x0] [0x8]" */
    B_CONST_BY_SIZE, /* the same, only for halves */
    B_SIGNED, B_UNSIGNED,  /* 19 bits and a sign */
    B_FLOAT, B_DOUBLE, B_BY_SIZE, B_HALVES, /* upper bits of a floating-point number */
    B_SIGNED32, B_UNSIGNED32, B_FLOAT32, B_HALVES32,
    B_FACTOR,    /* 16 bits, signed if SIGNED_B is set */
    B_AMOUNT,    /* 6 bits */
    B_NUMBER,    /* special register */
    B_NOTE16, B_NOTE20, /* what NOP and BPT carry; 0 is not shown */
    /* register or immediate, by a bit */
    B_LANE, C_CLAMP, A_BARRIER, B_THREADS,
    B_THREADS_IF_ANY, /* 0: all, not shown */
    /* predicates */
    PD, PD2, PD45, PD45_IF_ANY, PD48,
    PD48_IF_ANY, /* not shown when it is PT */
    P39, P12, P29,
    P39_THIRD,   /* the same bits as P39, third source */
    P58_IF_ANY,
    /* modifiers that are written as operands */
    SHIFT, SHIFT_IF_ANY, LUT,
    LANES_IF_NOT_ALL, /* MOV */
    PR_OR_CC, CC_NAME, CC_TEST,
    /* addresses */
    ADDRESS24, ADDRESS20, ADDRESS22X4, ADDRESS32, ADDRESS_BANK,
    CAS_BOTH, CAS_ZERO, CAS_COMPARES_ZERO,
    TARGET, TARGET_ABSOLUTE, TARGET_TABLE, TARGET_POINTER,
    SCOREBOARD, SCOREBOARD_COUNT, SCOREBOARDS, B_SCOREBOARDS,
    /* textures and surfaces */
    HANDLE,      /* word of bank 0 with the handle */
    HANDLE_NONE, /* the handle is in a register */
    TEXTURE_SHORT, TEXTURE_LOAD_SHORT, /* dimensions of TEXS, of TLDS */
    TEXTURE_LONG, /* of TEX and TLD */
    COMPONENTS, COMPONENT_MASK, QUERY,
    ADDRESS_PLAIN, /* "[R4]" */
    OPERAND_COUNT
};
enum { SASS_OPERANDS_MAX = 7, SASS_FORMS_MAX = 4 };

struct sass_form {
    uint64_t match, mask;
    const struct sass_field *fields; /* up to one whose modifier is SASS_MODIFIERS */
    uint8_t operands[SASS_OPERANDS_MAX];
};

/* The number of registers of an operand, where it is not one. */
enum sass_wide {
    WIDE_D = 1 << 0, WIDE_A = 1 << 1, WIDE_B = 1 << 2, WIDE_C = 1 << 3, /* two */
    WIDE_BY_SIZE = 1 << 4,    /* conversions: d by SIZE_D, b by SIZE_A */
    WIDE_BY_TYPE = 1 << 5,    /* loads, stores, atomics: data by TYPE */
    WIDE_ADDRESS = 1 << 6,    /* a is two where SASS_WIDE is set */
    WIDE_TEXTURE = 1 << 7,    /* coordinates and components */
};

enum sass_row_flags {
    ROW_NO_GUARD = 1 << 0,    /* bits 16..19 have no meaning */
    ROW_B_IS_ADDEND = 1 << 1, /* b uses the third operand slot, with reuse flag 2 */
    ROW_ATOMIC_TYPES = 1 << 2, /* SASS_TYPE counts as atomics do */
    ROW_DOT_PRODUCT = 1 << 3, /* only in sm_61 */
    ROW_NO_REUSE = 1 << 4,    /* its operands do not go through the reuse cache */
    ROW_REUSES_HALF = 1 << 5, /* except a half that becomes a double */
    ROW_CHAINED = 1 << 6,     /* reads condition codes if sass_minmax_continues() */
    ROW_CC_PART = 1 << 7,     /* with .CC it writes Z and S and keeps C and O */
    ROW_NO_X = 1 << 8,        /* .X exists but is refused: a fault */
    ROW_REDUCTION = 1 << 9,   /* the result of BAR.RED: B2R reads it */
    ROW_TEXTURE = 1 << 10,    /* all its registers but stored data are coordinates or handles */
};

struct sass_row {
    struct op op; /* first, so that an op leads back to its row */
    uint8_t wide;
    uint16_t row_flags;
    run_fn *plain; /* the same, faster, where sass_is_plain() holds; NULL: there is none */
    struct sass_form forms[SASS_FORMS_MAX]; /* up to one without a mask */
};

/* The table in its parts. */
struct sass_rows_part {
    const struct sass_row *rows;
    size_t count;
};
extern const struct sass_rows_part sass_rows_integer, sass_rows_float, sass_rows_memory,
    sass_rows_texture, sass_rows_control;
/* Row i of all parts together; NULL after the last one. */
const struct sass_row *sass_row_at(size_t i);

static inline const struct sass_row *sass_row_of(const struct op *op)
{
    return (const struct sass_row *)op;
}

/* All forms, those that fix more bits first. Built where it is used: the library has no mutable
 * globals. */
enum { SASS_LOOKUP_MAX = 384 };
struct sass_lookup {
    struct sass_lookup_entry {
        const struct sass_form *form;
        const struct sass_row *row;
    } entry[SASS_LOOKUP_MAX];
    uint32_t count;
};
void sass_lookup_build(struct sass_lookup *lookup);

/* Bits low .. low+width-1. */
static inline uint64_t sass_bits(uint64_t word, unsigned low, unsigned width)
{
    return word >> low & ((1ull << width) - 1);
}

/* Meaning of the features of struct isa here. */
enum { SASS_DOT_PRODUCT = 1 << 0 };

/* ---- Words ---- */

/* Decodes one word with its 21 control bits into `insn` and `own`, which it points to; all but
 * `next` and `target`, which need the whole program. Rows of immediates come from the arena. */
void sass_decode_word(const struct sass_lookup *lookup, uint64_t bits, uint32_t control,
                      uint64_t pc, uint64_t features, struct arena *arena, struct insn *insn,
                      struct sass_insn *own);
/* The word again, from form and operands alone; bits without a meaning come from insn->bits. */
uint64_t sass_encode_word(const struct insn *insn);
/* Which bits of the word have a meaning. */
uint64_t sass_meaning_bits(const struct insn *insn);

/* A modifier's value as the word holds it; the inverse of field->values. */
uint64_t sass_field_value(const struct sass_field *field, const struct sass_insn *insn);
/* The suffix that a field adds, "" for none, NULL when its value does not exist. */
const char *sass_field_suffix(const struct sass_field *field, const struct sass_insn *insn);

/* Operands of one instruction, from bits and back; operand.c. */
void sass_operand_decode(enum sass_operand operand, uint64_t bits, struct sass_insn *own);
bool sass_operand_exists(enum sass_operand operand, const struct sass_insn *own);
uint64_t sass_operand_encode(enum sass_operand operand, const struct sass_insn *own);
uint64_t sass_operand_bits(enum sass_operand operand, const struct sass_insn *own);
void sass_operand_print(enum sass_operand operand, const struct program *program,
                        const struct insn *insn, struct text *out);
/* False when it exists but is not written. */
bool sass_operand_shows(enum sass_operand operand, const struct sass_insn *own);

/* Fills src and dst, the flat names of what is read and written; names.c. */
void sass_name_registers(struct insn *insn);
bool sass_has_operand(const struct sass_insn *own, enum sass_operand wanted);
/* A target that keeps a part: MOV of some lanes, a packed operation that fills one half. */
bool sass_keeps_part(const struct sass_insn *own);
bool sass_reads_condition(const struct sass_row *row, const struct sass_insn *own);
/* The registers of an operand: WIDE_D, WIDE_A, WIDE_B or WIDE_C. */
uint32_t sass_operand_words(const struct sass_row *row, const struct sass_insn *own,
                            uint8_t operand);
/* ... and for struct isa: the contents of registers in lanes, and which registers are stored. */
void sass_read_register(const struct warp *warp, uint32_t reg, uint32_t *lanes);
struct regs sass_stored(const struct insn *insn);
/* ... everything that an instruction reads and writes; dependence.c. */
void sass_dependence(const struct insn *insn, const struct warp *warp, struct dependence *out);
enum name_kind sass_name_kind(uint32_t name);

/* ---- Control words ---- */

struct sass_control sass_control_unpack(uint32_t bits);
uint32_t sass_control_pack(const struct sass_control *control);
/* The three fields of a control word. */
uint32_t sass_control_slot(uint64_t word, unsigned slot);
/* As maxas writes it: wait mask, read barrier, write barrier, yield, stall ("01:-:2:Y:4"). */
void sass_control_print(const struct sass_control *control, struct text *out);

/* ---- Text ---- */

enum wc_status sass_decode(struct error *err, const struct image *image, uint64_t features,
                           struct program **out);
void sass_print(const struct program *program, const struct insn *insn, struct text *out);
/* "SR_TID.X", or "SR200" without a known name. */
void sass_print_special_register(uint32_t number, struct text *out);
/* Dimensions and components of a texture instruction; table_texture.c. */
void sass_print_texture(enum sass_operand operand, const struct sass_insn *own, struct text *out);
/* Floating-point numbers as nvdisasm writes them; print_number.c. */
void sass_print_float_bits(uint32_t bits, struct text *out);
void sass_print_double_bits(uint64_t bits, struct text *out);
void sass_print_half_bits(uint32_t bits, struct text *out);

#endif
