/* SPDX-License-Identifier: Apache-2.0 */
/* gcn3.h - GCN3 machine code (gfx803), and GCN5 (gfx900, gfx906), which is GCN3 with additions:
 * what a machine must know to run it.
 *
 * A warp is a wavefront of 64 lanes. VGPR n is row n of the register file; a machine allocates as
 * many rows as the kernel asks for and refuses code that names more. All scalar state is in struct
 * gcn3_state, to which warp->state points: scalar[] is indexed by operand code, so 0..101 are
 * SGPRs, 106/107 VCC, 124 M0 and 126/127 EXEC. warp->mask has the lanes that act: EXEC without the
 * lanes that this wavefront has split off. Writes to codes 126 and 127 must use
 * gcn3_write_scalar(), which keeps the two consistent (PWS-6, PWS-7).
 *
 * Effects, beyond what isa/warp.h says (scalar control is uniform: all lanes go the same way):
 *   s_branch, s_cbranch_*  EFFECT_BRANCH; `taken` = all lanes of the hardware, or 0
 *   s_setpc, s_swappc      EFFECT_JUMP; `target` = the address; lane_target is NULL
 *   s_endpgm               EFFECT_EXIT with all lanes in `taken`, whatever EXEC says
 *   s_barrier              EFFECT_BARRIER, `value` 0, `count` 0: the whole work-group
 *   s_waitcnt              EFFECT_NONE: it only takes time; counts are in struct gcn3_insn
 *   s_pws_split            EFFECT_SPLIT; `taken` = the mask src1:src0 (PWS-4)
 *   s_pws_merge            EFFECT_JOIN; `value` = the tag
 *   s_trap                 EFFECT_FAULT of FAULT_BREAKPOINT
 *   unknown bits, unsupported   EFFECT_FAULT of FAULT_ILLEGAL
 * Loads, stores and atomics: EFFECT_MEMORY. Scalar loads are one access of lane 0, of
 * MEMORY_CONSTANT; DS is MEMORY_SHARED, scratch MEMORY_LOCAL, FLAT whatever its addresses say. For
 * DS with two places the addresses are the first ones; the second ones are (offset1 - offset0) *
 * offset_scale bytes further in every lane. Each further word of a wide scratch access is
 * GCN3_LANES words after the previous one. Permutations through DS use no memory: EFFECT_NONE. */
#ifndef WARPCLOCK_ISA_GCN3_GCN3_H
#define WARPCLOCK_ISA_GCN3_GCN3_H

#include "isa/warp.h"

enum { GCN3_LANES = 64, GCN3_SCALARS = 128, GCN3_VGPRS = 256, GCN3_SGPRS = 102 };

/* Operand codes that have a name (9 bits; destinations and scalar sources have fewer). */
enum gcn3_code {
    GCN3_FLAT_SCRATCH = 102, GCN3_XNACK_MASK = 104, GCN3_VCC = 106, GCN3_TBA = 108, GCN3_TMA = 110,
    GCN3_TTMP0 = 112, GCN3_M0 = 124, GCN3_EXEC = 126, /* of pairs the low word; the other is next */
    GCN3_ZERO = 128, GCN3_SIXTY_FOUR = 192, GCN3_MINUS_SIXTEEN = 208,
    GCN3_SHARED_BASE = 235, GCN3_PRIVATE_BASE = 237, /* GCN5: apertures, in the high word */
    GCN3_FLOATS = 240, GCN3_FLOATS_LAST = 248,
    GCN3_SDWA_FOLLOWS = 249, GCN3_DPP_FOLLOWS = 250,
    GCN3_VCCZ = 251, GCN3_EXECZ = 252, GCN3_SCC = 253, GCN3_LDS_DIRECT = 254,
    GCN3_LITERAL_FOLLOWS = 255, GCN3_V0 = 256,
};

/* The flat name space of struct regs has the operand codes: scalars 0..127, SCC, v0 from GCN3_V0
 * on; the MODE register has a number that no operand uses. EXEC is listed where scalar code names
 * or writes it, but not as a source of every vector instruction: lists that are complete
 * (isa/dependence.h) have it there too, and the state that follows the registers. */
enum {
    GCN3_NAME_MODE = 209, GCN3_NAMES = GCN3_V0 + GCN3_VGPRS,
    GCN3_NAME_STATUS = GCN3_NAMES, GCN3_NAME_TRAP_STATUS, GCN3_NAME_HARDWARE_ID,
    GCN3_NAME_SPLIT_MASK, GCN3_NAMES_ALL,
};

enum gcn3_format {
    GCN3_SOP2, GCN3_SOPK, GCN3_SOP1, GCN3_SOPC, GCN3_SOPP, GCN3_SMEM,
    GCN3_VOP2, GCN3_VOP1, GCN3_VOPC, GCN3_VOP3, GCN3_DS, GCN3_FLAT, GCN3_GLOBAL, GCN3_MUBUF,
    GCN3_SCRATCH, /* GCN5, as GCN3_GLOBAL: known by name and refused */
    GCN3_MTBUF, GCN3_MIMG, GCN3_EXP, GCN3_VINTRP, /* graphics: known by name and refused */
    GCN3_FORMATS
};

/* The encoding of an instruction of VOP1, VOP2 or VOPC; the other formats have only one. */
enum gcn3_encoding { GCN3_PLAIN, GCN3_E64, GCN3_SDWA, GCN3_DPP };

/* Whose instructions a program has; a row of the table names all that have it. */
enum gcn3_version {
    GCN3_GFX8 = 1 << 0, GCN3_GFX900 = 1 << 1, GCN3_GFX906 = 1 << 2,
    GCN3_GFX9 = GCN3_GFX900 | GCN3_GFX906,
};
/* Of the chip in a code object (struct image: 803). */
static inline enum gcn3_version gcn3_version_of(uint32_t architecture)
{
    return architecture == 906 ? GCN3_GFX906 : architecture == 900 ? GCN3_GFX900 : GCN3_GFX8;
}

/* Optional features of a machine beyond gfx803. */
enum gcn3_features {
    GCN3_PWS = 1 << 0, /* s_pws_split, s_pws_merge (PWS-3) */
    GCN3_GRAPHICS = 1 << 1, /* no machine has it */
    GCN3_ALL = GCN3_PWS,
};

/* ---- Instructions ---- */

/* Width and kind of an operand: B bits or an integer, I a signed integer (where that matters), F
 * floating point. */
enum gcn3_type {
    GCN3_NOTHING,
    GCN3_B16, GCN3_B32, GCN3_B64, GCN3_I64, GCN3_B96, GCN3_B128, GCN3_B256, GCN3_B512,
    GCN3_F16, GCN3_F32, GCN3_F64,
    GCN3_MASK, /* one bit per lane, in a scalar pair */
    GCN3_V32, GCN3_V128, /* only a VGPR */
    GCN3_S32,  /* a scalar register or constant, not a VGPR */
    GCN3_TYPES
};

enum gcn3_operand_kind {
    GCN3_NONE,
    GCN3_SGPR,     /* scalar[code], and those after it */
    GCN3_VGPR,     /* row `code`, and those after it */
    GCN3_CONSTANT, /* inline or literal: `value`, the same in all lanes */
    GCN3_SPECIAL,  /* VCCZ, EXECZ, SCC, LDS_DIRECT: `code` selects one */
};

/* SDWA: which part of a register. */
enum gcn3_select {
    GCN3_BYTE_0, GCN3_BYTE_1, GCN3_BYTE_2, GCN3_BYTE_3, GCN3_WORD_0, GCN3_WORD_1, GCN3_DWORD,
};
enum gcn3_unused { GCN3_UNUSED_PAD, GCN3_UNUSED_SEXT, GCN3_UNUSED_PRESERVE };

struct gcn3_operand {
    uint8_t kind;   /* enum gcn3_operand_kind */
    uint8_t type;   /* enum gcn3_type */
    uint8_t words;  /* number of registers */
    uint8_t select; /* enum gcn3_select; GCN3_DWORD without SDWA */
    uint16_t code;
    bool absolute, negate; /* of floating point: absolute value first, then negation */
    bool sign_extend;      /* SDWA, of integers: the selected part */
    bool literal;          /* a CONSTANT from a literal word, for the printer */
    /* A CONSTANT's bits in the operand's type: 16 or 32 in the low word, or all 64. Integers are
     * sign-extended, floats have the operand's precision (for integer types of 32 bits F32, of 64
     * bits F64, of 16 bits F16); a literal of F64 is the high word, of I64 sign-extended, of B64
     * zero-extended. */
    uint64_t value;
};

/* Read-modify-write operations of DS, FLAT and MUBUF. */
enum gcn3_atomic {
    GCN3_SWAP, GCN3_COMPARE_SWAP, GCN3_ADD, GCN3_SUB, GCN3_REVERSE_SUB, GCN3_SMIN, GCN3_UMIN,
    GCN3_SMAX, GCN3_UMAX, GCN3_AND, GCN3_OR, GCN3_XOR, GCN3_INC, GCN3_DEC,
    GCN3_FADD, GCN3_FMIN, GCN3_FMAX, GCN3_FCOMPARE_SWAP, GCN3_MASK_OR, GCN3_WRAP,
};

/* insn->aux of a vector comparison: of floats all 16, of integers 0..7 (F LT EQ LE GT NE GE T). */
enum gcn3_condition {
    GCN3_CMP_F, GCN3_CMP_LT, GCN3_CMP_EQ, GCN3_CMP_LE, GCN3_CMP_GT, GCN3_CMP_LG, GCN3_CMP_GE,
    GCN3_CMP_O, GCN3_CMP_U, GCN3_CMP_NGE, GCN3_CMP_NLG, GCN3_CMP_NGT, GCN3_CMP_NLE, GCN3_CMP_NEQ,
    GCN3_CMP_NLT, GCN3_CMP_TRU,
    GCN3_CMP_T = GCN3_CMP_O, /* of integers */
};

/* Fields of s_waitcnt at these values do not wait. */
enum { GCN3_VMCNT_MAX = 15, GCN5_VMCNT_MAX = 63, GCN3_EXPCNT_MAX = 7, GCN3_LGKMCNT_MAX = 15 };

/* The slot of each operand; unused slots are GCN3_NONE.
 *   VOP*    dst, sdst (carries; result of VOPC), src[0..2]. The short forms have their implied VCC
 *           written out: v_cndmask and v_addc read src[2], comparisons and carries write sdst. So
 *           the short form and its VOP3 twin are one semantic function. v_madmk: src[1] is the
 *           literal, v_madak: src[2]; both compute src[0] * src[1] + src[2].
 *   SOP*    dst, src[0..1], simm16. s_cmpk, s_setreg, s_cbranch_i_fork: src[0]; s_cmovk, s_addk,
 *           s_mulk read and write dst
 *   SMEM    dst; src[0] base pair or buffer resource, src[1] byte offset (register or constant),
 *           src[2] data of a store
 *   DS      dst; src[0] address, src[1] first data, src[2] second data; offset, or offset0, offset1
 *   FLAT    dst; src[0] address pair, src[1] data; displacement
 *   GLOBAL  the same; with src[2] that pair is the address, and src[0] one register, added to it
 *   MUBUF   dst; src[0] address (index, then offset), src[1] data, src[2] resource, src[3] soffset
 * An atomic has dst only if it returns the old value. */
struct gcn3_insn {
    const struct gcn3_row *row;
    uint8_t format;   /* of the row: a VOP3 twin has VOP2 here and GCN3_E64 below */
    uint8_t encoding;
    uint8_t bytes;    /* 4 or 8 */
    uint8_t version;  /* enum gcn3_version of the program */
    bool is_beyond;   /* an instruction or a form of GCN5 that is known, but not modelled */
    uint16_t opcode;
    struct gcn3_operand dst, sdst, src[4];
    uint16_t simm16;
    uint8_t vmcnt, expcnt, lgkmcnt; /* of s_waitcnt */
    uint16_t pause_turns, pause_cycles; /* ROLE_PAUSE: additional time */
    uint8_t omod;           /* the result times 1, 2, 4, 1/2 */
    bool clamp;             /* floats to 0..1, integers to their range */
    bool writes_exec;       /* v_cmpx: EXEC := sdst */
    bool glc, slc, tfe, lds, gds, idxen, offen;
    uint16_t offset;        /* bytes; SMEM has it in src[1] */
    int16_t displacement;   /* bytes; FLAT and GLOBAL of GCN5 */
    uint8_t offset0, offset1; /* DS with two places: in elements, times offset_scale bytes */
    uint16_t offset_scale;
    uint8_t element_bytes;  /* memory: of one element of one lane, 1 to 16 */
    bool element_signed;    /* a load narrower than a word extends the sign */
    uint8_t atomic;         /* enum gcn3_atomic */
    uint8_t dst_select, dst_unused;   /* SDWA */
    uint16_t dpp_control;             /* DPP */
    uint8_t dpp_bank_mask, dpp_row_mask;
    bool dpp_bound_control;
};

static inline const struct gcn3_insn *gcn3_of(const struct insn *insn) { return insn->own; }

/* ---- State ---- */

/* Fields of MODE (hardware register 1). */
enum gcn3_mode {
    GCN3_MODE_ROUND_32 = 0, GCN3_MODE_ROUND_16_64 = 2, GCN3_MODE_DENORM_32 = 4,
    GCN3_MODE_DENORM_16_64 = 6, GCN3_MODE_DX10_CLAMP = 8, GCN3_MODE_IEEE = 9, /* lowest bits */
};

/* State that is the same for all wavefronts of a launch. */
struct gcn3_launch {
    const struct program *program;
    uint32_t shared_aperture, private_aperture; /* high words of FLAT addresses */
    uint32_t private_bytes;  /* per work-item */
    uint32_t vgprs;          /* rows of a wavefront: the limit for M0 indexing */
    const uint64_t *cycle;   /* s_memtime; NULL reads as 0 */
};

/* A work-group in its compute unit. */
struct gcn3_group {
    uint8_t *lds;
    uint32_t lds_bytes;
    uint8_t *lds_labels; /* one per byte while values are followed (memory/shadow.h), or NULL */
};

struct gcn3_state {
    const struct gcn3_launch *launch;
    const struct gcn3_group *group;
    uint32_t scalar[GCN3_SCALARS]; /* by operand code */
    uint32_t mode;                 /* as s_setreg sees it */
    uint32_t status, trap_status, hardware_id;
    bool scc;
    uint64_t split_mask;           /* lanes that are this wavefront's; all ones without PWS */
    uint8_t *scratch;              /* words interleaved by lane; launch->private_bytes per lane */
    uint64_t scratch_address;      /* where the caches see it */
    uint8_t *scratch_labels;       /* one per byte of scratch, or NULL, like lds_labels */
};

static inline uint64_t gcn3_scalar_pair(const struct gcn3_state *state, uint32_t code)
{
    return state->scalar[code] | (uint64_t)state->scalar[code + 1] << 32;
}

/* Updates warp->mask from EXEC in scalar[]. */
static inline void gcn3_apply_exec(struct warp *warp)
{
    const struct gcn3_state *state = warp->state;
    warp_set_mask(warp, gcn3_scalar_pair(state, GCN3_EXEC) & state->split_mask);
}

static inline void gcn3_write_scalar(struct warp *warp, uint32_t code, uint32_t value)
{
    struct gcn3_state *state = warp->state;
    state->scalar[code] = value;
    if (code >= GCN3_EXEC)
        gcn3_apply_exec(warp);
}

/* Clears scalars, SCC and the split mask; keeps what belongs to the launch. The machine must then
 * set EXEC. */
void gcn3_state_reset(struct gcn3_state *state);

/* `run` of bits that no row matches, of a row that needs a missing feature, and of instructions
 * that are known but not supported (format conversions of buffers, global wave sync, forks). */
run_fn gcn3_illegal;
run_fn gcn3_missing_feature;
run_fn gcn3_unsupported;

#endif
