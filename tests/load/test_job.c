/* SPDX-License-Identifier: Apache-2.0 */
/* test_job.c - job files: what is read, what is refused and where, and the examples of
 * docs/job-file.md (looked for under WARPCLOCK_SOURCE_DIR, or from the working folder). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "load/input.h"
#include "load/job.h"

#include <cmocka.h> /* last: it has a macro named fail */

struct fixture {
    struct error err;
    struct job job;
};

static int set_up(void **state)
{
    *state = calloc(1, sizeof(struct fixture));
    return *state ? 0 : -1;
}

static void reset(struct fixture *f)
{
    job_free(&f->job);
    error_clear(&f->err);
}

static int tear_down(void **state)
{
    reset(*state);
    free(*state);
    return 0;
}

static void parse(struct fixture *f, const char *text)
{
    enum wc_status status = job_parse(&f->err, "dir/j.yaml", text, strlen(text), &f->job);
    if (status != WC_OK)
        print_message("%s: %s\n", f->err.place ? f->err.place : "-", f->err.message);
    assert_int_equal(status, WC_OK);
}

static void assert_refused(struct fixture *f, const char *text, const char *place,
                           const char *message)
{
    enum wc_status status = job_parse(&f->err, "j.yaml", text, strlen(text), &f->job);
    assert_int_equal(status, WC_BAD_INPUT);
    assert_string_equal(f->err.message, message);
    if (place)
        assert_string_equal(f->err.place, place);
    reset(f);
}

/* The example of the interface, less the files. */
static void a_whole_job_is_read(void **state)
{
    struct fixture *f = *state;
    parse(f, "kernel: matmul.elf\nentry: matmul\nmachine: vortex\ngrid: [4, 4, 1]\n"
             "block: [16, 16]\nshared: 32\nset: {isa.a: true, version: 3.0}\nbuffers:\n"
             "  a: {type: f32, file: a.npy, fixed: true}\n"
             "  b: {type: f32, shape: [64, 64], fill: random, min: -1, max: 1, seed: 7}\n"
             "  c: {type: i8, shape: 4, fill: 0, assume: {min: -3}}\n"
             "args: [b, a, {i32: -2}, {f32: 1e-5}, {local: 4096}]\n"
             "symbols:\n  weights: {type: f32, file: /abs/w.npy}\n"
             "expect:\n  a: {file: c.npy, rtol: 1e-5}\n  b: {equal: a}\n"
             "save:\n  b: out.npy\nloops:\n  \"0x1a8\": 64\n  k.cl:17: {max: 3, total: 90}\n"
             "  k.cl:19: {total: 7}\n");
    const struct job *job = &f->job;
    const struct job_launch *launch = &job->launches[0];
    assert_int_equal(job->launch_count, 1);
    assert_string_equal(launch->kernel, "dir/matmul.elf");
    assert_string_equal(launch->entry, "matmul");
    assert_string_equal(job->machine, "vortex");
    assert_true(launch->has_grid && launch->has_block && !launch->has_ndrange);
    assert_int_equal(launch->grid[1], 4);
    assert_int_equal(launch->block[2], 1);
    assert_int_equal(launch->shared, 32);
    assert_int_equal(job->set_count, 2);
    assert_string_equal(job->sets[1].key, "version");
    assert_string_equal(job->sets[1].value, "3.0");
    assert_string_equal(job->sets[0].origin, "dir/j.yaml:7:7");
    assert_int_equal(launch->arg_count, 5);
    assert_int_equal(launch->args[0].buffer, 1);
    assert_int_equal(launch->args[2].bits, 0xfffffffe);
    assert_int_equal(launch->args[3].bits, 0x3727c5ac);
    assert_int_equal(launch->args[4].local_bytes, 4096);
    assert_string_equal(job->buffers[0].file, "dir/a.npy");
    assert_string_equal(job->symbols[0].file, "/abs/w.npy");
    assert_true(job->buffers[0].fixed && !job->buffers[1].fixed);
    assert_true(job->buffers[2].assumed && !job->buffers[1].assumed);
    assert_int_equal(job->buffers[2].assume.low_bits, (uint64_t)-3);
    assert_int_equal(job->buffers[2].assume.high_bits, 127);
    assert_int_equal(job->buffers[2].assume_place.line, 11);
    assert_int_equal(job->buffers[1].fill.kind, FILL_RANDOM);
    assert_int_equal(job->buffers[1].place.line, 10);
    assert_false(job->expects[0].exact);
    assert_true(job->expects[0].rtol == 1e-5 && job->expects[0].atol == 0);
    assert_int_equal(job->expects[1].equal, 0);
    assert_true(job->expects[1].exact);
    assert_int_equal(job->saves[0].buffer, 1);
    assert_string_equal(job->saves[0].file, "dir/out.npy");
    assert_int_equal(launch->loop_count, 3);
    assert_int_equal(launch->loops[0].max, 64);
    assert_int_equal(launch->loops[0].total, 0);
    assert_int_equal(launch->loops[1].max, 3);
    assert_int_equal(launch->loops[1].total, 90);
    assert_int_equal(launch->loops[2].max, 7);
    assert_true(launch->loops[1].has_max && !launch->loops[2].has_max);
}

/* HOUSE-20 */
static void launches_take_what_they_lack_from_the_top_level(void **state)
{
    struct fixture *f = *state;
    parse(f, "kernel: k.elf\nblock: 8\ngrid: 2\nbuffers: {a: {type: i8, shape: 4, fill: -1}}\n"
             "args: [a]\nlaunches:\n  - {entry: one}\n"
             "  - {kernel: l.elf, grid: [3, 2], args: []}\n");
    assert_int_equal(f->job.launch_count, 2);
    assert_string_equal(f->job.launches[0].kernel, "dir/k.elf");
    assert_int_equal(f->job.launches[0].arg_count, 1);
    assert_int_equal(f->job.launches[0].grid[0], 2);
    assert_string_equal(f->job.launches[1].kernel, "dir/l.elf");
    assert_int_equal(f->job.launches[1].arg_count, 0);
    assert_int_equal(f->job.launches[1].grid[1], 2);
    assert_int_equal(f->job.launches[1].block[0], 8);
    assert_null(f->job.launches[1].entry);
    assert_int_equal(f->job.launches[1].place.line, 8);
}

#define HEAD "kernel: k.elf\n"
#define BUFFER "buffers: {data: {type: i32, shape: 4, fill: 0}}\n"

/* HOUSE-2 */
static void faulty_jobs_are_refused_at_the_fault(void **state)
{
    static const struct {
        const char *text, *place, *message;
    } rows[] = {
        {"- a\n", "j.yaml:1:1", "expected a job as a mapping, found a list"},
        {"grid: 4\n", "j.yaml:1:1", "'kernel' is missing"},
        {HEAD "grid: [1, 2, 3, 4]\nblock: 1\n", "j.yaml:2:7",
         "grid: expected 1 to 3 integers, found 4"},
        {HEAD "grid: [0]\nblock: 1\n", "j.yaml:2:8",
         "grid: expected an integer from 1 to 4294967295, found '0'"},
        {HEAD "grid: 4\n", "j.yaml:1:1", "'grid' without 'block'"},
        {HEAD "grid: [65536, 65536]\nblock: [65536, 1024]\n", "j.yaml:1:1",
         "the grid exceeds the maximum of 2^48 work-items"},
        {HEAD "grid: 1\nblock: [65536, 65536]\n", "j.yaml:1:1",
         "a block exceeds the maximum of 4294967295 work-items"},
        {HEAD "ndrange: 4\ngrid: 1\nblock: 1\n", "j.yaml:2:10",
         "'ndrange' replaces 'grid' and 'block'; expected one or the other"},
        {HEAD "width: 4\n", "j.yaml:2:8", "'width' without 'ndrange'"},
        {HEAD "ndrange: 4\n", "j.yaml:2:10",
         "'ndrange' is for .sas kernels; expected 'grid' and 'block'"},
        {HEAD "shared: -1\n", "j.yaml:2:9",
         "shared: expected an integer from 0 to 4294967295, found '-1'"},
        {HEAD "buffers: [a]\n", "j.yaml:2:10", "expected a mapping of buffers, found a list"},
        {HEAD "buffers: {a: {type: f31, shape: 4, fill: 0}}\n", "j.yaml:2:21",
         "type: expected one of i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64, found 'f31'"},
        {HEAD "buffers: {a: {type: f32, shape: 4}}\n", "j.yaml:2:14", "'a' needs 'file' or 'fill'"},
        {HEAD "buffers: {a: {type: f32, file: x.npy, fill: 0}}\n", "j.yaml:2:14",
         "'a' needs either 'file' or 'fill', not both"},
        {HEAD "buffers: {a: {type: f32, fill: 0}}\n", "j.yaml:2:11",
         "'a' has no shape; a fill needs type and shape"},
        {HEAD "buffers: {a: {shape: 4, fill: 0}}\n", "j.yaml:2:14",
         "'a' has no type; a fill needs one"},
        {HEAD "buffers: {a: {type: f32, file: x.dat}}\n", "j.yaml:2:32",
         "file: expected .npy, .bin, .csv or .txt, found 'x.dat'"},
        {HEAD "buffers: {a: {type: f32, shape: 4, fill: zeros}}\n", "j.yaml:2:42",
         "fill: expected a number"},
        {HEAD "buffers: {a: {type: i32, shape: 4, fill: 1.5}}\n", "j.yaml:2:42",
         "fill: '1.5' is not an integer"},
        {HEAD "buffers: {a: {type: i32, shape: 4, fill: 1, seed: 2}}\n", "j.yaml:2:51",
         "'seed' is only valid with 'fill: random'"},
        {HEAD "buffers: {a: {type: f32, shape: 4, fill: rand, min: -1, max: 1}}\n", "j.yaml:2:42",
         "fill: expected a number, iota or random, found 'rand'"},
        {HEAD "buffers: {a: {type: i32, shape: 4, fill: random, min: 2, max: 1}}\n", "j.yaml:2:14",
         "expected min <= max with a finite difference"},
        {HEAD "buffers: {a: {type: f64, shape: 4, fill: random, min: -1e308, max: 1e308}}\n",
         "j.yaml:2:14", "expected min <= max with a finite difference"},
        {HEAD "buffers: {a: {type: f64, shape: [1048576, 1048576], fill: 0}}\n", "j.yaml:2:11",
         "a of shape [1048576, 1048576] exceeds the maximum of 1099511627776 bytes"},
        {HEAD "buffers: {a: {type: f32, shape: [1, 1, 1, 1, 1, 1, 1, 1, 1], fill: 0}}\n",
         "j.yaml:2:33", "shape: expected 1 to 8 integers, found 9"},
        {HEAD "buffers: {a: {type: i32, shape: 4, fill: 0, fixed: 1}}\n", "j.yaml:2:52",
         "fixed: expected true or false, found '1'"},
        {HEAD "symbols: {a: {type: i32, shape: 4, fill: 0, fixed: true}}\n", "j.yaml:2:45",
         "a symbol has no key 'fixed'"},
        {HEAD "buffers: {a: {type: i32, shape: 4, fill: 0, assume: 1}}\n", "j.yaml:2:53",
         "expected 'assume' as a mapping, found '1'"},
        {HEAD "buffers: {a: {type: i32, shape: 4, fill: 0, assume: {}}}\n", "j.yaml:2:53",
         "'assume' needs 'min', 'max' or both"},
        {HEAD "buffers: {a: {type: i32, shape: 4, fill: 0, assume: {min: 0, mx: 3}}}\n",
         "j.yaml:2:62", "'assume' has no key 'mx'"},
        {HEAD "buffers: {a: {type: u8, shape: 4, fill: 0, assume: {max: 256}}}\n", "j.yaml:2:58",
         "max: '256' does not fit u8 (0 to 255)"},
        {HEAD "buffers: {a: {type: i32, shape: 4, fill: 0, assume: {min: 1, max: 0}}}\n",
         "j.yaml:2:53", "expected min <= max"},
        {HEAD "buffers: {a: {type: f32, shape: 4, fill: 0, assume: {min: low}}}\n", "j.yaml:2:59",
         "min: expected a number"},
        {HEAD "buffers: {a: {file: x.npy, assume: {min: 0}}}\n", "j.yaml:2:36",
         "'a' has no type; 'assume' needs one"},
        {HEAD BUFFER "args: [dat]\n", "j.yaml:3:8", "unknown buffer 'dat'"},
        {HEAD BUFFER "args: [5]\n", "j.yaml:3:8", "unknown buffer '5'"},
        {HEAD BUFFER "args: [{i8: 200}]\n", "j.yaml:3:13", "'200' does not fit i8 (-128 to 127)"},
        {HEAD BUFFER "args: [{int: 2}]\n", "j.yaml:3:9",
         "expected a type (i8 … f64), local, buffer, struct or texture, found 'int'"},
        {HEAD BUFFER "args: [{i8: 2, u8: 3}]\n", "j.yaml:3:8",
         "expected a buffer name, {TYPE: number}, {local: bytes}, {struct: [...]} or "
         "{buffer: name, offset: bytes}"},
        {HEAD BUFFER "args: [{f32: abc}]\n", "j.yaml:3:14", "f32: expected a number"},
        {HEAD BUFFER "expect: {data: {equal: dta}}\n", "j.yaml:3:10", "unknown buffer 'dta'"},
        {HEAD BUFFER "expect: {data: {}}\n", "j.yaml:3:16",
         "'data' needs one of 'file', 'equal' and 'sha256'"},
        {HEAD BUFFER "expect: {data: {file: a.npy, rtol: -1}}\n", "j.yaml:3:36",
         "rtol: expected 0 or more, found '-1'"},
        {HEAD BUFFER "expect: {data: {sha256: 12}}\n", "j.yaml:3:25",
         "sha256: expected 64 hexadecimal digits"},
        {HEAD BUFFER "save: {data: o.png}\n", "j.yaml:3:14",
         "save: expected .npy, .bin, .csv or .txt, found 'o.png'"},
        {HEAD "loops: {here: 3}\n", "j.yaml:2:9",
         "expected a loop's address (\"0x1a8\") or source line (\"k.cl:17\"), found 'here'"},
        {HEAD "loops: {0x10: 0}\n", "j.yaml:2:15",
         "loops: expected an integer from 1 to 1099511627776, found '0'"},
        {HEAD "loops: {0x10: {}}\n", "j.yaml:2:15", "a loop needs 'max', 'total' or both"},
        {HEAD "loops: {0x10: {max: 3, sum: 4}}\n", "j.yaml:2:24", "a loop has no key 'sum'"},
        {HEAD "loops: {0x10: {total: 0}}\n", "j.yaml:2:23",
         "total: expected an integer from 1 to 1099511627776, found '0'"},
        {HEAD "loops: {0x10: {total: many}}\n", "j.yaml:2:23",
         "total: expected an integer from 1 to 1099511627776, found 'many'"},
        {HEAD "loops: {0x10: [3]}\n", "j.yaml:2:15",
         "loops: expected an integer from 1 to 1099511627776, found a list"},
        {HEAD "launches: []\n", "j.yaml:2:11", "expected 1 to 100000 launches, found 0"},
        {HEAD "launches: [{buffers: {}}]\n", "j.yaml:2:13", "a launch has no key 'buffers'"},
        {"launches: [{entry: x}]\n", "j.yaml:1:12", "'kernel' is missing"},
        {HEAD "set: {isa: {a: true}}\n", "j.yaml:2:12", "isa: expected a string, found a mapping"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(*state, rows[i].text, rows[i].place, rows[i].message);
}

static void a_wrong_name_offers_the_nearest_one(void **state)
{
    struct fixture *f = *state;
    static const char text[] = HEAD BUFFER "args: [dtaa]\n";
    assert_int_equal(job_parse(&f->err, "j.yaml", text, strlen(text), &f->job), WC_BAD_INPUT);
    assert_string_equal(f->err.hint, "did you mean 'data'?");
    reset(f);
    static const char number[] = HEAD BUFFER "args: [64]\n";
    assert_int_equal(job_parse(&f->err, "j.yaml", number, strlen(number), &f->job), WC_BAD_INPUT);
    assert_string_equal(f->err.hint, "a scalar needs a type: {i32: 64}");
}

/* HOUSE-10 */
static void data_is_made_and_verified(void **state)
{
    struct fixture *f = *state;
    struct array finals[3];
    struct array_difference difference;
    char hash[65];
    parse(f, HEAD "buffers:\n  a: {type: u8, shape: 3, fill: 97}\n"
                  "  b: {type: u8, shape: [3], fill: iota}\n  c: {type: u16, shape: 3, fill: 1}\n"
                  "expect:\n  a: {equal: b}\n  c: {equal: a}\n"
                  "  b: {sha256: "
                  "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD}\n");
    assert_int_equal(job_load_data(&f->err, &f->job), WC_OK);
    for (size_t i = 0; i < 3; i++)
        finals[i] = f->job.buffers[i].contents;
    const struct job_expect *expects = f->job.expects;
    assert_int_equal(job_verify(&f->err, &f->job, &expects[0], &finals[0], finals, &difference,
                                hash), WC_OK);
    assert_int_equal(difference.count, 3);
    assert_string_equal(difference.expected, "0");
    assert_string_equal(difference.got, "97");
    assert_int_equal(job_verify(&f->err, &f->job, &expects[1], &finals[2], finals, &difference,
                                hash), WC_BAD_INPUT);
    assert_non_null(strstr(f->err.message, "cannot equal"));
    error_clear(&f->err);
    assert_int_equal(job_verify(&f->err, &f->job, &expects[2], &finals[1], finals, &difference,
                                hash), WC_OK);
    assert_int_equal(difference.count, 3);
    memcpy(finals[1].bytes, "abc", 3);
    assert_int_equal(job_verify(&f->err, &f->job, &expects[2], &finals[1], finals, &difference,
                                hash), WC_OK);
    assert_int_equal(difference.count, 0);
}

static void a_missing_file_is_named_with_the_buffer_that_wants_it(void **state)
{
    struct fixture *f = *state;
    parse(f, HEAD "buffers:\n  a: {type: u8, file: nowhere.npy}\n");
    assert_int_equal(job_load_data(&f->err, &f->job), WC_BAD_INPUT);
    assert_string_equal(f->err.place, "dir/nowhere.npy");
    assert_string_equal(f->err.hint, "'a' in dir/j.yaml:3:3 names this file");
}

static void a_sas_kernel_may_declare_the_buffers_itself(void **state)
{
    struct fixture *f = *state;
    parse(f, "kernel: f.sas\nndrange: [64, 2]\nwidth: 32\nbuffers: {\"3\": {file: in.bin}}\n"
             "expect: {\"8\": {file: ref.bin, rtol: 1e-3}}\n");
    assert_int_equal(f->job.launches[0].ndrange[1], 2);
    assert_int_equal(f->job.launches[0].width, 32);
    assert_true(f->job.expects[0].buffer == JOB_NO_BUFFER);
    assert_int_equal(job_load_data(&f->err, &f->job), WC_OK);
    assert_null(f->job.buffers[0].contents.bytes);
}

static void a_job_can_be_built_by_calls(void **state)
{
    struct fixture *f = *state;
    job_init(&f->job);
    struct job_launch *launch = job_add_launch(&f->job, "k.elf");
    job_add_buffer(&f->job, "a")->declared =
        (struct array_declared){true, true, WC_F32, 1, {4}};
    job_add_arg(&f->job, launch, JOB_ARG_BUFFER)->buffer = 0;
    job_add_save(&f->job, "a", "o.npy");
    assert_int_equal(job_check(&f->err, &f->job), WC_OK);
    assert_int_equal(f->job.saves[0].buffer, 0);
    assert_int_equal(job_load_data(&f->err, &f->job), WC_OK);
    assert_int_equal(f->job.buffers[0].contents.count, 4);
    job_add_arg(&f->job, launch, JOB_ARG_BUFFER)->buffer = 1;
    assert_int_equal(job_check(&f->err, &f->job), WC_BAD_INPUT);
    assert_null(f->err.place);
}

static void inherited_arguments_do_not_multiply(void **state)
{
    struct fixture *f = *state;
    struct text text = {0};
    text_add(&text, "kernel: k.elf\nargs: [");
    for (int i = 0; i < 1000; i++)
        text_add(&text, "{i8: 1},");
    text_add(&text, "]\nlaunches: [");
    for (int i = 0; i < 100000; i++)
        text_add(&text, "{},");
    text_add(&text, "]\n");
    parse(f, text.bytes);
    assert_int_equal(f->job.launch_count, 100000);
    assert_ptr_equal(f->job.launches[0].args, f->job.launches[99999].args);
    text_free(&text);
}

/* HOUSE-36 */
static void every_damaged_job_ends_in_a_status(void **state)
{
    static const char text[] =
        "kernel: k.elf\ngrid: [4, 4]\nblock: 16\nset: {a.b: 1}\nbuffers:\n"
        "  a: {type: f32, shape: [4, 4], fill: random, min: -1, max: 1, seed: 7}\n"
        "  b: {type: i16, shape: 9, fill: 3}\nargs: [a, b, {i32: 64}, {local: 16}]\n"
        "expect: {a: {equal: b, rtol: 1e-5}}\nsave: {b: o.csv}\nloops: {\"0x1a8\": 64}\n";
    struct fixture *f = *state;
    for (size_t cut = 0; cut < sizeof text; cut++) {
        enum wc_status status = job_parse(&f->err, "j", text, cut, &f->job);
        assert_true(status == WC_OK || (f->err.message && status == WC_BAD_INPUT));
        reset(f);
    }
    for (size_t bit = 0; bit < 8 * (sizeof text - 1); bit++) {
        char copy[sizeof text];
        memcpy(copy, text, sizeof text);
        copy[bit / 8] ^= (char)(1 << bit % 8);
        enum wc_status status = job_parse(&f->err, "j", copy, sizeof text - 1, &f->job);
        assert_true(status == WC_OK || status == WC_BAD_INPUT);
        reset(f);
    }
}

/* "# refused at 4:8: message" in an example's first line. */
static void check_refused_example(struct fixture *f, const char *example)
{
    char place[32], message[200];
    assert_int_equal(sscanf(example, "# refused at %31[0-9:] %199[^\n]", place, message), 2);
    place[strlen(place) - 1] = '\0';
    assert_string_equal(f->err.message, message);
    assert_string_equal(strchr(f->err.place, ':') + 1, place);
}

static void check_example(struct fixture *f, const char *text, size_t length)
{
    char *example = strndup(text, length);
    enum wc_status status = job_parse(&f->err, "doc.yaml", example, length, &f->job);
    if (!strncmp(example, "# refused", 9)) {
        assert_int_equal(status, WC_BAD_INPUT);
        check_refused_example(f, example);
    } else {
        if (status != WC_OK)
            fail_msg("%s: %s in\n%s", f->err.place, f->err.message, example);
    }
    free(example);
    reset(f);
}

static void every_example_of_the_documentation_is_as_it_says(void **state)
{
    const char *root = getenv("WARPCLOCK_SOURCE_DIR");
    struct fixture *f = *state;
    char path[512], *text;
    size_t length, examples = 0;
    snprintf(path, sizeof path, "%s/docs/job-file.md", root ? root : ".");
    assert_int_equal(input_read_all(&f->err, path, 1 << 20, &text, &length), WC_OK);
    for (const char *at = text; (at = strstr(at, "```yaml\n")) != NULL; examples++) {
        at += 8;
        const char *end = strstr(at, "```");
        assert_non_null(end);
        check_example(f, at, (size_t)(end - at));
    }
    free(text);
    assert_true(examples >= 8);
}

int main(void)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_job_is_read),
        cmocka_unit_test(launches_take_what_they_lack_from_the_top_level),
        cmocka_unit_test(faulty_jobs_are_refused_at_the_fault),
        cmocka_unit_test(a_wrong_name_offers_the_nearest_one),
        cmocka_unit_test(data_is_made_and_verified),
        cmocka_unit_test(a_missing_file_is_named_with_the_buffer_that_wants_it),
        cmocka_unit_test(a_sas_kernel_may_declare_the_buffers_itself),
        cmocka_unit_test(a_job_can_be_built_by_calls),
        cmocka_unit_test(inherited_arguments_do_not_multiply),
        cmocka_unit_test(every_damaged_job_ends_in_a_status),
        cmocka_unit_test(every_example_of_the_documentation_is_as_it_says),
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        tests[i].setup_func = set_up;
        tests[i].teardown_func = tear_down;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
