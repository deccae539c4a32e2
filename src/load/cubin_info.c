/* SPDX-License-Identifier: Apache-2.0 */
/* cubin_info.c - .nv.info: compiler information about kernels.
 *
 * Records {u8 format, u8 attribute, u16 value}; with format 4 `value` bytes follow. One section is
 * for the whole file and refers to kernels by symbol; each kernel has another one. Formats and
 * attributes are those that cuobjdump -elf shows; those missing in the table below are ignored. */
#include <stdlib.h>
#include <string.h>

#include "load/cubin_parts.h"

enum format { FORMAT_NONE = 1, FORMAT_BYTE = 2, FORMAT_HALF = 3, FORMAT_BYTES = 4 };
enum { PARAMETERS_MAX = 1024, STACK_BYTES_MAX = 512 << 10, BRANCHES_MAX = 1 << 20 };

struct record {
    enum format format;
    uint32_t attribute, value;
    const uint8_t *payload; /* `value` bytes of format 4 */
    uint64_t offset;        /* in the file */
};

struct reading {
    struct error *err;
    struct cubin *cubin;
    struct kernel *kernel; /* the kernel of this section; NULL: the whole file */
};

static uint32_t word(const struct record *record, uint32_t index)
{
    uint32_t value;
    memcpy(&value, record->payload + 4 * (uint64_t)index, sizeof value);
    return value;
}

static enum wc_status info_fail(const struct reading *reading, const struct record *record,
                                const char *what)
{
    return elf_fail(reading->err, reading->cubin->image, record->offset, "%s", what);
}

/* {symbol, value} of the file's section: the kernel, or NULL for another function. */
static struct kernel *named_kernel(const struct reading *reading, const struct record *record)
{
    Elf64_Sym symbol;
    if (!cubin_symbol(reading->cubin, word(record, 0), &symbol) || !cubin_is_entry(&symbol))
        return NULL;
    const struct cubin_section *section = cubin_section_of(reading->cubin, &symbol);
    return section && section->function ? &reading->cubin->image->functions[section->function - 1]
                                        : NULL;
}

static enum wc_status read_registers(struct reading *reading, const struct record *record)
{
    struct kernel *kernel = named_kernel(reading, record);
    if (kernel && word(record, 1) > kernel->registers && word(record, 1) <= 255)
        kernel->registers = word(record, 1);
    return WC_OK;
}

enum { STACK_UNKNOWN = UINT32_MAX }; /* a minimum that the compiler could not derive: recursion */

static void take_max(uint32_t *max, uint32_t value)
{
    *max = value > *max ? value : *max;
}

/* The code that the record's function is in: of a kernel, or NULL. */
static struct cubin_section *code_of(const struct reading *reading, const struct record *record,
                                     bool *is_entry)
{
    Elf64_Sym symbol;
    if (!cubin_symbol(reading->cubin, word(record, 0), &symbol))
        return NULL;
    struct cubin_section *code = cubin_section_of(reading->cubin, &symbol);
    *is_entry = cubin_is_entry(&symbol);
    return code && code->function ? code : NULL;
}

static enum wc_status check_stack(const struct reading *reading, const struct record *record)
{
    const uint32_t bytes = word(record, 1);
    if (bytes > STACK_BYTES_MAX && bytes != STACK_UNKNOWN)
        return info_fail(reading, record, "a kernel needs more stack than the maximum of 512 KiB "
                         "per thread");
    return WC_OK;
}

static enum wc_status read_frame(struct reading *reading, const struct record *record)
{
    bool is_entry = false;
    struct cubin_section *code = code_of(reading, record, &is_entry);
    if (!code)
        return WC_OK;
    take_max(is_entry ? &code->frame : &code->callee_frame, word(record, 1));
    return check_stack(reading, record);
}

/* The minimum and the maximum stack of a kernel with what it calls. */
static enum wc_status read_stack(struct reading *reading, const struct record *record)
{
    bool is_entry = false;
    struct cubin_section *code = code_of(reading, record, &is_entry);
    if (!code || !is_entry)
        return WC_OK;
    take_max(&code->min_stack, word(record, 1));
    return check_stack(reading, record);
}

/* From ptxas 12.4 on the minimum is that of the kernel alone: the driver adds up the frames of its
 * functions. */
static void set_stacks(const struct cubin *cubin)
{
    for (size_t i = 1; i < cubin->elf.section_count; i++) {
        const struct cubin_section *code = &cubin->sections[i];
        if (!code->function)
            continue;
        struct kernel *kernel = &cubin->image->functions[code->function - 1];
        const uint32_t min = code->min_stack == STACK_UNKNOWN ? 0 : code->min_stack;
        kernel->stack_bytes = min > code->frame ? min : code->frame;
        kernel->stack_unknown = code->min_stack == STACK_UNKNOWN ||
                                (code->callee_frame && min <= code->frame);
    }
}

static enum wc_status read_parameter_bank(struct reading *reading, const struct record *record)
{
    reading->kernel->parameter_base = word(record, 1) & 0xFFFF;
    reading->kernel->parameter_bytes = word(record, 1) >> 16;
    return WC_OK;
}

static enum wc_status read_parameter_bytes(struct reading *reading, const struct record *record)
{
    reading->kernel->parameter_bytes = record->value;
    return WC_OK;
}

/* {index, ordinal | offset << 16, ... size << 18}, in any order. */
static enum wc_status read_parameter(struct reading *reading, const struct record *record)
{
    enum { SIZE_SHIFT = 18 };
    struct kernel *kernel = reading->kernel;
    struct arena *arena = &reading->cubin->image->arena;
    const uint32_t ordinal = word(record, 1) & 0xFFFF;
    if (ordinal >= PARAMETERS_MAX)
        return info_fail(reading, record, "a kernel has more than the maximum of 1024 parameters");
    while (kernel->parameter_count <= ordinal) {
        kernel->parameters = arena_grow(arena, kernel->parameters, kernel->parameter_count,
                                        sizeof *kernel->parameters);
        kernel->parameters[kernel->parameter_count++] =
            (struct kernel_parameter){.kind = KERNEL_PARAMETER_UNTOLD};
    }
    kernel->parameters[ordinal].offset = word(record, 1) >> 16;
    kernel->parameters[ordinal].bytes = word(record, 2) >> SIZE_SHIFT;
    return WC_OK;
}

static enum wc_status read_register_limit(struct reading *reading, const struct record *record)
{
    reading->kernel->register_limit = record->value;
    return WC_OK;
}

static enum wc_status read_max_threads(struct reading *reading, const struct record *record)
{
    uint64_t threads = 1;
    for (uint32_t i = 0; i < 3; i++) {
        threads *= word(record, i) ? word(record, i) : 1;
        if (threads > UINT32_MAX)
            return info_fail(reading, record,
                             "a kernel's maximum of threads per block exceeds 32 bits");
    }
    reading->kernel->max_threads = (uint32_t)threads;
    return WC_OK;
}

static enum wc_status read_required_block(struct reading *reading, const struct record *record)
{
    for (uint32_t i = 0; i < 3; i++)
        reading->kernel->required_block[i] = word(record, i) ? word(record, i) : 1;
    return WC_OK;
}

static enum wc_status read_token_bytes(struct reading *reading, const struct record *record)
{
    reading->kernel->token_bytes = word(record, 0);
    return WC_OK;
}

static bool in_code(const struct kernel *kernel, uint32_t offset)
{
    return offset < kernel->bytes && offset % 8 == 0;
}

static enum wc_status read_exits(struct reading *reading, const struct record *record)
{
    struct kernel *kernel = reading->kernel;
    const uint32_t count = record->value / 4;
    uint64_t *exits = arena_array(&reading->cubin->image->arena, count + 1, sizeof *exits);
    for (uint32_t i = 0; i < count; i++) {
        if (!in_code(kernel, word(record, i)))
            return info_fail(reading, record, "EXIT offset is outside the kernel's code");
        exits[i] = kernel->entry + word(record, i);
    }
    kernel->exits = exits;
    kernel->exit_count = count;
    return WC_OK;
}

/* {address, 0, n, target[n]}, repeated: where a SYNC, BRK or BRX may go. */
static enum wc_status read_branches(struct reading *reading, const struct record *record)
{
    struct image *image = reading->cubin->image;
    const struct kernel *kernel = reading->kernel;
    const uint32_t words = record->value / 4;
    for (uint32_t at = 0; at < words;) {
        const uint32_t count = words - at >= 3 ? word(record, at + 2) : 0;
        if (words - at < 3 || count > words - at - 3)
            return info_fail(reading, record, "the target list of an indirect branch is truncated");
        uint64_t *targets = arena_array(&image->arena, count + 1, sizeof *targets);
        bool sound = in_code(kernel, word(record, at));
        for (uint32_t i = 0; i < count; i++) {
            sound &= in_code(kernel, word(record, at + 3 + i));
            targets[i] = kernel->entry + word(record, at + 3 + i);
        }
        if (!sound)
            return info_fail(reading, record,
                             "indirect branch offset is outside the kernel's code");
        if (image->indirect_branch_count == BRANCHES_MAX)
            return info_fail(reading, record, "too many indirect branches");
        image->indirect_branches =
            arena_grow(&image->arena, image->indirect_branches, image->indirect_branch_count,
                       sizeof *image->indirect_branches);
        image->indirect_branches[image->indirect_branch_count++] = (struct indirect_branch){
            .address = kernel->entry + word(record, at), .targets = targets, .count = count};
        at += 3 + count;
    }
    return WC_OK;
}

static const struct attribute {
    uint8_t code;
    bool of_file; /* else of a kernel */
    enum format format;
    uint32_t min_bytes;
    enum wc_status (*read)(struct reading *, const struct record *);
} attributes[] = {
    {0x05, false, FORMAT_BYTES, 12, read_max_threads},   /* MAX_THREADS */
    {0x0A, false, FORMAT_BYTES, 8, read_parameter_bank},  /* PARAM_CBANK */
    {0x10, false, FORMAT_BYTES, 12, read_required_block}, /* REQNTID */
    {0x11, true, FORMAT_BYTES, 8, read_frame},            /* FRAME_SIZE */
    {0x12, true, FORMAT_BYTES, 8, read_stack},            /* MIN_STACK_SIZE */
    {0x17, false, FORMAT_BYTES, 12, read_parameter},      /* KPARAM_INFO */
    {0x19, false, FORMAT_HALF, 0, read_parameter_bytes},  /* CBANK_PARAM_SIZE */
    {0x1B, false, FORMAT_HALF, 0, read_register_limit},   /* MAXREG_COUNT */
    {0x1C, false, FORMAT_BYTES, 0, read_exits},           /* EXIT_INSTR_OFFSETS */
    {0x1E, false, FORMAT_BYTES, 4, read_token_bytes},     /* CRS_STACK_SIZE */
    {0x23, true, FORMAT_BYTES, 8, read_stack},            /* MAX_STACK_SIZE */
    {0x2F, true, FORMAT_BYTES, 8, read_registers},        /* REGCOUNT */
    {0x34, false, FORMAT_BYTES, 0, read_branches},        /* INDIRECT_BRANCH_TARGETS */
};

static enum wc_status read_attribute(struct reading *reading, const struct record *record)
{
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        const struct attribute *attribute = &attributes[i];
        if (attribute->code != record->attribute || attribute->of_file != !reading->kernel)
            continue;
        if (attribute->format != record->format ||
            (record->format == FORMAT_BYTES && record->value < attribute->min_bytes))
            return elf_fail(reading->err, reading->cubin->image, record->offset,
                            "attribute 0x%02x of .nv.info has format %d and value %u; expected "
                            "format %d%s",
                            record->attribute, record->format, record->value, attribute->format,
                            attribute->min_bytes ? " and more bytes" : "");
        return attribute->read(reading, record);
    }
    return WC_OK;
}

static enum wc_status read_section(struct reading *reading, const struct elf_section *section)
{
    const uint64_t size = section->bytes ? section->header.sh_size : 0;
    for (uint64_t at = 0; at < size;) {
        const uint8_t *bytes = section->bytes + at;
        struct record record = {.offset = section->header.sh_offset + at};
        if (size - at < 4)
            return info_fail(reading, &record, ".nv.info is truncated in a record");
        record.format = bytes[0];
        record.attribute = bytes[1];
        record.value = bytes[2] | (uint32_t)bytes[3] << 8;
        record.payload = bytes + 4;
        if (record.format < FORMAT_NONE || record.format > FORMAT_BYTES)
            return elf_fail(reading->err, reading->cubin->image, record.offset,
                            ".nv.info record has format %d; expected 1 to 4", record.format);
        at += 4 + (record.format == FORMAT_BYTES ? record.value : 0);
        if (at > size)
            return info_fail(reading, &record,
                             ".nv.info record extends past the end of its section");
        enum wc_status status = read_attribute(reading, &record);
        if (status != WC_OK)
            return status;
    }
    return WC_OK;
}

/* Every parameter is described and is inside the kernel's parameter area. */
static enum wc_status check_parameters(struct error *err, const struct image *image,
                                       struct kernel *kernel)
{
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        const struct kernel_parameter *parameter = &kernel->parameters[i];
        if (parameter->bytes == 0 ||
            parameter->offset + parameter->bytes > kernel->parameter_bytes)
            return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                           "parameter %u of kernel '%s' has %u bytes at offset %u; the parameter "
                           "area has %u bytes",
                           i, kernel->name, parameter->bytes, parameter->offset,
                           kernel->parameter_bytes);
    }
    kernel->has_parameters = true;
    return WC_OK;
}

static int by_address(const void *left, const void *right)
{
    const struct indirect_branch *a = left, *b = right;
    return (a->address > b->address) - (a->address < b->address);
}

enum wc_status cubin_load_info(struct error *err, struct cubin *cubin)
{
    struct image *image = cubin->image;
    enum wc_status status = WC_OK;
    for (size_t i = 1; status == WC_OK && i < cubin->elf.section_count; i++) {
        const struct cubin_section *section = &cubin->sections[i];
        const bool of_kernel = starts_with(section->elf.name, ".nv.info.");
        struct reading reading = {.err = err, .cubin = cubin};
        if (!of_kernel && strcmp(section->elf.name, ".nv.info") != 0)
            continue;
        if (of_kernel)
            reading.kernel = cubin_kernel_of(cubin, section, ".nv.info.");
        if (reading.kernel || !of_kernel)
            status = read_section(&reading, &section->elf);
    }
    set_stacks(cubin);
    for (uint32_t i = 0; status == WC_OK && i < image->function_count; i++)
        status = check_parameters(err, image, &image->functions[i]);
    if (image->indirect_branch_count)
        qsort(image->indirect_branches, image->indirect_branch_count,
              sizeof *image->indirect_branches, by_address);
    return status;
}
