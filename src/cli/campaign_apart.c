/* SPDX-License-Identifier: Apache-2.0 */
/* campaign_apart.c - a way of a case in a process of its own.
 *
 * What the child finds is in memory that both share: when it crashes, what it did is there. */
#include "campaign_apart.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "interrupt.h"
#include "workers.h"

struct shared {
    struct way way;     /* without the settings that do not fit */
    struct trial trial; /* its message belongs to the child, which copies it at its end */
    char message[16384];
};

static struct shared *take_shared(void)
{
    void *memory = mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

/* Never returns. No core file: there may be hundreds of crashes while a case becomes smaller. */
static void be_child(const struct bench *bench, const struct campaign_case *kase, pid_t parent,
                     struct shared *shared)
{
    const struct rlimit none = {0, 0};

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(WC_INTERRUPTED);
    setrlimit(RLIMIT_CORE, &none);
    interrupt_after(CASE_SECONDS);
    trial_run(bench, kase, &shared->way, &shared->trial);
    strncpy(shared->message, text_string(&shared->trial.message), sizeof shared->message - 1);
    _exit(0);
}

/* Of what the child has left in `shared`. */
static void read_trial(const struct shared *shared, int how, struct trial *trial)
{
    *trial = shared->trial;
    trial->message = (struct text){0};
    if (WIFEXITED(how) && WEXITSTATUS(how) == 0) {
        text_add(&trial->message, "%s", shared->message);
        return;
    }
    trial->verdict = VERDICT_FINDING;
    trial->crashed = true;
    if (WIFSIGNALED(how))
        text_add(&trial->message, "the check '%s' ended its process: %s",
                 check_names[trial->check], strsignal(WTERMSIG(how)));
    else
        text_add(&trial->message, "the check '%s' ended its process with status %d, probably "
                 "without memory", check_names[trial->check], WEXITSTATUS(how));
}

/* True: it has ended. An interrupt, and the end of the case's time, end it. */
static bool await(pid_t child, int *how)
{
    bool stopped = false;

    while (waitpid(child, how, 0) < 0 && errno == EINTR) {
        if (interrupt_seen() || interrupt_timed_out()) {
            kill(child, SIGKILL);
            stopped = true;
        }
    }
    return !stopped;
}

void trial_apart(const struct bench *bench, const struct campaign_case *kase, struct way *way,
                 struct trial *trial)
{
    struct shared *shared = take_shared();
    const pid_t parent = getpid();
    pid_t child = -1;
    int how = 0;

    trial_free(trial);
    trial->verdict = VERDICT_INTERRUPTED;
    if (shared) {
        shared->way = *way;
        child = fork();
    }
    if (child == 0)
        be_child(bench, kase, parent, shared);
    if (child < 0)
        text_add(&trial->message, "cannot start a process: %s", strerror(errno));
    else if (await(child, &how))
        read_trial(shared, how, trial);
    if (child > 0)
        *way = shared->way;
    if (shared)
        munmap(shared, sizeof *shared);
}
