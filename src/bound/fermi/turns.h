/* SPDX-License-Identifier: Apache-2.0 */
/* turns.h - turns of loops that lanes may leave at any time, and bounds.
 *
 * If a turn begins as the one before did, all others up to the bound do. Then one more is walked
 * that stands for all of them: what it adds to the launch's work and to the warp's time counts so
 * many times. */
#ifndef WARPCLOCK_BOUND_FERMI_TURNS_H
#define WARPCLOCK_BOUND_FERMI_TURNS_H

#include "bound/fermi/alone.h"

enum { FERMI_FRAMES_MAX = 96 };

struct fermi_walk;
struct walk_state;

/* Of a frame, as a turn begins. */
struct fermi_frame_shape {
    int32_t meet;
    uint32_t pending;
    uint64_t serial, resumed;
    bool parked; /* lanes wait at the meeting place: a barrier in the turn is not everybody's */
    bool scattered, open, turns, fails, portions, sides;
};

/* What decides, beside the values of lanes, how a turn goes on. Whether lanes are scattered depends
 * on accesses, which silent passes do not see. */
struct fermi_turn_shape {
    uint32_t frames;
    struct fermi_frame_shape frame[FERMI_FRAMES_MAX];
    bool scattered, thirds, uneven;
};

/* A loop in this entry. */
struct fermi_turns {
    struct walk_state *before;     /* when the last turn began; or NULL */
    struct fermi_turn_shape shape; /* ... then */
    bool alike;                    /* that turn began with the values of the one before it */
    uint64_t times;                /* the turn under way stands for so many; or 0 */
    struct fermi_alone_mark mark;  /* as it began */
    uint64_t apart, repeats;
};

/* A state is about to go to the header of a loop, from outside. */
void fermi_turns_enter(struct fermi_walk *walk, struct walk_state *state, uint32_t loop);
/* ... from inside. False: a bound says that it cannot. */
bool fermi_turns_back(struct fermi_walk *walk, struct walk_state *state, uint32_t loop);
/* Lanes of the current state begin another turn of a loop that some may have left. *goes_on becomes
 * false if the loop lacks a bound. */
enum wc_status fermi_turns_begin(struct fermi_walk *walk, uint32_t loop, bool *goes_on);
/* The warp has ended. */
void fermi_turns_end_warp(struct fermi_walk *walk);

/* From the instruction at which lanes part that may go either way, up to where all are together
 * again or have ended. */
void fermi_turns_begin_region(struct fermi_walk *walk, uint32_t index);
void fermi_turns_end_region(struct fermi_walk *walk);

#endif
