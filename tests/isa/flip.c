/* SPDX-License-Identifier: Apache-2.0 */
/* flip.c - see flip.h. */
#include "flip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "isa/dependence.h"
#include "memory/port.h"
#include "memory/shadow.h"
#include "tests/dice.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { LABEL = 1, CLEAN = 255, WAYS = 6, TRIES = 1000 };

static bool is_marked(uint8_t label) { return label && label != CLEAN; }

/* Lanes of every name; a name without lanes has all or none. */
struct names {
    uint64_t lanes[FLIP_NAMES_MAX];
};

struct result {
    struct effect effect;
    uint32_t lane_target[LANES_MAX];
};

/* One instruction in one state, and what was chosen to differ. */
struct trial {
    struct flip *flip;
    struct insn insn;
    struct dependence list;
    uint64_t acting;
    struct names chosen, predicted;
    uint64_t seed;            /* of the bits that are flipped */
    struct result first, second;
    struct warp warp_before;
    uint8_t *before, *after;  /* all parts, before and after the first run */
    uint8_t *copy;            /* one of the two: the one to compare with */
    uint8_t *labels_before, *labels_after;
};

/* ---- State ---- */

static size_t total_bytes(const struct flip *flip)
{
    size_t total = 0;
    for (unsigned i = 0; i < flip->parts; i++)
        total += flip->part[i].size;
    return total;
}

static void save(const struct flip *flip, uint8_t *to)
{
    for (unsigned i = 0; i < flip->parts; to += flip->part[i++].size)
        memcpy(to, flip->part[i].bytes, flip->part[i].size);
}

static void load(const struct flip *flip, const uint8_t *from)
{
    for (unsigned i = 0; i < flip->parts; from += flip->part[i++].size)
        memcpy(flip->part[i].bytes, from, flip->part[i].size);
}

static void save_labels(const struct flip *flip, uint8_t *to)
{
    for (unsigned i = 0; i < flip->parts; to += flip->part[i++].size)
        if (flip->part[i].labels)
            memcpy(to, flip->part[i].labels, flip->part[i].size);
}

static void load_labels(const struct flip *flip, const uint8_t *from)
{
    for (unsigned i = 0; i < flip->parts; from += flip->part[i++].size)
        if (flip->part[i].labels)
            memcpy(flip->part[i].labels, from, flip->part[i].size);
}

/* The same byte in a copy of all parts. */
static uint8_t *in_copy(const struct flip *flip, uint8_t *copy, const void *at)
{
    for (unsigned i = 0; i < flip->parts; copy += flip->part[i++].size) {
        size_t offset = (size_t)((const uint8_t *)at - (const uint8_t *)flip->part[i].bytes);
        if (offset < flip->part[i].size)
            return copy + offset;
    }
    fail_msg("a place is outside all parts");
    return NULL;
}

static uint64_t get(const void *at, unsigned bytes)
{
    uint64_t value = 0;
    memcpy(&value, at, bytes);
    return value;
}

static void put(void *at, unsigned bytes, uint64_t value)
{
    memcpy(at, &value, bytes);
}

static bool has_lanes(const struct flip *flip, uint32_t name)
{
    return flip->isa->name_kind(name) == NAME_LANES;
}

static unsigned lane_count_of(const struct flip *flip, uint32_t name)
{
    return has_lanes(flip, name) ? flip->warp->lanes : 1;
}

typedef void place_fn(struct trial *t, const struct flip_place *place, uint32_t name,
                      unsigned lane);

/* Every place of the lanes of a set of names. */
static void each_place(struct trial *t, const struct names *names, place_fn *see)
{
    struct flip_place places[FLIP_PLACES_MAX];
    for (uint32_t name = 0; name < t->flip->isa->name_count; name++)
        for (unsigned lane = 0; names->lanes[name] && lane < lane_count_of(t->flip, name); lane++) {
            if (!(names->lanes[name] >> lane & 1))
                continue;
            unsigned count = t->flip->places(t->flip, name, lane, places);
            for (unsigned i = 0; i < count; i++)
                see(t, &places[i], name, lane);
        }
}

/* ---- The rule ---- */

static uint64_t lanes_of_use(const struct flip *flip, const struct names *names,
                             const struct register_use *use)
{
    uint64_t lanes = 0;
    for (uint32_t name = use->first; name < (uint32_t)use->first + use->count; name++)
        if (names->lanes[name])
            lanes |= has_lanes(flip, name) ? names->lanes[name] : ~0ull;
    return lanes;
}

static uint64_t lanes_of_role(const struct trial *t, const struct names *names,
                              enum read_role role)
{
    uint64_t lanes = 0;
    for (unsigned i = 0; i < t->list.reads; i++)
        if (t->list.read[i].role == role)
            lanes |= lanes_of_use(t->flip, names, &t->list.read[i]);
    return lanes;
}

/* Does a name without lanes differ that is read as a value? */
static bool uniform_value(const struct trial *t)
{
    for (unsigned i = 0; i < t->list.reads; i++)
        for (uint32_t k = 0; k < t->list.read[i].count; k++) {
            uint32_t name = t->list.read[i].first + k;
            if (t->list.read[i].role == READ_VALUE && !has_lanes(t->flip, name) &&
                t->chosen.lanes[name])
                return true;
        }
    return false;
}

/* Lanes whose results may differ. */
static uint64_t value_lanes(const struct trial *t, uint64_t loaded, uint64_t guard)
{
    uint64_t value = lanes_of_role(t, &t->chosen, READ_VALUE) | loaded;
    if (t->list.flow == LANES_ACTIVE && ((value & t->acting) || guard))
        return ~0ull;
    if (t->list.flow == LANES_ALL && (value || guard))
        return ~0ull;
    return value;
}

static void predict(struct trial *t, uint64_t loaded)
{
    const uint64_t guard = lanes_of_role(t, &t->chosen, READ_GUARD);
    const uint64_t value = value_lanes(t, loaded, guard);
    const bool uniform = (value & t->acting) || loaded || guard || uniform_value(t);
    const bool traps = t->first.effect.kind == EFFECT_TRAP; /* instead of writing its target */
    t->predicted = t->chosen;
    for (unsigned i = 0; i < t->list.writes; i++) {
        const struct register_use *use = &t->list.write[i];
        for (uint32_t name = use->first; name < (uint32_t)use->first + use->count; name++) {
            const uint64_t old = t->chosen.lanes[name];
            const enum name_kind kind = t->flip->isa->name_kind(name);
            const bool keeps = use->role != WRITE_WHOLE || kind == NAME_COMMON || traps;
            if (use->role == WRITE_FIXED)
                continue;
            if (kind == NAME_LANES)
                t->predicted.lanes[name] = (old & (keeps ? ~0ull : ~t->acting)) |
                                           (value & t->acting) | guard;
            else if (kind != NAME_FIXED)
                t->predicted.lanes[name] = uniform || (keeps && old) ? ~0ull : 0;
        }
    }
}

/* ---- Choosing what differs ---- */

static bool is_read(const struct trial *t, uint32_t name)
{
    for (unsigned i = 0; i < t->list.reads; i++)
        if (name - t->list.read[i].first < t->list.read[i].count)
            return true;
    return false;
}

static uint64_t roll_lanes(struct trial *t)
{
    uint64_t *dice = &t->flip->dice;
    switch (dice_roll(dice) % 4) {
    case 0:
        return ~0ull;
    case 1:
        return 1ull << dice_roll(dice) % t->flip->warp->lanes;
    default:
        return dice_roll(dice);
    }
}

static void choose(struct trial *t, uint32_t name)
{
    if (t->flip->isa->name_kind(name) != NAME_FIXED)
        t->chosen.lanes[name] |= has_lanes(t->flip, name) ? roll_lanes(t) : ~0ull;
}

/* Those that the list does not read, or any. */
static void choose_names(struct trial *t, bool unlisted, unsigned one_in)
{
    for (uint32_t name = 0; name < t->flip->isa->name_count; name++)
        if (!(unlisted && is_read(t, name)) && dice_roll(&t->flip->dice) % one_in == 0)
            choose(t, name);
}

static void choose_read(struct trial *t, int role)
{
    unsigned first = t->list.reads ? (unsigned)(dice_roll(&t->flip->dice) % t->list.reads) : 0;
    for (unsigned i = 0; i < t->list.reads; i++) {
        const struct register_use *use = &t->list.read[(first + i) % t->list.reads];
        if (role >= 0 && use->role != role)
            continue;
        choose(t, use->first + (uint32_t)(dice_roll(&t->flip->dice) % use->count));
        return;
    }
}

static void choose_memory(struct trial *t)
{
    const unsigned one_in = 1 + (unsigned)(dice_roll(&t->flip->dice) % 3);
    for (unsigned i = 0; i < t->flip->parts; i++)
        for (size_t k = 0; t->flip->part[i].labels && k < t->flip->part[i].size; k++)
            if (dice_roll(&t->flip->dice) % one_in == 0)
                t->flip->part[i].labels[k] = LABEL;
}

/* A choice that the list calls a decision would prove nothing: those lanes are taken out. */
static void drop_decisions(struct trial *t)
{
    for (unsigned i = 0; i < t->list.reads; i++) {
        const struct register_use *use = &t->list.read[i];
        bool guards = use->role == READ_GUARD && t->list.guard_decides;
        if (use->role != READ_DECIDES && !guards)
            continue;
        uint64_t lanes = guards ? t->flip->warp->mask : t->acting;
        for (uint32_t name = use->first; name < (uint32_t)use->first + use->count; name++)
            t->chosen.lanes[name] &= has_lanes(t->flip, name) ? ~lanes : 0;
    }
}

/* Unlisted names, single reads, anything; with and without memory. */
static void choose_some(struct trial *t, unsigned way)
{
    memset(&t->chosen, 0, sizeof t->chosen);
    memset(t->labels_before, 0, total_bytes(t->flip));
    load_labels(t->flip, t->labels_before);
    if (way == 0)
        choose_names(t, true, 1);
    else if (way == 1)
        choose_names(t, true, 2);
    else if (way == 2 || way == 3)
        choose_read(t, -1);
    else
        choose_names(t, false, 2);
    if (way == 3 || way == 5)
        choose_memory(t);
    drop_decisions(t);
    save_labels(t->flip, t->labels_before);
}

/* ---- Running ---- */

static void run(struct trial *t, struct result *out)
{
    struct warp *warp = t->flip->warp;
    memset(out, 0, sizeof *out);
    t->insn.run(warp, &t->insn, &out->effect);
    if (t->flip->apply)
        t->flip->apply(t->flip, &t->insn, &out->effect);
    if (out->effect.lane_target)
        memcpy(out->lane_target, out->effect.lane_target, warp->stride * sizeof(uint32_t));
    if (t->flip->hide)
        t->flip->hide(&t->insn, &out->effect);
}

static void flip_place(struct trial *t, const struct flip_place *place, uint32_t name,
                       unsigned lane)
{
    uint64_t dice = t->seed + name * 977 + lane * 31 + (uintptr_t)place->at % 8;
    uint64_t roll = dice_roll(&dice), bits = roll & place->bits;
    if (roll >> 62 == 0) /* only one */
        bits &= 1ull << (roll >> 56 & 31);
    if (!bits)
        bits = place->bits & -place->bits;
    put(place->at, place->bytes, get(place->at, place->bytes) ^ bits);
}

static void flip_memory(struct trial *t)
{
    const uint8_t *labels = t->labels_before;
    uint64_t dice = t->seed;
    for (unsigned i = 0; i < t->flip->parts; labels += t->flip->part[i++].size)
        for (size_t k = 0; t->flip->part[i].labels && k < t->flip->part[i].size; k++)
            if (labels[k])
                ((uint8_t *)t->flip->part[i].bytes)[k] ^= (uint8_t)dice_roll(&dice);
}

static void restore(struct trial *t)
{
    load(t->flip, t->before);
    load_labels(t->flip, t->labels_before);
    *t->flip->warp = t->warp_before;
}

/* The run as it is, followed by the rule; false if the list calls it a decision. */
static bool run_first(struct trial *t)
{
    struct shadow shadow = {.stored = lanes_of_role(t, &t->chosen, READ_DATA),
                            .stored_label = LABEL};
    restore(t);
    t->flip->warp->memory->shadow = &shadow;
    run(t, &t->first);
    t->flip->warp->memory->shadow = NULL;
    save(t->flip, t->after);
    save_labels(t->flip, t->labels_after);
    predict(t, shadow.loaded);
    return !(t->list.loaded_decides && shadow.loaded) && !shadow.lost;
}

static void run_second(struct trial *t)
{
    restore(t);
    each_place(t, &t->chosen, flip_place);
    flip_memory(t);
    if (t->flip->settle)
        t->flip->settle(t->flip);
    run(t, &t->second);
}

/* ---- Comparing ---- */

static bool same_targets(const struct result *a, const struct result *b, uint64_t lanes)
{
    for (uint64_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        if (a->lane_target[lane] != b->lane_target[lane])
            return false;
    }
    return true;
}

static bool same_access(const struct access *a, const struct access *b)
{
    if (a->kind != b->kind || a->space != b->space || a->bytes != b->bytes || a->mask != b->mask)
        return false;
    for (uint64_t rest = a->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        if (a->address[lane] != b->address[lane])
            return false;
    }
    return true;
}

static bool same_fault(const struct fault *a, const struct fault *b)
{
    return a->kind == b->kind && a->access == b->access && a->space == b->space &&
           a->bytes == b->bytes && a->lane == b->lane && a->address == b->address;
}

static bool same_effect(const struct trial *t)
{
    const struct effect *a = &t->first.effect, *b = &t->second.effect;
    uint64_t goes = a->kind == EFFECT_BRANCH_EACH ? a->taken : t->warp_before.mask;
    return a->kind == b->kind && a->value == b->value && a->count == b->count &&
           a->taken == b->taken && a->target == b->target &&
           !a->lane_target == !b->lane_target &&
           (!a->lane_target || same_targets(&t->first, &t->second, goes)) &&
           (a->kind != EFFECT_FAULT || same_fault(&a->fault, &b->fault)) &&
           (a->kind != EFFECT_MEMORY || same_access(&a->access, &b->access));
}

/* Gives a place the contents of the copy. */
static void accept(struct trial *t, const struct flip_place *place, uint32_t name, unsigned lane)
{
    (void)name;
    (void)lane;
    uint64_t wanted = get(in_copy(t->flip, t->copy, place->at), place->bytes);
    uint64_t now = get(place->at, place->bytes);
    put(place->at, place->bytes, (now & ~place->bits) | (wanted & place->bits));
}

static void accept_memory(struct trial *t)
{
    const uint8_t *labels = t->labels_after, *copy = t->copy;
    for (unsigned i = 0; i < t->flip->parts; i++) {
        const struct flip_part *part = &t->flip->part[i];
        for (size_t k = 0; part->labels && k < part->size; k++)
            if (is_marked(labels[k]))
                ((uint8_t *)part->bytes)[k] = copy[k];
        labels += part->size;
        copy += part->size;
    }
}

/* Are the parts equal to the copy? Memory is of interest, or not. */
static bool all_equal(const struct trial *t, bool memory)
{
    const struct flip *flip = t->flip;
    const uint8_t *copy = t->copy;
    for (unsigned i = 0; i < flip->parts; copy += flip->part[i++].size)
        if ((memory || !flip->part[i].labels) &&
            memcmp(flip->part[i].bytes, copy, flip->part[i].size))
            return false;
    return true;
}

/* ---- Saying what is wrong ---- */

static bool differs(struct trial *t, uint32_t name, unsigned lane)
{
    struct flip_place places[FLIP_PLACES_MAX];
    unsigned count = t->flip->places(t->flip, name, lane, places);
    for (unsigned i = 0; i < count; i++) {
        uint64_t was = get(in_copy(t->flip, t->copy, places[i].at), places[i].bytes);
        if ((was ^ get(places[i].at, places[i].bytes)) & places[i].bits)
            return true;
    }
    return false;
}

static void name_byte(struct trial *t, struct text *out)
{
    const uint8_t *copy = t->copy;
    for (unsigned i = 0; i < t->flip->parts; copy += t->flip->part[i++].size)
        for (size_t k = 0; k < t->flip->part[i].size; k++)
            if (((uint8_t *)t->flip->part[i].bytes)[k] != copy[k]) {
                text_add(out, "byte %zu of %s", k, t->flip->part[i].name);
                return;
            }
}

/* The first name that differs from a copy, or the byte if it has no name. */
static void name_difference(struct trial *t, struct text *out)
{
    for (uint32_t name = 0; name < t->flip->isa->name_count; name++)
        for (unsigned lane = 0; lane < lane_count_of(t->flip, name); lane++)
            if (differs(t, name, lane)) {
                text_add(out, "%s", t->flip->isa->register_name(name));
                if (has_lanes(t->flip, name))
                    text_add(out, " of lane %u", lane);
                return;
            }
    name_byte(t, out);
}

static void name_list(const struct trial *t, struct text *out)
{
    static const char *const roles[] = {"value", "guard", "decides", "data"};
    static const char *const extents[] = {"", "(part)", "(fixed)"};
    text_add(out, "%s 0x%llx reads", t->insn.op ? t->insn.op->name : "illegal",
             (unsigned long long)t->insn.bits);
    for (unsigned i = 0; i < t->list.reads; i++)
        text_add(out, " %s+%u(%s)", t->flip->isa->register_name(t->list.read[i].first),
                 t->list.read[i].count, roles[t->list.read[i].role]);
    text_add(out, ", writes");
    for (unsigned i = 0; i < t->list.writes; i++)
        text_add(out, " %s+%u%s", t->flip->isa->register_name(t->list.write[i].first),
                 t->list.write[i].count, extents[t->list.write[i].role]);
    text_add(out, "; lanes 0x%llx of 0x%llx act", (unsigned long long)t->acting,
             (unsigned long long)t->warp_before.mask);
}

/* ---- The checks ---- */

/* True if nothing differs but what was predicted; otherwise `why` says it. After a fault there is
 * nothing to compare: it ends the run. */
static bool runs_agree(struct trial *t, struct text *why)
{
    run_second(t);
    if (!same_effect(t)) {
        text_add(why, "changes the effect (kind %u, then %u)", t->first.effect.kind,
                 t->second.effect.kind);
        return false;
    }
    if (t->first.effect.kind == EFFECT_FAULT)
        return true;
    t->copy = t->after;
    each_place(t, &t->predicted, accept);
    accept_memory(t);
    if (all_equal(t, true))
        return true;
    text_add(why, "changes ");
    name_difference(t, why);
    return false;
}

/* Which of the chosen names alone breaks the list? */
static void find_culprit(struct trial *t, struct text *out)
{
    const struct names all = t->chosen;
    memset(t->labels_before, 0, total_bytes(t->flip));
    for (uint32_t name = 0; name < t->flip->isa->name_count; name++) {
        struct text why = {NULL};
        memset(&t->chosen, 0, sizeof t->chosen);
        t->chosen.lanes[name] = all.lanes[name];
        if (all.lanes[name] && run_first(t) && !runs_agree(t, &why))
            text_add(out, "\n  %s alone, lanes 0x%llx: %s", t->flip->isa->register_name(name),
                     (unsigned long long)all.lanes[name], text_string(&why));
        text_free(&why);
    }
}

static void report(struct trial *t, unsigned way, struct text *why)
{
    struct text all = {NULL};
    name_list(t, &all);
    text_add(&all, ": flipping (way %u) %s", way, text_string(why));
    find_culprit(t, &all);
    fail_msg("%s", text_string(&all));
}

static void written_names(const struct trial *t, struct names *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < t->list.writes; i++)
        for (uint32_t k = 0; k < t->list.write[i].count; k++) {
            uint32_t name = t->list.write[i].first + k;
            out->lanes[name] = has_lanes(t->flip, name) ? t->acting : ~0ull;
        }
}

/* What the first run changed, the list says. */
static void assert_writes_are_listed(struct trial *t)
{
    struct names written;
    struct text all = {NULL};
    if (t->first.effect.kind == EFFECT_FAULT)
        return;
    written_names(t, &written);
    t->copy = t->before;
    each_place(t, &written, accept);
    if (all_equal(t, false))
        return;
    name_list(t, &all);
    text_add(&all, ": it changes ");
    name_difference(t, &all);
    fail_msg("%s", text_string(&all));
}

/* Did a register or memory change that was not flipped itself? */
static bool something_changed(struct trial *t)
{
    t->copy = t->after;
    each_place(t, &t->chosen, accept);
    return !all_equal(t, true);
}

struct row_count {
    uint64_t flips;                 /* of all ways */
    uint64_t values, values_matter; /* single names that are values or data */
    uint64_t decides, decides_matter;
};

/* The reverse: does it matter what the list reads? */
static void weigh_reads(struct trial *t, struct row_count *count)
{
    memset(&t->chosen, 0, sizeof t->chosen);
    choose_read(t, READ_DECIDES);
    if (lanes_of_role(t, &t->chosen, READ_DECIDES)) {
        run_first(t);
        run_second(t);
        count->decides++;
        count->decides_matter += !same_effect(t);
    }
    memset(&t->chosen, 0, sizeof t->chosen);
    choose_read(t, READ_VALUE);
    drop_decisions(t);
    if (lanes_of_role(t, &t->chosen, READ_VALUE)) {
        run_first(t);
        run_second(t);
        count->values++;
        count->values_matter += something_changed(t);
    }
}

static void try_way(struct trial *t, unsigned way, struct row_count *count)
{
    struct text why = {NULL};
    choose_some(t, way);
    t->seed = dice_roll(&t->flip->dice);
    if (!run_first(t))
        return;
    assert_writes_are_listed(t);
    if (!runs_agree(t, &why))
        report(t, way, &why);
    count->flips++;
}

/* The list without a warp says the same, or that it cannot. */
static void take_list(struct trial *t)
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

static void try_word(struct trial *t, struct row_count *count)
{
    t->flip->shuffle(t->flip, &t->insn);
    if (t->flip->settle)
        t->flip->settle(t->flip);
    take_list(t);
    t->warp_before = *t->flip->warp;
    save(t->flip, t->before);
    for (unsigned way = 0; way < WAYS; way++, restore(t))
        try_way(t, way, count);
    memset(t->labels_before, 0, total_bytes(t->flip));
    weigh_reads(t, count);
}

static bool decode(struct trial *t, size_t row)
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

static struct trial *new_trial(struct flip *flip)
{
    const size_t bytes = total_bytes(flip);
    struct trial *t = aligned_alloc(64, (sizeof *t + 63) / 64 * 64);
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
    struct trial *t = new_trial(flip);
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
