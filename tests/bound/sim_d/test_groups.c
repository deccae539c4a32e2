/* SPDX-License-Identifier: Apache-2.0 */
/* Work-groups that differ: the closed form of their pairs against two slots and two resources that
 * are stepped from event to event. SIMD-53, SIMD-54, SIMD-57 */
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
    uint32_t count; /* of phases */
};

static void roll(struct stage *s, uint64_t *dice)
{
    s->count = 2 * (1 + (uint32_t)(dice_roll(dice) % (PHASES_MAX / 2)));
    s->classes = (struct sim_d_classes){.list = s->list, .count = CLASSES, .of = s->of,
                                        .groups = 1 + dice_roll(dice) % GROUPS_MAX};
    for (unsigned i = 0; i < CLASSES; i++) {
        s->list[i] = (struct sim_d_group_class){.phases = {s->phases[i], s->phases[i]},
                                                .count = {s->count, s->count},
                                                .ends_with_store = {true, true}};
        for (unsigned k = 0; k < s->count; k++)
            s->phases[i][k] = 1 + dice_roll(dice) % 50;
    }
    for (unsigned i = 0; i < GROUPS_MAX; i++)
        s->of[i] = (uint32_t)(dice_roll(dice) % CLASSES);
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

static void start(struct machine *m, unsigned number)
{
    struct slot *slot = &m->slot[number];
    cycle_t *resource = &m->free[slot->phase % 2];
    slot->end = *resource = later(slot->asked, *resource) + length_of(m, slot);
    if (slot->phase + 1 == m->stage->count)
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
    slot->asked = slot->end;
    slot->end = NEVER;
    if (++slot->phase == m->stage->count)
        slot->busy = false;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_costs_are_reached),
        cmocka_unit_test(shorter_phases_end_no_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
