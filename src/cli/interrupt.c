/* SPDX-License-Identifier: Apache-2.0 */
/* interrupt.c - ^C ends every phase.
 *
 * Before a simulation there is nothing to keep: the process ends at once. From then on the library
 * is asked to stop, and its statistics are written. A call that waits for the reader of a pipe must
 * fail instead of being restarted; a signal that comes just before such a call would be lost, so an
 * alarm follows every second.
 *
 * The variables are the program's only mutable ones at file scope: a signal handler has no other
 * way to find its context. */
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { UNFINISHED_MAX = 8 }; /* a command seldom has more outputs */

static wc_context *_Atomic watched;
static atomic_bool late;
atomic_bool interrupt_flag;
static atomic_uint unfinished_count;
static char unfinished[UNFINISHED_MAX][4096];

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
static const size_t signal_count = sizeof signals / sizeof *signals;

static void on_alarm(int number)
{
    (void)number;
    alarm(1);
}

/* Not SA_RESTART: see above. */
static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};

    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void end_at_once(void)
{
    unsigned count = atomic_load(&unfinished_count), i;

    for (i = 0; i < count; i++)
        unlink(unfinished[i]);
    _exit(WC_INTERRUPTED);
}

static void on_signal(int number)
{
    wc_context *context = atomic_load(&watched);
    size_t i;

    (void)number;
    if (!context)
        end_at_once();
    atomic_store(&interrupt_flag, true);
    for (i = 0; i < signal_count; i++)
        handle(signals[i], SIG_DFL);
    wc_interrupt(context);
    handle(SIGALRM, on_alarm);
    alarm(1);
}

void interrupt_begin(void)
{
    size_t i;

    for (i = 0; i < signal_count; i++) {
        struct sigaction old;

        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            handle(signals[i], on_signal);
    }
}

static void on_timer(int number)
{
    wc_context *context = atomic_load(&watched);

    (void)number;
    atomic_store(&late, true);
    if (context)
        wc_interrupt(context);
}

void interrupt_after(uint64_t seconds)
{
    struct itimerval timer = {.it_value.tv_sec = (time_t)seconds};

    atomic_store(&late, false);
    if (interrupt_seen()) /* the alarm has other work */
        return;
    handle(SIGALRM, on_timer);
    setitimer(ITIMER_REAL, &timer, NULL);
}

bool interrupt_timed_out(void)
{
    return atomic_load(&late);
}

void interrupt_watch(wc_context *context)
{
    atomic_store(&watched, context);
}

/* A copy: the handler must not find a name that was freed. Its file is gone when it was renamed. */
void interrupt_removes(const char *path)
{
    unsigned count = atomic_load(&unfinished_count);

    if (!path || count == UNFINISHED_MAX || strlen(path) >= sizeof unfinished[0])
        return;
    strcpy(unfinished[count], path);
    atomic_store(&unfinished_count, count + 1);
}

bool interrupt_seen(void)
{
    return atomic_load(&interrupt_flag);
}
