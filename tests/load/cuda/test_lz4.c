/* SPDX-License-Identifier: Apache-2.0 */
/* test_lz4.c - blocks of the LZ4 format, whole and damaged. PAS-22 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "load/lz4.h"

#include <cmocka.h> /* last: its fail() is a macro */

static bool gives(const void *block, size_t block_bytes, const char *text)
{
    uint8_t out[512];
    const size_t size = strlen(text);
    return lz4_decompress(block, block_bytes, out, size) && !memcmp(out, text, size);
}

static void literals_alone_are_a_block(void **state)
{
    (void)state;
    assert_true(gives("\x50hello", 6, "hello"));
    assert_true(gives("\xF0\x00" "fifteen letters", 17, "fifteen letters"));
}

static void a_match_may_overlap_its_own_output(void **state)
{
    (void)state;
    assert_true(gives("\x11" "a\x01\x00\x10" "b", 6, "aaaaaab"));
    assert_true(gives("\x22" "xy\x02\x00\x10" "z", 7, "xyxyxyxyz"));
    assert_true(gives("\x1F" "a\x01\x00\x02\x10" "b", 7, "aaaaaaaaaaaaaaaaaaaaaab"));
}

/* Every cut of a block, and a block for another size. */
static void a_damaged_block_is_refused(void **state)
{
    (void)state;
    static const char block[] = "\x1F" "a\x01\x00\x02\x10" "b", text[] = "aaaaaaaaaaaaaaaaaaaaaab";
    for (size_t size = 0; size + 1 < sizeof block; size++)
        assert_false(gives(block, size, text));
    assert_false(gives(block, sizeof block - 1, "aaaa"));
    assert_false(gives("\x11" "a\x02\x00\x10" "b", 6, "aaaaaab"));
    assert_false(gives("\x11" "a\x00\x00\x10" "b", 6, "aaaaaab"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(literals_alone_are_a_block),
        cmocka_unit_test(a_match_may_overlap_its_own_output),
        cmocka_unit_test(a_damaged_block_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
