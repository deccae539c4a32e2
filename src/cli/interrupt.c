/* SPDX-License-Identifier: Apache-2.0 */
/* interrupt.c - ^C ends a long run cleanly.
 *
 * The two variables are the program's only mutable ones at file scope: a signal handler has no
 * other way to find its context. */
#include "interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static wc_context *_Atomic watched;
static volatile sig_atomic_t seen;

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
static const size_t signal_count = sizeof signals / sizeof *signals;

static void on_signal(int number)
{
    wc_context *context = atomic_load(&watched);
    size_t i;

    (void)number;
    seen = 1;
    for (i = 0; i < signal_count; i++)
        signal(signals[i], SIG_DFL);
    if (context)
        wc_interrupt(context);
}

void interrupt_watch(wc_context *context)
{
    size_t i;

    atomic_store(&watched, context);
    for (i = 0; i < signal_count; i++) {
        struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, old;

        sigemptyset(&action.sa_mask);
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

void interrupt_forget(void)
{
    atomic_store(&watched, NULL);
}

bool interrupt_seen(void)
{
    return seen != 0;
}
