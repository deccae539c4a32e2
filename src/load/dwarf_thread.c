/* SPDX-License-Identifier: Apache-2.0 */
/* dwarf_thread.c - a thread that ends before its work if memory runs out. */
#include "load/dwarf_thread.h"

#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

struct task {
    void (*work)(void *user);
    void *user;
    bool done;
};

__attribute__((noreturn)) void dwarf_thread_end(void)
{
    pthread_exit(NULL);
}

static void *run(void *argument)
{
    struct task *task = argument;
    task->work(task->user);
    task->done = true;
    return NULL;
}

/* pthread_exit() loads the unwinder when it is first called, and aborts if that fails. This loads
 * it while a failure can still be reported. */
static bool can_unwind(void)
{
    void *frame;
    return backtrace(&frame, 1) > 0;
}

/* The caller's threads handle its signals. */
static bool start(pthread_t *thread, struct task *task)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(thread, NULL, run, task) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

bool dwarf_thread_run(void (*work)(void *user), void *user)
{
    struct task task = {.work = work, .user = user};
    pthread_t thread;
    if (can_unwind() && start(&thread, &task))
        pthread_join(thread, NULL);
    if (!task.done)
        errno = ENOMEM;
    return task.done;
}
