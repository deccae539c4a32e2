/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of source files beside a binary. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "load/source_text.h"

#include <cmocka.h> /* last: it has a macro named fail */

struct stage {
    char folder[32], inside[64], outside[64], binary[64];
};

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static struct stage set_up(void)
{
    struct stage stage = {.folder = "/tmp/warpclock-source-XXXXXX"};
    assert_non_null(mkdtemp(stage.folder));
    snprintf(stage.inside, sizeof stage.inside, "%s/k.cl", stage.folder);
    snprintf(stage.outside, sizeof stage.outside, "%s.cl", stage.folder);
    snprintf(stage.binary, sizeof stage.binary, "%s/k.elf", stage.folder);
    write_file(stage.inside, "first\n\n\tsum += a[i]; \r\n\033[31mred\nlast");
    write_file(stage.outside, "private\n");
    return stage;
}

static void tear_down(struct stage *stage)
{
    unlink(stage->inside);
    unlink(stage->outside);
    rmdir(stage->folder);
}

static void a_line_has_no_blanks_around_it(void **unused)
{
    (void)unused;
    struct stage stage = set_up();
    struct source_texts *texts = source_texts_new(stage.binary);
    assert_string_equal(source_text(texts, "k.cl", 1), "first");
    assert_null(source_text(texts, "k.cl", 2));
    assert_string_equal(source_text(texts, "k.cl", 3), "sum += a[i];");
    assert_string_equal(source_text(texts, "k.cl", 5), "last");
    assert_null(source_text(texts, "k.cl", 0));
    assert_null(source_text(texts, "k.cl", 6));
    assert_null(source_text(texts, "other.cl", 1));
    source_texts_free(texts);
    tear_down(&stage);
}

static void control_characters_do_not_reach_a_terminal(void **unused)
{
    (void)unused;
    struct stage stage = set_up();
    struct source_texts *texts = source_texts_new(stage.binary);
    assert_string_equal(source_text(texts, "k.cl", 4), "?[31mred");
    source_texts_free(texts);
    tear_down(&stage);
}

static void a_file_outside_of_the_folder_is_not_read(void **unused)
{
    (void)unused;
    struct stage stage = set_up();
    struct source_texts *texts = source_texts_new(stage.binary);
    char above[64];
    snprintf(above, sizeof above, "../%.26s.cl", stage.folder + sizeof "/tmp/" - 1);
    assert_null(source_text(texts, stage.outside, 1));
    assert_null(source_text(texts, above, 1));
    assert_string_equal(source_text(texts, "/home/somebody/k.cl", 1), "first");
    source_texts_free(texts);
    tear_down(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_has_no_blanks_around_it),
        cmocka_unit_test(control_characters_do_not_reach_a_terminal),
        cmocka_unit_test(a_file_outside_of_the_folder_is_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
