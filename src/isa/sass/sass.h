/* SPDX-License-Identifier: Apache-2.0 */
/* sass.h - Maxwell and Pascal machine code (sm_50 .. sm_62): what a machine must know to run it.
 *
 * Registers of a warp are rows of lanes: row SASS_ZERO reads as zero (RZ), row SASS_SINK takes
 * writes to RZ, R0 is row SASS_R0. A machine allocates sass_rows(registers) zeroed rows per warp,
 * points warp->state to a struct sass_state and calls sass_state_reset() when a warp starts.
 * Predicates and condition codes are masks of lanes, kept in the state. A warp may have a multiple
 * of SASS_LANES lanes: SHFL, VOTE and special registers then see several warps of SASS_LANES.
 *
 * Guards: the decoder puts sass_guarded into `run` of an instruction whose guard is not PT, and the
 * actual function into struct sass_insn. sass_guarded reduces warp->mask to the lanes whose guard
 * holds, runs the function, and restores the mask; with no lane left it does nothing and the effect
 * is EFFECT_NONE. A semantic function therefore never sees a guard, and `taken` of a control effect
 * has exactly the lanes concerned.
 *
 * Effects, beyond what isa/warp.h says (every place is an index into the program, as insn->target):
 *   BRA             EFFECT_BRANCH, lanes in `taken` go to insn->target
 *   BRX             EFFECT_BRANCH_EACH, `taken` go to lane_target[lane] (indexes; ~0: no code)
 *   SSY, PBK, PCNT  EFFECT_TOKEN, `value` = enum sass_token; the lanes will meet at insn->target
 *   CAL, JCAL       EFFECT_CALL to insn->target
 *   SYNC, BRK, CONT, RET  EFFECT_LEAVE, `value` = enum sass_token, `taken` = lanes that leave
 *   EXIT, KIL       EFFECT_EXIT, `taken` = lanes that end
 *   BAR             EFFECT_BARRIER, `value` = id, `count` = threads expected (0: the whole block),
 *                   `target` = enum sass_barrier
 *   MEMBAR          EFFECT_FENCE
 *   BPT, unknown    EFFECT_FAULT; in the stub of a host function BPT.CAL calls it
 * Loads, stores and atomics: EFFECT_MEMORY; access.space says which memory, access.address is
 * the address in that memory (local memory: of the interleaved word, see sass_block). */
#ifndef WARPCLOCK_ISA_SASS_SASS_H
#define WARPCLOCK_ISA_SASS_SASS_H

#include "isa/warp.h"
#include "load/image.h"
#include "memory/memory.h"

enum {
    SASS_LANES = 32, /* of a warp as programs see it; hardware may run several of them as one */
    SASS_INSN_BYTES = 8,
    SASS_GROUP_BYTES = 32, /* a control word and three instructions */
    SASS_RZ = 255,         /* as encoded */
    SASS_PT = 7,
};

/* Rows of the register file. */
enum { SASS_ZERO = 0, SASS_SINK = 1, SASS_R0 = 2 };
/* For `registers` that the kernel uses; the decoder refuses no register, the machine does. */
static inline uint32_t sass_rows(uint32_t registers) { return SASS_R0 + registers; }

/* The flat name space of struct regs: R0..R254, RZ, then P0..P6, PT, then CC. */
enum { SASS_NAME_P0 = 256, SASS_NAME_CC = 264, SASS_NAMES = 265 };
/* State without a register: the result of BAR.RED, and three rows after R254, where a pair or a
 * quad goes on that starts at one of the last registers. */
enum { SASS_NAME_REDUCED = SASS_NAMES, SASS_NAME_BEYOND, SASS_NAMES_ALL = SASS_NAME_BEYOND + 3 };

/* ---- Instructions ---- */

/* 21 bits of the control word that precedes each three instructions (PAS-61). */
struct sass_control {
    uint8_t stall;         /* cycles until the warp may issue again */
    bool yield;            /* bit 4 as encoded: 1 stays with this warp, 0 hints to switch */
    uint8_t write_barrier; /* 0..5, 7: none */
    uint8_t read_barrier;
    uint8_t wait;          /* mask of barriers that must be 0 */
    uint8_t reuse;         /* mask of operand slots a, b, c, d */
    bool dual;             /* issues together with the next instruction: stall 0, bit 4 set */
};

enum sass_source_kind { SASS_NONE, SASS_REGISTER, SASS_CONSTANT, SASS_IMMEDIATE };

struct sass_source {
    uint8_t kind;
    uint8_t bank;          /* of SASS_CONSTANT */
    uint16_t row;          /* of SASS_REGISTER: row of the register file */
    uint32_t value;        /* immediate (for 64-bit operations: the high word), or byte offset */
    const uint32_t *lanes; /* of SASS_IMMEDIATE: the value in each of LANES_MAX lanes */
};

/* A predicate as source or target. */
struct sass_predicate {
    uint8_t index; /* 7: PT */
    bool negated;  /* of a source */
};

/* Modifiers, one byte each in struct sass_insn. A field that an instruction does not have is 0. */
enum sass_modifier {
    /* operands: sign, magnitude, complement, half */
    SASS_NEG_A, SASS_NEG_B, SASS_NEG_C, SASS_ABS_A, SASS_ABS_B, SASS_INV_A, SASS_INV_B,
    SASS_HALF_A, SASS_HALF_B, SASS_HALF_C, /* XMAD: .H1; IADD3: 0, H0, H1; HxxxX2: swizzle */
    SASS_SIGNED_A, SASS_SIGNED_B, SASS_SIGNED_D,
    /* integer */
    SASS_X,       /* takes the carry (ISETP etc.: extended compare) */
    SASS_CC,      /* writes the condition codes */
    SASS_SAT,
    SASS_WRAP,    /* SHL, SHR, SHF .W */
    SASS_BREV,    /* SHR, BFE: reversed source */
    SASS_MODE,    /* XMAD: 0 none, CLO, CHI, CSFU, CBCC; IADD3: RS, LS; IMNMX: XLO..; PRMT mode;
                     SHFL: IDX UP DOWN BFLY; VOTE: ALL ANY EQ; MUFU function; RRO; BAR mode;
                     P2R, R2P byte; LDC: IL IS ISL; MEMBAR level; IDP: 2A form; SHF: size of pair */
    SASS_PSL, SASS_MRG,                   /* XMAD */
    SASS_HIGH,    /* SHF.HI, IMUL.HI, IDP.HI, LEA.HI as the form has it */
    SASS_OP,      /* LOP: AND OR XOR PASS_B; ATOM, RED: ADD MIN ..; VMNMX second op */
    SASS_TEST,    /* LOP, LOP3 predicate test: F T Z NZ; control flow: condition-code test 0..31 */
    SASS_LUT,     /* LOP3 */
    SASS_SHIFT,   /* ISCADD, LEA: amount */
    SASS_COMPARE, /* integer: F LT EQ LE GT NE GE T; floating: 0..15 of the fact sheet */
    SASS_COMBINE, /* AND OR XOR with the source predicate */
    SASS_COMBINE2, /* PSETP, PSET: the second one */
    SASS_BOOL_FLOAT, /* .BF: 1.0 instead of -1 */
    SASS_SH,      /* FLO.SH */
    SASS_MASK,    /* MOV lane mask; P2R, R2P: CC instead of PR */
    SASS_MAX,     /* VMNMX.MX */
    /* floating point */
    SASS_ROUND,   /* RN RM RP RZ */
    SASS_FTZ,     /* 1 FTZ, 2 FMZ */
    SASS_SCALE,   /* FMUL: 0 none, D2 D4 D8 M8 M4 M2 */
    SASS_INTEGRAL, /* F2F: rounds to an integer */
    SASS_MERGE,   /* half: merge mode */
    SASS_SIZE_D, SASS_SIZE_A, /* conversions: log2 of bytes */
    SASS_SELECT,  /* conversions: byte or half of the source */
    /* memory */
    SASS_TYPE,    /* U8 S8 U16 S16 32 64 128;
                     atomics: U32 S32 U64 F32.FTZ.RN F16x2 S64 F64, from 0 on */
    SASS_WIDE,    /* .E: 64-bit address */
    SASS_CACHE,
    SASS_UNIFORM, /* LDS.U, BRA.U */
    SASS_INVALIDATE,
    SASS_CHANNELS, /* TEXS, TLDS: which components, by name; TEX, TLD, TXQ: as a mask */
    SASS_LEVEL,    /* TEX, TLD: how the level is chosen; textures have one */
    SASS_OUTSIDE,  /* SULD, SUST: IGN, clamp, TRAP */
    SASS_NODEP,
    SASS_MODIFIERS
};

/* The slot of each operand. Slots are those of the encoding (and of the reuse flags): a is
 * the register at bits 8..15, b the register, constant or immediate at bits 20.., c the register at
 * 39..46; in the forms whose third source is a constant, c is that and b the register at 39..46.
 *   one source (MOV POPC FLO RRO F2F F2I I2F I2I)  b, with NEG_B ABS_B INV_B; SIGNED_A: its sign,
 *                                                   SIZE_A: its size; MUFU alone has it in a
 *   SHF             a low word, b amount, c high word     LEA.HI  a low, b addend, c high
 *   ICMP FCMP       a and b to choose from, c against zero
 *   PRMT BFI        a, b selector or position, c
 *   LDx             a + offset; LDC: a + offset in bank b.bank (b is SASS_CONSTANT)
 *   STx RED         a + offset, data b (encoded in the place of rd)
 *   ATOM ATOMS      a + offset, value b; CAS: compares with b, stores c (the register after b)
 *   SHFL            a, lane b, clamp and segment c; pd: in range
 *   VOTE            p, pd, rd        BAR   id a, threads b (SASS_NONE: all), p of BAR.RED
 *   S2R CS2R        number in b.value and insn->imm
 *   P2R R2P         a, mask b        PSETP PSET  p, p2, p3
 *   xSETP           pd, pd2, combined with p     SEL xMNMX  p
 *   SIGNED_A        the whole comparison, shift, BFE or FLO; VMNMX VABSDIFF: A, B and D; IMAD IMUL
 *                   IDP XMAD: A and B; IMAD also NEG_A (the product), NEG_C
 *   LOP LOP3 LEA    pd; 7: none
 *   DEPBAR          SASS_MASK and b.value: barriers to wait for; with SASS_MODE 1 (.LE) b.value is
 *                   one barrier, of which at most `offset` may be outstanding
 *   HSETP2          SASS_MODE 1: .H_AND      SHR  SASS_X: 2 .X, 3 .XHI
 *   SIGNED_A        also of ISETP, ISET, ICMP, IMNMX, SHR, BFE, FLO: the one sign that they have */
struct sass_insn {
    run_fn *run;                  /* without the guard */
    const struct sass_form *form; /* the row's form it was decoded from; for the printer */
    struct sass_predicate guard;
    struct sass_control control;
    uint16_t rd;                  /* row; SASS_SINK for RZ */
    uint16_t rd2;                 /* of TEXS and TLDS: the third and fourth component */
    struct sass_source a, b, c;   /* data of STx, RED and the value of ATOM: see table.c */
    struct sass_predicate pd, pd2; /* targets; 7: none */
    struct sass_predicate p, p2, p3; /* sources */
    int32_t offset;               /* of an address, or of a branch; LDC: of the bank */
    uint8_t modifier[SASS_MODIFIERS];
};

static inline const struct sass_insn *sass_of(const struct insn *insn) { return insn->own; }

/* ---- State ---- */

/* Kinds of tokens, as hw/reconverge_tokens.h counts them. */
enum sass_token { SASS_TOKEN_SSY = 1, SASS_TOKEN_PBK, SASS_TOKEN_PCNT, SASS_TOKEN_CAL };

enum sass_barrier { SASS_BARRIER_SYNC, SASS_BARRIER_ARRIVE, SASS_BARRIER_REDUCE };
enum sass_reduction { SASS_REDUCE_POPC, SASS_REDUCE_AND, SASS_REDUCE_OR }; /* SASS_OP of BAR.RED */

enum { SASS_BANKS = 18 };

/* A constant bank: reads outside of `bytes` are faults of the kernel. */
struct sass_bank {
    const uint8_t *bytes;
    uint32_t size;
};

/* Functions that the host provides to device code. A call runs for the active lanes; arguments are
 * in registers from SASS_R4 on, 64-bit ones in even pairs, and so is the result. */
enum { SASS_R4 = 6 }; /* row */
struct sass_host {
    void (*call)(struct sass_host *host, struct warp *warp, enum host_function function,
                 struct effect *effect);
};

/* State that is the same for all threads of a launch. */
struct sass_launch {
    const struct program *program;       /* for BRX */
    struct sass_bank bank[SASS_BANKS];
    uint32_t grid[3], block[3];
    uint64_t shared_window, local_window; /* generic addresses; each window has 16 MiB */
    uint32_t shared_bytes;               /* per block, static and dynamic */
    uint32_t local_bytes;                /* of a thread */
    uint64_t workspace;                  /* of a cooperative launch; 0: it is none */
    uint32_t virtual_config;             /* VIRTCFG: warps of an SM << 8 | SMs << 20 */
    const uint64_t *cycle;               /* CLOCKLO/HI, GLOBALTIMER; NULL reads as 0 */
    const struct wc_texture *textures;   /* the handle of the first one is 1 */
    uint32_t texture_count;
    struct sass_host *host;              /* NULL: calls of host functions are faults */
};
enum { SASS_WINDOW_BYTES = 1 << 24 };

/* A block in its SM. */
struct sass_block {
    uint32_t index[3]; /* CTAID */
    uint8_t *shared;   /* launch->shared_bytes of them */
    uint8_t *shared_labels; /* one per byte of it (memory/shadow.h), or NULL */
};

struct sass_state {
    const struct sass_launch *launch;
    const struct sass_block *block;
    uint64_t predicate[8];   /* lanes for which it holds; [SASS_PT]: all */
    uint64_t zero, sign, carry, overflow; /* condition codes, lanes for which the flag is set */
    uint64_t carry_two;      /* sums of three words carry up to 2: carry + 2 * carry_two */
    uint32_t sm, virtual_warp; /* VIRTID; a wider warp continues the count for its further lanes */
    uint32_t reduced;        /* B2R.RESULT: of the last BAR.RED */
    /* Local memory of the warp: thread `lane` has launch->local_bytes at local + lane * bytes.
     * Caches see the words interleaved by lane, from local_address on. */
    uint8_t *local;
    uint8_t *local_labels; /* one per byte of it, or NULL */
    uint64_t local_address;
    const uint32_t *thread[3]; /* TID: one row each */
    /* A fetch with a filter reads up to four texels: those after the one in the effect. */
    struct {
        uint64_t mask;
        uint64_t address[LANES_MAX];
    } texel[3];
    alignas(64) uint32_t lane_target[LANES_MAX];
};

/* Fetches of textures, which have more texels in the state. */
static inline bool sass_is_texture(const struct insn *insn)
{
    enum { TEXTURE_FIRST = 0xc0, TEXTURE_LAST = 0xdf };
    const uint64_t opcode = insn->bits >> 56;
    return opcode >= TEXTURE_FIRST && opcode <= TEXTURE_LAST;
}

/* Clears predicates and condition codes; keeps what belongs to the launch. */
void sass_state_reset(struct sass_state *state);
/* Where its pointers are: a warp gets others with every block that it belongs to. */
enum { SASS_STATE_POINTERS = 6 };
extern const size_t sass_state_pointers[SASS_STATE_POINTERS];

/* `run` of an instruction with a guard, and of a word that no row matches. */
run_fn sass_guarded;
run_fn sass_illegal;
/* The lanes of the warp whose guard holds. */
uint64_t sass_acting(const struct warp *warp, const struct insn *insn);

#endif
