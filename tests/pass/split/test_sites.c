/* SPDX-License-Identifier: Apache-2.0 */
/* test_sites.c - divergent branches in compiled code, and what keeps one from being split (PWS-31,
 * PWS-13). */
#include "code.h"

#include "isa/gcn3/gcn3.h"
#include "pass/split/sites.h"

static struct split_sites find(struct code *code, bool replaced)
{
    const struct function *function = code_finish(code);
    return split_sites_find(&code->arena, code->program, function, replaced);
}

enum { ELSE, END, OUT, INNER, INNER_END, LOOP };

/* What a test puts into a site: at these places one word, or a branch. */
struct piece {
    uint32_t word[2];
    uint32_t op, label; /* a branch: to OUT, ELSE, END or INNER */
};

struct shape {
    struct piece then, otherwise;
    bool older, one_side, skips;
};

static void put_piece(struct code *code, const struct piece *piece)
{
    for (unsigned i = 0; i < 2 && piece->word[i]; i++)
        put(code, piece->word[i]);
    if (piece->op)
        put_branch(code, piece->op, piece->label);
}

static void put_open(struct code *code, const struct shape *shape)
{
    put(code, S_AND_SAVEEXEC(8, VCC));
    if (!shape->one_side)
        put(code, S_XOR_B64(8, EXEC, 8));
    if (shape->skips)
        put_branch(code, EXECZ, shape->one_side ? END : ELSE);
}

static void put_serial(struct code *code, const struct shape *shape)
{
    here(code, ELSE);
    if (shape->older) {
        put(code, S_OR_SAVEEXEC(10, 8));
        put(code, S_XOR_B64(EXEC, EXEC, 10));
    } else {
        put(code, S_ANDN2_SAVEEXEC(10, 8));
    }
    if (shape->skips)
        put_branch(code, EXECZ, END);
}

/* An if, with else unless one_side, and an end that a branch can go to. */
static struct code *make(const struct shape *shape)
{
    struct code *code = code_new();
    put(code, S_NOP);
    put_open(code, shape);
    put_work(code, 1);
    put_piece(code, &shape->then);
    here(code, INNER);
    put_work(code, 1);
    if (!shape->one_side) {
        put_serial(code, shape);
        put_work(code, 1);
        put_piece(code, &shape->otherwise);
        put_work(code, 1);
    }
    here(code, END);
    put(code, S_OR_B64(EXEC, EXEC, shape->one_side ? 8 : 10));
    put_work(code, 1);
    here(code, OUT);
    put(code, S_ENDPGM);
    return code;
}

/* PWS-31: the parts of an if with else, in the form of newer and of older compilers, with and
 * without branches over the sides. */
static void both_forms_of_an_else_are_found(void **unused)
{
    (void)unused;
    for (unsigned form = 0; form < 4; form++) {
        const struct shape shape = {.older = form & 1, .skips = form & 2};
        struct code *code = make(&shape);
        const struct split_sites sites = find(code, false);
        assert_int_equal(sites.count, 1);
        const struct split_site *site = &sites.list[0];
        assert_null(site->refused);
        assert_false(site->broken);
        assert_int_equal(site->open, insn_at(code, 1));
        assert_int_equal(site->serial, insn_at(code, (uint32_t)code->label[ELSE]));
        assert_int_equal(site->join, insn_at(code, (uint32_t)code->label[END]));
        assert_int_equal(site->skip == NO_INSN, !shape.skips);
        assert_int_equal(site->serial_skip == NO_INSN, !shape.skips);
        assert_int_equal(site->then, site->open + 2 + shape.skips);
        assert_int_equal(site->otherwise, site->serial + 1 + shape.older + shape.skips);
        assert_int_equal(site->saved, 8);
        assert_int_equal(sites.unmatched, NO_INSN);
        code_free(code);
    }
}

/* PWS-31: without else there is no BSB. */
static void an_if_without_else_has_one_side(void **unused)
{
    (void)unused;
    struct code *code = make(&(struct shape){.one_side = true, .skips = true});
    const struct split_sites sites = find(code, false);
    assert_int_equal(sites.count, 1);
    assert_null(sites.list[0].refused);
    assert_int_equal(sites.list[0].serial, NO_INSN);
    assert_int_equal(sites.list[0].otherwise, NO_INSN);
    assert_int_equal(sites.list[0].join, insn_at(code, (uint32_t)code->label[END]));
    code_free(code);
}

/* An if around the rest of a kernel joins where the kernel ends; nothing restores EXEC. */
static void an_if_up_to_the_end_joins_there(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put(code, S_AND_SAVEEXEC(8, VCC));
    put_branch(code, EXECZ, END);
    put_work(code, 2);
    here(code, END);
    uint32_t end = put(code, S_ENDPGM);
    const struct split_sites sites = find(code, false);
    assert_null(sites.list[0].refused);
    assert_int_equal(sites.list[0].join, insn_at(code, end));
    code_free(code);
}

/* Sites know what is around them. */
static void nested_sites_have_parents(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put(code, S_AND_SAVEEXEC(8, VCC));
    put(code, S_XOR_B64(8, EXEC, 8));
    put_branch(code, EXECZ, ELSE);
    put(code, S_AND_SAVEEXEC(12, VCC));
    put_work(code, 1);
    put(code, S_OR_B64(EXEC, EXEC, 12));
    here(code, ELSE);
    put(code, S_ANDN2_SAVEEXEC(8, 8));
    put_branch(code, EXECZ, END);
    put(code, S_AND_SAVEEXEC(12, VCC));
    put_work(code, 1);
    put(code, S_OR_B64(EXEC, EXEC, 12));
    here(code, END);
    put(code, S_OR_B64(EXEC, EXEC, 8));
    put(code, S_ENDPGM);
    const struct split_sites sites = find(code, false);
    assert_int_equal(sites.count, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_null(sites.list[i].refused);
    assert_int_equal(sites.list[0].parent, NO_SITE);
    assert_int_equal(sites.list[1].parent, 0);
    assert_false(sites.list[1].in_else);
    assert_int_equal(sites.list[2].parent, 0);
    assert_true(sites.list[2].in_else);
    code_free(code);
}

/* ---- refusals ---- */

struct refusal {
    const char *reason; /* NULL: it can be split */
    struct shape shape;
    bool broken;
};

#define THEN(...) {.then = {__VA_ARGS__}, .skips = true}
#define OTHERWISE(...) {.otherwise = {__VA_ARGS__}, .skips = true}
#define CALL_OR_JUMP "it has a jump or a call"
#define LANES "it accesses a lane by its number"
#define LEAVES "control leaves it before its sides join"
#define THEN_BEYOND "its then side may enable lanes that are not its own"
#define ELSE_BEYOND "its else side may enable lanes that are not its own"
#define ELSE_LOSES "its else side changes EXEC in a way that is not understood"

/* PWS-12 (barrier, end, jumps), PWS-13, PWS-31: every reason, on either side. */
static const struct refusal refusals[] = {
    {"it has a barrier", THEN(.word = {S_BARRIER}), false},
    {"it has a barrier", OTHERWISE(.word = {S_BARRIER}), false},
    {CALL_OR_JUMP, THEN(.word = {S_SWAPPC(20, 30)}), false},
    {CALL_OR_JUMP, OTHERWISE(.word = {S_SETPC(20)}), false},
    {"the program ends in it", THEN(.word = {S_ENDPGM}), false},
    {"it has a word that is no instruction", THEN(.word = {NO_INSTRUCTION}), false},
    {"it is split already", THEN(.word = {S_SPLIT}), false},
    {"it is split already", OTHERWISE(.word = {S_MERGE}), false},
    {LANES, THEN(.word = {0xd2890014u, 0x00010b01u}), false}, /* v_readlane_b32 s20, v1, 5 */
    {LANES, OTHERWISE(.word = {0xd28a0002u, 0x00010a14u}), false}, /* v_writelane_b32 */
    {NULL, {.then = {.word = {0xd2890014u, 0x00010b01u}}, .skips = true, .one_side = true}, false},
    /* Instructions across lanes see active ones only, which are all of the same side. */
    {NULL, THEN(.word = {0x7e0402fau, 0xff0000b1u}), false}, /* v_mov_b32 v2, v0 quad_perm */
    {LEAVES, THEN(.op = SCC1, .label = OUT), true},
    {LEAVES, OTHERWISE(.op = SCC1, .label = OUT), true},
    {"control goes from one side to the other", OTHERWISE(.op = SCC1, .label = INNER), true},
    /* PWS-6: a part acts only in its own lanes. */
    {THEN_BEYOND, THEN(.word = {S_MOV_B64(EXEC, 193)}), false},
    {THEN_BEYOND, THEN(.word = {S_OR_SAVEEXEC(20, 193)}), false},
    {THEN_BEYOND, THEN(.word = {S_OR_B64(EXEC, EXEC, 20)}), false},
    {THEN_BEYOND, THEN(.word = {S_XOR_B64(EXEC, EXEC, 20)}), false},
    {THEN_BEYOND, THEN(.word = {SOP1(0x05u, EXEC, EXEC)}), false}, /* s_not_b64 */
    {THEN_BEYOND, THEN(.word = {SOP1(0x07u, EXEC, EXEC)}), false}, /* s_wqm_b64 */
    {THEN_BEYOND, THEN(.word = {S_MOV_B32(EXEC + 1, 193)}), false},
    {THEN_BEYOND, THEN(.word = {S_OR_B64(EXEC, EXEC, 8)}), false}, /* the other side's */
    {ELSE_BEYOND, OTHERWISE(.word = {S_MOV_B64(EXEC, 193)}), false},
    {ELSE_BEYOND, OTHERWISE(.word = {S_OR_B64(EXEC, EXEC, 10)}), false}, /* the other side's */
    /* The then side may switch lanes off: EXEC is computed again after it. The part that skips the
     * else side does not see what happens there. */
    {NULL, THEN(.word = {0x7db80081u}), false}, /* v_cmpx_gt_u32 1, v0 */
    {NULL, THEN(.word = {S_MOV_B64(EXEC, 128)}), false},
    {ELSE_LOSES, OTHERWISE(.word = {0x7db80081u}), false},
    {ELSE_LOSES, OTHERWISE(.word = {S_MOV_B64(EXEC, 128)}), false},
    {NULL, OTHERWISE(.word = {S_AND_SAVEEXEC(20, VCC), S_OR_B64(EXEC, EXEC, 20)}), false},
    {NULL, THEN(.op = SCC1, .label = ELSE), false},
    {NULL, OTHERWISE(.op = SCC1, .label = END), false},
};

static void each_reason_refuses_a_site(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        struct code *code = make(&refusals[i].shape);
        const struct split_sites sites = find(code, false);
        const struct split_site *site = &sites.list[0];
        assert_in_range(sites.count, 1, 2);
        if (refusals[i].reason)
            assert_string_equal(site->refused ? site->refused : "nothing", refusals[i].reason);
        else
            assert_null(site->refused);
        assert_int_equal(site->broken, refusals[i].broken);
        if (site->refused)
            assert_in_range(site->refused_at, site->open, site->join);
        code_free(code);
    }
}

/* PWS-34: splits that a rewriter removes are no reason. */
static void splits_that_will_be_replaced_are_no_reason(void **unused)
{
    (void)unused;
    struct code *code = make(&(struct shape)THEN(.word = {S_SPLIT, S_MERGE}));
    assert_null(find(code, true).list[0].refused);
    code_free(code);
}

static void code_that_enters_in_the_middle_refuses_a_site(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put_branch(code, SCC1, INNER);
    put(code, S_AND_SAVEEXEC(8, VCC));
    put_branch(code, EXECZ, END);
    put_work(code, 1);
    here(code, INNER);
    put_work(code, 1);
    here(code, END);
    put(code, S_OR_B64(EXEC, EXEC, 8));
    put(code, S_ENDPGM);
    const struct split_sites sites = find(code, false);
    assert_string_equal(sites.list[0].refused, "control enters it in the middle");
    assert_true(sites.list[0].broken);
    assert_int_equal(sites.list[0].refused_at, 0);
    code_free(code);
}

/* A split before the branch would run once per iteration. */
static void a_loop_back_to_the_branch_refuses_a_site(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put(code, S_AND_SAVEEXEC(8, VCC));
    here(code, LOOP);
    put_branch(code, EXECZ, END);
    put_work(code, 1);
    put_branch(code, SCC1, LOOP);
    here(code, END);
    put(code, S_OR_B64(EXEC, EXEC, 8));
    put(code, S_ENDPGM);
    const struct split_sites sites = find(code, false);
    assert_string_equal(sites.list[0].refused, "control goes back to its branch");
    assert_true(sites.list[0].broken);
    code_free(code);
}

/* Nobody restores EXEC. */
static void a_site_without_a_join_is_refused(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put(code, S_AND_SAVEEXEC(8, VCC));
    put_branch(code, EXECZ, END);
    put_work(code, 1);
    here(code, END);
    put_work(code, 1);
    put(code, S_ENDPGM);
    const struct split_sites sites = find(code, false);
    assert_string_equal(sites.list[0].refused, "its sides do not join");
    assert_true(sites.list[0].broken);
    code_free(code);
}

/* The else side leaves lanes inactive; a part that skips it would have them active at the join. */
static void an_else_that_loses_lanes_is_refused(void **unused)
{
    (void)unused;
    struct code *code = make(&(struct shape)OTHERWISE(.word = {S_AND_SAVEEXEC(14, VCC)}));
    const struct split_sites sites = find(code, false);
    assert_int_equal(sites.count, 2);
    assert_string_equal(sites.list[0].refused, "lanes of its else side are not all active at its "
                                               "end");
    assert_string_equal(sites.list[1].refused, "its sides do not join");
    code_free(code);
}

static void an_unknown_change_of_exec_is_reported(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put_work(code, 1);
    uint32_t at = put(code, S_MOV_B64(EXEC, 193));
    put(code, S_ENDPGM);
    const struct split_sites sites = find(code, false);
    assert_int_equal(sites.unmatched, insn_at(code, at));
    code_free(code);
}

/* ---- scalars (PWS-13) ---- */

#define READ_S20 V_MOV(3, 20)
#define THEN_COMPUTES "its else side reads a scalar that its then side computes"
#define ELSE_COMPUTES "a scalar that its else side computes is read after the join"

static struct code *make_scalars(uint32_t then, uint32_t otherwise, uint32_t after)
{
    struct code *code = code_new();
    put(code, S_MOV_B32(20, 130));
    put_open(code, &(struct shape){.skips = true});
    put(code, then);
    put_serial(code, &(struct shape){.skips = true});
    put(code, otherwise);
    put_work(code, 1);
    here(code, END);
    put(code, S_OR_B64(EXEC, EXEC, 10));
    put(code, after);
    put(code, S_ENDPGM);
    return code;
}

/* PWS-13: both ways in which a scalar could be lost, and what is safe: the parent runs the then
 * side, and its registers are those after the merge. */
static void scalars_that_would_be_lost_refuse_a_site(void **unused)
{
    static const struct {
        const char *reason;
        uint32_t then, otherwise, after;
    } rows[] = {
        {THEN_COMPUTES, S_MOV_B32(20, 129), READ_S20, S_NOP},
        {ELSE_COMPUTES, S_NOP, S_MOV_B32(20, 129), READ_S20},
        {ELSE_COMPUTES, S_NOP, 0x7d980081u, V_MOV(3, VCC)}, /* v_cmp_gt_u32 vcc, 1, v0 */
        {ELSE_COMPUTES, S_NOP, S_MOV_B32(124, 129), SOP1(0x00u, 5, 124)}, /* M0 */
        {NULL, S_MOV_B32(20, 129), S_NOP, READ_S20},
        {NULL, S_MOV_B32(20, 129), S_MOV_B32(20, 131), S_NOP},
        {NULL, S_MOV_B32(20, 129), S_MOV_B32(21, 131), READ_S20},
        {NULL, READ_S20, READ_S20, READ_S20},
        {NULL, S_NOP, SOP2(0, 22, 20, 129), SOPP(SCC1, 0)}, /* the join sets SCC */
        {NULL, S_NOP, S_MOV_B32(20, 129), S_MOV_B32(20, 130)},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct code *code = make_scalars(rows[i].then, rows[i].otherwise, rows[i].after);
        const struct split_site *site = &find(code, false).list[0];
        if (rows[i].reason) {
            assert_string_equal(site->refused ? site->refused : "nothing", rows[i].reason);
            assert_int_equal(code->program->insns[site->refused_at].bits & 0xffffffffu,
                             rows[i].reason[4] == 'e' ? rows[i].then : rows[i].otherwise);
        } else {
            assert_null(site->refused);
        }
        code_free(code);
    }
}

/* PWS-11: the glue of a branch, and nothing else. */
static void a_split_belongs_to_a_branch_only_directly_before_it(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    uint32_t early = put(code, S_SPLIT);
    put(code, S_AND_SAVEEXEC(8, VCC));
    uint32_t first = put(code, S_SPLIT);
    put(code, S_XOR_B64(8, EXEC, 8));
    uint32_t second = put(code, S_SPLIT);
    put_branch(code, EXECZ, END);
    put_work(code, 1);
    uint32_t late = put(code, S_SPLIT);
    here(code, END);
    put(code, S_OR_B64(EXEC, EXEC, 8));
    put(code, S_ENDPGM);
    const struct split_sites sites = find(code, true);
    const struct split_site *site = &sites.list[0];
    assert_null(site->refused);
    assert_false(split_site_has(code->program, site, insn_at(code, early)));
    assert_true(split_site_has(code->program, site, insn_at(code, first)));
    assert_true(split_site_has(code->program, site, insn_at(code, second)));
    assert_false(split_site_has(code->program, site, insn_at(code, late)));
    code_free(code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_forms_of_an_else_are_found),
        cmocka_unit_test(an_if_without_else_has_one_side),
        cmocka_unit_test(an_if_up_to_the_end_joins_there),
        cmocka_unit_test(nested_sites_have_parents),
        cmocka_unit_test(each_reason_refuses_a_site),
        cmocka_unit_test(splits_that_will_be_replaced_are_no_reason),
        cmocka_unit_test(code_that_enters_in_the_middle_refuses_a_site),
        cmocka_unit_test(a_loop_back_to_the_branch_refuses_a_site),
        cmocka_unit_test(a_site_without_a_join_is_refused),
        cmocka_unit_test(an_else_that_loses_lanes_is_refused),
        cmocka_unit_test(an_unknown_change_of_exec_is_reported),
        cmocka_unit_test(scalars_that_would_be_lost_refuse_a_site),
        cmocka_unit_test(a_split_belongs_to_a_branch_only_directly_before_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
