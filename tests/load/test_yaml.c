/* SPDX-License-Identifier: Apache-2.0 */
/* test_yaml.c - the YAML layer: YAML 1.2 core types, exact places, hostile documents. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "load/yaml.h"

#include <cmocka.h> /* last: it has a macro named fail */

struct fixture {
    struct arena arena;
    struct error err;
};

static int set_up(void **state)
{
    *state = calloc(1, sizeof(struct fixture));
    return *state ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    arena_free(&f->arena);
    error_clear(&f->err);
    free(f);
    return 0;
}

static const struct yaml_node *parse(struct fixture *f, const char *text)
{
    const struct yaml_node *root;
    enum wc_status status = yaml_parse(&f->err, &f->arena, "t.yaml", text, strlen(text), &root);
    if (status != WC_OK)
        print_message("%s: %s\n", f->err.place ? f->err.place : "-", f->err.message);
    assert_int_equal(status, WC_OK);
    return root;
}

static void assert_refused(struct fixture *f, const char *text, size_t length, const char *place,
                           const char *part)
{
    const struct yaml_node *root;
    assert_int_equal(yaml_parse(&f->err, &f->arena, "t.yaml", text, length, &root), WC_BAD_INPUT);
    if (place)
        assert_string_equal(f->err.place, place);
    const char *message = f->err.message ? f->err.message : "";
    if (!strstr(message, part))
        fail_msg("'%s' does not mention '%s'", message, part);
    error_clear(&f->err);
}

static void plain_scalars_follow_the_yaml_1_2_core_schema(void **state)
{
    static const struct {
        const char *text;
        enum yaml_type type;
    } rows[] = {
        {"1e-5", YAML_FLOAT},     {"1.5", YAML_FLOAT},    {"-.5", YAML_FLOAT},
        {".inf", YAML_FLOAT},     {"-.INF", YAML_FLOAT},  {".nan", YAML_FLOAT},
        {"12", YAML_INTEGER},     {"-3", YAML_INTEGER},   {"0x1F", YAML_INTEGER},
        {"0o17", YAML_INTEGER},   {"017", YAML_INTEGER},  {"99999999999999999999", YAML_INTEGER},
        {"no", YAML_STRING},      {"yes", YAML_STRING},   {"on", YAML_STRING},
        {"true", YAML_BOOL},      {"FALSE", YAML_BOOL},   {"tRUE", YAML_STRING},
        {"null", YAML_NULL},      {"~", YAML_NULL},       {"nan", YAML_STRING},
        {"inf", YAML_STRING},     {"1_000", YAML_STRING}, {"12:30", YAML_STRING},
        {"\"12\"", YAML_STRING},  {"'true'", YAML_STRING}, {"1e", YAML_STRING},
        {"0x", YAML_STRING},      {"!!str 12", YAML_STRING}, {"infinity", YAML_STRING},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct yaml_node *root = parse(*state, rows[i].text);
        if (yaml_type_of(root) != rows[i].type)
            fail_msg("%s is of type %d", rows[i].text, yaml_type_of(root));
    }
}

static void every_node_knows_its_line_and_column(void **state)
{
    const struct yaml_node *root = parse(*state, "a: 1\nb:\n  - x\n  - {c: [7, \"q\"]}\n");
    const struct yaml_node *list = yaml_get(root, "b");
    assert_int_equal(root->line, 1);
    assert_int_equal(yaml_get(root, "a")->line, 1);
    assert_int_equal(yaml_get(root, "a")->column, 4);
    assert_int_equal(root->pairs[1].key->line, 2);
    assert_int_equal(root->pairs[1].key->column, 1);
    assert_int_equal(list->line, 3);
    assert_int_equal(list->items[0]->column, 5);
    const struct yaml_node *inner = yaml_get(list->items[1], "c");
    assert_int_equal(inner->line, 4);
    assert_int_equal(inner->column, 9);
    assert_int_equal(inner->items[1]->column, 13);
    assert_true(inner->items[1]->quoted);
}

static void duplicate_keys_are_refused_at_the_second_one(void **state)
{
    static const char text[] = "a: 1\nb: 2\na: 3\n";
    assert_refused(*state, text, strlen(text), "t.yaml:3:1", "the first is in line 1");
}

static void syntax_errors_carry_their_place(void **state)
{
    static const char open[] = "a: [1, 2\nb: 3\n";
    static const char tab[] = "a:\n\tb: 1\n";
    assert_refused(*state, open, strlen(open), NULL, "");
    const struct yaml_node *root;
    struct fixture *f = *state;
    assert_int_equal(yaml_parse(&f->err, &f->arena, "t.yaml", tab, strlen(tab), &root),
                     WC_BAD_INPUT);
    assert_non_null(strstr(f->err.place, "t.yaml:2"));
}

static void aliases_are_followed(void **state)
{
    const struct yaml_node *root = parse(*state, "a: &x [1, 2]\nb: *x\n");
    assert_int_equal(yaml_get(root, "b")->count, 2);
}

/* HOUSE-32 */
static void alias_bombs_are_refused(void **state)
{
    struct text bomb = {0};
    text_add(&bomb, "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
        text_add(&bomb, "a%d: &a%d [", i, i);
        for (int j = 0; j < 10; j++)
            text_add(&bomb, "%s*a%d", j ? ", " : "", i - 1);
        text_add(&bomb, "]\n");
    }
    assert_refused(*state, bomb.bytes, bomb.length, NULL, "aliases expanded");
    text_free(&bomb);
}

static void an_alias_within_its_anchor_is_refused(void **state)
{
    static const char text[] = "a: &x [1, *x]\n";
    assert_refused(*state, text, strlen(text), "t.yaml:1:12", "inside its own anchor");
}

static void an_alias_without_anchor_is_refused(void **state)
{
    static const char text[] = "a: *nobody\n";
    assert_refused(*state, text, strlen(text), NULL, "");
}

static void deep_nesting_is_refused(void **state)
{
    char text[1000];
    memset(text, '[', sizeof text);
    assert_refused(*state, text, sizeof text, NULL, "");
    memset(text, ']', sizeof text);
    memset(text, '[', YAML_DEPTH_MAX + 1);
    assert_refused(*state, text, 2 * (YAML_DEPTH_MAX + 1), NULL, "nesting deeper than");
}

static void depth_through_aliases_counts_too(void **state)
{
    struct text chain = {0};
    text_add(&chain, "a0: &a0 [x]\n");
    for (int i = 1; i < 40; i++)
        text_add(&chain, "a%d: &a%d [*a%d]\n", i, i, i - 1);
    assert_refused(*state, chain.bytes, chain.length, NULL, "nesting deeper than");
    text_free(&chain);
}

static void empty_documents_and_second_ones_are_refused(void **state)
{
    assert_refused(*state, "", 0, "t.yaml", "empty");
    assert_refused(*state, "# nothing\n", 10, "t.yaml", "empty");
    assert_refused(*state, "a: 1\n---\nb: 2\n", 14, "t.yaml:2", "second document");
}

static void nul_characters_and_tags_are_refused(void **state)
{
    assert_refused(*state, "a: \"x\\0y\"\n", 10, "t.yaml:1:4", "NUL");
    assert_refused(*state, "a: !thing x\n", 12, NULL, "tag");
    assert_refused(*state, "? [1, 2]\n: 3\n", 13, NULL, "expected a key");
}

static void what_is_no_text_is_refused(void **state)
{
    static const struct {
        const char *text;
        size_t length;
        const char *place;
    } rows[] = {
        {"a: \xff\xfe\n", 6, "t.yaml:1:4"},       {"\0\1", 2, "t.yaml:1:1"},
        {"a: 1\nb: \x01", 9, "t.yaml:2:4"},        {"a: \xc0\xaf", 5, "t.yaml:1:4"},
        {"a: \xed\xa0\x80", 6, "t.yaml:1:4"},      {"a: \xe2\x82", 5, "t.yaml:1:4"},
        {"a: \xc3\xa9\x80", 6, "t.yaml:1:5"},      {"a: \xf4\x90\x80\x80", 7, "t.yaml:1:4"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(*state, rows[i].text, rows[i].length, rows[i].place, "is not text");
    assert_string_equal(parse(*state, "\xe2\x82\xac \xf0\x9f\x98\x80")->text,
                        "\xe2\x82\xac \xf0\x9f\x98\x80");
}

static void texts_that_would_take_for_ever_are_refused(void **state)
{
    char *text = malloc(YAML_BYTES_MAX + 1);
    assert_non_null(text);
    memset(text, '\n', YAML_BYTES_MAX + 1);
    memcpy(text, "a: |", 4);
    assert_refused(*state, text, 5000, "t.yaml:1002", "blank lines");
    memset(text, 'x', YAML_BYTES_MAX + 1);
    assert_refused(*state, text, YAML_BYTES_MAX + 1, "t.yaml", "maximum of 4194304");
    free(text);
}

static void unknown_keys_offer_the_nearest_name(void **state)
{
    static const char *const known[] = {"grid", "block", NULL};
    struct fixture *f = *state;
    const struct yaml_node *root = parse(f, "grid: 1\nblokc: 2\n");
    assert_int_equal(yaml_known_keys(&f->err, root, known, "a job"), WC_BAD_INPUT);
    assert_string_equal(f->err.place, "t.yaml:2:1");
    assert_string_equal(f->err.message, "a job has no key 'blokc'");
    assert_string_equal(f->err.hint, "did you mean 'block'?");
}

static void integers_are_held_to_their_range(void **state)
{
    struct fixture *f = *state;
    uint64_t u;
    int64_t i;
    const struct yaml_node *root = parse(f, "[7, -1, 0xFFFFFFFFFFFFFFFF, 18446744073709551616, x]");
    assert_int_equal(yaml_uint(&f->err, root->items[0], "n", 0, 7, &u), WC_OK);
    assert_int_equal(u, 7);
    assert_int_equal(yaml_uint(&f->err, root->items[0], "n", 0, 6, &u), WC_BAD_INPUT);
    assert_string_equal(f->err.message, "n: expected an integer from 0 to 6, found '7'");
    error_clear(&f->err);
    assert_int_equal(yaml_uint(&f->err, root->items[1], "n", 0, 6, &u), WC_BAD_INPUT);
    error_clear(&f->err);
    assert_int_equal(yaml_int(&f->err, root->items[1], "n", -1, 0, &i), WC_OK);
    assert_int_equal(i, -1);
    assert_int_equal(yaml_uint(&f->err, root->items[2], "n", 0, UINT64_MAX, &u), WC_OK);
    assert_true(u == UINT64_MAX);
    assert_int_equal(yaml_uint(&f->err, root->items[3], "n", 0, UINT64_MAX, &u), WC_BAD_INPUT);
    error_clear(&f->err);
    assert_int_equal(yaml_int(&f->err, root->items[4], "n", 0, 1, &i), WC_BAD_INPUT);
}

static void the_parser_is_silent_on_standard_error(void **state)
{
    static const char text[] = "a: [1, 2\n}: {\n";
    struct fixture *f = *state;
    const struct yaml_node *root;
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stderr);
    int saved = dup(2);
    dup2(fileno(file), 2);
    enum wc_status status = yaml_parse(&f->err, &f->arena, "t", text, strlen(text), &root);
    fflush(stderr);
    dup2(saved, 2);
    close(saved);
    fseek(file, 0, SEEK_END);
    long printed = ftell(file);
    fclose(file);
    assert_int_equal(status, WC_BAD_INPUT);
    assert_int_equal(printed, 0);
}

/* HOUSE-36 */
static void every_damaged_document_ends_in_a_status(void **state)
{
    static const char text[] = "kernel: &k \"a\\u0041.elf\"\nbuffers:\n  a: {type: f32, shape: [4, "
                               "4]}\n  b: |\n   text\nargs: [a, *k, {i32: -4}]\n? x\n: - y\n";
    struct fixture *f = *state;
    const struct yaml_node *root;
    char copy[sizeof text];
    for (size_t cut = 0; cut < sizeof text; cut++) {
        yaml_parse(&f->err, &f->arena, "t", text, cut, &root);
        assert_true(f->err.status == WC_OK || f->err.message);
        error_clear(&f->err);
    }
    for (size_t bit = 0; bit < 8 * (sizeof text - 1); bit++) {
        memcpy(copy, text, sizeof text);
        copy[bit / 8] ^= (char)(1 << bit % 8);
        yaml_parse(&f->err, &f->arena, "t", copy, sizeof text - 1, &root);
        error_clear(&f->err);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(plain_scalars_follow_the_yaml_1_2_core_schema, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(every_node_knows_its_line_and_column, set_up, tear_down),
        cmocka_unit_test_setup_teardown(duplicate_keys_are_refused_at_the_second_one, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(syntax_errors_carry_their_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(aliases_are_followed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(alias_bombs_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_alias_within_its_anchor_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_alias_without_anchor_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(deep_nesting_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(depth_through_aliases_counts_too, set_up, tear_down),
        cmocka_unit_test_setup_teardown(empty_documents_and_second_ones_are_refused, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(nul_characters_and_tags_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_text_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(texts_that_would_take_for_ever_are_refused, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(unknown_keys_offer_the_nearest_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(integers_are_held_to_their_range, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_parser_is_silent_on_standard_error, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_damaged_document_ends_in_a_status, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
