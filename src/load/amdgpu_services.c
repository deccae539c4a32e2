/* SPDX-License-Identifier: Apache-2.0 */
/* amdgpu_services.c - hidden arguments for printf in the metadata, and its formats. */
#include "load/amdgpu_services.h"

#include <string.h>

#include "load/amdgpu_parts.h"

static bool asks(const struct kernel *kernel)
{
    const struct amdgpu_kernel *own = kernel->amdgpu;
    for (uint32_t i = 0; i < own->hidden_count; i++) {
        if (own->hidden[i].kind == HIDDEN_SERVICE)
            return true;
    }
    return false;
}

static const char *text_of(const struct yaml_node *node)
{
    return node && node->kind == YAML_SCALAR ? node->text : "";
}

static const struct yaml_node *kernel_node(const struct yaml_node *root, const char *name)
{
    const struct yaml_node *list = amdgpu_find(root, "Kernels", "amdhsa.kernels");
    for (size_t i = 0; list && list->kind == YAML_SEQUENCE && i < list->count; i++) {
        const struct yaml_node *symbol = amdgpu_find(list->items[i], "SymbolName", ".symbol");
        if (!symbol)
            symbol = amdgpu_find(list->items[i], "name", "name");
        if (amdgpu_names_kernel(text_of(symbol), name))
            return list->items[i];
    }
    return NULL;
}

/* Hidden arguments are listed in the order of the metadata. */
static void find_arguments(const struct yaml_node *list, const struct kernel *kernel,
                           struct amdgpu_services *out)
{
    const struct amdgpu_kernel *own = kernel->amdgpu;
    uint32_t hidden = 0;
    for (size_t i = 0; list && list->kind == YAML_SEQUENCE && i < list->count; i++) {
        const char *kind = text_of(amdgpu_find(list->items[i], "value_kind", "value_kind"));
        if (strncasecmp(kind, "hidden", strlen("hidden")) || hidden >= own->hidden_count)
            continue;
        const uint32_t offset = own->hidden[hidden++].offset;
        if (!strcasecmp(kind, "hidden_printf_buffer") || !strcasecmp(kind, "HiddenPrintfBuffer"))
            out->printf_buffer = offset;
        if (!strcasecmp(kind, "hidden_hostcall_buffer"))
            out->hostcall_buffer = offset;
    }
}

static void copy_formats(const struct yaml_node *list, struct amdgpu_services *out)
{
    const size_t count = list && list->kind == YAML_SEQUENCE ? list->count : 0;
    const char **formats = arena_array(&out->arena, count + 1, sizeof *formats);
    for (size_t i = 0; i < count; i++)
        formats[i] = text_of(list->items[i]);
    out->formats = formats;
    out->format_count = count;
}

enum wc_status amdgpu_services_read(struct error *err, const struct image *image,
                                    const struct kernel *kernel, struct amdgpu_services *out)
{
    struct image view = *image; /* the tree goes into an arena of its own */
    struct amdgpu object = {.image = &view};
    const struct yaml_node *root = NULL;
    *out = (struct amdgpu_services){.printf_buffer = AMDGPU_NO_ARGUMENT,
                                    .hostcall_buffer = AMDGPU_NO_ARGUMENT};
    if (!asks(kernel) || !image->file_bytes) /* no metadata of an image that was never a file */
        return WC_OK;
    view.arena = (struct arena){0};
    object.version = kernel->amdgpu->version;
    enum wc_status status = elf_file_open(err, &view, &object.elf);
    if (status == WC_OK)
        status = amdgpu_read_metadata(err, &object, &root);
    elf_file_close(&object.elf);
    out->arena = view.arena;
    if (status != WC_OK || !root)
        return status;
    find_arguments(amdgpu_find(kernel_node(root, kernel->name), "args", "args"), kernel, out);
    copy_formats(amdgpu_find(root, "Printf", "amdhsa.printf"), out);
    return WC_OK;
}

void amdgpu_services_free(struct amdgpu_services *services)
{
    arena_free(&services->arena);
    *services = (struct amdgpu_services){0};
}
