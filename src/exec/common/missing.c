/* SPDX-License-Identifier: Apache-2.0 */
/* missing.c - what a function says that is not there. */
#include "exec/common/missing.h"

exec_error exec_missing(const char *name, bool *told)
{
    exec_error error = exec_enter();
    if (!*told)
        exec_complain("%s is not supported", name);
    *told = true;
    return exec_leave(error == ERROR_NONE ? ERROR_NOT_SUPPORTED : error);
}
