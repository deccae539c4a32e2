/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores to global, shared, local and constant memory. PAS-30 */
#include "fixture.h"

enum { ROUNDS = 3000, SHARED_BYTES = 2048, LOCAL_BYTES = 72, BUFFER_BYTES = 4096 };

static const uint64_t BUFFER = 0x7f1200000000, OTHER = 0x7f1200100000, FIXED = 0x7f1200200000;
static const unsigned bytes_of[] = {1, 1, 2, 2, 4, 8, 16};

struct stage {
    struct fixture *f;
    struct allocation *buffer, *other, *fixed;
    alignas(64) uint8_t shared[SHARED_BYTES], local[LOCAL_BYTES * SASS_LANES];
};

static void place(struct fixture *f, uint64_t base, bool writable)
{
    assert_int_equal(memory_place(&f->err, &f->memory, ALLOCATION_BUFFER, "buffer", base,
                                  BUFFER_BYTES, writable, NULL), WC_OK);
}

static struct stage *open_stage(void)
{
    struct stage *s = aligned_alloc(64, (sizeof *s + 63) / 64 * 64);
    struct fixture *f = new_fixture();
    assert_non_null(s);
    *s = (struct stage){.f = f};
    place(f, BUFFER, true);
    place(f, OTHER, true);
    place(f, FIXED, false);
    s->buffer = memory_find(&f->memory, BUFFER, 1);
    s->other = memory_find(&f->memory, OTHER, 1);
    s->fixed = memory_find(&f->memory, FIXED, 1);
    f->launch.shared_bytes = SHARED_BYTES;
    f->launch.local_bytes = LOCAL_BYTES;
    f->launch.shared_window = 0x7f0000000000;
    f->launch.local_window = 0x7f0001000000;
    f->block.shared = s->shared;
    f->state.local = s->local;
    f->state.local_address = 0x600000000;
    return s;
}

static void close_stage(struct stage *s)
{
    free_fixture(s->f);
    free(s);
}

static void fill(struct stage *s, uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)roll(s->f);
}

static void fill_all(struct stage *s)
{
    fill(s, s->buffer->bytes, BUFFER_BYTES);
    fill(s, s->other->bytes, BUFFER_BYTES);
    fill(s, s->fixed->bytes, BUFFER_BYTES);
    fill(s, s->shared, SHARED_BYTES);
    fill(s, s->local, sizeof s->local);
}

/* Offsets of the lanes in `size` bytes: side by side, all the same, two of them, or anywhere. */
static void roll_offsets(struct stage *s, unsigned bytes, unsigned size, uint32_t *offset)
{
    struct fixture *f = s->f;
    unsigned places = size / bytes, way = roll_below(f, 5);
    unsigned first = places > SASS_LANES ? roll_below(f, places - SASS_LANES + 1) : 0;
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        unsigned at = way < 2    ? (first + lane) % places
                      : way == 2 ? first
                      : way == 3 ? (first + lane / 16) % places : roll_below(f, places);
        offset[lane] = at * bytes;
    }
}

/* Registers 0 and 1 take the addresses, less a random offset that the instruction adds. */
static void aim(struct stage *s, uint64_t base, const uint32_t *offset, bool wide)
{
    struct fixture *f = s->f;
    f->own.a = from_register(0);
    f->own.offset = (int32_t)roll_below(f, 1 << 20) - (1 << 19);
    f->own.modifier[SASS_WIDE] = wide;
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        uint64_t at = base + offset[lane] - (uint64_t)(int64_t)f->own.offset;
        lanes_of(f, 0)[lane] = (uint32_t)at;
        lanes_of(f, 1)[lane] = (uint32_t)(at >> 32);
    }
}

/* Target registers of up to four words, which may hold the address, or RZ. */
static uint32_t roll_row(struct fixture *f)
{
    return roll_below(f, 8) ? SASS_R0 + 4 * roll_below(f, REGISTERS / 4) : SASS_SINK;
}

/* Word i of what a load of this type reads at `from`. */
static uint32_t model_word(const uint8_t *from, unsigned type, unsigned i)
{
    switch (type) {
    case 0:
        return from[0];
    case 1:
        return (uint32_t)(int8_t)from[0];
    case 2:
        return from[0] + from[1] * 256u;
    case 3:
        return (uint32_t)(int16_t)(from[0] + from[1] * 256u);
    default:
        return from[4 * i] + from[4 * i + 1] * 256u + from[4 * i + 2] * 65536u +
               from[4 * i + 3] * 16777216u;
    }
}

static void assert_access(struct stage *s, enum access_kind kind, enum memory_space space,
                          unsigned bytes)
{
    const struct effect *e = &s->f->effect;
    assert_int_equal(e->kind, EFFECT_MEMORY);
    assert_int_equal(e->access.kind, kind);
    assert_int_equal(e->access.space, space);
    assert_int_equal(e->access.bytes, bytes);
    assert_true(e->access.mask == s->f->warp.mask);
}

/* Where the bytes of a lane are on the host. */
typedef uint8_t *host_fn(struct stage *s, unsigned lane, uint32_t offset);

static uint8_t *host_global(struct stage *s, unsigned lane, uint32_t offset)
{
    (void)lane;
    return s->buffer->bytes + offset;
}

static uint8_t *host_shared(struct stage *s, unsigned lane, uint32_t offset)
{
    (void)lane;
    return s->shared + offset;
}

static uint8_t *host_local(struct stage *s, unsigned lane, uint32_t offset)
{
    return s->local + lane * LOCAL_BYTES + offset;
}

static uint8_t *host_constant(struct stage *s, unsigned lane, uint32_t offset)
{
    (void)lane;
    return s->f->bank + offset;
}

/* One memory: its instructions, its size, and which address the caches should see. */
struct space {
    run_fn *load, *store;
    enum memory_space space;
    uint64_t base;
    bool wide;
    unsigned size;
    host_fn *host;
};

static const struct space spaces[] = {
    {sass_ldg, sass_stg, MEMORY_GLOBAL, 0x7f1200000000, true, BUFFER_BYTES, host_global},
    {sass_ld, sass_st, MEMORY_GLOBAL, 0x7f1200000000, true, BUFFER_BYTES, host_global},
    {sass_lds, sass_sts, MEMORY_SHARED, 0, false, SHARED_BYTES, host_shared},
    {sass_ld, sass_st, MEMORY_SHARED, 0x7f0000000000, true, SHARED_BYTES, host_shared},
    {sass_ldl, sass_stl, MEMORY_LOCAL, 0, false, LOCAL_BYTES, host_local},
    {sass_ld, sass_st, MEMORY_LOCAL, 0x7f0001000000, true, LOCAL_BYTES, host_local},
    {sass_ldc, NULL, MEMORY_CONSTANT, 0, false, BANK_BYTES, host_constant},
};

static uint64_t seen_address(const struct space *space, unsigned lane, uint32_t offset)
{
    if (space->space == MEMORY_GLOBAL)
        return space->base + offset;
    if (space->space == MEMORY_LOCAL)
        return 0x600000000 + offset / 4 * 128 + lane * 4 + offset % 4;
    return offset;
}

static void assert_addresses(struct stage *s, const struct space *space, const uint32_t *offset)
{
    for (unsigned lane = 0; lane < SASS_LANES; lane++)
        if (s->f->warp.active[lane])
            assert_true(s->f->effect.access.address[lane] ==
                        seen_address(space, lane, offset[lane]));
}

static void load_once(struct stage *s, const struct space *space)
{
    struct fixture *f = s->f;
    uint32_t offset[SASS_LANES];
    shuffle(f);
    unsigned type = roll_below(f, 7), bytes = bytes_of[type], words = (bytes + 3) / 4;
    roll_offsets(s, bytes, space->size, offset);
    aim(s, space->base, offset, space->wide);
    f->own.rd = (uint16_t)roll_row(f);
    f->own.b = (struct sass_source){.kind = SASS_CONSTANT, .bank = 3};
    f->own.modifier[SASS_TYPE] = (uint8_t)type;
    run(f, space->load);
    assert_access(s, ACCESS_LOAD, space->space, bytes);
    assert_addresses(s, space, offset);
    assert_only_rows(f, f->own.rd, f->own.rd == SASS_SINK ? 1 : words);
    for (unsigned i = 0; i < words && f->own.rd != SASS_SINK; i++)
        for (unsigned lane = 0; lane < SASS_LANES; lane++)
            if (f->warp.active[lane])
                assert_int_equal(f->reg[(f->own.rd + i) * SASS_LANES + lane],
                                 model_word(space->host(s, lane, offset[lane]), type, i));
}

static void loads_read_every_type_from_every_memory(void **unused)
{
    struct stage *s = open_stage();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        fill_all(s);
        load_once(s, &spaces[i % 7]);
    }
    close_stage(s);
}

static void store_once(struct stage *s, const struct space *space)
{
    struct fixture *f = s->f;
    uint32_t offset[SASS_LANES];
    struct stage *want = aligned_alloc(64, (sizeof *want + 63) / 64 * 64);
    uint8_t buffer[BUFFER_BYTES];
    assert_non_null(want);
    shuffle(f);
    unsigned type = roll_below(f, 7), bytes = bytes_of[type];
    roll_offsets(s, bytes, space->size, offset);
    aim(s, space->base, offset, space->wide);
    f->own.b = roll_below(f, 6) ? from_register(4 + 4 * roll_below(f, 4)) : from_zero();
    f->own.modifier[SASS_TYPE] = (uint8_t)type;
    *want = *s;
    memcpy(buffer, s->buffer->bytes, sizeof buffer);
    struct allocation expected = {.bytes = buffer};
    want->buffer = &expected;
    for (unsigned lane = 0; lane < SASS_LANES; lane++) /* in lane order: the highest wins */
        for (unsigned i = 0; i < bytes && f->warp.active[lane]; i++) {
            uint32_t row = f->own.b.row ? f->own.b.row + i / 4 : 0;
            space->host(want, lane, offset[lane])[i] =
                (uint8_t)(f->reg[row * SASS_LANES + lane] >> 8 * (i % 4));
        }
    run(f, space->store);
    assert_access(s, ACCESS_STORE, space->space, bytes);
    assert_addresses(s, space, offset);
    assert_only_rows(f, SASS_SINK, 1);
    assert_memory_equal(s->buffer->bytes, buffer, sizeof buffer);
    assert_memory_equal(s->shared, want->shared, SHARED_BYTES);
    assert_memory_equal(s->local, want->local, sizeof s->local);
    free(want);
}

static void stores_write_every_type_to_every_memory(void **unused)
{
    struct stage *s = open_stage();
    (void)unused;
    fill_all(s);
    for (unsigned i = 0; i < ROUNDS; i++)
        store_once(s, &spaces[i % 6]);
    close_stage(s);
}

/* ---- Lanes that go different ways ---- */

static void lanes_may_touch_two_buffers_at_once(void **unused)
{
    struct stage *s = open_stage();
    struct fixture *f = s->f;
    uint32_t zeros[SASS_LANES] = {0};
    (void)unused;
    fill_all(s);
    aim(s, 0, zeros, true);
    f->own.offset = 16, f->own.rd = SASS_R0 + 4, f->own.modifier[SASS_TYPE] = 5;
    warp_set_mask(&f->warp, 0xffffffff);
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        uint64_t at = (lane % 2 ? BUFFER : OTHER) + lane * 8;
        lanes_of(f, 0)[lane] = (uint32_t)at, lanes_of(f, 1)[lane] = (uint32_t)(at >> 32);
    }
    run(f, sass_ldg);
    assert_access(s, ACCESS_LOAD, MEMORY_GLOBAL, 8);
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        const uint8_t *from = (lane % 2 ? s->buffer : s->other)->bytes + lane * 8 + 16;
        assert_int_equal(lanes_of(f, 4)[lane], model_word(from, 5, 0));
        assert_int_equal(lanes_of(f, 5)[lane], model_word(from, 5, 1));
    }
    f->own.b = from_register(6);
    run(f, sass_stg);
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        const uint8_t *to = (lane % 2 ? s->buffer : s->other)->bytes + lane * 8 + 16;
        assert_int_equal(model_word(to, 5, 0), lanes_of(f, 6)[lane]);
        assert_int_equal(model_word(to, 5, 1), lanes_of(f, 7)[lane]);
    }
    close_stage(s);
}

/* The effect tells of the global lanes, or where there are none of the shared ones. */
static void generic_addresses_may_mean_all_memories_at_once(void **unused)
{
    struct stage *s = open_stage();
    struct fixture *f = s->f;
    (void)unused;
    for (unsigned round = 0; round < 600; round++) {
        static const uint64_t bases[] = {0x7f1200000000, 0x7f0000000000, 0x7f0001000000};
        static const enum memory_space names[] = {MEMORY_GLOBAL, MEMORY_SHARED, MEMORY_LOCAL};
        host_fn *const hosts[] = {host_global, host_shared, host_local};
        uint64_t masks[3] = {0}, at[SASS_LANES];
        unsigned first = round % 2; /* with or without global memory */
        fill_all(s);
        shuffle(f);
        uint64_t mask = f->warp.mask;
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            unsigned which = first + roll_below(f, 3 - first);
            masks[which] |= mask & 1ull << lane;
            at[lane] = bases[which] + 4 * roll_below(f, LOCAL_BYTES / 4);
            lanes_of(f, 0)[lane] = (uint32_t)at[lane];
            lanes_of(f, 1)[lane] = (uint32_t)(at[lane] >> 32);
        }
        f->own.a = from_register(0), f->own.rd = SASS_R0 + 4;
        f->own.modifier[SASS_TYPE] = 4, f->own.modifier[SASS_WIDE] = 1;
        run(f, sass_ld);
        unsigned told = masks[0] ? 0 : masks[1] ? 1 : 2;
        assert_int_equal(f->effect.kind, EFFECT_MEMORY);
        assert_int_equal(f->effect.access.space, names[told]);
        assert_true(f->effect.access.mask == masks[told]);
        assert_true(f->warp.mask == mask);
        assert_only_rows(f, f->own.rd, 1);
        for (unsigned lane = 0; lane < SASS_LANES; lane++)
            for (unsigned which = 0; which < 3; which++)
                if (masks[which] >> lane & 1)
                    assert_int_equal(
                        lanes_of(f, 4)[lane],
                        model_word(hosts[which](s, lane, (uint32_t)(at[lane] - bases[which])), 4,
                                   0));
    }
    close_stage(s);
}

/* ---- Faults ---- */

struct wrong {
    run_fn *run;
    uint8_t type, space, kind, access;
    uint64_t address;
};

static const struct wrong wrongs[] = {
    {sass_ldg, 4, MEMORY_GLOBAL, FAULT_MISALIGNED, ACCESS_LOAD, 0x7f1200000002},
    {sass_ldg, 6, MEMORY_GLOBAL, FAULT_MISALIGNED, ACCESS_LOAD, 0x7f1200000008},
    {sass_ldg, 4, MEMORY_GLOBAL, FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, 0x7f1200001000},
    {sass_ldg, 4, MEMORY_GLOBAL, FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, 0x7f11fffffffc},
    {sass_ldg, 4, MEMORY_GLOBAL, FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, 0},
    {sass_ldg, 4, MEMORY_GLOBAL, FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, 0xfffffffffffffffc},
    {sass_stg, 0, MEMORY_GLOBAL, FAULT_READ_ONLY, ACCESS_STORE, 0x7f1200200000},
    {sass_stg, 4, MEMORY_GLOBAL, FAULT_OUT_OF_BOUNDS, ACCESS_STORE, 0x7f1200001000},
    {sass_ld, 4, MEMORY_GLOBAL, FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, 0x7f0002000000},
    {sass_red, 0, MEMORY_GLOBAL, FAULT_READ_ONLY, ACCESS_ATOMIC, 0x7f1200200000},
    {sass_atom, 2, MEMORY_GLOBAL, FAULT_MISALIGNED, ACCESS_ATOMIC, 0x7f1200000004},
    {sass_atom, 0, MEMORY_GLOBAL, FAULT_OUT_OF_BOUNDS, ACCESS_ATOMIC, 0x7f1200001000},
    {sass_lds, 4, MEMORY_SHARED, FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, SHARED_BYTES},
    {sass_lds, 5, MEMORY_SHARED, FAULT_MISALIGNED, ACCESS_LOAD, 4},
    {sass_lds, 4, MEMORY_SHARED, FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, 0xfffffffc},
    {sass_sts, 6, MEMORY_SHARED, FAULT_OUT_OF_BOUNDS, ACCESS_STORE, SHARED_BYTES},
    {sass_sts, 2, MEMORY_SHARED, FAULT_MISALIGNED, ACCESS_STORE, 1},
    {sass_atoms, 0, MEMORY_SHARED, FAULT_OUT_OF_BOUNDS, ACCESS_ATOMIC, SHARED_BYTES},
    {sass_ldl, 4, MEMORY_LOCAL, FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, LOCAL_BYTES},
    {sass_ldl, 6, MEMORY_LOCAL, FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, 64}, /* 8 of its 16 bytes */
    {sass_ldl, 3, MEMORY_LOCAL, FAULT_MISALIGNED, ACCESS_LOAD, 3},
    {sass_stl, 4, MEMORY_LOCAL, FAULT_OUT_OF_BOUNDS, ACCESS_STORE, 0x80000000},
    {sass_ldc, 4, MEMORY_CONSTANT, FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, BANK_BYTES},
    {sass_ldc, 4, MEMORY_CONSTANT, FAULT_MISALIGNED, ACCESS_LOAD, 2},
};

static uint64_t good_address(const struct wrong *wrong)
{
    return wrong->space == MEMORY_GLOBAL ? 0x7f1200000000 : 0;
}

/* One lane of many is wrong: that one is named, and nothing has changed. */
static void a_lane_that_may_not_is_named_and_nobody_moves(void **unused)
{
    struct stage *s = open_stage();
    struct fixture *f = s->f;
    (void)unused;
    fill_all(s);
    for (unsigned i = 0; i < 20 * sizeof wrongs / sizeof *wrongs; i++) {
        const struct wrong *wrong = &wrongs[i % (sizeof wrongs / sizeof *wrongs)];
        struct stage before = *s;
        uint8_t buffer[BUFFER_BYTES];
        memcpy(buffer, s->buffer->bytes, sizeof buffer);
        shuffle(f);
        unsigned bad = (unsigned)__builtin_ctzll(f->warp.mask);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            bool is_wrong = lane == bad || !f->warp.active[lane]; /* inactive ones do not count */
            uint64_t at = is_wrong ? wrong->address : good_address(wrong);
            lanes_of(f, 0)[lane] = (uint32_t)at;
            lanes_of(f, 1)[lane] = (uint32_t)(at >> 32);
        }
        f->own.a = from_register(0), f->own.b = from_register(4), f->own.rd = SASS_R0 + 8;
        if (wrong->run == sass_ldc)
            f->own.b = (struct sass_source){.kind = SASS_CONSTANT, .bank = 3};
        f->own.modifier[SASS_TYPE] = wrong->type;
        f->own.modifier[SASS_WIDE] = wrong->space == MEMORY_GLOBAL;
        run(f, wrong->run);
        assert_int_equal(f->effect.kind, EFFECT_FAULT);
        assert_int_equal(f->effect.fault.kind, wrong->kind);
        assert_int_equal(f->effect.fault.access, wrong->access);
        assert_int_equal(f->effect.fault.space, wrong->space);
        assert_int_equal(f->effect.fault.lane, bad);
        assert_true(f->effect.fault.address == wrong->address);
        assert_only_rows(f, SASS_SINK, 1);
        assert_memory_equal(s->buffer->bytes, buffer, sizeof buffer);
        assert_memory_equal(s->shared, before.shared, SHARED_BYTES);
        assert_memory_equal(s->local, before.local, sizeof s->local);
    }
    close_stage(s);
}

static void what_is_no_type_and_no_bank_is_refused(void **unused)
{
    struct stage *s = open_stage();
    struct fixture *f = s->f;
    (void)unused;
    f->own.a = from_zero(), f->own.b = from_register(4);
    f->own.modifier[SASS_TYPE] = 7;
    run(f, sass_ldg);
    assert_int_equal(f->effect.fault.kind, FAULT_ILLEGAL);
    f->own.modifier[SASS_TYPE] = 4;
    f->own.b = (struct sass_source){.kind = SASS_CONSTANT, .bank = SASS_BANKS};
    run(f, sass_ldc);
    assert_int_equal(f->effect.fault.kind, FAULT_ILLEGAL);
    f->own.b.bank = 5; /* empty */
    run(f, sass_ldc);
    assert_int_equal(f->effect.fault.kind, FAULT_OUT_OF_BOUNDS);
    f->own.b.bank = 3;
    f->own.modifier[SASS_MODE] = 1; /* IL */
    run(f, sass_ldc);
    assert_int_equal(f->effect.fault.kind, FAULT_ILLEGAL);
    f->launch.shared_bytes = 0, f->block.shared = NULL;
    run(f, sass_lds);
    assert_int_equal(f->effect.fault.kind, FAULT_OUT_OF_BOUNDS);
    f->own.modifier[SASS_MODE] = 0;
    close_stage(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_read_every_type_from_every_memory),
        cmocka_unit_test(stores_write_every_type_to_every_memory),
        cmocka_unit_test(lanes_may_touch_two_buffers_at_once),
        cmocka_unit_test(generic_addresses_may_mean_all_memories_at_once),
        cmocka_unit_test(a_lane_that_may_not_is_named_and_nobody_moves),
        cmocka_unit_test(what_is_no_type_and_no_bank_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
