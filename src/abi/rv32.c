/* SPDX-License-Identifier: Apache-2.0 */
/* rv32.c - argument registers, launch record and argument structures. */
#include "abi/rv32.h"

#include <string.h>

#include "abi/pack.h"
#include "load/array.h"
#include "memory/shadow.h"

/* ---- arguments in registers and on the stack, by the ilp32f calling convention ---- */

struct words {
    struct warpclock_launch *record;
    uint32_t integers, floats; /* registers used */
    uint64_t local_next;       /* where the next dynamic local block starts, from tp */
};

static enum wc_status put_integer(struct error *err, struct words *words, uint32_t word,
                                  bool is_local)
{
    struct warpclock_launch *record = words->record;
    uint32_t number = words->integers + record->stack_words;
    if (words->integers < 8) {
        record->a[words->integers++] = word;
    } else if (record->stack_words < LAUNCH_STACK_LIMIT) {
        record->stack[record->stack_words++] = word;
    } else {
        return fail(err, WC_BAD_INPUT,
                    "too many arguments: %u words on the stack; the maximum is %u",
                    LAUNCH_STACK_LIMIT + 1, LAUNCH_STACK_LIMIT);
    }
    if (is_local && number >= 32)
        return fail(err, WC_BAD_INPUT, "local-memory argument after the 32nd argument word");
    if (is_local)
        record->local_args |= 1u << number;
    return WC_OK;
}

static uint32_t extended(enum wc_type type, uint64_t bits)
{
    switch (type) {
    case WC_I8:
        return (uint32_t)(int8_t)bits;
    case WC_I16:
        return (uint32_t)(int16_t)bits;
    default:
        return (uint32_t)bits;
    }
}

/* Both halves of a double word, on the stack from an even word on. */
static enum wc_status put_double_word(struct error *err, struct words *words, uint64_t bits)
{
    enum wc_status status = WC_OK;
    if (words->integers == 8 && words->record->stack_words % 2)
        status = put_integer(err, words, 0, false);
    if (status == WC_OK)
        status = put_integer(err, words, (uint32_t)bits, false);
    return status == WC_OK ? put_integer(err, words, (uint32_t)(bits >> 32), false) : status;
}

static enum wc_status put_value(struct error *err, struct words *words, const struct argument *arg)
{
    if (arg->type == WC_F32 && words->floats < 8) {
        words->record->fa[words->floats++] = (uint32_t)arg->bits;
        return WC_OK;
    }
    return type_bytes(arg->type) == 8
               ? put_double_word(err, words, arg->bits)
               : put_integer(err, words, extended(arg->type, arg->bits), false);
}

/* A vector or structure, as kernels/compile/by_value.py has kernels expect it. */
static enum wc_status put_bytes(struct error *err, struct words *words, const struct argument *arg)
{
    const uint8_t *bytes = arg->data;
    uint64_t bits = 0;
    enum wc_status status = WC_OK;
    if (arg->bytes == sizeof bits) {
        memcpy(&bits, bytes, sizeof bits);
        return put_double_word(err, words, bits);
    }
    for (uint64_t at = 0; status == WC_OK && at < arg->bytes; at += 4) {
        uint32_t word = 0;
        memcpy(&word, bytes + at, arg->bytes - at < 4 ? arg->bytes - at : 4);
        status = put_integer(err, words, word, false);
    }
    return status;
}

static enum wc_status put_argument(struct error *err, struct words *words,
                                   const struct argument *arg)
{
    uint32_t offset = (uint32_t)words->local_next;
    switch (arg->kind) {
    case ARGUMENT_BUFFER:
        return put_integer(err, words, (uint32_t)arg->bits, false);
    case ARGUMENT_LOCAL:
        words->local_next += round_up_to(arg->bytes, LOCAL_ALIGN);
        return put_integer(err, words, offset, true);
    case ARGUMENT_BYTES:
        return put_bytes(err, words, arg);
    default:
        return put_value(err, words, arg);
    }
}

/* Numbers are passed in other registers than structures of their size. */
static bool is_number(const struct kernel_parameter *parameter)
{
    static const char *const numbers[] = {"char", "uchar", "short", "ushort", "int", "uint",
                                          "long", "ulong", "float"};
    for (size_t i = 0; parameter->type && i < sizeof numbers / sizeof *numbers; i++) {
        if (!strcmp(parameter->type, numbers[i]))
            return true;
    }
    return false;
}

enum wc_status rv32_check_arguments(struct error *err, const struct launch *launch, bool packed)
{
    const struct kernel *kernel = launch->kernel;
    for (size_t i = 0; i < launch->arg_count; i++) {
        if (launch->args[i].kind != ARGUMENT_BYTES)
            continue;
        if (packed || !kernel || i >= kernel->parameter_count)
            return fail(err, WC_BAD_INPUT,
                        "argument %zu is a structure; only kernels compiled from OpenCL C take "
                        "one, this program expects a number, a buffer or local memory", i + 1);
        if (is_number(&kernel->parameters[i]))
            return fail(err, WC_BAD_INPUT, "argument %zu is a structure; '%s' expects a number "
                        "(%s)", i + 1, kernel->parameters[i].name, kernel->parameters[i].type);
    }
    return WC_OK;
}

enum wc_status rv32_make_record(struct error *err, const struct launch *launch,
                                struct warpclock_launch *record)
{
    *record = (struct warpclock_launch){.magic = LAUNCH_MAGIC, .version = LAUNCH_VERSION,
                                        .entry = (uint32_t)launch->kernel->entry};
    struct words words = {.record = record, .local_next = round_up_to(
                              launch->image->thread_local_bytes, LOCAL_ALIGN)};
    enum wc_status status = WC_OK;
    memcpy(record->grid, launch->grid, sizeof record->grid);
    memcpy(record->block, launch->block, sizeof record->block);
    for (size_t i = 0; status == WC_OK && i < launch->arg_count; i++)
        status = put_argument(err, &words, &launch->args[i]);
    uint64_t local = GROUP_BLOCK_BYTES + words.local_next + launch->shared;
    record->local_bytes = local > UINT32_MAX / 2 ? UINT32_MAX
                                                 : (uint32_t)round_up_to(local, LOCAL_ALIGN);
    return status;
}

/* ---- into the program's data ---- */

void *rv32_data(const struct memory *memory, uint64_t address, uint64_t bytes)
{
    const struct allocation *a = memory_find(memory, address, bytes);
    return a && a->kind == ALLOCATION_DATA && a->writable ? a->bytes + (address - a->base) : NULL;
}

enum wc_status rv32_store_word(struct error *err, const struct memory *memory,
                               const struct image *image, const char *name, uint32_t word)
{
    const struct symbol *symbol = image_symbol(image, name);
    void *at = symbol ? rv32_data(memory, symbol->address, 4) : NULL;
    if (!at)
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                       "the start-up code has no word '%s' in writable data", name);
    memcpy(at, &word, sizeof word);
    shadow_clean(memory, symbol->address, sizeof word);
    return WC_OK;
}

enum wc_status rv32_store_record(struct error *err, const struct memory *memory,
                                 const struct image *image, const struct warpclock_launch *record)
{
    const struct symbol *symbol = image_symbol(image, "__warpclock_launch");
    void *at = symbol ? rv32_data(memory, symbol->address, sizeof *record) : NULL;
    if (!symbol) {
        fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                "no symbol '__warpclock_launch': the program spawns its own warps");
        hint(err, "remove grid and block from the job, or link the start-up code of "
                  "kernels/runtime");
        return WC_BAD_INPUT;
    }
    if (!at)
        return fail_at(err, WC_BAD_INPUT, image->path, 0, 0,
                       "the launch record at 0x%llx is not inside the writable data",
                       (unsigned long long)symbol->address);
    memcpy(at, record, sizeof *record);
    shadow_clean(memory, symbol->address, sizeof *record);
    return WC_OK;
}

/* ---- programs that spawn their own warps ---- */

static uint64_t argument_bytes(const struct argument *arg)
{
    return arg->kind == ARGUMENT_VALUE ? type_bytes(arg->type) : 4;
}

uint64_t rv32_pack(const struct launch *launch, uint32_t local_base, uint8_t *into)
{
    uint64_t at = 0, local = 0;
    for (size_t i = 0; i < launch->arg_count; i++) {
        const struct argument *arg = &launch->args[i];
        uint64_t bytes = argument_bytes(arg), bits = arg->bits;
        at = round_up_to(at, bytes);
        if (arg->kind == ARGUMENT_LOCAL) {
            bits = local_base + local;
            local += round_up_to(arg->bytes, LOCAL_ALIGN);
        }
        if (into)
            memcpy(into + at, &bits, bytes);
        at += bytes;
    }
    return round_up_to(at, 8);
}

uint64_t rv32_program_local(const struct launch *launch)
{
    uint64_t local = launch->shared;
    for (size_t i = 0; i < launch->arg_count; i++) {
        if (launch->args[i].kind == ARGUMENT_LOCAL)
            local += round_up_to(launch->args[i].bytes, LOCAL_ALIGN);
    }
    return local;
}
