/* SPDX-License-Identifier: Apache-2.0 */
/* replay.c - the events of a run on several threads that keep their order at every meeting.
 *
 *     replay THREADS NS < EVENTS
 *
 * A line of EVENTS is `CORE 0`, an instruction, which keeps its thread busy for NS nanoseconds, or
 * `CORE 1`, a meeting, at which the thread waits until the others have passed all events before it.
 * Lines are in the order of one thread. Prints the milliseconds of one thread and of THREADS, the
 * best of some runs: what a simulator with these events could reach on this host, if each thread
 * has a processor. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS_MAX = 16, RUNS = 5, PATIENCE = 20000 };

struct event {
    size_t number; /* in the order of one thread */
    bool meets;
};

struct lane {
    _Alignas(64) atomic_size_t next; /* the number of its next event */
    struct event *events;
    size_t count;
};

struct replay {
    struct lane lanes[THREADS_MAX];
    size_t threads, count;
    unsigned long spins; /* of an instruction */
    pthread_barrier_t start;
};

struct runner {
    struct replay *replay;
    size_t own;
};

static void spin(unsigned long spins)
{
    while (spins--)
        __asm__ volatile("");
}

static double milliseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

static double spins_per_nanosecond(void)
{
    enum { SPINS = 10000000 };
    double best = 0;
    for (int i = 0; i < 5; i++) {
        const double start = milliseconds();
        spin(SPINS);
        const double rate = SPINS / (1e6 * (milliseconds() - start));
        best = rate > best ? rate : best;
    }
    return best;
}

/* Where threads share a processor, the one that is waited for must get it. */
static void meet(struct replay *replay, size_t own, size_t number)
{
    for (size_t i = 0; i < replay->threads; i++) {
        unsigned looks = 0;
        while (i != own &&
               atomic_load_explicit(&replay->lanes[i].next, memory_order_acquire) < number) {
            if (++looks % PATIENCE == 0)
                sched_yield();
        }
    }
}

static void *run(void *user)
{
    const struct runner *runner = user;
    struct replay *replay = runner->replay;
    struct lane *lane = &replay->lanes[runner->own];
    pthread_barrier_wait(&replay->start);
    for (size_t i = 0; i < lane->count; i++) {
        const struct event *event = &lane->events[i];
        if (event->meets)
            meet(replay, runner->own, event->number);
        else
            spin(replay->spins);
        const size_t next = i + 1 < lane->count ? event[1].number : replay->count;
        atomic_store_explicit(&lane->next, next, memory_order_release);
    }
    return NULL;
}

/* Of one run. */
static double measure(struct replay *replay)
{
    pthread_t threads[THREADS_MAX];
    struct runner runners[THREADS_MAX];
    pthread_barrier_init(&replay->start, NULL, (unsigned)replay->threads + 1);
    for (size_t i = 0; i < replay->threads; i++) {
        struct lane *lane = &replay->lanes[i];
        atomic_store(&lane->next, lane->count ? lane->events[0].number : replay->count);
        runners[i] = (struct runner){replay, i};
        if (pthread_create(&threads[i], NULL, run, &runners[i]) != 0)
            exit(1);
    }
    pthread_barrier_wait(&replay->start);
    const double start = milliseconds();
    for (size_t i = 0; i < replay->threads; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&replay->start);
    return milliseconds() - start;
}

static double best(const unsigned char *cores, const unsigned char *meets, size_t count,
                   size_t threads, unsigned long spins)
{
    static struct replay replay;
    double time = 1e300;
    replay.threads = threads;
    replay.count = count;
    replay.spins = spins;
    for (size_t i = 0; i < threads; i++) {
        replay.lanes[i].count = 0;
        replay.lanes[i].events = malloc((count + 1) * sizeof *replay.lanes[i].events);
    }
    for (size_t i = 0; i < count; i++) {
        struct lane *lane = &replay.lanes[cores[i] % threads];
        lane->events[lane->count++] = (struct event){i, meets[i]};
    }
    for (int i = 0; i < RUNS; i++) {
        const double one = measure(&replay);
        time = one < time ? one : time;
    }
    for (size_t i = 0; i < threads; i++)
        free(replay.lanes[i].events);
    return time;
}

int main(int argc, char **argv)
{
    enum { EVENTS_MAX = 10000000 };
    static unsigned char cores[EVENTS_MAX], meets[EVENTS_MAX];
    size_t count = 0;
    unsigned core, meeting;
    const long threads = argc == 3 ? strtol(argv[1], NULL, 10) : 0;
    if (threads < 1 || threads > THREADS_MAX) {
        fprintf(stderr, "usage: replay THREADS NS < EVENTS\n");
        return 2;
    }
    while (count < EVENTS_MAX && scanf("%u %u", &core, &meeting) == 2) {
        cores[count] = (unsigned char)core;
        meets[count++] = meeting != 0;
    }
    const unsigned long spins =
        (unsigned long)(strtod(argv[2], NULL) * spins_per_nanosecond());
    const double one = best(cores, meets, count, 1, spins);
    printf("%.3f %.3f\n", one, best(cores, meets, count, (size_t)threads, spins));
    return 0;
}
