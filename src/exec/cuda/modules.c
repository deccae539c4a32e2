/* SPDX-License-Identifier: Apache-2.0 */
/* modules.c - binaries of the program, their kernels and variables. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/cuda/state.h"

/* ---- binaries ---- */

/* The end of an ELF file: the last byte that a header refers to. */
static uint64_t elf_bytes(const uint8_t *bytes)
{
    Elf64_Ehdr header;
    memcpy(&header, bytes, sizeof header);
    if (header.e_ident[EI_CLASS] != ELFCLASS64)
        return 0;
    uint64_t end = header.e_shoff + (uint64_t)header.e_shnum * header.e_shentsize;
    const uint64_t programs = header.e_phoff + (uint64_t)header.e_phnum * header.e_phentsize;
    for (unsigned i = 0; header.e_shentsize == sizeof(Elf64_Shdr) && i < header.e_shnum; i++) {
        Elf64_Shdr section;
        memcpy(&section, bytes + header.e_shoff + i * sizeof section, sizeof section);
        if (section.sh_type != SHT_NOBITS && section.sh_offset + section.sh_size > end)
            end = section.sh_offset + section.sh_size;
    }
    return programs > end ? programs : end;
}

/* A fat binary: {magic, u16 version, u16 bytes of this header, u64 bytes after it}. */
uint64_t module_bytes(const void *bytes)
{
    static const uint8_t fat[] = {0x50, 0xed, 0x55, 0xba};
    if (!bytes)
        return 0;
    if (!memcmp(bytes, fat, sizeof fat)) {
        uint16_t header;
        uint64_t rest;
        memcpy(&header, (const uint8_t *)bytes + 6, sizeof header);
        memcpy(&rest, (const uint8_t *)bytes + 8, sizeof rest);
        return header + rest;
    }
    return memcmp(bytes, ELFMAG, SELFMAG) ? 0 : elf_bytes(bytes);
}

struct CUmod_st *module_add(const void *bytes, uint64_t size, void *owned)
{
    struct CUmod_st *module = calloc(1, sizeof *module);
    if (!module)
        return NULL;
    *module = (struct CUmod_st){.next = cuda.modules, .bytes = bytes, .size = size,
                                .owned = owned, .number = ++cuda.module_count};
    cuda.modules = module;
    return module;
}

bool module_is_known(const struct CUmod_st *module)
{
    const struct CUmod_st *known = cuda.modules;
    while (known && known != module)
        known = known->next;
    return module && known;
}

static void drop_functions(const struct CUmod_st *module)
{
    for (struct CUfunc_st **link = &cuda.functions; *link;) {
        struct CUfunc_st *function = *link;
        if (function->module != module) {
            link = &function->next;
            continue;
        }
        *link = function->next;
        free(function->name);
        free(function->parameters);
        free(function);
    }
}

static void drop_variables(const struct CUmod_st *module)
{
    for (struct variable **link = &cuda.variables; *link;) {
        struct variable *variable = *link;
        if (variable->module != module) {
            link = &variable->next;
            continue;
        }
        *link = variable->next;
        free(variable->name);
        free(variable);
    }
}

void module_drop(struct CUmod_st *module)
{
    struct CUmod_st **link = &cuda.modules;
    if (!module_is_known(module))
        return;
    while (*link != module)
        link = &(*link)->next;
    *link = module->next;
    drop_functions(module);
    drop_variables(module);
    wc_module_free(module->module);
    free(module->owned);
    free(module);
}

/* A __managed__ variable is the one of the binary: the host uses its bytes, and kernels may get
 * their address from the host. */
static cudaError_t share_managed(const struct CUmod_st *module)
{
    cudaError_t error = cudaSuccess;
    for (struct variable *v = cuda.variables; v && error == cudaSuccess; v = v->next) {
        uint64_t address, bytes;
        if (v->module != module || !v->managed)
            continue;
        if (!wc_module_variable(module->module, v->name, &address, &bytes))
            return cudaErrorInvalidSymbol;
        *v->managed = wc_device_bytes(cuda.device, address, bytes);
        v->bytes = bytes;
        error = ranges_register(*v->managed, bytes, RANGE_MANAGED);
    }
    return error;
}

/* On first use: a program may contain binaries for other GPUs that it never uses. */
cudaError_t module_load(struct CUmod_st *module)
{
    char name[64];
    if (module->module || module->error)
        return module->error;
    snprintf(name, sizeof name, "module %u of the program", module->number);
    if (!module->size)
        module->error = cudaErrorInvalidKernelImage;
    else if (wc_module_load(cuda.device, name, module->bytes, module->size, &module->module) !=
             WC_OK) {
        cuda_complain_library("cannot load a kernel binary");
        module->error = cudaErrorNoKernelImageForDevice;
    }
    return module->error ? module->error : share_managed(module);
}

/* ---- kernels ---- */

struct CUfunc_st *function_add(struct CUmod_st *module, const char *name, const void *host)
{
    struct CUfunc_st *function = calloc(1, sizeof *function);
    char *copy = strdup(name);
    if (!function || !copy) {
        free(function);
        free(copy);
        return NULL;
    }
    *function = (struct CUfunc_st){.next = cuda.functions, .module = module, .host = host,
                                   .name = copy};
    cuda.functions = function;
    return function;
}

bool function_is_known(const struct CUfunc_st *function)
{
    const struct CUfunc_st *known = cuda.functions;
    while (known && known != function)
        known = known->next;
    return function && known;
}

cudaError_t function_know(struct CUfunc_st *function)
{
    cudaError_t error = function->known ? cudaSuccess : module_load(function->module);
    if (error != cudaSuccess || function->known)
        return error;
    wc_module *module = function->module->module;
    function->facts.size = sizeof function->facts;
    if (wc_module_kernel(module, function->name, &function->facts) != WC_OK)
        return cudaErrorInvalidDeviceFunction;
    const uint32_t count = function->facts.parameter_count;
    function->parameters = calloc(count + 1, sizeof *function->parameters);
    if (!function->parameters)
        return cudaErrorMemoryAllocation;
    for (uint32_t i = 0; i < count; i++)
        wc_module_parameter(module, function->name, i, &function->parameters[i].offset,
                            &function->parameters[i].bytes);
    function->known = true;
    return cudaSuccess;
}

cudaError_t function_find(const void *host, struct CUfunc_st **out)
{
    struct CUfunc_st *function = cuda.functions;
    while (function && function != host && (!function->host || function->host != host))
        function = function->next;
    *out = function;
    return host && function ? function_know(function) : cudaErrorInvalidDeviceFunction;
}

/* ---- variables ---- */

struct variable *variable_add(struct CUmod_st *module, const char *name, const void *host)
{
    struct variable *variable = calloc(1, sizeof *variable);
    char *copy = strdup(name);
    if (!variable || !copy) {
        free(variable);
        free(copy);
        return NULL;
    }
    *variable = (struct variable){.next = cuda.variables, .module = module, .host = host,
                                  .name = copy};
    cuda.variables = variable;
    return variable;
}

cudaError_t variable_find(const void *host, uint64_t *address, uint64_t *bytes)
{
    const struct variable *variable = cuda.variables;
    while (variable && (!variable->host || variable->host != host))
        variable = variable->next;
    if (!host || !variable)
        return cudaErrorInvalidSymbol;
    cudaError_t error = module_load(variable->module);
    if (error == cudaSuccess && variable->managed) {
        *address = (uint64_t)(uintptr_t)*variable->managed;
        *bytes = variable->bytes;
    } else if (error == cudaSuccess &&
               !wc_module_variable(variable->module->module, variable->name, address, bytes)) {
        error = cudaErrorInvalidSymbol;
    }
    return error;
}
