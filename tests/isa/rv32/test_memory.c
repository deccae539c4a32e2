/* SPDX-License-Identifier: Apache-2.0 */
/* test_memory.c - loads, stores and atomics of a warp on real device memory. */
#include "memory/port.h"
#include "fixture.h"

enum { LANES = 32, BASE = 0x10000, SIZE = 0x1000 };

struct stage {
    struct fixture *f;
    struct memory memory;
    struct memory_port port;
    uint8_t *bytes;
};

static void open_stage(struct stage *stage)
{
    struct error err = {0};
    struct allocation *made;
    memset(stage, 0, sizeof *stage);
    stage->f = new_fixture(LANES);
    assert_int_equal(memory_place(&err, &stage->memory, ALLOCATION_BUFFER, "buffer", BASE, SIZE,
                                  true, &made), WC_OK);
    memory_port_reset(&stage->port, &stage->memory);
    stage->f->warp.memory = &stage->port;
    stage->bytes = memory_bytes(&stage->memory, BASE, SIZE);
    for (uint32_t i = 0; i < SIZE; i++)
        stage->bytes[i] = (uint8_t)roll(stage->f);
}

static void close_stage(struct stage *stage)
{
    memory_free(&stage->memory);
    free(stage->f);
}

static void point_lanes(struct stage *stage, uint32_t reg, uint32_t first, uint32_t step)
{
    for (uint32_t lane = 0; lane < LANES; lane++)
        lanes_of_register(stage->f, reg)[lane] = first + step * lane;
}

static uint32_t word_at(const struct stage *stage, uint32_t address)
{
    uint32_t word;
    memcpy(&word, stage->bytes + address - BASE, 4);
    return word;
}

static void loads_widen_as_their_name_says(void **unused)
{
    struct stage stage;
    (void)unused;
    open_stage(&stage);
    point_lanes(&stage, A1, BASE + 100, 4);
    warp_set_mask(&stage.f->warp, 0x0ff0f00fu);
    for (uint32_t kind = 0; kind < 6; kind++) {
        if (kind == 3)
            continue;
        run_word(stage.f, i_type(0x03 | kind << 12, A0, A1, -4));
        assert_int_equal(stage.f->effect.kind, EFFECT_MEMORY);
        assert_int_equal(stage.f->effect.access.bytes, 1 << kind % 4);
        assert_int_equal(stage.f->effect.access.mask, 0x0ff0f00fu);
        assert_only_active_lanes_of(stage.f, A0);
        for (uint32_t lane = 0; lane < LANES; lane++) {
            uint32_t word = word_at(&stage, BASE + 96 + 4 * lane);
            const uint32_t wanted[6] = {(uint32_t)(int8_t)word, (uint32_t)(int16_t)word, word, 0,
                                        (uint8_t)word, (uint16_t)word};
            if (stage.f->warp.mask >> lane & 1)
                assert_int_equal(lanes_of_register(stage.f, A0)[lane], wanted[kind]);
        }
    }
    close_stage(&stage);
}

static void stores_change_their_bytes_only(void **unused)
{
    struct stage stage;
    uint8_t before[SIZE];
    (void)unused;
    open_stage(&stage);
    for (uint32_t kind = 0; kind < 3; kind++) {
        uint32_t width = 1u << kind;
        point_lanes(&stage, A1, BASE + 200, 8);
        warp_set_mask(&stage.f->warp, 0xffff);
        memcpy(before, stage.bytes, SIZE);
        run_word(stage.f, 0x23 | kind << 12 | 8 << 7 | A1 << 15 | A0 << 20); /* s? a0, 8(a1) */
        assert_int_equal(stage.f->effect.kind, EFFECT_MEMORY);
        for (uint32_t i = 0; i < SIZE; i++) {
            uint32_t lane = (i - 208) / 8, byte = (i - 208) % 8;
            bool written = i >= 208 && lane < 16 && byte < width;
            uint32_t word = lanes_of_register(stage.f, A0)[lane % LANES];
            uint8_t value = (uint8_t)(word >> (8 * (byte % 4)));
            assert_int_equal(stage.bytes[i], written ? value : before[i]);
        }
    }
    close_stage(&stage);
}

static void float_registers_load_and_store_words(void **unused)
{
    struct stage stage;
    (void)unused;
    open_stage(&stage);
    point_lanes(&stage, A1, BASE, 4);
    run_word(stage.f, i_type(0x2007, 10, A1, 0)); /* flw fa0, 0(a1) */
    assert_only_active_lanes_of(stage.f, RV32_FA0);
    assert_int_equal(lanes_of_register(stage.f, RV32_FA0)[9], word_at(&stage, BASE + 36));
    run_word(stage.f, 0x2027 | A1 << 15 | 11 << 20 | 4u << 7); /* fsw fa1, 4(a1) */
    assert_int_equal(word_at(&stage, BASE + 4), lanes_of_register(stage.f, RV32_FA0 + 1)[0]);
    close_stage(&stage);
}

static void a_faulting_lane_stops_the_access(void **unused)
{
    struct stage stage;
    (void)unused;
    open_stage(&stage);
    point_lanes(&stage, A1, BASE, 4);
    lanes_of_register(stage.f, A1)[6] = BASE + SIZE;
    run_word(stage.f, i_type(0x2003, A0, A1, 0));
    assert_int_equal(stage.f->effect.kind, EFFECT_FAULT);
    assert_int_equal(stage.f->effect.fault.kind, FAULT_OUT_OF_BOUNDS);
    assert_int_equal(stage.f->effect.fault.lane, 6);
    assert_only_active_lanes_of(stage.f, RV32_X0);
    close_stage(&stage);
}

static uint32_t combined(const char *name, uint32_t old, uint32_t new)
{
    int32_t a = (int32_t)old, b = (int32_t)new;
    if (!strcmp(name, "amoswap.w")) return new;
    if (!strcmp(name, "amoadd.w")) return old + new;
    if (!strcmp(name, "amoxor.w")) return old ^ new;
    if (!strcmp(name, "amoand.w")) return old & new;
    if (!strcmp(name, "amoor.w")) return old | new;
    if (!strcmp(name, "amomin.w")) return a < b ? old : new;
    if (!strcmp(name, "amomax.w")) return a > b ? old : new;
    if (!strcmp(name, "amominu.w")) return old < new ? old : new;
    return old > new ? old : new;
}

/* Lane after lane on few words, so that most of them meet; rd falls onto rs1 and rs2 too. */
static void atomics_take_lanes_in_order(void **unused)
{
    static const char *const names[] = {"amoswap.w", "amoadd.w", "amoxor.w", "amoand.w", "amoor.w",
                                        "amomin.w", "amomax.w", "amominu.w", "amomaxu.w"};
    struct stage stage;
    (void)unused;
    open_stage(&stage);
    for (uint32_t round = 0; round < 180; round++) {
        const char *name = names[round % 9];
        uint32_t rd = (uint32_t[]){A0, A1, A2}[round % 3], model[4];
        memcpy(model, stage.bytes, sizeof model);
        shuffle_registers(stage.f);
        for (uint32_t lane = 0; lane < LANES; lane++)
            lanes_of_register(stage.f, A1)[lane] = BASE + 4 * (uint32_t)(roll(stage.f) % 4);
        warp_set_mask(&stage.f->warp, roll(stage.f) & 0xffffffffu);
        run_word(stage.f, r_type(row_named(name)->match, rd, A1, A2));
        assert_only_active_lanes_of(stage.f, rd);
        for (uint32_t lane = 0; lane < LANES; lane++) {
            uint32_t *word = &model[(stage.f->before[A1 * LANES + lane] - BASE) / 4];
            if (!(stage.f->warp.mask >> lane & 1))
                continue;
            assert_int_equal(lanes_of_register(stage.f, rd)[lane], *word);
            *word = combined(name, *word, stage.f->before[A2 * LANES + lane]);
        }
        assert_memory_equal(model, stage.bytes, sizeof model);
    }
    close_stage(&stage);
}

static const uint32_t LR_A0_A1 = 0x1005a52f, SC_A3_A2_A1 = 0x18c5a6af;

static void one_lane_a_word_wins_a_store_conditional(void **unused)
{
    struct stage stage;
    (void)unused;
    open_stage(&stage);
    for (uint32_t lane = 0; lane < LANES; lane++)
        lanes_of_register(stage.f, A1)[lane] = BASE + 4 * (lane % 2);
    run_word(stage.f, LR_A0_A1);
    assert_int_equal(lanes_of_register(stage.f, A0)[31], word_at(&stage, BASE + 4));
    run_word(stage.f, SC_A3_A2_A1);
    for (uint32_t lane = 0; lane < LANES; lane++)
        assert_int_equal(lanes_of_register(stage.f, A3)[lane], lane > 1);
    assert_int_equal(stage.f->effect.access.mask, 3);
    assert_int_equal(word_at(&stage, BASE), lanes_of_register(stage.f, A2)[0]);
    assert_int_equal(word_at(&stage, BASE + 4), lanes_of_register(stage.f, A2)[1]);
    run_word(stage.f, SC_A3_A2_A1); /* reservations are gone */
    assert_int_equal(lanes_of_register(stage.f, A3)[0], 1);
    close_stage(&stage);
}

static void a_store_conditional_sees_what_others_stored(void **unused)
{
    struct stage stage;
    (void)unused;
    open_stage(&stage);
    warp_set_mask(&stage.f->warp, 1);
    point_lanes(&stage, A1, BASE, 0);
    run_word(stage.f, SC_A3_A2_A1);
    assert_int_equal(lanes_of_register(stage.f, A3)[0], 1); /* nothing was reserved */
    run_word(stage.f, LR_A0_A1);
    stage.bytes[0] ^= 1;
    run_word(stage.f, SC_A3_A2_A1);
    assert_int_equal(lanes_of_register(stage.f, A3)[0], 1);
    run_word(stage.f, LR_A0_A1);
    point_lanes(&stage, A1, BASE + 4, 0);
    run_word(stage.f, SC_A3_A2_A1); /* another address */
    assert_int_equal(lanes_of_register(stage.f, A3)[0], 1);
    run_word(stage.f, LR_A0_A1);
    lanes_of_register(stage.f, A2)[0] = lanes_of_register(stage.f, A0)[0];
    run_word(stage.f, SC_A3_A2_A1); /* stores what was there */
    assert_int_equal(lanes_of_register(stage.f, A3)[0], 0);
    run_word(stage.f, SC_A3_A2_A1); /* one reservation, one store */
    assert_int_equal(lanes_of_register(stage.f, A3)[0], 1);
    assert_only_active_lanes_of(stage.f, A3);
    close_stage(&stage);
}

static void packed_loads_gather_pieces_at_a_step(void **unused)
{
    struct stage stage;
    (void)unused;
    open_stage(&stage);
    warp_set_mask(&stage.f->warp, 0xfffffff0u);
    point_lanes(&stage, A0, BASE, 2);
    point_lanes(&stage, A1, 6, 0);
    run_word(stage.f, r_type(0x0800100b, 10, A0, A1)); /* vx_packlb.f fa0, a0, a1 */
    assert_only_active_lanes_of(stage.f, RV32_FA0);
    for (uint32_t lane = 4; lane < LANES; lane++) {
        const uint8_t *p = stage.bytes + 2 * lane;
        assert_int_equal(lanes_of_register(stage.f, RV32_FA0)[lane],
                         p[0] | p[6] << 8 | p[12] << 16 | (uint32_t)p[18] << 24);
    }
    run_word(stage.f, r_type(0x0800200b, 10, A0, A1)); /* vx_packlh.f */
    for (uint32_t lane = 4; lane < LANES; lane++) {
        const uint8_t *p = stage.bytes + 2 * lane;
        assert_int_equal(lanes_of_register(stage.f, RV32_FA0)[lane],
                         p[0] | p[1] << 8 | p[6] << 16 | (uint32_t)p[7] << 24);
    }
    close_stage(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_widen_as_their_name_says),
        cmocka_unit_test(stores_change_their_bytes_only),
        cmocka_unit_test(float_registers_load_and_store_words),
        cmocka_unit_test(a_faulting_lane_stops_the_access),
        cmocka_unit_test(atomics_take_lanes_in_order),
        cmocka_unit_test(one_lane_a_word_wins_a_store_conditional),
        cmocka_unit_test(a_store_conditional_sees_what_others_stored),
        cmocka_unit_test(packed_loads_gather_pieces_at_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
