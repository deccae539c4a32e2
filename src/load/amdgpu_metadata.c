/* SPDX-License-Identifier: Apache-2.0 */
/* amdgpu_metadata.c - kernel arguments and other compiler metadata.
 *
 * Version 2 has ValueKind: GlobalBuffer, later versions .value_kind: global_buffer. Only letters
 * and digits are compared, so most words are listed once; the others have two names. Memory and
 * registers are taken from the descriptor. */
#include <ctype.h>
#include <string.h>

#include "load/amdgpu.h"
#include "load/amdgpu_parts.h"

enum { ARGUMENTS_MAX = 1024, ARGUMENT_BYTES_MAX = 1 << 16, SEGMENT_BYTES_MAX = 1 << 20 };
enum { GROUP_MAX = 1 << 16 };

static bool is_skipped(char letter)
{
    return letter == '_' || letter == '.';
}

static bool same_word(const char *left, const char *right)
{
    for (;; left++, right++) {
        while (is_skipped(*left))
            left++;
        while (is_skipped(*right))
            right++;
        if (tolower((unsigned char)*left) != tolower((unsigned char)*right))
            return false;
        if (!*left)
            return true;
    }
}

static const struct yaml_node *find(const struct yaml_node *mapping, const char *key)
{
    for (size_t i = 0; mapping && mapping->kind == YAML_MAPPING && i < mapping->count; i++) {
        if (same_word(mapping->pairs[i].key->text, key))
            return mapping->pairs[i].value;
    }
    return NULL;
}

/* The name in version 2, else the one in later versions. */
const struct yaml_node *amdgpu_find(const struct yaml_node *mapping, const char *version_2,
                                    const char *later)
{
    const struct yaml_node *found = find(mapping, version_2);
    return found ? found : find(mapping, later);
}

/* In version 2 some keys are in a separate group. */
static const struct yaml_node *find_in_group(const struct yaml_node *kernel, const char *group,
                                             const char *version_2, const char *later)
{
    const struct yaml_node *grouped = find(kernel, group);
    return grouped ? find(grouped, version_2) : find(kernel, later);
}

static enum wc_status number_of(struct error *err, const struct yaml_node *node, const char *what,
                                uint64_t max, uint32_t *out)
{
    uint64_t value = *out;
    enum wc_status status = node ? yaml_uint(err, node, what, 0, max, &value) : WC_OK;
    *out = (uint32_t)value;
    return status;
}

static const char *text_of(const struct yaml_node *node)
{
    return node && node->kind == YAML_SCALAR && *node->text ? node->text : NULL;
}

static const struct {
    const char *name;
    enum kernel_parameter_kind kind;
} parameter_kinds[] = {
    {"by_value", KERNEL_PARAMETER_VALUE},
    {"global_buffer", KERNEL_PARAMETER_GLOBAL},
    {"dynamic_shared_pointer", KERNEL_PARAMETER_LOCAL},
};

static const struct {
    const char *name;
    enum hidden_argument_kind kind;
} hidden_kinds[] = {
    {"hidden_none", HIDDEN_NONE},
    {"hidden_global_offset_x", HIDDEN_GLOBAL_OFFSET_X},
    {"hidden_global_offset_y", HIDDEN_GLOBAL_OFFSET_Y},
    {"hidden_global_offset_z", HIDDEN_GLOBAL_OFFSET_Z},
    {"hidden_block_count_x", HIDDEN_BLOCK_COUNT_X},
    {"hidden_block_count_y", HIDDEN_BLOCK_COUNT_Y},
    {"hidden_block_count_z", HIDDEN_BLOCK_COUNT_Z},
    {"hidden_group_size_x", HIDDEN_GROUP_SIZE_X},
    {"hidden_group_size_y", HIDDEN_GROUP_SIZE_Y},
    {"hidden_group_size_z", HIDDEN_GROUP_SIZE_Z},
    {"hidden_remainder_x", HIDDEN_REMAINDER_X},
    {"hidden_remainder_y", HIDDEN_REMAINDER_Y},
    {"hidden_remainder_z", HIDDEN_REMAINDER_Z},
    {"hidden_grid_dims", HIDDEN_GRID_DIMS},
    {"hidden_private_base", HIDDEN_PRIVATE_BASE},
    {"hidden_shared_base", HIDDEN_SHARED_BASE},
    {"hidden_queue_ptr", HIDDEN_QUEUE_PTR},
    {"hidden_dynamic_lds_size", HIDDEN_DYNAMIC_LDS_SIZE},
};

/* For images, samplers, pipes and queues only the size is known: no machine has them. */
static enum kernel_parameter_kind parameter_kind(const struct yaml_node *node, const char *kind)
{
    const char *space = text_of(amdgpu_find(node, "AddrSpaceQual", ".address_space"));
    for (size_t i = 0; i < sizeof parameter_kinds / sizeof *parameter_kinds; i++) {
        if (!same_word(kind, parameter_kinds[i].name))
            continue;
        const bool is_constant = parameter_kinds[i].kind == KERNEL_PARAMETER_GLOBAL && space &&
                                 same_word(space, "constant");
        return is_constant ? KERNEL_PARAMETER_CONSTANT : parameter_kinds[i].kind;
    }
    return KERNEL_PARAMETER_UNTOLD;
}

static enum hidden_argument_kind hidden_kind(const char *kind)
{
    for (size_t i = 0; i < sizeof hidden_kinds / sizeof *hidden_kinds; i++) {
        if (same_word(kind, hidden_kinds[i].name))
            return hidden_kinds[i].kind;
    }
    return HIDDEN_SERVICE;
}

const char *hidden_argument_name(enum hidden_argument_kind kind)
{
    for (size_t i = 0; i < sizeof hidden_kinds / sizeof *hidden_kinds; i++) {
        if (hidden_kinds[i].kind == kind)
            return hidden_kinds[i].name;
    }
    return "hidden_service";
}

struct arguments {
    struct error *err;
    struct image *image;
    struct kernel *kernel;
    struct hidden_argument *hidden;
    uint32_t hidden_count;
    uint32_t end; /* of the arguments so far: version 2 has no offsets */
};

static void add_hidden(struct arguments *arguments, const char *kind, uint32_t offset,
                       uint32_t bytes)
{
    arguments->hidden = arena_grow(&arguments->image->arena, arguments->hidden,
                                   arguments->hidden_count, sizeof *arguments->hidden);
    arguments->hidden[arguments->hidden_count++] = (struct hidden_argument){
        .kind = hidden_kind(kind), .offset = offset, .bytes = bytes};
}

static void add_parameter(const struct arguments *arguments, const struct yaml_node *node,
                          const char *kind, uint32_t offset, uint32_t bytes)
{
    struct kernel *kernel = arguments->kernel;
    kernel->parameters = arena_grow(&arguments->image->arena, kernel->parameters,
                                    kernel->parameter_count, sizeof *kernel->parameters);
    kernel->parameters[kernel->parameter_count++] = (struct kernel_parameter){
        .name = text_of(find(node, "name")),
        .type = text_of(find(node, "type_name")),
        .kind = parameter_kind(node, kind),
        .bytes = bytes,
        .offset = offset,
    };
}

/* Size and offset, both inside the segment. */
static enum wc_status place_argument(const struct arguments *arguments,
                                     const struct yaml_node *node, uint32_t *offset,
                                     uint32_t *bytes)
{
    const struct kernel *kernel = arguments->kernel;
    uint32_t alignment = 1;
    enum wc_status status = number_of(arguments->err, find(node, "size"), "the size of an argument",
                                      ARGUMENT_BYTES_MAX, bytes);
    if (status == WC_OK)
        status = number_of(arguments->err, find(node, "align"), "the alignment of an argument",
                           ARGUMENT_BYTES_MAX, &alignment);
    alignment += alignment == 0;
    *offset = (arguments->end + alignment - 1) / alignment * alignment;
    if (status == WC_OK)
        status = number_of(arguments->err, find(node, "offset"), "the offset of an argument",
                           1 << 30, offset);
    if (status == WC_OK && (*offset > kernel->parameter_bytes ||
                            *bytes > kernel->parameter_bytes - *offset))
        status = yaml_fail(arguments->err, node,
                           "metadata of kernel '%s': argument of %u bytes at offset %u; the "
                           "argument segment has %u bytes", kernel->name, *bytes, *offset,
                           kernel->parameter_bytes);
    return status;
}

static enum wc_status read_argument(struct arguments *arguments, const struct yaml_node *node)
{
    const char *kind = text_of(find(node, "value_kind"));
    uint32_t offset = 0, bytes = 0;
    if (!kind)
        return yaml_fail(arguments->err, node, "metadata of kernel '%s': argument %u has no "
                         ".value_kind", arguments->kernel->name,
                         arguments->kernel->parameter_count + 1);
    enum wc_status status = place_argument(arguments, node, &offset, &bytes);
    if (status != WC_OK)
        return status;
    if (!strncasecmp(kind, "hidden", strlen("hidden")))
        add_hidden(arguments, kind, offset, bytes);
    else
        add_parameter(arguments, node, kind, offset, bytes);
    arguments->end = offset + bytes;
    return WC_OK;
}

static enum wc_status read_arguments(struct arguments *arguments, const struct yaml_node *list)
{
    enum wc_status status = WC_OK;
    arguments->kernel->has_parameters = true;
    if (!list)
        return WC_OK; /* a kernel without any */
    status = yaml_expect(arguments->err, list, YAML_SEQUENCE, "a list of arguments");
    if (status == WC_OK && list->count > ARGUMENTS_MAX)
        status = yaml_fail(arguments->err, list,
                           "metadata of kernel '%s': more than the maximum of %d arguments",
                           arguments->kernel->name, ARGUMENTS_MAX);
    for (size_t i = 0; status == WC_OK && i < list->count; i++)
        status = read_argument(arguments, list->items[i]);
    return status;
}

static enum wc_status read_required_block(struct error *err, const struct yaml_node *node,
                                          struct kernel *kernel)
{
    enum wc_status status = WC_OK;
    if (!node)
        return WC_OK;
    if (node->kind != YAML_SEQUENCE || node->count != 3)
        return yaml_fail(err, node, "metadata of kernel '%s': bad work-group size; expected 3 "
                         "numbers", kernel->name);
    for (size_t i = 0; status == WC_OK && i < 3; i++) {
        uint64_t size = 0;
        status = yaml_uint(err, node->items[i], "the work-group size", 1, GROUP_MAX, &size);
        kernel->required_block[i] = (uint32_t)size;
    }
    return status;
}

static enum wc_status read_numbers(struct error *err, const struct yaml_node *node,
                                   struct kernel *kernel, struct amdgpu_kernel *own)
{
    uint32_t ignored = 0; /* descriptors have the size of the arguments since LLVM 12 */
    const struct {
        const char *group, *version_2, *later;
        uint32_t max, *out;
    } numbers[] = {
        {"CodeProps", "NumVGPRs", ".vgpr_count", 512, &kernel->registers},
        {"CodeProps", "MaxFlatWorkGroupSize", ".max_flat_workgroup_size", GROUP_MAX,
         &kernel->max_threads},
        {"CodeProps", "KernargSegmentAlign", ".kernarg_segment_align", 4096,
         &own->argument_alignment},
        {"CodeProps", "WavefrontSize", ".wavefront_size", 64, &own->wavefront},
        {"CodeProps", "KernargSegmentSize", ".kernarg_segment_size", SEGMENT_BYTES_MAX,
         kernel->parameter_bytes ? &ignored : &kernel->parameter_bytes},
    };
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < sizeof numbers / sizeof *numbers; i++)
        status = number_of(err, find_in_group(node, numbers[i].group, numbers[i].version_2,
                                              numbers[i].later),
                           numbers[i].later, numbers[i].max, numbers[i].out);
    if (status == WC_OK)
        status = read_required_block(err, find_in_group(node, "Attrs", "ReqdWorkGroupSize",
                                                        ".reqd_workgroup_size"), kernel);
    if (status == WC_OK && own->wavefront != 64)
        status = yaml_fail(err, node, "metadata of kernel '%s': wavefronts of %u lanes; expected "
                           "64", kernel->name, own->wavefront);
    return status;
}

bool amdgpu_names_kernel(const char *symbol, const char *kernel)
{
    const size_t length = strlen(kernel);
    return !strncmp(symbol, kernel, length) &&
           (!symbol[length] || !strcmp(symbol + length, ".kd") || !strcmp(symbol + length, "@kd"));
}

static struct kernel *kernel_of(const struct image *image, const char *symbol)
{
    for (uint32_t i = 0; symbol && i < image->function_count; i++) {
        if (amdgpu_names_kernel(symbol, image->functions[i].name))
            return &image->functions[i];
    }
    return NULL;
}

static enum wc_status describe(struct error *err, struct image *image,
                               const struct yaml_node *node)
{
    const char *symbol = text_of(amdgpu_find(node, "SymbolName", ".symbol"));
    if (!symbol)
        symbol = text_of(find(node, "name"));
    struct kernel *kernel = kernel_of(image, symbol);
    if (!kernel)
        return yaml_fail(err, node, "metadata for kernel '%s', which has no descriptor",
                         symbol ? symbol : "");
    if (kernel->has_parameters)
        return yaml_fail(err, node, "duplicate metadata for kernel '%s'", kernel->name);
    struct amdgpu_kernel *own = arena_alloc(&image->arena, sizeof *own);
    struct arguments arguments = {.err = err, .image = image, .kernel = kernel};
    *own = *kernel->amdgpu;
    enum wc_status status = read_numbers(err, node, kernel, own);
    if (status == WC_OK)
        status = read_arguments(&arguments, find(node, "args"));
    own->hidden = arguments.hidden;
    own->hidden_count = arguments.hidden_count;
    kernel->amdgpu = own;
    return status;
}

enum wc_status amdgpu_describe_kernels(struct error *err, struct amdgpu *object,
                                       const struct yaml_node *metadata)
{
    const struct yaml_node *list = amdgpu_find(metadata, "Kernels", "amdhsa.kernels");
    enum wc_status status = WC_OK;
    if (!list)
        return WC_OK;
    status = yaml_expect(err, list, YAML_SEQUENCE, "a list of kernels");
    for (size_t i = 0; status == WC_OK && i < list->count; i++)
        status = describe(err, object->image, list->items[i]);
    return status;
}
