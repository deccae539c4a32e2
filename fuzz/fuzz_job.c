/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_job.c - any bytes as a job file; the files that it names are not opened. */
#include <stdint.h>
#include <stdlib.h>

#include "load/job.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error err = {0};
    struct job job;
    enum wc_status status = job_parse(&err, "fuzz.yaml", (const char *)data, size, &job);
    if (status != err.status || (status != WC_OK && status != WC_BAD_INPUT))
        abort();
    job_free(&job);
    error_clear(&err);
    return 0;
}
