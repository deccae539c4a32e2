/* SPDX-License-Identifier: Apache-2.0 */
/* flip_trial.h - one instruction in one state, run twice: what the files of flip.h share. */
#ifndef WARPCLOCK_TESTS_ISA_FLIP_TRIAL_H
#define WARPCLOCK_TESTS_ISA_FLIP_TRIAL_H

#include "base/text.h"
#include "flip.h"
#include "isa/dependence.h"

/* The label of bytes that differ. As stored, CLEAN is a label of bytes that do not. */
enum { FLIP_LABEL = 1, FLIP_CLEAN = 255 };

/* Lanes of every name; a name without lanes has all or none. */
struct flip_names {
    uint64_t lanes[FLIP_NAMES_MAX];
};

struct flip_result {
    struct effect effect;
    uint32_t lane_target[LANES_MAX];
};

/* One instruction in one state, and what was chosen to differ. */
struct flip_trial {
    struct flip *flip;
    struct insn insn;
    struct dependence list;
    uint64_t acting;
    struct flip_names chosen, predicted;
    uint64_t seed;            /* of the bits that are flipped */
    struct flip_result first, second;
    struct warp warp_before;
    uint8_t *before, *after;  /* all parts, before and after the first run */
    uint8_t *copy;            /* one of the two: the one to compare with */
    uint8_t *labels_before, *labels_after;
};

/* ---- flip_state.c ---- */

size_t flip_bytes(const struct flip *flip); /* of all parts */
void flip_save(const struct flip *flip, uint8_t *to);
void flip_load(const struct flip *flip, const uint8_t *from);
void flip_save_labels(const struct flip *flip, uint8_t *to);
void flip_load_labels(const struct flip *flip, const uint8_t *from);
/* The same byte in a copy of all parts. */
uint8_t *flip_in_copy(const struct flip *flip, uint8_t *copy, const void *at);
uint64_t flip_get(const void *at, unsigned bytes);
void flip_put(void *at, unsigned bytes, uint64_t value);
bool flip_has_lanes(const struct flip *flip, uint32_t name);
unsigned flip_lanes(const struct flip *flip, uint32_t name);

typedef void flip_place_fn(struct flip_trial *t, const struct flip_place *place, uint32_t name,
                           unsigned lane);
/* Every place of the lanes of a set of names. */
void flip_each_place(struct flip_trial *t, const struct flip_names *names, flip_place_fn *see);

/* ---- flip_rule.c ---- */

uint64_t flip_lanes_of_role(const struct flip_trial *t, const struct flip_names *names,
                            enum read_role role);
/* Fills t->predicted, after the first run; `loaded` are the lanes that loaded what differs. */
void flip_predict(struct flip_trial *t, uint64_t loaded);

/* ---- flip_choose.c ---- */

enum { FLIP_WAYS = 6 };
/* Unlisted names, single reads, anything; with and without memory. */
void flip_choose(struct flip_trial *t, unsigned way);
/* One name that is read for that role; -1: for any. */
void flip_choose_read(struct flip_trial *t, int role);
/* Takes out what the list calls a decision. */
void flip_drop_decisions(struct flip_trial *t);

/* ---- flip_run.c ---- */

void flip_restore(struct flip_trial *t);
/* The run as it is, followed by the rule; false if the list calls it a decision. */
bool flip_run_first(struct flip_trial *t);
/* The run with the chosen bits flipped. */
void flip_run_second(struct flip_trial *t);

/* ---- flip_compare.c ---- */

bool flip_same_effect(const struct flip_trial *t);
/* Gives a place the contents of t->copy. */
flip_place_fn flip_accept;
/* ... and the bytes whose labels say that they may differ. */
void flip_accept_memory(struct flip_trial *t);
/* Are the parts equal to t->copy? Memory is of interest, or not. */
bool flip_all_equal(const struct flip_trial *t, bool memory);
/* The first name that differs from t->copy, or the byte if it has no name. */
void flip_name_difference(struct flip_trial *t, struct text *out);
void flip_name_list(const struct flip_trial *t, struct text *out);

#endif
