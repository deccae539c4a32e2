/* SPDX-License-Identifier: Apache-2.0 */
/* rig.h - a Pascal machine with a hand-made kernel on it, run with a clock, and all that it told.
 *
 * A kernel is written word by word, each with what its control word shall say of it; the rig makes
 * groups of them, an image, and a program by the decoder. */
#ifndef WARPCLOCK_TESTS_PASCAL_RIG_H
#define WARPCLOCK_TESTS_PASCAL_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/common/invariants.h"
#include "machine/common/observer.h"
#include "machine/pascal/model.h"

#include <cmocka.h>

/* ---- instructions ---- */

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

/* ---- the machine ---- */

enum { RIG_WORDS_MAX = 4096, RIG_OUT_BYTES = 65536, RIG_ARGUMENTS = 2 };

struct recorder {
    struct observer observer; /* first */
    struct event *events;
    size_t count, room;
};

struct rig {
    struct error err;
    struct parameters parameters;
    const struct machine_ops *ops;
    struct machine *machine;
    struct memory memory;
    struct image image;
    struct segment segment;
    struct symbol symbol;
    struct kernel kernel;
    uint8_t *code;
    uint32_t words; /* instructions */
    struct program *program;
    struct argument arguments[RIG_ARGUMENTS]; /* the buffer `out`, and a number */
    uint64_t out;
    struct launch launch;
    struct outcome outcome;
    struct recorder recorder;
    struct invariants *invariants;
};

/* Settings are "key=value", separated by blanks. */
struct rig *rig_new(const char *settings);
/* Appends an instruction; returns its number. */
uint32_t rig_add(struct rig *rig, struct word word);
/* Decodes what was added and runs it; everything is told to a recorder and held to the invariants.
 * rig_run expects that to go well. */
enum wc_status rig_try(struct rig *rig, uint32_t blocks, uint32_t threads, bool every_cycle);
void rig_run(struct rig *rig, uint32_t blocks, uint32_t threads);
enum wc_status rig_run_functional(struct rig *rig, uint32_t blocks, uint32_t threads);
void rig_free(struct rig *rig);

uint64_t rig_count(const struct rig *rig, size_t id);
/* The k-th issue of instruction `number` by any warp of processing block `smp`, slot `warp`. */
const struct event *rig_issue(const struct rig *rig, uint32_t smp, uint32_t warp, uint32_t number);
/* Its cycle. */
cycle_t rig_cycle(const struct rig *rig, uint32_t smp, uint32_t warp, uint32_t number);
/* Cycles that the warp waited for that reason. */
uint64_t rig_waited(const struct rig *rig, uint32_t smp, uint32_t warp, enum stall_reason reason);

#endif
