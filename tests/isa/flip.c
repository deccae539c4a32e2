/* SPDX-License-Identifier: Apache-2.0 */
/* flip.c - see flip.h. */
#include "flip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "flip_trial.h"
#include "tests/dice.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { TRIES = 1000 };

/* True if nothing differs but what was predicted; otherwise `why` says it. After a fault there is
 * nothing to compare: it ends the run. */
static bool runs_agree(struct flip_trial *t, struct text *why)
{
    flip_run_second(t);
    if (!flip_same_effect(t)) {
        text_add(why, "changes the effect (kind %u, then %u)", t->first.effect.kind,
                 t->second.effect.kind);
        return false;
    }
    if (t->first.effect.kind == EFFECT_FAULT)
        return true;
    t->copy = t->after;
    flip_each_place(t, &t->predicted, flip_accept);
    flip_accept_memory(t);
    if (flip_all_equal(t, true))
        return true;
    text_add(why, "changes ");
    flip_name_difference(t, why);
    return false;
}

/* Which of the chosen names alone breaks the list? */
static void find_culprit(struct flip_trial *t, struct text *out)
{
    const struct flip_names all = t->chosen;
    memset(t->labels_before, FLIP_CLEAN, flip_bytes(t->flip));
    for (uint32_t name = 0; name < t->flip->isa->name_count; name++) {
        struct text why = {NULL};
        memset(&t->chosen, 0, sizeof t->chosen);
        t->chosen.lanes[name] = all.lanes[name];
        if (all.lanes[name] && flip_run_first(t) && !runs_agree(t, &why))
            text_add(out, "\n  %s alone, lanes 0x%llx: %s", t->flip->isa->register_name(name),
                     (unsigned long long)all.lanes[name], text_string(&why));
        text_free(&why);
    }
}

static void report(struct flip_trial *t, unsigned way, struct text *why)
{
    struct text all = {NULL};
    flip_name_list(t, &all);
    text_add(&all, ": flipping (way %u) %s", way, text_string(why));
    find_culprit(t, &all);
    fail_msg("%s", text_string(&all));
}

static void written_names(const struct flip_trial *t, struct flip_names *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < t->list.writes; i++)
        for (uint32_t k = 0; k < t->list.write[i].count; k++) {
            uint32_t name = t->list.write[i].first + k;
            out->lanes[name] = flip_has_lanes(t->flip, name) ? t->acting : ~0ull;
        }
}

/* What the first run changed, the list says. */
static void assert_writes_are_listed(struct flip_trial *t)
{
    struct flip_names written;
    struct text all = {NULL};
    if (t->first.effect.kind == EFFECT_FAULT)
        return;
    written_names(t, &written);
    t->copy = t->before;
    flip_each_place(t, &written, flip_accept);
    if (flip_all_equal(t, false))
        return;
    flip_name_list(t, &all);
    text_add(&all, ": it changes ");
    flip_name_difference(t, &all);
    fail_msg("%s", text_string(&all));
}

/* Did a register or memory change that was not flipped itself? */
static bool something_changed(struct flip_trial *t)
{
    t->copy = t->after;
    flip_each_place(t, &t->chosen, flip_accept);
    return !flip_all_equal(t, true);
}

struct row_count {
    uint64_t flips;                 /* of all ways */
    uint64_t values, values_matter; /* single names that are values or data */
    uint64_t decides, decides_matter;
};

/* The reverse: does it matter what the list reads? */
static void weigh_reads(struct flip_trial *t, struct row_count *count)
{
    memset(&t->chosen, 0, sizeof t->chosen);
    flip_choose_read(t, READ_DECIDES);
    if (flip_lanes_of_role(t, &t->chosen, READ_DECIDES)) {
        flip_run_first(t);
        flip_run_second(t);
        count->decides++;
        count->decides_matter += !flip_same_effect(t);
    }
    memset(&t->chosen, 0, sizeof t->chosen);
    flip_choose_read(t, READ_VALUE);
    flip_drop_decisions(t);
    if (flip_lanes_of_role(t, &t->chosen, READ_VALUE)) {
        flip_run_first(t);
        flip_run_second(t);
        count->values++;
        count->values_matter += something_changed(t);
    }
}

static void try_way(struct flip_trial *t, unsigned way, struct row_count *count)
{
    struct text why = {NULL};
    flip_choose(t, way);
    t->seed = dice_roll(&t->flip->dice);
    if (!flip_run_first(t))
        return;
    assert_writes_are_listed(t);
    if (!runs_agree(t, &why))
        report(t, way, &why);
    count->flips++;
}

/* The list without a warp says the same, or that it cannot. */
static void take_list(struct flip_trial *t)
{
    struct dependence any = {0};
    t->list = (struct dependence){0};
    t->flip->isa->dependence(&t->insn, NULL, &any);
    t->flip->isa->dependence(&t->insn, t->flip->warp, &t->list);
    t->acting = t->flip->isa->acting(t->flip->warp, &t->insn);
    if (t->list.is_full)
        fail_msg("%s: too many registers for a list", t->insn.op->name);
    if (!any.by_state && memcmp(&any, &t->list, sizeof any))
        fail_msg("%s: the list depends on state", t->insn.op->name);
}

static void try_word(struct flip_trial *t, struct row_count *count)
{
    t->flip->shuffle(t->flip, &t->insn);
    if (t->flip->settle)
        t->flip->settle(t->flip);
    take_list(t);
    t->warp_before = *t->flip->warp;
    flip_save(t->flip, t->before);
    for (unsigned way = 0; way < FLIP_WAYS; way++, flip_restore(t))
        try_way(t, way, count);
    memset(t->labels_before, FLIP_CLEAN, flip_bytes(t->flip));
    weigh_reads(t, count);
}

static bool decode(struct flip_trial *t, size_t row)
{
    for (unsigned i = 0; i < TRIES; i++)
        if (t->flip->decode(t->flip, row, &t->insn))
            return true;
    fail_msg("row %zu: no word is an instruction", row);
    return false;
}

static void add_row(struct flip_count *all, const struct row_count *row, unsigned words)
{
    all->words += words;
    all->flips += row->flips;
    all->values += row->values;
    all->values_matter += row->values_matter;
    all->idle += row->values && !row->values_matter;
    all->mild += row->decides && !row->decides_matter;
}

static struct flip_trial *new_trial(struct flip *flip)
{
    const size_t bytes = flip_bytes(flip);
    struct flip_trial *t = aligned_alloc(64, (sizeof *t + 63) / 64 * 64);
    assert_non_null(t);
    memset(t, 0, sizeof *t);
    t->flip = flip;
    t->before = calloc(4, bytes);
    assert_non_null(t->before);
    t->after = t->before + bytes;
    t->labels_before = t->after + bytes;
    t->labels_after = t->labels_before + bytes;
    assert_true(flip->isa->name_count <= FLIP_NAMES_MAX);
    return t;
}

struct flip_count flip_rows(struct flip *flip, size_t rows, unsigned words)
{
    struct flip_count count = {0};
    struct flip_trial *t = new_trial(flip);
    for (size_t row = 0; row < rows; row++) {
        struct row_count of_row = {0};
        for (unsigned i = 0; i < words && decode(t, row); i++)
            try_word(t, &of_row);
        if (of_row.values && !of_row.values_matter)
            print_message("# %s: its values never changed anything\n", t->insn.op->name);
        if (of_row.decides && !of_row.decides_matter)
            print_message("# %s: what decides never changed the effect\n", t->insn.op->name);
        add_row(&count, &of_row, words);
    }
    free(t->before);
    free(t);
    return count;
}
