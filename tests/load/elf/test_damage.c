/* SPDX-License-Identifier: Apache-2.0 */
/* test_damage.c - ELF files that lie: each is refused with the place and the reason, and no
 * damage of any byte crashes the loader (most telling when built with the sanitizers). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "make_elf.h"
#include "load/image.h"

#include <cmocka.h> /* last: it has a macro named fail */

static void assert_message(const struct made_elf *elf, const char *message)
{
    struct error err = {0};
    struct image *image;
    assert_int_equal(image_parse(&err, "made.elf", elf->bytes, elf->size, &image), WC_BAD_INPUT);
    assert_null(image);
    assert_string_equal(err.message, message);
    error_clear(&err);
}

static struct recipe two_segments(uint32_t first, uint32_t bytes, uint32_t second)
{
    struct recipe recipe = plain_recipe();
    recipe.segments[1] = recipe.segments[0];
    recipe.segments[0].p_paddr = first;
    recipe.segments[0].p_memsz = bytes;
    recipe.segments[1].p_paddr = second;
    recipe.segment_count = 2;
    return recipe;
}

static void a_segment_beyond_the_file_is_refused(void **state)
{
    (void)state;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    make_elf(&elf, &recipe);
    elf.segments[0].p_offset = 0xFFFFFFF0;
    elf.segments[0].p_filesz = 0x20;
    elf.segments[0].p_memsz = 0x20;
    assert_message(&elf, "offset 0xfc: program header 0: 0x20 bytes at 0xfffffff0; the file "
                         "ends at 0x188");
}

static void a_segment_larger_in_the_file_than_in_memory_is_refused(void **state)
{
    (void)state;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    recipe.segments[0].p_memsz = 8;
    make_elf(&elf, &recipe);
    assert_message(&elf, "offset 0xfc: program header 0: 0x10 bytes in the file but 0x8 in "
                         "memory");
}

/* HOUSE-32 */
static void a_huge_segment_is_refused(void **state)
{
    (void)state;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    recipe.segments[0].p_paddr = 0;
    recipe.segments[0].p_memsz = 0x40000001;
    make_elf(&elf, &recipe);
    assert_message(&elf, "offset 0xfc: program header 0: 0x40000001 bytes of memory; the maximum "
                         "is 0x40000000");
    recipe = two_segments(0, 0x40000000, 0x80000000);
    make_elf(&elf, &recipe);
    assert_message(&elf, "the segments need 0x40000010 bytes of memory; the maximum is "
                         "0x40000000");
}

static void a_segment_that_wraps_around_is_refused(void **state)
{
    (void)state;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    struct error err = {0};
    struct image *image;
    recipe.segments[0].p_paddr = 0xFFFFFFF1;
    make_elf(&elf, &recipe);
    assert_message(&elf, "offset 0xfc: program header 0: 0x10 bytes at address 0xfffffff1, past "
                         "the end of the 32-bit address space");
    elf.segments[0].p_paddr = 0xFFFFFFF0;
    assert_int_equal(image_parse(&err, "made.elf", elf.bytes, elf.size, &image), WC_OK);
    image_free(image);
}

static void overlapping_segments_are_refused(void **state)
{
    (void)state;
    struct made_elf elf;
    struct error err = {0};
    struct image *image;
    struct recipe recipe = two_segments(0x80001010, 0x11, 0x80001020);
    make_elf(&elf, &recipe);
    assert_message(&elf, "the segments at addresses 0x80001010 (0x11 bytes) and 0x80001020 "
                         "overlap");
    recipe = two_segments(0x80001010, 0x10, 0x80001020);
    make_elf(&elf, &recipe);
    assert_int_equal(image_parse(&err, "made.elf", elf.bytes, elf.size, &image), WC_OK);
    image_free(image);
}

static void a_file_without_segments_is_refused(void **state)
{
    (void)state;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    recipe.segment_count = 0;
    make_elf(&elf, &recipe);
    assert_message(&elf, "the ELF file has no loadable segment; expected a linked program");
}

static void tables_beyond_the_file_are_refused(void **state)
{
    (void)state;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    make_elf(&elf, &recipe);
    elf.header->e_shoff = 0x180;
    assert_message(&elf, "offset 0x180: the table of 5 section headers extends past the end of "
                         "the file at 392 bytes");
    make_elf(&elf, &recipe);
    elf.header->e_shentsize = 7;
    assert_message(&elf, "offset 0x2e: a section header has 7 bytes; expected 40");
    make_elf(&elf, &recipe);
    elf.sections[MADE_SYMTAB].sh_size = 0x1000;
    assert_message(&elf, "offset 0x84: section header 2: 0x1000 bytes at 0x12c; the file ends "
                         "at 0x188");
}

static void symbols_without_sound_names_are_refused(void **state)
{
    (void)state;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    make_elf(&elf, &recipe);
    elf.symbols[1].st_name = 6;
    assert_message(&elf, "offset 0x13c: the name of symbol 1 at 0x6 of a string table of "
                         "0x6 bytes is not terminated");
    make_elf(&elf, &recipe);
    elf.bytes[elf.sections[MADE_STRTAB].sh_offset + 5] = 'x';
    assert_message(&elf, "offset 0x13c: the name of symbol 1 at 0x1 of a string table of "
                         "0x6 bytes is not terminated");
    make_elf(&elf, &recipe);
    elf.sections[MADE_SYMTAB].sh_link = MADE_TEXT;
    assert_message(&elf, "offset 0x12c: the symbol table refers to section 1 for names, which "
                         "is not a string table");
}

static void assert_notes_refused(const char *notes, const char *message)
{
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    char expected[512];
    recipe.notes = notes;
    make_elf(&elf, &recipe);
    snprintf(expected, sizeof expected, "section .warpclock.kernels, line %s", message);
    assert_message(&elf, expected);
}

static void wrong_kernel_notes_are_refused_with_their_line(void **state)
{
    (void)state;
    assert_notes_refused("toolchain x\nkernle kern\n",
                         "2: unknown word 'kernle'; expected kernel, arg, source, runtime, "
                         "toolchain, statement or loop");
    assert_notes_refused("kernel", "1: 'kernel' without a name");
    assert_notes_refused("kernel nothing", "1: kernel 'nothing' is not a global function of "
                                           "the file");
    assert_notes_refused("kernel kern\nkernel kern", "2: kernel 'kern' is described twice");
    assert_notes_refused("kernel kern local", "1: 'local' after a kernel's name; expected "
                                              "key=value");
    assert_notes_refused("kernel kern size=1", "1: unknown attribute 'size'; expected local, "
                                               "registers or reqd");
    assert_notes_refused("kernel kern local=-1", "1: local= is '-1'; expected a number from 0 to "
                                                 "1073741824");
    assert_notes_refused("kernel kern local=99999999999999999999",
                         "1: local= is '99999999999999999999'; expected a number from 0 to "
                         "1073741824");
    assert_notes_refused("kernel kern reqd=1,2", "1: reqd= has 2 numbers; expected 3, as in "
                                                 "reqd=16,16,1");
    assert_notes_refused("kernel kern reqd=1,2,3,4", "1: reqd= is followed by '4'; expected 3 "
                                                     "numbers");
    assert_notes_refused("kernel kern reqd=1,0,3", "1: reqd= contains 0; expected the work-items "
                                                   "per group");
    assert_notes_refused("arg a value int 4", "1: 'arg' before the first 'kernel'");
    assert_notes_refused("kernel kern\narg", "2: 'arg' without a name");
    assert_notes_refused("kernel kern\narg a", "2: argument kind ''; expected value, global, "
                                               "local or constant");
    assert_notes_refused("kernel kern\narg a heap int*", "2: argument kind 'heap'; expected "
                                                         "value, global, local or constant");
    assert_notes_refused("kernel kern\narg a value int", "2: argument 'a' is a value without a "
                                                         "size in bytes");
    assert_notes_refused("kernel kern\narg a value int 0", "2: argument 'a' has 0 bytes");
    assert_notes_refused("kernel kern\narg a value int 4x", "2: the size is '4x'; expected a "
                                                            "number from 0 to 1073741824");
    assert_notes_refused("source", "1: 'source' without a file name");
    assert_notes_refused("loop", "1: 'loop '; expected a source line and a number, as in 'loop "
                                 "sgemm.cl:14 128'");
    assert_notes_refused("loop :4 5", "1: 'loop :4 5'; expected a source line and a number, as in "
                                      "'loop sgemm.cl:14 128'");
    assert_notes_refused("loop a.cl:x 5", "1: the line of a loop is 'x'; expected a number from 0 "
                                          "to 1073741824");
    assert_notes_refused("loop a.cl:4 many", "1: the bound of a loop is 'many'; expected a number "
                                             "from 0 to 1099511627776");
    assert_notes_refused("statement 4", "1: 'statement 4'; expected lines of a source, as in "
                                        "'statement sgemm.cl:14 13 14 17 1 top'");
    assert_notes_refused("statement a.cl:4 4 4", "1: a number of a loop statement is ''; expected "
                                                 "a number from 0 to 1073741824");
    assert_notes_refused("statement a.cl:4 4 4 4 0 side",
                         "1: 'side' in a loop statement; expected top, bottom, endless, calls, "
                         "outer or shared");
    assert_notes_refused("source a\x01", "1: contains bytes that are not printable text");
}

static void sound_kernel_notes_may_leave_things_out(void **state)
{
    (void)state;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    struct error err = {0};
    struct image *image;
    recipe.notes = "\n\nkernel kern registers=12\narg p global\narg v value 8\narg s local int* 4";
    make_elf(&elf, &recipe);
    assert_int_equal(image_parse(&err, "made.elf", elf.bytes, elf.size, &image), WC_OK);
    const struct kernel *kernel = &image->kernels[0];
    assert_int_equal(kernel->registers, 12);
    assert_null(kernel->parameters[0].type);
    assert_int_equal(kernel->parameters[0].bytes, 4);
    assert_null(kernel->parameters[1].type);
    assert_int_equal(kernel->parameters[1].bytes, 8);
    assert_string_equal(kernel->parameters[2].type, "int*");
    image_free(image);
}

static uint8_t *read_sample(size_t *size)
{
    const char *root = getenv("WARPCLOCK_SOURCE_DIR");
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/load/elf/sample.elf", root ? root : ".");
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    uint8_t *bytes = malloc(65536);
    *size = fread(bytes, 1, 65536, file);
    fclose(file);
    assert_true(*size > 1000 && *size < 65536);
    return bytes;
}

/* Loads, asks for a line, and insists that there is either an image or a message. */
static enum wc_status load(const uint8_t *bytes, size_t size)
{
    struct error err = {0};
    struct image *image;
    struct source_line line;
    enum wc_status status = image_parse(&err, "damaged.elf", bytes, size, &image);
    if (status == WC_OK) {
        image_source_line(image, 0x80000020, &line);
    } else {
        assert_int_equal(status, WC_BAD_INPUT);
        assert_null(image);
        assert_non_null(err.message);
    }
    image_free(image);
    error_clear(&err);
    return status;
}

/* HOUSE-36 */
static void loop_bounds_of_the_source_stand_in_the_notes(void **state)
{
    (void)state;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    struct error err = {0};
    struct image *image;
    recipe.notes = "loop my kernel.cl:14 128\nkernel kern\nloop c:k.cl:9 1";
    make_elf(&elf, &recipe);
    assert_int_equal(image_parse(&err, "made.elf", elf.bytes, elf.size, &image), WC_OK);
    assert_int_equal(image->loop_note_count, 2);
    assert_string_equal(image->loop_notes[0].file, "my kernel.cl");
    assert_int_equal(image->loop_notes[0].line, 14);
    assert_int_equal(image->loop_notes[0].iterations, 128);
    assert_string_equal(image->loop_notes[1].file, "c:k.cl");
    assert_int_equal(image->loop_notes[1].line, 9);
    image_free(image);
}

static void no_truncated_file_loads(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = read_sample(&size);
    assert_int_equal(load(bytes, size), WC_OK);
    for (size_t length = 0; length < size; length++) {
        if (load(bytes, length) == WC_OK)
            fail_msg("loaded with only %zu of %zu bytes", length, size);
    }
    free(bytes);
}

/* HOUSE-36 */
static void no_changed_byte_crashes_the_loader(void **state)
{
    (void)state;
    static const uint8_t changes[] = {0x01, 0x80, 0xFF};
    size_t size;
    uint8_t *bytes = read_sample(&size);
    for (size_t at = 0; at < size; at++) {
        for (size_t i = 0; i < sizeof changes; i++) {
            bytes[at] ^= changes[i];
            load(bytes, size);
            bytes[at] ^= changes[i];
        }
    }
    assert_int_equal(load(bytes, size), WC_OK);
    free(bytes);
}

static Elf32_Shdr *section_of(uint8_t *bytes, const char *name)
{
    const Elf32_Ehdr *header = (const void *)bytes;
    Elf32_Shdr *sections = (void *)(bytes + header->e_shoff);
    const char *names = (const char *)bytes + sections[header->e_shstrndx].sh_offset;
    for (int i = 0; i < header->e_shnum; i++) {
        if (!strcmp(names + sections[i].sh_name, name))
            return &sections[i];
    }
    fail_msg("no section %s", name);
    return NULL;
}

static void assert_no_lines(const uint8_t *bytes, size_t size, const char *problem)
{
    struct error err = {0};
    struct image *image;
    struct source_line line;
    assert_int_equal(image_parse(&err, "damaged.elf", bytes, size, &image), WC_OK);
    assert_false(image_source_line(image, 0x80000020, &line));
    if (!strstr(image_lines_problem(image), problem))
        fail_msg("expected '%s' in '%s'", problem, image_lines_problem(image));
    image_free(image);
}

static void damaged_debug_information_gives_no_lines_but_a_reason(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = read_sample(&size);
    Elf32_Shdr *lines = section_of(bytes, ".debug_line");
    lines->sh_flags |= SHF_COMPRESSED;
    assert_no_lines(bytes, size, "the debug information is compressed");
    lines->sh_flags = 0;
    memset(bytes + lines->sh_offset, 0x55, lines->sh_size);
    assert_no_lines(bytes, size, "the debug information is damaged at offset 0x0 of .debug_line");
    free(bytes);
}

/* 3 MiB of rows behind the sample, which the section header now points to. */
static void absurdly_large_debug_information_is_not_read(void **state)
{
    (void)state;
    enum { ADDED = 3 << 20 };
    size_t size;
    uint8_t *bytes = read_sample(&size);
    uint8_t *grown = calloc(1, size + ADDED);
    memcpy(grown, bytes, size);
    Elf32_Shdr *lines = section_of(grown, ".debug_line");
    lines->sh_offset = (Elf32_Off)size;
    lines->sh_size = ADDED;
    assert_no_lines(grown, size + ADDED, "the line tables of the debug information are too large");
    free(grown);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_segment_beyond_the_file_is_refused),
        cmocka_unit_test(a_segment_larger_in_the_file_than_in_memory_is_refused),
        cmocka_unit_test(a_huge_segment_is_refused),
        cmocka_unit_test(a_segment_that_wraps_around_is_refused),
        cmocka_unit_test(overlapping_segments_are_refused),
        cmocka_unit_test(a_file_without_segments_is_refused),
        cmocka_unit_test(tables_beyond_the_file_are_refused),
        cmocka_unit_test(symbols_without_sound_names_are_refused),
        cmocka_unit_test(wrong_kernel_notes_are_refused_with_their_line),
        cmocka_unit_test(sound_kernel_notes_may_leave_things_out),
        cmocka_unit_test(loop_bounds_of_the_source_stand_in_the_notes),
        cmocka_unit_test(no_truncated_file_loads),
        cmocka_unit_test(no_changed_byte_crashes_the_loader),
        cmocka_unit_test(damaged_debug_information_gives_no_lines_but_a_reason),
        cmocka_unit_test(absurdly_large_debug_information_is_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
