/* SPDX-License-Identifier: Apache-2.0 */
/* side_by_side.c - independent pieces of work on several threads.
 *
 * Pieces are claimed in order, so the one whose turn it is always runs: nobody waits for a piece
 * that has not begun. Signals go to the command's thread alone; it passes an interrupt on. */
#include "side_by_side.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "interrupt.h"
#include "memory.h"

/* A program that prints more than this waits for its turn. */
enum { CONSOLE_MAX = 1 << 20, LOOK_MS = 20 };

struct console {
    char *bytes;
    size_t length;
};

/* A piece that has begun. */
struct running {
    struct piece piece;
    struct console console; /* not written yet */
    bool done;
};

struct side_by_side {
    struct work *work;
    const struct pieces *pieces;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    struct running *all;
    size_t claimed, turn; /* pieces that have begun; the one to be delivered next */
    bool stopped;         /* nothing begins any more */
};

/* ---- in a worker's thread ---- */

static bool is_turn(const struct side_by_side *crew, const struct piece *piece)
{
    return crew->turn == piece->number || crew->stopped;
}

void piece_wait_turn(const struct piece *piece)
{
    struct side_by_side *crew = piece->crew;

    if (!crew)
        return;
    pthread_mutex_lock(&crew->mutex);
    while (!is_turn(crew, piece))
        pthread_cond_wait(&crew->changed, &crew->mutex);
    pthread_mutex_unlock(&crew->mutex);
}

static void on_console(void *user, const char *bytes, size_t length)
{
    struct running *running = user;
    struct side_by_side *crew = running->piece.crew;
    struct console *console = &running->console;

    pthread_mutex_lock(&crew->mutex);
    while (console->length > CONSOLE_MAX && !crew->stopped)
        pthread_cond_wait(&crew->changed, &crew->mutex);
    console->bytes = reallocate(console->bytes, console->length + length);
    memcpy(console->bytes + console->length, bytes, length);
    console->length += length;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->mutex);
}

static void run_piece(struct running *running)
{
    struct side_by_side *crew = running->piece.crew;

    wc_context_on_console(running->piece.context, on_console, running);
    crew->pieces->run(crew->pieces->user, &running->piece);
}

/* The next piece; NULL: there is none. */
static struct running *claim(struct side_by_side *crew)
{
    struct running *running = NULL;

    pthread_mutex_lock(&crew->mutex);
    if (crew->claimed < crew->pieces->count && !crew->stopped) {
        running = &crew->all[crew->claimed];
        running->piece = (struct piece){crew->claimed++, work_new_context(crew->work), crew};
    }
    pthread_mutex_unlock(&crew->mutex);
    return running;
}

static void *worker(void *user)
{
    struct side_by_side *crew = user;
    struct running *running;

    while ((running = claim(crew)) != NULL) {
        wc_context *context = running->piece.context;

        run_piece(running);
        pthread_mutex_lock(&crew->mutex);
        running->done = true;
        running->piece.context = NULL; /* cannot be interrupted any more */
        pthread_cond_broadcast(&crew->changed);
        pthread_mutex_unlock(&crew->mutex);
        wc_context_free(context);
    }
    return NULL;
}

/* ---- in the command's thread; crew->mutex is held ---- */

static void stop(struct side_by_side *crew)
{
    size_t i;

    if (crew->stopped)
        return;
    crew->stopped = true;
    for (i = crew->turn; i < crew->claimed; i++)
        wc_interrupt(crew->all[i].piece.context);
    pthread_cond_broadcast(&crew->changed);
}

/* Looks again from time to time: a signal does not wake the thread. */
static void look(struct side_by_side *crew)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_MS * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&crew->changed, &crew->mutex, &until);
    if (progress_is_due(&crew->work->progress))
        progress_show(&crew->work->progress,
                      format_text("[%zu/%zu] done", crew->turn, crew->pieces->count));
}

/* Writes without the mutex: a reader may keep us waiting. */
static void write_console(struct side_by_side *crew, struct running *running)
{
    struct console console = running->console;

    running->console = (struct console){0};
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->mutex);
    if (!work_console(crew->work, console.bytes, console.length)) {
        pthread_mutex_lock(&crew->mutex);
        wc_interrupt(running->piece.context);
        pthread_mutex_unlock(&crew->mutex);
    }
    free(console.bytes);
    pthread_mutex_lock(&crew->mutex);
}

static void deliver(struct side_by_side *crew)
{
    pthread_mutex_unlock(&crew->mutex);
    crew->pieces->deliver(crew->pieces->user, crew->turn);
    pthread_mutex_lock(&crew->mutex);
    crew->turn++;
    pthread_cond_broadcast(&crew->changed);
}

static void serve(struct side_by_side *crew)
{
    pthread_mutex_lock(&crew->mutex);
    while (crew->turn < (crew->stopped ? crew->claimed : crew->pieces->count)) {
        struct running *running = &crew->all[crew->turn];

        if (interrupt_seen())
            stop(crew);
        if (running->console.length)
            write_console(crew, running);
        else if (running->done)
            deliver(crew);
        else
            look(crew);
    }
    pthread_mutex_unlock(&crew->mutex);
}

/* ---- all of it ---- */

/* Signals are not for the new threads. Returns how many there are. */
static size_t start(struct side_by_side *crew, pthread_t *threads)
{
    size_t count = 0;
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (count < crew->pieces->workers && count < crew->pieces->count &&
           pthread_create(&threads[count], NULL, worker, crew) == 0)
        count++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return count;
}

static void one_by_one(struct work *work, const struct pieces *pieces)
{
    size_t i;

    for (i = 0; i < pieces->count && !interrupt_seen(); i++) {
        const struct piece piece = {i, work->session->context, NULL};

        progress_part(&work->progress, format_text("[%zu/%zu]", i + 1, pieces->count));
        pieces->run(pieces->user, &piece);
        pieces->deliver(pieces->user, i);
    }
}

void side_by_side(struct work *work, const struct pieces *pieces)
{
    struct side_by_side crew = {
        .work = work, .pieces = pieces,
        .mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER,
    };
    pthread_t *threads;
    size_t count = 0, i;

    if (pieces->workers > 1 && pieces->count > 1) {
        threads = reallocate(NULL, pieces->workers * sizeof *threads);
        crew.all = reallocate(NULL, pieces->count * sizeof *crew.all);
        memset(crew.all, 0, pieces->count * sizeof *crew.all);
        count = start(&crew, threads);
        if (count)
            serve(&crew);
        for (i = 0; i < count; i++)
            pthread_join(threads[i], NULL);
        free(crew.all);
        free(threads);
    }
    if (!count)
        one_by_one(work, pieces);
}
