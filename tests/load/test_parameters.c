/* SPDX-License-Identifier: Apache-2.0 */
/* test_parameters.c - machine files: inheritance, overrides, selectors, and what is refused.
 * machines/ is looked for under WARPCLOCK_SOURCE_DIR, or from the working folder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load/machine_file.h"
#include "load/parameters.h"

#include <cmocka.h> /* last: it has a macro named fail */

struct fixture {
    struct error err;
    struct arena arena;
    struct parameters parameters;
    char folder[512];
    const char *folders[2];
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    const char *root = getenv("WARPCLOCK_SOURCE_DIR");
    *state = f;
    snprintf(f->folder, sizeof f->folder, "%s/machines", root ? root : ".");
    f->folders[0] = f->folder;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    parameters_free(&f->parameters);
    arena_free(&f->arena);
    error_clear(&f->err);
    free(f);
    return 0;
}

static void load(struct fixture *f, const char *name)
{
    const char *path;
    assert_int_equal(machine_path(&f->err, &f->arena, name, f->folders, &path), WC_OK);
    enum wc_status status = parameters_load(&f->err, path, f->folders, &f->parameters);
    if (status != WC_OK)
        print_message("%s: %s\n", f->err.place ? f->err.place : "-", f->err.message);
    assert_int_equal(status, WC_OK);
}

static const char *value(struct fixture *f, const char *name)
{
    struct parameter *parameter = parameters_find(&f->parameters, name);
    assert_non_null(parameter);
    return parameter->value.text;
}

static void assert_set_refused(struct fixture *f, const char *pair, const char *message,
                               const char *help)
{
    assert_int_equal(parameters_set_pair(&f->err, &f->parameters, pair, "--set"), WC_BAD_INPUT);
    assert_string_equal(f->err.place, "--set");
    assert_string_equal(f->err.message, message);
    if (help)
        assert_string_equal(f->err.hint, help);
    error_clear(&f->err);
}

static void set(struct fixture *f, const char *pair)
{
    assert_int_equal(parameters_set_pair(&f->err, &f->parameters, pair, "--set"), WC_OK);
}

/* HOUSE-33 */
static void every_machine_file_loads_and_every_number_has_its_source(void **state)
{
    struct fixture *f = *state;
    const char **names;
    size_t count;
    machine_names(&f->arena, f->folders, &names, &count);
    assert_true(count >= 2);
    for (size_t i = 0; i < count; i++) {
        load(f, names[i]);
        assert_string_equal(f->parameters.name, names[i]);
        for (size_t j = 0; j < f->parameters.count; j++) {
            assert_non_null(f->parameters.list[j].unit);
            assert_non_null(f->parameters.list[j].source);
            assert_non_null(f->parameters.list[j].about);
        }
        parameters_free(&f->parameters);
        if (i)
            assert_true(strcmp(names[i - 1], names[i]) < 0);
    }
}

static void the_vortex_numbers_are_those_of_release_2_1(void **state)
{
    struct fixture *f = *state;
    uint64_t threads;
    bool atomics = true;
    const char *first;
    load(f, "vortex");
    assert_int_equal(parameter_uint(&f->err, &f->parameters, "threads", 32, &threads), WC_OK);
    assert_int_equal(threads, 32);
    assert_int_equal(parameter_bool(&f->err, &f->parameters, "isa.a", &atomics), WC_OK);
    assert_false(atomics);
    assert_int_equal(parameter_text(&f->err, &f->parameters, "split.first", &first), WC_OK);
    assert_string_equal(first, "larger");
    assert_int_equal(parameter_uint(&f->err, &f->parameters, "stack.top", UINT32_MAX, &threads),
                     WC_OK);
    assert_int_equal(threads, 0xFF000000);
}

/* HOUSE-6 */
static void overrides_are_checked_for_type_range_and_choice(void **state)
{
    struct fixture *f = *state;
    load(f, "vortex");
    set(f, "threads=4");
    assert_string_equal(value(f, "threads"), "4");
    assert_string_equal(parameters_find(&f->parameters, "threads")->origin, "--set");
    assert_string_equal(parameters_find(&f->parameters, "threads")->standard.text, "32");
    set(f, "local.base=0xFE000000");
    assert_set_refused(f, "threads=33", "threads: 33 exceeds the maximum of 32 threads per warp",
                       NULL);
    assert_set_refused(f, "threads=0", "threads: 0 is below the minimum of 1 threads per warp",
                       NULL);
    assert_set_refused(f, "threads=1.5", "threads: expected an integer, found '1.5'", NULL);
    assert_set_refused(f, "isa.a=yes", "isa.a: expected true or false, found 'yes'", NULL);
    assert_set_refused(f, "split.first=last",
                       "split.first: expected one of larger, smaller, found 'last'", NULL);
    assert_set_refused(f, "treads=4", "machine 'vortex' has no parameter 'treads'",
                       "did you mean 'threads'?");
    assert_set_refused(f, "zzzzzzzzzzzz=4", "machine 'vortex' has no parameter 'zzzzzzzzzzzz'",
                       "'warpclock machines vortex' lists them");
    assert_set_refused(f, "threads", "expected KEY=VALUE, found 'threads'", NULL);
    assert_set_refused(f, "=4", "expected KEY=VALUE, found '=4'", NULL);
    assert_set_refused(f, "threads=", "threads: expected an integer, found ''", NULL);
    assert_string_equal(value(f, "threads"), "4");
}

static void a_selector_brings_its_values_but_not_over_named_ones(void **state)
{
    struct fixture *f = *state;
    load(f, "vortex");
    set(f, "minstret.unit=threads");
    set(f, "version=3.0");
    assert_string_equal(value(f, "split.first"), "smaller");
    assert_string_equal(value(f, "minstret.unit"), "threads");
    assert_string_equal(parameters_find(&f->parameters, "split.first")->origin, "version=3.0");
    set(f, "version=2.2");
    assert_string_equal(value(f, "split.first"), "larger");
    assert_string_equal(value(f, "stack.top"), "0xFFFF0000");
    assert_null(parameters_find(&f->parameters, "split.first")->origin);
    set(f, "version=2.1");
    assert_string_equal(value(f, "stack.top"), "0xFF000000");
}

static void a_file_based_on_another_changes_only_what_it_says(void **state)
{
    struct fixture *f = *state;
    load(f, "vortex-3.0");
    assert_string_equal(f->parameters.model, "vortex");
    assert_string_equal(f->parameters.based_on, "vortex");
    assert_string_equal(value(f, "version"), "3.0");
    assert_string_equal(value(f, "split.first"), "smaller");
    assert_string_equal(parameters_find(&f->parameters, "split.first")->standard.text, "smaller");
    assert_string_equal(value(f, "threads"), "32");
    set(f, "version=2.1");
    assert_string_equal(value(f, "split.first"), "larger");
    assert_string_equal(parameters_find(&f->parameters, "split.first")->origin, "version=2.1");
}

static void what_nobody_read_can_be_listed(void **state)
{
    struct fixture *f = *state;
    size_t index = 0, unread = 0;
    uint64_t ignored;
    load(f, "vortex");
    assert_int_equal(parameter_uint(&f->err, &f->parameters, "warps", 64, &ignored), WC_OK);
    for (const struct parameter *p; (p = parameters_unread(&f->parameters, &index)); unread++)
        assert_string_not_equal(p->name, "warps");
    size_t selectors = 0; /* they work by what they set, read or not */
    for (size_t i = 0; i < f->parameters.count; i++)
        selectors += f->parameters.list[i].preset_count > 0;
    assert_int_equal(unread, f->parameters.count - 1 - selectors);
}

static void a_model_that_asks_for_what_is_not_there_is_told(void **state)
{
    static const char *const choices[] = {"larger", NULL};
    struct fixture *f = *state;
    int64_t number;
    unsigned choice;
    load(f, "vortex");
    assert_int_equal(parameter_int(&f->err, &f->parameters, "issue.width", &number), WC_BAD_INPUT);
    assert_non_null(strstr(f->err.message, "parameter 'issue.width' is missing"));
    error_clear(&f->err);
    assert_int_equal(parameter_int(&f->err, &f->parameters, "isa.a", &number), WC_BAD_INPUT);
    assert_non_null(strstr(f->err.place, "vortex.yaml:"));
    error_clear(&f->err);
    assert_int_equal(parameter_choice(&f->err, &f->parameters, "split.first", choices, &choice),
                     WC_OK);
    assert_int_equal(choice, 0);
    set(f, "split.first=smaller");
    assert_int_equal(parameter_choice(&f->err, &f->parameters, "split.first", choices, &choice),
                     WC_BAD_INPUT);
}

static void unknown_machines_offer_the_nearest_name(void **state)
{
    struct fixture *f = *state;
    const char *path;
    assert_int_equal(machine_path(&f->err, &f->arena, "votrex", f->folders, &path), WC_BAD_INPUT);
    assert_string_equal(f->err.hint, "did you mean 'vortex'?");
    error_clear(&f->err);
    assert_int_equal(machine_path(&f->err, &f->arena, "../x", f->folders, &path), WC_BAD_INPUT);
}

#define HEAD "name: m\nabout: x\nisa: i\nmodel: m\nversion: 1\n"
#define REST "unit: u, source: assumed, about: t"

static void assert_file_refused(struct fixture *f, const char *text, const char *place,
                                const char *part)
{
    enum wc_status status = parameters_parse(&f->err, "m.yaml", text, strlen(text), f->folders,
                                             &f->parameters);
    assert_int_equal(status, WC_BAD_INPUT);
    if (!strstr(f->err.message, part))
        fail_msg("'%s' does not mention '%s'", f->err.message, part);
    assert_string_equal(f->err.place, place);
    error_clear(&f->err);
    parameters_free(&f->parameters);
}

static void parse(struct fixture *f, const char *text)
{
    assert_int_equal(parameters_parse(&f->err, "m.yaml", text, strlen(text), f->folders,
                                      &f->parameters), WC_OK);
}

/* A machine may run several instruction sets. */
static void isa_is_a_name_or_a_list_and_inherited(void **state)
{
    struct fixture *f = *state;
    parse(f, "name: m\nabout: x\nisa: [a, b]\nmodel: m\nversion: 1\n");
    assert_int_equal(f->parameters.isa_count, 2);
    assert_string_equal(f->parameters.isa, "a, b");
    assert_true(parameters_run_isa(&f->parameters, "a") && parameters_run_isa(&f->parameters, "b"));
    assert_false(parameters_run_isa(&f->parameters, "a, b"));
    parameters_free(&f->parameters);
    parse(f, "name: m\nbased_on: vortex\nversion: 1\n");
    assert_int_equal(f->parameters.isa_count, 1);
    assert_true(parameters_run_isa(&f->parameters, "rv32"));
    parameters_free(&f->parameters);
    parse(f, "name: m\nbased_on: vortex\nisa: [x, y]\nversion: 1\n");
    assert_string_equal(f->parameters.isa, "x, y");
    parameters_free(&f->parameters);
    static const char head[] = "name: m\nabout: x\nmodel: m\nversion: 1\n";
    const char *const faults[][2] = {
        {"isa: []\n", "an empty list"},    {"isa: [~]\n", "expected"},
        {"isa: [a, a]\n", "listed twice"}, {"isa: {a: b}\n", "expected"},
        {"isa: [[a]]\n", "expected"},      {"", "'isa' is missing"}};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        char text[128];
        snprintf(text, sizeof text, "%s%s", head, faults[i][0]);
        assert_int_equal(parameters_parse(&f->err, "m.yaml", text, strlen(text), f->folders,
                                          &f->parameters), WC_BAD_INPUT);
        assert_non_null(strstr(f->err.message, faults[i][1]));
        error_clear(&f->err);
        parameters_free(&f->parameters);
    }
}

/* HOUSE-2, HOUSE-33 */
static void faulty_machine_files_are_refused_at_the_fault(void **state)
{
    struct fixture *f = *state;
    assert_file_refused(f, "[1]\n", "m.yaml:1:1", "expected a machine file");
    assert_file_refused(f, "name: m\nisa: i\n", "m.yaml:1:1", "'about' is missing");
    assert_file_refused(f, HEAD "nmae: 1\n", "m.yaml:6:1", "no key 'nmae'");
    assert_file_refused(f, "name: n\nabout: x\nisa: i\nmodel: m\nversion: 1\n", "m.yaml:1:7",
                        "differs from the file name");
    assert_file_refused(f, HEAD "parameters:\n  a: {value: 1, unit: u, about: t}\n", "m.yaml:7:6",
                        "'source' is missing");
    assert_file_refused(f, HEAD "parameters:\n  a: {value: 1, unit: u, about: t, source: told}\n",
                        "m.yaml:7:44", "starts with paper");
    assert_file_refused(f, HEAD "parameters:\n  a: {value: 9, max: 8, " REST "}\n", "m.yaml:7:14",
                        "exceeds the maximum");
    assert_file_refused(f, HEAD "parameters:\n  a: {value: x, max: 8, " REST "}\n", "m.yaml:7:22",
                        "only valid for numbers");
    assert_file_refused(f, HEAD "parameters:\n  a: {value: x, one_of: [y], " REST "}\n",
                        "m.yaml:7:14", "one of y");
    assert_file_refused(f, HEAD "parameters:\n  a: 4\n", "m.yaml:7:6", "expected a parameter");
    assert_file_refused(f, HEAD "parameters:\n  a.: {value: 4, " REST "}\n", "m.yaml:7:3",
                        "not a parameter name");
    assert_file_refused(f, HEAD "parameters:\n  a: {value: x, sets: {x: {b: 1}}, " REST "}\n",
                        "m.yaml:7:28", "not a parameter that a choice can set");
    assert_file_refused(f, "based_on: ../m.yaml\n", "m.yaml:1:11", "expected a machine name");
    assert_file_refused(f, "based_on: nobody\n", "m.yaml:1:11", "unknown machine 'nobody'");
    assert_file_refused(f, "name: m\nbased_on: vortex\nversion: 1\nparameters:\n"
                           "  threads: {value: x}\n", "m.yaml:5:20", "expected an integer");
}

static void every_example_of_the_documentation_loads(void **state)
{
    struct fixture *f = *state;
    char path[600], name[32], text[20000] = "";
    size_t examples = 0;
    snprintf(path, sizeof path, "%s/../docs/machine-file.md", f->folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) < sizeof text - 1);
    fclose(file);
    for (const char *at = text; (at = strstr(at, "```yaml\n")) != NULL; examples++) {
        at += 8;
        const char *end = strstr(at, "```");
        assert_non_null(end);
        assert_int_equal(sscanf(at, "name: %20s", name), 1);
        snprintf(path, sizeof path, "%s.yaml", name);
        enum wc_status status = parameters_parse(&f->err, path, at, (size_t)(end - at), f->folders,
                                                 &f->parameters);
        if (status != WC_OK)
            fail_msg("%s: %s", f->err.place, f->err.message);
        parameters_free(&f->parameters);
    }
    assert_int_equal(examples, 2);
}

static void a_circle_of_based_on_ends(void **state)
{
    struct fixture *f = *state;
    char folder[] = P_tmpdir "/warpclock-XXXXXX", path[64];
    static const char text[] = "name: m\nbased_on: m\nversion: 1\n";
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/m.yaml", folder);
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
    enum wc_status status = parameters_load(&f->err, path, f->folders, &f->parameters);
    remove(path);
    remove(folder);
    assert_int_equal(status, WC_BAD_INPUT);
    assert_non_null(strstr(f->err.message, "or a cycle"));
}

int main(void)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(every_machine_file_loads_and_every_number_has_its_source),
        cmocka_unit_test(the_vortex_numbers_are_those_of_release_2_1),
        cmocka_unit_test(overrides_are_checked_for_type_range_and_choice),
        cmocka_unit_test(a_selector_brings_its_values_but_not_over_named_ones),
        cmocka_unit_test(a_file_based_on_another_changes_only_what_it_says),
        cmocka_unit_test(what_nobody_read_can_be_listed),
        cmocka_unit_test(a_model_that_asks_for_what_is_not_there_is_told),
        cmocka_unit_test(unknown_machines_offer_the_nearest_name),
        cmocka_unit_test(faulty_machine_files_are_refused_at_the_fault),
        cmocka_unit_test(every_example_of_the_documentation_loads),
        cmocka_unit_test(a_circle_of_based_on_ends),
        cmocka_unit_test(isa_is_a_name_or_a_list_and_inherited),
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        tests[i].setup_func = set_up;
        tests[i].teardown_func = tear_down;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
