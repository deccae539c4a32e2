/* SPDX-License-Identifier: Apache-2.0 */
/* cubin_host.c - functions that a cubin calls and does not define: the driver provides them.
 *
 * Each gets a stub in a segment of its own after all sections: BPT.CAL with the number of the
 * function, then RET. Only kernels that reach the stub of an unknown function are refused. */
#include <string.h>

#include "load/cubin_parts.h"
#include "load/elf_text.h"

static const struct {
    const char *name;
    enum host_function function;
} host_functions[] = {
    {"vprintf", HOST_FUNCTION_PRINTF},
    {"__assertfail", HOST_FUNCTION_ASSERT},
    {"malloc", HOST_FUNCTION_MALLOC},
    {"free", HOST_FUNCTION_FREE},
};

static enum host_function function_named(const char *name)
{
    for (size_t i = 0; i < sizeof host_functions / sizeof *host_functions; i++) {
        if (!strcmp(host_functions[i].name, name))
            return host_functions[i].function;
    }
    return HOST_FUNCTION_UNKNOWN;
}

enum { STUB_WORDS = 4, STUB_BYTES = 8 * STUB_WORDS };

/* The control word lets each instruction of the stub issue alone: fields of 21 bits, without
 * barriers, with stalls of 15, 13 and 0 cycles. */
static void write_stub(uint8_t *to, enum host_function function)
{
    enum { FIELD_BITS = 21, NOTE_LOW = 20 };
    const uint64_t words[STUB_WORDS] = {
        0x7efull | 0x7edull << FIELD_BITS | 0x7e0ull << 2 * FIELD_BITS,
        0xe3a0000000000040ull | (uint64_t)function << NOTE_LOW, /* BPT.CAL */
        0xe32000000007000full,                                  /* RET */
        0x50b0000000070f00ull,                                  /* NOP */
    };
    memcpy(to, words, sizeof words);
}

static bool is_host_function(const Elf64_Sym *symbol, const char *name)
{
    return symbol->st_shndx == SHN_UNDEF && *name && ELF64_ST_BIND(symbol->st_info) != STB_LOCAL &&
           ELF64_ST_TYPE(symbol->st_info) == STT_FUNC;
}

static void add_symbol(struct image *image, const char *name, uint64_t address)
{
    const char *shown = printable_text(&image->arena, arena_strdup(&image->arena, name));
    image->symbols =
        arena_grow(&image->arena, image->symbols, image->symbol_count, sizeof *image->symbols);
    image->symbols[image->symbol_count++] = (struct symbol){
        .name = shown, .address = address, .size = STUB_BYTES, .is_function = true};
}

static void add_segment(struct cubin *cubin, uint64_t address, const uint8_t *code, uint64_t bytes)
{
    struct image *image = cubin->image;
    image->segments = arena_grow(&image->arena, image->segments, image->segment_count,
                                 sizeof *image->segments);
    image->segments[image->segment_count++] = (struct segment){
        .address = address, .size = bytes, .bytes = code, .file_bytes = bytes,
        .readable = true, .executable = true, .host_functions = true};
    cubin->end = address + bytes;
}

static uint32_t count_functions(const struct cubin *cubin)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < cubin->symbol_count; i++) {
        Elf64_Sym symbol;
        cubin_symbol(cubin, i, &symbol);
        count += is_host_function(&symbol, cubin_symbol_name(cubin, &symbol));
    }
    return count;
}

enum wc_status cubin_load_host_functions(struct error *err, struct cubin *cubin)
{
    struct arena *arena = &cubin->image->arena;
    const uint32_t count = count_functions(cubin);
    uint64_t next;
    if (count == 0)
        return WC_OK;
    enum wc_status status = cubin_take_memory(err, cubin, cubin->symbols.header.sh_offset,
                                              (uint64_t)count * STUB_BYTES, &next);
    if (status != WC_OK)
        return status;
    uint8_t *code = arena_array(arena, count, STUB_BYTES);
    add_segment(cubin, next, code, (uint64_t)count * STUB_BYTES);
    cubin->host_functions =
        arena_array(arena, cubin->symbol_count, sizeof *cubin->host_functions);
    for (uint32_t i = 0; i < cubin->symbol_count; i++) {
        Elf64_Sym symbol;
        cubin_symbol(cubin, i, &symbol);
        const char *name = cubin_symbol_name(cubin, &symbol);
        if (!is_host_function(&symbol, name))
            continue;
        write_stub(code, function_named(name));
        add_symbol(cubin->image, name, next);
        cubin->host_functions[i] = next;
        code += STUB_BYTES;
        next += STUB_BYTES;
    }
    cubin_sort_symbols(cubin->image);
    return WC_OK;
}

uint64_t cubin_host_function(const struct cubin *cubin, uint32_t symbol)
{
    return cubin->host_functions && symbol < cubin->symbol_count ? cubin->host_functions[symbol]
                                                                 : 0;
}
