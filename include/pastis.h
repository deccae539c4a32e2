/* SPDX-License-Identifier: Apache-2.0 */
/* pastis.h - the host interface of the PasTiS paper (figure 4) on top of libwarpclock.
 *
 *     parameter_t par[2];
 *     par[0].kind = PTR; par[0].val.ptr = a;
 *     par[1].kind = INT; par[1].val.i = n;
 *     simulate("kern.cubin", n, BLK, par);
 *
 * stands for kern<<<n, BLK>>>(a, n). Pointers are the host's own and are used in place. The call
 * returns 0, or the exit status that the command would have, with a message on stderr; the cycles of
 * the last call that went well are in simulated_cycles. More than this can say: wc_simulate_launch().
 *
 * Nobody says how long an array is, so a kernel that goes beyond its own may read and write whatever
 * is in the same mapping, the program's heap and its bookkeeping included. wc_simulate_launch() takes
 * sizes, and then every access is checked against them.
 *
 * Cycles depend on the addresses of the arrays, as far as these choose sets of caches and rows of
 * DRAM. Where the system places a program at random they may change from run to run; under
 * `setarch -R`, or with arrays bound by wc_job_buffer(), they are the same each time. */
#ifndef WARPCLOCK_PASTIS_H
#define WARPCLOCK_PASTIS_H

#include <stdio.h>

#include "warpclock.h"

typedef struct wc_parameter parameter_t;

/* The paper's names for values of enum wc_parameter_kind. */
#define PTR WC_PARAMETER_POINTER
#define INT WC_PARAMETER_INT
#define LONG WC_PARAMETER_LONG
#define FLOAT WC_PARAMETER_FLOAT
#define DOUBLE WC_PARAMETER_DOUBLE

static unsigned long long simulated_cycles;

static inline void simulate_tell(const wc_context *context)
{
    const char *place = wc_error_place(context), *hint = wc_error_hint(context);
    fprintf(stderr, "simulate: %s%serror: %s\n", place ? place : "", place ? ": " : "",
            wc_error_message(context));
    if (hint)
        fprintf(stderr, "  hint: %s\n", hint);
}

/* `parameters` has to hold as many as the file says that its kernel takes. */
static inline int simulate(const char *cubin, int blocks, int threads, const parameter_t *parameters)
{
    uint64_t cycles = 0;
    if (blocks < 1 || threads < 1) {
        fprintf(stderr, "simulate: error: %d blocks of %d threads: at least 1 of each\n", blocks,
                threads);
        return WC_BAD_INPUT;
    }
    wc_context *context = wc_context_new();
    enum wc_status status = wc_simulate(context, cubin, (uint32_t)blocks, (uint32_t)threads,
                                        parameters, &cycles);
    if (status == WC_OK)
        simulated_cycles = cycles;
    else
        simulate_tell(context);
    wc_context_free(context);
    return (int)status;
}

#endif
