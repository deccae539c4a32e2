/* SPDX-License-Identifier: Apache-2.0 */
/* test_control_word.c - scheduling bits: taken apart, put together, written. */
#include "word_fixture.h"

/* PAS-61 */
static void fields_stand_where_they_are_documented(void **unused)
{
    (void)unused;
    struct sass_control c = sass_control_unpack(5u | 1u << 4 | 2u << 5 | 3u << 8 | 0x15u << 11 |
                                                9u << 17);
    assert_int_equal(c.stall, 5);
    assert_true(c.yield);
    assert_int_equal(c.write_barrier, 2);
    assert_int_equal(c.read_barrier, 3);
    assert_int_equal(c.wait, 0x15);
    assert_int_equal(c.reuse, 9);
    assert_false(c.dual);
}

/* PAS-61: all 2^21 of them. */
static void every_control_field_is_packed_as_it_was(void **unused)
{
    (void)unused;
    for (uint32_t bits = 0; bits < 1u << 21; bits++) {
        struct sass_control control = sass_control_unpack(bits);
        if (sass_control_pack(&control) != bits)
            fail_msg("0x%x", bits);
    }
}

/* PAS-61: instruction i of a group has bits 21i and up; bit 63 belongs to none. */
static void a_control_word_has_three_fields(void **unused)
{
    (void)unused;
    uint64_t word = 0x1ull | 0x2ull << 21 | 0x1fffffull << 42 | 1ull << 63;
    assert_int_equal(sass_control_slot(word, 0), 1);
    assert_int_equal(sass_control_slot(word, 1), 2);
    assert_int_equal(sass_control_slot(word, 2), 0x1fffff);
}

/* PAS-61: two issue together when the first waits for nothing and does not yield. */
static void only_stall_0_without_a_yield_is_a_pair(void **unused)
{
    (void)unused;
    assert_true(sass_control_unpack(0x7f0).dual);
    assert_false(sass_control_unpack(0x7e0).dual);
    assert_false(sass_control_unpack(0x7f1).dual);
}

static void assert_text(uint32_t bits, const char *expected)
{
    struct text text = {NULL, 0, 0};
    struct sass_control control = sass_control_unpack(bits);
    sass_control_print(&control, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

/* PAS-61: wait mask, read barrier, write barrier, yield, stall. */
static void the_text_is_that_of_maxas(void **unused)
{
    (void)unused;
    assert_text(0x7e1, "--:-:-:Y:1");
    assert_text(0x7f6, "--:-:-:-:6");
    assert_text(0x7e1 & ~0xe0u, "--:-:1:Y:1");
    assert_text((0x7fdu & ~0x700u) | 5u << 8 | 0x21u << 11, "21:6:-:-:d");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_stand_where_they_are_documented),
        cmocka_unit_test(every_control_field_is_packed_as_it_was),
        cmocka_unit_test(a_control_word_has_three_fields),
        cmocka_unit_test(only_stall_0_without_a_yield_is_a_pair),
        cmocka_unit_test(the_text_is_that_of_maxas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
