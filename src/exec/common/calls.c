/* SPDX-License-Identifier: Apache-2.0 */
/* calls.c - launches under way, as compilers generate them for <<<...>>>: the first half pushes the
 * sizes, the stub of the kernel pops them. Old compilers add the arguments in between. */
#include <stdlib.h>
#include <string.h>

#include "exec/common/state.h"

enum { CALLS_MAX = 16, ARGUMENTS_MAX = 4096 }; /* bytes: as CUDA limits them */
static _Thread_local struct exec_call calls[CALLS_MAX];
static _Thread_local unsigned call_count;

bool calls_push(struct exec_call call)
{
    if (call_count == CALLS_MAX)
        return false;
    calls[call_count++] = call;
    return true;
}

exec_error calls_add_argument(const void *argument, size_t bytes, size_t offset)
{
    struct exec_call *call = call_count ? &calls[call_count - 1] : NULL;
    if (!call)
        return ERROR_MISSING_CONFIGURATION;
    if (!argument || offset > ARGUMENTS_MAX || bytes > ARGUMENTS_MAX - offset)
        return ERROR_INVALID_VALUE;
    if (!call->arguments)
        call->arguments = calloc(1, ARGUMENTS_MAX);
    if (!call->arguments)
        return ERROR_OUT_OF_MEMORY;
    memcpy(call->arguments + offset, argument, bytes);
    if (offset + bytes > call->argument_bytes)
        call->argument_bytes = offset + bytes;
    return ERROR_NONE;
}

bool calls_pop(struct exec_call *out)
{
    if (!call_count)
        return false;
    *out = calls[--call_count];
    return true;
}
