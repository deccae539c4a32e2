/* SPDX-License-Identifier: Apache-2.0 */
/* Warps of 64 lanes: every row of the instruction table does to lanes 0..31 and 32..63 what it does
 * to two warps of 32 lanes, one after the other. Programs see warps of 32 lanes, whatever the
 * hardware runs at once: shuffles, votes and lane numbers stay among them. PAS-30 */
#include "word_fixture.h"

#include "memory/port.h"

enum {
    ROUNDS = 150, WIDE = 2 * SASS_LANES, REGISTERS = 24, ROWS = SASS_R0 + REGISTERS + 4,
    BUFFER_BYTES = 4096, SHARED_BYTES = 2048, LOCAL_BYTES = 128, BANK_BYTES = 1 << 16,
    CODE_BASE = 0x1000, CODE_COUNT = 30, MASKS = SASS_PT + 5,
};
/* All below 4 GiB: addresses may have 32 bits. */
static const uint64_t SHARED_WINDOW = 0x10000000, LOCAL_WINDOW = 0x11000000, BUFFER = 0x20000000,
                      LOCAL_ADDRESS = 0x600000000;

/* A block's memories, and one warp of 64 lanes or two of 32 that use them. */
struct side {
    unsigned lanes; /* of a warp */
    struct memory memory;
    struct memory_port port;
    struct allocation *buffer;
    struct sass_block block;
    struct warp warp[2];
    struct sass_state state[2];
    struct effect effect[2];
    alignas(64) uint32_t reg[2][ROWS * WIDE];
    uint8_t shared[SHARED_BYTES], local[LOCAL_BYTES * WIDE];
};

struct stage {
    struct word *word;
    struct sass_launch launch;
    struct program program;
    struct code_range range;
    struct insn code[CODE_COUNT];
    struct error err;
    uint64_t mask;
    uint32_t thread[3][WIDE];
    uint8_t bank[BANK_BYTES];
    struct side wide, narrow;
};

/* ---- Set-up ---- */

static void open_side(struct stage *s, struct side *side, unsigned lanes)
{
    side->lanes = lanes;
    assert_int_equal(memory_place(&s->err, &side->memory, ALLOCATION_BUFFER, "buffer", BUFFER,
                                  BUFFER_BYTES, true, NULL), WC_OK);
    side->buffer = memory_find(&side->memory, BUFFER, 1);
    memory_port_reset(&side->port, &side->memory);
    side->block = (struct sass_block){.index = {7, 8, 9}, .shared = side->shared};
    for (unsigned w = 0; w * lanes < WIDE; w++) {
        struct sass_state *state = &side->state[w];
        sass_state_reset(state);
        state->launch = &s->launch;
        state->block = &side->block;
        state->sm = 3;
        state->virtual_warp = 6 + w;
        state->local = side->local + w * lanes * LOCAL_BYTES;
        state->local_address = LOCAL_ADDRESS;
        for (unsigned axis = 0; axis < 3; axis++)
            state->thread[axis] = s->thread[axis] + w * lanes;
        side->warp[w] = (struct warp){.lanes = lanes, .stride = lanes, .reg = side->reg[w],
                                      .state = state, .memory = &side->port};
    }
}

static struct stage *open_stage(void)
{
    struct stage *s = aligned_alloc(64, (sizeof *s + 63) / 64 * 64);
    assert_non_null(s);
    memset(s, 0, sizeof *s);
    s->word = new_word();
    s->range = (struct code_range){CODE_BASE, CODE_COUNT / 3 * SASS_GROUP_BYTES, 0, CODE_COUNT};
    s->program = (struct program){.isa = &isa_sass, .insns = s->code, .count = CODE_COUNT,
                                  .ranges = &s->range, .range_count = 1};
    for (unsigned i = 0; i < CODE_COUNT; i++)
        s->code[i].pc = CODE_BASE + i / 3 * SASS_GROUP_BYTES + 8 + i % 3 * 8;
    for (unsigned i = 0; i < BANK_BYTES; i++)
        s->bank[i] = (uint8_t)roll(s->word);
    s->launch = (struct sass_launch){
        .program = &s->program, .shared_window = SHARED_WINDOW, .local_window = LOCAL_WINDOW,
        .shared_bytes = SHARED_BYTES, .local_bytes = LOCAL_BYTES, .virtual_config = 0x00203000};
    for (unsigned i = 0; i < SASS_BANKS; i++)
        s->launch.bank[i] = (struct sass_bank){s->bank, BANK_BYTES};
    for (unsigned axis = 0; axis < 3; axis++)
        for (unsigned lane = 0; lane < WIDE; lane++)
            s->thread[axis][lane] = 100 * axis + lane;
    open_side(s, &s->wide, WIDE);
    open_side(s, &s->narrow, SASS_LANES);
    return s;
}

static void close_stage(struct stage *s)
{
    memory_free(&s->wide.memory);
    memory_free(&s->narrow.memory);
    free_word(s->word);
    error_clear(&s->err);
    free(s);
}

/* ---- The same on both sides ---- */

static void set_lane(struct stage *s, uint32_t row, unsigned lane, uint32_t word)
{
    s->wide.reg[0][row * WIDE + lane] = word;
    s->narrow.reg[lane / SASS_LANES][row * SASS_LANES + lane % SASS_LANES] = word;
}

static uint32_t roll_word(struct stage *s)
{
    static const uint32_t edges[] = {0, 1, 31, 32, 0x7fff, 0x10000, 0x7fffffff, 0x80000000, ~0u,
                                     0x3f800000, 0x00800000, 0x7f800000, 0x7fc00000, 0x3c003c00};
    uint64_t r = roll(s->word);
    return r >> 62 ? (uint32_t)r : edges[(uint32_t)r % (sizeof edges / sizeof *edges)];
}

/* The masks of a state in a row. */
static void masks_of(struct sass_state *state, uint64_t *masks[MASKS])
{
    for (unsigned i = 0; i < SASS_PT; i++)
        masks[i] = &state->predicate[i];
    masks[SASS_PT] = &state->zero;
    masks[SASS_PT + 1] = &state->sign;
    masks[SASS_PT + 2] = &state->carry;
    masks[SASS_PT + 3] = &state->overflow;
    masks[SASS_PT + 4] = &state->carry_two;
}

static void roll_masks(struct stage *s)
{
    uint64_t *wide[MASKS], *low[MASKS], *high[MASKS];
    masks_of(&s->wide.state[0], wide);
    masks_of(&s->narrow.state[0], low);
    masks_of(&s->narrow.state[1], high);
    for (unsigned i = 0; i < MASKS; i++) {
        *wide[i] = roll(s->word);
        *low[i] = (uint32_t)*wide[i];
        *high[i] = *wide[i] >> 32;
    }
}

static uint64_t roll_active(struct stage *s)
{
    switch (roll(s->word) % 4) {
    case 0:
        return ~0ull;
    case 1:
        return 1ull << roll(s->word) % WIDE;
    default:
        return roll(s->word);
    }
}

static void roll_memory(struct stage *s)
{
    for (unsigned i = 0; i < BUFFER_BYTES; i++)
        s->wide.buffer->bytes[i] = (uint8_t)roll(s->word);
    for (unsigned i = 0; i < SHARED_BYTES; i++)
        s->wide.shared[i] = (uint8_t)roll(s->word);
    for (unsigned i = 0; i < sizeof s->wide.local; i++)
        s->wide.local[i] = (uint8_t)roll(s->word);
    memcpy(s->narrow.buffer->bytes, s->wide.buffer->bytes, BUFFER_BYTES);
    memcpy(s->narrow.shared, s->wide.shared, SHARED_BYTES);
    memcpy(s->narrow.local, s->wide.local, sizeof s->wide.local);
}

static void roll_everything(struct stage *s)
{
    for (uint32_t row = SASS_R0; row < ROWS; row++)
        for (unsigned lane = 0; lane < WIDE; lane++)
            set_lane(s, row, lane, roll_word(s));
    roll_masks(s);
    s->wide.state[0].reduced = s->narrow.state[0].reduced = s->narrow.state[1].reduced =
        (uint32_t)roll(s->word) & 3;
    s->mask = roll_active(s);
    warp_set_mask(&s->wide.warp[0], s->mask);
    warp_set_mask(&s->narrow.warp[0], (uint32_t)s->mask);
    warp_set_mask(&s->narrow.warp[1], s->mask >> 32);
}

/* ---- Instructions ---- */

static bool is_access(const struct insn *insn)
{
    return insn->flags & (INSN_LOAD | INSN_STORE | INSN_ATOMIC);
}

/* The register file of a kernel that uses few registers. */
static void fold_rows(struct sass_insn *own)
{
    uint16_t *const rows[] = {&own->rd, &own->a.row, &own->b.row, &own->c.row};
    for (unsigned i = 0; i < 4; i++)
        if (*rows[i] >= SASS_R0)
            *rows[i] = SASS_R0 + (*rows[i] - SASS_R0) % REGISTERS;
}

/* A memory to access, and how much of it. Generic addresses mean one of three. */
static uint64_t roll_place(struct stage *s, enum memory_space space, uint32_t *bytes)
{
    static const enum memory_space generic[] = {MEMORY_GLOBAL, MEMORY_SHARED, MEMORY_LOCAL};
    bool windows = space == MEMORY_GENERIC;
    if (windows)
        space = generic[roll(s->word) % 3];
    *bytes = space == MEMORY_GLOBAL   ? BUFFER_BYTES
             : space == MEMORY_SHARED ? SHARED_BYTES
             : space == MEMORY_LOCAL  ? LOCAL_BYTES : BANK_BYTES;
    return space == MEMORY_GLOBAL ? BUFFER
           : !windows             ? 0
           : space == MEMORY_SHARED ? SHARED_WINDOW : LOCAL_WINDOW;
}

/* Sends the lanes to places inside of a memory, now and then all to one. */
static void aim(struct stage *s)
{
    struct sass_insn *own = &s->word->own;
    uint32_t bytes;
    uint64_t base = roll_place(s, (enum memory_space)s->word->insn.op->space, &bytes);
    bool together = roll(s->word) % 4 == 0;
    uint32_t row = SASS_R0 + roll(s->word) % REGISTERS, one = roll(s->word) % (bytes / 16) * 16;
    own->a = (struct sass_source){.kind = SASS_REGISTER, .row = (uint16_t)row};
    for (unsigned lane = 0; lane < WIDE; lane++) {
        uint32_t place = together ? one : (uint32_t)(roll(s->word) % (bytes / 16) * 16);
        uint64_t address = base + place - (uint64_t)(int64_t)own->offset;
        set_lane(s, row, lane, (uint32_t)address);
        set_lane(s, row + 1, lane, (uint32_t)(address >> 32));
    }
}

/* Places in and around the code, for BRX. */
static void aim_branch(struct stage *s)
{
    struct sass_insn *own = &s->word->own;
    own->a = (struct sass_source){.kind = SASS_REGISTER, .row = SASS_R0};
    for (unsigned lane = 0; lane < WIDE; lane++)
        set_lane(s, SASS_R0, lane,
                 (uint32_t)(CODE_BASE - 32 + 8 * (roll(s->word) % 48) - s->word->insn.pc - 8) -
                     (uint32_t)own->offset);
}

static void run_both(struct stage *s)
{
    const struct insn *insn = &s->word->insn;
    for (unsigned w = 0; w < 2; w++)
        memset(&s->narrow.effect[w], 0, sizeof s->narrow.effect[w]);
    memset(&s->wide.effect[0], 0, sizeof s->wide.effect[0]);
    insn->run(&s->wide.warp[0], insn, &s->wide.effect[0]);
    for (unsigned w = 0; w < 2; w++)
        if (s->narrow.warp[w].mask)
            insn->run(&s->narrow.warp[w], insn, &s->narrow.effect[w]);
}

/* ---- Comparison ---- */

static void assert_registers(struct stage *s)
{
    for (uint32_t row = 0; row < ROWS; row++)
        for (unsigned lane = 0; lane < WIDE; lane++) {
            uint32_t wide = s->wide.reg[0][row * WIDE + lane];
            uint32_t narrow =
                s->narrow.reg[lane / SASS_LANES][row * SASS_LANES + lane % SASS_LANES];
            if (wide != narrow)
                fail_msg("%s: row %u lane %u is 0x%x instead of 0x%x", print(s->word), row, lane,
                         wide, narrow);
        }
}

static void assert_masks(struct stage *s)
{
    uint64_t *wide[MASKS], *low[MASKS], *high[MASKS];
    masks_of(&s->wide.state[0], wide);
    masks_of(&s->narrow.state[0], low);
    masks_of(&s->narrow.state[1], high);
    for (unsigned i = 0; i < MASKS; i++)
        if (*wide[i] != (*low[i] | *high[i] << 32))
            fail_msg("%s: mask %u is 0x%llx instead of 0x%llx", print(s->word), i,
                     (unsigned long long)*wide[i],
                     (unsigned long long)(*low[i] | *high[i] << 32));
    assert_true(s->wide.warp[0].mask == s->mask);
}

static void assert_memory(struct stage *s)
{
    assert_memory_equal(s->wide.buffer->bytes, s->narrow.buffer->bytes, BUFFER_BYTES);
    assert_memory_equal(s->wide.shared, s->narrow.shared, SHARED_BYTES);
    assert_memory_equal(s->wide.local, s->narrow.local, sizeof s->wide.local);
}

/* Words of local memory are interleaved by the lanes that the hardware has. */
static uint64_t wide_address(const struct access *access, unsigned lane)
{
    uint64_t address = access->address[lane % SASS_LANES], at = address - LOCAL_ADDRESS;
    if (access->space != MEMORY_LOCAL)
        return address;
    return LOCAL_ADDRESS + (at / 4 / SASS_LANES * WIDE + lane) * 4 + at % 4;
}

static void assert_access(struct stage *s, const struct effect *first)
{
    const struct access *wide = &s->wide.effect[0].access;
    const struct effect *parts = s->narrow.effect;
    assert_int_equal(wide->kind, first->access.kind);
    assert_int_equal(wide->space, first->access.space);
    assert_int_equal(wide->bytes, first->access.bytes);
    assert_true(wide->mask == (parts[0].access.mask | parts[1].access.mask << 32));
    for (unsigned lane = 0; lane < WIDE; lane++)
        if (wide->mask >> lane & 1)
            assert_int_equal(wide->address[lane],
                             wide_address(&parts[lane / SASS_LANES].access, lane));
}

/* Effects of two warps make that of the wide one; a part whose guard held nowhere has none. */
static void assert_effect(struct stage *s)
{
    const struct effect *wide = &s->wide.effect[0], *parts = s->narrow.effect;
    const struct effect *first = &parts[parts[0].kind == EFFECT_NONE];
    if (wide->kind != first->kind)
        fail_msg("%s: effect %d instead of %d", print(s->word), (int)wide->kind, (int)first->kind);
    if (wide->kind == EFFECT_NONE)
        return;
    assert_true(wide->taken == (parts[0].taken | parts[1].taken << 32));
    assert_int_equal(wide->value, first->value);
    assert_int_equal(wide->count, first->count);
    assert_true(wide->target == first->target);
    if (wide->kind == EFFECT_MEMORY)
        assert_access(s, first);
    for (unsigned lane = 0; wide->kind == EFFECT_BRANCH_EACH && lane < WIDE; lane++)
        if (wide->taken >> lane & 1)
            assert_int_equal(wide->lane_target[lane],
                             parts[lane / SASS_LANES].lane_target[lane % SASS_LANES]);
}

/* True when the instruction ran, on both sides and to the same end. */
static bool agree(struct stage *s)
{
    const struct effect *parts = s->narrow.effect;
    const struct effect *faulty = &parts[parts[0].kind != EFFECT_FAULT];
    bool faults = faulty->kind == EFFECT_FAULT;
    if ((s->wide.effect[0].kind == EFFECT_FAULT) != faults)
        fail_msg("%s: only one side faults", print(s->word));
    if (faults) {
        assert_int_equal(s->wide.effect[0].fault.kind, faulty->fault.kind);
        return false;
    }
    assert_effect(s);
    assert_registers(s);
    assert_masks(s);
    return true;
}

/* One random word of a form. True: it ran, and did something in each half. */
static bool try_form(struct stage *s, const struct sass_form *form)
{
    uint64_t bits = (roll(s->word) & ~form->mask) | form->match;
    decode(s->word, s->code[roll(s->word) % CODE_COUNT].pc, bits, NEUTRAL_CONTROL);
    const struct insn *insn = &s->word->insn;
    if (!insn->op)
        return false;
    roll_everything(s);
    fold_rows(&s->word->own);
    if (is_access(insn)) {
        roll_memory(s);
        aim(s);
    } else if (insn->flow == FLOW_INDIRECT) {
        aim_branch(s);
    }
    run_both(s);
    bool ran = agree(s);
    if (ran && is_access(insn))
        assert_memory(s);
    return ran && (uint32_t)s->mask && s->mask >> 32;
}

/* No more than that a breakpoint stops. This launch has no textures. */
static bool always_faults(const struct sass_row *row)
{
    return row->op.flow == FLOW_TRAP || row->row_flags & ROW_TEXTURE;
}

static void a_warp_of_64_lanes_is_two_of_32(void **unused)
{
    struct stage *s = open_stage();
    (void)unused;
    for (uint32_t i = 0; i < s->word->lookup.count; i++) {
        const struct sass_lookup_entry *entry = &s->word->lookup.entry[i];
        unsigned ran = 0;
        for (unsigned round = 0; round < ROUNDS; round++)
            ran += try_form(s, entry->form);
        if (!ran && !always_faults(entry->row))
            fail_msg("no word of a form of %s has run", entry->row->op.name);
    }
    close_stage(s);
}

/* Every special register, which random words would leave to chance. */
static void special_registers_number_the_lanes_of_32(void **unused)
{
    struct stage *s = open_stage();
    unsigned known = 0;
    (void)unused;
    for (unsigned number = 0; number < 256; number++) {
        decode(s->word, 8, 0xf0c8ull << 48 | (uint64_t)number << 20 | 7ull << 16 | 5,
               NEUTRAL_CONTROL);
        roll_everything(s);
        run_both(s);
        known += agree(s);
    }
    assert_true(known >= 19);
    close_stage(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_warp_of_64_lanes_is_two_of_32),
        cmocka_unit_test(special_registers_number_the_lanes_of_32),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
