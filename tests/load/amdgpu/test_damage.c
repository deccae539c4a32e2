/* SPDX-License-Identifier: Apache-2.0 */
/* test_damage.c - truncated and bit-flipped code objects: an error that names a place, or an
 * image whose every part can be read; never a crash. HOUSE-2 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include "base/text.h"
#include "load/amdgpu_parts.h"
#include "report/info.h"
#include "sample_file.h"

#include <cmocka.h> /* last: its fail() is a macro */

/* Reads all there is, so that sanitizers see what lies outside. */
static void read_all(const struct image *image)
{
    struct text text = {0};
    volatile uint64_t sum = 0;
    for (uint32_t i = 0; i < image->segment_count; i++) {
        for (uint64_t at = 0; at < image->segments[i].file_bytes; at++)
            sum += image->segments[i].bytes[at];
    }
    info_write(image, NULL, WC_JSON, &text);
    text_free(&text);
}

/* true: it was refused */
static bool survives(const struct file *file)
{
    struct error err = {0};
    struct image *image;
    const enum wc_status status = file_load(&err, file, &image);
    if (status == WC_OK) {
        read_all(image);
        image_free(image);
        return false;
    }
    assert_int_equal(status, WC_BAD_INPUT);
    assert_non_null(err.message);
    assert_non_null(err.place);
    error_clear(&err);
    return true;
}

static void refused(const struct file *file, const char *part)
{
    struct error err = {0};
    struct image *image;
    assert_int_equal(file_load(&err, file, &image), WC_BAD_INPUT);
    if (!strstr(err.message, part))
        fail_msg("'%s' does not say '%s'", err.message, part);
    error_clear(&err);
}

/* The table of section headers stands last. */
static void every_truncated_code_object_is_refused(void **state)
{
    (void)state;
    static struct file whole, cut;
    file_read_sample(&whole, 4);
    cut = whole;
    for (cut.size = 0; cut.size < whole.size; cut.size++)
        assert_true(survives(&cut));
}

static void flip_bits(uint32_t version, size_t step, size_t min_refusals)
{
    static struct file file;
    file_read_sample(&file, version);
    size_t refusals = 0;
    for (size_t at = 0; at < file.size; at += step) {
        const uint8_t kept = file.bytes[at];
        file.bytes[at] = at % 2 ? (uint8_t)~kept : kept ^ (uint8_t)(1u << (at / 2 % 8));
        refusals += survives(&file);
        file.bytes[at] = kept;
    }
    assert_true(refusals > min_refusals);
}

static void no_flipped_bit_crashes_the_loader_of_version_2(void **state)
{
    (void)state;
    flip_bits(2, 3, 100); /* YAML takes its time */
}

static void no_flipped_bit_crashes_the_loader_of_version_4(void **state)
{
    (void)state;
    flip_bits(4, 1, 250);
}

static void sizes_beyond_all_reason_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {".symtab", ".rela.dyn", ".strtab", ".text"};
    static struct file file;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        file_read_sample(&file, 4);
        file_section(&file, names[i])->sh_size = 1ull << 40;
        assert_true(survives(&file));
    }
}

/* A relocation is a write into the file's copy: it must not leave the loaded data. */
static void a_relocation_outside_of_the_data_is_refused(void **state)
{
    (void)state;
    static const uint64_t places[] = {0, 1ull << 40, UINT64_MAX - 3, 0x38C5};
    static struct file file;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        file_read_sample(&file, 4);
        memcpy(file.bytes + file_section(&file, ".rela.dyn")->sh_offset, &places[i],
               sizeof places[i]);
        refused(&file, "outside the file's data");
    }
    file_read_sample(&file, 4);
    file.bytes[file_section(&file, ".rela.dyn")->sh_offset + 8] = 1;
    refused(&file, "relocation type 1 is not supported; expected");
}

/* Fields of choose.kd, the first descriptor in .rodata. */
static void a_descriptor_that_says_nonsense_is_refused(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        uint32_t value;
        const char *says;
    } cases[] = {
        {0, 0x7FFFFFFF, "0x7fffffff bytes of local memory"},
        {4, 0x7FFFFFFF, "0x7fffffff bytes of private memory per work-item"},
        {8, 0x7FFFFFFF, "0x7fffffff bytes of arguments"},
        {16, 0x10, "is not in executable code"},
        {16, 0x1142, "is not in executable code"},
        {8, 20, "metadata of kernel 'choose': argument of 8 bytes at offset 16"},
    };
    static struct file file;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        file_read_sample(&file, 4);
        memcpy(file.bytes + file_section(&file, ".rodata")->sh_offset + cases[i].at,
               &cases[i].value, sizeof cases[i].value);
        refused(&file, cases[i].says);
    }
}

static void metadata_that_are_no_metadata_are_refused_with_their_place(void **state)
{
    (void)state;
    static struct file file;
    file_read_sample(&file, 4);
    file_find(&file, "\xAE" "amdhsa.kernels", 15)[15] = 0xC1; /* where the list begins */
    refused(&file, "damaged metadata: invalid byte 0xc1");
    file_read_sample(&file, 4);
    memcpy(file_find(&file, "\xAE" "amdhsa.kernels", 15) + 15, "\xDD\xFF\xFF\xFF\xFF", 5);
    refused(&file, "damaged metadata: an element extends past the end");
    file_read_sample(&file, 4);
    memcpy(file_find(&file, "\xAE" "amdhsa.kernels", 15) + 15, "\xCD", 1);
    assert_true(survives(&file));
    file_read_sample(&file, 4);
    memcpy(file_find(&file, "choose.kd\xAB", 10), "choosy.kd", 9);
    refused(&file, "metadata for kernel 'choosy.kd', which has no descriptor");
    file_read_sample(&file, 2);
    memcpy(file_find(&file, "ValueKind:", 10), "ValueKine:", 10);
    refused(&file, "metadata of kernel 'choose': argument 1 has no .value_kind");
    file_read_sample(&file, 2);
    memcpy(file_find(&file, "Kernels:", 8), "Kernels[", 8);
    assert_true(survives(&file));
}

/* Values nested deeper than any metadata are. */
static void lists_in_lists_in_lists_are_refused(void **state)
{
    (void)state;
    static struct file file;
    file_read_sample(&file, 4);
    memset(file_find(&file, "\xAE" "amdhsa.kernels", 15) + 15, 0x91, 1000);
    refused(&file, "damaged metadata: nesting deeper than the maximum of 16 levels");
}

/* A copy of just that size, as in file_load(). */
static enum wc_status unpack(struct image *image, const void *bytes, size_t size,
                             const struct yaml_node **root)
{
    struct error err = {0};
    uint8_t *exact = malloc(size + !size);
    memcpy(exact, bytes, size);
    const enum wc_status status = amdgpu_unpack(&err, image, exact, size, 0, root);
    free(exact);
    error_clear(&err);
    return status;
}

/* One of every form: all are understood, and metadata may end nowhere inside. */
static void every_form_of_metadata_is_read_whole_or_refused(void **state)
{
    (void)state;
    static const char bytes[] =
        "\x81\xA1k\xDC\0\x14" /* {"k": a list of 20 */
        "\x7F\xE0\xC0\xC2\xC3" "\xCC\xFF" "\xCD\xFF\xFE" "\xCE\xFF\xFF\xFF\xFE"
        "\xCF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFE" "\xD0\x80" "\xD1\x80\0" "\xD2\x80\0\0\0"
        "\xD3\x80\0\0\0\0\0\0\0" "\xD3\0\0\0\0\0\0\0\x05" "\xCA\0\0\0\0"
        "\xCB\0\0\0\0\0\0\0\0" "\xC4\x02zz" "\xD5\x01zz" "\xC7\x01\x01z" "\xD9\x02no";
    static const char *const texts[20] = {
        "127", "-32", "null", "false", "true", "255", "65534", "4294967294",
        "18446744073709551614", "-128", "-32768", "-2147483648", "-9223372036854775808", "5",
        "null", "null", "null", "null", "null", "no",
    };
    const size_t size = sizeof bytes - 1;
    struct image image = {.path = "sample.hsaco"};
    const struct yaml_node *root;
    assert_int_equal(unpack(&image, bytes, size, &root), WC_OK);
    const struct yaml_node *list = yaml_get(root, "k");
    assert_int_equal(list->count, 20);
    for (uint32_t i = 0; i < list->count; i++)
        assert_string_equal(list->items[i]->text, texts[i]);
    for (size_t cut = 0; cut < size; cut++)
        assert_int_equal(unpack(&image, bytes, cut, &root), WC_BAD_INPUT);
    arena_free(&image.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_truncated_code_object_is_refused),
        cmocka_unit_test(no_flipped_bit_crashes_the_loader_of_version_2),
        cmocka_unit_test(no_flipped_bit_crashes_the_loader_of_version_4),
        cmocka_unit_test(sizes_beyond_all_reason_are_refused),
        cmocka_unit_test(a_relocation_outside_of_the_data_is_refused),
        cmocka_unit_test(a_descriptor_that_says_nonsense_is_refused),
        cmocka_unit_test(metadata_that_are_no_metadata_are_refused_with_their_place),
        cmocka_unit_test(lists_in_lists_in_lists_are_refused),
        cmocka_unit_test(every_form_of_metadata_is_read_whole_or_refused),
    };
    return cmocka_run_group_tests_name("amdgpu damage", tests, NULL, NULL);
}
