/* SPDX-License-Identifier: Apache-2.0 */
/* alone.h - the longest chain of waits of a warp that has the SM to itself.
 *
 * While all lanes are together, instructions issue in order, one per cycle, when their operands are
 * there. While lanes are apart, any instruction may have to wait for the one before it, whichever
 * split that belongs to: each then takes its full latency (docs/bound.md). */
#ifndef WARPCLOCK_BOUND_FERMI_ALONE_H
#define WARPCLOCK_BOUND_FERMI_ALONE_H

#include "bound/fermi/access.h"

/* What an instruction waits for by itself. */
struct fermi_latencies {
    uint64_t execution; /* from a phase to the first that can use the result */
    uint64_t global;    /* more for a load that misses, its own transactions aside */
    uint64_t atomic;    /* ... for an atomic */
    uint64_t shared;    /* ... for shared memory */
    uint64_t apart;     /* between two instructions of lanes that are apart */
    uint64_t spill;     /* to fetch a cold one of two splits back */
    uint64_t scattered; /* ... and may be in any number of splits */
    uint64_t release;   /* of a barrier */
    uint32_t entries;   /* of the scoreboard */
};

/* `crowded`: some warp of the launch may have more than two splits. */
void fermi_latencies_make(struct fermi_latencies *out, const struct fermi *fermi, bool crowded);

/* How an instruction issues. */
enum fermi_together { FERMI_TOGETHER, FERMI_APART, FERMI_SCATTERED };

struct fermi_alone {
    const struct fermi_latencies *latencies;
    struct arena *arena;
    uint64_t time;     /* first cycle in which the next instruction can issue */
    uint64_t *ready;   /* by register */
    uint32_t registers;
    uint64_t event[SCOREBOARD_ENTRIES_MAX]; /* when instructions in flight are complete */
    uint64_t accessed; /* all accesses are complete */
    uint64_t *length;  /* from barrier to barrier */
    uint32_t count;
    uint64_t repeated; /* ... of turns of loops that were not walked, all together */
};

/* The time at some moment, and the barriers before. */
struct fermi_alone_mark {
    uint64_t time, repeated;
    uint32_t count;
};

void fermi_alone_make(struct fermi_alone *alone, const struct fermi_latencies *latencies,
                      struct arena *arena, uint32_t registers);
/* A warp starts. */
void fermi_alone_start(struct fermi_alone *alone);
/* An instruction issues, `times` times if lanes are scattered. `asked`: its access, or NULL. */
void fermi_alone_issue(struct fermi_alone *alone, const struct insn *insn,
                       const struct fermi_asked *asked, enum fermi_together how, uint64_t times);
/* A split is hot again that may be in memory. */
void fermi_alone_fetch_back(struct fermi_alone *alone);
/* Instructions that were counted as FERMI_APART are FERMI_SCATTERED: once each. */
void fermi_alone_disorder(struct fermi_alone *alone, uint64_t times);
/* A barrier that not all lanes pass releases some of them, so many times. */
void fermi_alone_release(struct fermi_alone *alone, uint64_t times);
/* All latencies end: lanes part, or meet. */
void fermi_alone_drain(struct fermi_alone *alone);
/* A turn of a loop begins, with nothing under way; it has ended, and is made so many times more. */
struct fermi_alone_mark fermi_alone_mark(struct fermi_alone *alone);
void fermi_alone_repeat(struct fermi_alone *alone, const struct fermi_alone_mark *mark,
                        uint64_t times);
/* The warp waits at a barrier that all its lanes pass; or it has ended. */
void fermi_alone_barrier(struct fermi_alone *alone);
void fermi_alone_end(struct fermi_alone *alone);

#endif
