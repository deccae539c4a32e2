/* SPDX-License-Identifier: Apache-2.0 */
/* test_json.c - documents that are complete or not there, and what lacks memory. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/json_stream.h"

#include <cmocka.h>

/* HOUSE-53: what a failed allocation of jansson returns is NULL. */
static void a_missing_part_loses_the_whole(void **unused)
{
    json_t *object = json_object(), *array = json_array();
    (void)unused;
    json_put(&object, "there", json_integer(1));
    json_put(&object, "missing", NULL);
    assert_null(object);
    json_put(&object, "later", json_integer(2));
    assert_null(object);
    json_append(&array, object);
    assert_null(array);
}

/* HOUSE-53 */
static void no_document_makes_an_incomplete_text(void **unused)
{
    struct text text = {0};
    (void)unused;
    json_text_add(NULL, &text);
    assert_true(text.incomplete);
    text_free(&text);
    json_text_add(json_pack("{s:i}", "a", 1), &text);
    assert_false(text.incomplete);
    assert_string_equal(text_string(&text), "{\n  \"a\": 1\n}\n");
    text_free(&text);
}

/* What is not memory: bytes that are not UTF-8, numbers that JSON does not have. */
static void odd_values_lose_nothing(void **unused)
{
    struct text text = {0};
    json_t *object = json_object();
    (void)unused;
    json_put(&object, "k\xff", json_outside_string("v\xfe"));
    json_put(&object, "n", json_figure(NAN));
    json_text_add(object, &text);
    assert_string_equal(text_string(&text), "{\n  \"k?\": \"v?\",\n  \"n\": null\n}\n");
    text_free(&text);
}

static json_t *some_part(void)
{
    return json_pack("{s:[i, {s:f}], s:[], s:{}}", "a", 1, "b\n", 0.1, "c", "d");
}

/* HOUSE-55: nested, with and without parts, beside scalars. */
static void parts_make_the_text_of_the_whole(void **unused)
{
    struct text whole = {0}, parts = {0};
    struct json_stream json = {.out = &parts};
    (void)unused;
    json_text_add(json_pack("[{s:s, s:[oo], s:[], s:{}}, n]", "name", "x", "rows", some_part(),
                            some_part(), "none", "empty"),
                  &whole);
    json_stream_begin(&json, NULL, '[');
    json_stream_begin(&json, NULL, '{');
    json_stream_add(&json, "name", json_string("x"));
    json_stream_begin(&json, "rows", '[');
    json_stream_add(&json, NULL, some_part());
    json_stream_add(&json, NULL, some_part());
    json_stream_end(&json, ']');
    json_stream_begin(&json, "none", '[');
    json_stream_end(&json, ']');
    json_stream_begin(&json, "empty", '{');
    json_stream_end(&json, '}');
    json_stream_end(&json, '}');
    json_stream_add(&json, NULL, json_null());
    json_stream_end(&json, ']');
    assert_string_equal(text_string(&parts), text_string(&whole));
    assert_false(parts.incomplete);
    text_free(&whole);
    text_free(&parts);
}

/* HOUSE-53 */
static void a_missing_part_makes_an_incomplete_text(void **unused)
{
    struct text text = {0};
    struct json_stream json = {.out = &text};
    (void)unused;
    json_stream_begin(&json, NULL, '[');
    json_stream_add(&json, NULL, NULL);
    json_stream_end(&json, ']');
    assert_true(text.incomplete);
    text_free(&text);
}

/* HOUSE-51 */
static void what_lacks_memory_fails_every_check(void **unused)
{
    struct arena arena = {0};
    struct error err = {0};
    (void)unused;
    assert_int_equal(memory_check(&err), WC_OK);
    arena_lacks_memory(&arena);
    arena_lacks_memory(&arena);
    memory_try_again();
    assert_int_equal(memory_check(&err), WC_INTERNAL);
    assert_string_equal(err.message, "out of memory");
    arena_free(&arena);
    error_clear(&err);
    assert_int_equal(memory_check(&err), WC_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_part_loses_the_whole),
        cmocka_unit_test(no_document_makes_an_incomplete_text),
        cmocka_unit_test(odd_values_lose_nothing),
        cmocka_unit_test(parts_make_the_text_of_the_whole),
        cmocka_unit_test(a_missing_part_makes_an_incomplete_text),
        cmocka_unit_test(what_lacks_memory_fails_every_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
