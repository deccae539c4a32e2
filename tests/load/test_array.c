/* SPDX-License-Identifier: Apache-2.0 */
/* test_array.c - array files, fills, comparison and hash; damaged files; full disks. */
#include <locale.h>
#include <math.h>
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

#include "load/array.h"
#include "load/fill.h"
#include "load/npy.h"
#include "load/number.h"
#include "load/output.h"
#include "load/values.h"

#include <cmocka.h> /* last: it has a macro named fail */

struct fixture {
    struct error err;
    char folder[64];
    char path[128];
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    *state = f;
    const char *base = getenv("TMPDIR");
    snprintf(f->folder, sizeof f->folder, "%.40s/warpclock-XXXXXX", base ? base : P_tmpdir);
    return mkdtemp(f->folder) ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", f->folder);
    error_clear(&f->err);
    int result = system(command);
    free(f);
    return result;
}

static const char *in_folder(struct fixture *f, const char *name)
{
    snprintf(f->path, sizeof f->path, "%s/%s", f->folder, name);
    return f->path;
}

static void write_bytes(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

static void make(struct fixture *f, enum wc_type type, unsigned rank, const uint64_t *shape,
                 struct array *array)
{
    assert_int_equal(array_new(&f->err, "test", type, rank, shape, array), WC_OK);
}

/* What numpy.save writes for numpy.arange(3, dtype='<i2'). */
static const char numpy_i2[] =
    "\x93NUMPY\x01\x00v\x00{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }"
    "                              "
    "                              \n\0\0\1\0\2\0";
enum { NUMPY_I2_BYTES = 128 + 6 };

/* HOUSE-9, HOUSE-11 */
static void npy_files_as_numpy_writes_them_are_read_and_written(void **state)
{
    struct fixture *f = *state;
    struct array array;
    char back[NUMPY_I2_BYTES + 1];
    assert_int_equal(npy_parse(&f->err, "t.npy", numpy_i2, NUMPY_I2_BYTES, &array), WC_OK);
    assert_int_equal(array.type, WC_I16);
    assert_int_equal(array.rank, 1);
    assert_int_equal(array.count, 3);
    assert_int_equal(((int16_t *)array.bytes)[2], 2);
    const char *path = in_folder(f, "o.npy");
    assert_int_equal(array_save(&f->err, path, &array), WC_OK);
    FILE *file = fopen(path, "rb");
    assert_int_equal(fread(back, 1, sizeof back, file), NUMPY_I2_BYTES);
    fclose(file);
    assert_memory_equal(back, numpy_i2, NUMPY_I2_BYTES);
    array_free(&array);
}

/* HOUSE-7, HOUSE-9, HOUSE-11 */
static void every_type_and_rank_survives_every_file_format(void **state)
{
    static const char *const names[] = {"a.npy", "a.bin", "a.csv", "a.txt"};
    static const uint64_t shape[] = {2, 3, 1, 1, 2, 1, 1, 2};
    struct fixture *f = *state;
    for (unsigned i = 0; i < 4 * ARRAY_TYPES * 9; i++) {
        enum wc_type type = (enum wc_type)(i / 4 % ARRAY_TYPES);
        unsigned rank = i / 4 / ARRAY_TYPES;
        struct array before, after;
        struct array_declared declared = {true, true, type, rank, {0}};
        memcpy(declared.shape, shape, sizeof shape);
        struct fill fill = {.kind = FILL_RANDOM, .seed = i};
        fill_default_range(&fill, type);
        fill.range.low = -1e4;
        make(f, type, rank, shape, &before);
        fill_array(&fill, &before);
        const char *path = in_folder(f, names[i % 4]);
        assert_int_equal(array_save(&f->err, path, &before), WC_OK);
        assert_int_equal(array_load(&f->err, path, &declared, &after), WC_OK);
        assert_int_equal(after.rank, rank);
        assert_memory_equal(after.shape, before.shape, sizeof before.shape);
        assert_memory_equal(after.bytes, before.bytes, array_byte_count(&before));
        array_free(&before);
        array_free(&after);
    }
}

/* A version 1.0 file with this header text and this many data bytes. */
static size_t make_npy(char *out, unsigned version, const char *header, size_t data)
{
    size_t length = strlen(header), start = version == 1 ? 10 : 12;
    memset(out, 0, start + length + data);
    memcpy(out, "\x93NUMPY", 6);
    out[6] = (char)version;
    out[8] = (char)(length & 255);
    out[9] = (char)(length >> 8);
    memcpy(out + start, header, length);
    return start + length + data;
}

static void assert_npy_refused(struct fixture *f, unsigned version, const char *header,
                               size_t data, const char *part)
{
    char bytes[512];
    struct array array;
    size_t length = make_npy(bytes, version, header, data);
    assert_int_equal(npy_parse(&f->err, "t.npy", bytes, length, &array), WC_BAD_INPUT);
    if (!strstr(f->err.message, part))
        fail_msg("'%s' does not mention '%s'", f->err.message, part);
    assert_null(array.bytes);
    error_clear(&f->err);
}

static void npy_headers_that_cannot_be_honoured_are_refused(void **state)
{
    struct fixture *f = *state;
    assert_npy_refused(f, 1, "{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}", 4,
                       "big endian");
    assert_npy_refused(f, 1, "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", 8,
                       "objects");
    assert_npy_refused(f, 1, "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", 4,
                       "records");
    assert_npy_refused(f, 1, "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2)}", 16,
                       "Fortran");
    assert_npy_refused(f, 1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2)}", 15,
                       "the header declares [2, 2]");
    assert_npy_refused(f, 1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2)}", 17,
                       "17 bytes of data");
    assert_npy_refused(f, 1, "{'descr': '<f8', 'fortran_order': False, 'shape': "
                             "(4294967296, 4294967296)}", 0, "exceeds the maximum");
    assert_npy_refused(f, 1, "{'descr': '<f8', 'fortran_order': False, 'shape': "
                             "(99999999999999999999999,)}", 0, "64 bits");
    assert_npy_refused(f, 1, "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}", 0,
                       "a dimension");
    assert_npy_refused(f, 1, "{'descr': '<f8', 'fortran_order': False}", 0, "shape");
    assert_npy_refused(f, 1, "{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}", 8, "<c8");
    assert_npy_refused(f, 3, "{}", 0, "version 3.0");
    assert_npy_refused(f, 1, "", 2, "'{'");
}

static void npy_version_2_and_one_dimensional_fortran_order_are_read(void **state)
{
    struct fixture *f = *state;
    char bytes[256];
    struct array array;
    size_t length =
        make_npy(bytes, 2, "{'shape':(4,),\"fortran_order\":True,'descr':'|u1'}", 4);
    assert_int_equal(npy_parse(&f->err, "t.npy", bytes, length, &array), WC_OK);
    assert_int_equal(array.type, WC_U8);
    assert_int_equal(array.count, 4);
    array_free(&array);
}

/* HOUSE-36 */
static void every_damaged_npy_ends_in_a_status(void **state)
{
    struct fixture *f = *state;
    struct array array;
    for (size_t cut = 0; cut < NUMPY_I2_BYTES; cut++) {
        assert_int_equal(npy_parse(&f->err, "t.npy", numpy_i2, cut, &array), WC_BAD_INPUT);
        error_clear(&f->err);
    }
    for (size_t bit = 0; bit < 8 * 128; bit++) {
        char copy[NUMPY_I2_BYTES];
        memcpy(copy, numpy_i2, NUMPY_I2_BYTES);
        copy[bit / 8] ^= (char)(1 << bit % 8);
        npy_parse(&f->err, "t.npy", copy, NUMPY_I2_BYTES, &array);
        array_free(&array);
        error_clear(&f->err);
    }
}

/* HOUSE-9 */
static void a_npy_of_another_type_or_shape_is_an_error(void **state)
{
    struct fixture *f = *state;
    struct array array;
    struct array_declared declared = {.has_type = true, .type = WC_U16};
    const char *path = in_folder(f, "a.npy");
    write_bytes(path, numpy_i2, NUMPY_I2_BYTES);
    assert_int_equal(array_load(&f->err, path, &declared, &array), WC_BAD_INPUT);
    assert_string_equal(f->err.message, "contains i16; the job declares u16");
    error_clear(&f->err);
    declared = (struct array_declared){.has_shape = true, .rank = 2, .shape = {3, 1}};
    assert_int_equal(array_load(&f->err, path, &declared, &array), WC_BAD_INPUT);
    assert_string_equal(f->err.message, "has shape [3]; the job declares [3, 1]");
    assert_string_equal(f->err.place, path);
}

static void missing_files_folders_and_odd_sizes_are_refused(void **state)
{
    struct fixture *f = *state;
    struct array array;
    const struct array_declared f32 = {.has_type = true, .type = WC_F32};
    assert_int_equal(array_load(&f->err, in_folder(f, "no.bin"), &f32, &array), WC_BAD_INPUT);
    assert_non_null(strstr(f->err.message, "cannot open"));
    error_clear(&f->err);
    assert_int_equal(mkdir(in_folder(f, "d.bin"), 0700), 0);
    assert_int_equal(array_load(&f->err, f->path, &f32, &array), WC_BAD_INPUT);
    error_clear(&f->err);
    assert_int_equal(mkfifo(in_folder(f, "p.bin"), 0600), 0);
    assert_int_equal(array_load(&f->err, f->path, &f32, &array), WC_BAD_INPUT);
    error_clear(&f->err);
    write_bytes(in_folder(f, "s.bin"), "12345", 5);
    assert_int_equal(array_load(&f->err, f->path, &f32, &array), WC_BAD_INPUT);
    assert_non_null(strstr(f->err.message, "not a whole number of f32"));
    error_clear(&f->err);
    assert_int_equal(array_load(&f->err, in_folder(f, "x.dat"), &f32, &array), WC_BAD_INPUT);
    assert_non_null(strstr(f->err.message, "expected .npy"));
}

static void assert_text_refused(struct fixture *f, const char *text, enum wc_type type,
                                const char *place, const char *message)
{
    struct array array;
    assert_int_equal(values_parse(&f->err, "v.csv", text, strlen(text), type, &array),
                     WC_BAD_INPUT);
    assert_string_equal(f->err.place, place);
    assert_string_equal(f->err.message, message);
    error_clear(&f->err);
    array_free(&array);
}

/* HOUSE-2, HOUSE-9 */
static void text_values_are_read_and_errors_name_line_and_column(void **state)
{
    struct fixture *f = *state;
    struct array array;
    static const char text[] = "1, 2,3\n 4\t5\r\n-6,\n+7e0 .5 nan -inf\n";
    assert_int_equal(values_parse(&f->err, "v.csv", text, strlen(text), WC_F32, &array), WC_OK);
    assert_int_equal(array.count, 10);
    assert_true(array_value(&array, 5) == -6 && array_value(&array, 7) == 0.5);
    assert_true(isnan(array_value(&array, 8)) && array_value(&array, 9) == -INFINITY);
    array_free(&array);
    assert_text_refused(f, "1 2\n3, x4\n", WC_I32, "v.csv:2:4", "'x4' is not a number");
    assert_text_refused(f, "1,,2\n", WC_I32, "v.csv:1:3", "expected a number before ','");
    assert_text_refused(f, "1 300", WC_U8, "v.csv:1:3", "'300' does not fit u8 (0 to 255)");
    assert_text_refused(f, "-1", WC_U8, "v.csv:1:1", "'-1' does not fit u8 (0 to 255)");
    assert_text_refused(f, "1.5", WC_I8, "v.csv:1:1", "'1.5' is not an integer");
    assert_text_refused(f, "1e39", WC_F32, "v.csv:1:1", "'1e39' does not fit f32 (at most 3.4e38)");
}

static void numbers_do_not_depend_on_the_locale(void **state)
{
    (void)state;
    uint64_t bits = 0;
    char text[ARRAY_VALUE_TEXT];
    setlocale(LC_ALL, "de_DE.UTF-8"); /* where it is not installed the test is the plain one */
    assert_int_equal(number_bits("1.5", WC_F64, &bits), NUMBER_OK);
    number_text(bits, WC_F64, text, sizeof text);
    setlocale(LC_ALL, "C");
    assert_string_equal(text, "1.5");
}

static void f16_rounds_to_nearest_even(void **state)
{
    static const struct {
        double value;
        uint16_t half;
    } rows[] = {
        {0, 0},           {-0.0, 0x8000},       {1, 0x3c00},        {-2, 0xc000},
        {65504, 0x7bff},  {65519.99, 0x7bff},   {65520, 0x7c00},    {INFINITY, 0x7c00},
        {0x1p-14, 0x400}, {0x1p-24, 1},         {0x1p-25, 0},       {0x1.8p-25, 1},
        {0x1.ffcp-15, 0x400},                   {2049, 0x6800},     {2051, 0x6802},
        {0.333251953125, 0x3555},               {0x1.ff8p-15, 0x3ff},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (half_from_double(rows[i].value) != rows[i].half)
            fail_msg("%a gives 0x%04x", rows[i].value, half_from_double(rows[i].value));
    for (unsigned half = 0; half < 0x10000; half++)
        if ((half & 0x7c00) != 0x7c00 || !(half & 0x3ff))
            assert_int_equal(half_from_double(half_to_double((uint16_t)half)), half);
    assert_true(isnan(half_to_double(half_from_double(NAN))));
}

/* HOUSE-8: made by a ten-line Python script that follows docs/job-file.md; seed 7. */
static void random_fills_are_those_of_the_documented_formula(void **state)
{
    struct fixture *f = *state;
    struct array array;
    const uint64_t shape = 3;
    struct fill fill = {.kind = FILL_RANDOM, .seed = 7, .range.low = -1, .range.high = 1,
                        .range.low_bits = (uint64_t)-5, .range.high_bits = 5};
    make(f, WC_F32, 1, &shape, &array);
    fill_array(&fill, &array);
    assert_true(array_value(&array, 0) == -0x1.c341fp-3 && array_value(&array, 2) == 0x1.9a61p-1);
    array_free(&array);
    make(f, WC_F64, 1, &shape, &array);
    fill_array(&fill, &array);
    assert_true(array_value(&array, 0) == -0x1.c341e1ba6cdf8p-3);
    assert_true(array_value(&array, 2) == 0x1.9a610202eac4ap-1);
    array_free(&array);
    make(f, WC_I8, 1, &shape, &array);
    fill_array(&fill, &array);
    assert_true(array_value(&array, 0) == -3 && array_value(&array, 2) == -5);
    array_free(&array);
    make(f, WC_F16, 1, &shape, &array);
    fill_array(&fill, &array);
    assert_true(array_value(&array, 0) == -0x1.c34p-3);
    array_free(&array);
}

static void the_widest_ranges_do_not_overflow(void **state)
{
    struct fixture *f = *state;
    struct array array;
    const uint64_t shape = 3;
    struct fill fill = {.kind = FILL_RANDOM, .seed = 7};
    fill_default_range(&fill, WC_U64);
    make(f, WC_U64, 1, &shape, &array);
    fill_array(&fill, &array);
    assert_true(((uint64_t *)array.bytes)[0] == UINT64_C(7191089600892374487)); /* x itself */
    array_free(&array);
    fill_default_range(&fill, WC_I64);
    assert_true((int64_t)fill.range.low_bits == INT64_MIN);
    assert_true((int64_t)fill.range.high_bits == INT64_MAX);
    make(f, WC_I64, 1, &shape, &array);
    fill_array(&fill, &array);
    assert_true(((int64_t *)array.bytes)[0] == INT64_MIN + INT64_C(7191089600892374487));
    array_free(&array);
}

/* HOUSE-8 */
static void iota_counts_and_wraps(void **state)
{
    struct fixture *f = *state;
    struct array array;
    const uint64_t shape = 300;
    const struct fill fill = {.kind = FILL_IOTA};
    make(f, WC_I8, 1, &shape, &array);
    fill_array(&fill, &array);
    assert_true(array_value(&array, 127) == 127 && array_value(&array, 128) == -128 &&
                array_value(&array, 299) == 43);
    array_free(&array);
    make(f, WC_F16, 1, &shape, &array);
    fill_array(&fill, &array);
    assert_true(array_value(&array, 0) == 0 && array_value(&array, 299) == 299);
    array_free(&array);
}

/* HOUSE-10 */
static void exact_comparison_is_bit_for_bit(void **state)
{
    struct fixture *f = *state;
    struct array a, b;
    const uint64_t shape = 4;
    make(f, WC_F32, 1, &shape, &a);
    make(f, WC_F32, 1, &shape, &b);
    float *x = a.bytes, *y = b.bytes;
    x[0] = y[0] = NAN;
    assert_int_equal(array_compare(&a, &b, true, 0, 0).count, 0);
    x[1] = 0.0f;
    y[1] = -0.0f;
    y[3] = 2.5f;
    struct array_difference difference = array_compare(&a, &b, true, 0, 0);
    assert_int_equal(difference.count, 2);
    assert_int_equal(difference.first, 1);
    assert_string_equal(difference.expected, "0");
    assert_string_equal(difference.got, "-0");
    assert_true(difference.max == 2.5);
    array_free(&a);
    array_free(&b);
}

/* HOUSE-10 */
static void tolerances_are_relative_to_the_expected_value(void **state)
{
    struct fixture *f = *state;
    struct array expected, got;
    const uint64_t shape = 6;
    make(f, WC_F64, 1, &shape, &expected);
    make(f, WC_F64, 1, &shape, &got);
    const double e[] = {100, 100, 0, NAN, INFINITY, INFINITY};
    const double g[] = {101, 101.5, 0.25, -NAN, INFINITY, 1e300};
    memcpy(expected.bytes, e, sizeof e);
    memcpy(got.bytes, g, sizeof g);
    struct array_difference difference = array_compare(&expected, &got, false, 0.01, 0.25);
    assert_int_equal(difference.count, 2);
    assert_int_equal(difference.first, 1);
    assert_true(isinf(difference.max));
    array_free(&expected);
    array_free(&got);
}

static void large_integers_are_compared_exactly(void **state)
{
    struct fixture *f = *state;
    struct array expected, got;
    make(f, WC_I64, 0, NULL, &expected);
    make(f, WC_I64, 0, NULL, &got);
    *(int64_t *)expected.bytes = INT64_MAX;
    *(int64_t *)got.bytes = INT64_MAX - 1;
    assert_int_equal(array_compare(&expected, &got, false, 0, 0.5).count, 1);
    assert_int_equal(array_compare(&expected, &got, false, 0, 1).count, 0);
    *(int64_t *)got.bytes = INT64_MIN;
    assert_true(array_compare(&expected, &got, true, 0, 0).max == 0x1p64);
    array_free(&expected);
    array_free(&got);
}

/* HOUSE-10: vectors of FIPS 180-4's examples: "abc", and 56 bytes that need a second block. */
static void sha256_is_the_standard_one(void **state)
{
    static const char two[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    struct fixture *f = *state;
    struct array array;
    char hex[65];
    uint64_t count = 3;
    make(f, WC_U8, 1, &count, &array);
    memcpy(array.bytes, "abc", 3);
    array_sha256(&array, hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    array_free(&array);
    count = 56;
    make(f, WC_U8, 1, &count, &array);
    memcpy(array.bytes, two, 56);
    array_sha256(&array, hex);
    assert_string_equal(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    array_free(&array);
}

/* HOUSE-32 */
static void sizes_beyond_any_host_are_refused(void **state)
{
    struct fixture *f = *state;
    struct array array;
    static const uint64_t huge[] = {UINT64_MAX, UINT64_MAX}, big[] = {1 << 20, 1 << 20};
    assert_int_equal(array_new(&f->err, "a", WC_F64, 2, huge, &array), WC_BAD_INPUT);
    error_clear(&f->err);
    assert_int_equal(array_new(&f->err, "a", WC_F64, 2, big, &array), WC_BAD_INPUT);
    assert_null(array.bytes);
}

/* HOUSE-3 */
static void a_full_disk_is_reported_and_nothing_is_left_behind(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(access("/dev/full", W_OK), 0);
    assert_int_equal(output_write(&f->err, "/dev/full", "x", 1), WC_BAD_INPUT);
    assert_non_null(strstr(f->err.message, "No space left"));
    error_clear(&f->err);
    assert_int_equal(output_write(&f->err, in_folder(f, "no/o.bin"), "x", 1), WC_BAD_INPUT);
    assert_non_null(strstr(f->err.message, "cannot write"));
}

/* HOUSE-3: a write that fails half way: /dev/full takes the place of the temporary file. */
static void a_failed_write_keeps_the_old_file_and_removes_the_temporary(void **state)
{
    struct fixture *f = *state;
    struct output output;
    char command[256], old[4] = "";
    const char *path = in_folder(f, "o.bin");
    write_bytes(path, "old", 3);
    assert_int_equal(output_open(&f->err, path, &output), WC_OK);
    FILE *full = fopen("/dev/full", "wb");
    assert_non_null(full);
    assert_true(dup2(fileno(full), fileno(output.file)) >= 0);
    fclose(full);
    for (int i = 0; i < 100000; i++)
        fputs("new", output.file);
    assert_int_equal(output_commit(&f->err, &output), WC_BAD_INPUT);
    assert_non_null(strstr(f->err.message, "No space left"));
    FILE *file = fopen(path, "rb");
    assert_int_equal(fread(old, 1, 3, file), 3);
    fclose(file);
    assert_string_equal(old, "old");
    snprintf(command, sizeof command, "test \"$(ls -A '%s')\" = o.bin", f->folder);
    assert_int_equal(system(command), 0);
}

/* HOUSE-3 */
static void abandoned_output_leaves_nothing(void **state)
{
    struct fixture *f = *state;
    struct output output;
    assert_int_equal(output_open(&f->err, in_folder(f, "o.bin"), &output), WC_OK);
    fputs("half", output.file);
    output_abandon(&output);
    assert_int_equal(rmdir(f->folder), 0);
    assert_int_equal(mkdir(f->folder, 0700), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(npy_files_as_numpy_writes_them_are_read_and_written),
        cmocka_unit_test(every_type_and_rank_survives_every_file_format),
        cmocka_unit_test(npy_headers_that_cannot_be_honoured_are_refused),
        cmocka_unit_test(npy_version_2_and_one_dimensional_fortran_order_are_read),
        cmocka_unit_test(every_damaged_npy_ends_in_a_status),
        cmocka_unit_test(a_npy_of_another_type_or_shape_is_an_error),
        cmocka_unit_test(missing_files_folders_and_odd_sizes_are_refused),
        cmocka_unit_test(text_values_are_read_and_errors_name_line_and_column),
        cmocka_unit_test(numbers_do_not_depend_on_the_locale),
        cmocka_unit_test(f16_rounds_to_nearest_even),
        cmocka_unit_test(random_fills_are_those_of_the_documented_formula),
        cmocka_unit_test(the_widest_ranges_do_not_overflow),
        cmocka_unit_test(iota_counts_and_wraps),
        cmocka_unit_test(exact_comparison_is_bit_for_bit),
        cmocka_unit_test(tolerances_are_relative_to_the_expected_value),
        cmocka_unit_test(large_integers_are_compared_exactly),
        cmocka_unit_test(sha256_is_the_standard_one),
        cmocka_unit_test(sizes_beyond_any_host_are_refused),
        cmocka_unit_test(a_full_disk_is_reported_and_nothing_is_left_behind),
        cmocka_unit_test(a_failed_write_keeps_the_old_file_and_removes_the_temporary),
        cmocka_unit_test(abandoned_output_leaves_nothing),
    };
    struct CMUnitTest with_fixture[sizeof tests / sizeof *tests];
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        with_fixture[i] = tests[i];
        with_fixture[i].setup_func = set_up;
        with_fixture[i].teardown_func = tear_down;
    }
    return cmocka_run_group_tests(with_fixture, NULL, NULL);
}
