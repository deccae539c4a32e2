/* SPDX-License-Identifier: Apache-2.0 */
/* test_state_io.c - files of state: what was saved is loaded, and nothing else is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "machine/common/state_io.h"

#include <cmocka.h>

enum { PAGES = 5 * 4096 + 17 };

/* Some of everything. */
struct contents {
    uint64_t number;
    char bytes[13];
    uint8_t pages[PAGES];
};

static void walk(struct contents *contents, struct state_io *io)
{
    state_io_number(io, &contents->number);
    state_io_bytes(io, contents->bytes, sizeof contents->bytes);
    state_io_expect(io, 4711);
    state_io_pages(io, contents->pages, sizeof contents->pages);
}

static const struct contents *filled(struct contents *contents)
{
    *contents = (struct contents){.number = 12345678901234, .bytes = "thirteen byt"};
    contents->pages[4096] = 1;                /* the first and the fifth page are 0 */
    contents->pages[3 * 4096 - 1] = 2;
    memset(contents->pages + 3 * 4096, 3, 4096);
    contents->pages[PAGES - 1] = 4;
    return contents;
}

/* The bytes of a file with the contents; release with free(). */
static char *saved(size_t *length)
{
    struct contents contents;
    struct error err = {0};
    struct state_io io;
    char *text = NULL;
    FILE *file = open_memstream(&text, length);
    filled(&contents);
    state_io_save(&io, &err, "a file", file);
    walk(&contents, &io);
    assert_true(state_io_ok(&io));
    state_io_seal(&io);
    fclose(file);
    return text;
}

static enum wc_status load(char *text, size_t length, struct contents *contents, uint64_t *left)
{
    struct error err = {0};
    struct state_io io;
    FILE *file = length ? fmemopen(text, length, "rb") : fopen("/dev/null", "rb");
    state_io_load(&io, &err, "a file", file, length);
    walk(contents, &io);
    *left = io.left;
    fclose(file);
    assert_int_equal(io.status, err.status);
    if (io.status != WC_OK)
        assert_non_null(err.message);
    error_clear(&err);
    return io.status;
}

static void what_was_saved_is_loaded_over_anything(void **state)
{
    struct contents expected, found;
    size_t length;
    uint64_t left;
    char *text = saved(&length);
    (void)state;
    filled(&expected);
    memset(&found, 0x55, sizeof found);
    assert_int_equal(load(text, length, &found, &left), WC_OK);
    assert_int_equal(left, 0);
    assert_int_equal(found.number, expected.number);
    assert_memory_equal(found.bytes, expected.bytes, sizeof found.bytes);
    assert_memory_equal(found.pages, expected.pages, sizeof found.pages);
    assert_true(length < PAGES); /* pages of zeros are not in it */
    free(text);
}

/* LONG-7 */
static void a_truncated_file_is_refused_at_every_length(void **state)
{
    struct contents found;
    size_t length;
    uint64_t left;
    char *text = saved(&length);
    (void)state;
    for (size_t kept = 0; kept < length; kept++)
        assert_int_equal(load(text, kept, &found, &left), WC_BAD_INPUT);
    free(text);
}

/* LONG-7 */
static void a_changed_byte_is_found_wherever_it_is(void **state)
{
    struct contents found;
    size_t length;
    uint64_t left;
    char *text = saved(&length);
    (void)state;
    for (size_t i = 0; i < length; i++) {
        text[i] ^= (char)(1 << i % 8);
        assert_int_equal(load(text, length, &found, &left), WC_BAD_INPUT);
        text[i] ^= (char)(1 << i % 8);
    }
    assert_int_equal(load(text, length, &found, &left), WC_OK);
    free(text);
}

/* A file with the right sum, but of something else. */
static void a_number_that_does_not_fit_is_refused(void **state)
{
    struct contents found;
    struct error err = {0};
    struct state_io io;
    char *text = NULL;
    size_t length;
    uint64_t left;
    FILE *file = open_memstream(&text, &length);
    (void)state;
    state_io_save(&io, &err, "a file", file);
    state_io_expect(&io, 1);
    state_io_bytes(&io, (char[13]){0}, 13);
    state_io_expect(&io, 4712); /* not 4711 */
    state_io_seal(&io);
    fclose(file);
    assert_int_equal(load(text, length, &found, &left), WC_BAD_INPUT);
    free(text);
}

static void what_is_left_over_is_known(void **state)
{
    struct contents contents, found;
    struct error err = {0};
    struct state_io io;
    char *text = NULL;
    size_t length;
    uint64_t left;
    FILE *file = open_memstream(&text, &length);
    (void)state;
    filled(&contents);
    state_io_save(&io, &err, "a file", file);
    walk(&contents, &io);
    state_io_bytes(&io, (char[3]){0}, 3);
    state_io_seal(&io);
    fclose(file);
    assert_int_equal(load(text, length, &found, &left), WC_OK);
    assert_int_equal(left, 3);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_saved_is_loaded_over_anything),
        cmocka_unit_test(a_truncated_file_is_refused_at_every_length),
        cmocka_unit_test(a_changed_byte_is_found_wherever_it_is),
        cmocka_unit_test(a_number_that_does_not_fit_is_refused),
        cmocka_unit_test(what_is_left_over_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
