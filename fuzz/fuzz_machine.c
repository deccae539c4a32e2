/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_machine.c - any bytes as a machine file, every value then set to itself. */
#include <stdint.h>
#include <stdlib.h>

#include "load/parameters.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A value in force must be one that can be set. */
static void set_all(struct parameters *parameters)
{
    for (size_t i = 0; i < parameters->count; i++) {
        struct error err = {0};
        const struct parameter *parameter = &parameters->list[i];
        if (parameters_set(&err, parameters, parameter->name, parameter->value.text, "fuzz"))
            abort();
        error_clear(&err);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const no_folders[] = {NULL};
    struct error err = {0};
    struct parameters parameters;
    enum wc_status status = parameters_parse(&err, "/nowhere/fuzz.yaml", (const char *)data, size,
                                             no_folders, &parameters);
    if (status != err.status || (status != WC_OK && status != WC_BAD_INPUT))
        abort();
    if (status == WC_OK)
        set_all(&parameters);
    parameters_free(&parameters);
    error_clear(&err);
    return 0;
}
