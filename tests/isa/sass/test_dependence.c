/* SPDX-License-Identifier: Apache-2.0 */
/* The lists of registers that SASS instructions read and write are complete: flipping what a list
 * leaves out changes nothing (tests/isa/flip.h). Every form of every row, for warps of 32 lanes and
 * for two of them that run as one. PAS-30, HOUSE-47 */
#include "word_fixture.h"

#include "flip.h"
#include "memory/port.h"
#include "tests/dice.h"

enum {
    WORDS = 40,
    ROWS = SASS_R0 + SASS_RZ + 3, /* three after R254 */
    LOW = 16, HIGH = 10,          /* registers in use: R0 .. R15, R248 .. R257 */
    LOW_FIRST = 12, HIGH_FIRST = 6, /* ... of them those where an operand may start */
    HIGH_ROW = ROWS - HIGH,
    BUFFER_BYTES = 1024, SHARED_BYTES = 512, LOCAL_BYTES = 32, BANK_BYTES = 1 << 16,
    CODE_BASE = 0x1000, CODE_COUNT = 30,
};
/* All below 4 GiB: addresses may have 32 bits. */
static const uint64_t SHARED_WINDOW = 0x10000000, LOCAL_WINDOW = 0x11000000, BUFFER = 0x20000000,
                      LOCAL_ADDRESS = 0x600000000;

struct stage {
    struct flip flip;
    struct word *word;
    struct memory memory;
    struct memory_port port;
    struct allocation *buffer;
    struct warp warp;
    struct sass_state state;
    struct sass_block block;
    struct sass_launch launch;
    struct program program;
    struct code_range range;
    struct insn code[CODE_COUNT];
    struct error err;
    uint64_t cycle;
    uint32_t thread[3][LANES_MAX];
    alignas(64) uint32_t reg[ROWS * LANES_MAX];
    uint8_t bank[BANK_BYTES];
    uint8_t shared[SHARED_BYTES], local[LOCAL_BYTES * LANES_MAX];
    uint8_t buffer_labels[BUFFER_BYTES], shared_labels[SHARED_BYTES],
        local_labels[LOCAL_BYTES * LANES_MAX];
};

static uint64_t roll_for(struct stage *s) { return dice_roll(&s->flip.dice); }

static bool one_in(struct stage *s, unsigned n) { return roll_for(s) % n == 0; }

static uint32_t *row_of(struct stage *s, uint32_t row) { return s->reg + row * s->warp.stride; }

/* ---- Words ---- */

/* The register file has few registers, some of them at its end. */
static void fold(uint16_t *row)
{
    uint32_t reg = *row - SASS_R0;
    if (*row >= SASS_R0)
        *row = (uint16_t)(reg % 3 ? SASS_R0 + reg % LOW_FIRST
                                  : SASS_R0 + SASS_RZ - HIGH_FIRST + reg / 3 % HIGH_FIRST);
}

static bool is_access(const struct insn *insn)
{
    return insn->flags & (INSN_LOAD | INSN_STORE | INSN_ATOMIC);
}

static void adapt(struct stage *s)
{
    struct sass_insn *own = &s->word->own;
    bool addresses = is_access(&s->word->insn) || sass_has_operand(own, TARGET_TABLE);
    fold(&own->rd);
    fold(&own->a.row);
    fold(&own->b.row);
    fold(&own->c.row);
    if (addresses && own->a.row < SASS_R0 && !one_in(s, 8))
        own->a.row = (uint16_t)(SASS_R0 + roll_for(s) % LOW_FIRST);
    if (sass_has_operand(own, LANES_IF_NOT_ALL) && one_in(s, 2))
        own->modifier[SASS_MASK] = 15;
}

/* At least half of all instructions have no guard. */
static uint64_t roll_bits(struct stage *s, const struct sass_form *form)
{
    uint64_t bits = form->match | (roll_for(s) & ~form->mask);
    if (!(form->mask >> 16 & 15) && one_in(s, 2))
        bits = (bits & ~(15ull << 16)) | (uint64_t)SASS_PT << 16;
    return bits;
}

static bool decode_form(struct flip *flip, size_t row, struct insn *insn)
{
    struct stage *s = flip->user;
    const struct sass_form *form = s->word->lookup.entry[row].form;
    decode(s->word, CODE_BASE + 8, roll_bits(s, form), NEUTRAL_CONTROL);
    if (!s->word->insn.op || s->word->own.form != form)
        return false;
    adapt(s);
    *insn = s->word->insn;
    return true;
}

/* ---- State ---- */

static uint32_t roll_contents(struct stage *s)
{
    static const uint32_t edges[] = {0, 1, 2, 3, 31, 32, 64, 0x7fff, 0x10000, 0x7fffffff,
                                     0x80000000, ~0u, 0x3f800000, 0x00800000, 0x7f800000,
                                     0x7fc00000, 0x3c003c00};
    uint64_t r = roll_for(s);
    return r >> 62 ? (uint32_t)r : edges[(uint32_t)r % (sizeof edges / sizeof *edges)];
}

/* Now and then all lanes have the same value: a barrier's number, a shift. */
static void roll_row(struct stage *s, uint32_t row)
{
    bool same = one_in(s, 6);
    uint32_t word = roll_contents(s);
    for (unsigned lane = 0; lane < s->warp.lanes; lane++)
        row_of(s, row)[lane] = same ? word : roll_contents(s);
}

/* A memory to access, and its size. Generic addresses mean one of three. */
static uint64_t roll_place(struct stage *s, enum memory_space space, uint32_t *bytes)
{
    static const enum memory_space generic[] = {MEMORY_GLOBAL, MEMORY_SHARED, MEMORY_LOCAL};
    bool windows = space == MEMORY_GENERIC;
    if (windows)
        space = generic[roll_for(s) % 3];
    *bytes = space == MEMORY_GLOBAL   ? BUFFER_BYTES
             : space == MEMORY_SHARED ? SHARED_BYTES
             : space == MEMORY_LOCAL  ? LOCAL_BYTES : BANK_BYTES;
    return space == MEMORY_GLOBAL ? BUFFER
           : !windows             ? 0
           : space == MEMORY_SHARED ? SHARED_WINDOW : LOCAL_WINDOW;
}

/* Sends lanes to places inside of a memory; several may access the same bytes. */
static void aim(struct stage *s, const struct insn *insn)
{
    const struct sass_insn *own = sass_of(insn);
    if (own->a.row < SASS_R0)
        return;
    for (unsigned lane = 0; lane < s->warp.lanes; lane++) {
        uint32_t bytes;
        uint64_t base = roll_place(s, (enum memory_space)insn->op->space, &bytes);
        uint64_t address = base + roll_for(s) % (bytes / 16) * 16 - (uint64_t)(int64_t)own->offset;
        row_of(s, own->a.row)[lane] = (uint32_t)address;
        row_of(s, own->a.row + 1u)[lane] = (uint32_t)(address >> 32);
    }
}

/* Places in and around the code, for BRX. */
static void aim_branch(struct stage *s, const struct insn *insn)
{
    const struct sass_insn *own = sass_of(insn);
    for (unsigned lane = 0; own->a.row >= SASS_R0 && lane < s->warp.lanes; lane++)
        row_of(s, own->a.row)[lane] =
            (uint32_t)(CODE_BASE - 32 + 8 * (roll_for(s) % 48) - insn->pc - 8) -
            (uint32_t)own->offset;
}

static void roll_memory(struct stage *s)
{
    for (unsigned i = 0; i < BUFFER_BYTES; i++)
        s->buffer->bytes[i] = (uint8_t)roll_for(s);
    for (unsigned i = 0; i < SHARED_BYTES; i++)
        s->shared[i] = (uint8_t)roll_for(s);
    for (unsigned i = 0; i < sizeof s->local; i++)
        s->local[i] = (uint8_t)roll_for(s);
}

static uint64_t roll_mask(struct stage *s)
{
    uint64_t one = 1ull << roll_for(s) % s->warp.lanes;
    uint64_t some = one_in(s, 4) ? one : one_in(s, 3) ? ~0ull : roll_for(s) | one;
    return some & lanes_all(s->warp.lanes);
}

static void shuffle_stage(struct flip *flip, const struct insn *insn)
{
    struct stage *s = flip->user;
    for (uint32_t row = SASS_SINK; row < SASS_R0 + LOW; row++)
        roll_row(s, row);
    for (uint32_t row = HIGH_ROW; row < ROWS; row++)
        roll_row(s, row);
    for (unsigned i = 0; i < SASS_PT; i++)
        s->state.predicate[i] = roll_for(s);
    s->state.zero = roll_for(s);
    s->state.sign = roll_for(s);
    s->state.carry = roll_for(s);
    s->state.overflow = roll_for(s);
    s->state.carry_two = roll_for(s);
    s->state.reduced = (uint32_t)(roll_for(s) % 3);
    warp_set_mask(&s->warp, roll_mask(s));
    if (is_access(insn)) {
        roll_memory(s);
        aim(s, insn);
    }
    if (insn->op->flow == FLOW_INDIRECT)
        aim_branch(s, insn);
}

/* ---- Names ---- */

/* The row of a register or of what comes after the last one; 0: this test has none. */
static uint32_t row_named(uint32_t name)
{
    uint32_t row = name < SASS_RZ ? SASS_R0 + name
                   : name >= SASS_NAME_BEYOND ? SASS_R0 + SASS_RZ + (name - SASS_NAME_BEYOND) : 0;
    return row >= HIGH_ROW || (row >= SASS_R0 && row < SASS_R0 + LOW) ? row : 0;
}

static unsigned place_flags(struct stage *s, unsigned lane, struct flip_place *out)
{
    uint64_t *const flags[] = {&s->state.zero, &s->state.sign, &s->state.carry,
                               &s->state.overflow, &s->state.carry_two};
    for (unsigned i = 0; i < 5; i++)
        out[i] = (struct flip_place){flags[i], 8, 1ull << lane};
    return 5;
}

static unsigned place(struct flip *flip, uint32_t name, unsigned lane, struct flip_place *out)
{
    struct stage *s = flip->user;
    if (name == SASS_NAME_CC)
        return place_flags(s, lane, out);
    if (name == SASS_NAME_REDUCED)
        *out = (struct flip_place){&s->state.reduced, 4, 3};
    else if (name >= SASS_NAME_P0 && name < SASS_NAME_P0 + SASS_PT)
        *out = (struct flip_place){&s->state.predicate[name - SASS_NAME_P0], 8, 1ull << lane};
    else if (row_named(name))
        *out = (struct flip_place){row_of(s, row_named(name)) + lane, 4, ~0u};
    else
        return 0;
    return 1;
}

/* ---- Barriers ---- */

/* As a machine does: the result depends on the predicates of all lanes that arrive. */
static void reduce(struct flip *flip, const struct insn *insn, const struct effect *effect)
{
    struct stage *s = flip->user;
    (void)insn;
    if (effect->kind == EFFECT_BARRIER && effect->target == SASS_BARRIER_REDUCE)
        s->state.reduced = (uint32_t)(effect->taken * 0x9e3779b97f4a7c15u >> 62);
}

/* No time depends on the predicates of BAR.RED. */
static void hide_predicates(const struct insn *insn, struct effect *effect)
{
    (void)insn;
    if (effect->kind == EFFECT_BARRIER)
        effect->taken = 0;
}

/* ---- Set-up ---- */

/* Every other bank ends early: an operand outside of it is a fault. */
static void open_launch(struct stage *s)
{
    s->range = (struct code_range){CODE_BASE, CODE_COUNT / 3 * SASS_GROUP_BYTES, 0, CODE_COUNT};
    s->program = (struct program){.isa = &isa_sass, .insns = s->code, .count = CODE_COUNT,
                                  .ranges = &s->range, .range_count = 1};
    for (unsigned i = 0; i < CODE_COUNT; i++)
        s->code[i].pc = CODE_BASE + i / 3 * SASS_GROUP_BYTES + 8 + i % 3 * 8;
    for (unsigned i = 0; i < BANK_BYTES; i++)
        s->bank[i] = (uint8_t)roll_for(s);
    s->cycle = roll_for(s);
    s->launch = (struct sass_launch){
        .program = &s->program, .shared_window = SHARED_WINDOW, .local_window = LOCAL_WINDOW,
        .shared_bytes = SHARED_BYTES, .local_bytes = LOCAL_BYTES, .cycle = &s->cycle};
    for (unsigned i = 0; i < SASS_BANKS; i++)
        s->launch.bank[i] = (struct sass_bank){s->bank, i % 2 ? BANK_BYTES / 2 : BANK_BYTES};
}

static void open_warp(struct stage *s, unsigned lanes)
{
    sass_state_reset(&s->state);
    s->block = (struct sass_block){.shared = s->shared, .shared_labels = s->shared_labels};
    s->state.launch = &s->launch;
    s->state.block = &s->block;
    s->state.local = s->local;
    s->state.local_labels = s->local_labels;
    s->state.local_address = LOCAL_ADDRESS;
    for (unsigned axis = 0; axis < 3; axis++)
        s->state.thread[axis] = s->thread[axis];
    s->warp = (struct warp){.lanes = lanes, .stride = lanes, .reg = s->reg, .state = &s->state,
                            .memory = &s->port};
}

static void open_memory(struct stage *s)
{
    assert_int_equal(memory_place(&s->err, &s->memory, ALLOCATION_BUFFER, "buffer", BUFFER,
                                  BUFFER_BYTES, true, NULL), WC_OK);
    s->buffer = memory_find(&s->memory, BUFFER, 1);
    s->buffer->labels = s->buffer_labels;
    memory_port_reset(&s->port, &s->memory);
}

static void add_part(struct stage *s, void *bytes, size_t size, uint8_t *labels, const char *name)
{
    s->flip.part[s->flip.parts++] = (struct flip_part){bytes, size, labels, name};
}

static void add_parts(struct stage *s)
{
    const size_t row = s->warp.stride * sizeof(uint32_t);
    add_part(s, row_of(s, SASS_R0), LOW * row, NULL, "registers");
    add_part(s, row_of(s, HIGH_ROW), HIGH * row, NULL, "last registers");
    add_part(s, s->state.predicate, offsetof(struct sass_state, sm) -
             offsetof(struct sass_state, predicate), NULL, "predicates and flags");
    add_part(s, &s->state.reduced, sizeof s->state.reduced, NULL, "barrier result");
    add_part(s, s->buffer->bytes, BUFFER_BYTES, s->buffer_labels, "buffer");
    add_part(s, s->shared, SHARED_BYTES, s->shared_labels, "shared memory");
    add_part(s, s->local, LOCAL_BYTES * s->warp.lanes, s->local_labels, "local memory");
}

static struct stage *open_stage(unsigned lanes)
{
    struct stage *s = aligned_alloc(64, (sizeof *s + 63) / 64 * 64);
    assert_non_null(s);
    memset(s, 0, sizeof *s);
    s->word = new_word();
    s->flip = (struct flip){.isa = &isa_sass, .warp = &s->warp, .dice = lanes, .user = s,
                            .decode = decode_form, .shuffle = shuffle_stage, .places = place,
                            .apply = reduce, .hide = hide_predicates};
    open_launch(s);
    open_warp(s, lanes);
    open_memory(s);
    add_parts(s);
    return s;
}

static void close_stage(struct stage *s)
{
    s->buffer->labels = NULL;
    memory_free(&s->memory);
    free_word(s->word);
    error_clear(&s->err);
    free(s);
}

static void flip_all(unsigned lanes)
{
    struct stage *s = open_stage(lanes);
    struct flip_count count = flip_rows(&s->flip, s->word->lookup.count, WORDS);
    print_message("# %llu instructions, %llu flips; %llu of %llu values matter\n",
                  (unsigned long long)count.words, (unsigned long long)count.flips,
                  (unsigned long long)count.values_matter, (unsigned long long)count.values);
    for (unsigned lane = 0; lane < lanes; lane++)
        assert_int_equal(row_of(s, SASS_ZERO)[lane], 0);
    close_stage(s);
}

static void lists_of_warps_are_complete(void **state)
{
    (void)state;
    flip_all(SASS_LANES);
}

static void lists_of_two_warps_as_one_are_complete(void **state)
{
    (void)state;
    flip_all(2 * SASS_LANES);
}

/* Names are distinct, and each has a kind. */
static void hidden_state_has_names(void **state)
{
    (void)state;
    assert_int_equal(isa_sass.name_count, SASS_NAMES_ALL);
    assert_string_equal(isa_sass.register_name(SASS_NAME_REDUCED), "barrier result");
    assert_string_equal(isa_sass.register_name(SASS_NAMES_ALL - 1), "R257");
    assert_int_equal(isa_sass.name_kind(SASS_NAME_REDUCED), NAME_COMMON);
    assert_int_equal(isa_sass.name_kind(SASS_NAME_BEYOND), NAME_LANES);
    assert_int_equal(isa_sass.name_kind(SASS_RZ), NAME_FIXED);
    assert_int_equal(isa_sass.name_kind(SASS_NAME_P0 + SASS_PT), NAME_FIXED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_of_warps_are_complete),
        cmocka_unit_test(lists_of_two_warps_as_one_are_complete),
        cmocka_unit_test(hidden_state_has_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
