/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_job.c - any bytes as a job file; the files that it names are not opened. */
#include <stdint.h>
#include <stdlib.h>

#include "load/job.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__lsan_default_suppressions(void);

/* libfyaml 0.7.12 loses a scanner buffer after some malformed quoted texts; not ours to mend. */
const char *__lsan_default_suppressions(void)
{
    return "leak:libfyaml";
}

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
