/* SPDX-License-Identifier: Apache-2.0 */
/* test_split.c - wavefronts that split and merge (PWS sections 4.1 and 4.2). */
#include "machine/gcn3/model.h"

#include "gcn3.h"

#include <stdio.h>
#include <string.h>

static struct code split(uint32_t low, uint32_t high)
{
    return any_word(0xbf600000u | high << 8 | low);
}

static struct code split_exec(void)
{
    return split(EXEC, EXEC + 1);
}

static struct code merge(uint32_t tag)
{
    return any_word(0xbfe00000u | tag);
}

/* The lanes with which an instruction issued in a context; 0: it did not. */
static uint64_t lanes_of(const struct rig *rig, uint32_t core, uint32_t slot, uint32_t number)
{
    const struct event *event = rig_issue(rig, core, slot, number);
    return event ? event->mask : 0;
}

static const struct event *event_of(const struct rig *rig, enum event_kind kind, uint32_t nth)
{
    for (size_t i = 0; i < rig->recorder.count; i++) {
        if (rig->recorder.events[i].kind == kind && !nth--)
            return &rig->recorder.events[i];
    }
    return NULL;
}

/* An if with two sides of `length` vector instructions for lanes below 20 and the others; stores
 * 2 or 3 from v10. Splits if asked to. Returns the number of the first instruction of the then
 * side; the first of the else side follows `length` + 3 later. */
static uint32_t add_if(struct rig *rig, uint32_t length, bool splits)
{
    gcn3_add(rig, v_cmp_gt_u32(CONSTANT(20), 0));
    gcn3_add(rig, s_and_saveexec_b64(8, VCC));
    gcn3_add(rig, splits ? split_exec() : s_nop(0));
    gcn3_add(rig, s_cbranch_execz((int32_t)length));
    uint32_t then = gcn3_add(rig, v_mov_b32(10, CONSTANT(2)));
    for (uint32_t i = 1; i < length; i++)
        gcn3_add(rig, v_mov_b32(10, CONSTANT(2)));
    gcn3_add(rig, any_word(0x89fe7e08)); /* s_andn2_b64 exec, s[8:9], exec: the other side */
    gcn3_add(rig, s_nop(0));
    gcn3_add(rig, s_cbranch_execz((int32_t)length));
    for (uint32_t i = 0; i < length; i++)
        gcn3_add(rig, v_mov_b32(10, CONSTANT(3)));
    gcn3_add(rig, splits ? merge(0) : s_nop(0));
    gcn3_add(rig, s_mov_b64(EXEC, 8));
    return then;
}

static void finish_if(struct rig *rig)
{
    gcn3_add_address(rig, 12, 0);
    gcn3_add(rig, flat_store_dword(12, 10));
    gcn3_add(rig, s_endpgm());
}

/* ---- lanes ---- */

/* PWS-5, PWS-6, PWS-9, PWS-10, PWS-17, PWS-20, PWS-22: the paper's figure 5, with its masks. */
static void nested_splits_have_the_masks_of_figure_5(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "splits=2");
    (void)unused;
    gcn3_add(rig, s_mov_b64(12, EXEC));
    gcn3_add(rig, s_mov_b64(EXEC, CONSTANT(13)));
    gcn3_add(rig, split_exec());
    gcn3_add(rig, s_cbranch_execz(11));
    uint32_t a = gcn3_add(rig, v_mov_b32(1, CONSTANT(1)));
    gcn3_add(rig, s_mov_b64(EXEC, CONSTANT(12)));
    gcn3_add(rig, split_exec());
    gcn3_add(rig, s_cbranch_execz(1));
    uint32_t b = gcn3_add(rig, v_mov_b32(1, CONSTANT(2)));
    gcn3_add(rig, s_mov_b64(EXEC, CONSTANT(1)));
    gcn3_add(rig, s_cbranch_execz(1));
    uint32_t c = gcn3_add(rig, v_mov_b32(1, CONSTANT(3)));
    gcn3_add(rig, merge(0));
    gcn3_add(rig, s_mov_b64(EXEC, CONSTANT(13)));
    uint32_t d = gcn3_add(rig, v_mov_b32(1, CONSTANT(4)));
    gcn3_add(rig, s_mov_b64(EXEC, CONSTANT(2)));
    gcn3_add(rig, s_cbranch_execz(1));
    uint32_t e = gcn3_add(rig, v_mov_b32(1, CONSTANT(5)));
    gcn3_add(rig, merge(0));
    gcn3_add(rig, s_mov_b64(EXEC, 12));
    uint32_t f = gcn3_add(rig, v_mov_b32(2, CONSTANT(6)));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 4);
    /* SIMD 0; its SpSIMDs are numbers 4 and 8. The second split is the original's, too. */
    assert_int_equal(lanes_of(rig, 0, 0, a), 0xd);
    assert_int_equal(lanes_of(rig, 0, 0, b), 0xc);
    assert_int_equal(lanes_of(rig, 8, 0, c), 0x1);
    assert_int_equal(lanes_of(rig, 0, 0, d), 0xd);
    assert_int_equal(lanes_of(rig, 4, 0, e), 0x2);
    assert_int_equal(lanes_of(rig, 0, 0, f), 0xf);
    for (uint32_t number = a; number <= f; number++)
        assert_true(rig_issues(rig, number) <= 3);
    assert_int_equal(rig_count(rig, STAT_GCN3_SPLITS), 2);
    assert_int_equal(rig_count(rig, STAT_GCN3_MERGES), 2);
    rig_free(rig);
}

/* PWS-7, PWS-10, PWS-19: both sides run, in different contexts, and write the same vector register;
 * what follows the merge sees all lanes. */
static void sides_run_in_contexts_of_their_own(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "splits=1");
    (void)unused;
    uint32_t then = add_if(rig, 4, true);
    finish_if(rig);
    rig_run(rig, 2, 128);
    for (uint32_t i = 0; i < 128; i++)
        assert_int_equal(rig->out_words[i], i < 20 ? 2 : 3);
    assert_int_equal(lanes_of(rig, 0, 0, then), 0xfffff);
    assert_int_equal(lanes_of(rig, 4, 0, then), 0);
    assert_int_equal(lanes_of(rig, 4, 0, then + 4 + 3), 0xfffffffffff00000);
    assert_int_equal(lanes_of(rig, 0, 0, then + 4 + 3), 0);
    /* The second wavefront has no lane below 20: its child gets all lanes (PWS-12). */
    assert_int_equal(lanes_of(rig, 5, 0, then + 4 + 3), ~0ull);
    assert_int_equal(rig_count(rig, STAT_GCN3_SPLITS), 4);
    rig_free(rig);
}

/* A functional run does not split and leaves the same memory. */
static void a_functional_run_leaves_the_same_memory(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "");
    (void)unused;
    add_if(rig, 3, true);
    finish_if(rig);
    rig_expect_ok(rig, rig_run_functional(rig, 1, 64));
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(rig->out_words[i], i < 20 ? 2 : 3);
    rig_free(rig);
}

/* ---- time ---- */

static cycle_t cycles_of(const char *settings, uint32_t length, bool splits)
{
    struct rig *rig = gcn3_rig("gcn3-pws", settings);
    add_if(rig, length, splits);
    finish_if(rig);
    rig_run(rig, 1, 64);
    cycle_t cycles = rig_count(rig, STAT_CYCLES);
    rig_free(rig);
    return cycles;
}

/* PWS-23: two sides of L cycles take L, and the time of the split and the merge. */
static void sides_of_a_split_branch_take_the_time_of_one(void **unused)
{
    enum { LENGTH = 200, E_S = 4 + 1, E_M = 4, REFETCH = 200 };
    (void)unused;
    cycle_t alone = cycles_of("", LENGTH, false), both = cycles_of("", LENGTH, true);
    assert_true(both <= alone - LENGTH * 4 + E_S + E_M + REFETCH);
    assert_true(both > LENGTH * 4);
    assert_int_equal(cycles_of("splits=0", LENGTH, true), cycles_of("splits=0", LENGTH, false));
}

/* PWS-21, A14: the parts start after the scalar registers are copied. */
static void a_split_takes_the_time_of_the_copy(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "split.cycles=7 split.copied=2 merge.cycles=9");
    (void)unused;
    uint32_t then = add_if(rig, 2, true);
    finish_if(rig);
    rig_run(rig, 1, 64);
    const uint32_t sgprs = 16;
    const struct event *event = event_of(rig, EVENT_SPLIT, 0);
    assert_non_null(event);
    assert_int_equal(event->until - event->cycle, 7 + sgprs / 2);
    assert_int_equal(event->other_core, 4);
    assert_true(rig_cycle(rig, 0, 0, then - 1) >= event->until);
    assert_true(rig_count(rig, STAT_GCN3_SPLIT_CYCLES_MAX) >= 7 + sgprs / 2);
    event = event_of(rig, EVENT_MERGE, 0);
    assert_non_null(event);
    assert_int_equal(event->until - event->cycle, 9);
    assert_int_equal(event->other_core, 0);
    assert_true(rig_cycle(rig, 0, 0, then + 2 + 3 + 2 + 1) >= event->until);
    rig_free(rig);
}

/* PWS-12h: a split waits for loads. */
static void a_split_waits_until_memory_is_drained(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "");
    (void)unused;
    gcn3_add_address(rig, 14, 0);
    uint32_t load = gcn3_add(rig, flat_load_dword(16, 14));
    uint32_t then = add_if(rig, 2, true);
    finish_if(rig);
    rig_run(rig, 1, 64);
    cycle_t split_at = rig_cycle(rig, 0, 0, then - 2);
    assert_true(split_at >= rig_issue(rig, 0, 0, load)->until);
    assert_true(rig_count(rig, STAT_GCN3_SPLIT_CYCLES_MAX) > 100);
    rig_free(rig);
}

/* ---- contexts ---- */

/* PWS-18, PWS-21: a merged child's context serves the next split. */
static void a_context_is_used_again_after_a_merge(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "splits=1");
    (void)unused;
    for (unsigned i = 0; i < 5; i++)
        add_if(rig, 2, true);
    finish_if(rig);
    rig_run(rig, 1, 64);
    assert_int_equal(rig_count(rig, STAT_GCN3_SPLITS), 5);
    assert_int_equal(rig_count(rig, STAT_GCN3_SPLIT_DENIED), 0);
    rig_free(rig);
}

/* PWS-14, PWS-16, PWS-17, PWS-18: children run on the SpSIMDs of their SIMD, in the context of
 * their number. SpSIMD k of SIMD i is number i + 4 * k of its compute unit; the base has k = 0. */
static void children_stay_with_the_group_of_their_simd(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "splits=3");
    (void)unused;
    add_if(rig, 6, true);
    finish_if(rig);
    rig_run(rig, 8, 640);
    uint32_t splits = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind != EVENT_SPLIT)
            continue;
        splits++;
        assert_int_equal(event->core % 16 / 4, 0);
        assert_int_equal(event->other_core / 16, event->core / 16);
        assert_int_equal(event->other_core % 4, event->core % 4);
        assert_in_range(event->other_core % 16 / 4, 1, 3);
        assert_int_equal(event->other, event->warp);
    }
    assert_int_equal(splits, 80);
    rig_free(rig);
}

/* A split inside the then side of another one. */
static void add_nested(struct rig *rig)
{
    gcn3_add(rig, v_mov_b32(10, CONSTANT(1)));
    gcn3_add(rig, v_cmp_gt_u32(CONSTANT(30), 0));
    gcn3_add(rig, s_and_saveexec_b64(14, VCC));
    gcn3_add(rig, split_exec());
    gcn3_add(rig, s_cbranch_execz(14));
    add_if(rig, 2, true); /* 14 words: two are the address of nothing */
    gcn3_add(rig, s_nop(0));
    gcn3_add(rig, merge(0));
    gcn3_add(rig, s_mov_b64(EXEC, 14));
    finish_if(rig);
}

static void expect_nested(const struct rig *rig)
{
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(rig->out_words[i], i < 20 ? 2 : i < 30 ? 3 : 1);
}

/* PWS-12b: a denied split is an error, or both sides follow each other and the merge knows. */
static void a_split_without_a_context_is_denied(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "splits=1");
    (void)unused;
    add_nested(rig);
    assert_int_equal(rig_try(rig, 1, 64, false), WC_KERNEL_FAULT);
    rig_expect_words(rig, "no context is free for this split");
    rig_free(rig);
    rig = gcn3_rig("gcn3-pws", "splits=1 split.strict=false");
    add_nested(rig);
    rig_run(rig, 1, 64);
    expect_nested(rig);
    assert_int_equal(rig_count(rig, STAT_GCN3_SPLIT_DENIED), 1);
    assert_int_equal(rig_count(rig, STAT_GCN3_MERGES), 1);
    rig_free(rig);
    rig = gcn3_rig("gcn3-pws", "splits=2");
    add_nested(rig);
    rig_run(rig, 1, 64);
    expect_nested(rig);
    assert_int_equal(rig_count(rig, STAT_GCN3_MERGES), 2);
    rig_free(rig);
}

/* PWS-12g */
static void without_spsimds_a_split_does_nothing(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "splits=0");
    (void)unused;
    add_nested(rig);
    rig_run(rig, 1, 64);
    expect_nested(rig);
    assert_int_equal(rig_count(rig, STAT_GCN3_SPLITS), 0);
    rig_free(rig);
}

/* PWS-24: children of two wavefronts on one SpSIMD: the older wavefront's child is through before
 * the other one's ends, or they move together. */
static void children_are_scheduled_like_wavefronts(void **unused)
{
    enum { LENGTH = 16 };
    static const char *const policies[] = {"oldest", "lrr"};
    cycle_t apart[2];
    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        char settings[128];
        snprintf(settings, sizeof settings,
                 "cus=1 cu.simds=1 splits=1 issue.turn=1 dispatch.wave=0 scheduler=%s",
                 policies[i]);
        struct rig *rig = gcn3_rig("gcn3-pws", settings);
        uint32_t last = add_if(rig, LENGTH, true) + 2 * LENGTH + 2;
        finish_if(rig);
        rig_run(rig, 1, 128);
        assert_true(rig_cycle(rig, 1, 0, last) < rig_cycle(rig, 1, 1, last));
        apart[i] = rig_cycle(rig, 1, 1, last) - rig_cycle(rig, 1, 0, last);
        rig_free(rig);
    }
    assert_int_equal(apart[1], 4);
    assert_true(apart[0] > 4);
}

/* PWS-25: parts share vector registers; scalar registers are their own, and those of the parent
 * stay. */
static void parts_own_their_scalar_registers(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "splits=1");
    (void)unused;
    gcn3_add(rig, v_mov_b32(11, CONSTANT(0)));
    gcn3_add(rig, v_cmp_gt_u32(CONSTANT(20), 0));
    gcn3_add(rig, s_and_saveexec_b64(8, VCC));
    gcn3_add(rig, split_exec());
    gcn3_add(rig, s_cbranch_execz(1));
    gcn3_add(rig, s_mov_b64(20, CONSTANT(5)));
    gcn3_add(rig, any_word(0x89fe7e08)); /* s_andn2_b64 exec, s[8:9], exec */
    gcn3_add(rig, s_cbranch_execz(2));
    gcn3_add(rig, s_mov_b64(20, CONSTANT(7)));
    gcn3_add(rig, v_mov_b32(11, CONSTANT(9)));
    gcn3_add(rig, merge(0));
    gcn3_add(rig, s_mov_b64(EXEC, 8));
    gcn3_add(rig, v_add_u32(10, 20, 11));
    finish_if(rig);
    rig_run(rig, 1, 64);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(rig->out_words[i], i < 20 ? 5 : 5 + 9);
    rig_free(rig);
}

/* ---- DWS ---- */

/* A divergent branch as compilers write it (pass/split/sites.h), in scalar registers from `saved`
 * on: lanes below `limit` run `then` words, the others `otherwise` words. */
static void add_open(struct rig *rig, uint32_t saved, uint32_t limit, uint32_t then)
{
    gcn3_add(rig, v_cmp_gt_u32(CONSTANT(limit), 0));
    gcn3_add(rig, s_and_saveexec_b64(saved, VCC));
    gcn3_add(rig, any_word(0x88800000u | (saved + 2) << 16 | saved << 8 | EXEC)); /* s_xor_b64 */
    gcn3_add(rig, s_cbranch_execz((int32_t)then));
}

static void add_otherwise(struct rig *rig, uint32_t saved, uint32_t otherwise)
{
    /* s_andn2_saveexec_b64 */
    gcn3_add(rig, any_word(0xbe802300u | (saved + 4) << 16 | (saved + 2)));
    gcn3_add(rig, s_cbranch_execz((int32_t)otherwise));
}

static void add_join(struct rig *rig, uint32_t saved)
{
    gcn3_add(rig, any_word(0x87800000u | EXEC << 16 | (saved + 4) << 8 | EXEC)); /* s_or_b64 */
}

static uint32_t add_block(struct rig *rig, uint32_t length, uint32_t value)
{
    uint32_t first = gcn3_add(rig, v_mov_b32(10, CONSTANT(value)));
    for (uint32_t i = 1; i < length; i++)
        gcn3_add(rig, v_mov_b32(10, CONSTANT(value)));
    return first;
}

/* Returns the first instruction of the else side. */
static uint32_t add_branch(struct rig *rig, uint32_t saved, uint32_t limit, uint32_t length)
{
    add_open(rig, saved, limit, length);
    add_block(rig, length, 2);
    add_otherwise(rig, saved, length);
    uint32_t otherwise = add_block(rig, length, 3);
    add_join(rig, saved);
    return otherwise;
}

/* PWS-28: where lanes diverge, on a context of the compute unit that any wavefront could have;
 * where they do not, nothing happens. */
static void divergent_branches_split_by_themselves(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-dws", "");
    (void)unused;
    uint32_t otherwise = add_branch(rig, 8, 20, 4);
    finish_if(rig);
    rig_run(rig, 1, 128); /* the second wavefront has no lane below 20 */
    for (uint32_t i = 0; i < 128; i++)
        assert_int_equal(rig->out_words[i], i < 20 ? 2 : 3);
    assert_int_equal(rig_count(rig, STAT_GCN3_SPLITS), 1);
    assert_int_equal(rig_count(rig, STAT_GCN3_MERGES), 1);
    const struct event *event = event_of(rig, EVENT_SPLIT, 0);
    assert_true(event->core == 0 && event->other_core > 0 && event->other_core < 4);
    assert_int_equal(lanes_of(rig, event->other_core, event->other, otherwise),
                     0xfffffffffff00000);
    rig_free(rig);
}

/* A branch inside the then side of another one. */
static void add_nested_branches(struct rig *rig)
{
    add_open(rig, 8, 30, 4 + 2 + 2 + 2 + 1);
    add_branch(rig, 16, 20, 2);
    add_otherwise(rig, 8, 1);
    add_block(rig, 1, 1);
    add_join(rig, 8);
    finish_if(rig);
}

/* PWS-28: at most S parts, and none without a free context: then sides follow each other. */
static void splits_without_a_context_follow_each_other(void **unused)
{
    static const struct {
        const char *settings;
        uint32_t splits, denied;
    } cases[] = {{"", 2, 0}, {"splits=1", 1, 1}, {"cus=1 cu.simds=1 simd.waves=1", 0, 2},
                 {"cus=1 cu.simds=1 simd.waves=2", 1, 1}};
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rig *rig = gcn3_rig("gcn3-dws", cases[i].settings);
        add_nested_branches(rig);
        rig_run(rig, 1, 64);
        expect_nested(rig);
        assert_int_equal(rig_count(rig, STAT_GCN3_SPLITS), cases[i].splits);
        assert_int_equal(rig_count(rig, STAT_GCN3_MERGES), cases[i].splits);
        assert_int_equal(rig_count(rig, STAT_GCN3_SPLIT_DENIED), cases[i].denied);
        rig_free(rig);
    }
}

/* PWS-28, PWS-29: the paper's figure 2, with vector units so slow that nothing else counts. Returns
 * its time in units of one block of cost 1. */
static double time_of_figure_2(const char *settings)
{
    enum { UNIT = 20, CYCLES = 64 * UNIT };
    char all[64];
    snprintf(all, sizeof all, "valu.alu.lanes=1 %s", settings);
    struct rig *rig = gcn3_rig("gcn3-dws", all);
    add_block(rig, 1 * UNIT, 1);
    add_open(rig, 8, 3, (2 + 3 + 3 + 2) * UNIT + 4 + 2 + 1);
    add_block(rig, 2 * UNIT, 2);
    add_branch(rig, 16, 1, 3 * UNIT);
    add_block(rig, 2 * UNIT, 5);
    add_otherwise(rig, 8, 2 * UNIT);
    add_block(rig, 2 * UNIT, 6);
    add_join(rig, 8);
    add_block(rig, 1 * UNIT, 7);
    add_branch(rig, 8, 2, 2 * UNIT);
    add_block(rig, 2 * UNIT, 10);
    finish_if(rig);
    rig_run(rig, 1, 4);
    double time = (double)rig_count(rig, STAT_CYCLES) / CYCLES;
    rig_free(rig);
    return time;
}

static void the_papers_example_takes_13_or_20(void **unused)
{
    (void)unused;
    double best = time_of_figure_2(""), one_simd = time_of_figure_2("cus=1 cu.simds=1");
    double serial = time_of_figure_2("splits=0");
    assert_true(best >= 13 && best < 14);
    assert_true(one_simd >= 20 && one_simd < 21);
    assert_true(serial >= 20 && serial < 21);
}

/* ---- what goes wrong ---- */

/* PWS-12c */
static void a_merge_without_a_split_does_nothing(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "");
    (void)unused;
    gcn3_add(rig, merge(0));
    add_if(rig, 2, true);
    finish_if(rig);
    rig_run(rig, 1, 64);
    assert_int_equal(rig_count(rig, STAT_GCN3_MERGE_UNPAIRED), 1);
    assert_int_equal(rig_count(rig, STAT_GCN3_MERGES), 1);
    rig_free(rig);
}

/* PWS-12d */
static void partners_at_different_merges_are_an_error(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "");
    (void)unused;
    gcn3_add(rig, s_mov_b64(EXEC, CONSTANT(7)));
    gcn3_add(rig, split_exec());
    gcn3_add(rig, s_cbranch_execz(1));
    gcn3_add(rig, merge(0));
    gcn3_add(rig, merge(0));
    gcn3_add(rig, s_endpgm());
    assert_int_equal(rig_try(rig, 1, 64, false), WC_KERNEL_FAULT);
    rig_expect_words(rig, "unbalanced merge");
    rig_free(rig);
}

/* PWS-8: a merge with the number of another split does nothing. */
static void a_merge_with_a_tag_ends_only_its_split(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "");
    (void)unused;
    gcn3_add(rig, s_mov_b64(8, EXEC));
    gcn3_add(rig, s_mov_b64(EXEC, CONSTANT(7)));
    gcn3_add(rig, split_exec()); /* number 2 */
    gcn3_add(rig, merge(9));
    uint32_t apart = gcn3_add(rig, v_mov_b32(1, CONSTANT(1)));
    gcn3_add(rig, merge(2));
    gcn3_add(rig, s_mov_b64(EXEC, 8));
    uint32_t together = gcn3_add(rig, v_mov_b32(1, CONSTANT(1)));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 64);
    assert_int_equal(rig_issues(rig, apart), 2);
    assert_int_equal(rig_issues(rig, together), 1);
    rig_free(rig);
}

static void add_end_in_else(struct rig *rig)
{
    gcn3_add_address(rig, 12, 0);
    gcn3_add(rig, v_mov_b32(10, CONSTANT(5)));
    gcn3_add(rig, flat_store_dword(12, 10));
    gcn3_add(rig, s_mov_b64(8, EXEC));
    gcn3_add(rig, s_mov_b64(EXEC, CONSTANT(7)));
    gcn3_add(rig, split_exec());
    gcn3_add(rig, s_cbranch_execz(6));
    gcn3_add(rig, v_mov_b32(10, CONSTANT(6)));
    gcn3_add(rig, merge(0));
    gcn3_add(rig, s_mov_b64(EXEC, 8));
    gcn3_add(rig, flat_store_dword(12, 10));
    gcn3_add(rig, s_endpgm());
    gcn3_add(rig, s_endpgm()); /* of the child */
}

/* PWS-12e */
static void a_part_that_ends_takes_its_lanes_along(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "");
    (void)unused;
    add_end_in_else(rig);
    assert_int_equal(rig_try(rig, 1, 64, false), WC_KERNEL_FAULT);
    rig_expect_words(rig, "ends before it has merged");
    rig_free(rig);
    rig = gcn3_rig("gcn3-pws", "split.strict=false");
    add_end_in_else(rig);
    rig_run(rig, 2, 64);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(rig->out_words[i], i < 3 ? 6 : 5);
    rig_free(rig);
}

/* The parent ends first: the wavefront ends with its child. */
static void the_last_part_ends_the_wavefront(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "split.strict=false");
    (void)unused;
    gcn3_add(rig, s_mov_b64(EXEC, CONSTANT(7)));
    gcn3_add(rig, split_exec());
    gcn3_add(rig, s_cbranch_execz(1));
    gcn3_add(rig, s_endpgm());
    for (unsigned i = 0; i < 50; i++)
        gcn3_add(rig, s_nop(0));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 3, 128);
    assert_int_equal(rig_count(rig, STAT_GCN3_SPLITS), 6);
    rig_free(rig);
}

static void add_barrier_in_region(struct rig *rig)
{
    gcn3_add(rig, s_mov_b64(EXEC, CONSTANT(7)));
    gcn3_add(rig, split_exec());
    gcn3_add(rig, s_cbranch_execz(3));
    gcn3_add(rig, s_nop(15));
    gcn3_add(rig, s_nop(15));
    gcn3_add(rig, s_nop(15));
    gcn3_add(rig, s_barrier());
    gcn3_add(rig, merge(0));
    gcn3_add(rig, s_endpgm());
}

/* PWS-12f, PWS-25 */
static void a_barrier_waits_for_all_parts(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "");
    (void)unused;
    add_barrier_in_region(rig);
    assert_int_equal(rig_try(rig, 1, 128, false), WC_KERNEL_FAULT);
    rig_expect_words(rig, "a barrier between a split and its merge");
    rig_free(rig);
    rig = gcn3_rig("gcn3-pws", "split.strict=false");
    add_barrier_in_region(rig);
    rig_run(rig, 2, 128);
    assert_int_equal(rig_count(rig, STAT_GCN3_MERGES), 4);
    assert_int_equal(rig_count(rig, STAT_BARRIERS), 8);
    rig_free(rig);
}

/* PWS-12i */
static void a_jump_inside_a_region_is_an_error(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "");
    (void)unused;
    gcn3_add(rig, s_mov_b64(EXEC, CONSTANT(7)));
    gcn3_add(rig, split_exec());
    gcn3_add(rig, any_word(0xbe881c00)); /* s_getpc_b64 s[8:9] */
    gcn3_add(rig, s_setpc_b64(8));
    gcn3_add(rig, s_endpgm());
    assert_int_equal(rig_try(rig, 1, 64, false), WC_KERNEL_FAULT);
    rig_expect_words(rig, "a jump between a split and its merge");
    rig_free(rig);
}

static void a_merge_that_the_partner_never_reaches_is_a_deadlock(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3-pws", "split.strict=false splits=2");
    (void)unused;
    gcn3_add(rig, s_mov_b64(EXEC, CONSTANT(7)));
    gcn3_add(rig, split_exec());
    gcn3_add(rig, split_exec());
    gcn3_add(rig, s_cbranch_execz(1));
    gcn3_add(rig, merge(0)); /* the original waits here for a child that splits once more */
    gcn3_add(rig, merge(0));
    gcn3_add(rig, s_endpgm());
    enum wc_status status = rig_try(rig, 1, 64, false);
    assert_true(status == WC_DEADLOCK || status == WC_KERNEL_FAULT);
    rig_expect_words(rig, "merge");
    rig_free(rig);
}

/* PWS-13: a mask computed in a region: the parent's register stays, or gets the child's lanes. */
static void lane_masks_are_merged_if_asked_for(void **unused)
{
    (void)unused;
    for (unsigned way = 0; way < 2; way++) {
        struct rig *rig = gcn3_rig("gcn3-pws", way ? "split.lane_masks=true" : "");
        gcn3_add(rig, s_mov_b64(20, EXEC));
        gcn3_add(rig, s_mov_b64(EXEC, CONSTANT(15)));
        gcn3_add(rig, split_exec());
        gcn3_add(rig, s_mov_b64(EXEC, 20));
        gcn3_add(rig, v_cmp_gt_u32(CONSTANT(64), 0)); /* VCC: all own lanes */
        gcn3_add(rig, merge(0));
        gcn3_add(rig, v_mov_b32(10, CONSTANT(1)));
        gcn3_add(rig, s_mov_b64(EXEC, VCC));
        gcn3_add(rig, v_mov_b32(10, CONSTANT(2)));
        gcn3_add(rig, s_mov_b64(EXEC, 20));
        finish_if(rig);
        rig_run(rig, 1, 64);
        for (uint32_t i = 0; i < 64; i++)
            assert_int_equal(rig->out_words[i], i < 4 || way ? 2 : 1);
        rig_free(rig);
    }
}

/* ---- how many units ---- */

/* PWS-26 */
static void a_budget_is_divided_into_simds_and_spsimds(void **unused)
{
    struct error err = {0};
    struct parameters parameters = {0};
    struct machine *machine = NULL;
    const struct machine_ops *ops = NULL;
    (void)unused;
    struct rig *rig = gcn3_rig("gcn3-pws", "splits=3 split.budget=8");
    const struct gcn3_numbers *n = &((struct gcn3_machine *)rig->machine)->numbers;
    assert_int_equal(n->simds, 2);
    assert_int_equal(n->units, 8);
    rig_free(rig);
    assert_int_equal(parameters_load(&err, "machines/gcn3-pws.yaml", NULL, &parameters), WC_OK);
    assert_int_equal(parameters_set_pair(&err, &parameters, "split.budget=10", "test"), WC_OK);
    assert_int_equal(machine_find(&err, &parameters, &ops), WC_OK);
    assert_int_equal(ops->create(&err, &parameters, &machine), WC_BAD_INPUT);
    assert_non_null(strstr(err.message, "split.budget: 10 SIMDs and SpSIMDs"));
    error_clear(&err);
    parameters_free(&parameters);
}

/* PWS-56: 4 SIMDs with 3 SpSIMDs each; 0 to 3 splits leave 16, 8, 5, 4 SIMDs. Statistics count the
 * wavefronts of those that were SpSIMDs. */
static void idle_spsimds_become_simds(void **unused)
{
    static const uint32_t expected[] = {16, 8, 5, 4};
    (void)unused;
    for (uint32_t splits = 0; splits < 4; splits++) {
        struct rig *rig = gcn3_rig("gcn3-pws", "cus=1 split.reprovision=true");
        const uint64_t *counts = rig->outcome.statistics.count;
        uint32_t used = 0, reused = 0;
        bool seen[16] = {false};
        for (uint32_t i = 0; i < splits; i++)
            add_if(rig, 2, true);
        finish_if(rig);
        rig_run(rig, 40, 64);
        uint32_t base = ((struct gcn3_machine *)rig->machine)->splitting.base;
        for (size_t i = 0; i < rig->recorder.count; i++) {
            const struct event *event = &rig->recorder.events[i];
            if (event->kind != EVENT_START || event->core >= base)
                continue;
            seen[event->core] = true;
            reused += event->core >= 4;
        }
        for (uint32_t i = 0; i < 16; i++)
            used += seen[i];
        assert_int_equal(used, expected[splits]);
        assert_int_equal(counts[STAT_GCN3_REUSED_WAVES], reused);
        assert_int_equal(counts[STAT_WARPS_STARTED], 40);
        assert_true(statistic_value(&rig->outcome.statistics, STAT_GCN3_SPSIMD_REUSE) ==
                    reused / 40.0);
        rig_free(rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_splits_have_the_masks_of_figure_5),
        cmocka_unit_test(sides_run_in_contexts_of_their_own),
        cmocka_unit_test(a_functional_run_leaves_the_same_memory),
        cmocka_unit_test(sides_of_a_split_branch_take_the_time_of_one),
        cmocka_unit_test(a_split_takes_the_time_of_the_copy),
        cmocka_unit_test(a_split_waits_until_memory_is_drained),
        cmocka_unit_test(a_context_is_used_again_after_a_merge),
        cmocka_unit_test(children_stay_with_the_group_of_their_simd),
        cmocka_unit_test(a_split_without_a_context_is_denied),
        cmocka_unit_test(without_spsimds_a_split_does_nothing),
        cmocka_unit_test(children_are_scheduled_like_wavefronts),
        cmocka_unit_test(parts_own_their_scalar_registers),
        cmocka_unit_test(divergent_branches_split_by_themselves),
        cmocka_unit_test(splits_without_a_context_follow_each_other),
        cmocka_unit_test(the_papers_example_takes_13_or_20),
        cmocka_unit_test(a_merge_without_a_split_does_nothing),
        cmocka_unit_test(partners_at_different_merges_are_an_error),
        cmocka_unit_test(a_merge_with_a_tag_ends_only_its_split),
        cmocka_unit_test(a_part_that_ends_takes_its_lanes_along),
        cmocka_unit_test(the_last_part_ends_the_wavefront),
        cmocka_unit_test(a_barrier_waits_for_all_parts),
        cmocka_unit_test(a_jump_inside_a_region_is_an_error),
        cmocka_unit_test(a_merge_that_the_partner_never_reaches_is_a_deadlock),
        cmocka_unit_test(lane_masks_are_merged_if_asked_for),
        cmocka_unit_test(a_budget_is_divided_into_simds_and_spsimds),
        cmocka_unit_test(idle_spsimds_become_simds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
