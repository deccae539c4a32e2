/* SPDX-License-Identifier: Apache-2.0 */
/* device_module.c - kernel binaries of a device: decoded once, in memory until they are freed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/cuda_host.h"
#include "api/arguments.h"
#include "api/device.h"

/* ---- loading ---- */

static enum wc_status place_segment(struct error *err, wc_device *device,
                                    const struct segment *segment, const char *path)
{
    struct allocation *placed;
    char name[128];
    snprintf(name, sizeof name, "%s of %.100s", segment->executable ? "code" : "data", path);
    enum wc_status status = memory_place(
        err, &device->memory, segment->executable ? ALLOCATION_CODE : ALLOCATION_DATA, name,
        segment->address, segment->size, segment->writable, &placed);
    if (status == WC_OK && segment->file_bytes)
        memcpy(placed->bytes, segment->bytes, segment->file_bytes);
    return status;
}

/* The heap of malloc() is after all memory for buffers, which the caller manages. */
static enum wc_status place_heap(struct error *err, wc_device *device, const struct image *image)
{
    enum { HEAP_BYTES = 8 << 20, HEAP_UNIT = 16 };
    uint64_t low, high, align, base, bytes = device->heap_bytes ? device->heap_bytes : HEAP_BYTES;
    if (device->has_heap || !cuda_needs_heap(image))
        return WC_OK;
    device->machine->ops->heap(device->machine, &low, &high, &align);
    bytes = bytes / HEAP_UNIT * HEAP_UNIT;
    device->has_heap = true;
    return memory_allocate(err, &device->memory, ALLOCATION_HEAP, "the heap of malloc", bytes,
                           align, high, high + bytes + 2 * align, &base);
}

/* The next binary goes to the next multiple of a size that is a multiple of every cache: its
 * cycles are those of a binary that is alone. */
static void advance_base(wc_device *device, const struct image *image)
{
    const uint64_t unit = UINT64_C(64) << 20;
    uint64_t end = device->next_base + 1;
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const struct segment *segment = &image->segments[i];
        end = segment->address + segment->size > end ? segment->address + segment->size : end;
    }
    device->next_base = (end + unit - 1) / unit * unit;
}

static enum wc_status decode(struct error *err, wc_module *module)
{
    const wc_device *device = module->device;
    const struct image *image = module->image;
    const struct isa *isa = isa_find(image->isa);
    const enum wc_status status =
        machine_check_isa(err, image->path, image, &device->parameters);
    return status == WC_OK
               ? isa->decode(err, image, device->machine->ops->features(device->machine, isa),
                             &module->program)
               : status;
}

static enum wc_status load(struct error *err, wc_module *module, const char *name,
                           const void *bytes, uint64_t size)
{
    wc_device *device = module->device;
    enum wc_status status =
        image_parse_at(err, name, bytes, size, device->next_base, &module->image);
    if (status == WC_OK)
        status = decode(err, module);
    for (uint32_t i = 0; status == WC_OK && i < module->image->segment_count; i++)
        status = place_segment(err, device, &module->image->segments[i], module->image->path);
    if (status == WC_OK)
        status = place_heap(err, device, module->image);
    if (status == WC_OK)
        advance_base(device, module->image);
    return status == WC_OK ? memory_check(err) : status;
}

enum wc_status wc_module_load(wc_device *device, const char *name, const void *bytes,
                              uint64_t size, wc_module **out)
{
    struct error *err = device_begin(device);
    if (out)
        *out = NULL;
    if (!err || !argument_given(err, name, "name") || !argument_given(err, out, "out") ||
        !argument_readable(err, bytes, size, 1, "bytes"))
        return WC_BAD_INPUT;
    wc_module *module = calloc(1, sizeof *module);
    if (!module)
        return fail_memory(err);
    module->device = device;
    module->next = device->modules;
    device->modules = module;
    enum wc_status status = load(err, module, name, bytes, size);
    if (status == WC_OK)
        *out = module;
    else
        wc_module_free(module);
    return status;
}

void wc_module_free(wc_module *module)
{
    if (!module)
        return;
    module->released = module->device->running;
    if (module->released)
        return;
    wc_module **link = &module->device->modules;
    while (*link != module)
        link = &(*link)->next;
    *link = module->next;
    for (uint32_t i = 0; module->image && i < module->image->segment_count; i++)
        memory_remove(&module->device->memory, module->image->segments[i].address);
    program_free(module->program);
    image_free(module->image);
    free(module);
}

/* ---- what it has ---- */

static bool is_variable(const struct symbol *symbol)
{
    return !symbol->is_function && symbol->size;
}

bool wc_module_variable(const wc_module *module, const char *name, uint64_t *address,
                        uint64_t *bytes)
{
    const struct symbol *symbol =
        module && name && address && bytes ? image_symbol(module->image, name) : NULL;
    if (!symbol || !is_variable(symbol) ||
        !memory_bytes(&module->device->memory, symbol->address, symbol->size))
        return false;
    *address = symbol->address;
    *bytes = symbol->size;
    return true;
}

const char *wc_module_variable_name(const wc_module *module, size_t i)
{
    for (uint32_t k = 0; module && k < module->image->symbol_count; k++) {
        const struct symbol *symbol = &module->image->symbols[k];
        if (is_variable(symbol) &&
            memory_bytes(&module->device->memory, symbol->address, symbol->size) && i-- == 0)
            return symbol->name;
    }
    return NULL;
}

static enum wc_status find_kernel(const wc_module *module, const char *name,
                                  const struct kernel **out)
{
    struct error *err = module ? device_begin(module->device) : NULL;
    if (!err || !argument_given(err, name, "kernel"))
        return WC_BAD_INPUT;
    return image_kernel(err, module->image, name, out);
}

static uint32_t constant_bytes(const struct image *image)
{
    enum { USER_BANK = 3 };
    for (uint32_t i = 0; i < image->bank_count; i++) {
        if (image->banks[i].bank == USER_BANK)
            return image->banks[i].size;
    }
    return 0;
}

enum wc_status wc_module_kernel(const wc_module *module, const char *name,
                                struct wc_kernel_facts *out)
{
    const struct kernel *kernel;
    enum wc_status status = find_kernel(module, name, &kernel);
    if (status != WC_OK)
        return status;
    struct error *err = &module->device->context->error;
    if (!argument_given(err, out, "out"))
        return WC_BAD_INPUT;
    struct wc_kernel_facts facts = {.registers = kernel->registers, .shared = kernel->local_bytes,
                                    .local = kernel->stack_bytes,
                                    .constant = constant_bytes(module->image),
                                    .max_threads = kernel->max_threads,
                                    .parameter_count = kernel->parameter_count,
                                    .architecture = module->image->architecture};
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        const uint32_t end = kernel->parameters[i].offset + kernel->parameters[i].bytes;
        facts.parameter_bytes = end > facts.parameter_bytes ? end : facts.parameter_bytes;
    }
    memcpy(facts.required_block, kernel->required_block, sizeof facts.required_block);
    facts.size = out->size < sizeof facts ? out->size : sizeof facts;
    memcpy(out, &facts, facts.size);
    return WC_OK;
}

bool wc_module_parameter(const wc_module *module, const char *name, size_t i, uint32_t *offset,
                         uint32_t *bytes)
{
    const struct kernel *kernel;
    if (find_kernel(module, name, &kernel) != WC_OK || i >= kernel->parameter_count || !offset ||
        !bytes)
        return false;
    *offset = kernel->parameters[i].offset;
    *bytes = kernel->parameters[i].bytes;
    return true;
}

const char *wc_module_kernel_name(const wc_module *module, size_t i)
{
    return module && i < module->image->kernel_count ? module->image->kernels[i].name : NULL;
}

enum wc_status wc_module_parameter_facts(const wc_module *module, const char *name, size_t i,
                                         struct wc_parameter_facts *out)
{
    static const enum wc_parameter_use uses[] = {
        [KERNEL_PARAMETER_VALUE] = WC_USE_VALUE,
        [KERNEL_PARAMETER_GLOBAL] = WC_USE_GLOBAL,
        [KERNEL_PARAMETER_LOCAL] = WC_USE_LOCAL,
        [KERNEL_PARAMETER_CONSTANT] = WC_USE_CONSTANT,
        [KERNEL_PARAMETER_UNTOLD] = WC_USE_UNKNOWN,
    };
    const struct kernel *kernel;
    enum wc_status status = find_kernel(module, name, &kernel);
    if (status != WC_OK)
        return status;
    struct error *err = &module->device->context->error;
    if (!argument_given(err, out, "out"))
        return WC_BAD_INPUT;
    if (i >= kernel->parameter_count)
        return fail(err, WC_BAD_INPUT, "%s has %u parameters", kernel->name,
                    kernel->parameter_count);
    const struct kernel_parameter *from = &kernel->parameters[i];
    struct wc_parameter_facts facts = {.use = uses[from->kind], .offset = from->offset,
                                       .bytes = from->bytes, .name = from->name,
                                       .type = from->type};
    facts.size = out->size < sizeof facts ? out->size : sizeof facts;
    memcpy(out, &facts, facts.size);
    return WC_OK;
}
