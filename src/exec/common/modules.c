/* SPDX-License-Identifier: Apache-2.0 */
/* modules.c - binaries of the program, their kernels and variables. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/common/state.h"

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

/* A bundle of code objects: magic, u64 number of members, and for each u64 offset, u64 size,
 * u64 length of its name, the name. */
static uint64_t bundle_bytes(const uint8_t *bundle)
{
    enum { MAGIC_BYTES = 24, MEMBERS_MAX = 256 };
    const uint8_t *at = bundle + MAGIC_BYTES;
    uint64_t count, end;
    memcpy(&count, at, sizeof count);
    at += sizeof count;
    end = (uint64_t)(at - bundle);
    for (uint64_t i = 0; i < count && count <= MEMBERS_MAX; i++) {
        uint64_t member[3];
        memcpy(member, at, sizeof member);
        at += sizeof member + member[2];
        end = member[0] + member[1] > end ? member[0] + member[1] : end;
    }
    return (uint64_t)(at - bundle) > end ? (uint64_t)(at - bundle) : end;
}

/* A fat binary: {magic, u16 version, u16 bytes of this header, u64 bytes after it}. */
uint64_t module_bytes(const void *bytes)
{
    static const uint8_t fat[] = {0x50, 0xed, 0x55, 0xba};
    static const char bundle[] = "__CLANG_OFFLOAD_BUNDLE__";
    if (!bytes)
        return 0;
    if (!memcmp(bytes, fat, sizeof fat)) {
        uint16_t header;
        uint64_t rest;
        memcpy(&header, (const uint8_t *)bytes + 6, sizeof header);
        memcpy(&rest, (const uint8_t *)bytes + 8, sizeof rest);
        return header + rest;
    }
    if (!memcmp(bytes, bundle, sizeof bundle - 1))
        return bundle_bytes(bytes);
    return memcmp(bytes, ELFMAG, SELFMAG) ? 0 : elf_bytes(bytes);
}

struct exec_module *module_add(const void *bytes, uint64_t size, void *owned)
{
    struct exec_module *module = calloc(1, sizeof *module);
    if (!module)
        return NULL;
    *module = (struct exec_module){.next = exec.modules, .bytes = bytes, .size = size,
                                .owned = owned, .number = ++exec.module_count};
    exec.modules = module;
    return module;
}

bool module_is_known(const struct exec_module *module)
{
    const struct exec_module *known = exec.modules;
    while (known && known != module)
        known = known->next;
    return module && known;
}

static void drop_functions(const struct exec_module *module)
{
    for (struct exec_function **link = &exec.functions; *link;) {
        struct exec_function *function = *link;
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

static void drop_variables(const struct exec_module *module)
{
    for (struct variable **link = &exec.variables; *link;) {
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

void module_drop(struct exec_module *module)
{
    struct exec_module **link = &exec.modules;
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

/* As HIP has it: the binary's variable is a pointer too, and the memory is in neither. */
static exec_error share_by_pointer(struct variable *v, uint64_t address, uint64_t bytes)
{
    void **kernels = wc_device_bytes(exec.device, address, bytes);
    if (!kernels || bytes != sizeof *kernels)
        return ERROR_INVALID_SYMBOL;
    exec_error error = ranges_take(v->bytes, RANGE_MANAGED, v->managed);
    if (error == ERROR_NONE) {
        memcpy(*v->managed, v->initial, v->bytes);
        memcpy(kernels, v->managed, sizeof *kernels);
    }
    return error;
}

/* A __managed__ variable is the one of the binary: the host uses its bytes, and kernels may get
 * their address from the host. */
static exec_error share_managed(const struct exec_module *module)
{
    exec_error error = ERROR_NONE;
    for (struct variable *v = exec.variables; v && error == ERROR_NONE; v = v->next) {
        uint64_t address, bytes;
        if (v->module != module || !v->managed)
            continue;
        if (!wc_module_variable(module->module, v->name, &address, &bytes))
            return ERROR_INVALID_SYMBOL;
        if (v->initial) {
            error = share_by_pointer(v, address, bytes);
            continue;
        }
        *v->managed = wc_device_bytes(exec.device, address, bytes);
        v->bytes = bytes;
        error = ranges_register(*v->managed, bytes, RANGE_MANAGED);
    }
    return error;
}

/* On first use: a program may contain binaries for other GPUs that it never uses. */
exec_error module_load(struct exec_module *module)
{
    char name[64];
    if (module->module || module->error)
        return module->error;
    snprintf(name, sizeof name, "module %u of the program", module->number);
    if (!module->size)
        module->error = ERROR_INVALID_IMAGE;
    else if (wc_module_load(exec.device, name, module->bytes, module->size, &module->module) !=
             WC_OK) {
        exec_complain_library("cannot load a kernel binary");
        module->error = ERROR_NO_BINARY;
    }
    return module->error ? module->error : share_managed(module);
}

/* ---- opening ---- */

static exec_error read_file(const char *path, void **bytes, size_t *size)
{
    enum { START = 1 << 16 };
    FILE *file = fopen(path, "rb");
    size_t room = START, got;
    *bytes = NULL;
    *size = 0;
    if (!file)
        return ERROR_FILE_NOT_FOUND;
    do {
        void *grown = realloc(*bytes, room);
        if (!grown)
            break;
        *bytes = grown;
        got = fread((char *)*bytes + *size, 1, room - *size, file);
        *size += got;
        room *= 2;
    } while (got);
    fclose(file);
    return *size ? ERROR_NONE : ERROR_INVALID_IMAGE;
}

/* Takes over `owned`. A failed module is not one. */
static exec_error open_module(const void *bytes, size_t size, void *owned, struct exec_module **out)
{
    struct exec_module *module = module_add(bytes, size, owned);
    if (!module) {
        free(owned);
        return ERROR_OUT_OF_MEMORY;
    }
    exec_error error = module_load(module);
    if (error == ERROR_NONE)
        *out = module;
    else
        module_drop(module);
    return error;
}

exec_error module_open_file(const char *path, struct exec_module **out)
{
    void *bytes = NULL;
    size_t size;
    exec_error error = read_file(path, &bytes, &size);
    if (error == ERROR_NONE)
        return open_module(bytes, size, bytes, out);
    free(bytes);
    return error;
}

exec_error module_open_bytes(const void *bytes, uint64_t size, struct exec_module **out)
{
    void *copy = malloc(size);
    if (!copy)
        return ERROR_OUT_OF_MEMORY;
    memcpy(copy, bytes, size);
    return open_module(copy, size, copy, out);
}

/* ---- kernels ---- */

struct exec_function *function_add(struct exec_module *module, const char *name, const void *host)
{
    struct exec_function *function = calloc(1, sizeof *function);
    char *copy = strdup(name);
    if (!function || !copy) {
        free(function);
        free(copy);
        return NULL;
    }
    *function = (struct exec_function){.next = exec.functions, .module = module, .host = host,
                                   .name = copy};
    exec.functions = function;
    return function;
}

bool function_is_known(const struct exec_function *function)
{
    const struct exec_function *known = exec.functions;
    while (known && known != function)
        known = known->next;
    return function && known;
}

static struct kernel_parameter read_parameter(const wc_module *module, const char *name, uint32_t i)
{
    struct wc_parameter_facts facts = {.size = sizeof facts};
    if (wc_module_parameter_facts(module, name, i, &facts) != WC_OK)
        return (struct kernel_parameter){0};
    return (struct kernel_parameter){
        .offset = facts.offset, .bytes = facts.bytes, .use = facts.use,
        .is_float = facts.type && (!strcmp(facts.type, "float") || !strcmp(facts.type, "double"))};
}

exec_error function_know(struct exec_function *function)
{
    exec_error error = function->known ? ERROR_NONE : module_load(function->module);
    if (error != ERROR_NONE || function->known)
        return error;
    wc_module *module = function->module->module;
    function->facts.size = sizeof function->facts;
    if (wc_module_kernel(module, function->name, &function->facts) != WC_OK)
        return ERROR_INVALID_FUNCTION;
    const uint32_t count = function->facts.parameter_count;
    function->parameters = calloc(count + 1, sizeof *function->parameters);
    if (!function->parameters)
        return ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        function->parameters[i] = read_parameter(module, function->name, i);
    function->known = true;
    return ERROR_NONE;
}

exec_error function_find(const void *host, struct exec_function **out)
{
    struct exec_function *function = exec.functions;
    while (function && function != host && (!function->host || function->host != host))
        function = function->next;
    *out = function;
    return host && function ? function_know(function) : ERROR_INVALID_FUNCTION;
}

exec_error function_named(struct exec_module *module, const char *name,
                          struct exec_function **out)
{
    struct exec_function *function = exec.functions;
    while (function && (function->module != module || strcmp(function->name, name)))
        function = function->next;
    if (!function)
        function = function_add(module, name, NULL);
    if (!function)
        return ERROR_OUT_OF_MEMORY;
    exec_error error = function_know(function);
    if (error == ERROR_NONE)
        *out = function;
    return error == ERROR_INVALID_FUNCTION ? ERROR_NOT_FOUND : error;
}

/* ---- variables ---- */

struct variable *variable_add(struct exec_module *module, const char *name, const void *host)
{
    struct variable *variable = calloc(1, sizeof *variable);
    char *copy = strdup(name);
    if (!variable || !copy) {
        free(variable);
        free(copy);
        return NULL;
    }
    *variable = (struct variable){.next = exec.variables, .module = module, .host = host,
                                  .name = copy};
    exec.variables = variable;
    return variable;
}

exec_error variable_find(const void *host, uint64_t *address, uint64_t *bytes)
{
    const struct variable *variable = exec.variables;
    while (variable && (!variable->host || variable->host != host))
        variable = variable->next;
    if (!host || !variable)
        return ERROR_INVALID_SYMBOL;
    exec_error error = module_load(variable->module);
    if (error == ERROR_NONE && variable->managed) {
        *address = (uint64_t)(uintptr_t)*variable->managed;
        *bytes = variable->bytes;
    } else if (error == ERROR_NONE &&
               !wc_module_variable(variable->module->module, variable->name, address, bytes)) {
        error = ERROR_INVALID_SYMBOL;
    }
    return error;
}
