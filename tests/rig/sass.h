/* SPDX-License-Identifier: Apache-2.0 */
/* sass.h - kernels of Pascal instructions, written word by word, each with its control bits. */
#ifndef WARPCLOCK_TESTS_RIG_SASS_H
#define WARPCLOCK_TESTS_RIG_SASS_H

#include "events.h"
#include "kernel.h"

enum { RZ = 255, TID_X = 0x21, CTAID_X = 0x25, LANEID = 0x00 };

/* One word and its 21 control bits. */
struct word {
    uint64_t bits;
    uint32_t control;
};

/* Stall count alone: no barrier is set or waited for. */
#define STALL(n) (0x7e0u | (n))
/* To be combined with it. */
#define STAYS 0x10u
#define DUAL (0x7e0u | 0x10u)                        /* issues with the one behind */
#define WRITES(b) (-(0x7u << 5) + ((uint32_t)(b) << 5))  /* write barrier b instead of none */
#define READS(b) (-(0x7u << 8) + ((uint32_t)(b) << 8))
#define WAITS(mask) ((uint32_t)(mask) << 11)

struct word nop(uint32_t control);
struct word exit_(uint32_t control);
struct word mov32i(uint32_t rd, uint32_t value, uint32_t control);
struct word iadd(uint32_t rd, uint32_t ra, uint32_t rb, uint32_t control);
struct word iadd32i(uint32_t rd, uint32_t ra, uint32_t value, uint32_t control);
struct word shl(uint32_t rd, uint32_t ra, uint32_t amount, uint32_t control);
struct word mov_const(uint32_t rd, uint32_t offset, uint32_t control); /* of bank 0 */
struct word s2r(uint32_t rd, uint32_t number, uint32_t control);
struct word mufu_rcp(uint32_t rd, uint32_t ra, uint32_t control);
struct word dadd(uint32_t rd, uint32_t ra, uint32_t rb, uint32_t control);
struct word lds(uint32_t rd, uint32_t ra, uint32_t offset, uint32_t control);
struct word sts(uint32_t ra, uint32_t offset, uint32_t data, uint32_t control);
struct word ldg(uint32_t rd, uint32_t ra, uint32_t offset, uint32_t control); /* ra: a pair */
struct word stg(uint32_t ra, uint32_t offset, uint32_t data, uint32_t control);
struct word ldc(uint32_t rd, uint32_t ra, uint32_t offset, uint32_t control);
struct word ldl(uint32_t rd, uint32_t ra, uint32_t offset, uint32_t control);
struct word bar_sync(uint32_t control);
struct word membar(uint32_t level, uint32_t control); /* 0 block, 1 device, 2 system */
struct word bra(int32_t words, uint32_t control);   /* words of code to skip, control words too */
struct word depbar_le(uint32_t barrier, uint32_t count, uint32_t control);
/* ISETP.LT.U32 p, ra < value */
struct word isetp_lt(uint32_t p, uint32_t ra, uint32_t value, uint32_t control);
struct word guarded(struct word word, uint32_t p, bool negated);

/* A machine with an empty kernel. */
struct rig *sass_rig(const char *machine, const char *settings);
/* Appends an instruction; returns its number. */
uint32_t sass_add(struct rig *rig, struct word word);

#endif
