/* SPDX-License-Identifier: Apache-2.0 */
/* test_damage.c - truncated and bit-flipped cubins: an error that names a place, or an image
 * whose every part can be read; never a crash. PAS-22 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include "base/text.h"
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
    for (uint32_t i = 0; i < image->bank_count; i++) {
        for (uint32_t at = 0; at < image->banks[i].size; at++)
            sum += image->banks[i].bytes[at];
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

static void every_truncated_cubin_is_refused(void **state)
{
    (void)state;
    static struct file whole, cut;
    file_read_sample(&whole);
    cut = whole;
    /* Program headers, which nothing needs, stand last: their end is missed as well. */
    for (cut.size = 0; cut.size < whole.size; cut.size++)
        assert_true(survives(&cut));
}

static void no_flipped_bit_crashes_the_loader(void **state)
{
    (void)state;
    static struct file file;
    file_read_sample(&file);
    size_t refusals = 0;
    for (size_t at = 0; at < file.size; at++) {
        const uint8_t kept = file.bytes[at];
        file.bytes[at] = kept ^ (uint8_t)(1u << (at % 8));
        refusals += survives(&file);
        file.bytes[at] = (uint8_t)~kept;
        refusals += survives(&file);
        file.bytes[at] = kept;
    }
    assert_true(refusals > 500);
}

static void sizes_beyond_all_reason_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {".nv.global", ".nv.shared.first", ".nv.constant3",
                                        ".symtab", ".nv.info"};
    static struct file file;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        file_read_sample(&file);
        file_section(&file, names[i])->sh_size = 1ull << 40;
        assert_true(survives(&file));
    }
}

/* A relocation is a write into the file's copy: it must not leave its section. */
static void a_relocation_beyond_its_section_is_refused(void **state)
{
    (void)state;
    static const uint64_t offsets[] = {24, 17, 1ull << 63, UINT64_MAX - 3};
    static struct file file;
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        file_read_sample(&file);
        const Elf64_Shdr *table = file_section(&file, ".rel.nv.constant4");
        memcpy(file.bytes + table->sh_offset, &offsets[i], sizeof offsets[i]);
        assert_true(survives(&file));
    }
}

/* Bank 4 laid over the names of the symbols: relocations overwrite them, and nobody reads on. */
static void relocations_into_names_do_no_harm(void **state)
{
    (void)state;
    static struct file file;
    file_read_sample(&file);
    Elf64_Shdr *bank = file_section(&file, ".nv.constant4");
    Elf64_Shdr *names = file_section(&file, ".strtab");
    bank->sh_offset = names->sh_offset + names->sh_size - bank->sh_size;
    names->sh_size -= 4;
    survives(&file);
    Elf64_Shdr *sections = file_section(&file, ".shstrtab");
    bank->sh_offset = sections->sh_offset + sections->sh_size - bank->sh_size;
    survives(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_truncated_cubin_is_refused),
        cmocka_unit_test(no_flipped_bit_crashes_the_loader),
        cmocka_unit_test(sizes_beyond_all_reason_are_refused),
        cmocka_unit_test(a_relocation_beyond_its_section_is_refused),
        cmocka_unit_test(relocations_into_names_do_no_harm),
    };
    return cmocka_run_group_tests_name("cubin damage", tests, NULL, NULL);
}
