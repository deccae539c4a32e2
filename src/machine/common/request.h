/* SPDX-License-Identifier: Apache-2.0 */
/* request.h - one memory access in flight: its parts, and when they complete. */
#ifndef WARPCLOCK_MACHINE_COMMON_REQUEST_H
#define WARPCLOCK_MACHINE_COMMON_REQUEST_H

#include "hw/dram.h"
#include "hw/sharedmem.h"
#include "machine/common/partition.h"

struct request {
    struct partition *partition;
    uint32_t slot;
    const struct insn *insn;
    const struct access *access;
    cycle_t now;
    cycle_t sent;   /* its first part */
    cycle_t taken;  /* its last part has been sent */
    cycle_t done;
    const char *by; /* parameter that determined the latency of the last part (PAS-63) */
};

/* A path to the lines of an access. */
struct way {
    struct memory_level *level;
    const char *name;      /* of the level's latency parameter */
    const struct cache *l2;
    const struct dram *dram;
    uint32_t line_bytes;
    cycle_t there, back;   /* cycles to the level and from it */
    uint32_t prefetch;     /* lines after a load that missed; nobody waits for them */
    bool store;
};

/* Adds one answer. */
void request_add(struct request *r, struct memory_answer answer, const char *by);
/* Reports a part of `transactions` to observers. */
void request_tell(const struct request *r, enum event_space space, uint64_t address,
                  uint32_t transactions, struct memory_answer answer);
/* Asks a level, and finds the parameter that determined the latency (PAS-63). */
struct memory_answer request_ask(const struct way *way, uint64_t address, uint32_t bytes,
                                 cycle_t at, const char **by);
/* Asks for the lines of some lanes' bytes, one per cycle. */
void request_lines(struct request *r, const struct way *way, const uint64_t *address,
                   uint64_t mask, uint32_t bytes);
/* Asks shared memory; `extra` cycles are added to its answer. */
void request_shared(struct request *r, struct sharedmem *shared, uint32_t bytes,
                    const uint64_t *address, cycle_t extra, const char *by);
/* Cycles that an atomic takes because lanes share an address. */
cycle_t request_conflict(const struct request *r, uint32_t cycles_each);

#endif
