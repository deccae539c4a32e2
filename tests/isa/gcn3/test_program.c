/* SPDX-License-Identifier: Apache-2.0 */
/* test_program.c - segments become a program: places of instructions, successors, functions. */
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

enum { BASE = 0x1000 };

/* An image of one segment; words are those of the host, which is little-endian like the file. */
struct sample {
    struct image image;
    struct segment segment[2];
    struct symbol symbol[4];
    struct kernel kernel[2];
    struct error err;
    struct program *program;
};

static struct sample *new_sample(const uint32_t *words, size_t bytes)
{
    struct sample *sample = calloc(1, sizeof *sample);
    assert_non_null(sample);
    sample->segment[0] = (struct segment){
        .address = BASE, .bytes = (const uint8_t *)words, .file_bytes = bytes, .size = bytes,
        .executable = true,
    };
    sample->image = (struct image){
        .path = "sample", .isa = "gcn3", .segments = sample->segment, .segment_count = 1,
        .symbols = sample->symbol, .kernels = sample->kernel,
    };
    return sample;
}

static void add_symbol(struct sample *sample, const char *name, uint64_t address)
{
    sample->symbol[sample->image.symbol_count++] =
        (struct symbol){.name = name, .address = address, .is_function = true};
}

static void decode(struct sample *sample)
{
    enum wc_status status =
        isa_gcn3.decode(&sample->err, &sample->image, GCN3_ALL, &sample->program);
    if (status != WC_OK)
        fail_msg("%s", sample->err.message);
}

static void free_sample(struct sample *sample)
{
    program_free(sample->program);
    error_clear(&sample->err);
    free(sample);
}

static void the_instruction_set_is_found_by_name(void **unused)
{
    (void)unused;
    assert_ptr_equal(isa_find("gcn3"), &isa_gcn3);
}

static void instructions_of_both_lengths_follow_each_other(void **unused)
{
    static const uint32_t words[] = {
        0x7e0802ff, 0x12345678, /* v_mov_b32 v4, 0x12345678 */
        0xbf840001,             /* s_cbranch_scc0 to the last one */
        0xd1010004, 0x00020501, /* v_add_f32_e64: its first half is the target */
        0xbf82fffa,             /* s_branch to the first one */
        0xbf810000,             /* s_endpgm */
    };
    struct sample *sample = new_sample(words, sizeof words);
    (void)unused;
    decode(sample);
    const struct insn *insns = sample->program->insns;
    assert_int_equal(sample->program->count, 5);
    assert_int_equal(insns[2].pc, BASE + 12);
    assert_int_equal(insns[0].next, 1);
    assert_int_equal(insns[1].next, 2);
    assert_int_equal(insns[1].target, -1); /* into the middle of an instruction */
    assert_int_equal(insns[3].target, 0);
    assert_int_equal(insns[3].next, -1);
    assert_int_equal(insns[4].flow, FLOW_EXIT);
    assert_int_equal(program_index(sample->program, BASE + 4), -1);
    assert_int_equal(program_index(sample->program, BASE + 20), 3);
    assert_true(insns[0].bits == 0x123456787e0802ff);
    free_sample(sample);
}

static void a_literal_does_not_reach_into_the_next_function(void **unused)
{
    static const uint32_t words[] = {0xbf800000, 0x7e0802ff, 0xbf800001, 0xbf810000};
    struct sample *sample = new_sample(words, sizeof words);
    (void)unused;
    add_symbol(sample, "first", BASE);
    add_symbol(sample, "second", BASE + 8);
    decode(sample);
    assert_int_equal(sample->program->count, 4);
    assert_null(sample->program->insns[1].op);
    assert_string_equal(sample->program->insns[2].op->name, "s_nop");
    assert_int_equal(sample->program->insns[0].next, 1);
    assert_string_equal(program_function(sample->program, BASE + 4)->name, "first");
    assert_int_equal(program_function(sample->program, BASE)->bytes, 8);
    assert_string_equal(program_function(sample->program, BASE + 12)->name, "second");
    free_sample(sample);
}

static void the_header_of_a_kernel_is_no_code(void **unused)
{
    uint32_t words[1 + 64 + 2] = {[0] = 0xbf800000, [65] = 0xbf800001, [66] = 0xbf810000};
    struct sample *sample = new_sample(words, sizeof words);
    (void)unused;
    add_symbol(sample, "helper", BASE);
    add_symbol(sample, "kernel", BASE + 4);
    sample->kernel[0] = (struct kernel){.name = "kernel", .entry = BASE + 4 + 256};
    sample->image.kernel_count = 1;
    decode(sample);
    const struct program *program = sample->program;
    assert_int_equal(program->count, 3);
    assert_int_equal(program->insns[1].pc, BASE + 260);
    assert_int_equal(program->insns[0].next, -1);
    assert_int_equal(program->function_count, 2);
    assert_string_equal(program->functions[1].name, "kernel");
    assert_true(program->functions[1].is_kernel && !program->functions[0].is_kernel);
    assert_int_equal(program->functions[1].base, BASE + 260);
    assert_int_equal(program->functions[1].bytes, 8);
    assert_int_equal(program->functions[0].bytes, 4);
    free_sample(sample);
}

static void calls_and_returns_are_told_apart_from_jumps(void **unused)
{
    static const uint32_t words[] = {
        0xbe9e1e04, /* s_swappc_b64 s[30:31], s[4:5] */
        0xbe801d1e, /* s_setpc_b64 s[30:31] */
        0xbe801d04, /* s_setpc_b64 s[4:5] */
        0xbf920001, /* s_trap 1 */
    };
    struct sample *sample = new_sample(words, sizeof words);
    (void)unused;
    decode(sample);
    const struct insn *insns = sample->program->insns;
    assert_int_equal(insns[0].flow, FLOW_CALL);
    assert_int_equal(insns[0].next, 1);
    assert_int_equal(insns[0].target, -1);
    assert_int_equal(insns[1].flow, FLOW_RETURN);
    assert_int_equal(insns[2].flow, FLOW_INDIRECT);
    assert_int_equal(insns[2].next, -1);
    assert_int_equal(insns[3].flow, FLOW_TRAP);
    free_sample(sample);
}

static void the_end_of_a_segment_cuts_an_instruction(void **unused)
{
    static const uint32_t words[] = {0xbf800000, 0xd1010004};
    struct sample *sample = new_sample(words, sizeof words);
    (void)unused;
    decode(sample);
    assert_int_equal(sample->program->count, 2);
    assert_null(sample->program->insns[1].op);
    assert_int_equal(sample->program->insns[1].next, -1);
    free_sample(sample);
}

static void assert_refused(struct sample *sample, const char *words)
{
    assert_int_equal(isa_gcn3.decode(&sample->err, &sample->image, 0, &sample->program),
                     WC_BAD_INPUT);
    assert_null(sample->program);
    assert_non_null(strstr(sample->err.message, words));
    free_sample(sample);
}

static void images_without_code_or_with_overlapping_code_are_refused(void **unused)
{
    static const uint32_t words[] = {0xbf800000, 0xbf810000};
    struct sample *sample = new_sample(words, 3);
    (void)unused;
    assert_refused(sample, "no executable segment");
    sample = new_sample(words, sizeof words);
    sample->segment[1] = sample->segment[0];
    sample->segment[1].address -= 4;
    sample->image.segment_count = 2;
    assert_refused(sample, "overlap");
    sample = new_sample(words, sizeof words);
    sample->segment[0].address = ~0ull - 4;
    assert_refused(sample, "48-bit");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_instruction_set_is_found_by_name),
        cmocka_unit_test(instructions_of_both_lengths_follow_each_other),
        cmocka_unit_test(a_literal_does_not_reach_into_the_next_function),
        cmocka_unit_test(the_header_of_a_kernel_is_no_code),
        cmocka_unit_test(calls_and_returns_are_told_apart_from_jumps),
        cmocka_unit_test(the_end_of_a_segment_cuts_an_instruction),
        cmocka_unit_test(images_without_code_or_with_overlapping_code_are_refused),
    };
    return cmocka_run_group_tests_name("GCN3 programs", tests, NULL, NULL);
}
