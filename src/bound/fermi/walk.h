/* SPDX-License-Identifier: Apache-2.0 */
/* walk.h - every warp of a launch, walked as a stack machine would run it: where lanes may part,
 * one side after the other up to the place where they meet.
 *
 * paths.c  one warp: branches, calls, barriers
 * turns.c  loops
 * walk.c   groups and warps of the launch; their first states
 *
 * A state has the lanes that may be at its instruction. Lanes that no branch has parted issue
 * together, on any of these machines, unless an access is served piece by piece. Whether sides meet
 * again depends on machine and code (places.h): where they may not, lanes are scattered from the
 * meeting place on, and each counts by itself, up to a barrier or an outer meeting place that
 * holds. */
#ifndef WARPCLOCK_BOUND_FERMI_WALK_H
#define WARPCLOCK_BOUND_FERMI_WALK_H

#include "bound/engine/bound.h"
#include "bound/fermi/places.h"
#include "bound/fermi/tally.h"
#include "bound/fermi/turns.h"
#include "bound/rv32/walk.h"

enum { FERMI_PENDING_MAX = 8, FERMI_CALLS_MAX = 64 };

/* The machine's part of a state. */
struct fermi_path_state {
    struct rv32_state isa;
    uint32_t calls;    /* functions that have not returned */
    uint32_t loops;    /* of the program */
    bool scattered;    /* its lanes may be in any number of splits */
    bool open;         /* lanes of the mask may be elsewhere */
    uint64_t turns[];  /* by loop: back edges since it was entered */
};

/* Lanes have parted and will meet. */
struct fermi_frame {
    int32_t meet;    /* instruction; -1: after the call, or at the end of the kernel */
    uint32_t calls;
    bool scattered, open; /* before they parted */
    bool turns;      /* `meet` is the header of a loop that both sides stay in */
    bool fails;      /* the machine may not bring them together there */
    bool portions;   /* ... but all lanes at once, in several splits */
    bool sides;      /* both sides of some branch went another way before they come there */
    struct walk_state *parked; /* at the meeting place */
    struct walk_state *pending[FERMI_PENDING_MAX];
    uint32_t pending_count;
    uint64_t serial, resumed; /* its number; pending states that went on */
};

struct fermi_walk {
    struct walk walk; /* first */
    struct walk_sink sink;
    struct walk_machine machine;
    struct walk_isa isa;
    struct fermi *fermi;
    struct fermi_places places;
    struct fermi_tally *tally;
    struct fermi_latencies latencies;
    struct fermi_alone alone;
    bool hardware;  /* the heap keeps two splits of a warp in order, not more */
    bool cold;      /* the second of them is in the table of cold splits */
    bool merges;    /* lanes that come to it find the sorter free, while no warp has three */
    bool crowded;   /* a warp of the launch may have three */
    /* The warp that is walked. */
    struct walk_state *now;
    struct fermi_frame frame[FERMI_FRAMES_MAX];
    uint32_t frame_count;
    bool thirds;    /* since all were together, its lanes may have been in three splits */
    uint64_t apart; /* instructions since then that count as those of two */
    bool uneven;    /* lanes that were apart met a barrier */
    uint64_t serial; /* of frames */
    struct fermi_turns *turns;  /* by loop */
    uint32_t region;            /* where lanes parted that may go either way; or NO_NODE */
    struct exact_turns around;  /* ... and as it was there */
    uint64_t regions, parted;
    /* The launch: chains of groups. */
    uint64_t waiting_max, waiting_sum, groups;
    uint64_t *length; /* of a group: the longest of any warp, from barrier to barrier */
    uint32_t length_count;
};

static inline struct fermi_path_state *fermi_own(const struct walk_state *state)
{
    return state->own;
}

/* Walks all groups of a launch that the machine is prepared for. */
enum wc_status fermi_walk_launch(struct fermi_walk *walk);

/* paths.c: one warp from its first state to its end; takes the state over. */
enum wc_status fermi_walk_warp(struct fermi_walk *walk, struct walk_state *state);
/* ... is told of an instruction that the current state executes. */
void fermi_walk_node(struct walk_sink *sink, uint32_t index, const struct walk_access *access);

#endif
