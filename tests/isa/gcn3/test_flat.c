/* SPDX-License-Identifier: Apache-2.0 */
/* FLAT and buffers against a model of bytes: device memory, the apertures of local memory and
 * scratch, interleaved scratch by way of a resource, ranges, atomics, faults. */
#include "memory_model.h"

enum { ADDRESS = 0, DATA = 4, TARGET = 12, BYTES = 4096, RESOURCE = 8, SOFFSET = 20 };
#define BASE 0x4000000000ull

static struct allocation *place(struct fixture *f)
{
    struct allocation *a;
    assert_int_equal(memory_place(&f->err, &f->memory, ALLOCATION_BUFFER, "buffer", BASE, BYTES,
                                  true, &a), WC_OK);
    for (unsigned i = 0; i < BYTES; i++)
        a->bytes[i] = (uint8_t)roll(f);
    return a;
}

/* Every row that one function runs. */
static const struct gcn3_row *next_row(run_fn *function, size_t *i)
{
    const struct gcn3_row *row;
    while ((row = gcn3_row((*i)++)))
        if (row->op.run == function)
            return row;
    return NULL;
}

enum { SCALAR_BASE = 20 };

/* GLOBAL with a scalar pair: the lane has the distance from it. */
static void set_address(struct fixture *f, unsigned lane, uint64_t address)
{
    address -= (uint64_t)(int64_t)f->own.displacement;
    if (f->own.src[2].kind)
        address -= gcn3_scalar_pair(&f->state, SCALAR_BASE);
    lanes_of(f, ADDRESS)[lane] = (uint32_t)address;
    lanes_of(f, ADDRESS + 1)[lane] = (uint32_t)(address >> 32);
}

static void begin_flat(struct fixture *f, const struct gcn3_row *row)
{
    shuffle(f);
    begin(f, row->op.name);
    f->own.src[0] = vgpr(GCN3_B64, ADDRESS);
    if (row->src[1])
        f->own.src[1] = vgpr(row->src[1], DATA);
    if (row->dst)
        f->own.dst = vgpr(row->dst, TARGET);
}

/* GCN5: an offset, and a scalar pair half of the time. */
static void roll_displacement(struct fixture *f, const struct gcn3_row *row)
{
    if (row->format != GCN3_GLOBAL)
        return;
    f->own.displacement = (int16_t)((int)roll_below(f, 8192) - 4096);
    if (roll_below(f, 2))
        return;
    f->state.scalar[SCALAR_BASE] = (uint32_t)(BASE - 8192);
    f->state.scalar[SCALAR_BASE + 1] = (uint32_t)((uint64_t)(BASE - 8192) >> 32);
    f->own.src[0] = vgpr(GCN3_B32, ADDRESS);
    f->own.src[2] = sgpr(GCN3_B64, SCALAR_BASE);
}

/* ---- The three memories, each lane in any of them ---- */

struct places {
    uint8_t *at[GCN3_LANES];      /* of words behind the first: `step` bytes further each */
    unsigned step[GCN3_LANES];
};

static uint32_t roll_offset(struct fixture *f, unsigned size, unsigned bytes, unsigned align)
{
    return roll_below(f, (size - bytes) / align + 1) * align;
}

/* `memories`: 1 device alone, 3 all of them. */
static void roll_places(struct fixture *f, struct allocation *a, unsigned memories,
                        struct places *places)
{
    const unsigned bytes = f->own.element_bytes, align = bytes < 4 ? bytes : 4;
    for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
        unsigned memory = roll_below(f, memories);
        uint32_t offset;
        places->step[lane] = 4;
        if (memory == 0) {
            offset = roll_offset(f, BYTES, bytes, align);
            set_address(f, lane, BASE + offset);
            places->at[lane] = a->bytes + offset;
        } else if (memory == 1) {
            offset = roll_offset(f, LDS_BYTES, bytes, bytes == 12 ? 4 : bytes);
            set_address(f, lane, (uint64_t)f->launch.shared_aperture << 32 | offset);
            places->at[lane] = f->lds + offset;
        } else {
            offset = roll_offset(f, PRIVATE_BYTES, bytes, align);
            set_address(f, lane, (uint64_t)f->launch.private_aperture << 32 | offset);
            places->at[lane] = f->scratch + offset / 4 * 256 + lane * 4 + offset % 4;
            places->step[lane] = 256;
        }
    }
}

static void loads_reach_all_memories(void **state)
{
    struct fixture *f = new_fixture();
    struct allocation *a = place(f);
    const struct gcn3_row *row;
    struct places places;
    (void)state;
    for (size_t i = 0; (row = next_row(gcn3_flat_load, &i));)
        for (unsigned round = 0; round < ROUNDS; round++) {
            begin_flat(f, row);
            f->own.dst = vgpr(row->dst, roll_below(f, 2) ? ADDRESS : TARGET); /* overwritten */
            roll_displacement(f, row);
            roll_places(f, a, round % 2 || row->format == GCN3_GLOBAL ? 1 : 3, &places);
            run(f);
            assert_int_equal(f->effect.kind, EFFECT_MEMORY);
            assert_true(f->warp.mask == f->mask_before);
            assert_only_vgprs(f, f->own.dst.code, f->own.dst.words, f->mask_before);
            for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
                uint8_t bytes[16] = {0};
                for (unsigned w = 0; w < (row->bytes + 3u) / 4; w++)
                    memcpy(bytes + 4 * w, places.at[lane] + w * places.step[lane],
                           row->bytes < 4 ? row->bytes : 4);
                if (f->mask_before >> lane & 1)
                    assert_loaded(f, f->own.dst.code, lane, bytes);
            }
        }
    free_fixture(f);
}

static void stores_reach_all_memories(void **state)
{
    struct fixture *f = new_fixture();
    struct allocation *a = place(f);
    const struct gcn3_row *row;
    struct places places;
    (void)state;
    for (size_t i = 0; (row = next_row(gcn3_flat_store, &i));)
        for (unsigned round = 0; round < ROUNDS; round++) {
            begin_flat(f, row);
            roll_displacement(f, row);
            roll_places(f, a, round % 2 || row->format == GCN3_GLOBAL ? 1 : 3, &places);
            run(f);
            assert_int_equal(f->effect.kind, EFFECT_MEMORY);
            assert_only_vgprs(f, 0, 0, 0);
            for (unsigned lane = GCN3_LANES; lane-- > 0;) { /* the highest one wins */
                uint8_t bytes[16];
                if (!(f->mask_before >> lane & 1))
                    continue;
                model_store(f, DATA, lane, bytes);
                bool covered = false;
                for (unsigned other = lane + 1; other < GCN3_LANES; other++)
                    covered |= f->mask_before >> other & 1 &&
                               llabs(places.at[other] - places.at[lane]) < 16;
                for (unsigned b = 0; b < row->bytes && !covered; b++)
                    assert_int_equal(places.at[lane][b / 4 * places.step[lane] + b % 4], bytes[b]);
            }
        }
    free_fixture(f);
}

static void inactive_lanes_store_nothing(void **state)
{
    struct fixture *f = new_fixture();
    struct allocation *a = place(f);
    uint8_t old[BYTES];
    (void)state;
    begin_flat(f, row_named("flat_store_dword"));
    memcpy(old, a->bytes, BYTES);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        set_address(f, lane, lane == 9 ? BASE + 36 : 12345); /* faults, were they active */
    set_exec(f, 1 << 9);
    run(f);
    assert_int_equal(f->effect.kind, EFFECT_MEMORY);
    put_number(old + 36, lanes_of(f, DATA)[9], 4);
    assert_memory_equal(a->bytes, old, BYTES);
    set_exec(f, 0);
    run(f);
    assert_int_equal(f->effect.kind, EFFECT_MEMORY);
    assert_int_equal(f->effect.access.mask, 0);
    free_fixture(f);
}

static void scratch_is_seen_interleaved(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    begin_flat(f, row_named("flat_load_dwordx2"));
    set_exec(f, ~0ull);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        set_address(f, lane, (uint64_t)f->launch.private_aperture << 32 | 8);
    run(f);
    assert_int_equal(f->effect.access.space, MEMORY_LOCAL);
    assert_int_equal(f->effect.access.bytes, 8);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        assert_true(f->effect.access.address[lane] ==
                    f->state.scratch_address + 2 * 256 + 4 * lane);
    free_fixture(f);
}

/* ---- Atomics ---- */

static void atomics_reach_device_and_local_memory(void **state)
{
    struct fixture *f = new_fixture();
    struct allocation *a = place(f);
    const struct gcn3_row *row;
    uint8_t model[BYTES];
    (void)state;
    for (size_t i = 0; (row = next_row(gcn3_flat_atomic, &i));)
        for (unsigned round = 0; round < ROUNDS / 2; round++) {
            const unsigned bytes = row->bytes, words = bytes / 4;
            begin_flat(f, row);
            if (roll_below(f, 2))
                f->own.dst = (struct gcn3_operand){0}; /* without glc */
            for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
                set_address(f, lane, BASE + roll_below(f, 64) * bytes);
                if (roll_below(f, 2)) /* so that some compare equal */
                    for (unsigned w = 0; w < words; w++)
                        lanes_of(f, DATA + words + w)[lane] = 0;
            }
            memset(a->bytes, 0, BYTES / 8);
            memcpy(model, a->bytes, BYTES);
            run(f);
            assert_int_equal(f->effect.access.kind, ACCESS_ATOMIC);
            assert_only_vgprs(f, TARGET, f->own.dst.words, f->mask_before);
            for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
                uint64_t at = element_held(f, ADDRESS, 8, lane) - BASE;
                uint64_t old = number_at(model + at, bytes);
                uint64_t first = element_held(f, DATA, bytes, lane);
                uint64_t second = element_held(f, DATA + words, bytes, lane);
                bool swap = row->atomic == GCN3_COMPARE_SWAP; /* compares with the second */
                if (!(f->mask_before >> lane & 1))
                    continue;
                put_number(model + at, updated(row->atomic, old, swap ? second : first, first,
                                               bytes), bytes);
                for (unsigned w = 0; w < words && f->own.dst.kind; w++)
                    assert_int_equal(lanes_of(f, TARGET + w)[lane], (uint32_t)(old >> 32 * w));
            }
            assert_memory_equal(a->bytes, model, BYTES);
        }
    begin_flat(f, row_named("flat_atomic_add"));
    set_exec(f, ~0ull);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
        set_address(f, lane, (uint64_t)f->launch.shared_aperture << 32 | 16);
        lanes_of(f, DATA)[lane] = 1;
    }
    run(f);
    assert_int_equal(number_at(f->lds + 16, 4), (uint32_t)(number_at(f->lds_before + 16, 4) + 64));
    assert_int_equal(f->effect.access.space, MEMORY_SHARED);
    free_fixture(f);
}

/* ---- Alignment ---- */

/* The HSA runtime allows any address of device memory, for all but atomics. */
static void device_memory_needs_no_alignment(void **state)
{
    struct fixture *f = new_fixture();
    struct allocation *a = place(f);
    const struct gcn3_row *row;
    (void)state;
    for (size_t i = 0; (row = next_row(gcn3_flat_load, &i));)
        for (unsigned round = 0; round < ROUNDS; round++) {
            uint32_t at[GCN3_LANES];
            begin_flat(f, row);
            for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
                at[lane] = roll_below(f, BYTES - 16);
                set_address(f, lane, BASE + at[lane]);
            }
            run(f);
            assert_int_equal(f->effect.kind, EFFECT_MEMORY);
            for (unsigned lane = 0; lane < GCN3_LANES; lane++)
                if (f->mask_before >> lane & 1)
                    assert_loaded(f, f->own.dst.code, lane, a->bytes + at[lane]);
        }
    for (size_t i = 0; (row = next_row(gcn3_flat_store, &i));)
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            uint8_t bytes[16];
            const uint32_t at = roll_below(f, BYTES - 16);
            begin_flat(f, row);
            set_exec(f, 1ull << lane);
            set_address(f, lane, BASE + at);
            run(f);
            model_store(f, DATA, lane, bytes);
            assert_int_equal(f->effect.kind, EFFECT_MEMORY);
            assert_memory_equal(a->bytes + at, bytes, row->bytes);
        }
    free_fixture(f);
}

/* ---- Faults ---- */

static void expect_refusal(struct fixture *f, const char *name, uint64_t address,
                           enum fault_kind kind, enum memory_space space)
{
    begin_flat(f, row_named(name));
    set_exec(f, 0xff00);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        set_address(f, lane, lane == 11 ? address : BASE);
    run(f);
    assert_fault(f, kind, space, 11);
    assert_true(f->warp.mask == 0xff00);
}

static void what_is_not_there_faults(void **state)
{
    struct fixture *f = new_fixture();
    const uint64_t local = (uint64_t)f->launch.shared_aperture << 32;
    const uint64_t scratch = (uint64_t)f->launch.private_aperture << 32;
    (void)state;
    place(f);
    expect_refusal(f, "flat_load_dword", BASE + BYTES, FAULT_OUT_OF_BOUNDS, MEMORY_GLOBAL);
    expect_refusal(f, "flat_store_dwordx4", BASE + BYTES - 12, FAULT_OUT_OF_BOUNDS, MEMORY_GLOBAL);
    expect_refusal(f, "flat_load_dwordx3", BASE + BYTES - 11, FAULT_OUT_OF_BOUNDS, MEMORY_GLOBAL);
    expect_refusal(f, "flat_atomic_add_x2", BASE + 4, FAULT_MISALIGNED, MEMORY_GLOBAL);
    expect_refusal(f, "flat_load_dword", 0, FAULT_OUT_OF_BOUNDS, MEMORY_GLOBAL);
    expect_refusal(f, "flat_load_dword", local + LDS_BYTES, FAULT_OUT_OF_BOUNDS, MEMORY_SHARED);
    expect_refusal(f, "flat_store_dword", scratch + PRIVATE_BYTES, FAULT_OUT_OF_BOUNDS,
                   MEMORY_LOCAL);
    expect_refusal(f, "flat_load_dwordx2", scratch + PRIVATE_BYTES - 4, FAULT_OUT_OF_BOUNDS,
                   MEMORY_LOCAL);
    expect_refusal(f, "flat_load_dword", scratch + 2, FAULT_MISALIGNED, MEMORY_LOCAL);
    expect_refusal(f, "flat_atomic_add", scratch + 4, FAULT_OUT_OF_BOUNDS, MEMORY_LOCAL);
    free_fixture(f);
}

/* ---- Buffers ---- */

static void begin_buffer(struct fixture *f, const struct gcn3_row *row)
{
    shuffle(f);
    begin(f, row->op.name);
    if (row->src[1])
        f->own.src[1] = vgpr(row->src[1], DATA);
    if (row->dst)
        f->own.dst = vgpr(row->dst, TARGET);
    f->own.src[2] = sgpr(GCN3_B128, RESOURCE);
    f->own.src[3] = sgpr(GCN3_B32, SOFFSET);
    f->own.offset = (uint16_t)(roll_below(f, 4) * 4);
}

static void set_resource(struct fixture *f, uint64_t base, uint32_t stride, uint32_t records,
                         uint32_t last)
{
    uint32_t *word = &f->state.scalar[RESOURCE];
    word[0] = (uint32_t)base;
    word[1] = (uint32_t)(base >> 32) | stride << 16;
    word[2] = records;
    word[3] = last;
}

enum { SWIZZLED = 0x8000, ELEMENT_4 = 1 << 19, STRIDE_OF_64 = 3 << 21, ADD_LANE = 1 << 23 };

static void set_scratch_resource(struct fixture *f)
{
    set_resource(f, f->state.scratch_address - 512, SWIZZLED, ~0u,
                 ELEMENT_4 | STRIDE_OF_64 | ADD_LANE);
    f->state.scalar[SOFFSET] = 512 + 256 * roll_below(f, 3); /* a stack pointer of all lanes */
}

/* Where a byte of a lane's element lies in the scratch: soffset is not interleaved. */
static uint8_t *scratch_byte(struct fixture *f, unsigned lane, unsigned byte)
{
    uint32_t at = f->own.offset + byte;
    if (f->own.offen)
        at += f->before[ADDRESS * GCN3_LANES + lane];
    return f->scratch + (f->state.scalar[SOFFSET] - 512) + at / 4 * 256 + lane * 4 + at % 4;
}

static void roll_scratch(struct fixture *f, const struct gcn3_row *row)
{
    begin_buffer(f, row);
    set_scratch_resource(f);
    f->own.offen = roll_below(f, 2);
    f->own.src[0] = f->own.offen ? vgpr(GCN3_B32, ADDRESS) : (struct gcn3_operand){0};
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        lanes_of(f, ADDRESS)[lane] = roll_below(f, 5) * (row->bytes < 4 ? row->bytes : 4);
    run(f);
    assert_int_equal(f->effect.kind, EFFECT_MEMORY);
    assert_int_equal(f->effect.access.space, MEMORY_LOCAL);
    assert_int_equal(f->effect.access.bytes, row->bytes);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        assert_true(f->effect.access.address[lane] ==
                    f->state.scratch_address +
                        (uint64_t)(scratch_byte(f, lane, 0) - f->scratch));
}

static void scratch_goes_through_a_resource(void **state)
{
    struct fixture *f = new_fixture();
    const struct gcn3_row *row;
    (void)state;
    for (size_t i = 0; (row = next_row(gcn3_buffer_load, &i));)
        for (unsigned round = 0; round < ROUNDS; round++) {
            uint8_t bytes[16];
            roll_scratch(f, row);
            for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
                for (unsigned b = 0; b < row->bytes; b++)
                    bytes[b] = *scratch_byte(f, lane, b);
                if (f->mask_before >> lane & 1)
                    assert_loaded(f, TARGET, lane, bytes);
            }
        }
    for (size_t i = 0; (row = next_row(gcn3_buffer_store, &i));)
        for (unsigned round = 0; round < ROUNDS; round++) {
            uint8_t bytes[16];
            roll_scratch(f, row);
            for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
                model_store(f, DATA, lane, bytes);
                for (unsigned b = 0; b < row->bytes && f->mask_before >> lane & 1; b++)
                    assert_int_equal(*scratch_byte(f, lane, b), bytes[b]);
            }
        }
    free_fixture(f);
}

static void a_stack_that_overflows_faults(void **state)
{
    struct fixture *f = new_fixture();
    uint8_t old[sizeof f->scratch];
    (void)state;
    begin_buffer(f, row_named("buffer_store_dwordx4"));
    set_scratch_resource(f);
    set_exec(f, 0xf0);
    f->own.offset = PRIVATE_BYTES - 8;
    f->state.scalar[SOFFSET] = 512;
    memcpy(old, f->scratch, sizeof old);
    run(f);
    assert_fault(f, FAULT_OUT_OF_BOUNDS, MEMORY_LOCAL, 4);
    assert_memory_equal(f->scratch, old, sizeof old);
    free_fixture(f);
}

/* A linear resource: index times stride, offsets, and its end. */
static void linear_resources_have_an_end(void **state)
{
    struct fixture *f = new_fixture();
    struct allocation *a = place(f);
    (void)state;
    for (unsigned round = 0; round < 4 * ROUNDS; round++) {
        bool store = round % 2;
        uint8_t model[BYTES], zeros[16] = {0};
        begin_buffer(f, row_named(store ? "buffer_store_dwordx2" : "buffer_load_dwordx3"));
        set_resource(f, BASE, 12 * roll_below(f, 2), 1000, 0);
        f->state.scalar[SOFFSET] = 4 * roll_below(f, 8);
        f->own.idxen = roll_below(f, 2);
        f->own.offen = roll_below(f, 2);
        f->own.src[0] = vgpr(GCN3_B64, ADDRESS);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            lanes_of(f, ADDRESS)[lane] = 4 * roll_below(f, 300);
            lanes_of(f, ADDRESS + 1)[lane] = 4 * roll_below(f, 300);
        }
        memcpy(model, a->bytes, BYTES);
        run(f);
        assert_int_equal(f->effect.kind, EFFECT_MEMORY);
        assert_int_equal(f->effect.access.space, MEMORY_GLOBAL);
        assert_true(f->warp.mask == f->mask_before);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            uint32_t stride = f->state.scalar[RESOURCE + 1] >> 16 & 0x3fff;
            uint64_t at = f->own.offset + f->state.scalar[SOFFSET];
            at += f->own.idxen ? (uint64_t)stride * f->before[lane] : 0;
            at += f->own.offen ? f->before[f->own.idxen * GCN3_LANES + lane] : 0;
            bool inside = at + f->own.element_bytes <= 1000;
            if (!(f->mask_before >> lane & 1))
                continue;
            if (store && inside)
                model_store(f, DATA, lane, model + at);
            else if (!store)
                assert_loaded(f, TARGET, lane, inside ? model + at : zeros);
        }
        assert_memory_equal(a->bytes, model, BYTES);
    }
    free_fixture(f);
}

static void atomics_of_buffers(void **state)
{
    struct fixture *f = new_fixture();
    struct allocation *a = place(f);
    (void)state;
    begin_buffer(f, row_named("buffer_atomic_add"));
    set_resource(f, BASE, 0, 8, 0);
    set_exec(f, 7);
    f->state.scalar[SOFFSET] = 0;
    f->own.offset = 0;
    f->own.offen = true;
    f->own.src[0] = vgpr(GCN3_B32, ADDRESS);
    for (unsigned lane = 0; lane < 3; lane++) {
        lanes_of(f, ADDRESS)[lane] = lane == 2 ? 8 : 4; /* the last one is behind the end */
        lanes_of(f, DATA)[lane] = 10;
    }
    put_number(a->bytes + 4, 100, 4);
    put_number(a->bytes + 8, 200, 4);
    run(f);
    assert_int_equal(number_at(a->bytes + 4, 4), 120);
    assert_int_equal(number_at(a->bytes + 8, 4), 200);
    assert_int_equal(lanes_of(f, TARGET)[0], 100);
    assert_int_equal(lanes_of(f, TARGET)[1], 110);
    assert_int_equal(lanes_of(f, TARGET)[2], 0);
    free_fixture(f);
}

static void unknown_resources_are_refused(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    begin_buffer(f, row_named("buffer_load_dword"));
    set_resource(f, BASE, SWIZZLED, ~0u, ELEMENT_4);
    run(f);
    assert_int_equal(f->effect.fault.kind, FAULT_ILLEGAL);
    set_resource(f, BASE, 0, ~0u, 0);
    f->own.tfe = true;
    run(f);
    assert_int_equal(f->effect.fault.kind, FAULT_ILLEGAL);
    free_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_reach_all_memories),
        cmocka_unit_test(stores_reach_all_memories),
        cmocka_unit_test(inactive_lanes_store_nothing),
        cmocka_unit_test(scratch_is_seen_interleaved),
        cmocka_unit_test(atomics_reach_device_and_local_memory),
        cmocka_unit_test(device_memory_needs_no_alignment),
        cmocka_unit_test(what_is_not_there_faults),
        cmocka_unit_test(scratch_goes_through_a_resource),
        cmocka_unit_test(a_stack_that_overflows_faults),
        cmocka_unit_test(linear_resources_have_an_end),
        cmocka_unit_test(atomics_of_buffers),
        cmocka_unit_test(unknown_resources_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
