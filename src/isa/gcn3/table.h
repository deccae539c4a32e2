/* SPDX-License-Identifier: Apache-2.0 */
/* table.h - one row per opcode; decoder, printer and coverage list all use it.
 *
 * A row of VOP1, VOP2 or VOPC also represents its VOP3 twin and its SDWA and DPP forms, if `forms`
 * has them. Operands are given only by type: their bits follow from the format (see struct
 * gcn3_insn for the slots). */
#ifndef WARPCLOCK_ISA_GCN3_TABLE_H
#define WARPCLOCK_ISA_GCN3_TABLE_H

#include "isa/gcn3/gcn3.h"

enum gcn3_forms { FORM_E64 = 1 << 0, FORM_SDWA = 1 << 1, FORM_DPP = 1 << 2, FORMS_ALL = 7 };

/* How the 16 bits (or the number in a register field) are printed. */
enum gcn3_immediate {
    IMM_NONE,     /* and must be 0 */
    IMM_HEX, IMM_DECIMAL,
    IMM_SMALL,    /* decimal up to 64 */
    IMM_BRANCH,
    IMM_OPTIONAL, /* not printed if 0 */
    IMM_WAITCNT, IMM_MESSAGE, IMM_HWREG, IMM_GPR_IDX, IMM_PROBE,
    IMM_SWIZZLE,  /* the offset of ds_swizzle */
};

enum gcn3_row_flags {
    READS_SCC = 1 << 0, WRITES_SCC = 1 << 1,
    READS_VCC = 1 << 2, /* where no operand shows it */
    READS_EXEC = 1 << 3, WRITES_EXEC = 1 << 4,
    READS_M0 = 1 << 5, WRITES_M0 = 1 << 6,
    READS_MODE = 1 << 7, WRITES_MODE = 1 << 8,
    READS_DST = 1 << 9,
    CARRY_OUT = 1 << 10, /* has an sdst, which replaces the absolute values in VOP3 (VOP3b) */
    RELATIVE_SOURCE = 1 << 11, RELATIVE_TARGET = 1 << 12, /* register number plus M0 */
    CLAMP = 1 << 13, OMOD = 1 << 14, /* VOP3 modifiers */
    K_FIRST = 1 << 15, K_SECOND = 1 << 16, K_THIRD = 1 << 17, /* that source is always a literal */
    TWO_OFFSETS = 1 << 18, STRIDE_64 = 1 << 19, /* DS */
    GDS_ONLY = 1 << 20, GDS_NEVER = 1 << 21,
    SIGNED_ELEMENT = 1 << 22,
    LDS_POSSIBLE = 1 << 23, LDS_ALWAYS = 1 << 24, /* MUBUF: the lds bit */
    NEEDS_PWS = 1 << 25, NEEDS_GRAPHICS = 1 << 26,
    SOURCES_FAULT = 1 << 27, /* their values decide whether it is refused */
    NOT_MODELLED = 1 << 28,  /* GCN5: known by name and refused */
};

/* The lanes that a vector instruction acts on. */
enum gcn3_acting {
    ACT_ACTIVE, /* active ones, each for itself */
    ACT_ACROSS, /* active ones, which read each other */
    ACT_FIRST,  /* the first active one, or lane 0 */
    ACT_NAMED,  /* the one that src1 names, active or not */
};

struct gcn3_row {
    struct op op;
    uint32_t flags;
    uint16_t opcode;
    uint8_t format;
    uint8_t dst, src[3];     /* enum gcn3_type */
    uint8_t immediate;
    uint8_t forms;
    uint8_t bytes;           /* memory: of one element */
    uint8_t atomic;          /* enum gcn3_atomic */
    uint8_t pause;           /* ROLE_PAUSE: cycles per unit of simm16; 0: it counts issue turns */
    uint8_t acting;          /* enum gcn3_acting */
    uint8_t versions;        /* enum gcn3_version; 0: all have it */
};

/* The rows of one format, in the order of opcodes; one file each. */
struct gcn3_rows {
    const struct gcn3_row *rows;
    size_t count;
};
extern const struct gcn3_rows gcn3_sop2_rows, gcn3_sopk_rows, gcn3_sop1_rows, gcn3_sopc_rows,
    gcn3_sopp_rows, gcn3_smem_rows, gcn3_vop2_rows, gcn3_vop1_rows, gcn3_vopc_rows, gcn3_vop3_rows,
    gcn3_ds_rows, gcn3_flat_rows, gcn3_global_rows, gcn3_mubuf_rows, gcn3_graphics_rows,
    gcn3_refused_rows;

/* All rows one after the other; NULL after the last one. */
const struct gcn3_row *gcn3_row(size_t i);

static inline uint32_t gcn3_bits(uint32_t word, unsigned low, unsigned count)
{
    return word >> low & ((1u << count) - 1);
}

/* The feature that a row needs, or 0. */
static inline uint64_t gcn3_row_feature(const struct gcn3_row *row)
{
    return (row->flags & NEEDS_PWS ? GCN3_PWS : 0) |
           (row->flags & NEEDS_GRAPHICS ? GCN3_GRAPHICS : 0);
}

static inline bool gcn3_row_is_of(const struct gcn3_row *row, enum gcn3_version version)
{
    return !row->versions || row->versions & version;
}

/* The rows of a version by format and opcode; VOP3 also has the twins. Built once per program. */
enum { GCN3_OPCODES = 256, GCN3_VOP3_OPCODES = 1024 };
struct gcn3_lookup {
    enum gcn3_version version;
    const struct gcn3_row *row[GCN3_VINTRP + 1][GCN3_OPCODES];
    const struct gcn3_row *vop3[GCN3_VOP3_OPCODES];
};
void gcn3_lookup_build(struct gcn3_lookup *lookup, enum gcn3_version version);

/* VOP3 opcodes of the twins: those of VOPC as they are, the others from here on. */
enum { GCN3_VOP3_OF_VOP2 = 256, GCN3_VOP3_OF_VOP1 = 320 };

/* words.c: decodes one or two words into an instruction. */
/* 4 or 8 bytes, from the first word only. */
unsigned gcn3_insn_bytes(const struct gcn3_lookup *lookup, uint32_t word);
/* `words` holds two, of which `bytes` are valid. Without a matching row op is NULL, with 4
 * bytes. */
void gcn3_decode_words(const struct gcn3_lookup *lookup, const uint32_t *words, unsigned bytes,
                       uint64_t pc, uint64_t features, struct insn *insn, struct gcn3_insn *own);
/* The parts, by format; false: these bits are not legal. */
bool gcn3_decode_scalar(const uint32_t *words, struct gcn3_insn *own);
bool gcn3_decode_vector(const uint32_t *words, struct gcn3_insn *own);
bool gcn3_decode_memory(const uint32_t *words, struct gcn3_insn *own);

/* operand.c */
unsigned gcn3_type_words(enum gcn3_type type);
bool gcn3_type_is_float(enum gcn3_type type);
/* The bits of codes GCN3_FLOATS .. GCN3_FLOATS_LAST in the precision of a type. */
uint64_t gcn3_float_constant(enum gcn3_type type, uint32_t code);
/* A source by its 8- or 9-bit code; `literal` is the next word, or NULL if not allowed. */
bool gcn3_decode_source(struct gcn3_operand *operand, enum gcn3_type type, uint32_t code,
                        const uint32_t *literal);
/* The same, and the bases of apertures, which GCN5 has as pairs. */
bool gcn3_decode_base(struct gcn3_operand *operand, enum gcn3_type type, uint32_t code);
/* A scalar register or tuple as source or target, by its 7-bit code. */
bool gcn3_decode_scalar_register(struct gcn3_operand *operand, enum gcn3_type type, uint32_t code);
bool gcn3_decode_vgpr(struct gcn3_operand *operand, enum gcn3_type type, uint32_t number);

/* registers.c: src[] and dst[] of struct insn from operands and row. */
void gcn3_list_registers(const struct gcn3_insn *own, struct insn *insn);
/* Registers that flags of a row stand for. */
struct gcn3_implied {
    uint32_t reads, writes; /* row flags */
    struct regs regs;
    bool keeps;             /* a write leaves other bits, or does nothing */
};
enum { GCN3_IMPLIED = 5 };
extern const struct gcn3_implied gcn3_implied[GCN3_IMPLIED];
/* The registers of an operand; none: count 0. */
struct regs gcn3_operand_registers(const struct gcn3_operand *operand);
/* ... and for struct isa: their contents, scalars the same in all lanes, and which ones are
 * stored. */
void gcn3_read_register(const struct warp *warp, uint32_t reg, uint32_t *lanes);
struct regs gcn3_stored(const struct insn *insn);

/* dependence.c: for struct isa, complete lists (isa/dependence.h). */
struct dependence;
void gcn3_dependence(const struct insn *insn, const struct warp *warp, struct dependence *out);
uint64_t gcn3_acting(const struct warp *warp, const struct insn *insn);
enum name_kind gcn3_name_kind(uint32_t name);

/* decode.c, functions.c */
enum wc_status gcn3_decode(struct error *err, const struct image *image, uint64_t features,
                           struct program **out);
void gcn3_find_functions(struct program *program);

/* print.c, print_operand.c, print_immediate.c */
void gcn3_print(const struct program *program, const struct insn *insn, struct text *out);
void gcn3_print_operand(const struct gcn3_operand *operand, struct text *out);
void gcn3_print_immediate(enum gcn3_immediate kind, uint32_t value, enum gcn3_version version,
                          struct text *out);

/* name.c: in the flat name space. */
const char *gcn3_register_name(uint32_t reg);

#endif
