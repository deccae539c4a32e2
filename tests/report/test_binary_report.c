/* SPDX-License-Identifier: Apache-2.0 */
/* test_binary_report.c - what `info` and `dis` show of load/elf/sample.elf and of made files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "make_elf.h"
#include "load/image.h"
#include "report/info.h"
#include "report/listing.h"

#include <cmocka.h> /* last: it has a macro named fail */

static const bool all_fit[16] = {true, true, true, true, true, true, true, true,
                                 true, true, true, true, true, true, true, true};

static struct image *open_sample(void)
{
    const char *root = getenv("WARPCLOCK_SOURCE_DIR");
    char path[4096];
    struct error err = {0};
    struct image *image;
    snprintf(path, sizeof path, "%s/tests/load/elf/sample.elf", root ? root : ".");
    if (image_open(&err, path, &image) != WC_OK)
        fail_msg("%s: %s", path, err.message);
    return image;
}

static struct program *decode(const struct image *image, uint64_t features)
{
    struct error err = {0};
    struct program *program;
    if (isa_rv32.decode(&err, image, features, &program) != WC_OK)
        fail_msg("%s", err.message);
    return program;
}

static void assert_holds(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no '%s' in:\n%s", part, text);
}

static void info_shows_segments_and_kernels(void **state)
{
    (void)state;
    struct text text = {0};
    struct image *image = open_sample();
    info_write(image, all_fit, WC_TEXT, &text);
    assert_holds(text.bytes, "  entry          0x80000000 <_start>\n");
    assert_holds(text.bytes, "  source         sample.c, sha256 0123abcd\n");
    assert_holds(text.bytes, "  source lines   yes\n");
    assert_holds(text.bytes, "  0x80000100         416          16       0x200  rw-\n");
    assert_holds(text.bytes,
                 "  scale(global float* out, constant float* in, float factor, int n)\n"
                 "      entry 0x80000014, 36 bytes of code, 96 bytes of local memory, "
                 "work-groups of 16 x 4 x 1\n");
    text_free(&text);
    image_free(image);
}

static json_t *parse(struct text *text)
{
    json_error_t error;
    json_t *root = json_loads(text_string(text), 0, &error);
    if (!root)
        fail_msg("%s in %s", error.text, text_string(text));
    text_free(text);
    return root;
}

static json_int_t number(const json_t *object, const char *key)
{
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

static const char *string(const json_t *object, const char *key)
{
    assert_true(json_is_string(json_object_get(object, key)));
    return json_string_value(json_object_get(object, key));
}

static void info_as_json_has_its_stable_keys(void **state)
{
    (void)state;
    struct text text = {0};
    struct image *image = open_sample();
    info_write(image, all_fit, WC_JSON, &text);
    json_t *root = parse(&text);
    assert_int_equal(number(root, "schema"), 1);
    assert_string_equal(string(root, "isa"), "rv32");
    assert_int_equal(number(root, "entry"), 0x80000000);
    assert_int_equal(json_array_size(json_object_get(root, "segments")), 2);
    json_t *kernel = json_array_get(json_object_get(root, "kernels"), 0);
    assert_string_equal(string(kernel, "name"), "scale");
    assert_true(json_is_null(json_object_get(kernel, "registers")));
    json_t *parameter = json_array_get(json_object_get(kernel, "parameters"), 2);
    assert_string_equal(string(parameter, "kind"), "value");
    assert_int_equal(number(parameter, "bytes"), 4);
    assert_true(json_is_true(json_object_get(root, "lines")));
    assert_true(json_is_null(json_object_get(root, "lines_problem")));
    json_decref(root);
    image_free(image);
}

static void info_of_a_file_without_kernels_lists_functions(void **state)
{
    (void)state;
    struct text text = {0};
    struct error err = {0};
    struct image *image;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    make_elf(&elf, &recipe);
    assert_int_equal(image_parse(&err, "bad\xff.elf", elf.bytes, elf.size, &image), WC_OK);
    info_write(image, all_fit, WC_TEXT, &text);
    assert_holds(text.bytes, "any global function can be an entry:\n  0x80000000  kern\n");
    text_free(&text);
    info_write(image, all_fit, WC_JSON, &text);
    json_t *root = parse(&text); /* whatever bytes the path has */
    assert_string_equal(string(root, "file"), "bad?.elf");
    json_decref(root);
    image_free(image);
}

static void listing_of_a_kernel_has_labels_and_source_lines(void **state)
{
    (void)state;
    struct text text = {0};
    struct image *image = open_sample();
    struct program *program = decode(image, isa_rv32.default_features);
    listing_write(program, "scale", WC_TEXT, &text);
    assert_string_equal(
        text.bytes, "scale:  ; kernel, 36 bytes\n"
                    "; sample.c:11\n"
                    "    80000014:  02c05063  bge        zero, a2, 0x80000034 <.L2>\n"
                    ".L1:\n"
                    "; sample.c:12\n"
                    "    80000018:  0005a007  flw        ft0, 0(a1)\n"
                    "; sample_inline.h:5\n"
                    "    8000001c:  10a07053  fmul.s     ft0, ft0, fa0, dyn\n"
                    "; sample.c:12\n"
                    "    80000020:  00052027  fsw        ft0, 0(a0)\n"
                    "; sample.c:11\n"
                    "    80000024:  fff60613  addi       a2, a2, -1\n"
                    "    80000028:  00450513  addi       a0, a0, 4\n"
                    "    8000002c:  00458593  addi       a1, a1, 4\n"
                    "    80000030:  fe0614e3  bne        a2, zero, 0x80000018 <.L1>\n"
                    ".L2:\n"
                    "; sample.c:13\n"
                    "    80000034:  00008067  jalr       zero, 0(ra)\n");
    text_free(&text);
    listing_write(program, NULL, WC_TEXT, &text);
    assert_holds(text.bytes, "_start:  ; 20 bytes\n");
    assert_holds(text.bytes, "\n\ncount:  ; kernel, 108 bytes\n");
    text_free(&text);
    program_free(program);
    image_free(image);
}

static void listing_as_json_has_one_object_an_instruction(void **state)
{
    (void)state;
    struct text text = {0};
    struct image *image = open_sample();
    struct program *program = decode(image, isa_rv32.default_features);
    listing_write(program, "scale", WC_JSON, &text);
    json_t *root = parse(&text);
    assert_int_equal(json_array_size(root), 9);
    json_t *first = json_array_get(root, 0), *second = json_array_get(root, 1);
    assert_int_equal(number(first, "address"), 0x80000014);
    assert_string_equal(string(first, "bits"), "0x02c05063");
    assert_string_equal(string(first, "text"), "bge zero, a2, 0x80000034");
    assert_int_equal(number(first, "target"), 0x80000034);
    assert_true(json_is_null(json_object_get(first, "label")));
    assert_string_equal(string(second, "label"), ".L1");
    assert_string_equal(string(second, "function"), "scale");
    assert_int_equal(number(json_object_get(second, "source"), "line"), 12);
    json_decref(root);
    program_free(program);
    image_free(image);
}

static void words_that_cannot_run_are_marked_with_the_reason(void **state)
{
    (void)state;
    struct text text = {0};
    struct error err = {0};
    struct image *image;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    make_elf(&elf, &recipe);
    const uint32_t words[] = {0xFFFFFFFF, 0, 0x0005252F /* amoadd.w */};
    memcpy(elf.bytes + elf.segments[0].p_offset, words, sizeof words);
    assert_int_equal(image_parse(&err, "made.elf", elf.bytes, elf.size, &image), WC_OK);
    struct program *program = decode(image, 0);
    listing_write(program, NULL, WC_TEXT, &text);
    assert_holds(text.bytes, "80000000:  ffffffff  ???  ; not a valid rv32 instruction\n");
    assert_holds(text.bytes, "80000004:  00000000  ???  ; zero: data or padding, not an "
                             "instruction\n");
    assert_holds(text.bytes, "80000008:  0005252f  amoadd.w   a0, zero, (a0)  ; needs the A ext");
    text_free(&text);
    program_free(program);
    image_free(image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(info_shows_segments_and_kernels),
        cmocka_unit_test(info_as_json_has_its_stable_keys),
        cmocka_unit_test(info_of_a_file_without_kernels_lists_functions),
        cmocka_unit_test(listing_of_a_kernel_has_labels_and_source_lines),
        cmocka_unit_test(listing_as_json_has_one_object_an_instruction),
        cmocka_unit_test(words_that_cannot_run_are_marked_with_the_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
