/* SPDX-License-Identifier: Apache-2.0 */
/* test_scoreboard.c - pending writes, and what waits for them. SWAS-9 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/scoreboard.h"

#include <cmocka.h>

enum { REGISTERS = 64 };

struct board {
    struct scoreboard scoreboard;
    cycle_t ready[REGISTERS];
    uint8_t by[REGISTERS];
};

static void clear(struct board *board)
{
    board->scoreboard = (struct scoreboard){board->ready, board->by, REGISTERS};
    scoreboard_reset(&board->scoreboard);
}

static void pend(struct board *board, uint16_t reg, cycle_t at, enum pending_by by)
{
    struct regs range = {reg, 1};
    scoreboard_pend(&board->scoreboard, &range, 1, at, by);
}

static cycle_t ready(struct board *board, uint16_t reg, enum pending_by *by)
{
    struct regs range = {reg, 1};
    return scoreboard_ready(&board->scoreboard, &range, 1, 0, by);
}

static void after_a_reset_every_register_is_free(void **unused)
{
    (void)unused;
    struct board board;
    enum pending_by by = PENDING_COMPUTE;
    clear(&board);
    pend(&board, 5, 100, PENDING_MEMORY);
    scoreboard_reset(&board.scoreboard);
    for (uint16_t reg = 0; reg < REGISTERS; reg++)
        assert_int_equal(ready(&board, reg, &by), 0);
    assert_int_equal(by, PENDING_COMPUTE);
}

/* Blocked at 13, free at 14. */
static void a_register_is_free_in_the_cycle_of_its_write(void **unused)
{
    (void)unused;
    struct board board;
    enum pending_by by = PENDING_COMPUTE;
    clear(&board);
    pend(&board, 5, 14, PENDING_COMPUTE);
    assert_int_equal(ready(&board, 5, &by), 14);
    assert_int_equal(ready(&board, 4, &by), 0);
    assert_int_equal(ready(&board, 6, &by), 0);
}

static void the_latest_of_all_registers_decides_and_tells_its_kind(void **unused)
{
    (void)unused;
    struct board board;
    struct regs sources[] = {{1, 1}, {2, 1}, {3, 1}, {0, 0}};
    enum pending_by by = PENDING_COMPUTE;
    clear(&board);
    pend(&board, 1, 10, PENDING_COMPUTE);
    pend(&board, 2, 90, PENDING_MEMORY);
    pend(&board, 3, 30, PENDING_COMPUTE);
    assert_int_equal(scoreboard_ready(&board.scoreboard, sources, 4, 0, &by), 90);
    assert_int_equal(by, PENDING_MEMORY);
    pend(&board, 3, 91, PENDING_COMPUTE);
    assert_int_equal(scoreboard_ready(&board.scoreboard, sources, 4, 0, &by), 91);
    assert_int_equal(by, PENDING_COMPUTE);
}

/* Sources first, then destinations with what the sources said: the later of both. */
static void what_is_known_so_far_is_not_shortened(void **unused)
{
    (void)unused;
    struct board board;
    struct regs target = {7, 1};
    enum pending_by by = PENDING_MEMORY;
    clear(&board);
    pend(&board, 7, 20, PENDING_COMPUTE);
    assert_int_equal(scoreboard_ready(&board.scoreboard, &target, 1, 25, &by), 25);
    assert_int_equal(by, PENDING_MEMORY);
    assert_int_equal(scoreboard_ready(&board.scoreboard, &target, 1, 19, &by), 20);
    assert_int_equal(by, PENDING_COMPUTE);
}

static void a_range_of_registers_is_pending_as_a_whole_and_no_further(void **unused)
{
    (void)unused;
    struct board board;
    struct regs range = {10, 4};
    enum pending_by by;
    clear(&board);
    scoreboard_pend(&board.scoreboard, &range, 1, 50, PENDING_MEMORY);
    assert_int_equal(ready(&board, 9, &by), 0);
    assert_int_equal(ready(&board, 10, &by), 50);
    assert_int_equal(ready(&board, 13, &by), 50);
    assert_int_equal(ready(&board, 14, &by), 0);
    struct regs edge = {13, 2};
    assert_int_equal(scoreboard_ready(&board.scoreboard, &edge, 1, 0, &by), 50);
}

static void a_range_of_none_waits_for_nothing(void **unused)
{
    (void)unused;
    struct board board;
    struct regs none = {5, 0};
    enum pending_by by;
    clear(&board);
    scoreboard_pend(&board.scoreboard, &none, 1, 50, PENDING_MEMORY);
    assert_int_equal(ready(&board, 5, &by), 0);
    pend(&board, 5, 60, PENDING_COMPUTE);
    assert_int_equal(scoreboard_ready(&board.scoreboard, &none, 1, 0, &by), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(after_a_reset_every_register_is_free),
        cmocka_unit_test(a_register_is_free_in_the_cycle_of_its_write),
        cmocka_unit_test(the_latest_of_all_registers_decides_and_tells_its_kind),
        cmocka_unit_test(what_is_known_so_far_is_not_shortened),
        cmocka_unit_test(a_range_of_registers_is_pending_as_a_whole_and_no_further),
        cmocka_unit_test(a_range_of_none_waits_for_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
