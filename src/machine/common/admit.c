/* SPDX-License-Identifier: Apache-2.0 */
/* admit.c - checks of a launch that are the same on all machines that dispatch groups. */
#include "machine/common/admit.h"

#include <inttypes.h>

enum wc_status admit_kernel(struct error *err, const struct launch *launch, const char *file)
{
    if (!launch->kernel)
        return fail(err, WC_BAD_INPUT, "%s needs 'grid' and 'block' in the job",
                    file);
    if (program_index(launch->program, launch->kernel->entry) < 0)
        return fail_at(err, WC_BAD_INPUT, launch->image->path, 0, 0,
                       "the entry of %s at 0x%" PRIx64 " is not code", launch->name,
                       launch->kernel->entry);
    return WC_OK;
}
