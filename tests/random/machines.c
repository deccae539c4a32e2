/* SPDX-License-Identifier: Apache-2.0 */
/* machines.c - settings of random Vortex machines, for tests that call warpclock.
 *
 *   machines --file MACHINE.yaml [--seed S] [--count N]
 *
 * Prints N lines of "key=value", separated by blanks. The numbers of a line may not fit each
 * other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vortex_machine.h"

struct options {
    const char *file;
    uint64_t seed, count;
};

static bool read_options(int count, char **words, struct options *options)
{
    *options = (struct options){.seed = 1, .count = 1};
    for (int i = 1; i < count; i += 2) {
        if (i + 1 == count)
            return false;
        if (!strcmp(words[i], "--file"))
            options->file = words[i + 1];
        else if (!strcmp(words[i], "--seed"))
            options->seed = strtoull(words[i + 1], NULL, 0);
        else if (!strcmp(words[i], "--count"))
            options->count = strtoull(words[i + 1], NULL, 0);
        else
            return false;
    }
    return options->file != NULL;
}

/* Compiled kernels have local memory and a barrier for each group. */
static const struct machine_needs kernel_needs = {
    .program = {.local_bytes = 16384, .barriers = 32}, .compiled = true};

int main(int count, char **words)
{
    struct options options;
    struct parameters parameters;
    struct error err = {0};
    if (!read_options(count, words, &options)) {
        fprintf(stderr, "usage: %s --file MACHINE.yaml [--seed S] [--count N]\n", words[0]);
        return 2;
    }
    enum wc_status status = parameters_load(&err, options.file, NULL, &parameters);
    if (status != WC_OK)
        fprintf(stderr, "machines: %s\n", err.message);
    struct dice dice = {options.seed};
    for (uint64_t i = 0; status == WC_OK && i < options.count; i++) {
        struct text settings = {0};
        machine_draw(&dice, &parameters, &kernel_needs, &settings);
        printf("%s\n", text_string(&settings));
        text_free(&settings);
    }
    parameters_free(&parameters);
    error_clear(&err);
    return status == WC_OK ? 0 : 2;
}
