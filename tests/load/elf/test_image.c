/* SPDX-License-Identifier: Apache-2.0 */
/* test_image.c - what the loader reads from a sound file, and what it says about a wrong one.
 *
 * sample.elf of this folder came from clang and lld; it is found from WARPCLOCK_SOURCE_DIR or the
 * current folder. All other files are made here, byte by byte. */
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

static struct image *parse_sound(const struct made_elf *elf)
{
    struct error err = {0};
    struct image *image;
    if (image_parse(&err, "made.elf", elf->bytes, elf->size, &image) != WC_OK)
        fail_msg("%s", err.message);
    return image;
}

static void assert_refused(const void *bytes, size_t size, const char *message)
{
    struct error err = {0};
    struct image *image;
    assert_int_equal(image_parse(&err, "made.elf", bytes, size, &image), WC_BAD_INPUT);
    assert_null(image);
    assert_string_equal(err.place, "made.elf");
    if (!strstr(err.message, message))
        fail_msg("expected '%s' in '%s'", message, err.message);
    error_clear(&err);
}

static void segments_of_a_linked_file_are_found(void **state)
{
    (void)state;
    struct image *image = open_sample();
    assert_string_equal(image->format, "RISC-V ELF");
    assert_string_equal(image->isa, "rv32");
    assert_int_equal(image->entry, 0x80000000);
    assert_int_equal(image->segment_count, 2);
    const struct segment *text = &image->segments[0], *data = &image->segments[1];
    assert_int_equal(text->address, 0x80000000);
    assert_int_equal(text->size, 0xa4);
    assert_true(text->executable && text->readable && !text->writable);
    assert_memory_equal(text->bytes, (uint8_t *)image->file + text->file_offset, 4);
    assert_int_equal(data->address, 0x80000100);
    assert_int_equal(data->file_bytes, 16);
    assert_int_equal(data->size, 16 + 400);
    assert_int_equal(data->bytes[4], 2);
    assert_int_equal(image->thread_local_bytes, 96);
    image_free(image);
}

static void kernels_and_their_parameters_come_from_the_notes(void **state)
{
    (void)state;
    struct image *image = open_sample();
    struct error err = {0};
    const struct kernel *kernel;
    assert_string_equal(image->source, "sample.c");
    assert_string_equal(image->source_sha256, "0123abcd");
    assert_string_equal(image->runtime_sha256, "4567ef");
    assert_string_equal(image->toolchain, "clang 16.0.6");
    assert_int_equal(image->kernel_count, 2);
    assert_int_equal(image_kernel(&err, image, "scale", &kernel), WC_OK);
    assert_int_equal(kernel->entry, 0x80000014);
    assert_int_equal(kernel->bytes, 0x24);
    assert_int_equal(kernel->local_bytes, 96);
    assert_int_equal(kernel->required_block[0], 16);
    assert_int_equal(kernel->required_block[2], 1);
    assert_true(kernel->has_parameters);
    assert_int_equal(kernel->parameter_count, 4);
    assert_int_equal(kernel->parameters[1].kind, KERNEL_PARAMETER_CONSTANT);
    assert_string_equal(kernel->parameters[1].type, "float*");
    assert_int_equal(kernel->parameters[1].bytes, 4);
    assert_int_equal(image_kernel(&err, image, "count", &kernel), WC_OK);
    assert_string_equal(kernel->parameters[1].name, "which");
    assert_string_equal(kernel->parameters[1].type, "unsigned int");
    assert_int_equal(kernel->required_block[0], 0);
    image_free(image);
}

static void symbols_are_sorted_and_those_of_the_assembler_left_out(void **state)
{
    (void)state;
    struct image *image = open_sample();
    for (uint32_t i = 1; i < image->symbol_count; i++)
        assert_true(image->symbols[i - 1].address <= image->symbols[i].address);
    assert_int_equal(image->symbol_count, 6);
    assert_true(image_symbol(image, "_start")->is_function);
    assert_false(image_symbol(image, "local_label")->is_function);
    assert_int_equal(image_symbol(image, "counters")->size, 16);
    assert_true(image_symbol(image, "counters")->is_global);
    assert_false(image_symbol(image, "zeroed")->is_global);
    assert_null(image_symbol(image, "in_local_memory")); /* its value is no address */
    assert_null(image_symbol(image, "sample.c"));
    assert_null(image_symbol(image, "dropped"));
    image_free(image);
}

static void mapping_symbols_and_undefined_ones_are_left_out(void **state)
{
    (void)state;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    const uint8_t label = ELF32_ST_INFO(STB_LOCAL, STT_NOTYPE);
    recipe.symbols[1] = (struct made_symbol){"$x", 0x80000000, 0, label, MADE_TEXT};
    recipe.symbols[2] = (struct made_symbol){".Ltmp0", 0x80000004, 0, label, MADE_TEXT};
    recipe.symbols[3] = (struct made_symbol){"elsewhere", 0, 0, label, SHN_UNDEF};
    recipe.symbols[4] = (struct made_symbol){"label", 0x80000008, 0, label, MADE_TEXT};
    recipe.symbol_count = 5;
    make_elf(&elf, &recipe);
    struct image *image = parse_sound(&elf);
    assert_int_equal(image->symbol_count, 2);
    assert_string_equal(image->symbols[0].name, "kern");
    assert_string_equal(image->symbols[1].name, "label");
    image_free(image);
}

static void assert_line(const struct image *image, uint64_t address, const char *file,
                        uint32_t line, uint32_t column)
{
    struct source_line found;
    assert_true(image_source_line(image, address, &found));
    assert_string_equal(found.file, file);
    assert_int_equal(found.line, line);
    assert_int_equal(found.column, column);
}

static void lines_are_found_for_every_address_of_a_row(void **state)
{
    (void)state;
    struct image *image = open_sample();
    struct source_line line;
    assert_false(image_source_line(image, 0x80000010, &line)); /* assembly without -g */
    assert_line(image, 0x80000014, "sample.c", 11, 5);         /* the last of two rows */
    assert_line(image, 0x8000001c, "sample_inline.h", 5, 14);
    assert_line(image, 0x80000024, "sample.c", 11, 23);
    assert_line(image, 0x80000028, "sample.c", 11, 23);
    assert_line(image, 0x80000038, "sample.c", 17, 27); /* one function ends, the next starts */
    assert_line(image, 0x800000a3, "sample.c", 19, 1);
    assert_false(image_source_line(image, 0x800000a4, &line));
    assert_false(image_source_line(image, 0, &line)); /* a dropped function's rows */
    assert_null(image_lines_problem(image));
    image_free(image);
}

static void a_file_without_notes_can_be_entered_at_any_global_function(void **state)
{
    (void)state;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    struct error err = {0};
    const struct kernel *kernel;
    make_elf(&elf, &recipe);
    struct image *image = parse_sound(&elf);
    assert_int_equal(image->kernel_count, 0);
    assert_null(image->lines);
    assert_null(image_lines_problem(image));
    assert_int_equal(image_kernel(&err, image, "kern", &kernel), WC_OK);
    assert_int_equal(kernel->entry, 0x80000000);
    assert_false(kernel->has_parameters);
    image_free(image);
}

static void assert_no_kernel(const struct image *image, const char *name, const char *message,
                             const char *help)
{
    struct error err = {0};
    const struct kernel *kernel;
    assert_int_equal(image_kernel(&err, image, name, &kernel), WC_BAD_INPUT);
    assert_null(kernel);
    assert_string_equal(err.message, message);
    assert_string_equal(err.hint, help);
    error_clear(&err);
}

static void a_kernel_that_is_not_there_is_answered_with_those_that_are(void **state)
{
    (void)state;
    struct image *image = open_sample();
    assert_no_kernel(image, "scael", "no kernel named scael; its kernels are: scale, count",
                     "did you mean 'scale'?");
    assert_no_kernel(image, NULL,
                     "the file has several kernels and none is selected; its kernels are: "
                     "scale, count",
                     "select one with 'entry:' in the job");
    image_free(image);
}

static void a_stripped_file_still_loads(void **state)
{
    (void)state;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    recipe.symbol_count = 0;
    recipe.notes = "kernel kern\n";
    make_elf(&elf, &recipe);
    struct image *image = parse_sound(&elf);
    assert_int_equal(image->symbol_count, 0);
    assert_int_equal(image->kernel_count, 0);
    image_free(image);

    elf.header->e_shoff = elf.header->e_shnum = elf.header->e_shstrndx = 0;
    image = parse_sound(&elf);
    assert_int_equal(image->segment_count, 1);
    image_free(image);
}

static void segments_go_to_the_physical_address(void **state)
{
    (void)state;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    recipe.segments[0].p_vaddr = 0x1000;
    make_elf(&elf, &recipe);
    struct image *image = parse_sound(&elf);
    assert_int_equal(image->segments[0].address, 0x80000000);
    image_free(image);
}

static void names_are_made_printable(void **state)
{
    (void)state;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    recipe.symbols[0].name = "a\033[2Jb\xff";
    make_elf(&elf, &recipe);
    struct image *image = parse_sound(&elf);
    assert_string_equal(image->symbols[0].name, "a?[2Jb?");
    image_free(image);
    recipe.symbols[0].name = "größe";
    make_elf(&elf, &recipe);
    image = parse_sound(&elf);
    assert_string_equal(image->symbols[0].name, "größe");
    image_free(image);
}

static void files_of_other_kinds_are_named(void **state)
{
    (void)state;
    assert_refused("", 0, "this is an empty file");
    assert_refused("MZ\x90\0\3", 5, "this is a Windows program (PE)");
    assert_refused("\xCF\xFA\xED\xFE\x07\0\0\1", 8, "this is a Mach-O file");
    assert_refused("kernel: a.elf\n", 14, "this is a text file");
    assert_refused("\1\2\3\4", 4, "this is a file of unknown kind");
    assert_refused("BC\xC0\xDE", 4, "this is LLVM bitcode");
    assert_refused("\x7F" "ELF\1\1", 6, "the ELF file is truncated in its header, after 6 bytes");
}

static void elf_files_for_other_machines_are_named(void **state)
{
    (void)state;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    make_elf(&elf, &recipe);
    elf.header->e_machine = EM_X86_64;
    assert_refused(elf.bytes, elf.size, "this is an ELF file for x86-64; expected a kernel binary");
    elf.header->e_machine = EM_CUDA;
    assert_refused(elf.bytes, elf.size, "cubin with 32-bit addresses; expected 64-bit addresses");
    elf.header->e_machine = EM_AMDGPU;
    assert_refused(elf.bytes, elf.size, "ELF class 1; expected 2 (64 bit)");
    elf.header->e_machine = 0x7777;
    assert_refused(elf.bytes, elf.size, "this is an ELF file for machine number 30583");
    elf.header->e_ident[EI_DATA] = ELFDATA2MSB;
    elf.header->e_machine = (Elf32_Half)(EM_S390 << 8);
    assert_refused(elf.bytes, elf.size, "this is an ELF file for IBM Z");
}

static void risc_v_files_for_other_variants_are_refused(void **state)
{
    (void)state;
    struct made_elf elf;
    struct recipe recipe = plain_recipe();
    make_elf(&elf, &recipe);
    elf.header->e_flags = EF_RISCV_RVC;
    assert_refused(elf.bytes, elf.size, "compressed instructions (C extension)");
    elf.header->e_flags = EF_RISCV_RVE;
    assert_refused(elf.bytes, elf.size, "16 registers (RV32E)");
    elf.header->e_flags = EF_RISCV_FLOAT_ABI_DOUBLE;
    assert_refused(elf.bytes, elf.size, "ABI ilp32d");
    elf.header->e_flags = EF_RISCV_FLOAT_ABI_SOFT;
    image_free(parse_sound(&elf));
    elf.header->e_type = ET_REL;
    assert_refused(elf.bytes, elf.size, "object file, not linked");
    elf.header->e_type = ET_DYN;
    assert_refused(elf.bytes, elf.size, "position-independent");
    elf.header->e_ident[EI_CLASS] = ELFCLASS64;
    assert_refused(elf.bytes, elf.size, "64-bit RISC-V (RV64) ELF file; expected RV32");
}

static void assert_not_opened(const char *path, const char *message)
{
    struct error err = {0};
    struct image *image;
    assert_int_equal(image_open(&err, path, &image), WC_BAD_INPUT);
    assert_null(image);
    assert_string_equal(err.place, path);
    assert_string_equal(err.message, message);
    error_clear(&err);
}

static void what_is_no_file_is_refused(void **state)
{
    (void)state;
    assert_not_opened("/", "this is a directory; expected a kernel binary");
    assert_not_opened("/dev/null", "this is not a regular file; expected a kernel binary");
    assert_not_opened("no/such.elf", "cannot open: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments_of_a_linked_file_are_found),
        cmocka_unit_test(kernels_and_their_parameters_come_from_the_notes),
        cmocka_unit_test(symbols_are_sorted_and_those_of_the_assembler_left_out),
        cmocka_unit_test(mapping_symbols_and_undefined_ones_are_left_out),
        cmocka_unit_test(lines_are_found_for_every_address_of_a_row),
        cmocka_unit_test(a_file_without_notes_can_be_entered_at_any_global_function),
        cmocka_unit_test(a_kernel_that_is_not_there_is_answered_with_those_that_are),
        cmocka_unit_test(a_stripped_file_still_loads),
        cmocka_unit_test(segments_go_to_the_physical_address),
        cmocka_unit_test(names_are_made_printable),
        cmocka_unit_test(files_of_other_kinds_are_named),
        cmocka_unit_test(elf_files_for_other_machines_are_named),
        cmocka_unit_test(risc_v_files_for_other_variants_are_refused),
        cmocka_unit_test(what_is_no_file_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
