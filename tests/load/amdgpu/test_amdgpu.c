/* SPDX-License-Identifier: Apache-2.0 */
/* test_amdgpu.c - what is in a code object of each version, against what llvm-readelf and
 * llvm-objdump print of the samples, and which files are refused. HOUSE-2 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include "isa/insn.h"
#include "machine/machine.h"
#include "report/info.h"
#include "sample_file.h"

#include <cmocka.h> /* last: its fail() is a macro */

enum { FIRST_VERSION = 2, LAST_VERSION = 5 };

static struct image *load_sample(uint32_t version)
{
    static struct file file;
    struct error err = {0};
    struct image *image;
    file_read_sample(&file, version);
    if (file_load(&err, &file, &image) != WC_OK)
        fail_msg("version %u: %s", version, err.message);
    return image;
}

static const struct kernel *kernel_named(const struct image *image, const char *name)
{
    struct error err = {0};
    const struct kernel *kernel;
    assert_int_equal(image_kernel(&err, image, name, &kernel), WC_OK);
    return kernel;
}

static void a_code_object_says_its_version_and_chip(void **state)
{
    (void)state;
    static const char *const formats[] = {"AMDGPU code object v2", "AMDGPU code object v3",
                                          "AMDGPU code object v4", "AMDGPU code object v5"};
    for (uint32_t version = FIRST_VERSION; version <= LAST_VERSION; version++) {
        struct image *image = load_sample(version);
        assert_string_equal(image->format, formats[version - FIRST_VERSION]);
        assert_string_equal(image->isa, "gcn3");
        assert_string_equal(image->chip, "gfx803");
        assert_int_equal(image->architecture, 803);
        assert_int_equal(image->kernel_count, 4);
        assert_int_equal(kernel_named(image, "choose")->amdgpu->version, version);
        image_free(image);
    }
}

/* Version 5 takes work-group sizes from hidden arguments, so it needs no dispatch packet. */
static void descriptors_are_read_field_by_field(void **state)
{
    (void)state;
    static const uint64_t entries[] = {0x2900, 0x2000, 0x2000, 0x2400};
    for (uint32_t version = FIRST_VERSION; version <= LAST_VERSION; version++) {
        struct image *image = load_sample(version);
        const struct kernel *choose = kernel_named(image, "choose");
        const struct kernel *turn = kernel_named(image, "turn");
        const struct kernel *spill = kernel_named(image, "spill");
        const bool has_packet = version < 5;
        assert_int_equal(choose->entry, entries[version - FIRST_VERSION]);
        assert_int_equal(choose->bytes, 204);
        assert_int_equal(choose->registers, 4);
        assert_int_equal(choose->parameter_bytes, version == 5 ? 288 : 88);
        assert_int_equal(choose->amdgpu->rsrc1, 0xAC0040);
        assert_int_equal(choose->amdgpu->rsrc2, has_packet ? 0x90 : 0x8C);
        assert_int_equal(choose->amdgpu->properties & 0x7F, has_packet ? 0xB : 0x9);
        assert_int_equal(choose->amdgpu->vgprs, 4);
        assert_int_equal(choose->amdgpu->sgprs, 16);
        assert_int_equal(choose->amdgpu->wavefront, 64);
        assert_int_equal(turn->local_bytes, 256);
        assert_int_equal(turn->amdgpu->vgprs, 12);
        assert_int_equal(turn->amdgpu->rsrc2, 0x88C);
        assert_int_equal(turn->max_threads, 64);
        assert_int_equal(turn->required_block[0], 32);
        assert_int_equal(turn->required_block[1], 2);
        assert_int_equal(turn->required_block[2], 1);
        assert_int_equal(spill->stack_bytes, 260);
        assert_int_equal(spill->amdgpu->properties >> 5 & 1, 1);
        assert_int_equal(spill->amdgpu->sgprs, 64);
        assert_int_equal(choose->stack_bytes, 0);
        assert_int_equal(choose->required_block[0], 0);
        image_free(image);
    }
}

struct expected_parameter {
    const char *name, *type;
    enum kernel_parameter_kind kind;
    uint32_t bytes, offset;
};

static void assert_parameters(const struct kernel *kernel,
                              const struct expected_parameter *expected, uint32_t count)
{
    assert_true(kernel->has_parameters);
    assert_int_equal(kernel->parameter_count, count);
    for (uint32_t i = 0; i < count; i++) {
        const struct kernel_parameter *parameter = &kernel->parameters[i];
        assert_string_equal(parameter->name, expected[i].name);
        assert_string_equal(parameter->type, expected[i].type);
        assert_int_equal(parameter->kind, expected[i].kind);
        assert_int_equal(parameter->bytes, expected[i].bytes);
        assert_int_equal(parameter->offset, expected[i].offset);
    }
}

static void arguments_have_names_types_kinds_and_places(void **state)
{
    (void)state;
    static const struct expected_parameter of_choose[] = {
        {"out", "int*", KERNEL_PARAMETER_GLOBAL, 8, 0},
        {"which", "uint", KERNEL_PARAMETER_VALUE, 4, 8},
        {"offsets", "int*", KERNEL_PARAMETER_CONSTANT, 8, 16},
        {"add", "char", KERNEL_PARAMETER_VALUE, 1, 24},
    };
    static const struct expected_parameter of_turn[] = {
        {"data", "float*", KERNEL_PARAMETER_GLOBAL, 8, 0},
        {"scratch", "float*", KERNEL_PARAMETER_LOCAL, 4, 8},
        {"more", "float4*", KERNEL_PARAMETER_LOCAL, 4, 12},
    };
    for (uint32_t version = FIRST_VERSION; version <= LAST_VERSION; version++) {
        struct image *image = load_sample(version);
        assert_parameters(kernel_named(image, "choose"), of_choose, 4);
        assert_parameters(kernel_named(image, "turn"), of_turn, 3);
        assert_parameters(kernel_named(image, "nothing"), NULL, 0);
        image_free(image);
    }
}

static const struct hidden_argument *hidden(const struct kernel *kernel,
                                            enum hidden_argument_kind kind)
{
    for (uint32_t i = 0; i < kernel->amdgpu->hidden_count; i++) {
        if (kernel->amdgpu->hidden[i].kind == kind)
            return &kernel->amdgpu->hidden[i];
    }
    return NULL;
}

static void assert_hidden(const struct kernel *kernel, enum hidden_argument_kind kind,
                          uint32_t offset, uint32_t bytes)
{
    const struct hidden_argument *found = hidden(kernel, kind);
    assert_non_null(found);
    assert_int_equal(found->offset, offset);
    assert_int_equal(found->bytes, bytes);
}

static void hidden_arguments_stand_behind_the_written_ones(void **state)
{
    (void)state;
    for (uint32_t version = FIRST_VERSION; version <= LAST_VERSION; version++) {
        struct image *image = load_sample(version);
        const struct kernel *choose = kernel_named(image, "choose");
        assert_hidden(choose, HIDDEN_GLOBAL_OFFSET_X, version == 5 ? 72 : 32, 8);
        assert_hidden(choose, HIDDEN_GLOBAL_OFFSET_Z, version == 5 ? 88 : 48, 8);
        if (version == 5) {
            assert_hidden(choose, HIDDEN_BLOCK_COUNT_X, 32, 4);
            assert_hidden(choose, HIDDEN_GROUP_SIZE_Y, 46, 2);
            assert_hidden(choose, HIDDEN_REMAINDER_Z, 54, 2);
            assert_hidden(choose, HIDDEN_GRID_DIMS, 96, 2);
            assert_hidden(choose, HIDDEN_PRIVATE_BASE, 224, 4);
            assert_hidden(choose, HIDDEN_SHARED_BASE, 228, 4);
        } else {
            assert_null(hidden(choose, HIDDEN_BLOCK_COUNT_X));
        }
        assert_int_equal(kernel_named(image, "nothing")->amdgpu->hidden_count, 0);
        image_free(image);
    }
}

static const uint8_t *bytes_at(const struct image *image, uint64_t address)
{
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const struct segment *segment = &image->segments[i];
        if (address - segment->address < segment->file_bytes)
            return segment->bytes + (address - segment->address);
    }
    return NULL;
}

/* Of the two pointers in `chosen`, to numbers[1] and numbers[3]. */
static void addresses_in_constant_data_are_relocated(void **state)
{
    (void)state;
    for (uint32_t version = FIRST_VERSION; version <= LAST_VERSION; version++) {
        struct image *image = load_sample(version);
        const uint64_t numbers = image_symbol(image, "numbers")->address;
        uint64_t pointers[2];
        memcpy(pointers, bytes_at(image, image_symbol(image, "chosen")->address), sizeof pointers);
        assert_int_equal(pointers[0], numbers + 4);
        assert_int_equal(pointers[1], numbers + 12);
        image_free(image);
    }
}

static void nothing_lies_at_address_0(void **state)
{
    (void)state;
    for (uint32_t version = FIRST_VERSION; version <= LAST_VERSION; version++) {
        struct image *image = load_sample(version);
        assert_null(bytes_at(image, 0));
        assert_null(bytes_at(image, sizeof(Elf64_Ehdr)));
        image_free(image);
    }
}

/* A header before the code, as version 2 has it, is no code. */
static void code_is_found_and_has_source_lines(void **state)
{
    (void)state;
    for (uint32_t version = FIRST_VERSION; version <= LAST_VERSION; version++) {
        struct image *image = load_sample(version);
        struct error err = {0};
        struct program *program;
        struct source_line line;
        const uint64_t entry = kernel_named(image, "choose")->entry;
        assert_int_equal(isa_find("gcn3")->decode(&err, image, 0, &program), WC_OK);
        assert_true(program_index(program, entry) >= 0);
        assert_string_equal(program_function(program, entry)->name, "choose");
        assert_int_equal(program_function(program, entry)->bytes, 204);
        if (version == 2)
            assert_true(program_index(program, entry - 256) < 0);
        assert_true(image_source_line(image, entry, &line));
        assert_string_equal(line.file, "sample.cl");
        assert_int_equal(line.line, 9);
        program_free(program);
        image_free(image);
    }
}

/* strip leaves .dynsym, which names the kernels. */
static void a_stripped_code_object_keeps_its_kernels(void **state)
{
    (void)state;
    static struct file file;
    for (uint32_t version = FIRST_VERSION; version <= LAST_VERSION; version++) {
        struct error err = {0};
        struct image *image;
        file_read_sample(&file, version);
        file_section(&file, ".symtab")->sh_type = SHT_PROGBITS;
        assert_int_equal(file_load(&err, &file, &image), WC_OK);
        assert_int_equal(image->kernel_count, 4);
        assert_null(image_symbol(image, "numbers"));
        image_free(image);
    }
}

static struct argument buffer_argument(void)
{
    return (struct argument){.kind = ARGUMENT_BUFFER};
}

static void wrong_arguments_are_told_with_the_signature(void **state)
{
    (void)state;
    struct image *image = load_sample(4);
    struct error err = {0};
    size_t argument;
    struct argument args[] = {buffer_argument(), buffer_argument()};
    struct launch launch = {.kernel = kernel_named(image, "spill"), .name = "spill", .args = args,
                            .arg_count = 2, .block = {64, 1, 1}};
    assert_int_equal(machine_check_arguments(&err, &launch, &argument), WC_BAD_INPUT);
    assert_non_null(strstr(err.message, "'n' expects a scalar, found a buffer"));
    assert_non_null(strstr(err.hint, "the kernel is spill(int* out, int n)"));
    error_clear(&err);
    image_free(image);
}

static void info_tells_what_the_file_tells(void **state)
{
    (void)state;
    struct image *image = load_sample(4);
    struct text text = {0};
    info_write(image, NULL, WC_TEXT, &text);
    assert_non_null(strstr(text_string(&text), "architecture   gfx803\n"));
    assert_non_null(strstr(text_string(&text), "hidden: global_offset_x 0x20 8, "));
    assert_non_null(strstr(text_string(&text), "4 VGPRs and 16 SGPRs for a wavefront"));
    text_free(&text);
    text = (struct text){0};
    info_write(image, NULL, WC_JSON, &text);
    assert_non_null(strstr(text_string(&text), "\"hidden_arguments\""));
    assert_non_null(strstr(text_string(&text), "\"dispatch_ptr\""));
    text_free(&text);
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

static void other_chips_are_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        uint8_t mach;
        const char *says;
    } cases[] = {{0x22, "gfx700;"}, {0x2D, "gfx902;"},  {0x3F, "gfx90a;"},
                 {0x4C, "gfx942;"}, {0x36, "gfx1030;"}, {0x7F, "chip number 0x7f;"}};
    static struct file file;
    file_read_sample(&file, 4);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        file.bytes[offsetof(Elf64_Ehdr, e_flags)] = cases[i].mach;
        refused(&file, cases[i].says);
    }
}

static void an_apu_of_the_same_generation_is_taken(void **state)
{
    (void)state;
    static struct file file;
    struct error err = {0};
    struct image *image;
    file_read_sample(&file, 4);
    file.bytes[offsetof(Elf64_Ehdr, e_flags)] = 0x28;
    file.bytes[offsetof(Elf64_Ehdr, e_flags) + 1] = 0x1; /* xnack: any */
    assert_int_equal(file_load(&err, &file, &image), WC_OK);
    assert_string_equal(image->chip, "gfx801");
    image_free(image);
}

/* The first compilers of version 2 left e_flags empty; each kernel's header names its chip. */
static void without_a_chip_in_e_flags_the_headers_of_version_2_count(void **state)
{
    (void)state;
    static const uint8_t gfx803[] = {1, 0, 8, 0, 0, 0, 3, 0};
    static struct file file;
    struct error err = {0};
    struct image *image;
    file_read_sample(&file, 2);
    file.bytes[offsetof(Elf64_Ehdr, e_flags)] = 0;
    assert_int_equal(file_load(&err, &file, &image), WC_OK);
    image_free(image);
    file_find(&file, gfx803, sizeof gfx803)[2] = 9;
    refused(&file, "kernel 'choose' is for machine kind 1, gfx903;");
}

/* Compilers of version 2 wrote code for gfx900, too: file and headers name the same instruction
 * set. */
static void version_2_has_code_for_gcn5(void **state)
{
    (void)state;
    static uint8_t chip[] = {1, 0, 8, 0, 0, 0, 3, 0};
    static struct file file;
    struct error err = {0};
    struct image *image;
    file_read_sample(&file, 2);
    file.bytes[offsetof(Elf64_Ehdr, e_flags)] = 0x2c;
    refused(&file, "is for machine kind 1, gfx803; expected kind 1, gfx900 or gfx906");
    for (uint8_t *at; (at = memmem(file.bytes, file.size, chip, sizeof chip));) {
        at[2] = 9;
        at[6] = 0;
    }
    assert_int_equal(file_load(&err, &file, &image), WC_OK);
    assert_string_equal(image->chip, "gfx900");
    assert_int_equal(image->architecture, 900);
    image_free(image);
    file.bytes[offsetof(Elf64_Ehdr, e_flags)] = 0x2a;
    refused(&file, "is for machine kind 1, gfx900; expected kind 1, gfx801 or gfx803");
}

static void files_of_other_kinds_are_refused(void **state)
{
    (void)state;
    static struct file file;
    file_read_sample(&file, 4);
    file.bytes[EI_ABIVERSION] = 4;
    refused(&file, "code object version 6; expected 2 to 5");
    file_read_sample(&file, 4);
    file.bytes[EI_OSABI] = 65;
    refused(&file, "operating system 65; expected 64 (HSA)");
    file_read_sample(&file, 4);
    file.bytes[EI_CLASS] = ELFCLASS32;
    refused(&file, "ELF class 1; expected 2 (64 bit)");
    file_read_sample(&file, 4);
    file.bytes[offsetof(Elf64_Ehdr, e_type)] = ET_REL;
    refused(&file, "not linked");
    file.bytes[offsetof(Elf64_Ehdr, e_type)] = ET_EXEC;
    refused(&file, "ELF type 2; expected 3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_code_object_says_its_version_and_chip),
        cmocka_unit_test(descriptors_are_read_field_by_field),
        cmocka_unit_test(arguments_have_names_types_kinds_and_places),
        cmocka_unit_test(hidden_arguments_stand_behind_the_written_ones),
        cmocka_unit_test(addresses_in_constant_data_are_relocated),
        cmocka_unit_test(nothing_lies_at_address_0),
        cmocka_unit_test(code_is_found_and_has_source_lines),
        cmocka_unit_test(a_stripped_code_object_keeps_its_kernels),
        cmocka_unit_test(wrong_arguments_are_told_with_the_signature),
        cmocka_unit_test(info_tells_what_the_file_tells),
        cmocka_unit_test(other_chips_are_refused_by_name),
        cmocka_unit_test(an_apu_of_the_same_generation_is_taken),
        cmocka_unit_test(without_a_chip_in_e_flags_the_headers_of_version_2_count),
        cmocka_unit_test(version_2_has_code_for_gcn5),
        cmocka_unit_test(files_of_other_kinds_are_refused),
    };
    return cmocka_run_group_tests_name("amdgpu", tests, NULL, NULL);
}
