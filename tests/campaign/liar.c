/* SPDX-License-Identifier: Apache-2.0 */
/* liar.c - a library that is loaded before libwarpclock and makes it wrong, so that a campaign has
 * something to find. LIAR says how:
 *
 *   memory  a buffer that is 0 at first is 1
 *   loops   the bounds of loops in a job are 1
 *   cycles  every second run takes a cycle more
 *   crash   the twentieth run of a process ends it
 *   groups  a run of more than one work-group ends its process
 *   disk    binaries cannot be written */
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "warpclock.h"

static bool lies(const char *how)
{
    const char *wanted = getenv("LIAR");
    return wanted && strcmp(wanted, how) == 0;
}

static void *the_real(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

WC_API FILE *fopen(const char *path, const char *mode)
{
    FILE *(*real)(const char *, const char *) = the_real("fopen");
    if (lies("disk") && strstr(path, "/kernel.")) {
        errno = ENOSPC;
        return NULL;
    }
    return real(path, mode);
}

/* Every digit from there on becomes 1, but those of addresses. */
static void lie_about_loops(char *text)
{
    for (char *colon = text; colon && (colon = strstr(colon, "\": ")); colon += 3) {
        colon[3] = '1';
        for (char *digit = colon + 4; *digit >= '0' && *digit <= '9'; digit++)
            *digit = ' ';
    }
}

static bool has_groups; /* the job that was parsed last */

WC_API enum wc_status wc_job_parse(wc_context *context, const char *path, const char *text,
                                   size_t length, wc_job **out)
{
    enum wc_status (*real)(wc_context *, const char *, const char *, size_t, wc_job **) =
        the_real("wc_job_parse");
    char *copy = calloc(1, length + 1);
    memcpy(copy, text, length);
    char *fill = strstr(copy, "fill: 0"), *loops = strstr(copy, "\nloops:");
    has_groups = strstr(copy, "grid: [") && !strstr(copy, "grid: [1,");
    if (fill && lies("memory"))
        fill[6] = '1';
    if (loops && lies("loops"))
        lie_about_loops(loops);
    enum wc_status status = real(context, path, copy, length, out);
    free(copy);
    return status;
}

WC_API bool wc_result_value(const wc_result *result, const char *name, double *out)
{
    static unsigned asked;
    bool (*real)(const wc_result *, const char *, double *) = the_real("wc_result_value");
    bool known = real(result, name, out);
    if (known && strcmp(name, "cycles") == 0 && lies("cycles"))
        *out += asked++ % 2;
    return known;
}

WC_API enum wc_status wc_run(wc_job *job, const struct wc_run_options *options, wc_result **out)
{
    static unsigned runs;
    enum wc_status (*real)(wc_job *, const struct wc_run_options *, wc_result **) =
        the_real("wc_run");
    if ((lies("crash") && ++runs == 20) || (lies("groups") && has_groups))
        raise(SIGSEGV);
    return real(job, options, out);
}
