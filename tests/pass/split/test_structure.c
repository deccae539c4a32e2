/* SPDX-License-Identifier: Apache-2.0 */
/* test_structure.c - the structured program of hand-made functions (PWS-30, PWS-31). */
#include "code.h"

#include "base/text.h"
#include "pass/split/structure.h"

/* A tree as one line: d(then|else) for a divergent branch, u(one|other) for a uniform one, l(body)
 * for a loop, b for a block; x instead of d: refused. */
static void print(const struct structure *list, struct text *out)
{
    for (; list; list = list->next) {
        static const char kinds[] = "bdul";
        const bool refused = list->kind == STRUCTURE_DIVERGENT && !list->allowed;
        text_add(out, "%c", refused ? 'x' : kinds[list->kind]);
        if (list->kind == STRUCTURE_BLOCK)
            continue;
        text_add(out, "(");
        print(list->side[0], out);
        if (list->kind != STRUCTURE_LOOP) {
            text_add(out, "|");
            print(list->side[1], out);
        }
        text_add(out, ")");
    }
}

static void expect_tree(struct code *code, const char *expected)
{
    const struct function *function = code_finish(code);
    struct split_sites sites = split_sites_find(&code->arena, code->program, function, true);
    struct split_structure structure;
    struct text text = {0};
    if (split_structure_make(&code->err, &code->arena, code->program, function, &sites,
                             &structure) != WC_OK)
        fail_msg("%s", code->err.message);
    print(structure.program, &text);
    assert_string_equal(text_string(&text), expected);
    for (uint32_t i = 0; i < sites.count; i++)
        assert_true(sites.list[i].refused || structure.site[i]);
    text_free(&text);
    code_free(code);
}

static void expect_error(struct code *code, const char *message)
{
    const struct function *function = code_finish(code);
    struct split_sites sites = split_sites_find(&code->arena, code->program, function, true);
    struct split_structure structure;
    assert_int_equal(split_structure_make(&code->err, &code->arena, code->program, function,
                                          &sites, &structure), WC_BAD_INPUT);
    assert_string_equal(code->err.message, message);
    code_free(code);
}

static void open_if(struct code *code, uint32_t saved, uint32_t label)
{
    put(code, S_AND_SAVEEXEC(saved, VCC));
    put_branch(code, EXECZ, label);
}

static void close_if(struct code *code, uint32_t saved, uint32_t label)
{
    here(code, label);
    put(code, S_OR_B64(EXEC, EXEC, saved));
}

static void straight_code_is_a_block(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put_work(code, 3);
    put(code, S_ENDPGM);
    expect_tree(code, "b");
}

/* With branches over the sides and without. */
static void divergent_branches_nest(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    open_if(code, 8, 0);
    put(code, S_AND_SAVEEXEC(10, VCC));
    put(code, S_XOR_B64(10, EXEC, 10));
    put_work(code, 1);
    put(code, S_ANDN2_SAVEEXEC(10, 10));
    put_work(code, 1);
    put(code, S_OR_B64(EXEC, EXEC, 10));
    put_work(code, 1);
    close_if(code, 8, 0);
    put(code, S_ENDPGM);
    expect_tree(code, "d(d(b|b)b|)b");
}

/* PWS-30: a loop stays a loop, with a divergent branch inside. */
static void loops_have_bodies(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put_work(code, 1);
    here(code, 0);
    open_if(code, 8, 1);
    put_work(code, 1);
    close_if(code, 8, 1);
    put_branch(code, SCC1, 0);
    put(code, S_ENDPGM);
    expect_tree(code, "bl(d(b|)b)b");
}

/* A loop that is left in its middle: the last run goes no further, which costs no more. */
static void a_loop_may_be_left_in_the_middle(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    here(code, 0);
    put_work(code, 1);
    put_branch(code, SCC0, 1);
    put_work(code, 1);
    put_branch(code, SCC1, 0);
    here(code, 1);
    put(code, S_ENDPGM);
    expect_tree(code, "l(bu(|b))b");
}

static void nested_loops_and_an_endless_one(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    here(code, 0);
    put_work(code, 1);
    here(code, 1);
    put_work(code, 1);
    put_branch(code, SCC1, 1);
    put_branch(code, SCC0, 0);
    put_branch(code, VCCZ, 3);
    here(code, 2);
    put_work(code, 1);
    put_branch(code, BRANCH, 2);
    here(code, 3);
    put(code, S_ENDPGM);
    expect_tree(code, "l(bl(b)b)bu(b|l(b))");
}

/* PWS-31: a uniform branch has two ways, of which one is taken. */
static void uniform_branches_have_sides(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put_branch(code, SCC1, 0);
    put_work(code, 1);
    open_if(code, 8, 2);
    put_work(code, 1);
    close_if(code, 8, 2);
    put_branch(code, BRANCH, 1);
    here(code, 0);
    put_work(code, 2);
    here(code, 1);
    put(code, S_ENDPGM);
    expect_tree(code, "bu(b|d(b|)b)b");
}

/* if (a && b) X else { if (c) ...; }: two ways lead to the else side, which must not appear twice,
 * since a branch that is there twice could be split in one place only. */
static void shared_sides_are_a_sequence(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put_branch(code, SCC1, 0);
    put_work(code, 1);
    put_branch(code, SCC0, 0);
    put_work(code, 1);
    put_branch(code, BRANCH, 1);
    here(code, 0);
    open_if(code, 8, 2);
    put_work(code, 1);
    close_if(code, 8, 2);
    here(code, 1);
    put(code, S_ENDPGM);
    expect_tree(code, "bbbd(b|)bb");
}

/* A site that is not understood is a uniform branch over its side. */
static void what_is_not_understood_is_no_divergent_branch(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    open_if(code, 8, 0);
    put_work(code, 1);
    here(code, 0);
    put_work(code, 1);
    put(code, S_ENDPGM);
    expect_tree(code, "bu(|b)b");
}

static void a_site_with_a_barrier_is_a_refused_branch(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    open_if(code, 8, 0);
    put(code, S_BARRIER);
    close_if(code, 8, 0);
    put(code, S_ENDPGM);
    expect_tree(code, "x(b|)b");
}

/* ---- what has no structure ---- */

static void irreducible_flow_is_an_error(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put_branch(code, SCC1, 1);
    here(code, 0);
    put_work(code, 1);
    here(code, 1);
    put_work(code, 1);
    put_branch(code, SCC0, 0);
    put(code, S_ENDPGM);
    const struct function *function = code_finish(code);
    struct split_sites sites = split_sites_find(&code->arena, code->program, function, true);
    struct split_structure structure;
    assert_int_equal(split_structure_make(&code->err, &code->arena, code->program, function,
                                          &sites, &structure), WC_BAD_INPUT);
    assert_non_null(strstr(code->err.message, "in the middle (irreducible)"));
    code_free(code);
}

static void control_that_goes_elsewhere_is_an_error(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put_work(code, 1);
    put(code, S_SETPC(20));
    expect_error(code, "0x1004: a jump through a register; where control goes is not known");
    code = code_new();
    put(code, NO_INSTRUCTION);
    put(code, S_ENDPGM);
    expect_error(code, "0x1000: a word that is no instruction; where control goes is not known");
    code = code_new();
    put_work(code, 2);
    expect_error(code, "0x1004: the kernel does not end here; where control goes is not known");
    code = code_new();
    put(code, SOPP(BRANCH, 1000));
    put(code, S_ENDPGM);
    expect_error(code, "0x1000: a branch out of the kernel; where control goes is not known");
}

/* A file that chooses the shape must not choose the stack. */
static void deep_nesting_is_an_error(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    for (uint32_t i = 0; i < 3000; i++) {
        put(code, S_AND_SAVEEXEC(8, VCC));
        put_work(code, 1);
    }
    for (uint32_t i = 0; i < 3000; i++) {
        put(code, S_OR_B64(EXEC, EXEC, 8));
        put_work(code, 1);
    }
    put(code, S_ENDPGM);
    const struct function *function = code_finish(code);
    struct split_sites sites = split_sites_find(&code->arena, code->program, function, true);
    struct split_structure structure;
    assert_int_equal(split_structure_make(&code->err, &code->arena, code->program, function,
                                          &sites, &structure), WC_BAD_INPUT);
    assert_non_null(strstr(code->err.message, "nested more than 1000 deep"));
    code_free(code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_code_is_a_block),
        cmocka_unit_test(divergent_branches_nest),
        cmocka_unit_test(loops_have_bodies),
        cmocka_unit_test(a_loop_may_be_left_in_the_middle),
        cmocka_unit_test(nested_loops_and_an_endless_one),
        cmocka_unit_test(uniform_branches_have_sides),
        cmocka_unit_test(shared_sides_are_a_sequence),
        cmocka_unit_test(what_is_not_understood_is_no_divergent_branch),
        cmocka_unit_test(a_site_with_a_barrier_is_a_refused_branch),
        cmocka_unit_test(irreducible_flow_is_an_error),
        cmocka_unit_test(control_that_goes_elsewhere_is_an_error),
        cmocka_unit_test(deep_nesting_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
