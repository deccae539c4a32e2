/* SPDX-License-Identifier: Apache-2.0 */
/* test_rewrite.c - functions with splits and merges (PWS-30 to PWS-34). */
#include "code.h"

#include "base/text.h"
#include "pass/split/rewrite.h"

enum { NEW_BASE = 0x8000, ELSE = 0, END, OUT };

static enum wc_status rewrite(struct code *code, const char *chosen, bool tags,
                              struct rewritten *out)
{
    const struct function *function = code_finish(code);
    const struct split_sites sites =
        split_sites_find(&code->arena, code->program, function, true);
    bool choice[8] = {0};
    assert_int_equal(sites.count, strlen(chosen));
    for (uint32_t i = 0; i < sites.count; i++) {
        choice[i] = chosen[i] == '1';
        assert_true(!choice[i] || !sites.list[i].refused);
    }
    return split_rewrite(&code->err, &code->arena, code->program, function, &sites, choice, tags,
                         NEW_BASE, out);
}

static void expect_words(struct code *code, const char *chosen, bool tags, const uint32_t *words,
                         uint32_t count)
{
    struct rewritten out;
    if (rewrite(code, chosen, tags, &out) != WC_OK)
        fail_msg("%s", code->err.message);
    assert_int_equal(out.count, count);
    for (uint32_t i = 0; i < count; i++) {
        if (out.words[i] != words[i])
            fail_msg("word %u is 0x%08x, not 0x%08x", i, out.words[i], words[i]);
    }
    code_free(code);
}

#define EXPECT(code, chosen, tags, ...) \
    expect_words(code, chosen, tags, (const uint32_t[]){__VA_ARGS__}, \
                 sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
#define TO(op, distance) SOPP(op, (uint16_t)(distance))
#define WORK V_MOV(1, 129)

/* An if with else, with or without branches over its sides. */
static struct code *make(bool skips)
{
    struct code *code = code_new();
    put(code, S_AND_SAVEEXEC(8, VCC));
    put(code, S_XOR_B64(8, EXEC, 8));
    if (skips)
        put_branch(code, EXECZ, ELSE);
    put_work(code, 1);
    here(code, ELSE);
    put(code, S_ANDN2_SAVEEXEC(10, 8));
    if (skips)
        put_branch(code, EXECZ, END);
    put_work(code, 1);
    here(code, END);
    put(code, S_OR_B64(EXEC, EXEC, 10));
    put(code, S_ENDPGM);
    return code;
}

/* PWS-32: the split directly before the branch, the merge at the head of the join; both sides' ways
 * lead to the merge. */
static void a_split_is_before_the_branch_and_a_merge_at_the_join(void **unused)
{
    (void)unused;
    EXPECT(make(true), "1", false, S_AND_SAVEEXEC(8, VCC), S_XOR_B64(8, EXEC, 8), S_SPLIT,
           TO(EXECZ, 1), WORK, S_ANDN2_SAVEEXEC(10, 8), TO(EXECZ, 1), WORK, S_MERGE,
           S_OR_B64(EXEC, EXEC, 10), S_ENDPGM);
}

/* PWS-31: a short side has no branch over it; a part must skip it all the same. */
static void missing_branches_over_sides_are_added(void **unused)
{
    (void)unused;
    EXPECT(make(false), "1", false, S_AND_SAVEEXEC(8, VCC), S_XOR_B64(8, EXEC, 8), S_SPLIT,
           TO(EXECZ, 1), WORK, S_ANDN2_SAVEEXEC(10, 8), TO(EXECZ, 1), WORK, S_MERGE,
           S_OR_B64(EXEC, EXEC, 10), S_ENDPGM);
}

/* PWS-34: nothing but the chosen sites. */
static void what_is_not_chosen_stays(void **unused)
{
    (void)unused;
    EXPECT(make(false), "0", false, S_AND_SAVEEXEC(8, VCC), S_XOR_B64(8, EXEC, 8), WORK,
           S_ANDN2_SAVEEXEC(10, 8), WORK, S_OR_B64(EXEC, EXEC, 10), S_ENDPGM);
}

/* PWS-8: the tag of a merge is the word of its split. */
static void tags_name_the_split(void **unused)
{
    (void)unused;
    EXPECT(make(true), "1", true, S_AND_SAVEEXEC(8, VCC), S_XOR_B64(8, EXEC, 8), S_SPLIT,
           TO(EXECZ, 1), WORK, S_ANDN2_SAVEEXEC(10, 8), TO(EXECZ, 1), WORK, S_MERGE | 2,
           S_OR_B64(EXEC, EXEC, 10), S_ENDPGM);
}

/* PWS-32: code that comes to the join without the split goes past the merge. */
static void a_branch_from_outside_goes_past_the_merge(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put_branch(code, SCC1, END);
    put(code, S_AND_SAVEEXEC(8, VCC));
    put_branch(code, EXECZ, END);
    put_work(code, 1);
    here(code, END);
    put(code, S_OR_B64(EXEC, EXEC, 8));
    put_branch(code, VCCZ, END);
    put(code, S_ENDPGM);
    EXPECT(code, "1", false, TO(SCC1, 5), S_AND_SAVEEXEC(8, VCC), S_SPLIT, TO(EXECZ, 1), WORK,
           S_MERGE, S_OR_B64(EXEC, EXEC, 8), TO(VCCZ, -2), S_ENDPGM);
}

/* PWS-32: two sites with one join merge from the inside out. A way out of the inner one leads to
 * its merge, and the branch over the outer one past that. */
static void merges_of_one_join_nest(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put(code, S_AND_SAVEEXEC(8, VCC));
    put_branch(code, EXECZ, OUT);
    put(code, S_AND_SAVEEXEC(10, VCC));
    put_branch(code, EXECZ, END);
    put_work(code, 1);
    here(code, END);
    put(code, S_OR_B64(EXEC, EXEC, 10));
    here(code, OUT);
    put(code, S_OR_B64(EXEC, EXEC, 8));
    put(code, S_ENDPGM);
    EXPECT(code, "11", true, S_AND_SAVEEXEC(8, VCC), S_SPLIT, TO(EXECZ, 6), S_AND_SAVEEXEC(10, VCC),
           S_SPLIT, TO(EXECZ, 1), WORK, S_MERGE | 4, S_OR_B64(EXEC, EXEC, 10), S_MERGE | 1,
           S_OR_B64(EXEC, EXEC, 8), S_ENDPGM);
}

/* PWS-11, PWS-34: splits and merges of the code itself are replaced, wherever they are; a branch to
 * one goes to what follows it. */
static void old_splits_and_merges_are_removed(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put(code, S_SPLIT);
    put(code, S_AND_SAVEEXEC(8, VCC));
    put(code, S_SPLIT);
    put_branch(code, EXECZ, END);
    put_work(code, 1);
    here(code, END);
    put(code, S_MERGE);
    put(code, S_OR_B64(EXEC, EXEC, 8));
    put(code, S_MERGE);
    put(code, S_ENDPGM);
    EXPECT(code, "1", false, S_AND_SAVEEXEC(8, VCC), S_SPLIT, TO(EXECZ, 1), WORK, S_MERGE,
           S_OR_B64(EXEC, EXEC, 8), S_ENDPGM);
}

/* Code that computes addresses from its own: the sum stays the same. */
static void addresses_relative_to_the_code_are_moved(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put(code, S_GETPC(4));
    put(code, SOP2(0, 4, 4, 255));
    put(code, 0x100);
    put(code, SOP2(4, 5, 5, 255));
    put(code, 0);
    put(code, S_ENDPGM);
    const uint32_t moved = (uint32_t)(CODE_BASE + 4 + 0x100 - (NEW_BASE + 4));
    EXPECT(code, "", false, S_GETPC(4), SOP2(0, 4, 4, 255), moved, SOP2(4, 5, 5, 255), 0xffffffffu,
           S_ENDPGM);
}

static void expect_error(struct code *code, const char *chosen, const char *message)
{
    struct rewritten out;
    assert_int_equal(rewrite(code, chosen, false, &out), WC_BAD_INPUT);
    assert_string_equal(code->err.message, message);
    code_free(code);
}

static void other_uses_of_the_address_are_refused(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put(code, S_GETPC(4));
    put(code, S_NOP);
    put(code, S_ENDPGM);
    expect_error(code, "", "0x1000: the use of s_getpc_b64 is not understood, so the code cannot "
                           "be moved");
}

/* A branch of 32767 words over a site has no room for the three words that are added. */
static void a_branch_without_room_is_an_error(void **unused)
{
    (void)unused;
    struct code *code = code_new();
    put_branch(code, SCC1, OUT);
    put(code, S_AND_SAVEEXEC(8, VCC));
    put_branch(code, EXECZ, END);
    put_work(code, 32767 - 3);
    here(code, END);
    put(code, S_OR_B64(EXEC, EXEC, 8));
    here(code, OUT);
    put(code, S_ENDPGM);
    expect_error(code, "1", "0x1000: with splits this branch would be 32769 words long; expected "
                            "-32768 to 32767");
}

/* PWS-1, PWS-2: what is written is read again, 4 bytes each, and printed with its operands. */
static void written_instructions_are_read_again(void **unused)
{
    static const char *const printed[] = {"s_pws_split exec_lo, exec_hi", "s_pws_merge 2"};
    struct code *code = make(true), *again = code_new();
    struct rewritten out;
    uint32_t found = 0;
    (void)unused;
    assert_int_equal(rewrite(code, "1", true, &out), WC_OK);
    for (uint32_t i = 0; i < out.count; i++)
        put(again, out.words[i]);
    code_finish(again);
    for (uint32_t i = 0; i < again->program->count; i++) {
        const struct insn *insn = &again->program->insns[i];
        struct text text = {0};
        isa_gcn3.print(again->program, insn, &text);
        if (insn->role == ROLE_SPLIT || insn->role == ROLE_JOIN) {
            assert_string_equal(text_string(&text), printed[found++]);
            assert_int_equal(insn[1].pc - insn->pc, 4);
        }
        text_free(&text);
    }
    assert_int_equal(found, 2);
    code_free(again);
    code_free(code);
}

/* Every added word says which instruction it was added for. */
static void words_have_an_origin(void **unused)
{
    (void)unused;
    struct code *code = make(true);
    struct rewritten out;
    static const uint32_t origin[] = {0, 1, 2, 2, 3, 4, 5, 6, 7, 7, 8};
    assert_int_equal(rewrite(code, "1", false, &out), WC_OK);
    assert_int_equal(out.splits, 1);
    assert_int_equal(out.count, sizeof origin / sizeof *origin);
    assert_memory_equal(out.origin, origin, sizeof origin);
    code_free(code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_split_is_before_the_branch_and_a_merge_at_the_join),
        cmocka_unit_test(missing_branches_over_sides_are_added),
        cmocka_unit_test(what_is_not_chosen_stays),
        cmocka_unit_test(tags_name_the_split),
        cmocka_unit_test(a_branch_from_outside_goes_past_the_merge),
        cmocka_unit_test(merges_of_one_join_nest),
        cmocka_unit_test(old_splits_and_merges_are_removed),
        cmocka_unit_test(addresses_relative_to_the_code_are_moved),
        cmocka_unit_test(other_uses_of_the_address_are_refused),
        cmocka_unit_test(a_branch_without_room_is_an_error),
        cmocka_unit_test(written_instructions_are_read_again),
        cmocka_unit_test(words_have_an_origin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
