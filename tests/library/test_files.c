/* SPDX-License-Identifier: Apache-2.0 */
/* test_files.c - no call writes over a file that it reads, and outputs are opened before the
 * run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <warpclock.h>

#include <cmocka.h>

/* A folder with copies of a kernel, its data and a machine, and a job that names them. */
struct stage {
    char folder[64], path[8][128];
    wc_context *context;
    wc_job *job;
    wc_result *result;
};

enum file { JOB, KERNEL, DATA, CHILD, PARENT, SAVED, NEW, LINK };

static void write_text(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* The contents with a NUL after them, to be freed; NULL: no such file. */
static char *read_text(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    if (!file) {
        free(text);
        return NULL;
    }
    *length = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    return text;
}

static void copy(const char *from, const char *to)
{
    size_t length = 0;
    char *text = read_text(from, &length);
    assert_non_null(text);
    write_text(to, text, length);
    free(text);
}

static void make_files(struct stage *stage)
{
    static const char job[] = "kernel: k.elf\nentry: saxpy\nmachine: %s/child.yaml\n"
                              "grid: [1]\nblock: [4]\nbuffers:\n"
                              "  x: {type: f32, shape: [4], file: x.csv}\n"
                              "  y: {type: f32, shape: [4], fill: 1}\n"
                              "args: [x, y, {f32: 2}, {i32: 4}]\nsave: {y: y.csv}\n";
    static const char child[] = "name: child\nabout: x\nbased_on: parent\nversion: 1\n";
    static const char parent[] = "name: parent\nabout: x\nbased_on: vortex\nversion: 1\n";
    char text[1024];
    snprintf(text, sizeof text, job, stage->folder);
    write_text(stage->path[JOB], text, strlen(text));
    copy("kernels/saxpy/vortex.elf", stage->path[KERNEL]);
    write_text(stage->path[DATA], "1,2,3,4\n", 8);
    write_text(stage->path[CHILD], child, strlen(child));
    write_text(stage->path[PARENT], parent, strlen(parent));
}

static int set_up(void **state)
{
    static const char *const names[] = {"job.yaml", "k.elf", "x.csv", "child.yaml",
                                        "parent.yaml", "y.csv", "new", "link"};
    struct stage *stage = calloc(1, sizeof *stage);
    assert_non_null(stage);
    strcpy(stage->folder, "/tmp/warpclock-files-XXXXXX");
    assert_non_null(mkdtemp(stage->folder));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        snprintf(stage->path[i], sizeof stage->path[i], "%s/%s", stage->folder, names[i]);
    make_files(stage);
    stage->context = wc_context_new();
    assert_int_equal(wc_job_open(stage->context, stage->path[JOB], &stage->job), WC_OK);
    *state = stage;
    return 0;
}

static int tear_down(void **state)
{
    struct stage *stage = *state;
    char command[128];
    wc_result_free(stage->result);
    wc_job_free(stage->job);
    wc_context_free(stage->context);
    snprintf(command, sizeof command, "rm -r '%s'", stage->folder);
    assert_int_equal(system(command), 0);
    free(stage);
    return 0;
}

/* The call is refused, and no file is changed, made or left. */
static void refused(struct stage *stage, struct wc_run_options options, const char *saying)
{
    char command[256];
    snprintf(command, sizeof command, "cd '%s' && ls -A && cat *.* | sha256sum", stage->folder);
    char before[512] = "", after[512] = "";
    FILE *pipe = popen(command, "r");
    before[fread(before, 1, sizeof before - 1, pipe)] = '\0';
    pclose(pipe);
    assert_int_equal(wc_run(stage->job, &options, &stage->result), WC_BAD_INPUT);
    assert_null(stage->result);
    assert_non_null(strstr(wc_error_message(stage->context), saying));
    assert_true(wc_error_refused(stage->context));
    pipe = popen(command, "r");
    after[fread(after, 1, sizeof after - 1, pipe)] = '\0';
    pclose(pipe);
    assert_string_equal(before, after);
}

/* HOUSE-44 */
static void outputs_over_each_input_are_refused(void **state)
{
    static const uint64_t at[] = {0};
    struct stage *stage = *state;
    for (int i = JOB; i <= PARENT; i++) {
        const char *path = stage->path[i];
        refused(stage, WC_RUN_OPTIONS(.trace = path), "would overwrite");
        refused(stage, WC_RUN_OPTIONS(.steps = path), "would overwrite");
        refused(stage, WC_RUN_OPTIONS(.functional = true, .steps = path), "would overwrite");
        refused(stage, WC_RUN_OPTIONS(.dump = path, .dump_at = at, .dump_at_count = 1),
                "would overwrite");
        assert_true(wc_job_reads(stage->job, path));
        assert_false(wc_job_writes(stage->job, path));
    }
    assert_int_equal(wc_run(stage->job, &WC_RUN_OPTIONS(.trace = stage->path[NEW]),
                            &stage->result), WC_OK);
    assert_false(wc_error_refused(stage->context));
}

/* HOUSE-44 */
static void links_lead_to_the_same_file(void **state)
{
    struct stage *stage = *state;
    assert_int_equal(symlink("k.elf", stage->path[LINK]), 0);
    refused(stage, WC_RUN_OPTIONS(.trace = stage->path[LINK]), "would overwrite the kernel");
    assert_int_equal(unlink(stage->path[LINK]), 0);
    assert_int_equal(link(stage->path[PARENT], stage->path[LINK]), 0);
    refused(stage, WC_RUN_OPTIONS(.trace = stage->path[LINK]), "would overwrite the machine file");
}

/* HOUSE-44 */
static void two_outputs_in_one_file_are_refused(void **state)
{
    struct stage *stage = *state;
    const char *same = stage->path[NEW];
    wc_output *output;
    refused(stage, WC_RUN_OPTIONS(.trace = same, .steps = same), "are the same file");
    refused(stage, WC_RUN_OPTIONS(.trace = stage->path[SAVED]), "are the same file");
    assert_true(wc_job_writes(stage->job, stage->path[SAVED]));
    assert_int_equal(wc_output_open(stage->context, same, "the report", &output), WC_OK);
    refused(stage, WC_RUN_OPTIONS(.trace = same), "the report");
    wc_output_free(output);
    assert_int_equal(wc_output_open(stage->context, stage->path[SAVED], "the report", &output),
                     WC_OK);
    refused(stage, WC_RUN_OPTIONS(.functional = true), "the report");
    wc_output_free(output);
    assert_int_equal(wc_run(stage->job, NULL, &stage->result), WC_OK);
}

/* HOUSE-44: an output that is open when its run begins. */
static void an_open_output_over_an_input_is_refused(void **state)
{
    struct stage *stage = *state;
    for (int i = JOB; i <= PARENT; i++) {
        wc_output *output;
        assert_int_equal(wc_output_open(stage->context, stage->path[i], "the report", &output),
                         WC_OK);
        wc_output_write(output, "new", 3);
        refused(stage, WC_RUN_OPTIONS(.functional = true), "the report");
        wc_output_free(output);
    }
}

/* One run may read what another one saved: a context forgets unless it protects its inputs. */
static void runs_may_pass_files_on(void **state)
{
    struct stage *stage = *state;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(wc_run(stage->job, NULL, &stage->result), WC_OK);
        wc_result_free(stage->result);
        stage->result = NULL;
        assert_int_equal(wc_write_file(stage->context, stage->path[DATA], "4,3,2,1\n", 8), WC_OK);
    }
}

/* HOUSE-44 */
static void a_context_protects_all_inputs_if_asked_to(void **state)
{
    struct stage *stage = *state;
    wc_binary *binary;
    wc_context_protect_inputs(stage->context);
    assert_int_equal(wc_binary_open(stage->context, stage->path[KERNEL], &binary), WC_OK);
    wc_binary_free(binary);
    assert_int_equal(wc_context_add_input(stage->context, stage->path[DATA], "the list"), WC_OK);
    assert_int_equal(wc_context_add_output(stage->context, stage->path[NEW], "the log"), WC_OK);
    for (int i = KERNEL; i <= NEW; i += i == KERNEL ? DATA - KERNEL : NEW - DATA) {
        assert_int_equal(wc_write_file(stage->context, stage->path[i], "x", 1), WC_BAD_INPUT);
        assert_true(wc_error_refused(stage->context));
    }
    refused(stage, WC_RUN_OPTIONS(.trace = stage->path[NEW]), "the log");
}

/* HOUSE-44: inputs that are read after the output was opened. */
static void a_commit_checks_again(void **state)
{
    struct stage *stage = *state;
    wc_output *output;
    size_t length;
    wc_context_protect_inputs(stage->context);
    assert_int_equal(wc_output_open(stage->context, stage->path[NEW], "the report", &output),
                     WC_OK);
    wc_output_write(output, "new", 3);
    assert_int_equal(wc_context_add_input(stage->context, stage->path[KERNEL], "the kernel"),
                     WC_OK);
    assert_int_equal(link(stage->path[KERNEL], stage->path[NEW]), 0);
    assert_int_equal(wc_output_commit(output), WC_BAD_INPUT);
    assert_true(wc_error_refused(stage->context));
    wc_output_free(output);
    char *text = read_text(stage->path[NEW], &length);
    assert_memory_equal(text, "\177ELF", 4);
    free(text);
}

/* HOUSE-3 */
static void an_output_appears_at_its_commit(void **state)
{
    struct stage *stage = *state;
    wc_output *output;
    size_t length = 0;
    write_text(stage->path[NEW], "old", 3);
    for (int commit = 0; commit < 2; commit++) {
        assert_int_equal(wc_output_open(stage->context, stage->path[NEW], "the report", &output),
                         WC_OK);
        wc_output_write(output, "ne", 2);
        wc_output_write(output, "w", 1);
        if (commit) {
            assert_int_equal(wc_output_commit(output), WC_OK);
            wc_output_write(output, "lost", 4);
            assert_int_equal(wc_output_commit(output), WC_BAD_INPUT);
        }
        wc_output_free(output);
        char *text = read_text(stage->path[NEW], &length);
        assert_string_equal(text, commit ? "new" : "old");
        free(text);
    }
    wc_output_free(NULL);
}

/* HOUSE-45: found before the first cycle, so without a result. */
static void outputs_are_opened_before_the_run(void **state)
{
    struct stage *stage = *state;
    char missing[160];
    snprintf(missing, sizeof missing, "%s/nosuch/x", stage->folder);
    assert_int_equal(mkfifo(stage->path[NEW], 0600), 0);
    const char *const paths[] = {missing, stage->folder, stage->path[NEW], ""};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        wc_output *output;
        assert_int_equal(wc_run(stage->job, &WC_RUN_OPTIONS(.trace = paths[i]), &stage->result),
                         WC_BAD_INPUT);
        assert_null(stage->result);
        assert_false(wc_error_refused(stage->context));
        assert_int_equal(wc_output_open(stage->context, paths[i], "the report", &output),
                         WC_BAD_INPUT);
        assert_null(output);
    }
    assert_int_equal(mkdir(stage->path[SAVED], 0700), 0);
    assert_int_equal(wc_run(stage->job, NULL, &stage->result), WC_BAD_INPUT);
    assert_null(stage->result);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(outputs_over_each_input_are_refused),
        CASE(links_lead_to_the_same_file),
        CASE(two_outputs_in_one_file_are_refused),
        CASE(an_open_output_over_an_input_is_refused),
        CASE(runs_may_pass_files_on),
        CASE(a_context_protects_all_inputs_if_asked_to),
        CASE(a_commit_checks_again),
        CASE(an_output_appears_at_its_commit),
        CASE(outputs_are_opened_before_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
