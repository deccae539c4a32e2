/* SPDX-License-Identifier: Apache-2.0 */
/* handover.c - what it costs the host that one thread waits for another.
 *
 * Two threads take turns. The time of a turn is from the store of one thread until the other one
 * has seen it. Prints two numbers for each way to wait: nanoseconds of the best and of the median
 * batch. Without an idle processor for each thread the median is the scheduler's. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BATCHES = 201, TURNS = 2000 };

struct table {
    _Alignas(64) atomic_uint turn;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
};

typedef void wait_fn(struct table *table, unsigned turn);
typedef void pass_fn(struct table *table, unsigned turn);

struct way {
    const char *name;
    wait_fn *wait;
    pass_fn *pass;
};

static void spin_wait(struct table *table, unsigned turn)
{
    while (atomic_load_explicit(&table->turn, memory_order_acquire) != turn)
        ;
}

static void spin_pass(struct table *table, unsigned turn)
{
    atomic_store_explicit(&table->turn, turn, memory_order_release);
}

static void sleep_wait(struct table *table, unsigned turn)
{
    pthread_mutex_lock(&table->mutex);
    while (atomic_load(&table->turn) != turn)
        pthread_cond_wait(&table->changed, &table->mutex);
    pthread_mutex_unlock(&table->mutex);
}

static void sleep_pass(struct table *table, unsigned turn)
{
    pthread_mutex_lock(&table->mutex);
    atomic_store(&table->turn, turn);
    pthread_cond_signal(&table->changed);
    pthread_mutex_unlock(&table->mutex);
}

static const struct way ways[] = {
    {"spin", spin_wait, spin_pass},
    {"sleep", sleep_wait, sleep_pass},
};

struct player {
    struct table *table;
    const struct way *way;
};

/* Takes the odd turns. */
static void *second(void *user)
{
    const struct player *player = user;
    for (unsigned turn = 1; turn < BATCHES * TURNS; turn += 2) {
        player->way->wait(player->table, turn);
        player->way->pass(player->table, turn + 1);
    }
    return NULL;
}

static double nanoseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(const struct way *way)
{
    struct table table = {.mutex = PTHREAD_MUTEX_INITIALIZER,
                          .changed = PTHREAD_COND_INITIALIZER};
    struct player player = {&table, way};
    double batch[BATCHES];
    pthread_t thread;
    if (pthread_create(&thread, NULL, second, &player) != 0)
        exit(1);
    for (unsigned i = 0; i < BATCHES; i++) {
        const double start = nanoseconds();
        for (unsigned turn = i * TURNS; turn < (i + 1) * TURNS; turn += 2) {
            way->wait(&table, turn);
            way->pass(&table, turn + 1);
        }
        batch[i] = (nanoseconds() - start) / TURNS;
    }
    pthread_join(thread, NULL);
    qsort(batch, BATCHES, sizeof *batch, compare);
    printf("%s %.0f %.0f\n", way->name, batch[0], batch[BATCHES / 2]);
}

int main(void)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        measure(&ways[i]);
    return 0;
}
