/* SPDX-License-Identifier: Apache-2.0 */
/* test_decode.c - from the segments and symbols of an image to a program. */
#include "load/image.h"
#include "fixture.h"

enum { BASE = 0x80000000u };

/* 0: beq a0, a1, 8; 4: jal ra, -4; 8: ret; 12: a branch out of the program; 16: vx_tmc x0 */
static const uint32_t code[] = {0x00b50463, 0xffdff0ef, 0x00008067, 0x40b50063, 0x0000000b};

static struct segment code_segment(void)
{
    return (struct segment){
        .address = BASE, .size = sizeof code, .bytes = (const uint8_t *)code,
        .file_bytes = sizeof code, .readable = true, .executable = true,
    };
}

static struct image image_of(struct segment *segments, uint32_t count)
{
    return (struct image){.path = "made.elf", .isa = "rv32", .entry = BASE,
                          .segments = segments, .segment_count = count};
}

static struct program *decode_sound(const struct image *image)
{
    struct program *program;
    struct error err = {0};
    if (isa_rv32.decode(&err, image, RV32_ALL, &program) != WC_OK)
        fail_msg("%s", err.message);
    return program;
}

static void assert_refused(const struct image *image, const char *words)
{
    struct program *program;
    struct error err = {0};
    assert_int_equal(isa_rv32.decode(&err, image, RV32_ALL, &program), WC_BAD_INPUT);
    assert_null(program);
    if (!strstr(err.message, words))
        fail_msg("'%s' does not say '%s'", err.message, words);
    error_clear(&err);
}

static void places_become_indexes(void **unused)
{
    struct segment segment = code_segment();
    struct image image = image_of(&segment, 1);
    struct program *program = decode_sound(&image);
    const int32_t next[5] = {1, 2, -1, 4, -1}, target[5] = {2, 0, -1, -1, -1};
    (void)unused;
    assert_int_equal(program->count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(program->insns[i].next, next[i]);
        assert_int_equal(program->insns[i].target, target[i]);
        assert_int_equal(program->insns[i].pc, BASE + 4 * i);
        assert_int_equal(program_index(program, BASE + 4 * i), i);
        assert_int_equal(program_index(program, BASE + 4 * i + 2), -1);
    }
    assert_int_equal(program_index(program, BASE - 4), -1);
    assert_int_equal(program_index(program, BASE + 20), -1);
    program_free(program);
}

static void segments_come_in_any_order_and_alignment(void **unused)
{
    static const uint8_t odd[] = {1, 2, 0x13, 0, 0, 0, 0x13, 0, 0, 0, 9};
    struct segment segments[3] = {
        code_segment(),
        {.address = BASE - 0x1002, .size = 11, .bytes = odd, .file_bytes = 11, .executable = true},
        {.address = BASE + 0x1000, .size = 64, .bytes = odd, .file_bytes = 11, .writable = true},
    };
    struct image image = image_of(segments, 3);
    struct program *program = decode_sound(&image);
    (void)unused;
    assert_int_equal(program->range_count, 2); /* data is not code */
    assert_int_equal(program->count, 2 + 5);
    assert_int_equal(program_index(program, BASE - 0x1000), 0);
    assert_int_equal(program_index(program, BASE), 2);
    assert_int_equal(program->insns[1].next, -1); /* the code ends there */
    assert_int_equal(program->insns[0].bits, 0x13);
    program_free(program);
}

static void what_cannot_be_a_program_is_refused(void **unused)
{
    static const uint8_t compressed[] = {0x01, 0x00, 0x01, 0x00};
    struct segment segments[2] = {code_segment(), code_segment()};
    struct image image = image_of(segments, 2);
    (void)unused;
    segments[1].address = BASE + 4;
    assert_refused(&image, "overlap at 0x80000004");
    segments[1].address = 0xfffffff0u;
    assert_refused(&image, "32-bit address space");
    segments[1].address = UINT64_MAX - 8;
    assert_refused(&image, "32-bit address space");
    image.segment_count = 0;
    assert_refused(&image, "no executable segment");
    segments[0].bytes = compressed;
    segments[0].file_bytes = sizeof compressed;
    image.segment_count = 1;
    assert_refused(&image, "C extension is not supported");
    segments[0].file_bytes = 3; /* not one whole word */
    assert_refused(&image, "no executable segment");
}

static void symbols_become_functions(void **unused)
{
    struct symbol symbols[] = {
        {.name = "data", .address = 0x1000, .size = 4, .is_global = true},
        {.name = "_start", .address = BASE, .is_global = true},
        {.name = "start_alias", .address = BASE, .is_function = true, .size = 4},
        {.name = "kernel", .address = BASE + 8, .is_function = true, .size = 8},
        {.name = "inside", .address = BASE + 12, .is_global = true},
        {.name = "last", .address = BASE + 16, .is_function = true, .size = 4000},
        {.name = "_end", .address = BASE + 20, .is_global = true},
    };
    struct kernel kernel = {.name = "kernel", .entry = BASE + 8};
    struct segment segment = code_segment();
    struct image image = image_of(&segment, 1);
    (void)unused;
    image.symbols = symbols;
    image.symbol_count = sizeof symbols / sizeof symbols[0];
    image.kernels = &kernel;
    image.kernel_count = 1;
    struct program *program = decode_sound(&image);
    assert_int_equal(program->function_count, 3);
    assert_string_equal(program_function(program, BASE)->name, "start_alias");
    assert_null(program_function(program, BASE + 4)); /* behind its size */
    assert_string_equal(program_function(program, BASE + 12)->name, "kernel");
    assert_true(program_function(program, BASE + 12)->is_kernel);
    assert_false(program_function(program, BASE)->is_kernel);
    assert_int_equal(program_function(program, BASE + 16)->bytes, 4); /* the code ends there */
    assert_null(program_function(program, BASE + 20));
    assert_null(program_function(program, 0x1000));
    program_free(program);
}

static void instruction_sets_and_timing_classes_have_names(void **unused)
{
    (void)unused;
    assert_ptr_equal(isa_find("rv32"), &isa_rv32);
    assert_null(isa_find("rv3"));
    for (int i = 0; i < TIMING_COUNT; i++)
        assert_non_null(timing_name((enum timing)i));
    assert_string_equal(isa_rv32.register_name(RV32_FA0), "fa0");
    assert_string_equal(isa_rv32.register_name(31), "t6");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_become_indexes),
        cmocka_unit_test(segments_come_in_any_order_and_alignment),
        cmocka_unit_test(what_cannot_be_a_program_is_refused),
        cmocka_unit_test(symbols_become_functions),
        cmocka_unit_test(instruction_sets_and_timing_classes_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
