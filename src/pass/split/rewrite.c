/* SPDX-License-Identifier: Apache-2.0 */
/* rewrite.c - lays out a function again, with splits, merges and branches added. */
#include "pass/split/rewrite.h"

#include <inttypes.h>

#include "isa/gcn3/gcn3.h"

enum {
    WORD_BYTES = 4,
    WORD_SPLIT = (int)0xBF600000u | (GCN3_EXEC + 1) << 8 | GCN3_EXEC, /* PWS-3 */
    WORD_MERGE = (int)0xBFE00000u,
    WORD_SKIP = (int)0xBF880000u, /* s_cbranch_execz */
};

/* One instruction of the new code. */
struct item {
    uint32_t word[2];
    uint32_t words;
    uint32_t origin;  /* instruction of the old code */
    uint32_t target;  /* of a branch: instruction of the old code, or NO_INSN */
    uint32_t site;    /* of a merge, or of an added branch; NO_SITE: neither */
    uint32_t at;      /* word of the new code */
    bool merges;
};

struct layout {
    struct error *err;
    const struct program *program;
    const struct split_sites *sites;
    const bool *chosen;
    bool tags;
    uint64_t base; /* address of the new code */
    uint32_t first, end;
    struct item *items;
    uint32_t count, words;
    uint32_t *start;    /* by old instruction, from `first` on: the first item for it */
    uint32_t *split_at; /* by site: word of its split */
};

static void add(struct layout *l, struct item item)
{
    item.at = l->words;
    l->words += item.words;
    l->items[l->count++] = item;
}

static void add_word(struct layout *l, uint32_t word, uint32_t origin, uint32_t site, bool merges)
{
    add(l, (struct item){.word = {word}, .words = 1, .origin = origin, .target = NO_INSN,
                         .site = site, .merges = merges});
}

static void add_skip(struct layout *l, uint32_t origin, uint32_t site, uint32_t target)
{
    add(l, (struct item){.word = {(uint32_t)WORD_SKIP}, .words = 1, .origin = origin,
                         .target = target, .site = site});
}

/* Sites come before those inside them, so the innermost merges first. */
static void add_merges(struct layout *l, uint32_t at)
{
    for (uint32_t i = l->sites->count; i--;) {
        if (l->chosen[i] && l->sites->list[i].join == at)
            add_word(l, (uint32_t)WORD_MERGE, at, i, true);
    }
}

static void add_splits(struct layout *l, uint32_t at)
{
    for (uint32_t i = 0; i < l->sites->count; i++) {
        const struct split_site *site = &l->sites->list[i];
        if (!l->chosen[i])
            continue;
        if (at == (site->skip == NO_INSN ? site->then : site->skip)) {
            l->split_at[i] = l->words;
            add_word(l, (uint32_t)WORD_SPLIT, at, i, false);
            if (site->skip == NO_INSN)
                add_skip(l, at, i, site->serial == NO_INSN ? site->join : site->serial);
        }
        if (site->serial != NO_INSN && site->serial_skip == NO_INSN && at == site->otherwise)
            add_skip(l, at, i, site->join);
    }
}

static void add_old(struct layout *l, uint32_t at)
{
    const struct insn *insn = &l->program->insns[at];
    struct item item = {.word = {(uint32_t)insn->bits, (uint32_t)(insn->bits >> 32)},
                        .words = insn->op ? gcn3_of(insn)->bytes / WORD_BYTES : 1, .origin = at,
                        .target = NO_INSN, .site = NO_SITE};
    bool branches = insn->flow == FLOW_BRANCH || insn->flow == FLOW_JUMP;
    if (branches && insn->target >= 0)
        item.target = (uint32_t)insn->target;
    add(l, item);
}

/* Splits and merges that the code has already: marks, at best (PWS-11, PWS-34). */
static bool is_replaced(const struct insn *insn)
{
    return insn->role == ROLE_SPLIT || insn->role == ROLE_JOIN;
}

static void lay_out(struct layout *l)
{
    for (uint32_t at = l->first; at < l->end; at++) {
        l->start[at - l->first] = l->count;
        add_merges(l, at);
        add_splits(l, at);
        if (!is_replaced(&l->program->insns[at]))
            add_old(l, at);
    }
}

/* ---- branches ---- */

static bool is_inside(const struct layout *l, const struct item *item, uint32_t number)
{
    const struct split_site *site = &l->sites->list[number];
    return item->site == number || (item->origin > site->open && item->origin < site->join);
}

/* Where a branch leads: to the first merge of a site that it is in, or past them. */
static uint32_t landing(const struct layout *l, const struct item *from)
{
    uint32_t k = l->start[from->target - l->first];
    while (l->items[k].merges && !is_inside(l, from, l->items[k].site))
        k++;
    return l->items[k].at;
}

static enum wc_status set_branch(const struct layout *l, struct item *item)
{
    const struct insn *insn = &l->program->insns[item->origin];
    if (item->target < l->first || item->target >= l->end)
        return fail(l->err, WC_BAD_INPUT, "0x%" PRIx64 ": a branch out of its function", insn->pc);
    int64_t distance = (int64_t)landing(l, item) - item->at - 1;
    if (distance != (int16_t)distance)
        return fail(l->err, WC_BAD_INPUT, "0x%" PRIx64 ": with splits this branch would be %" PRId64
                    " words long; expected -32768 to 32767", insn->pc, distance);
    item->word[0] = (item->word[0] & 0xFFFF0000u) | (uint16_t)distance;
    return WC_OK;
}

/* ---- addresses relative to the code ---- */

static bool is_named(const struct insn *insn, const char *name)
{
    const char *own = insn->op ? insn->op->name : "";
    while (*own && *own == *name)
        own++, name++;
    return *own == *name;
}

static bool has_literal(const struct item *item, const struct insn *insn, const char *name)
{
    return is_named(insn, name) && item->words == 2 && gcn3_of(insn)->src[1].literal;
}

/* s_getpc_b64, then an addition of 64 bits in two words: the sum stays the same. */
static enum wc_status move_address(const struct layout *l, uint32_t number)
{
    struct item *get = &l->items[number];
    const struct insn *insn = &l->program->insns[get->origin];
    struct item *low = number + 1 < l->count ? &l->items[number + 1] : NULL;
    struct item *high = number + 2 < l->count ? &l->items[number + 2] : NULL;
    if (!high || !has_literal(low, &l->program->insns[low->origin], "s_add_u32") ||
        !has_literal(high, &l->program->insns[high->origin], "s_addc_u32"))
        return fail(l->err, WC_BAD_INPUT, "0x%" PRIx64 ": the use of s_getpc_b64 is not "
                    "understood, so the code cannot be moved", insn->pc);
    uint64_t offset = low->word[1] | (uint64_t)high->word[1] << 32;
    uint64_t target = insn->pc + WORD_BYTES + offset;
    offset = target - (l->base + WORD_BYTES * ((uint64_t)get->at + 1));
    low->word[1] = (uint32_t)offset;
    high->word[1] = (uint32_t)(offset >> 32);
    return WC_OK;
}

static enum wc_status set_targets(const struct layout *l)
{
    enum wc_status status = WC_OK;
    for (uint32_t i = 0; status == WC_OK && i < l->count; i++) {
        struct item *item = &l->items[i];
        if (item->merges && l->tags)
            item->word[0] |= (uint16_t)l->split_at[item->site];
        if (item->target != NO_INSN)
            status = set_branch(l, item);
        else if (is_named(&l->program->insns[item->origin], "s_getpc_b64") && !item->merges &&
                 item->site == NO_SITE)
            status = move_address(l, i);
    }
    return status;
}

/* ---- the result ---- */

static void write_words(const struct layout *l, struct arena *arena, struct rewritten *out)
{
    out->words = arena_array(arena, l->words, sizeof *out->words);
    out->origin = arena_array(arena, l->words, sizeof *out->origin);
    out->count = l->words;
    for (uint32_t i = 0; i < l->count; i++) {
        for (uint32_t k = 0; k < l->items[i].words; k++) {
            out->words[l->items[i].at + k] = l->items[i].word[k];
            out->origin[l->items[i].at + k] = l->items[i].origin;
        }
    }
    for (uint32_t i = 0; i < l->sites->count; i++)
        out->splits += l->chosen[i];
}

enum wc_status split_rewrite(struct error *err, struct arena *arena, const struct program *program,
                             const struct function *function, const struct split_sites *sites,
                             const bool *chosen, bool tags, uint64_t base, struct rewritten *out)
{
    struct layout l = {.err = err, .program = program, .sites = sites, .chosen = chosen,
                       .tags = tags, .base = base};
    const int32_t first = program_index(program, function->base);
    *out = (struct rewritten){0};
    if (first < 0)
        return fail(err, WC_BAD_INPUT, "%s: no code at its address", function->name);
    l.first = l.end = (uint32_t)first;
    while (l.end < program->count && program->insns[l.end].pc - function->base < function->bytes)
        l.end++;
    const uint32_t old = l.end - l.first;
    l.items = arena_array(arena, old + 4u * sites->count + 1, sizeof *l.items);
    l.start = arena_array(arena, old, sizeof *l.start);
    l.split_at = arena_array(arena, sites->count + 1, sizeof *l.split_at);
    lay_out(&l);
    enum wc_status status = set_targets(&l);
    if (status == WC_OK)
        write_words(&l, arena, out);
    return status;
}
