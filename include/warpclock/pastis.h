/* SPDX-License-Identifier: Apache-2.0 */
/* warpclock/pastis.h - the host interface of the PasTiS paper (figure 4) on top of libwarpclock.
 *
 *     #define WC_PASTIS_SHORT_NAMES
 *     #include <warpclock/pastis.h>
 *
 *     parameter_t par[2];
 *     par[0].kind = PTR; par[0].val.ptr = a;
 *     par[1].kind = INT; par[1].val.i = n;
 *     simulate("kern.cubin", n, BLK, par);
 *
 * does kern<<<n, BLK>>>(a, n). The short names are the paper's. Without WC_PASTIS_SHORT_NAMES every
 * name of this header starts with wc_pastis_ or WC_PASTIS_.
 *
 * Pointers are the host's own and are used in place. The call returns 0, or the exit status that
 * the command would have, with a message on stderr. wc_pastis_cycles has the cycles of the last
 * call that succeeded. wc_simulate_launch() can do more: name the kernel, 3-D grids, sizes, a
 * report.
 *
 * The call takes no sizes of arrays. A kernel that goes beyond an array may therefore read and
 * write anything in the same mapping, the program's heap included. wc_simulate_launch() takes sizes
 * and checks every access against them.
 *
 * Cycles depend on the addresses of the arrays, as far as these choose sets of caches and rows of
 * DRAM. Where the system places a program at random they may change from run to run; under
 * `setarch -R`, or with arrays bound by wc_job_buffer(), they are the same each time. */
#ifndef WARPCLOCK_PASTIS_H
#define WARPCLOCK_PASTIS_H

#include <stdio.h>
#include <warpclock.h>

typedef struct wc_parameter wc_pastis_parameter;

/* Values of enum wc_parameter_kind under the paper's names. */
#define WC_PASTIS_PTR WC_PARAMETER_POINTER
#define WC_PASTIS_INT WC_PARAMETER_INT
#define WC_PASTIS_LONG WC_PARAMETER_LONG
#define WC_PASTIS_FLOAT WC_PARAMETER_FLOAT
#define WC_PASTIS_DOUBLE WC_PARAMETER_DOUBLE

static unsigned long long wc_pastis_cycles;

static inline void wc_pastis_report(const wc_context *context)
{
    const char *place = wc_error_place(context), *hint = wc_error_hint(context);
    fprintf(stderr, "simulate: %s%serror: %s\n", place ? place : "", place ? ": " : "",
            wc_error_message(context));
    if (hint)
        fprintf(stderr, "  hint: %s\n", hint);
}

/* `parameters` must hold as many as the file says that its kernel takes. */
static inline int wc_pastis_simulate(const char *cubin, int blocks, int threads,
                                     const wc_pastis_parameter *parameters)
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
        wc_pastis_cycles = cycles;
    else
        wc_pastis_report(context);
    wc_context_free(context);
    return (int)status;
}

#ifdef WC_PASTIS_SHORT_NAMES
typedef wc_pastis_parameter parameter_t;
#define PTR WC_PASTIS_PTR
#define INT WC_PASTIS_INT
#define LONG WC_PASTIS_LONG
#define FLOAT WC_PASTIS_FLOAT
#define DOUBLE WC_PASTIS_DOUBLE

static inline int simulate(const char *cubin, int blocks, int threads,
                           const parameter_t *parameters)
{
    return wc_pastis_simulate(cubin, blocks, threads, parameters);
}
#endif

#endif
