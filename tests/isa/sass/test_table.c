/* SPDX-License-Identifier: Apache-2.0 */
/* test_table.c - the instruction table, and what decoder, encoder and printer make of it. */
#include "word_fixture.h"

/* PAS-31 */
static void no_two_forms_that_fix_equally_many_bits_overlap(void **unused)
{
    struct word *word = new_word();
    (void)unused;
    for (uint32_t i = 0; i < word->lookup.count; i++)
        for (uint32_t j = i + 1; j < word->lookup.count; j++) {
            const struct sass_form *a = word->lookup.entry[i].form, *b = word->lookup.entry[j].form;
            bool nested = (a->mask & b->mask) == b->mask && a->mask != b->mask;
            if (((a->match ^ b->match) & a->mask & b->mask) == 0 && !nested)
                fail_msg("%s and %s overlap", word->lookup.entry[i].row->op.name,
                         word->lookup.entry[j].row->op.name);
        }
    free_word(word);
}

/* Bits of an operand whatever is in it. */
static uint64_t operand_bits(enum sass_operand operand)
{
    struct sass_insn as_register = {0}, as_immediate = {0};
    as_immediate.a.kind = as_immediate.b.kind = as_immediate.c.kind = SASS_IMMEDIATE;
    return sass_operand_bits(operand, &as_register) | sass_operand_bits(operand, &as_immediate);
}

static void assert_form_is_sound(const struct sass_row *row, const struct sass_form *form)
{
    uint64_t guard = row->row_flags & ROW_NO_GUARD ? 0 : 15ull << 16;
    uint64_t operands = 0, modifiers = 0;
    assert_int_equal(form->match & ~form->mask, 0);
    assert_int_equal(form->mask & guard, 0);
    for (const uint8_t *operand = form->operands; *operand; operand++) {
        if (*operand != C_IS_D && operand_bits(*operand) & (operands | form->mask | guard))
            fail_msg("%s: an operand shares bits with something else", row->op.name);
        operands |= operand_bits(*operand);
    }
    for (const struct sass_field *f = form->fields; f->modifier != SASS_MODIFIERS; f++) {
        uint64_t bits = ((1ull << f->width) - 1) << f->low;
        if (bits & (modifiers | guard))
            fail_msg("%s: a field shares bits with another", row->op.name);
        modifiers |= bits;
    }
}

/* PAS-31: what lists the rows (coverage, `warpclock instructions`) has these very rows. */
static void every_row_is_complete_and_its_forms_are_sound(void **unused)
{
    size_t count = 0;
    (void)unused;
    for (; sass_row_at(count); count++) {
        const struct sass_row *row = sass_row_at(count);
        assert_non_null(row->op.run);
        assert_true(strlen(row->op.about) > 3);
        assert_ptr_equal(isa_sass.row(count), &row->op);
        assert_true(row->forms[0].mask != 0);
        for (size_t f = 0; f < SASS_FORMS_MAX && row->forms[f].mask; f++)
            assert_form_is_sound(row, &row->forms[f]);
    }
    assert_null(isa_sass.row(count));
    assert_true(count > 100);
}

/* Decoded, encoded and decoded again: the same word, the same instruction, the same text. */
static void assert_round_trip(struct word *word, uint64_t bits)
{
    decode(word, 8, bits, NEUTRAL_CONTROL);
    if (!word->insn.op) {
        assert_int_equal(sass_encode_word(&word->insn), bits);
        return;
    }
    if (sass_encode_word(&word->insn) != bits)
        fail_msg("%016llx %s is encoded as %016llx", (unsigned long long)bits, print(word),
                 (unsigned long long)sass_encode_word(&word->insn));
    char *before = strdup(print(word));
    word->insn.bits = 0; /* bits without a meaning are gone now */
    decode(word, 8, sass_encode_word(&word->insn), NEUTRAL_CONTROL);
    assert_string_equal(print(word), before);
    free(before);
}

/* PAS-31: of every form, with any operands and modifiers. */
static void every_word_of_a_form_is_encoded_as_it_was(void **unused)
{
    struct word *word = new_word();
    (void)unused;
    for (uint32_t i = 0; i < word->lookup.count; i++)
        for (int k = 0; k < 300; k++) {
            const struct sass_form *form = word->lookup.entry[i].form;
            uint64_t random = k % 2 ? roll(word) : roll(word) & roll(word);
            assert_round_trip(word, (random & ~form->mask) | form->match);
        }
    free_word(word);
}

/* PAS-31: no word crashes, and what is no instruction says so. */
static void any_word_is_an_instruction_or_unknown(void **unused)
{
    struct word *word = new_word();
    unsigned known = 0;
    (void)unused;
    for (int k = 0; k < 100000; k++) {
        assert_round_trip(word, roll(word));
        known += word->insn.op != NULL;
        if (!word->insn.op)
            assert_ptr_equal(word->insn.run, sass_illegal);
    }
    assert_true(known > 10000 && known < 90000);
    free_word(word);
}

/* PAS-31: a modifier or operand that is changed changes the word in its own bits. */
static void the_encoder_follows_the_operands_not_the_old_word(void **unused)
{
    struct word *word = new_word();
    (void)unused;
    decode(word, 8, 0x5c10000000270304, NEUTRAL_CONTROL); /* IADD R4, R3, R2 */
    word->own.rd = SASS_R0 + 9;
    word->own.modifier[SASS_X] = 1;
    word->own.b = (struct sass_source){.kind = SASS_REGISTER, .row = SASS_ZERO};
    word->own.guard = (struct sass_predicate){.index = 2, .negated = true};
    assert_string_equal(text_of(word, sass_encode_word(&word->insn)), "@!P2 IADD.X R9, R3, RZ ;");
    free_word(word);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_forms_that_fix_equally_many_bits_overlap),
        cmocka_unit_test(every_row_is_complete_and_its_forms_are_sound),
        cmocka_unit_test(every_word_of_a_form_is_encoded_as_it_was),
        cmocka_unit_test(any_word_is_an_instruction_or_unknown),
        cmocka_unit_test(the_encoder_follows_the_operands_not_the_old_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
