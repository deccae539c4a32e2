/* SPDX-License-Identifier: Apache-2.0 */
/* rig.h - a GCN3 machine with a hand-made kernel on it, run with or without a clock, and all that
 * it told. A kernel is written instruction by instruction; the rig makes an image and a program. */
#ifndef WARPCLOCK_TESTS_GCN3_MACHINE_RIG_H
#define WARPCLOCK_TESTS_GCN3_MACHINE_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/gcn3/model.h"
#include "machine/common/invariants.h"
#include "machine/common/observer.h"

#include <cmocka.h>

/* ---- instructions ---- */

/* One or two words. */
struct code {
    uint32_t word[2];
    uint32_t words;
};

/* Sources: s0 .. are 0 .., constants 0 to 64 and VGPRs as below. */
#define CONSTANT(n) (128u + (n))
#define VGPR(n) (256u + (n))

struct code s_endpgm(void);
struct code s_nop(uint32_t n);
struct code s_sleep(uint32_t n);
struct code s_barrier(void);
struct code s_waitcnt(uint32_t vm, uint32_t lgkm);
struct code s_branch(int32_t words);        /* from the next instruction on */
struct code s_cbranch_execz(int32_t words);
struct code s_mov_b32(uint32_t dst, uint32_t src);
struct code s_mov_b32_literal(uint32_t dst, uint32_t value);
struct code s_mov_b64(uint32_t dst, uint32_t src);
struct code s_setpc_b64(uint32_t src);
struct code s_load_dword(uint32_t dst, uint32_t base, uint32_t offset);
struct code s_load_dwordx2(uint32_t dst, uint32_t base, uint32_t offset);
struct code v_mov_b32(uint32_t dst, uint32_t src);
struct code v_add_u32(uint32_t dst, uint32_t src0, uint32_t vgpr);
struct code v_lshlrev_b32(uint32_t dst, uint32_t amount, uint32_t vgpr);
struct code v_rcp_f32(uint32_t dst, uint32_t src);
struct code v_add_f64(uint32_t dst, uint32_t src0, uint32_t src1);
struct code v_cmp_gt_u32(uint32_t src0, uint32_t vgpr); /* to VCC */
struct code s_and_saveexec_b64(uint32_t dst, uint32_t src);
struct code flat_load_dword(uint32_t dst, uint32_t address);
struct code flat_store_dword(uint32_t address, uint32_t data);
struct code ds_read_b32(uint32_t dst, uint32_t address);
struct code ds_write_b32(uint32_t address, uint32_t data);
/* Through s[0:3] with the wavefront's offset in soffset, at the bytes that a VGPR says. */
struct code buffer_load_dword(uint32_t dst, uint32_t address, uint32_t soffset);
struct code buffer_store_dword(uint32_t data, uint32_t address, uint32_t soffset);
struct code any_word(uint32_t word);

enum { VCC = 106, M0 = 124, EXEC = 126 };

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
    struct amdgpu_kernel own;
    struct kernel kernel;
    uint32_t *code;
    uint32_t words, count; /* of code, instructions */
    struct program *program;
    struct argument arguments[RIG_ARGUMENTS]; /* the buffer `out`, and a number */
    uint64_t out;
    uint32_t *out_words;
    struct launch launch;
    struct outcome outcome;
    struct recorder recorder;
    struct invariants *invariants;
};

/* The rig's kernels start with: s[0:1] dispatch packet, s[2:3] arguments, s4 the group's x; v0 the
 * work-item's x. */
enum { PACKET = 0, ARGUMENTS = 2, GROUP_X = 4 };

/* Settings are "key=value", separated by blanks. */
struct rig *rig_new(const char *settings);
/* Appends an instruction; returns its number. */
uint32_t rig_add(struct rig *rig, struct code code);
/* Appends: v[address:address+1] := out + 4 * v[index]. Clobbers s[6:7] and VCC. */
void rig_add_address(struct rig *rig, uint32_t address, uint32_t index);
/* Decodes what was added and runs it; everything is told to a recorder and held to the invariants.
 * rig_run expects that to go well. */
enum wc_status rig_try(struct rig *rig, uint32_t groups, uint32_t items, bool every_cycle);
void rig_run(struct rig *rig, uint32_t groups, uint32_t items);
enum wc_status rig_run_functional(struct rig *rig, uint32_t groups, uint32_t items);
/* The same for any shape. */
enum wc_status rig_run_shape(struct rig *rig, const uint32_t grid[3], const uint32_t block[3]);
enum wc_status rig_admit(struct rig *rig, uint32_t groups, uint32_t items);
void rig_free(struct rig *rig);

/* The last error's message has these words. */
void rig_expect_words(const struct rig *rig, const char *words);
uint64_t rig_count(const struct rig *rig, size_t id);
/* The first issue of instruction `number` by slot `wave` of SIMD `simd`, or NULL. */
const struct event *rig_issue(const struct rig *rig, uint32_t simd, uint32_t wave,
                              uint32_t number);
cycle_t rig_cycle(const struct rig *rig, uint32_t simd, uint32_t wave, uint32_t number);
/* How many wavefronts issued it in all. */
uint32_t rig_issues(const struct rig *rig, uint32_t number);
uint64_t rig_waited(const struct rig *rig, uint32_t simd, uint32_t wave, enum stall_reason reason);

#endif
