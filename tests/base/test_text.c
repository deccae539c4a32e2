/* SPDX-License-Identifier: Apache-2.0 */
/* test_text.c - growing strings, and the name that was probably meant. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"

#include <cmocka.h>

static const char *const names[] = {"warps", "threads", "cores", "isa.a", "isa.v3",
                                    "functional.order", "barrier.count", NULL};

static const char *listed(const void *user, size_t i)
{
    return ((const char *const *)user)[i];
}

static const char *nearest(const char *name)
{
    return nearest_name(name, listed, names);
}

static void an_empty_text_is_an_empty_string(void **unused)
{
    (void)unused;
    struct text text = {0};
    assert_string_equal(text_string(&text), "");
    text_add(&text, "%s", "");
    assert_string_equal(text_string(&text), "");
    assert_int_equal(text.length, 0);
    assert_non_null(text.bytes); /* can be handed on */
    text_free(&text);
    assert_null(text.bytes);
}

static void a_text_grows_piece_by_piece_and_stays_terminated(void **unused)
{
    (void)unused;
    struct text text = {0};
    for (unsigned i = 0; i < 5000; i++) {
        text_add(&text, "%u,", i % 10);
        assert_int_equal(text.length, 2 * (i + 1));
        assert_int_equal(text.bytes[text.length], '\0');
        assert_true(text.room > text.length);
    }
    for (unsigned i = 0; i < 5000; i++)
        assert_int_equal(text.bytes[2 * i], '0' + i % 10);
    text_free(&text);
}

static void one_piece_may_be_longer_than_all_before(void **unused)
{
    (void)unused;
    struct text text = {0};
    char big[4096];
    memset(big, 'x', sizeof big);
    big[sizeof big - 1] = '\0';
    text_add(&text, "ab");
    text_add(&text, "%s!", big);
    assert_int_equal(text.length, 2 + sizeof big - 1 + 1);
    assert_string_equal(text_string(&text) + 2 + sizeof big - 1, "!");
    text_free(&text);
}

static void bytes_are_taken_as_they_are(void **unused)
{
    (void)unused;
    struct text text = {0};
    text_add_bytes(&text, "a%s\0b", 5);
    assert_int_equal(text.length, 5);
    assert_memory_equal(text.bytes, "a%s\0b\0", 6);
    text_free(&text);
}

static void a_slip_of_the_finger_finds_the_name_that_was_meant(void **unused)
{
    (void)unused;
    assert_string_equal(nearest("warp"), "warps");      /* a letter missing */
    assert_string_equal(nearest("warpss"), "warps");    /* one too many */
    assert_string_equal(nearest("wraps"), "warps");     /* two swapped */
    assert_string_equal(nearest("corez"), "cores");     /* another one */
    assert_string_equal(nearest("funtional.ordre"), "functional.order");
    assert_string_equal(nearest("warps"), "warps");
}

static void two_swapped_letters_are_one_slip(void **unused)
{
    (void)unused;
    static const char *const two[] = {"bx", "ba", NULL}; /* "ab": two changes, one swap */
    assert_string_equal(nearest_name("ab", listed, two), "ba");
}

static void a_name_that_resembles_nothing_finds_nothing(void **unused)
{
    (void)unused;
    static const char *const none[] = {NULL};
    assert_null(nearest("zzzzzz"));
    assert_null(nearest(""));
    assert_null(nearest_name("warps", listed, none));
}

static void very_long_names_are_compared_without_harm(void **unused)
{
    (void)unused;
    char name[1000];
    memset(name, 'w', sizeof name);
    name[sizeof name - 1] = '\0';
    nearest(name); /* whatever comes: no crash, and */
    const char *const list[] = {name, "warps", NULL};
    assert_string_equal(nearest_name("warp", listed, list), "warps");
}

static void of_two_that_are_equally_near_the_first_is_taken(void **unused)
{
    (void)unused;
    static const char *const two[] = {"cat", "car", NULL};
    assert_string_equal(nearest_name("cab", listed, two), "cat");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_text_is_an_empty_string),
        cmocka_unit_test(a_text_grows_piece_by_piece_and_stays_terminated),
        cmocka_unit_test(one_piece_may_be_longer_than_all_before),
        cmocka_unit_test(bytes_are_taken_as_they_are),
        cmocka_unit_test(a_slip_of_the_finger_finds_the_name_that_was_meant),
        cmocka_unit_test(two_swapped_letters_are_one_slip),
        cmocka_unit_test(a_name_that_resembles_nothing_finds_nothing),
        cmocka_unit_test(very_long_names_are_compared_without_harm),
        cmocka_unit_test(of_two_that_are_equally_near_the_first_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
