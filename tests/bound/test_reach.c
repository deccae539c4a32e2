/* SPDX-License-Identifier: Apache-2.0 */
/* test_reach.c - where a walk assumes that accesses go: the first and the last byte of each place
 * (HOUSE-48). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "bound/engine/reach.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { INSNS = 4, A = 0x1000, A_BYTES = 16, B = 0x2000, B_BYTES = 8, LOW = 0x8000, HIGH = 0x9000 };

static const struct allocation buffer_a = {.base = A, .size = A_BYTES, .name = "buffer a"};
static const struct allocation buffer_b = {.base = B, .size = B_BYTES, .name = "buffer b"};

struct fixture {
    struct arena arena;
    struct reach reach;
};

static int begin(void **state)
{
    static struct fixture fixture;
    fixture = (struct fixture){0};
    reach_make(&fixture.reach, &fixture.arena, INSNS);
    fixture.reach.stacks_low = LOW;
    fixture.reach.stacks_high = HIGH;
    *state = &fixture;
    return 0;
}

static int end(void **state)
{
    arena_free(&((struct fixture *)*state)->arena);
    return 0;
}

static void an_instruction_without_assumptions_goes_anywhere(void **state)
{
    struct fixture *f = *state;
    assert_true(reach_allows(&f->reach, 0, LOW, 4));
    assert_string_equal(reach_text(&f->reach, &f->arena, 0), "");
}

static void a_pointer_stays_in_its_buffer(void **state)
{
    struct fixture *f = *state;
    reach_note_object(&f->reach, 1, &buffer_a);
    assert_true(reach_allows(&f->reach, 1, A, 4));
    assert_true(reach_allows(&f->reach, 1, A + A_BYTES - 4, 4));
    assert_false(reach_allows(&f->reach, 1, A + A_BYTES - 3, 4));
    assert_false(reach_allows(&f->reach, 1, A - 4, 4));
    assert_false(reach_allows(&f->reach, 1, A - 1, 4));
    assert_false(reach_allows(&f->reach, 1, B, 4));
    assert_true(reach_allows(&f->reach, 0, B, 4)); /* another instruction */
    assert_string_equal(reach_text(&f->reach, &f->arena, 1), "stays in buffer a");
}

static void a_pointer_stays_in_one_of_its_buffers(void **state)
{
    struct fixture *f = *state;
    reach_note_object(&f->reach, 1, &buffer_a);
    reach_note_object(&f->reach, 1, &buffer_b);
    reach_note_object(&f->reach, 1, &buffer_a);
    assert_true(reach_allows(&f->reach, 1, A, 4));
    assert_true(reach_allows(&f->reach, 1, B + B_BYTES - 4, 4));
    assert_false(reach_allows(&f->reach, 1, B + B_BYTES, 4));
    assert_string_equal(reach_text(&f->reach, &f->arena, 1), "stays in buffer b or buffer a");
}

static void a_store_changes_no_stack(void **state)
{
    struct fixture *f = *state;
    f->reach.insn[2].spares_stacks = true;
    assert_true(reach_allows(&f->reach, 2, LOW - 4, 4));
    assert_false(reach_allows(&f->reach, 2, LOW - 3, 4));
    assert_false(reach_allows(&f->reach, 2, LOW, 4));
    assert_false(reach_allows(&f->reach, 2, HIGH - 1, 1));
    assert_true(reach_allows(&f->reach, 2, HIGH, 4));
    assert_string_equal(reach_text(&f->reach, &f->arena, 2), "changes no stack");
}

/* A buffer may be where stacks are: on the stack itself. */
static void one_assumption_is_enough(void **state)
{
    static const struct allocation buffer = {.base = LOW, .size = 4, .name = "buffer c"};
    struct fixture *f = *state;
    f->reach.insn[2].spares_stacks = true;
    reach_note_object(&f->reach, 2, &buffer);
    assert_true(reach_allows(&f->reach, 2, LOW, 4));
    assert_true(reach_allows(&f->reach, 2, A, 4));
    assert_false(reach_allows(&f->reach, 2, LOW + 4, 4));
    assert_string_equal(reach_text(&f->reach, &f->arena, 2),
                        "stays in buffer c or changes no stack");
}

static void an_instruction_of_which_nothing_is_known_goes_anywhere(void **state)
{
    struct fixture *f = *state;
    reach_note_object(&f->reach, 3, &buffer_a);
    f->reach.insn[3].open = true;
    assert_true(reach_allows(&f->reach, 3, B, 4));
}

#define SENTENCE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SENTENCE(an_instruction_without_assumptions_goes_anywhere),
        SENTENCE(a_pointer_stays_in_its_buffer),
        SENTENCE(a_pointer_stays_in_one_of_its_buffers),
        SENTENCE(a_store_changes_no_stack),
        SENTENCE(one_assumption_is_enough),
        SENTENCE(an_instruction_of_which_nothing_is_known_goes_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
