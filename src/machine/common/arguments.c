/* SPDX-License-Identifier: Apache-2.0 */
/* arguments.c - checks a job's arguments against the kernel's parameters. */
#include <string.h>

#include "base/text.h"
#include "load/array.h"
#include "load/sas.h"
#include "machine/machine.h"

static const char *const argument_names[] = {
    [ARGUMENT_VALUE] = "a scalar",
    [ARGUMENT_BUFFER] = "a buffer",
    [ARGUMENT_LOCAL] = "local memory",
    [ARGUMENT_BYTES] = "a structure",
};

static enum argument_kind wanted(const struct kernel_parameter *parameter)
{
    switch (parameter->kind) {
    case KERNEL_PARAMETER_VALUE:
        return ARGUMENT_VALUE;
    case KERNEL_PARAMETER_LOCAL:
        return ARGUMENT_LOCAL;
    default:
        return ARGUMENT_BUFFER;
    }
}

/* A floating-point value for an integer parameter, or the reverse, is always a mistake. */
static bool same_class(const struct kernel_parameter *parameter, enum wc_type type)
{
    const char *text = parameter->type;
    if (!text)
        return true;
    bool is_float = strcmp(text, "float") == 0 || strcmp(text, "double") == 0 ||
                    strcmp(text, "half") == 0;
    return is_float == type_is_float(type);
}

/* "an int", "an i32", "an f32", "an unsigned char"; "a float", "a u32", "a uint". */
static const char *article(const char *type)
{
    bool spelled_f = type[0] == 'f' && type[1] >= '0' && type[1] <= '9';
    return type[0] == 'i' || spelled_f || strncmp(type, "un", 2) == 0 ? "an" : "a";
}

static enum wc_status refuse_value(struct error *err, const struct launch *launch, size_t i)
{
    const struct kernel_parameter *parameter = &launch->kernel->parameters[i];
    const char *wanted = parameter->type ? parameter->type : "value";
    const char *given = type_name(launch->args[i].type);
    return fail(err, WC_BAD_INPUT,
                "argument %zu of %s: '%s' is %s %s of %u bytes; found %s %s", i + 1,
                launch->name, parameter->name ? parameter->name : "?", article(wanted), wanted,
                parameter->bytes, article(given), given);
}

static enum wc_status check_value(struct error *err, const struct launch *launch, size_t i)
{
    const struct kernel_parameter *parameter = &launch->kernel->parameters[i];
    const struct argument *arg = &launch->args[i];
    if ((parameter->bytes && parameter->bytes != type_bytes(arg->type)) ||
        !same_class(parameter, arg->type))
        return refuse_value(err, launch, i);
    return WC_OK;
}

/* Bytes of what a pointer points to, in OpenCL's and CUDA's words; of vectors those of one
 * component. 0: any, as for void, char and structures. */
static unsigned pointee_bytes(const char *type)
{
    static const struct {
        const char *name;
        unsigned bytes;
    } types[] = {{"short", 2}, {"ushort", 2}, {"half", 2}, {"int", 4}, {"uint", 4}, {"float", 4},
                 {"long", 8}, {"ulong", 8}, {"double", 8}};
    const size_t length = type ? strcspn(type, "0123456789*") : 0;
    for (size_t i = 0; length && i < sizeof types / sizeof *types; i++) {
        if (strlen(types[i].name) == length && !memcmp(types[i].name, type, length) &&
            strcmp(type + strcspn(type, "*"), "*") == 0)
            return types[i].bytes;
    }
    return 0;
}

/* Elements of another size are the wrong numbers. A buffer of bytes may hold anything. */
static enum wc_status check_elements(struct error *err, const struct launch *launch, size_t i)
{
    const struct kernel_parameter *parameter = &launch->kernel->parameters[i];
    const unsigned bytes = pointee_bytes(parameter->type);
    const unsigned found = launch->args[i].element_bytes;
    if (!bytes || found <= 1 || found == bytes)
        return WC_OK;
    return fail(err, WC_BAD_INPUT,
                "argument %zu of %s: '%s' is %s %s, with elements of %u bytes; found %s, with "
                "elements of %u bytes", i + 1, launch->name,
                parameter->name ? parameter->name : "?", article(parameter->type),
                parameter->type, bytes, type_name(launch->args[i].type), found);
}

static uint64_t size_of(const struct argument *arg)
{
    enum { POINTER_BYTES = 8 };
    if (arg->kind == ARGUMENT_BYTES)
        return arg->bytes;
    return arg->kind == ARGUMENT_VALUE ? type_bytes(arg->type) : POINTER_BYTES;
}

/* For a parameter of unknown kind, and for a structure, only the size can be checked. */
static enum wc_status check_size(struct error *err, const struct launch *launch, size_t i)
{
    const struct kernel_parameter *parameter = &launch->kernel->parameters[i];
    const struct argument *arg = &launch->args[i];
    if (parameter->bytes == size_of(arg))
        return WC_OK;
    return fail(err, WC_BAD_INPUT, "argument %zu of %s has %u bytes; found %llu bytes (%s)", i + 1,
                launch->name, parameter->bytes, (unsigned long long)size_of(arg),
                arg->kind == ARGUMENT_VALUE   ? type_name(arg->type)
                : arg->kind == ARGUMENT_BYTES ? "a structure"
                                              : "an address");
}

static const char *or_question_mark(const char *text)
{
    return text ? text : "?";
}

/* "the kernel is saxpy(float* x, float* y, float alpha, int n)" */
static void hint_signature(struct error *err, const struct kernel *kernel)
{
    struct text text = {0};
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        const struct kernel_parameter *parameter = &kernel->parameters[i];
        if (parameter->kind == KERNEL_PARAMETER_UNTOLD)
            text_add(&text, "%s%u bytes", i ? ", " : "", parameter->bytes);
        else
            text_add(&text, "%s%s %s", i ? ", " : "", or_question_mark(parameter->type),
                     or_question_mark(parameter->name));
    }
    hint(err, "the kernel is %s(%s)", kernel->name, text_string(&text));
    text_free(&text);
}

static enum wc_status check(struct error *err, const struct launch *launch, size_t *argument)
{
    const struct kernel *kernel = launch->kernel;
    *argument = launch->arg_count;
    if (launch->arg_count != kernel->parameter_count)
        return fail(err, WC_BAD_INPUT, "%s takes %u argument%s; the job has %zu", launch->name,
                    kernel->parameter_count, kernel->parameter_count == 1 ? "" : "s",
                    launch->arg_count);
    for (size_t i = 0; i < launch->arg_count; i++) {
        *argument = i;
        enum argument_kind want = wanted(&kernel->parameters[i]);
        enum wc_status status = WC_OK;
        if (kernel->parameters[i].kind == KERNEL_PARAMETER_UNTOLD ||
            (want == ARGUMENT_VALUE && launch->args[i].kind == ARGUMENT_BYTES))
            status = check_size(err, launch, i);
        else if (launch->args[i].kind != want)
            status = fail(err, WC_BAD_INPUT, "argument %zu of %s: '%s' expects %s, found %s", i + 1,
                          launch->name,
                          kernel->parameters[i].name ? kernel->parameters[i].name : "?",
                          argument_names[want], argument_names[launch->args[i].kind]);
        else if (want == ARGUMENT_VALUE)
            status = check_value(err, launch, i);
        else if (want == ARGUMENT_BUFFER)
            status = check_elements(err, launch, i);
        if (status != WC_OK)
            return status;
    }
    return WC_OK;
}

/* Of a Sim-D program: argument k is buffer k, a scalar is a buffer of one word. */
static enum wc_status check_mapped(struct error *err, const struct launch *launch, size_t i)
{
    const struct argument *arg = &launch->args[i];
    if (i >= SAS_BUFFERS || !launch->image->sas->dram[i].declared)
        return fail(err, WC_BAD_INPUT, "argument %zu would be buffer %zu, which the .data section "
                    "does not declare", i + 1, i);
    if (arg->kind != ARGUMENT_VALUE && arg->kind != ARGUMENT_BUFFER)
        return fail(err, WC_BAD_INPUT, "argument %zu is no buffer and no scalar", i + 1);
    if (type_bytes(arg->type) != 4)
        return fail(err, WC_BAD_INPUT, "argument %zu is of type %s; Sim-D has words of 32 bits",
                    i + 1, type_name(arg->type));
    if (arg->kind == ARGUMENT_BUFFER && !(arg->line && arg->lines))
        return fail(err, WC_BAD_INPUT, "argument %zu is an empty buffer; Sim-D has none", i + 1);
    if (arg->kind == ARGUMENT_BUFFER && (arg->line > UINT32_MAX || arg->lines > UINT32_MAX))
        return fail(err, WC_BAD_INPUT, "argument %zu is too large", i + 1);
    return WC_OK;
}

static enum wc_status check_all_mapped(struct error *err, const struct launch *launch,
                                       size_t *argument)
{
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < launch->arg_count; i++) {
        *argument = i;
        status = check_mapped(err, launch, i);
    }
    return status;
}

enum wc_status machine_check_arguments(struct error *err, const struct launch *launch,
                                       size_t *argument)
{
    *argument = 0;
    if (launch->image && launch->image->sas)
        return check_all_mapped(err, launch, argument);
    if (launch->kernel) {
        const uint32_t *must = launch->kernel->required_block;
        if (must[0] && memcmp(must, launch->block, sizeof launch->block) != 0)
            return fail(err, WC_BAD_INPUT, "%s requires blocks of %u x %u x %u, found %u x %u x %u",
                        launch->name, must[0], must[1], must[2], launch->block[0],
                        launch->block[1], launch->block[2]);
    }
    if (!launch->kernel || !launch->kernel->has_parameters)
        return WC_OK;
    enum wc_status status = check(err, launch, argument);
    if (status != WC_OK)
        hint_signature(err, launch->kernel);
    return status;
}
