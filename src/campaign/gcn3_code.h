/* SPDX-License-Identifier: Apache-2.0 */
/* gcn3_code.h - machine words of GCN3, and of GCN5 where it has others, written one behind the
 * other. */
#ifndef WARPCLOCK_CAMPAIGN_GCN3_CODE_H
#define WARPCLOCK_CAMPAIGN_GCN3_CODE_H

#include <stdbool.h>
#include <stdint.h>

enum { GCN3_WORDS_MAX = 16384 };
struct gcn3_code {
    uint32_t words[GCN3_WORDS_MAX];
    uint32_t count;
    const char *wrong; /* what the first word does not fit; NULL: all is well */
};

/* Sources: scalar registers are their numbers; the others: */
enum { S_VCC = 106, S_M0 = 124, S_EXEC = 126, S_ZERO = 128, S_LITERAL = 255, S_VECTOR = 256 };
/* A source operand with the word behind the instruction that it may need. */
struct gcn3_source {
    uint32_t field, literal;
};
struct gcn3_source gcn3_number(uint32_t value);
struct gcn3_source gcn3_scalar(uint32_t number);
struct gcn3_source gcn3_vector(uint32_t number);

enum gcn3_sop2 {
    S_ADD_U32 = 0, S_SUB_U32 = 1, S_ADDC_U32 = 4, S_AND_B32 = 12, S_OR_B64 = 15,
    S_XOR_B64 = 17, S_ANDN2_B64 = 19, S_MUL_I32 = 36,
};
enum gcn3_sop1 { S_MOV_B32 = 0, S_MOV_B64 = 1, S_GETPC = 28, S_SETPC = 29, S_SWAPPC = 30,
                 S_AND_SAVEEXEC = 32, S_OR_SAVEEXEC = 33 };
enum gcn3_sopc { S_CMP_EQ = 6, S_CMP_LG = 7, S_CMP_GT = 8, S_CMP_GE = 9, S_CMP_LT = 10,
                 S_CMP_LE = 11 };
enum gcn3_sopp { S_ENDPGM = 1, S_BRANCH = 2, S_CBRANCH_SCC0 = 4, S_CBRANCH_SCC1 = 5,
                 S_CBRANCH_EXECZ = 8, S_CBRANCH_EXECNZ = 9, S_BARRIER = 10, S_WAITCNT = 12 };
enum gcn3_vop2 {
    V_CNDMASK = 0, V_ADD_F32 = 1, V_MUL_F32 = 5, V_MIN_U32 = 14, V_LSHRREV = 16, V_LSHLREV = 18,
    V_AND = 19, V_OR = 20, V_XOR = 21,
    V_ADD_CARRY = 25, V_SUB_CARRY = 26, V_ADDC_U32 = 28, /* carry in VCC: all there is on GCN3 */
    V_ADD_U32 = 52, V_SUB_U32 = 53,                      /* GCN5: without */
};
enum gcn3_vop1 { V_MOV = 1, V_CVT_F32_U32 = 6, V_CVT_U32_F32 = 7 };
enum gcn3_vopc { V_CMP_LT = 0xc9, V_CMP_EQ = 0xca, V_CMP_LE = 0xcb, V_CMP_GT = 0xcc,
                 V_CMP_NE = 0xcd };
enum gcn3_flat { FLAT_LOAD = 20, FLAT_STORE = 28, FLAT_ADD = 0x42, FLAT_UMAX = 0x47,
                 FLAT_AND = 0x48, FLAT_OR = 0x49, FLAT_XOR = 0x4a };
enum gcn3_ds { DS_WRITE = 13, DS_READ = 54 };

void gcn3_sop2(struct gcn3_code *code, enum gcn3_sop2 op, uint32_t dst, struct gcn3_source a,
               struct gcn3_source b);
void gcn3_sop1(struct gcn3_code *code, enum gcn3_sop1 op, uint32_t dst, struct gcn3_source a);
void gcn3_sopc(struct gcn3_code *code, enum gcn3_sopc op, struct gcn3_source a,
               struct gcn3_source b);
void gcn3_sopp(struct gcn3_code *code, enum gcn3_sopp op, uint32_t immediate);
enum gcn3_smem { S_LOAD_DWORD = 0, S_LOAD_DWORDX4 = 2 };
/* s[dst], or s[dst:dst+3] := arguments, at s[0:1], from a byte on */
void gcn3_load_arguments(struct gcn3_code *code, enum gcn3_smem op, uint32_t dst, uint32_t byte);
void gcn3_vop2(struct gcn3_code *code, enum gcn3_vop2 op, uint32_t dst, struct gcn3_source a,
               uint32_t b);
void gcn3_vop1(struct gcn3_code *code, enum gcn3_vop1 op, uint32_t dst, struct gcn3_source a);
void gcn3_vopc(struct gcn3_code *code, enum gcn3_vopc op, struct gcn3_source a, uint32_t b);
void gcn3_mul(struct gcn3_code *code, uint32_t dst, uint32_t a, uint32_t b);
/* GCN5: dst := (a + b) << c; numbers up to 64 */
void gcn5_add_lshl(struct gcn3_code *code, uint32_t dst, struct gcn3_source a,
                   struct gcn3_source b, struct gcn3_source c);
/* `dst` of a load, `data` of what stores; the address is v[address:address+1]. */
void gcn3_flat(struct gcn3_code *code, enum gcn3_flat op, uint32_t dst, uint32_t address,
               uint32_t data);
/* GCN5, segment of device memory: the address is s[base:base+1] + v[offset] + `bytes`; the same
 * opcodes. */
enum { GCN5_BYTES_MAX = 4095 };
void gcn5_global(struct gcn3_code *code, enum gcn3_flat op, uint32_t dst, uint32_t base,
                 uint32_t offset, uint32_t bytes, uint32_t data);
void gcn3_ds(struct gcn3_code *code, enum gcn3_ds op, uint32_t dst, uint32_t address,
             uint32_t data);

/* A branch whose target gcn3_target() tells; it returns where the branch is. */
uint32_t gcn3_branch(struct gcn3_code *code, enum gcn3_sopp op);
void gcn3_target(struct gcn3_code *code, uint32_t at, uint32_t target);
/* s[link:link+1] := place behind the call; goes to what gcn3_call_target() tells. The place to call
 * is made in s[by:by+1]. */
uint32_t gcn3_call(struct gcn3_code *code, uint32_t link, uint32_t by);
void gcn3_call_target(struct gcn3_code *code, uint32_t at, uint32_t target);

#endif
