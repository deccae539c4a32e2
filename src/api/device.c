/* SPDX-License-Identifier: Apache-2.0 */
/* device.c - a machine, its memory, and the caller's memory in it. */
#include "api/device.h"

#include <stdlib.h>
#include <string.h>

#include "api/arguments.h"
#include "api/clock.h"
#include "api/host_memory.h"

struct error *device_begin(const wc_device *device)
{
    return device ? context_begin(device->context) : NULL;
}

static enum wc_status build(struct error *err, wc_device *device, const char *const *sets,
                            size_t set_count)
{
    const struct machine_ops *ops;
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < set_count; i++)
        status = argument_given(err, sets[i], "sets[]")
                     ? parameters_set_pair(err, &device->parameters, sets[i], "--set")
                     : WC_BAD_INPUT;
    if (status != WC_OK || (status = machine_find(err, &device->parameters, &ops)) != WC_OK ||
        (status = ops->create(err, &device->parameters, &device->machine)) != WC_OK ||
        (status = machine_clock_mhz(err, &device->parameters, &device->clock_mhz)) != WC_OK)
        return status;
    return ops->map(err, device->machine, &device->memory);
}

enum wc_status wc_device_new(wc_context *context, const char *machine, const char *const *sets,
                             size_t set_count, wc_device **out)
{
    struct error *err = context_begin(context);
    if (out)
        *out = NULL;
    if (!err || !argument_given(err, out, "out") || !argument_given(err, machine, "machine") ||
        !argument_readable(err, sets, set_count, sizeof *sets, "sets"))
        return WC_BAD_INPUT;
    wc_device *device = calloc(1, sizeof *device);
    if (!device)
        return fail_memory(err);
    device->context = context_keep(context);
    enum wc_status status = context_load_machine(context, machine, &device->parameters);
    if (status == WC_OK)
        status = build(err, device, sets, set_count);
    if (status == WC_OK)
        status = memory_check(err);
    if (status == WC_OK)
        *out = device;
    else
        wc_device_free(device);
    return status;
}

void wc_device_free(wc_device *device)
{
    if (!device)
        return;
    device->released = device->running;
    if (device->released)
        return;
    while (device->modules)
        wc_module_free(device->modules);
    if (device->machine)
        device->machine->ops->destroy(device->machine);
    memory_free(&device->memory);
    parameters_free(&device->parameters);
    context_drop(device->context);
    free(device);
}

void wc_device_heap(const wc_device *device, uint64_t *base, uint64_t *end, uint64_t *align)
{
    if (device && base && end && align)
        device->machine->ops->heap(device->machine, base, end, align);
}

bool wc_device_number(const wc_device *device, const char *name, double *out)
{
    struct parameters *all = device ? (struct parameters *)&device->parameters : NULL;
    const struct parameter *found = all && name && out ? parameters_find(all, name) : NULL;
    if (!found || found->kind == PARAMETER_TEXT || found->kind == PARAMETER_BOOL)
        return false;
    *out = found->kind == PARAMETER_FLOAT ? found->value.real : (double)found->value.integer;
    return true;
}

const char *wc_device_text(const wc_device *device, const char *name)
{
    struct parameters *all = device ? (struct parameters *)&device->parameters : NULL;
    if (!all || !name)
        return NULL;
    const char *const own[][2] = {{"name", all->name}, {"isa", all->isa}, {"model", all->model}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (!strcmp(name, own[i][0]))
            return own[i][1];
    }
    const struct parameter *found = parameters_find(all, name);
    return found ? found->value.text : NULL;
}

uint32_t wc_device_clock_mhz(const wc_device *device)
{
    return device ? device->clock_mhz : 0;
}

/* A machine with 32-bit addresses reaches no other ones. */
static enum wc_status check_reach(struct error *err, const wc_device *device, const char *name,
                                  uint64_t address, uint64_t bytes)
{
    uint64_t low, high, align;
    device->machine->ops->heap(device->machine, &low, &high, &align);
    if (high > UINT32_MAX || (address <= UINT32_MAX && bytes <= (1ull << 32) - address))
        return WC_OK;
    return fail(err, WC_BAD_INPUT, "%s: machine %s has 32-bit addresses and cannot access 0x%llx",
                name, device->parameters.name, (unsigned long long)address);
}

enum wc_status wc_device_map_at(wc_device *device, const char *name, uint64_t address, void *host,
                                uint64_t bytes)
{
    struct error *err = device_begin(device);
    if (!err || !argument_given(err, name, "name") || !argument_given(err, host, "host"))
        return WC_BAD_INPUT;
    struct host_map map = host_map_read();
    enum wc_status status = host_map_check(err, &map, name, host, bytes, true);
    host_map_free(&map);
    if (status == WC_OK)
        status = check_reach(err, device, name, address, bytes);
    if (status == WC_OK)
        status = memory_lend(err, &device->memory, name, address, host, bytes, true);
    return status == WC_OK ? memory_check(err) : status;
}

enum wc_status wc_device_map(wc_device *device, const char *name, void *host, uint64_t bytes)
{
    return wc_device_map_at(device, name, (uint64_t)(uintptr_t)host, host, bytes);
}

enum wc_status wc_device_unmap_at(wc_device *device, uint64_t address)
{
    struct error *err = device_begin(device);
    if (!err)
        return WC_BAD_INPUT;
    const struct allocation *there = memory_find(&device->memory, address, 1);
    if (!there || !there->lent || !memory_remove(&device->memory, address))
        return fail(err, WC_BAD_INPUT, "no memory is mapped at 0x%llx",
                    (unsigned long long)address);
    return WC_OK;
}

enum wc_status wc_device_unmap(wc_device *device, void *host)
{
    struct error *err = device_begin(device);
    if (!err || !argument_given(err, host, "host"))
        return WC_BAD_INPUT;
    return wc_device_unmap_at(device, (uint64_t)(uintptr_t)host);
}

void *wc_device_bytes(const wc_device *device, uint64_t address, uint64_t bytes)
{
    return device ? memory_bytes(&device->memory, address, bytes) : NULL;
}

enum wc_status wc_device_malloc_heap(wc_device *device, uint64_t bytes)
{
    struct error *err = device_begin(device);
    if (!err)
        return WC_BAD_INPUT;
    if (device->has_heap)
        return fail(err, WC_BAD_INPUT, "a module that calls malloc() is loaded: the size of its "
                    "heap cannot change");
    device->heap_bytes = bytes;
    return WC_OK;
}
