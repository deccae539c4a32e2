/* SPDX-License-Identifier: Apache-2.0 */
/* workers.c - processes that work, and are replaced when they end. */
#include "workers.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "interrupt.h"
#include "memory.h"
#include "progress.h"
#include "style.h"

const struct option option_db = {
    .name = "db", .kind = OPTION_FILE, .value = "RESULTS.db",
    .summary = "the database of results; it is made, or continued",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, db),
};

const struct option option_jobs = {
    .name = "jobs", .letter = 'j', .kind = OPTION_NUMBER, .value = "N", .max = 4096,
    .summary = "worker processes (default: one per processor)",
    .field = offsetof(struct arguments, jobs),
};

void crew_sleep_ms(long ms)
{
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};

    nanosleep(&time, NULL);
}

void crew_watch(wc_context *context)
{
    interrupt_watch(context);
    if (interrupt_seen())
        wc_interrupt(context);
}

double crew_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

size_t crew_size(const struct session *session)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);

    if (session->arguments.jobs)
        return session->arguments.jobs;
    return processors > 0 ? (size_t)processors : 1;
}

/* Never returns: what the parent has opened stays the parent's. */
static void be_worker(const struct crew *crew, pid_t parent)
{
    enum wc_status status;

    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(WC_INTERRUPTED);
    /* A terminal sends ^C to all; the parent then sends SIGTERM, and a second signal would kill. */
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    status = crew->work(crew->user);
    if (status != WC_OK && status != WC_INTERRUPTED && crew->session->problem.message)
        diagnostic_print(&crew->session->problem,
                         style_color(crew->session->arguments.color, STDERR_FILENO));
    _exit(status);
}

struct crew_state {
    const struct crew *crew;
    pid_t *pids; /* 0: none */
    size_t alive;
    bool broken; /* a worker could not work: no others are started */
};

static enum wc_status start_worker(struct crew_state *state, size_t i)
{
    pid_t parent = getpid();

    fflush(NULL);
    state->pids[i] = fork();
    if (state->pids[i] == 0)
        be_worker(state->crew, parent);
    if (state->pids[i] < 0) {
        state->pids[i] = 0;
        state->broken = true;
        return diagnose(&state->crew->session->problem, WC_INTERNAL,
                        "cannot start a process: %s", strerror(errno));
    }
    state->alive++;
    return WC_OK;
}

/* What a worker was busy with is to blame, unless somebody killed the worker. */
static enum wc_status note_crash(const struct crew *crew, pid_t pid, int how)
{
    char *message = WIFSIGNALED(how)
                        ? format_text("the run ended its worker: %s", strsignal(WTERMSIG(how)))
                        : format_text("the run ended its worker with status %d, probably without "
                                      "memory", WEXITSTATUS(how));
    enum wc_status status = crew->crashed(crew->user, pid, message);

    free(message);
    return status;
}

static bool was_stopped(int how)
{
    static const int stops[] = {SIGKILL, SIGTERM, SIGINT, SIGHUP};
    size_t i;

    for (i = 0; WIFSIGNALED(how) && i < sizeof stops / sizeof *stops; i++) {
        if (WTERMSIG(how) == stops[i])
            return true;
    }
    return WIFEXITED(how) && WEXITSTATUS(how) == WC_INTERRUPTED;
}

static bool ended_with(int how, enum wc_status status)
{
    return WIFEXITED(how) && WEXITSTATUS(how) == (int)status;
}

/* A worker has ended. Another one takes its place if there may be work left. */
static enum wc_status replace_worker(struct crew_state *state, size_t i, int how)
{
    const struct crew *crew = state->crew;
    const pid_t pid = state->pids[i];
    enum wc_status status = WC_OK;

    state->pids[i] = 0;
    state->alive--;
    state->broken |= ended_with(how, WC_BAD_INPUT); /* it said why */
    if (!ended_with(how, WC_OK) && !ended_with(how, WC_BAD_INPUT) && !was_stopped(how))
        status = note_crash(crew, pid, how);
    if (crew->ended)
        crew->ended(crew->user, pid);
    if (ended_with(how, WC_OK))
        return WC_OK; /* nothing is left to claim */
    if (ended_with(how, WC_BAD_INPUT))
        return WC_BAD_INPUT;
    if (status == WC_OK && !interrupt_seen() && !state->broken)
        status = start_worker(state, i);
    return status;
}

static enum wc_status collect(struct crew_state *state)
{
    enum wc_status status = WC_OK, one;
    size_t i;
    int how;

    for (i = 0; i < state->crew->workers; i++) {
        if (!state->pids[i] || waitpid(state->pids[i], &how, WNOHANG) != state->pids[i])
            continue;
        one = replace_worker(state, i, how);
        if (one > status)
            status = one;
    }
    return status;
}

static void signal_all(const struct crew_state *state, int number)
{
    size_t i;

    for (i = 0; i < state->crew->workers; i++) {
        if (state->pids[i])
            kill(state->pids[i], number);
    }
}

static void show_progress(const struct crew *crew, struct progress *progress)
{
    char *line = progress_is_due(progress) ? crew->progress(crew->user) : NULL;

    if (line)
        progress_show(progress, line);
}

static enum wc_status watch_workers(struct crew_state *state, struct progress *progress)
{
    enum wc_status worst = WC_OK, status;
    bool told = false;

    while (state->alive) {
        status = collect(state);
        if (status > worst)
            worst = status;
        status = state->crew->tick ? state->crew->tick(state->crew->user) : WC_OK;
        if (status > worst)
            worst = status;
        if (interrupt_seen() && !told) {
            signal_all(state, SIGTERM);
            told = true;
        }
        if (!told && state->alive)
            show_progress(state->crew, progress);
        if (state->alive)
            crew_sleep_ms(20);
    }
    return interrupt_seen() ? WC_INTERRUPTED : worst;
}

enum wc_status crew_work(const struct crew *crew)
{
    struct crew_state state = {
        .crew = crew, .pids = reallocate(NULL, crew->workers * sizeof *state.pids)};
    struct progress progress;
    enum wc_status status = WC_OK, watched;
    size_t i;

    memset(state.pids, 0, crew->workers * sizeof *state.pids);
    interrupt_watch(crew->session->context);
    progress_begin(&progress, crew->session);
    for (i = 0; i < crew->workers && status == WC_OK; i++)
        status = start_worker(&state, i);
    watched = watch_workers(&state, &progress);
    progress_end(&progress, crew->session);
    free(state.pids);
    return status == WC_OK ? watched : status;
}
