/* SPDX-License-Identifier: Apache-2.0 */
/* reserve.c - the C library's memory, then the reserve, then patience. */
#include "base/reserve.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef WARPCLOCK_RESERVE_MIB
#define WARPCLOCK_RESERVE_MIB 32
#endif

enum { RESERVE_BYTES = WARPCLOCK_RESERVE_MIB << 20, RESERVE_ALIGN = 64 };

/* Pages of it exist only once they were used. Pieces are handed out one after the other; the place
 * is reused when all of them were given back. */
static struct {
    atomic_flag locked;
    atomic_bool alarm;
    atomic_uint lacking;
    size_t pieces, used; /* pieces that were handed out; bytes of them */
    alignas(RESERVE_ALIGN) unsigned char bytes[RESERVE_BYTES];
} reserve;

static void lock(void)
{
    while (atomic_flag_test_and_set_explicit(&reserve.locked, memory_order_acquire))
        ;
}

static void unlock(void)
{
    atomic_flag_clear_explicit(&reserve.locked, memory_order_release);
}

/* NULL when it does not fit. */
static void *reserve_take(size_t bytes)
{
    void *memory = NULL;
    lock();
    if (bytes <= RESERVE_BYTES - RESERVE_ALIGN && reserve.used <= RESERVE_BYTES - bytes) {
        memory = reserve.bytes + reserve.used;
        size_t end = reserve.used + bytes + !bytes;
        reserve.used = (end + RESERVE_ALIGN - 1) / RESERVE_ALIGN * RESERVE_ALIGN;
        reserve.pieces++;
        reserve.alarm = true;
    }
    unlock();
    return memory ? memset(memory, 0, bytes) : NULL;
}

static bool in_reserve(const void *memory)
{
    return (uintptr_t)memory - (uintptr_t)reserve.bytes < RESERVE_BYTES;
}

static void reserve_give_back(void)
{
    lock();
    if (--reserve.pieces == 0)
        reserve.used = 0;
    unlock();
}

static void wait_for_memory(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 10 * 1000 * 1000}, NULL);
}

void *memory_take(size_t bytes)
{
    for (;;) {
        void *memory = calloc(1, bytes ? bytes : 1);
        if (memory || (memory = reserve_take(bytes)) != NULL)
            return memory;
        wait_for_memory();
    }
}

void *memory_take_aligned(size_t bytes)
{
    for (;;) {
        size_t rows = (bytes + !bytes + RESERVE_ALIGN - 1) / RESERVE_ALIGN;
        void *memory = aligned_alloc(RESERVE_ALIGN, rows * RESERVE_ALIGN);
        if (memory)
            return memset(memory, 0, bytes);
        if ((memory = reserve_take(bytes)) != NULL)
            return memory;
        wait_for_memory();
    }
}

void *memory_grow(void *old, size_t used, size_t bytes)
{
    void *grown = in_reserve(old) ? NULL : realloc(old, bytes);
    if (grown)
        return grown;
    grown = memory_take(bytes);
    if (used)
        memcpy(grown, old, used);
    memory_give_back(old);
    return grown;
}

void memory_give_back(void *memory)
{
    if (in_reserve(memory))
        reserve_give_back();
    else
        free(memory);
}

void memory_lacks(void)
{
    reserve.lacking++;
}

void memory_lacks_no_more(void)
{
    reserve.lacking--;
}

bool memory_lacks_anything(void)
{
    return reserve.lacking != 0;
}

bool memory_is_short(void)
{
    return reserve.alarm || memory_lacks_anything();
}

/* Not while much of the reserve is in use: the rest has to last for the call. */
void memory_try_again(void)
{
    lock();
    if (reserve.alarm && reserve.used < RESERVE_BYTES / 2)
        reserve.alarm = false;
    unlock();
}

enum wc_status memory_probe(struct error *err, size_t bytes)
{
    void *memory = malloc(bytes);
    void *volatile kept = memory; /* or the compiler leaves the pair out */
    free(kept);
    return memory ? memory_check(err) : fail_memory(err);
}

enum wc_status memory_check(struct error *err)
{
    return memory_is_short() ? fail_memory(err) : WC_OK;
}
