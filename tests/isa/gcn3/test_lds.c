/* SPDX-License-Identifier: Apache-2.0 */
/* The local data share against a model of bytes: all sizes, two places, atomics in the order of
 * lanes, the bound in M0, faults. */
#include "memory_model.h"

enum { ADDRESS = 2, DATA = 4, DATA_2 = 8, TARGET = 12 };

/* Every row of DS that one function runs. */
static const struct gcn3_row *next_row(run_fn *function, size_t *i)
{
    const struct gcn3_row *row;
    while ((row = gcn3_row((*i)++)))
        if (row->op.run == function)
            return row;
    return NULL;
}

/* Addresses that fit, with some of them equal, `span` bytes being touched behind them. */
static void set_addresses(struct fixture *f, unsigned align, unsigned span)
{
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        lanes_of(f, ADDRESS)[lane] = roll_below(f, (LDS_BYTES - span) / align + 1) * align;
}

static void begin_ds(struct fixture *f, const struct gcn3_row *row)
{
    shuffle(f);
    begin(f, row->op.name);
    f->own.src[0] = vgpr(GCN3_B32, ADDRESS);
    if (row->src[1])
        f->own.src[1] = vgpr(row->src[1], DATA);
    if (row->src[2])
        f->own.src[2] = vgpr(row->src[2], DATA_2);
    if (row->dst)
        f->own.dst = vgpr(row->dst, TARGET);
}

static unsigned alignment(unsigned bytes) { return bytes == 12 ? 4 : bytes; }

/* A negative part of an address and an offset cancel modulo 2^32. */
static void spread_offset(struct fixture *f)
{
    f->own.offset = roll_below(f, 2) ? 0 : (uint16_t)(roll(f) & ~15u);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        lanes_of(f, ADDRESS)[lane] -= f->own.offset;
}

static uint32_t place(const struct fixture *f, unsigned lane)
{
    return f->before[ADDRESS * GCN3_LANES + lane] + f->own.offset;
}

static void expect_access(const struct fixture *f, enum access_kind kind, unsigned lane,
                          uint32_t address)
{
    assert_int_equal(f->effect.kind, EFFECT_MEMORY);
    assert_int_equal(f->effect.access.kind, kind);
    assert_int_equal(f->effect.access.space, MEMORY_SHARED);
    assert_int_equal(f->effect.access.bytes, f->own.element_bytes);
    assert_true(f->effect.access.mask == f->mask_before);
    assert_int_equal(f->effect.access.address[lane], address);
}

static void reads_of_all_sizes(void **state)
{
    struct fixture *f = new_fixture();
    const struct gcn3_row *row;
    (void)state;
    for (size_t i = 0; (row = next_row(gcn3_ds_read, &i));)
        for (unsigned round = 0; round < ROUNDS; round++) {
            begin_ds(f, row);
            set_addresses(f, alignment(row->bytes), row->bytes);
            spread_offset(f);
            f->own.dst = vgpr(row->dst, roll_below(f, 2) ? ADDRESS : TARGET); /* overwritten */
            run(f);
            assert_only_vgprs(f, f->own.dst.code, f->own.dst.words, f->mask_before);
            assert_memory_equal(f->lds, f->lds_before, LDS_BYTES);
            for (unsigned lane = 0; lane < GCN3_LANES; lane++)
                if (f->mask_before >> lane & 1) {
                    expect_access(f, ACCESS_LOAD, lane, place(f, lane));
                    assert_loaded(f, f->own.dst.code, lane, f->lds + place(f, lane));
                }
        }
    free_fixture(f);
}

static void writes_of_all_sizes(void **state)
{
    struct fixture *f = new_fixture();
    const struct gcn3_row *row;
    (void)state;
    for (size_t i = 0; (row = next_row(gcn3_ds_write, &i));)
        for (unsigned round = 0; round < ROUNDS; round++) {
            begin_ds(f, row);
            set_addresses(f, alignment(row->bytes), row->bytes);
            spread_offset(f);
            run(f);
            assert_only_vgprs(f, 0, 0, 0);
            for (unsigned lane = 0; lane < GCN3_LANES; lane++)
                if (f->mask_before >> lane & 1) {
                    expect_access(f, ACCESS_STORE, lane, place(f, lane));
                    model_store(f, DATA, lane, f->lds_before + place(f, lane));
                }
            assert_memory_equal(f->lds, f->lds_before, LDS_BYTES);
        }
    free_fixture(f);
}

/* ---- Two places ---- */

static void begin_two(struct fixture *f, const struct gcn3_row *row)
{
    begin_ds(f, row);
    f->own.offset0 = (uint8_t)roll_below(f, LDS_BYTES / 2 / f->own.offset_scale);
    f->own.offset1 = (uint8_t)roll_below(f, LDS_BYTES / 2 / f->own.offset_scale);
    set_addresses(f, row->bytes, LDS_BYTES / 2);
}

static uint32_t place_of_two(const struct fixture *f, unsigned lane, unsigned which)
{
    return f->before[ADDRESS * GCN3_LANES + lane] +
           f->own.offset_scale * (which ? f->own.offset1 : f->own.offset0);
}

static void two_places_are_read(void **state)
{
    struct fixture *f = new_fixture();
    const struct gcn3_row *row;
    (void)state;
    for (size_t i = 0; (row = next_row(gcn3_ds_read2, &i));)
        for (unsigned round = 0; round < ROUNDS; round++) {
            const uint32_t targets[] = {TARGET, ADDRESS, ADDRESS - row->bytes / 4u};
            begin_two(f, row);
            f->own.dst = vgpr(row->dst, targets[roll_below(f, 3)]); /* with the address in it */
            run(f);
            assert_only_vgprs(f, f->own.dst.code, f->own.dst.words, f->mask_before);
            for (unsigned lane = 0; lane < GCN3_LANES; lane++)
                if (f->mask_before >> lane & 1) {
                    expect_access(f, ACCESS_LOAD, lane, place_of_two(f, lane, 0));
                    assert_loaded(f, f->own.dst.code, lane, f->lds + place_of_two(f, lane, 0));
                    assert_loaded(f, f->own.dst.code + row->bytes / 4, lane,
                                  f->lds + place_of_two(f, lane, 1));
                }
        }
    free_fixture(f);
}

static void two_places_are_written(void **state)
{
    struct fixture *f = new_fixture();
    const struct gcn3_row *row;
    (void)state;
    for (size_t i = 0; (row = next_row(gcn3_ds_write2, &i));)
        for (unsigned round = 0; round < ROUNDS; round++) {
            begin_two(f, row);
            run(f);
            for (unsigned which = 0; which < 2; which++)
                for (unsigned lane = 0; lane < GCN3_LANES; lane++)
                    if (f->mask_before >> lane & 1)
                        model_store(f, which ? DATA_2 : DATA, lane,
                                    f->lds_before + place_of_two(f, lane, which));
            assert_memory_equal(f->lds, f->lds_before, LDS_BYTES);
        }
    free_fixture(f);
}

/* What one lane's atomic at a place makes of memory; its old value must have come back. */
static void model_atomic(struct fixture *f, unsigned lane, uint32_t at, uint64_t data,
                         uint64_t second, uint32_t target)
{
    const unsigned bytes = f->own.element_bytes;
    uint64_t old = number_at(f->lds_before + at, bytes);
    put_number(f->lds_before + at, updated(f->own.atomic, old, data, second, bytes), bytes);
    for (unsigned i = 0; i < bytes / 4 && f->own.dst.kind; i++)
        assert_int_equal(lanes_of(f, target + i)[lane], (uint32_t)(old >> 32 * i));
}

static void two_places_are_exchanged(void **state)
{
    struct fixture *f = new_fixture();
    const struct gcn3_row *row;
    (void)state;
    for (size_t i = 0; (row = next_row(gcn3_ds_swap2, &i));)
        for (unsigned round = 0; round < ROUNDS; round++) {
            begin_two(f, row);
            run(f);
            for (unsigned which = 0; which < 2; which++)
                for (unsigned lane = 0; lane < GCN3_LANES; lane++)
                    if (f->mask_before >> lane & 1)
                        model_atomic(f, lane, place_of_two(f, lane, which),
                                     element_held(f, which ? DATA_2 : DATA, row->bytes, lane), 0,
                                     TARGET + which * row->bytes / 4);
            assert_memory_equal(f->lds, f->lds_before, LDS_BYTES);
        }
    free_fixture(f);
}

/* ---- Atomics ---- */

/* Values small and alike enough that comparisons go both ways. */
static void make_alike(struct fixture *f, unsigned bytes)
{
    if (roll_below(f, 2))
        return;
    for (unsigned i = 0; i + bytes <= LDS_BYTES; i += bytes)
        put_number(f->lds + i, roll_below(f, 3), bytes);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        for (unsigned i = 0; i < bytes / 4; i++)
            lanes_of(f, DATA + i)[lane] = i ? 0 : roll_below(f, 3);
}

static void atomics_take_turns(void **state)
{
    struct fixture *f = new_fixture();
    const struct gcn3_row *row;
    (void)state;
    for (size_t i = 0; (row = next_row(gcn3_ds_atomic, &i));)
        for (unsigned round = 0; round < ROUNDS / 2; round++) {
            begin_ds(f, row);
            f->state.mode = 0xf0; /* subnormals kept */
            make_alike(f, row->bytes);
            set_addresses(f, row->bytes, row->bytes);
            spread_offset(f);
            run(f);
            assert_only_vgprs(f, TARGET, f->own.dst.words, f->mask_before);
            for (unsigned lane = 0; lane < GCN3_LANES; lane++)
                if (f->mask_before >> lane & 1) {
                    expect_access(f, ACCESS_ATOMIC, lane, place(f, lane));
                    model_atomic(f, lane, place(f, lane),
                                 element_held(f, DATA, row->bytes, lane),
                                 element_held(f, DATA_2, row->bytes, lane), TARGET);
                }
            assert_memory_equal(f->lds, f->lds_before, LDS_BYTES);
        }
    free_fixture(f);
}

static void sums_of_floats_flush_as_the_mode_says(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    for (unsigned kept = 0; kept < 2; kept++) {
        begin_ds(f, row_named("ds_add_f32"));
        f->state.mode = kept ? 0x30 : 0;
        set_exec(f, 1);
        lanes_of(f, ADDRESS)[0] = 0;
        lanes_of(f, DATA)[0] = 3;
        put_number(f->lds, 5, 4);
        run(f);
        assert_int_equal(number_at(f->lds, 4), kept ? 8 : 0);
    }
    free_fixture(f);
}

static void words_are_exchanged_by_their_top_bit(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    begin_ds(f, row_named("ds_condxchg32_rtn_b64"));
    set_exec(f, 1);
    lanes_of(f, ADDRESS)[0] = 8;
    lanes_of(f, DATA)[0] = 0x80000011;
    lanes_of(f, DATA + 1)[0] = 0x22;
    uint64_t old = number_at(f->lds + 8, 8);
    run(f);
    assert_true(number_at(f->lds + 8, 8) == ((old & 0xffffffff00000000ull) | 0x11));
    assert_int_equal(lanes_of(f, TARGET)[0], (uint32_t)old);
    assert_int_equal(lanes_of(f, TARGET + 1)[0], (uint32_t)(old >> 32));
    free_fixture(f);
}

static void data_may_come_from_a_second_place(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    begin_ds(f, row_named("ds_add_src2_u32"));
    set_exec(f, 1);
    lanes_of(f, ADDRESS)[0] = 64;
    f->own.offset = 0x7ffc; /* four words down */
    run(f);
    assert_int_equal(number_at(f->lds + 64, 4),
                     (uint32_t)(number_at(f->lds_before + 64, 4) + number_at(f->lds + 48, 4)));
    f->own.offset = 0x8000;
    run(f);
    assert_int_equal(f->effect.kind, EFFECT_FAULT);
    free_fixture(f);
}

/* ---- Bounds ---- */

static void m0_bounds_what_lanes_reach(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const uint32_t bound = roll_below(f, LDS_BYTES + 1);
        begin_ds(f, row_named("ds_read_b64"));
        set_addresses(f, 8, 8);
        lanes_of(f, ADDRESS)[5] = 0xfffffff8; /* far outside, and harmless */
        f->state.scalar[GCN3_M0] = bound;
        run(f);
        assert_int_equal(f->effect.kind, EFFECT_MEMORY);
        assert_true(f->warp.mask == f->mask_before);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            uint64_t at = f->before[ADDRESS * GCN3_LANES + lane];
            uint8_t zeros[8] = {0};
            if (f->mask_before >> lane & 1)
                assert_loaded(f, TARGET, lane, at + 8 <= bound ? f->lds + at : zeros);
        }
        begin(f, "ds_write_b32");
        f->own.src[0] = vgpr(GCN3_B32, ADDRESS);
        f->own.src[1] = vgpr(GCN3_B32, DATA);
        run(f);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++)
            if (f->mask_before >> lane & 1 && (uint64_t)place(f, lane) + 4 <= bound)
                model_store(f, DATA, lane, f->lds_before + place(f, lane));
        assert_memory_equal(f->lds, f->lds_before, LDS_BYTES);
    }
    free_fixture(f);
}

static void expect_refusal(struct fixture *f, const char *name, uint32_t address,
                           enum fault_kind kind)
{
    begin_ds(f, row_named(name));
    set_exec(f, 0xf0);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        lanes_of(f, ADDRESS)[lane] = lane == 6 ? address : 0;
    run(f);
    assert_fault(f, kind, MEMORY_SHARED, 6);
    assert_only_vgprs(f, 0, 0, 0);
    assert_memory_equal(f->lds, f->lds_before, LDS_BYTES);
}

static void what_leaves_the_groups_memory_faults(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    expect_refusal(f, "ds_read_b32", LDS_BYTES, FAULT_OUT_OF_BOUNDS);
    expect_refusal(f, "ds_write_b128", LDS_BYTES - 8, FAULT_MISALIGNED);
    expect_refusal(f, "ds_write_b128", LDS_BYTES, FAULT_OUT_OF_BOUNDS);
    expect_refusal(f, "ds_read_b96", LDS_BYTES - 8, FAULT_OUT_OF_BOUNDS);
    expect_refusal(f, "ds_add_u32", 2, FAULT_MISALIGNED);
    expect_refusal(f, "ds_read_u16", 1, FAULT_MISALIGNED);
    expect_refusal(f, "ds_read2_b32", 0xfffffffc, FAULT_OUT_OF_BOUNDS);
    expect_refusal(f, "ds_add_rtn_u64", LDS_BYTES, FAULT_OUT_OF_BOUNDS);
    free_fixture(f);
}

static void global_data_share_is_refused(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    begin_ds(f, row_named("ds_add_u32"));
    f->own.gds = true;
    run(f);
    assert_int_equal(f->effect.kind, EFFECT_FAULT);
    assert_int_equal(f->effect.fault.kind, FAULT_ILLEGAL);
    free_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_of_all_sizes),
        cmocka_unit_test(writes_of_all_sizes),
        cmocka_unit_test(two_places_are_read),
        cmocka_unit_test(two_places_are_written),
        cmocka_unit_test(two_places_are_exchanged),
        cmocka_unit_test(atomics_take_turns),
        cmocka_unit_test(sums_of_floats_flush_as_the_mode_says),
        cmocka_unit_test(words_are_exchanged_by_their_top_bit),
        cmocka_unit_test(data_may_come_from_a_second_place),
        cmocka_unit_test(m0_bounds_what_lanes_reach),
        cmocka_unit_test(what_leaves_the_groups_memory_faults),
        cmocka_unit_test(global_data_share_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
