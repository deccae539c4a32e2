/* SPDX-License-Identifier: Apache-2.0 */
/* test_output.c - output files on file systems with and without nameless files, and which paths are
 * the same file. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "load/files.h"
#include "load/output.h"

#include <cmocka.h> /* last: it has a macro named fail */

/* ---- a file system without nameless files: the linker leads open() here ---- */

static bool has_nameless = true;

int __real_open(const char *path, int flags, mode_t mode);
int __real_open64(const char *path, int flags, mode_t mode);
int __wrap_open(const char *path, int flags, mode_t mode);
int __wrap_open64(const char *path, int flags, mode_t mode);

static bool is_refused(int flags)
{
    errno = EOPNOTSUPP;
    return !has_nameless && (flags & O_TMPFILE) == O_TMPFILE;
}

int __wrap_open(const char *path, int flags, mode_t mode)
{
    return is_refused(flags) ? -1 : __real_open(path, flags, mode);
}

int __wrap_open64(const char *path, int flags, mode_t mode)
{
    return is_refused(flags) ? -1 : __real_open64(path, flags, mode);
}

/* ---- a folder ---- */

struct fixture {
    struct error err;
    char folder[64], path[3][128]; /* "out", "hard" and "soft" */
};

static int set_up(void **state)
{
    static const char *const names[] = {"out", "hard", "soft"};
    struct fixture *f = calloc(1, sizeof *f);
    strcpy(f->folder, "/tmp/warpclock-output-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    for (size_t i = 0; i < 3; i++)
        snprintf(f->path[i], sizeof f->path[i], "%s/%s", f->folder, names[i]);
    has_nameless = true;
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    char command[128];
    has_nameless = true;
    error_clear(&f->err);
    snprintf(command, sizeof command, "rm -r '%s'", f->folder);
    assert_int_equal(system(command), 0);
    free(f);
    return 0;
}

static size_t count_files(const struct fixture *f)
{
    size_t count = 0;
    DIR *folder = opendir(f->folder);
    while (readdir(folder))
        count++;
    closedir(folder);
    return count - 2; /* . and .. */
}

static void write_old(const struct fixture *f)
{
    FILE *file = fopen(f->path[0], "w");
    fputs("old", file);
    fclose(file);
}

static void expect_contents(const struct fixture *f, const char *expected)
{
    char text[16] = "";
    FILE *file = fopen(f->path[0], "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, expected);
}

/* ---- outputs ---- */

/* HOUSE-3: the same with a temporary name from the start, and with one at the end. */
static void a_file_is_replaced_at_its_commit(void **state)
{
    struct fixture *f = *state;
    struct output output;
    struct stat about;
    for (int nameless = 0; nameless < 2; nameless++) {
        has_nameless = nameless;
        write_old(f);
        chmod(f->path[0], 0640);
        assert_int_equal(output_open(&f->err, f->path[0], &output), WC_OK);
        fputs("new", output.file);
        expect_contents(f, "old");
        assert_int_equal(count_files(f), nameless ? 1 : 2);
        assert_int_equal(output_commit(&f->err, &output), WC_OK);
        expect_contents(f, "new");
        assert_int_equal(count_files(f), 1);
        assert_int_equal(stat(f->path[0], &about), 0);
        assert_int_equal(about.st_mode & 0777, 0640);
    }
}

/* HOUSE-3 */
static void an_abandoned_file_leaves_nothing(void **state)
{
    struct fixture *f = *state;
    struct output output;
    for (int nameless = 0; nameless < 2; nameless++) {
        has_nameless = nameless;
        assert_int_equal(output_open(&f->err, f->path[0], &output), WC_OK);
        fputs("new", output.file);
        output_abandon(&output);
        output_abandon(&output);
        assert_int_equal(count_files(f), 0);
    }
}

/* HOUSE-3: the name is taken by a folder meanwhile. */
static void a_commit_that_fails_leaves_nothing(void **state)
{
    struct fixture *f = *state;
    struct output output;
    for (int nameless = 0; nameless < 2; nameless++) {
        has_nameless = nameless;
        assert_int_equal(output_open(&f->err, f->path[0], &output), WC_OK);
        assert_int_equal(mkdir(f->path[0], 0700), 0);
        assert_int_equal(output_commit(&f->err, &output), WC_BAD_INPUT);
        error_clear(&f->err);
        assert_int_equal(count_files(f), 1);
        assert_int_equal(rmdir(f->path[0]), 0);
    }
}

/* Two outputs in one folder, and a temporary file that another process with our number left. */
static void temporary_names_differ(void **state)
{
    struct fixture *f = *state;
    struct output output[2];
    char left[128];
    snprintf(left, sizeof left, "%s/.warpclock-%ld-0.tmp", f->folder, (long)getpid());
    for (int nameless = 0; nameless < 2; nameless++) {
        has_nameless = nameless;
        FILE *file = fopen(left, "w");
        fputs("left", file);
        fclose(file);
        for (int i = 0; i < 2; i++)
            assert_int_equal(output_open(&f->err, f->path[i], &output[i]), WC_OK);
        for (int i = 0; i < 2; i++)
            assert_int_equal(output_commit(&f->err, &output[i]), WC_OK);
        assert_int_equal(count_files(f), 3);
        assert_int_equal(access(left, F_OK), 0);
    }
}

static void streams_have_names(void **unused)
{
    (void)unused;
    assert_int_equal(output_stream("/dev/stdin"), 0);
    assert_int_equal(output_stream("/dev/stdout"), 1);
    assert_int_equal(output_stream("/dev/stderr"), 2);
    assert_int_equal(output_stream("/dev/fd/17"), 17);
    assert_int_equal(output_stream("/proc/self/fd/3"), 3);
    static const char *const others[] = {"/dev/stdout2", "/dev/fd/", "/dev/fd/x", "/dev/fd/1x",
                                         "/dev/fd/99999999999", "stdout", "-", ""};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(output_stream(others[i]), -1);
}

/* ---- which paths are the same file ---- */

/* HOUSE-44 */
static void links_and_spellings_are_the_same_file(void **state)
{
    struct fixture *f = *state;
    char spelt[160], elsewhere[160];
    snprintf(spelt, sizeof spelt, "%s/./../%s/out", f->folder, f->folder + strlen("/tmp/"));
    snprintf(elsewhere, sizeof elsewhere, "%s/../out", f->folder);
    assert_true(files_same(f->path[0], spelt)); /* neither exists */
    assert_false(files_same(f->path[0], f->path[1]));
    assert_false(files_same(f->path[0], elsewhere));
    write_old(f);
    assert_int_equal(link(f->path[0], f->path[1]), 0);
    assert_int_equal(symlink("out", f->path[2]), 0);
    assert_true(files_same(f->path[0], spelt));
    assert_true(files_same(f->path[0], f->path[1]));
    assert_true(files_same(f->path[1], f->path[2]));
    assert_false(files_same("/dev/null", "/dev/null")); /* nothing to lose */
    assert_false(files_same("/nosuch/x", "/nosuch/x")); /* nor here */
}

/* HOUSE-44: in either order, in this table or the outer one. */
static void an_output_may_be_no_other_file_of_its_table(void **state)
{
    struct fixture *f = *state;
    for (int order = 0; order < 2; order++) {
        for (int inner = 0; inner < 2; inner++) {
            struct files outer = {0}, files = {.outer = &outer};
            struct files *first = inner ? &files : &outer;
            assert_int_equal((order ? files_add_input : files_add_output)(
                                 &f->err, first, f->path[0], "one"), WC_OK);
            assert_int_equal((order ? files_add_output : files_add_input)(
                                 &f->err, &files, f->path[0], "other"), WC_BAD_INPUT);
            assert_true(f->err.refused);
            assert_non_null(strstr(f->err.message, order ? "other '" : "one '"));
            error_clear(&f->err);
            assert_false(f->err.refused);
            assert_int_equal(files.count + outer.count, 1);
            files_free(&files);
            files_free(&outer);
        }
    }
}

/* A replaced file has another inode; the old one may belong to another file. */
static void a_closed_output_and_its_old_inode_are_free_again(void **state)
{
    struct fixture *f = *state;
    struct files files = {0};
    write_old(f);
    assert_int_equal(files_add_output(&f->err, &files, f->path[0], "one"), WC_OK);
    assert_int_equal(rename(f->path[0], f->path[1]), 0);
    write_old(f);
    assert_int_equal(files_add_output(&f->err, &files, f->path[1], "other"), WC_OK);
    assert_int_equal(files_add_output(&f->err, &files, f->path[0], "third"), WC_BAD_INPUT);
    error_clear(&f->err);
    files_remove_output(&files, f->path[0], "one");
    assert_int_equal(files_add_output(&f->err, &files, f->path[0], "third"), WC_OK);
    assert_non_null(files_find(&files, f->path[0], true));
    assert_null(files_find(&files, f->path[0], false));
    files_free(&files);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(a_file_is_replaced_at_its_commit),
        CASE(an_abandoned_file_leaves_nothing),
        CASE(a_commit_that_fails_leaves_nothing),
        CASE(temporary_names_differ),
        cmocka_unit_test(streams_have_names),
        CASE(links_and_spellings_are_the_same_file),
        CASE(an_output_may_be_no_other_file_of_its_table),
        CASE(a_closed_output_and_its_old_inode_are_free_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
