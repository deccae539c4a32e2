/* SPDX-License-Identifier: Apache-2.0 */
/* code.h - hand-made GCN3 functions with labels, decoded. */
#ifndef WARPCLOCK_TESTS_PASS_SPLIT_CODE_H
#define WARPCLOCK_TESTS_PASS_SPLIT_CODE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "isa/insn.h"
#include "load/image.h"

#include <cmocka.h> /* has a macro 'fail' */

enum { CODE_BASE = 0x1000, CODE_WORDS_MAX = 40000, CODE_LABELS = 16, VCC = 106, EXEC = 126 };

/* Scalar and vector instructions, as words. A constant is 128 + n, a VGPR 256 + n. */
#define SOP1(op, dst, src) (0xbe800000u | (uint32_t)(dst) << 16 | (op) << 8 | (uint32_t)(src))
#define SOP2(op, dst, a, b) \
    (0x80000000u | (uint32_t)(op) << 23 | (uint32_t)(dst) << 16 | (uint32_t)(b) << 8 | \
     (uint32_t)(a))
#define SOPP(op, imm) (0xbf800000u | (op) << 16 | (uint32_t)(imm))
#define S_MOV_B32(dst, src) SOP1(0x00u, dst, src)
#define S_MOV_B64(dst, src) SOP1(0x01u, dst, src)
#define S_GETPC(dst) SOP1(0x1cu, dst, 0)
#define S_SETPC(src) SOP1(0x1du, 0, src)
#define S_SWAPPC(dst, src) SOP1(0x1eu, dst, src)
#define S_AND_SAVEEXEC(dst, src) SOP1(0x20u, dst, src)
#define S_OR_SAVEEXEC(dst, src) SOP1(0x21u, dst, src)
#define S_ANDN2_SAVEEXEC(dst, src) SOP1(0x23u, dst, src)
#define S_OR_B64(dst, a, b) SOP2(15, dst, a, b)
#define S_XOR_B64(dst, a, b) SOP2(17, dst, a, b)
#define S_ANDN2_B64(dst, a, b) SOP2(19, dst, a, b)
#define S_NOP SOPP(0u, 0)
#define S_ENDPGM SOPP(1u, 0)
#define S_BARRIER SOPP(10u, 0)
#define S_SPLIT (0xbf600000u | (EXEC + 1) << 8 | EXEC)
#define S_MERGE 0xbfe00000u
#define V_MOV(dst, src) (0x7e000200u | (uint32_t)(dst) << 17 | (uint32_t)(src))
#define V_ADD(dst, src, vgpr) \
    (0x32000000u | (uint32_t)(dst) << 17 | (uint32_t)(vgpr) << 9 | (uint32_t)(src))
#define NO_INSTRUCTION 0xbfff0000u
/* Branches, without their distance. */
enum { BRANCH = 2, SCC0 = 4, SCC1 = 5, VCCZ = 6, EXECZ = 8, EXECNZ = 9 };

struct code {
    uint32_t words[CODE_WORDS_MAX];
    uint32_t count;
    int32_t label[CODE_LABELS]; /* word */
    struct {
        uint32_t at, label;
    } branch[64];
    uint32_t branches;
    struct arena arena;
    struct segment segment;
    struct symbol symbol;
    struct kernel kernel;
    struct image image;
    struct program *program;
    struct error err;
};

static inline struct code *code_new(void)
{
    struct code *code = calloc(1, sizeof *code);
    assert_non_null(code);
    return code;
}

/* Returns the number of its word. */
static inline uint32_t put(struct code *code, uint32_t word)
{
    assert_true(code->count < CODE_WORDS_MAX);
    code->words[code->count] = word;
    return code->count++;
}

static inline uint32_t put_branch(struct code *code, uint32_t op, uint32_t label)
{
    code->branch[code->branches].at = code->count;
    code->branch[code->branches++].label = label;
    return put(code, SOPP(op, 0));
}

static inline void here(struct code *code, uint32_t label)
{
    code->label[label] = (int32_t)code->count;
}

/* Some vector instructions. */
static inline void put_work(struct code *code, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        put(code, V_MOV(1, 129));
}

static inline const struct function *code_finish(struct code *code)
{
    for (uint32_t i = 0; i < code->branches; i++) {
        const uint32_t at = code->branch[i].at;
        code->words[at] |= (uint16_t)(code->label[code->branch[i].label] - (int32_t)at - 1);
    }
    code->segment = (struct segment){.address = CODE_BASE, .bytes = (const uint8_t *)code->words,
                                     .size = 4ull * code->count, .file_bytes = 4ull * code->count,
                                     .executable = true, .readable = true};
    code->symbol = (struct symbol){"kernel", CODE_BASE, 4ull * code->count, true, true, false};
    code->kernel = (struct kernel){.name = "kernel", .entry = CODE_BASE,
                                   .bytes = 4ull * code->count};
    code->image = (struct image){.path = "hand-made", .isa = "gcn3", .segments = &code->segment,
                                 .segment_count = 1, .symbols = &code->symbol, .symbol_count = 1,
                                 .kernels = &code->kernel, .kernel_count = 1};
    assert_int_equal(isa_gcn3.decode(&code->err, &code->image, isa_gcn3.default_features,
                                     &code->program), WC_OK);
    return program_function(code->program, CODE_BASE);
}

/* The number of the instruction at a word. */
static inline uint32_t insn_at(const struct code *code, uint32_t word)
{
    return (uint32_t)program_index(code->program, CODE_BASE + 4ull * word);
}

static inline void code_free(struct code *code)
{
    program_free(code->program);
    arena_free(&code->arena);
    error_clear(&code->err);
    free(code);
}

#endif
