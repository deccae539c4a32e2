/* SPDX-License-Identifier: Apache-2.0 */
/* test_decode.c - whole programs: where instructions stand, what follows what, what is read and
 * written. */
#include "word_fixture.h"

#define NOP 0x50b0000000070f00ull
#define EXIT 0xe30000000007000full
#define BRA_SELF 0xe2400fffff87000full
#define NEUTRAL (0x7efull | 0x7efull << 21 | 0x7efull << 42)

enum { BASE = 0x1000, WORDS_MAX = 16 };

struct code {
    uint64_t words[WORDS_MAX];
    struct segment segment;
    struct symbol symbol;
    struct kernel kernel;
    struct image image;
    struct program *program;
    struct error err;
};

/* One segment at BASE with a kernel named k; words as they stand in memory. */
static struct code *load(const uint64_t *words, size_t count)
{
    struct code *code = calloc(1, sizeof *code);
    assert_non_null(code);
    memcpy(code->words, words, count * sizeof *words);
    code->segment = (struct segment){.address = BASE, .bytes = (const uint8_t *)code->words,
                                     .file_bytes = count * sizeof *words,
                                     .size = count * sizeof *words, .executable = true};
    code->symbol = (struct symbol){.name = "k", .address = BASE, .is_function = true,
                                   .is_global = true};
    code->kernel = (struct kernel){.name = "k", .entry = BASE};
    code->image = (struct image){.path = "test", .isa = "sass", .segments = &code->segment,
                                 .segment_count = 1, .symbols = &code->symbol, .symbol_count = 1,
                                 .kernels = &code->kernel, .kernel_count = 1};
    return code;
}

static void unload(struct code *code)
{
    program_free(code->program);
    error_clear(&code->err);
    free(code);
}

static const struct program *decoded(struct code *code)
{
    assert_int_equal(isa_sass.decode(&code->err, &code->image, isa_sass.default_features,
                                     &code->program), WC_OK);
    return code->program;
}

/* PAS-21: control words are no instructions; three instructions follow each. */
static void instructions_stand_behind_control_words(void **unused)
{
    const uint64_t words[] = {NEUTRAL, NOP, NOP, NOP, NEUTRAL, EXIT, BRA_SELF};
    struct code *code = load(words, 7);
    const struct program *program = decoded(code);
    (void)unused;
    assert_int_equal(program->count, 5);
    const uint64_t places[] = {BASE + 8, BASE + 0x10, BASE + 0x18, BASE + 0x28, BASE + 0x30};
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(program->insns[i].pc, places[i]);
        assert_int_equal(program_index(program, places[i]), i);
    }
    unload(code);
}

/* PAS-21: an address that is a control word's means the instruction behind it. */
static void the_address_of_a_control_word_means_the_next_instruction(void **unused)
{
    const uint64_t words[] = {NEUTRAL, NOP, NOP, NOP, NEUTRAL, EXIT, BRA_SELF, NOP};
    struct code *code = load(words, 8);
    const struct program *program = decoded(code);
    (void)unused;
    assert_int_equal(program_index(program, BASE), 0);
    assert_int_equal(program_index(program, BASE + 0x20), 3);
    assert_int_equal(program_index(program, BASE + 0x40), -1);
    assert_int_equal(program_index(program, BASE + 0xc), -1);
    assert_int_equal(program->insns[2].next, 3);
    unload(code);
}

/* PAS-61: instruction i has field i of the word in front. */
static void each_instruction_has_its_own_control_bits(void **unused)
{
    const uint64_t words[] = {0x7e1ull | 0x7f2ull << 21 | 0x7e3ull << 42, NOP, NOP, EXIT};
    struct code *code = load(words, 4);
    const struct program *program = decoded(code);
    (void)unused;
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(sass_of(&program->insns[i])->control.stall, i + 1);
    assert_true(sass_of(&program->insns[1])->control.yield);
    unload(code);
}

/* Word with a branch offset put in. */
static uint64_t with_offset(uint64_t word, int32_t offset)
{
    return word | (uint64_t)((uint32_t)offset & 0xffffff) << 20;
}

static void branches_lead_where_they_say(void **unused)
{
    const uint64_t words[] = {
        NEUTRAL,
        with_offset(0xe24000000000000full, 0x10),  /* @P0 BRA from +8 to +0x20 */
        0xffffffffffffffffull, /* no instruction */
        with_offset(0xe24000000007000full, -0x18), /* BRA from +0x18 to +8 */
        NEUTRAL,
        with_offset(0xe290000000000000ull, 0x8),   /* SSY from +0x28 to +0x38 */
        0xf0f800000008000full,                     /* @!P0 SYNC */
        0xf0f800000007000full,                     /* SYNC */
    };
    struct code *code = load(words, 8);
    const struct insn *insns = decoded(code)->insns;
    (void)unused;
    assert_int_equal(insns[0].flow, FLOW_BRANCH);
    assert_int_equal(insns[0].target, 3);
    assert_int_equal(insns[0].next, 1);
    assert_true(insns[0].flags & INSN_GUARDED);
    assert_null(insns[1].op);
    assert_ptr_equal(insns[1].run, sass_illegal);
    assert_int_equal(insns[1].next, -1);
    assert_int_equal(insns[2].flow, FLOW_JUMP);
    assert_int_equal(insns[2].target, 0);
    assert_int_equal(insns[2].next, -1);
    assert_int_equal(insns[3].flow, FLOW_TOKEN);
    assert_int_equal(insns[3].target, 5);
    assert_int_equal(insns[4].flow, FLOW_LEAVE);
    assert_int_equal(insns[4].next, 5);
    assert_int_equal(insns[5].flow, FLOW_LEAVE);
    assert_int_equal(insns[5].next, -1);
    unload(code);
}

/* PAS-20: targets are written relative to their section. */
static void targets_are_written_relative_to_the_section(void **unused)
{
    const uint64_t words[] = {NEUTRAL, NOP, with_offset(0xe24000000007000full, 0), EXIT};
    struct code *code = load(words, 4);
    const struct program *program = decoded(code);
    struct text text = {NULL, 0, 0};
    (void)unused;
    isa_sass.print(program, &program->insns[1], &text);
    assert_string_equal(text_string(&text), "BRA 0x18 ;");
    text_free(&text);
    unload(code);
}

static void kernels_are_functions(void **unused)
{
    const uint64_t words[] = {NEUTRAL, NOP, NOP, EXIT};
    struct code *code = load(words, 4);
    const struct program *program = decoded(code);
    (void)unused;
    assert_int_equal(program->function_count, 1);
    assert_true(program->functions[0].is_kernel);
    assert_int_equal(program->functions[0].bytes, 32);
    unload(code);
}

/* What the file says about SYNC, BRK and BRX becomes indexes; what leads nowhere is left out. */
static void indirect_branches_of_the_file_become_indexes(void **unused)
{
    const uint64_t words[] = {NEUTRAL, NOP, 0xf0f800000007000full, EXIT};
    const uint64_t targets[] = {BASE, BASE + 0x18, BASE + 0x100};
    struct indirect_branch branch = {.address = BASE + 0x10, .targets = targets, .count = 3};
    struct code *code = load(words, 4);
    code->image.indirect_branches = &branch;
    code->image.indirect_branch_count = 1;
    const struct program *program = decoded(code);
    (void)unused;
    assert_int_equal(program->branch_targets_count, 1);
    assert_int_equal(program->branch_targets[0].insn, 1);
    assert_int_equal(program->branch_targets[0].count, 2);
    assert_int_equal(program->branch_targets[0].targets[0], 0);
    assert_int_equal(program->branch_targets[0].targets[1], 2);
    unload(code);
}

static void a_file_without_code_is_refused(void **unused)
{
    const uint64_t words[] = {NEUTRAL};
    struct code *code = load(words, 1);
    (void)unused;
    assert_int_equal(isa_sass.decode(&code->err, &code->image, 1, &code->program), WC_BAD_INPUT);
    assert_non_null(strstr(code->err.message, "no executable segment"));
    unload(code);
}

static bool names(const struct regs *list, unsigned max, uint32_t first, uint32_t count)
{
    for (unsigned i = 0; i < max; i++)
        if (list[i].count == count && list[i].first == first)
            return true;
    return false;
}

static bool reads(const struct word *word, uint32_t first, uint32_t count)
{
    return names(word->insn.src, SOURCES_MAX, first, count);
}

static bool writes(const struct word *word, uint32_t first, uint32_t count)
{
    return names(word->insn.dst, TARGETS_MAX, first, count);
}

/* PAS-30: a scoreboard and the flow analyses see every register, predicate and condition code. */
static void what_is_read_and_written_has_flat_names(void **unused)
{
    struct word *word = new_word();
    (void)unused;
    assert_string_equal(text_of(word, 0x5b6d0b800a270e0full),
                        "ISETP.GE.X.AND P1, PT, R14, R162, PT ;");
    assert_true(reads(word, 14, 1) && reads(word, 162, 1) && reads(word, SASS_NAME_CC, 1));
    assert_true(writes(word, SASS_NAME_P0 + 1, 1));
    assert_string_equal(text_of(word, 0xeed6200000080c10ull), "@!P0 LDG.E.128 R16, [R12] ;");
    assert_true(reads(word, 12, 2) && reads(word, SASS_NAME_P0, 1) && writes(word, 16, 4));
    assert_string_equal(text_of(word, 0xeedd200000070c10ull), "STG.E.64 [R12], R16 ;");
    assert_true(reads(word, 12, 2) && reads(word, 16, 2));
    assert_int_equal(word->insn.dst[0].count, 0);
    assert_string_equal(text_of(word, 0x5b70018000470208ull), "DFMA R8, R2, R4, R3 ;");
    assert_true(reads(word, 2, 2) && reads(word, 4, 2) && reads(word, 3, 2) && writes(word, 8, 2));
    assert_string_equal(text_of(word, 0x5c10800000270304ull), "IADD R4.CC, R3, R2 ;");
    assert_true(writes(word, 4, 1) && writes(word, SASS_NAME_CC, 1));
    assert_string_equal(text_of(word, 0x5c1000000ff7ffffull), "IADD RZ, RZ, RZ ;");
    assert_int_equal(word->insn.src[0].count + word->insn.dst[0].count, 0);
    assert_int_equal(word->insn.rd, SASS_SINK);
    assert_int_equal(word->insn.rs1, SASS_ZERO);
    free_word(word);
}

static void immediates_are_spread_over_the_lanes(void **unused)
{
    struct word *word = new_word();
    (void)unused;
    assert_string_equal(text_of(word, 0x3910007ffff70304ull), "IADD R4, R3, -0x1 ;");
    for (unsigned i = 0; i < SASS_LANES; i++)
        assert_int_equal(word->own.b.lanes[i], 0xffffffffu);
    free_word(word);
}

static void guards_stand_in_front_of_the_function(void **unused)
{
    struct word *word = new_word();
    (void)unused;
    assert_string_equal(text_of(word, 0x5c1000000029030aull), "@!P1 IADD R10, R3, R2 ;");
    assert_ptr_equal(word->insn.run, sass_guarded);
    assert_ptr_equal(word->own.run, sass_iadd);
    assert_true(word->insn.flags & INSN_GUARDED);
    text_of(word, 0x5c1000000027030aull);
    assert_ptr_equal(word->insn.run, sass_iadd);
    assert_false(word->insn.flags & INSN_GUARDED);
    free_word(word);
}

static void special_registers_differ_by_lane_or_do_not(void **unused)
{
    struct word *word = new_word();
    (void)unused;
    assert_string_equal(text_of(word, 0xf0c8000002170000ull), "S2R R0, SR_TID.X ;");
    assert_true(word->insn.flags & INSN_LANE_SOURCE);
    assert_int_equal(word->insn.imm, 0x21);
    assert_string_equal(text_of(word, 0xf0c8000002570000ull), "S2R R0, SR_CTAID.X ;");
    assert_true(word->insn.flags & INSN_UNIFORM);
    free_word(word);
}

/* sm_60 and sm_62 have no dot products; the listing says what lacks. */
static void dot_products_need_their_feature(void **unused)
{
    struct word *word = new_word();
    struct text text = {NULL, 0, 0};
    (void)unused;
    text_of(word, 0x53f8008000270304ull);
    assert_false(isa_sass.lacks(&word->insn, &text));
    sass_decode_word(&word->lookup, 0x53f8008000270304ull, NEUTRAL_CONTROL, 8, 0, &word->arena,
                     &word->insn, &word->own);
    assert_true(isa_sass.lacks(&word->insn, &text));
    assert_ptr_equal(word->insn.run, sass_illegal);
    text_free(&text);
    free_word(word);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_stand_behind_control_words),
        cmocka_unit_test(the_address_of_a_control_word_means_the_next_instruction),
        cmocka_unit_test(each_instruction_has_its_own_control_bits),
        cmocka_unit_test(branches_lead_where_they_say),
        cmocka_unit_test(targets_are_written_relative_to_the_section),
        cmocka_unit_test(kernels_are_functions),
        cmocka_unit_test(indirect_branches_of_the_file_become_indexes),
        cmocka_unit_test(a_file_without_code_is_refused),
        cmocka_unit_test(what_is_read_and_written_has_flat_names),
        cmocka_unit_test(immediates_are_spread_over_the_lanes),
        cmocka_unit_test(guards_stand_in_front_of_the_function),
        cmocka_unit_test(special_registers_differ_by_lane_or_do_not),
        cmocka_unit_test(dot_products_need_their_feature),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
