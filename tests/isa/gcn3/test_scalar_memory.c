/* SPDX-License-Identifier: Apache-2.0 */
/* Scalar loads and stores, buffers and their ends, the clock, faults. */
#include "fixture.h"

enum { BASE = 0x10000, BYTES = 256, S8 = 8, S32 = 32 };

static struct allocation *place(struct fixture *f, uint64_t base, bool writable)
{
    struct allocation *a;
    assert_int_equal(memory_place(&f->err, &f->memory, ALLOCATION_BUFFER, "buffer", base, BYTES,
                                  writable, &a), WC_OK);
    for (unsigned i = 0; i < BYTES; i++)
        a->bytes[i] = (uint8_t)roll(f);
    return a;
}

static void begin_access(struct fixture *f, const char *name, uint64_t base, uint32_t offset)
{
    const struct gcn3_row *row = row_named(name);
    begin(f, name);
    f->state.scalar[S8] = (uint32_t)base;
    f->state.scalar[S8 + 1] = (uint32_t)(base >> 32);
    f->own.src[0] = sgpr(row->src[0], S8);
    f->own.src[1] = (struct gcn3_operand){.kind = GCN3_CONSTANT, .words = 1, .value = offset};
    if (row->dst)
        f->own.dst = sgpr(row->dst, S32);
    else
        f->own.src[2] = sgpr(row->src[2], S32);
}

static void expect_access(const struct fixture *f, enum access_kind kind, uint64_t address,
                          unsigned bytes)
{
    assert_int_equal(f->effect.kind, EFFECT_MEMORY);
    assert_int_equal(f->effect.access.kind, kind);
    assert_int_equal(f->effect.access.space, MEMORY_CONSTANT);
    assert_int_equal(f->effect.access.mask, 1);
    assert_int_equal(f->effect.access.bytes, bytes);
    assert_true(f->effect.access.address[0] == address);
}

static void loads_of_all_sizes_ignore_exec_and_low_bits(void **state)
{
    static const char *const names[] = {"s_load_dword", "s_load_dwordx2", "s_load_dwordx4",
                                        "s_load_dwordx8", "s_load_dwordx16"};
    struct fixture *f = new_fixture();
    struct allocation *a = place(f, BASE, false);
    (void)state;
    for (unsigned i = 0; i < 5 * ROUNDS; i++) {
        unsigned bytes = 4u << i % 5, at = roll_below(f, BYTES - bytes + 1) & ~3u;
        unsigned split = at ? roll_below(f, at) & ~3u : 0;
        shuffle(f);
        begin_access(f, names[i % 5], (BASE + split) | roll_below(f, 4),
                     (at - split) | roll_below(f, 4));
        run(f);
        expect_access(f, ACCESS_LOAD, BASE + at, bytes);
        assert_memory_equal(&f->state.scalar[S32], a->bytes + at, bytes);
        assert_only_scalars(f, S32, bytes / 4);
        assert_int_equal(f->state.scc, f->state_before.scc);
    }
    free_fixture(f);
}

static void an_offset_may_stand_in_a_register(void **state)
{
    struct fixture *f = new_fixture();
    struct allocation *a = place(f, BASE, false);
    (void)state;
    begin_access(f, "s_load_dword", BASE, 0);
    f->own.src[1] = sgpr(GCN3_B32, 4);
    f->state.scalar[4] = 44;
    run(f);
    assert_memory_equal(&f->state.scalar[S32], a->bytes + 44, 4);
    free_fixture(f);
}

static void stores_write_words(void **state)
{
    static const char *const names[] = {"s_store_dword", "s_store_dwordx2", "s_store_dwordx4"};
    struct fixture *f = new_fixture();
    struct allocation *a = place(f, BASE, true);
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        unsigned bytes = 4u << i;
        shuffle(f);
        begin_access(f, names[i], BASE + 64, 16 * i);
        run(f);
        expect_access(f, ACCESS_STORE, BASE + 64 + 16 * i, bytes);
        assert_memory_equal(a->bytes + 64 + 16 * i, &f->state.scalar[S32], bytes);
    }
    free_fixture(f);
}

static void expect_fault(const struct fixture *f, enum fault_kind kind, uint64_t address)
{
    assert_int_equal(f->effect.kind, EFFECT_FAULT);
    assert_int_equal(f->effect.fault.kind, kind);
    assert_int_equal(f->effect.fault.space, MEMORY_CONSTANT);
    assert_true(f->effect.fault.address == address);
    assert_only_scalars(f, 0, 0);
}

static void what_is_not_there_faults(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    place(f, BASE, false);
    begin_access(f, "s_load_dwordx4", BASE, BYTES - 8);
    run(f);
    expect_fault(f, FAULT_OUT_OF_BOUNDS, BASE + BYTES - 8);
    begin_access(f, "s_load_dword", 0x123400000000, 0);
    run(f);
    expect_fault(f, FAULT_OUT_OF_BOUNDS, 0x123400000000);
    begin_access(f, "s_store_dword", BASE, 4);
    run(f);
    expect_fault(f, FAULT_READ_ONLY, BASE + 4);
    free_fixture(f);
}

static void buffers_end_where_they_say(void **state)
{
    struct fixture *f = new_fixture();
    struct allocation *a = place(f, BASE, true);
    uint32_t zeros[8] = {0};
    (void)state;
    for (unsigned at = 0; at < 64; at += 4) {
        unsigned inside = at < 40 ? 40 - at : 0;
        inside = inside < 32 ? inside : 32;
        shuffle(f);
        begin_access(f, "s_buffer_load_dwordx8", BASE, at);
        f->state.scalar[S8 + 2] = at % 8 ? 10 : 42;
        f->state.scalar[S8 + 1] |= at % 8 ? 4u << 16 : 0; /* 10 records of 4, or 42 bytes */
        run(f);
        assert_int_equal(f->effect.kind, EFFECT_MEMORY);
        assert_int_equal(f->effect.access.bytes, inside);
        assert_memory_equal(&f->state.scalar[S32], a->bytes + at, inside);
        assert_memory_equal((uint8_t *)&f->state.scalar[S32] + inside, zeros, 32 - inside);
    }
    uint8_t old[BYTES];
    memcpy(old, a->bytes, BYTES);
    begin_access(f, "s_buffer_store_dwordx2", BASE, 36);
    f->state.scalar[S8 + 2] = 40;
    run(f);
    assert_memory_equal(a->bytes + 36, &f->state.scalar[S32], 4);
    assert_memory_equal(a->bytes + 40, old + 40, BYTES - 40);
    free_fixture(f);
}

static void the_clock_is_the_machines(void **state)
{
    struct fixture *f = new_fixture();
    const uint64_t cycle = 0x123456789abc;
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        f->launch.cycle = i < 2 ? NULL : &cycle;
        begin(f, i % 2 ? "s_memrealtime" : "s_memtime");
        f->own.dst = sgpr(GCN3_B64, S32);
        run(f);
        assert_int_equal(f->effect.kind, EFFECT_NONE);
        assert_true(gcn3_scalar_pair(&f->state, S32) == (i < 2 ? 0 : cycle));
    }
    free_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_of_all_sizes_ignore_exec_and_low_bits),
        cmocka_unit_test(an_offset_may_stand_in_a_register),
        cmocka_unit_test(stores_write_words),
        cmocka_unit_test(what_is_not_there_faults),
        cmocka_unit_test(buffers_end_where_they_say),
        cmocka_unit_test(the_clock_is_the_machines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
