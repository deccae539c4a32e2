/* SPDX-License-Identifier: Apache-2.0 */
/* api_device.c - calls of devices: memory and binaries that stay between launches. */
#include <string.h>

#include "api_player.h"
#include "folder.h"

static void call_device_new(struct player *player)
{
    const char *sets[] = {"sms=1", "nothing=1"}, *machine = next_name(player);
    uint8_t bits = next_byte(player);
    wc_device_free(player->device);
    player->module = NULL;
    take_status(player, wc_device_new(player->context, machine, sets, bits % 3u, &player->device));
}

static void call_device_free(struct player *player)
{
    wc_device_free(player->device);
    player->device = NULL;
    player->module = NULL;
}

static void call_device_numbers(struct player *player)
{
    uint64_t base = 0, end = 0, align = 0;
    double number = 0;
    if (!player->device)
        return;
    wc_device_heap(player->device, &base, &end, &align);
    wc_device_number(player->device, next_setting(player), &number);
    take_words(wc_device_text(player->device, next_setting(player)));
    if (base >= end || !align || wc_device_clock_mhz(player->device) > 100000)
        finding("a device without memory, or with a strange clock");
}

static void call_device_map(struct player *player)
{
    void *host = next_pointer(player);
    uint64_t bytes = next_number(player);
    if (player->device)
        take_status(player, wc_device_map(player->device, next_name(player), host, bytes));
}

static void call_device_unmap(struct player *player)
{
    void *host = next_pointer(player);
    if (player->device)
        take_status(player, wc_device_unmap(player->device, host));
}

static void call_device_map_at(struct player *player)
{
    void *host = next_pointer(player);
    const uint64_t address = next_number(player), bytes = next_number(player);
    if (player->device)
        take_status(player,
                    wc_device_map_at(player->device, next_name(player), address, host, bytes));
}

static void call_device_unmap_at(struct player *player)
{
    const uint64_t address = next_number(player);
    if (player->device)
        take_status(player, wc_device_unmap_at(player->device, address));
}

static void call_device_bytes(struct player *player)
{
    uint64_t address = next_number(player), bytes = next_number(player);
    if (player->device && bytes && wc_device_bytes(player->device, address, bytes) &&
        bytes > UINT32_MAX)
        finding("more bytes than a module has");
}

static void call_malloc_heap(struct player *player)
{
    uint64_t bytes = next_number(player);
    if (player->device)
        take_status(player, wc_device_malloc_heap(player->device, bytes));
}

static void call_module_load(struct player *player)
{
    uint8_t bits = next_byte(player);
    const size_t size = player->cubin_bytes;
    if (!player->device)
        return;
    wc_module_free(player->module);
    take_status(player, wc_module_load(player->device, next_name(player), player->cubin,
                                       bits & 1 ? size / 2 : size, &player->module));
}

static void call_module_free(struct player *player)
{
    wc_module_free(player->module);
    player->module = NULL;
}

static void call_module_parts(struct player *player)
{
    struct wc_kernel_facts facts = {.size = next_byte(player)};
    struct wc_parameter_facts parameter = {.size = next_byte(player)};
    const char *name = next_name(player);
    uint64_t address, bytes;
    uint32_t offset, size;
    if (!player->module)
        return;
    take_words(wc_module_variable_name(player->module, next_number(player)));
    take_words(wc_module_kernel_name(player->module, next_number(player)));
    take_status(player, wc_module_parameter_facts(player->module, name, next_number(player),
                                                  &parameter));
    wc_module_variable(player->module, name, &address, &bytes);
    wc_module_parameter(player->module, name, next_number(player), &offset, &size);
    take_status(player, wc_module_kernel(player->module, name, &facts));
}

static void call_device_run(struct player *player)
{
    uint64_t arguments[3] = {(uintptr_t)next_pointer(player), (uintptr_t)next_pointer(player)};
    struct wc_device_launch launch = WC_DEVICE_LAUNCH(.max_cycles = 10000);
    unsigned slot = next_slot(player);
    const int count = 20;
    const float factor = 0.5f;
    memcpy(&arguments[2], &factor, sizeof factor);
    memcpy((char *)&arguments[2] + 4, &count, sizeof count);
    launch.kernel = next_name(player);
    launch.arguments = arguments;
    launch.functional = next_byte(player) & 1;
    launch.shared = (uint32_t)next_number(player);
    for (int i = 0; i < 3; i++) {
        launch.grid[i] = (uint32_t)next_number(player);
        launch.block[i] = (uint32_t)next_number(player);
    }
    if (!player->module)
        return;
    wc_result_free(player->result[slot]);
    take_status(player, wc_device_run(player->module, &launch, &player->result[slot]));
}

/* Kept inputs name calls by number: a new one is the last. */
static call_fn *const list[] = {
    call_device_new,   call_device_free, call_device_numbers, call_device_map,
    call_device_unmap, call_device_bytes, call_malloc_heap,   call_module_load,
    call_module_free,  call_module_parts, call_device_run,    call_device_map_at,
    call_device_unmap_at,
};
const struct calls device_calls = {list, sizeof list / sizeof *list};
