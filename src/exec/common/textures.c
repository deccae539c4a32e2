/* SPDX-License-Identifier: Apache-2.0 */
/* textures.c - textures and surfaces of the program. A handle is the number of a slot, from 1. */
#include <stdlib.h>
#include <string.h>

#include "exec/common/state.h"

static exec_error free_slot(size_t *out)
{
    size_t i = 0;
    while (i < exec.texture_count && exec.textures[i].live)
        i++;
    if (i == exec.texture_count) {
        struct exec_texture *grown =
            reallocarray(exec.textures, i + 1, sizeof *exec.textures);
        if (!grown)
            return ERROR_OUT_OF_MEMORY;
        exec.textures = grown;
        exec.texture_count++;
    }
    *out = i;
    return ERROR_NONE;
}

exec_error texture_add(const struct wc_texture *texture, const struct exec_module *module,
                       const void *host, uint64_t *handle)
{
    size_t slot;
    exec_error error = free_slot(&slot);
    if (error != ERROR_NONE)
        return error;
    exec.textures[slot] =
        (struct exec_texture){.texture = *texture, .module = module, .host = host, .live = true};
    if (handle)
        *handle = slot + 1;
    return ERROR_NONE;
}

exec_error texture_drop(uint64_t handle)
{
    if (!handle || handle > exec.texture_count || !exec.textures[handle - 1].live)
        return ERROR_INVALID_HANDLE;
    exec.textures[handle - 1].live = false;
    return ERROR_NONE;
}

void texture_drop_host(const void *host)
{
    for (size_t i = 0; i < exec.texture_count; i++) {
        if (exec.textures[i].host == host)
            exec.textures[i].live = false;
    }
}

/* Freed handles keep their number: what is there now is at an address that nobody has. */
struct wc_texture *textures_of(const struct exec_module *module)
{
    const struct wc_texture none = WC_TEXTURE(.address = 1, .pitch = 1, .width = 1, .height = 1,
                                              .channels = 1, .channel_bytes = 1);
    struct wc_texture *list = calloc(exec.texture_count + 1, sizeof *list);
    for (size_t i = 0; list && i < exec.texture_count; i++) {
        const struct exec_texture *from = &exec.textures[i];
        list[i] = from->live ? from->texture : none;
        if (from->module != module) /* references of other binaries may have the same names */
            list[i].name = NULL;
    }
    return list;
}
