/* SPDX-License-Identifier: Apache-2.0 */
/* device_run.c - one launch on a device, as a result with one launch. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/arguments.h"
#include "api/device.h"
#include "api/options.h"
#include "api/textures.h"
#include "report/result.h"

/* ---- arguments ---- */

static uint64_t read_bits(const uint8_t *bytes, uint32_t count)
{
    uint64_t bits = 0;
    memcpy(&bits, bytes, count < sizeof bits ? count : sizeof bits);
    return bits;
}

/* A value of a register's size; false: it is a structure. */
static bool scalar_type(const struct kernel_parameter *parameter, enum wc_type *type)
{
    static const enum wc_type types[][3] = { /* by size: unsigned, signed, floating-point */
        [1] = {WC_U8, WC_I8, WC_U8}, [2] = {WC_U16, WC_I16, WC_U16},
        [4] = {WC_U32, WC_I32, WC_F32}, [8] = {WC_U64, WC_I64, WC_F64}};
    const uint32_t bytes = parameter->bytes;
    const char *text = parameter->type ? parameter->type : "";
    const bool real = !strcmp(text, "float") || !strcmp(text, "double");
    const bool is_signed = !strcmp(text, "char") || !strcmp(text, "short");
    if ((bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) || !strcmp(text, "half"))
        return false;
    *type = types[bytes][real ? 2 : is_signed];
    return true;
}

static struct argument value_from(const struct kernel_parameter *from, const uint8_t *bytes)
{
    struct argument value = {.kind = ARGUMENT_VALUE, .bits = read_bits(bytes, from->bytes)};
    if (from->kind == KERNEL_PARAMETER_VALUE && scalar_type(from, &value.type))
        return value;
    return (struct argument){.kind = ARGUMENT_BYTES, .bytes = from->bytes, .data = bytes};
}

/* Where the file has only sizes, eight bytes that are the address of an allocation are a pointer:
 * caches may be warmed with what it points to. */
static struct argument argument_from(const wc_device *device, const struct kernel_parameter *from,
                                     const uint8_t *arguments)
{
    const uint8_t *bytes = arguments + from->offset;
    const uint64_t bits = read_bits(bytes, from->bytes);
    const bool is_address = from->kind == KERNEL_PARAMETER_UNTOLD && from->bytes == sizeof bits &&
                            bits && memory_find(&device->memory, bits, 1);
    if (from->kind == KERNEL_PARAMETER_LOCAL)
        return (struct argument){.kind = ARGUMENT_LOCAL, .bytes = bits};
    if (from->kind == KERNEL_PARAMETER_GLOBAL || from->kind == KERNEL_PARAMETER_CONSTANT ||
        is_address)
        return (struct argument){.kind = ARGUMENT_BUFFER, .bits = bits};
    return value_from(from, bytes);
}

static enum wc_status resolve(struct error *err, const wc_module *module,
                              const struct wc_device_launch *from, struct arena *arena,
                              struct launch *launch)
{
    enum wc_status status = textures_check(err, from->textures, from->texture_count);
    if (status == WC_OK)
        status = image_kernel(err, module->image, from->kernel, &launch->kernel);
    if (status != WC_OK)
        return status;
    const struct kernel *kernel = launch->kernel;
    if (kernel->parameter_count && !argument_given(err, from->arguments, "arguments"))
        return WC_BAD_INPUT;
    struct argument *args = arena_array(arena, kernel->parameter_count + 1, sizeof *args);
    for (uint32_t i = 0; i < kernel->parameter_count; i++)
        args[i] = argument_from(module->device, &kernel->parameters[i], from->arguments);
    launch->name = kernel->name;
    launch->image = module->image;
    launch->program = module->program;
    launch->shared = from->shared;
    launch->stack = from->stack;
    launch->cooperative = from->cooperative;
    launch->textures = from->textures;
    launch->texture_count = (uint32_t)from->texture_count;
    launch->args = args;
    launch->arg_count = kernel->parameter_count;
    memcpy(launch->grid, from->grid, sizeof launch->grid);
    memcpy(launch->block, from->block, sizeof launch->block);
    memcpy(launch->offset, from->offset, sizeof launch->offset);
    for (unsigned i = 0; i < 2; i++)
        launch->ndrange[i] = from->grid[i] * from->block[i];
    return WC_OK;
}

static enum wc_status admit(struct error *err, const wc_device *device,
                            const struct launch *launch)
{
    size_t argument;
    const bool has_offset = launch->offset[0] || launch->offset[1] || launch->offset[2];
    enum wc_status status = machine_check_arguments(err, launch, &argument);
    if (status == WC_OK && has_offset && !launch->kernel->amdgpu)
        status = fail(err, WC_BAD_INPUT, "%s: machine %s adds no offset to global ids",
                      launch->name, device->parameters.name);
    if (status == WC_OK)
        status = machine_admit(err, device->machine, launch);
    return status == WC_OK ? machine_preflight(err, launch) : status;
}

/* ---- running ---- */

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void tell_console(void *user, const char *bytes, size_t length)
{
    context_tell_console(user, bytes, length);
}

static void describe(struct wc_result *result, const wc_module *module,
                     const struct launch *launch, const struct outcome *outcome)
{
    const wc_device *device = module->device;
    struct arena *arena = &result->arena;
    result->kernel = arena_strdup(arena, launch->name);
    result->machine = arena_strdup(arena, device->parameters.name);
    result->isa = arena_strdup(arena, module->image->chip ? module->image->chip
                                                          : module->image->isa);
    result->clock_mhz = device->clock_mhz;
    device->machine->ops->topology(device->machine, &result->topology);
    result->statistics = outcome->statistics;
    result->launches = arena_array(arena, 1, sizeof *result->launches);
    result->launches[0] = (struct result_launch){.kernel = result->kernel,
                                                 .statistics = outcome->statistics,
                                                 .ended = result->status == WC_OK};
    result->launch_count = result->launches_planned = 1;
}

static void copy_error(struct wc_result *result, const struct error *err)
{
    if (result->status == WC_OK)
        return;
    result->error.message = arena_strdup(&result->arena, err->message);
    if (err->place)
        result->error.place = arena_strdup(&result->arena, err->place);
    if (err->hint)
        result->error.hint = arena_strdup(&result->arena, err->hint);
}

static enum wc_status simulate(struct error *err, wc_module *module, const struct launch *launch,
                               const struct wc_device_launch *from, struct wc_result *result)
{
    wc_device *device = module->device;
    wc_context *context = device->context;
    const struct machine_ops *ops = device->machine->ops;
    const struct run_control control = {.max_cycles = from->max_cycles,
                                        .interrupt = &context->interrupted,
                                        .console = context->console ? tell_console : NULL,
                                        .user = context,
                                        .tolerated = from->on_out_of_bounds ==
                                                             WC_OUT_OF_BOUNDS_WARN
                                                         ? &result->tolerated
                                                         : NULL};
    struct outcome outcome = {0};
    const double start = now_seconds();
    result->functional = from->functional;
    result->tolerated.arena = &result->arena;
    result->status = (from->functional ? ops->run_functional : ops->run_timed)(
        err, device->machine, &device->memory, launch, &control, &outcome);
    if (memory_lacks_anything())
        result->status = error_out_of_memory(err);
    result->host_seconds = now_seconds() - start;
    describe(result, module, launch, &outcome);
    copy_error(result, err);
    atomic_store(&context->interrupted, false);
    return result->status;
}

/* What a callback of the launch freed. */
static void free_released(wc_device *device)
{
    for (wc_module *module = device->modules, *next; module; module = next) {
        next = module->next;
        if (module->released)
            wc_module_free(module);
    }
    if (device->released)
        wc_device_free(device);
}

enum wc_status wc_device_run(wc_module *module, const struct wc_device_launch *from,
                             wc_result **out)
{
    struct error *err = module ? device_begin(module->device) : NULL;
    struct wc_device_launch options;
    struct launch launch = {0};
    if (out)
        *out = NULL;
    if (!err || !argument_given(err, from, "launch") || !argument_given(err, out, "out") ||
        options_read(err, "wc_device_launch", from, &options, sizeof options) != WC_OK ||
        !argument_given(err, options.kernel, "kernel"))
        return WC_BAD_INPUT;
    struct wc_result *result = calloc(1, sizeof *result);
    if (!result)
        return fail_memory(err);
    wc_device *device = module->device;
    device->running = true;
    enum wc_status status = resolve(err, module, &options, &result->arena, &launch);
    if (status == WC_OK)
        status = admit(err, module->device, &launch);
    const bool admitted = status == WC_OK;
    if (admitted)
        status = simulate(err, module, &launch, &options, result);
    if (admitted && status != WC_BAD_INPUT)
        *out = result;
    else
        wc_result_free(result);
    device->running = false;
    free_released(device);
    return status;
}
