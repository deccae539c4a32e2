/* SPDX-License-Identifier: Apache-2.0 */
/* Work-groups that differ: the closed form of their pairs against two slots and two resources that
 * are stepped from event to event. SIMD-49, SIMD-53, SIMD-54, SIMD-57 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bound/sim_d/groups.h"
#include "tests/dice.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { GROUPS_MAX = 9, PHASES_MAX = 10, CLASSES = 4, TRIES = 20000 };

struct stage {
    struct sim_d_group_class list[CLASSES];
    cycle_t phases[CLASSES][PHASES_MAX];
    uint32_t of[GROUPS_MAX];
    struct sim_d_classes classes;
    uint32_t length[GROUPS_MAX]; /* phases that a work-group takes */
};

static void roll(struct stage *s, uint64_t *dice)
{
    const uint32_t count = 2 * (1 + (uint32_t)(dice_roll(dice) % (PHASES_MAX / 2)));
    s->classes = (struct sim_d_classes){.list = s->list, .count = CLASSES, .of = s->of,
                                        .groups = 1 + dice_roll(dice) % GROUPS_MAX};
    for (unsigned i = 0; i < CLASSES; i++) {
        s->list[i] = (struct sim_d_group_class){.phases = {s->phases[i], s->phases[i]},
                                                .count = {count, count},
                                                .shortest = {count, count}};
        for (unsigned k = 0; k < count; k++)
            s->phases[i][k] = 1 + dice_roll(dice) % 50;
    }
    for (unsigned i = 0; i < GROUPS_MAX; i++) {
        s->of[i] = (uint32_t)(dice_roll(dice) % CLASSES);
        s->length[i] = count;
    }
}

static uint32_t between(uint64_t *dice, uint32_t from, uint32_t to)
{
    return from + (uint32_t)(dice_roll(dice) % (to - from + 1));
}

/* Classes have paths of different lengths. */
static void roll_early_ends(struct stage *s, uint64_t *dice)
{
    roll(s, dice);
    for (unsigned i = 0; i < CLASSES; i++) {
        struct sim_d_group_class *of = &s->list[i];
        of->count[0] = of->count[1] = between(dice, 1, PHASES_MAX);
        of->shortest[0] = of->shortest[1] = between(dice, 1, of->count[0]);
        for (unsigned k = 0; k < of->count[0]; k++) {
            s->phases[i][k] = 1 + dice_roll(dice) % 50;
            of->total += s->phases[i][k];
        }
    }
    for (unsigned i = 0; i < GROUPS_MAX; i++) {
        const struct sim_d_group_class *of = &s->list[s->of[i]];
        s->length[i] = between(dice, of->shortest[0], of->count[0]);
    }
}

/* ---- two slots ---- */

struct slot {
    bool busy, accepts;
    uint64_t group;
    uint32_t phase;
    cycle_t asked, end; /* end: of the phase that runs; NEVER: it waits for its resource */
};

struct machine {
    const struct stage *stage;
    struct slot slot[2];
    cycle_t free[2]; /* compute, access */
    uint64_t next;
    uint64_t *dice;  /* NULL: phases take their costs; else some take less, and some are left out */
};

static void load(struct machine *m, unsigned number, cycle_t now)
{
    struct slot *slot = &m->slot[number];
    if (slot->busy || !slot->accepts || m->next == m->stage->classes.groups)
        return;
    *slot = (struct slot){.busy = true, .group = m->next++, .asked = now, .end = NEVER};
}

static cycle_t length_of(const struct machine *m, const struct slot *slot)
{
    cycle_t cost = m->stage->phases[m->stage->of[slot->group]][slot->phase];
    return m->dice ? 1 + dice_roll(m->dice) % cost : cost;
}

/* SIMD-49: a last store opens the other slot when it starts, other ends do when they have ended. */
static bool is_last(const struct machine *m, const struct slot *slot)
{
    return slot->phase + 1 == m->stage->length[slot->group];
}

static void start(struct machine *m, unsigned number)
{
    struct slot *slot = &m->slot[number];
    cycle_t *resource = &m->free[slot->phase % 2];
    slot->end = *resource = later(slot->asked, *resource) + length_of(m, slot);
    if (is_last(m, slot) && slot->phase % 2)
        m->slot[1 - number].accepts = true;
}

/* The slot that may start next: first come, first served. */
static int waiting(const struct machine *m)
{
    int first = -1;
    for (int i = 0; i < 2; i++) {
        const struct slot *slot = &m->slot[i];
        if (slot->busy && slot->end == NEVER &&
            (first < 0 || slot->asked < m->slot[first].asked))
            first = i;
    }
    return first;
}

static int ending(const struct machine *m)
{
    int first = -1;
    for (int i = 0; i < 2; i++) {
        const struct slot *slot = &m->slot[i];
        if (slot->busy && slot->end != NEVER && (first < 0 || slot->end < m->slot[first].end))
            first = i;
    }
    return first;
}

static void end(struct machine *m, unsigned number)
{
    struct slot *slot = &m->slot[number];
    const bool last = is_last(m, slot);
    slot->asked = slot->end;
    slot->end = NEVER;
    if (last && slot->phase % 2 == 0)
        m->slot[1 - number].accepts = true;
    slot->phase++;
    slot->busy = !last;
}

static cycle_t simulate(const struct stage *s, uint64_t *dice)
{
    struct machine m = {.stage = s, .slot = {{.accepts = true}, {.accepts = true}}, .dice = dice};
    cycle_t now = 0;
    for (;;) {
        load(&m, 0, now);
        load(&m, 1, now);
        int number = waiting(&m);
        if (number >= 0) {
            start(&m, (unsigned)number);
            now = later(now, m.slot[number].asked);
            continue;
        }
        number = ending(&m);
        if (number < 0)
            return now;
        now = m.slot[number].end;
        end(&m, (unsigned)number);
    }
}

/* ---- tests ---- */

static void equal_costs_are_reached(void **state)
{
    (void)state;
    uint64_t dice = 1;
    struct stage s;
    for (unsigned i = 0; i < TRIES; i++) {
        roll(&s, &dice);
        assert_int_equal(simulate(&s, NULL), sim_d_classes_pairs(&s.classes, i % 2));
    }
}

static void shorter_phases_end_no_later(void **state)
{
    (void)state;
    uint64_t dice = 2;
    struct stage s;
    for (unsigned i = 0; i < TRIES; i++) {
        roll(&s, &dice);
        assert_true(simulate(&s, &dice) <= sim_d_classes_pairs(&s.classes, i % 2));
    }
}

static void early_ends_are_covered(void **state)
{
    (void)state;
    uint64_t dice = 3;
    struct stage s;
    for (unsigned i = 0; i < 10 * TRIES; i++) {
        roll_early_ends(&s, &dice);
        assert_true(simulate(&s, NULL) <= sim_d_classes_pairs(&s.classes, i % 2));
        assert_true(simulate(&s, &dice) <= sim_d_classes_pairs(&s.classes, i % 2));
    }
}

/* Number 2 ends at once, while number 1 stores: from there on one runs after the other. Number 3
 * may do so, and number 2 after a request. */
static void an_early_end_breaks_pairs(void **state)
{
    (void)state;
    cycle_t long_phases[] = {10, 100, 100, 10}, short_phases[] = {10, 20, 1};
    struct sim_d_group_class list[] = {
        {.phases = {long_phases, long_phases}, .count = {4, 4}, .shortest = {4, 4}, .total = 220},
        {.phases = {short_phases, short_phases}, .count = {1, 1}, .shortest = {1, 1}, .total = 10},
        {.phases = {short_phases, short_phases}, .count = {3, 3}, .shortest = {3, 3}, .total = 31}};
    uint32_t of[] = {0, 0, 1, 0, 0, 0};
    const struct sim_d_classes classes = {.list = list, .count = 3, .of = of, .groups = 6};
    assert_int_equal(sim_d_classes_pairs(&classes, false), 10 + 300 + 10 + 10 + 3 * 220);
    of[2] = 0, of[3] = 1;
    assert_int_equal(sim_d_classes_pairs(&classes, false), 10 + 300 + 10 + 210 + 10 + 300 + 10);
    of[2] = 2, of[3] = 0;
    assert_int_equal(sim_d_classes_pairs(&classes, false),
                     10 + 300 + 10 + 20 + 100 + 100 + 10 + 300 + 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_costs_are_reached),
        cmocka_unit_test(shorter_phases_end_no_later),
        cmocka_unit_test(early_ends_are_covered),
        cmocka_unit_test(an_early_end_breaks_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
