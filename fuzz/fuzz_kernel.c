/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_kernel.c - a job and its kernel binary, for any instruction set, through inspection, control
 * flow, runs and bounds; see through.h. mutate_kernel.c changes code more often than headers. */
#include "through.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    through(data, size);
    return 0;
}
