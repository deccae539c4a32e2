/* SPDX-License-Identifier: Apache-2.0 */
/* test_dependence.c - the complete lists of RV32 are complete: whatever they leave out is flipped
 * and changes nothing. A register that is missing would make a claim of "exact" wrong. HOUSE-47 */
#include "fixture.h"
#include "flip.h"
#include "isa/dependence.h"
#include "memory/port.h"

enum { BASE = 0x10000, SIZE = 512, CONSTANTS = 0x20000, CONSTANT_BYTES = 64 };

struct rig {
    struct flip flip; /* first: callbacks come from here */
    struct fixture *f;
    struct rv32_lookup lookup;
    struct rv32_group group;
    struct memory memory;
    struct memory_port port;
};

static struct rig *rig_of(struct flip *flip) { return (struct rig *)flip; }

static uint32_t below(struct rig *rig, uint32_t end) { return (uint32_t)(roll(rig->f) % end); }

/* ---- Words ---- */

/* Any number, but mostly one that exists. */
static uint32_t roll_csr(struct rig *rig)
{
    static const uint16_t numbers[] = {
        CSR_FFLAGS, CSR_FRM, CSR_FCSR, CSR_SATP, CSR_MSTATUS, CSR_MTVEC, CSR_MSCRATCH, CSR_MEPC,
        CSR_MCAUSE, CSR_MTVAL, CSR_MCYCLE, CSR_THREAD_ID, CSR_ACTIVE_THREADS, CSR_THREAD_X,
        CSR_BLOCK_X, CSR_MHARTID, CSR_NUM_WARPS,
    };
    return below(rig, 8) ? numbers[below(rig, sizeof numbers / sizeof numbers[0])]
                         : below(rig, 4096);
}

/* Few registers, so that operands coincide with each other and the target. */
static uint32_t roll_bits(struct rig *rig)
{
    uint32_t bits = (uint32_t)roll(rig->f);
    return below(rig, 2) ? bits : bits & ~(28u << 7 | 28u << 15 | 28u << 20);
}

static bool decode_row(struct flip *flip, size_t i, struct insn *insn)
{
    struct rig *rig = rig_of(flip);
    const struct rv32_row *row = &rv32_rows[i];
    uint32_t bits = row->match | (roll_bits(rig) & ~row->mask);
    if (strchr(row->operands, 'c'))
        bits = (bits & (below(rig, 2) ? 0xfffffu : 0xff07fu)) | roll_csr(rig) << 20;
    if (strchr(row->operands, 'm') && below(rig, 2))
        bits |= 7u << 12;
    if (strpbrk(row->operands, "lw") == row->operands + 1 && below(rig, 2)) /* offsets with room */
        bits &= strchr(row->operands, 'w') ? 0x07fff07fu : 0x07ffffffu;
    rv32_decode_word(&rig->lookup, bits, 0x80000100u, RV32_ALL, insn);
    return insn->op == &row->op;
}

/* Words of rows that the machine lacks, and of no row. */
static bool decode_illegal(struct flip *flip, size_t i, struct insn *insn)
{
    struct rig *rig = rig_of(flip);
    uint32_t bits = i == 0 ? (uint32_t)roll(rig->f) : 0x1000202fu | (roll_bits(rig) & 0x0f80u);
    rv32_decode_word(&rig->lookup, bits, 0x80000100u, 0, insn);
    return !insn->op || insn->run == rv32_missing_feature;
}

/* ---- State ---- */

static void roll_mask(struct rig *rig)
{
    const uint64_t all = lanes_all(rig->f->warp.lanes), random = roll(rig->f) & all;
    warp_set_mask(&rig->f->warp, random && below(rig, 3) ? random : all);
}

static void roll_state(struct rig *rig)
{
    struct rv32_state *state = &rig->f->state;
    rig->f->environment.traps = below(rig, 4);
    state->fflags = below(rig, 32);
    state->frm = below(rig, 8);
    state->mscratch = roll_word(rig->f);
    state->mstatus = roll_word(rig->f);
    state->mtvec = below(rig, 2) ? roll_word(rig->f) : 0;
    state->mepc = roll_word(rig->f);
    state->mcause = roll_word(rig->f);
    state->mtval = roll_word(rig->f);
}

static void roll_memory(struct rig *rig)
{
    for (unsigned i = 0; i < rig->flip.parts; i++)
        for (size_t k = 0; rig->flip.part[i].labels && k < rig->flip.part[i].size; k++)
            ((uint8_t *)rig->flip.part[i].bytes)[k] = (uint8_t)roll(rig->f);
}

/* Addresses in the buffer: the same for all lanes, one after the other, or anywhere; rarely
 * read-only, misaligned or outside. */
static uint32_t roll_address(struct rig *rig, unsigned way, unsigned lane, unsigned bytes)
{
    if (way == 0)
        return CONSTANTS + 4 * below(rig, CONSTANT_BYTES / 4);
    if (way == 1 && !below(rig, 16))
        return roll_word(rig->f);
    if (way < 4)
        return BASE + (way == 2 ? 64 : 128 + lane * bytes % 128);
    return BASE + 128 + bytes * below(rig, 64);
}

static void point_into_memory(struct rig *rig, const struct insn *insn)
{
    struct warp *warp = &rig->f->warp;
    const unsigned way = below(rig, 16), bytes = insn->op->bytes ? insn->op->bytes : 4;
    for (unsigned lane = 0; lane < warp->lanes; lane++) {
        if (!insn->op->bytes && insn->rs2 != RV32_X0)
            warp_row(warp, insn->rs2)[lane] = 2 * below(rig, 8);
        if (insn->rs1 != RV32_X0)
            warp_row(warp, insn->rs1)[lane] =
                roll_address(rig, way, lane, bytes) - (uint32_t)insn->imm;
    }
}

/* Most lanes have one, most of these for the address that comes, with the word that is there. */
static void roll_reservations(struct rig *rig, const struct insn *insn)
{
    struct rv32_state *state = &rig->f->state;
    state->reserved = (roll(rig->f) | roll(rig->f)) & lanes_all(rig->f->warp.lanes);
    for (unsigned lane = 0; lane < rig->f->warp.lanes; lane++) {
        uint32_t address = warp_row(&rig->f->warp, insn->rs1)[lane];
        const void *word = memory_bytes(&rig->memory, address, 4);
        state->reserved_address[lane] = below(rig, 4) ? address : roll_word(rig->f);
        state->reserved_value[lane] = roll_word(rig->f);
        if (word && below(rig, 4))
            memcpy(&state->reserved_value[lane], word, 4);
    }
}

/* Some are the same in all lanes, but perhaps for one bit, and some of these the same as x1: votes
 * and comparisons need that. */
static void roll_registers(struct rig *rig)
{
    const struct warp *warp = &rig->f->warp;
    shuffle_registers(rig->f);
    for (unsigned row = 1; row < RV32_REGISTERS; row++) {
        uint32_t *lanes = warp_row(warp, row), alike = below(rig, 2);
        lanes[0] = below(rig, 3) ? lanes[0] : warp_row(warp, RV32_RA)[0];
        for (unsigned lane = 1; lane < warp->stride; lane++)
            lanes[lane] = lane >= warp->lanes ? 0 : alike ? lanes[0] : lanes[lane];
        lanes[below(rig, warp->lanes)] ^= below(rig, 2);
    }
}

static void shuffle(struct flip *flip, const struct insn *insn)
{
    struct rig *rig = rig_of(flip);
    roll_registers(rig);
    roll_mask(rig);
    roll_state(rig);
    roll_memory(rig);
    if (insn->role == ROLE_ACCESS)
        point_into_memory(rig, insn);
    roll_reservations(rig, insn);
}

static unsigned csr_place(struct rv32_state *state, uint32_t name, struct flip_place *out)
{
    static const uint32_t bits[] = {[RV32_NAME_FFLAGS - RV32_REGISTERS] = 31,
                                    [RV32_NAME_FRM - RV32_REGISTERS] = 7};
    const uint32_t i = name - RV32_REGISTERS;
    *out = (struct flip_place){&state->fflags + i, 4, i < 2 ? bits[i] : ~0u};
    return 1;
}

static unsigned places(struct flip *flip, uint32_t name, unsigned lane, struct flip_place *out)
{
    struct fixture *f = rig_of(flip)->f;
    if (name < RV32_REGISTERS) {
        *out = (struct flip_place){warp_row(&f->warp, name) + lane, 4, ~0u};
        return 1;
    }
    if (name != RV32_NAME_RESERVATION)
        return csr_place(&f->state, name, out);
    out[0] = (struct flip_place){&f->state.reserved, 8, 1ull << lane};
    out[1] = (struct flip_place){&f->state.reserved_address[lane], 4, ~0u};
    out[2] = (struct flip_place){&f->state.reserved_value[lane], 4, ~0u};
    return 3;
}

/* The phase that an arrival finds is the machine's. */
static void apply(struct flip *flip, const struct insn *insn, const struct effect *effect)
{
    if (effect->kind == EFFECT_BARRIER && effect->target == RV32_BARRIER_ARRIVE)
        warp_write_uniform(flip->warp, insn->rd, 1);
}

/* ---- The rig ---- */

static void add_part(struct rig *rig, const char *name, void *bytes, size_t size, uint8_t *labels)
{
    rig->flip.part[rig->flip.parts++] =
        (struct flip_part){.bytes = bytes, .size = size, .labels = labels, .name = name};
}

static void add_memory(struct rig *rig, const char *name, uint64_t base, size_t size,
                       bool writable)
{
    struct error err = {0};
    struct allocation *made;
    assert_int_equal(memory_place(&err, &rig->memory, ALLOCATION_BUFFER, name, base, size,
                                  writable, &made), WC_OK);
    made->labels = calloc(1, size); /* freed with the memory */
    assert_non_null(made->labels);
    add_part(rig, name, made->bytes, size, made->labels);
}

static struct rig *new_rig(uint32_t lanes, bool grouped)
{
    struct rig *rig = calloc(1, sizeof *rig);
    assert_non_null(rig);
    struct fixture *f = rig->f = new_fixture(lanes);
    struct rv32_state *state = &f->state;
    rig->flip = (struct flip){.isa = &isa_rv32, .warp = &f->warp, .decode = decode_row,
                              .shuffle = shuffle, .places = places, .apply = apply};
    rv32_lookup_build(&rig->lookup);
    rig->group = (struct rv32_group){.block_size = {5, 3, 2}, .thread = {1, 2, 0}};
    state->group = grouped ? &rig->group : NULL;
    add_part(rig, "registers", f->reg, RV32_REGISTERS * f->warp.stride * sizeof f->reg[0], NULL);
    add_part(rig, "CSRs", &state->fflags,
             (size_t)((uint8_t *)(&state->mtval + 1) - (uint8_t *)&state->fflags), NULL);
    add_part(rig, "reservations", &state->reserved, sizeof state->reserved, NULL);
    add_part(rig, "their addresses", state->reserved_address, sizeof state->reserved_address, NULL);
    add_part(rig, "their words", state->reserved_value, sizeof state->reserved_value, NULL);
    add_memory(rig, "buffer", BASE, SIZE, true);
    add_memory(rig, "constants", CONSTANTS, CONSTANT_BYTES, false);
    memory_port_reset(&rig->port, &rig->memory);
    f->warp.memory = &rig->port;
    return rig;
}

static void free_rig(struct rig *rig)
{
    memory_free(&rig->memory);
    free(rig->f);
    free(rig);
}

static struct flip_count check_rows(uint32_t lanes, bool grouped, unsigned words)
{
    struct rig *rig = new_rig(lanes, grouped);
    rig->f->dice = rig->flip.dice = lanes;
    struct flip_count count = flip_rows(&rig->flip, rv32_row_count, words);
    print_message("# %u lanes: %llu words, %llu flips; of %llu flipped values %llu matter\n", lanes,
                  (unsigned long long)count.words, (unsigned long long)count.flips,
                  (unsigned long long)count.values, (unsigned long long)count.values_matter);
    assert_true(count.flips > 5 * count.words);
    free_rig(rig);
    return count;
}

static void lists_are_complete_in_warps_of_4_lanes(void **unused)
{
    (void)unused;
    struct flip_count count = check_rows(4, false, 120);
    assert_int_equal(count.idle + count.mild, 0); /* no row has reads that never matter */
}

static void lists_are_complete_in_warps_of_32_lanes(void **unused)
{
    (void)unused;
    check_rows(32, true, 50);
}

static void lists_are_complete_in_warps_of_64_lanes(void **unused)
{
    (void)unused;
    check_rows(64, false, 25);
}

static void words_without_a_row_only_trap(void **unused)
{
    struct rig *rig = new_rig(4, false);
    (void)unused;
    rig->flip.decode = decode_illegal;
    flip_rows(&rig->flip, 2, 100);
    free_rig(rig);
}

static void hidden_state_has_names(void **unused)
{
    (void)unused;
    assert_string_equal(isa_rv32.register_name(RV32_NAME_FFLAGS), "fflags");
    assert_string_equal(isa_rv32.register_name(RV32_NAME_RESERVATION), "reservation");
    assert_string_equal(isa_rv32.register_name(RV32_NAMES), "?");
    assert_int_equal(isa_rv32.name_kind(RV32_X0), NAME_FIXED);
    assert_int_equal(isa_rv32.name_kind(RV32_F0), NAME_LANES);
    assert_int_equal(isa_rv32.name_kind(RV32_NAME_FRM), NAME_UNIFORM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_complete_in_warps_of_4_lanes),
        cmocka_unit_test(lists_are_complete_in_warps_of_32_lanes),
        cmocka_unit_test(lists_are_complete_in_warps_of_64_lanes),
        cmocka_unit_test(words_without_a_row_only_trap),
        cmocka_unit_test(hidden_state_has_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
