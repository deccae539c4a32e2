/* SPDX-License-Identifier: Apache-2.0 */
/* The facts that machines and analyses read from instruction tables agree with each other, and with
 * what decoding makes of them. HOUSE-23 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "isa/gcn3/table.h"
#include "isa/sass/table.h"

#include <cmocka.h>

#define ROLE(role) (1u << ROLE_##role)

/* The roles that an instruction of a flow, or of a timing class, may have; 0: any. */
static const uint32_t roles_of_flow[] = {
    [FLOW_NEXT] = ~(ROLE(JUMP) | ROLE(JUMP_REGISTER) | ROLE(BRANCH) | ROLE(TOKEN) | ROLE(LEAVE) |
                    ROLE(SPLIT) | ROLE(JOIN) | ROLE(END)),
    [FLOW_BRANCH] = ROLE(BRANCH), [FLOW_JUMP] = ROLE(JUMP),
    [FLOW_CALL] = ROLE(JUMP) | ROLE(JUMP_REGISTER), [FLOW_INDIRECT] = ROLE(JUMP_REGISTER),
    [FLOW_RETURN] = ROLE(JUMP_REGISTER) | ROLE(LEAVE), [FLOW_EXIT] = ROLE(END),
    [FLOW_TRAP] = ROLE(END), [FLOW_SPLIT] = ROLE(SPLIT), [FLOW_JOIN] = ROLE(JOIN),
    [FLOW_TOKEN] = ROLE(TOKEN), [FLOW_LEAVE] = ROLE(LEAVE),
};
static const uint32_t roles_of_timing[TIMING_COUNT] = {
    [TIMING_LOAD] = ROLE(ACCESS), [TIMING_STORE] = ROLE(ACCESS), [TIMING_ATOMIC] = ROLE(ACCESS),
    [TIMING_LOAD_CONSTANT] = ROLE(ACCESS), [TIMING_FENCE] = ROLE(FENCE) | ROLE(WAIT),
    [TIMING_CSR] = ROLE(STATUS), [TIMING_BARRIER] = ROLE(BARRIER), [TIMING_VOTE] = ROLE(CROSS),
    [TIMING_SHUFFLE] = ROLE(CROSS),
};

static void assert_row_agrees(const struct op *op)
{
    const bool accesses = op->flags & (INSN_LOAD | INSN_STORE | INSN_ATOMIC);
    if ((op->role == ROLE_ACCESS) != accesses)
        fail_msg("%s: role %u, flags 0x%x", op->name, op->role, op->flags);
    if (op->role != ROLE_ACCESS && op->space)
        fail_msg("%s: a memory, but no access", op->name);
    if (op->role != ROLE_COMPUTE && op->value)
        fail_msg("%s: a rule for a value that it does not compute", op->name);
    if (!(roles_of_flow[op->flow] >> op->role & 1))
        fail_msg("%s: role %u, flow %u", op->name, op->role, op->flow);
    if (roles_of_timing[op->timing] && !(roles_of_timing[op->timing] >> op->role & 1))
        fail_msg("%s: role %u, timing %s", op->name, op->role, timing_name(op->timing));
    if (op->role == ROLE_BARRIER && op->timing != TIMING_BARRIER)
        fail_msg("%s: a barrier that is not timed as one", op->name);
}

static void roles_agree(const struct isa *isa)
{
    for (size_t i = 0; isa->row(i); i++)
        assert_row_agrees(isa->row(i));
}

static void roles_of_sass_agree(void **unused)
{
    (void)unused;
    roles_agree(&isa_sass);
}

static void roles_of_gcn3_agree(void **unused)
{
    const struct gcn3_row *row;
    (void)unused;
    roles_agree(&isa_gcn3);
    for (size_t i = 0; (row = gcn3_row(i)); i++)
        if ((row->op.role == ROLE_MASK) != ((row->flags & WRITES_EXEC) != 0))
            fail_msg("%s: role %u, writes EXEC or not", row->op.name, row->op.role);
}

/* Which memory a row's name promises. */
static void accesses_go_where_their_names_say(void **unused)
{
    static const struct {
        const struct isa *isa;
        const char *name;
        enum memory_space space;
    } rows[] = {
        {&isa_sass, "LDG", MEMORY_GLOBAL}, {&isa_sass, "RED", MEMORY_GLOBAL},
        {&isa_sass, "STS", MEMORY_SHARED}, {&isa_sass, "ATOMS", MEMORY_SHARED},
        {&isa_sass, "LDL", MEMORY_LOCAL}, {&isa_sass, "LDC", MEMORY_CONSTANT},
        {&isa_sass, "LD", MEMORY_GENERIC}, {&isa_gcn3, "s_load_dword", MEMORY_CONSTANT},
        {&isa_gcn3, "ds_read_b32", MEMORY_SHARED}, {&isa_gcn3, "flat_load_dword", MEMORY_GENERIC},
    };
    (void)unused;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        size_t i = 0;
        while (strcmp(rows[k].isa->row(i)->name, rows[k].name))
            i++;
        assert_int_equal(rows[k].isa->row(i)->role, ROLE_ACCESS);
        assert_int_equal(rows[k].isa->row(i)->space, rows[k].space);
    }
}

/* ---- Decoded ---- */

static struct insn sass(uint64_t bits)
{
    static struct sass_insn own;
    struct sass_lookup *lookup = calloc(1, sizeof *lookup);
    struct arena arena = {NULL};
    struct insn insn;
    assert_non_null(lookup);
    sass_lookup_build(lookup);
    sass_decode_word(lookup, bits, 0x7ef, 8, isa_sass.default_features, &arena, &insn, &own);
    arena_free(&arena);
    free(lookup);
    return insn;
}

static struct insn gcn3(uint32_t first, uint32_t second)
{
    static struct gcn3_insn own;
    struct gcn3_lookup *lookup = calloc(1, sizeof *lookup);
    struct insn insn;
    assert_non_null(lookup);
    gcn3_lookup_build(lookup, GCN3_GFX8);
    gcn3_decode_words(lookup, (uint32_t[]){first, second}, 8, 0, GCN3_ALL, &insn, &own);
    free(lookup);
    return insn;
}

static void operands_refine_roles_and_values(void **unused)
{
    (void)unused;
    assert_int_equal(sass(0xe2400fffff07000f).role, ROLE_JUMP);   /* BRA */
    assert_int_equal(sass(0xe2400fffff00000f).role, ROLE_BRANCH); /* @P0 BRA */
    assert_int_equal(sass(0xf0f0000008070000).role, ROLE_WAIT);   /* DEPBAR */
    assert_int_equal(sass(0x5c10000000270100).value, VALUE_ADD);  /* IADD R0, R1, R2 */
    assert_int_equal(sass(0x5c11000000270100).value, VALUE_OTHER); /* IADD R0, R1, -R2 */
    assert_int_equal(sass(0x5c98078000170000).value, VALUE_MOVE); /* MOV R0, R1 */
    assert_int_equal(sass(0x5c98018000170000).value, VALUE_OTHER); /* MOV R0, R1, 0x3 */
    assert_int_equal(gcn3(0x26020300, 0).value, VALUE_AND);       /* v_and_b32 v1, s0, v1 */
    assert_int_equal(gcn3(0x260202fa, 0xff00b100).role, ROLE_CROSS); /* ... dpp quad_perm */
    assert_int_equal(gcn3(0x260202fa, 0xff00b100).value, VALUE_OTHER);
}

static void what_is_no_instruction_ends_the_program(void **unused)
{
    (void)unused;
    assert_null(sass(0).op);
    assert_int_equal(sass(0).role, ROLE_END);
    assert_null(gcn3(0xffffffff, 0).op);
    assert_int_equal(gcn3(0xffffffff, 0).role, ROLE_END);
}

static void pauses_know_how_long(void **unused)
{
    struct insn nop = gcn3(0xbf800005, 0);
    (void)unused;
    assert_int_equal(nop.role, ROLE_PAUSE);
    assert_int_equal(gcn3_of(&nop)->pause_turns, 5);
    assert_int_equal(gcn3_of(&nop)->pause_cycles, 0);
    struct insn sleep = gcn3(0xbf8e0003, 0);
    assert_int_equal(sleep.role, ROLE_PAUSE);
    assert_int_equal(gcn3_of(&sleep)->pause_turns, 0);
    assert_int_equal(gcn3_of(&sleep)->pause_cycles, 3 * 64);
}

static void registers_that_do_not_fit_leave_a_word_undecoded(void **unused)
{
    static const struct op op = {.name = "greedy"};
    struct insn reads = {.op = &op}, writes = {.op = &op};
    (void)unused;
    for (unsigned i = 0; i < SOURCES_MAX; i++)
        insn_add_source(&reads, i, 1);
    for (unsigned i = 0; i < TARGETS_MAX; i++)
        insn_add_target(&writes, i, 1);
    assert_non_null(reads.op);
    assert_non_null(writes.op);
    insn_add_source(&reads, 9, 1);
    insn_add_target(&writes, 9, 1);
    assert_null(reads.op);
    assert_null(writes.op);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roles_of_sass_agree),
        cmocka_unit_test(roles_of_gcn3_agree),
        cmocka_unit_test(accesses_go_where_their_names_say),
        cmocka_unit_test(operands_refine_roles_and_values),
        cmocka_unit_test(what_is_no_instruction_ends_the_program),
        cmocka_unit_test(pauses_know_how_long),
        cmocka_unit_test(registers_that_do_not_fit_leave_a_word_undecoded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
