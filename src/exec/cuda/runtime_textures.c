/* SPDX-License-Identifier: Apache-2.0 */
/* runtime_textures.c - the runtime API: texture and surface objects, and references. */
#include <stdlib.h>
#include <string.h>

#include "exec/cuda/textures.h"

struct cuda_arrays cuda_arrays;

/* ---- formats ---- */

bool cuda_texture_format(const struct cudaChannelFormatDesc *format, struct wc_texture *out)
{
    enum { SIGNED, UNSIGNED, FLOAT };
    static const uint8_t texels[] = {[SIGNED] = WC_TEXEL_SIGNED, [UNSIGNED] = WC_TEXEL_UNSIGNED,
                                     [FLOAT] = WC_TEXEL_FLOAT};
    const int bits[] = {format->x, format->y, format->z, format->w};
    unsigned channels = 0;
    while (channels < 4 && bits[channels])
        channels++;
    if (format->f < SIGNED || format->f > FLOAT || (bits[0] != 8 && bits[0] != 16 && bits[0] != 32))
        return false;
    for (unsigned i = 0; i < 4; i++) {
        if (bits[i] != (i < channels ? bits[0] : 0))
            return false;
    }
    out->channels = (uint8_t)channels;
    out->channel_bytes = (uint8_t)(bits[0] / 8);
    out->texel = (enum wc_texel)texels[format->f];
    return channels != 3 && (out->texel != WC_TEXEL_FLOAT || bits[0] > 8);
}

static bool take_array(const struct cudaArray *array, struct wc_texture *out)
{
    if (!cuda_array_is_known(array) || !cuda_texture_format(&array->format, out))
        return false;
    out->address = (uint64_t)(uintptr_t)array->memory;
    out->pitch = array->pitch;
    out->width = (uint32_t)array->width;
    out->height = (uint32_t)array->height;
    return true;
}

static bool take_memory(const void *memory, const struct cudaChannelFormatDesc *format,
                        size_t width, size_t height, size_t pitch, struct wc_texture *out)
{
    if (!memory || !format || !cuda_texture_format(format, out) || !width || !height ||
        width > UINT32_MAX || height > UINT32_MAX)
        return false;
    out->address = (uint64_t)(uintptr_t)memory;
    out->pitch = pitch;
    out->width = (uint32_t)width;
    out->height = (uint32_t)height;
    return true;
}

/* Memory of so many bytes as one row; no more of it than is allocated. */
static bool take_linear(const void *memory, const struct cudaChannelFormatDesc *format,
                        size_t bytes, struct wc_texture *out)
{
    const struct range *range = ranges_find((uint64_t)(uintptr_t)memory);
    if (!range || !format || !cuda_texture_format(format, out))
        return false;
    const uint64_t left = range->base + range->bytes - (uint64_t)(uintptr_t)memory;
    const unsigned texel = out->channels * out->channel_bytes;
    const size_t width = (bytes < left ? bytes : left) / texel;
    return take_memory(memory, format, width, 1, width * texel, out);
}

/* ---- objects ---- */

struct resource {
    int type;
    union {
        struct cudaArray *array;
        struct {
            void *memory;
            struct cudaChannelFormatDesc format;
            size_t bytes;
        } linear;
        struct {
            void *memory;
            struct cudaChannelFormatDesc format;
            size_t width, height, pitch;
        } pitched;
    } of;
};

struct description {
    int edge[3], filter, read, srgb;
    float border[4];
    int normalized;
};

static bool take_resource(const struct resource *from, struct wc_texture *out)
{
    enum { ARRAY, MIPMAPPED, LINEAR, PITCHED };
    switch (from->type) {
    case ARRAY:
        return take_array(from->of.array, out);
    case LINEAR:
        return take_linear(from->of.linear.memory, &from->of.linear.format, from->of.linear.bytes,
                           out);
    case PITCHED:
        return take_memory(from->of.pitched.memory, &from->of.pitched.format,
                           from->of.pitched.width, from->of.pitched.height,
                           from->of.pitched.pitch, out);
    default:
        return false;
    }
}

static bool take_description(const struct description *from, struct wc_texture *out)
{
    for (unsigned i = 0; i < 2; i++) {
        if (from->edge[i] < 0 || from->edge[i] > WC_EDGE_BORDER)
            return false;
        out->edge[i] = (enum wc_texture_edge)from->edge[i];
    }
    memcpy(out->border, from->border, sizeof out->border);
    out->linear = from->filter == 1;
    out->normalized = from->normalized;
    out->fractions = from->read == 1 && out->texel != WC_TEXEL_FLOAT && out->channel_bytes < 4;
    return !from->srgb;
}

cudaError_t cudaCreateTextureObject(uint64_t *out, const void *resource, const void *description,
                                    const void *view)
{
    struct wc_texture texture = WC_TEXTURE(.width = 1);
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (!out || !resource || !description))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess && (view || !take_resource(resource, &texture) ||
                                 !take_description(description, &texture))) {
        exec_complain("cudaCreateTextureObject: expected an array, linear or pitched memory of "
                      "one or two dimensions, without a view or sRGB");
        error = cudaErrorNotSupported;
    }
    if (error == cudaSuccess)
        error = texture_add(&texture, NULL, NULL, out);
    return exec_leave(error);
}

cudaError_t cudaDestroyTextureObject(uint64_t handle)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = texture_drop(handle);
    return exec_leave(error);
}

cudaError_t cudaCreateSurfaceObject(uint64_t *out, const void *resource)
{
    struct wc_texture surface = WC_TEXTURE(.width = 1);
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (!out || !resource || !take_resource(resource, &surface)))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        error = texture_add(&surface, NULL, NULL, out);
    return exec_leave(error);
}

cudaError_t cudaDestroySurfaceObject(uint64_t handle)
{
    return cudaDestroyTextureObject(handle);
}

/* ---- references ---- */

/* A host variable that stands for a reference of a binary. */
static struct reference {
    struct reference *next;
    struct exec_module *module;
    const void *host;
    char *name;
    bool fractions;
} *references;

/* What the host variable of a texture reference has. */
struct reference_settings {
    int normalized, filter, edge[3];
    struct cudaChannelFormatDesc format;
    int srgb;
};

/* nvcc registers a global reference as "::name". */
static void reference_add(struct exec_module *module, const void *host, const char *name,
                          bool fractions)
{
    struct reference *new = calloc(1, sizeof *new);
    char *copy = strdup(strncmp(name, "::", 2) ? name : name + 2);
    if (!new || !copy) {
        free(new);
        free(copy);
        return;
    }
    *new = (struct reference){references, module, host, copy, fractions};
    references = new;
}

void __cudaRegisterTexture(void **handle, const void *host, const void **device, const char *name,
                           int dimensions, int normalized, int external)
{
    (void)device, (void)dimensions, (void)external;
    exec_lock();
    if (module_is_known((struct exec_module *)handle) && host && name)
        reference_add((struct exec_module *)handle, host, name, normalized);
    exec_unlock();
}

void __cudaRegisterSurface(void **handle, const void *host, const void **device, const char *name,
                           int dimensions, int external)
{
    (void)device, (void)dimensions, (void)external;
    exec_lock();
    if (module_is_known((struct exec_module *)handle) && host && name)
        reference_add((struct exec_module *)handle, host, name, false);
    exec_unlock();
}

static const struct reference *find_reference(const void *host)
{
    const struct reference *found = references;
    while (found && found->host != host)
        found = found->next;
    return found;
}

/* The texture takes the place of what was bound before. */
static cudaError_t bind(const void *host, struct wc_texture *texture, bool is_surface)
{
    const struct reference *reference = find_reference(host);
    const struct reference_settings *from = host;
    if (!reference)
        return cudaErrorInvalidTexture;
    texture->name = reference->name;
    if (!is_surface) {
        const struct description description = {
            .edge = {from->edge[0], from->edge[1], from->edge[2]}, .filter = from->filter,
            .read = reference->fractions, .normalized = from->normalized};
        if (!take_description(&description, texture))
            return cudaErrorInvalidValue;
    }
    texture_drop_host(host);
    return texture_add(texture, reference->module, host, NULL);
}

cudaError_t cudaBindTexture(size_t *offset, const void *host, const void *memory,
                            const struct cudaChannelFormatDesc *format, size_t bytes)
{
    struct wc_texture texture = WC_TEXTURE(.width = 1);
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (!host || !take_linear(memory, format, bytes, &texture)))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        error = bind(host, &texture, false);
    if (error == cudaSuccess && offset)
        *offset = 0;
    return exec_leave(error);
}

cudaError_t cudaBindTexture2D(size_t *offset, const void *host, const void *memory,
                              const struct cudaChannelFormatDesc *format, size_t width,
                              size_t height, size_t pitch)
{
    struct wc_texture texture = WC_TEXTURE(.width = 1);
    cudaError_t error = exec_enter();
    if (error == cudaSuccess &&
        (!host || !take_memory(memory, format, width, height, pitch, &texture)))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        error = bind(host, &texture, false);
    if (error == cudaSuccess && offset)
        *offset = 0;
    return exec_leave(error);
}

static cudaError_t bind_array(const void *host, const struct cudaArray *array, bool is_surface)
{
    struct wc_texture texture = WC_TEXTURE(.width = 1);
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (!host || !take_array(array, &texture)))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        error = bind(host, &texture, is_surface);
    return exec_leave(error);
}

cudaError_t cudaBindTextureToArray(const void *host, const struct cudaArray *array,
                                   const struct cudaChannelFormatDesc *format)
{
    (void)format; /* the array has one */
    return bind_array(host, array, false);
}

cudaError_t cudaBindSurfaceToArray(const void *host, const struct cudaArray *array,
                                   const struct cudaChannelFormatDesc *format)
{
    (void)format;
    return bind_array(host, array, true);
}

cudaError_t cudaUnbindTexture(const void *host)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        texture_drop_host(host);
    return exec_leave(error);
}

cudaError_t cudaGetTextureReference(const void **out, const void *host)
{
    if (!out || !find_reference(host))
        return cudaErrorInvalidTexture;
    *out = host;
    return cudaSuccess;
}

cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const void *host)
{
    if (!offset || !find_reference(host))
        return cudaErrorInvalidTexture;
    *offset = 0;
    return cudaSuccess;
}
