/* SPDX-License-Identifier: Apache-2.0 */
/* test_cubin.c - what is in a cubin, against what cuobjdump -elf prints of sample.cubin, and which
 * files are refused. PAS-22 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include "base/text.h"
#include "machine/machine.h"
#include "report/info.h"
#include "sample_file.h"

#include <cmocka.h> /* last: its fail() is a macro */

static struct image *load_sample(void)
{
    static struct file file;
    struct error err = {0};
    struct image *image;
    file_read_sample(&file);
    assert_int_equal(file_load(&err, &file, &image), WC_OK);
    return image;
}

static const struct kernel *kernel_named(const struct image *image, const char *name)
{
    struct error err = {0};
    const struct kernel *kernel;
    assert_int_equal(image_kernel(&err, image, name, &kernel), WC_OK);
    return kernel;
}

static const struct constant_bank *bank_of(const struct image *image, uint32_t bank,
                                           const char *kernel)
{
    for (uint32_t i = 0; i < image->bank_count; i++) {
        const struct constant_bank *found = &image->banks[i];
        if (found->bank == bank &&
            (kernel ? found->kernel && !strcmp(found->kernel, kernel) : !found->kernel))
            return found;
    }
    fail_msg("no bank %u of %s", bank, kernel ? kernel : "all");
    return NULL;
}

static const struct segment *segment_at(const struct image *image, uint64_t address)
{
    for (uint32_t i = 0; i < image->segment_count; i++) {
        if (address - image->segments[i].address < image->segments[i].size)
            return &image->segments[i];
    }
    fail_msg("no segment at 0x%llx", (unsigned long long)address);
    return NULL;
}

static uint64_t word_at(const struct image *image, uint64_t address)
{
    uint64_t word;
    const struct segment *segment = segment_at(image, address);
    memcpy(&word, segment->bytes + (address - segment->address), sizeof word);
    return word;
}

static void a_cubin_says_its_format_and_architecture(void **state)
{
    (void)state;
    struct image *image = load_sample();
    assert_string_equal(image->format, "NVIDIA cubin");
    assert_string_equal(image->isa, "sass");
    assert_int_equal(image->architecture, 61);
    assert_int_equal(image->kernel_count, 2);
    assert_int_equal(image->function_count, 2);
    image_free(image);
}

/* PAS-22: registers, barriers, shared and local memory, limits. */
static void resources_of_a_kernel_are_those_of_cuobjdump(void **state)
{
    (void)state;
    struct image *image = load_sample();
    const struct kernel *first = kernel_named(image, "first");
    const struct kernel *second = kernel_named(image, "second");
    assert_int_equal(first->registers, 16);
    assert_int_equal(first->register_limit, 255);
    assert_int_equal(first->barriers, 1);
    assert_int_equal(first->local_bytes, 256);
    assert_int_equal(first->stack_bytes, 0);
    assert_int_equal(first->token_bytes, 528);
    assert_int_equal(first->required_block[0], 64);
    assert_int_equal(first->required_block[1], 1);
    assert_int_equal(first->required_block[2], 1);
    assert_int_equal(first->bytes, 448);
    assert_int_equal(second->registers, 6);
    assert_int_equal(second->barriers, 0);
    assert_int_equal(second->local_bytes, 0);
    assert_int_equal(second->stack_bytes, 128);
    assert_int_equal(second->max_threads, 256);
    assert_int_equal(second->required_block[0], 0);
    image_free(image);
}

/* PAS-22: offset, size and ordinal, and where they begin. */
static void parameters_have_the_places_that_the_code_reads(void **state)
{
    (void)state;
    static const uint32_t offset[] = {0, 8, 12, 14, 16}, bytes[] = {8, 4, 1, 2, 8};
    struct image *image = load_sample();
    const struct kernel *first = kernel_named(image, "first");
    assert_true(first->has_parameters);
    assert_int_equal(first->parameter_base, 0x140);
    assert_int_equal(first->parameter_bytes, 24);
    assert_int_equal(first->parameter_count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(first->parameters[i].offset, offset[i]);
        assert_int_equal(first->parameters[i].bytes, bytes[i]);
        assert_int_equal(first->parameters[i].kind, KERNEL_PARAMETER_UNTOLD);
        assert_null(first->parameters[i].name);
    }
    assert_int_equal(bank_of(image, 0, "first")->size, 0x140 + 24);
    image_free(image);
}

static void code_starts_at_0x1000_and_nothing_overlaps(void **state)
{
    (void)state;
    struct image *image = load_sample();
    assert_int_equal(image->segments[0].address, 0x1000);
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const struct segment *segment = &image->segments[i];
        assert_int_equal(segment->address % 256, 0);
        if (i > 0)
            assert_true(segment[-1].address + segment[-1].size <= segment->address);
    }
    const struct kernel *first = kernel_named(image, "first");
    const struct segment *code = segment_at(image, first->entry);
    assert_true(code->executable && !code->writable);
    /* MOV R1, c[0x0][0x20] */
    assert_int_equal(word_at(image, first->entry + 8), 0x4c98078000870001);
    image_free(image);
}

/* PAS-22: bank 4 holds the addresses of variables; a variable may hold one itself. */
static void relocations_lead_to_the_variables(void **state)
{
    (void)state;
    struct image *image = load_sample();
    const struct constant_bank *bank = bank_of(image, 4, NULL);
    const uint64_t table = image_symbol(image, "table")->address;
    const uint64_t scratch = image_symbol(image, "scratch")->address;
    const uint64_t place = image_symbol(image, "place")->address;
    uint64_t words[3];
    assert_int_equal(bank->size, sizeof words);
    memcpy(words, bank->bytes, sizeof words);
    assert_int_equal(words[0], table);
    assert_int_equal(words[1], scratch);
    assert_int_equal(words[2], place);
    assert_int_equal(word_at(image, place), table);
    assert_int_equal(word_at(image, place + 8), scratch);
    assert_int_equal(word_at(image, table), 20ull << 32 | 10);
    image_free(image);
}

static void variables_are_writable_and_constants_are_not(void **state)
{
    (void)state;
    struct image *image = load_sample();
    const struct segment *scratch = segment_at(image, image_symbol(image, "scratch")->address);
    const struct symbol *weights = image_symbol(image, "weights");
    assert_true(scratch->writable && !scratch->executable);
    assert_int_equal(scratch->file_bytes, 0);
    assert_int_equal(scratch->size, 64);
    assert_false(segment_at(image, weights->address)->writable);
    assert_int_equal(weights->size, 12);
    assert_int_equal(bank_of(image, 3, NULL)->address, weights->address);
    assert_int_equal(word_at(image, weights->address), 0x400000003f800000);
    image_free(image);
}

/* The listing of nvdisasm: BRX at 0x88, EXIT at 0x110; the jump table stands in bank 2. */
static void indirect_branches_and_exits_are_told(void **state)
{
    (void)state;
    struct image *image = load_sample();
    const struct kernel *second = kernel_named(image, "second");
    assert_int_equal(second->exit_count, 1);
    assert_int_equal(second->exits[0], second->entry + 0x110);
    assert_int_equal(image->indirect_branch_count, 1);
    const struct indirect_branch *branch = &image->indirect_branches[0];
    assert_int_equal(branch->address, second->entry + 0x88);
    assert_int_equal(branch->count, 4);
    const struct constant_bank *table = bank_of(image, 2, "second");
    assert_int_equal(table->size, 16);
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t target;
        memcpy(&target, table->bytes + 4 * i, sizeof target);
        assert_int_equal(branch->targets[i], second->entry + target);
    }
    image_free(image);
}

/* The suite's cubins: names and kinds from their notes, lines from DWARF behind relocations. */
static void the_suite_names_its_parameters_and_lines(void **state)
{
    (void)state;
    struct error err = {0};
    struct image *image;
    struct source_line line;
    assert_int_equal(image_open(&err, "kernels/divergence/pascal.cubin", &image), WC_OK);
    const struct kernel *kernel = kernel_named(image, "barriers");
    assert_int_equal(image->kernel_count, 7);
    assert_int_equal(kernel->parameter_count, 4);
    assert_string_equal(kernel->parameters[3].type, "uint*");
    assert_int_equal(kernel->parameters[3].kind, KERNEL_PARAMETER_LOCAL);
    assert_int_equal(kernel->parameters[3].bytes, 8);
    assert_int_equal(kernel->parameters[2].kind, KERNEL_PARAMETER_VALUE);
    assert_string_equal(image->source, "divergence.cl");
    uint32_t last = 0;
    for (uint32_t i = 0; i < image->kernel_count; i++) {
        assert_true(image_source_line(image, image->kernels[i].entry + 8, &line));
        assert_string_equal(line.file, "divergence.cl");
        assert_true(line.line > last); /* kernels come in the order of the source */
        last = line.line;
    }
    assert_null(image_lines_problem(image));
    image_free(image);
}

/* ---- files that are refused ---- */

static void refused(const struct file *file, const char *part)
{
    struct error err = {0};
    struct image *image;
    assert_int_equal(file_load(&err, file, &image), WC_BAD_INPUT);
    assert_null(image);
    if (!strstr(err.message, part))
        fail_msg("'%s' does not say '%s'", err.message, part);
    error_clear(&err);
}

static void other_architectures_are_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        uint8_t sm;
        const char *says;
    } cases[] = {{75, "sm_75 (Turing)"}, {70, "sm_70 (Volta)"},  {80, "sm_80 (Ampere)"},
                 {90, "sm_90 (Hopper)"}, {35, "sm_35 (Kepler)"}, {61 ^ 0x80, "sm_189;"}};
    static struct file file;
    file_read_sample(&file);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        file.bytes[offsetof(Elf64_Ehdr, e_flags)] = cases[i].sm;
        refused(&file, cases[i].says);
    }
}

static void all_architectures_from_50_to_62_are_read(void **state)
{
    (void)state;
    static const uint8_t known[] = {50, 52, 53, 60, 61, 62};
    static struct file file;
    file_read_sample(&file);
    for (size_t i = 0; i < sizeof known; i++) {
        struct error err = {0};
        struct image *image;
        file.bytes[offsetof(Elf64_Ehdr, e_flags)] = known[i];
        assert_int_equal(file_load(&err, &file, &image), WC_OK);
        assert_int_equal(image->architecture, known[i]);
        image_free(image);
    }
}

static void files_of_other_kinds_are_refused(void **state)
{
    (void)state;
    static struct file file;
    file_read_sample(&file);
    file.bytes[EI_CLASS] = ELFCLASS32;
    refused(&file, "32-bit addresses");
    file.bytes[EI_CLASS] = ELFCLASS64;
    file.bytes[EI_DATA] = ELFDATA2MSB;
    file.bytes[offsetof(Elf64_Ehdr, e_machine)] = 0;
    file.bytes[offsetof(Elf64_Ehdr, e_machine) + 1] = EM_CUDA;
    refused(&file, "expected 1 (little-endian)");
    file_read_sample(&file);
    file.bytes[offsetof(Elf64_Ehdr, e_type)] = ET_REL;
    refused(&file, "not linked");
    file_read_sample(&file);
    file_section(&file, ".symtab")->sh_type = SHT_PROGBITS;
    refused(&file, "no symbol table");
}

static void a_relocation_of_an_unknown_type_is_kept_for_the_kernels_that_need_it(void **state)
{
    (void)state;
    static struct file file;
    struct error err = {0};
    struct image *image;
    file_read_sample(&file);
    Elf64_Shdr *table = file_section(&file, ".rel.nv.constant4");
    Elf64_Rel *entry = (Elf64_Rel *)(void *)(file.bytes + table->sh_offset);
    entry->r_info = ELF64_R_INFO(ELF64_R_SYM(entry->r_info), 55);
    assert_int_equal(file_load(&err, &file, &image), WC_OK);
    assert_int_equal(image->unresolved_count, 1);
    const struct unresolved *word = &image->unresolved[0];
    assert_true(!word->instruction && !word->kernel); /* data of all kernels */
    assert_non_null(strstr(word->problem, "relocation type 55 ("));
    assert_non_null(strstr(word->problem, "in .nv.constant4"));
    image_free(image);
    entry->r_offset = 1 << 20;
    refused(&file, "relocation at offset 0x100000 of a section of");
}

/* ---- fat binaries ---- */


static void put(struct file *file, const void *bytes, size_t count)
{
    memcpy(file->bytes + file->size, bytes, count);
    file->size += count;
}

static void add_member(struct file *fat, uint16_t kind, uint32_t sm, uint64_t flags,
                       const struct file *payload)
{
    uint8_t header[64] = {0};
    const uint32_t header_bytes = sizeof header;
    const uint64_t bytes = payload->size;
    memcpy(header, &kind, 2);
    memcpy(header + 4, &header_bytes, 4);
    memcpy(header + 8, &bytes, 8);
    memcpy(header + 28, &sm, 4);
    memcpy(header + 40, &flags, 8);
    put(fat, header, sizeof header);
    put(fat, payload->bytes, payload->size);
}

static void begin_fat(struct file *fat)
{
    fat->size = 0;
    put(fat, "\x50\xED\x55\xBA\x01\x00\x10\x00\0\0\0\0\0\0\0\0", 16);
}

static void end_fat(struct file *fat)
{
    const uint64_t bytes = fat->size - 16;
    memcpy(fat->bytes + 8, &bytes, sizeof bytes);
}

static void the_newest_cubin_of_a_fat_binary_is_taken(void **state)
{
    (void)state;
    static struct file sample, fat;
    struct error err = {0};
    struct image *image;
    file_read_sample(&sample);
    begin_fat(&fat);
    sample.bytes[offsetof(Elf64_Ehdr, e_flags)] = 52;
    add_member(&fat, 2, 52, 0x11, &sample);
    sample.bytes[offsetof(Elf64_Ehdr, e_flags)] = 61;
    add_member(&fat, 2, 61, 0x11, &sample);
    sample.bytes[offsetof(Elf64_Ehdr, e_flags)] = 75;
    add_member(&fat, 2, 75, 0x11, &sample);
    add_member(&fat, 1, 61, 0x11, &sample);
    end_fat(&fat);
    assert_int_equal(file_load(&err, &fat, &image), WC_OK);
    assert_int_equal(image->architecture, 61);
    assert_string_equal(image->path, "sample.cubin(sm_61)");
    assert_int_equal(image->kernel_count, 2);
    image_free(image);
    for (size_t size = 0; size < fat.size; size += 7) {
        struct file cut = fat;
        cut.size = size;
        assert_int_equal(file_load(&err, &cut, &image), WC_BAD_INPUT);
        error_clear(&err);
    }
}

static void a_member_with_a_damaged_compression_is_refused_by_name(void **state)
{
    (void)state;
    static struct file sample, fat;
    file_read_sample(&sample);
    begin_fat(&fat);
    add_member(&fat, 2, 61, 0x8011, &sample);
    end_fat(&fat);
    refused(&fat, "the compressed cubin (zstd) is damaged");
}

static void a_fat_binary_without_a_fitting_cubin_says_what_it_holds(void **state)
{
    (void)state;
    static struct file sample, fat;
    file_read_sample(&sample);
    begin_fat(&fat);
    add_member(&fat, 2, 75, 0x11, &sample);
    add_member(&fat, 1, 61, 0x11, &sample);
    end_fat(&fat);
    refused(&fat, "contains sm_75, PTX for sm_61; expected a cubin");
}

/* ---- arguments of a job ---- */

static enum wc_status check_second(const struct image *image, struct argument out,
                                   struct argument index, struct error *err)
{
    const struct argument args[] = {out, index};
    const struct launch launch = {.name = "second", .image = image,
                                  .kernel = kernel_named(image, "second"), .grid = {1, 1, 1},
                                  .block = {1, 1, 1}, .args = args, .arg_count = 2};
    size_t argument;
    return machine_check_arguments(err, &launch, &argument);
}

/* A cubin without notes: a pointer is 8 bytes, like any other value of that size. */
static void where_the_kind_is_not_told_the_size_decides(void **state)
{
    (void)state;
    struct image *image = load_sample();
    const struct argument buffer = {.kind = ARGUMENT_BUFFER}, local = {.kind = ARGUMENT_LOCAL};
    const struct argument word = {.kind = ARGUMENT_VALUE, .type = WC_I32};
    const struct argument real = {.kind = ARGUMENT_VALUE, .type = WC_F32};
    const struct argument wide = {.kind = ARGUMENT_VALUE, .type = WC_F64};
    struct error err = {0};
    assert_int_equal(check_second(image, buffer, word, &err), WC_OK);
    assert_int_equal(check_second(image, local, real, &err), WC_OK);
    assert_int_equal(check_second(image, wide, word, &err), WC_OK);
    assert_int_equal(check_second(image, buffer, wide, &err), WC_BAD_INPUT);
    assert_string_equal(err.message, "argument 2 of second has 4 bytes; found 8 bytes (f64)");
    assert_string_equal(err.hint, "the kernel is second(8 bytes, 4 bytes)");
    error_clear(&err);
    assert_int_equal(check_second(image, buffer, buffer, &err), WC_BAD_INPUT);
    assert_string_equal(err.message,
                        "argument 2 of second has 4 bytes; found 8 bytes (an address)");
    error_clear(&err);
    assert_int_equal(check_second(image, word, word, &err), WC_BAD_INPUT);
    error_clear(&err);
    image_free(image);
}

/* ---- info ---- */

/* PAS-22: what `warpclock info` prints, held to a file that was compared with cuobjdump. */
static void info_of_the_sample_is_the_golden_one(void **state)
{
    (void)state;
    static struct file golden;
    struct text text = {0};
    struct image *image = load_sample();
    file_read(&golden, "tests/load/cubin/sample.info");
    golden.bytes[golden.size] = '\0';
    info_write(image, NULL, WC_TEXT, &text);
    assert_string_equal(text_string(&text), (const char *)golden.bytes);
    text_free(&text);
    image_free(image);
}

static void info_as_json_tells_the_same_resources(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "\"architecture\": 61", "\"stack_bytes\": 128", "\"token_bytes\": 528",
        "\"most_threads\": 256", "\"parameter_base\": 320", "\"offset\": 14",
        "\"indirect_branches\": 1", "\"kind\": \"untold\"",
    };
    struct text text = {0};
    struct image *image = load_sample();
    info_write(image, NULL, WC_JSON, &text);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!strstr(text_string(&text), parts[i]))
            fail_msg("no %s", parts[i]);
    }
    text_free(&text);
    image_free(image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cubin_says_its_format_and_architecture),
        cmocka_unit_test(resources_of_a_kernel_are_those_of_cuobjdump),
        cmocka_unit_test(parameters_have_the_places_that_the_code_reads),
        cmocka_unit_test(code_starts_at_0x1000_and_nothing_overlaps),
        cmocka_unit_test(relocations_lead_to_the_variables),
        cmocka_unit_test(variables_are_writable_and_constants_are_not),
        cmocka_unit_test(indirect_branches_and_exits_are_told),
        cmocka_unit_test(the_suite_names_its_parameters_and_lines),
        cmocka_unit_test(other_architectures_are_refused_by_name),
        cmocka_unit_test(all_architectures_from_50_to_62_are_read),
        cmocka_unit_test(files_of_other_kinds_are_refused),
        cmocka_unit_test(a_relocation_of_an_unknown_type_is_kept_for_the_kernels_that_need_it),
        cmocka_unit_test(the_newest_cubin_of_a_fat_binary_is_taken),
        cmocka_unit_test(a_member_with_a_damaged_compression_is_refused_by_name),
        cmocka_unit_test(a_fat_binary_without_a_fitting_cubin_says_what_it_holds),
        cmocka_unit_test(where_the_kind_is_not_told_the_size_decides),
        cmocka_unit_test(info_of_the_sample_is_the_golden_one),
        cmocka_unit_test(info_as_json_tells_the_same_resources),
    };
    return cmocka_run_group_tests_name("cubin", tests, NULL, NULL);
}
