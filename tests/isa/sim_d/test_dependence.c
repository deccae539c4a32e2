/* SPDX-License-Identifier: Apache-2.0 */
/* The lists of registers that Sim-D instructions read and write are complete: flipping what a list
 * leaves out changes nothing (tests/isa/flip.h). Every row, with random operands, masks and control
 * stacks. SIMD-12, SIMD-14, HOUSE-47 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "flip.h"
#include "isa/dependence.h"
#include "isa/sim_d/table.h"
#include "load/image.h"
#include "memory/port.h"
#include "tests/dice.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { WORDS = 40, LINES = 24, BUFFERS = 3 };

struct stage {
    struct flip flip;
    struct image *image;
    struct program *program;
    struct warp warp;
    struct memory_port port;
    struct sim_d_group group;
    struct sim_d_state state;
    struct sim_d_buffer dram[BUFFERS], pad[BUFFERS];
    uint64_t stack[SIM_D_STACK_MAX]; /* the masks of this warp in the control stack */
    alignas(64) uint32_t reg[SIM_D_ROWS * SIM_D_WARP_LANES];
    struct error err;
};

/* ---- a program with LINES instructions of each row ---- */

static void write_operand(FILE *to, char letter, uint64_t *dice)
{
    static const char *const read_only[] = {"vc.ctrl_run", "vc.ctrl_exit", "vc.tid_x", "vc.lid_y",
                                            "vc.one", "vc.mem_data"};
    static const char *const strides[] = {"sc.sd_words", "sc.sd_period", "sc.sd_period_cnt"};
    const unsigned roll = (unsigned)(dice_roll(dice) >> 33);
    switch (letter) {
    case 'v': fprintf(to, "v%u", roll % 8); break; /* few: they meet */
    case 's': fprintf(to, "s%u", roll % 8); break;
    case 'p': fprintf(to, "p%u", roll % SIM_D_PREDICATES); break;
    case 'c': fputs(read_only[roll % 6], to); break;
    case 'C': fputs(roll % 2 ? "vc.mem_idx" : "vc.mem_data", to); break;
    case 'm': fputs("vc.mem_data", to); break;
    case 'k': fprintf(to, "sc%u", roll % SIM_D_SCALAR_SPECIALS); break;
    case 'K': fputs(strides[roll % 3], to); break;
    case 'n': fprintf(to, "%u", 1 + roll % 4); break;
    case 'b': case 'x': fprintf(to, "%u", roll % BUFFERS); break;
    case 'l': fputs("start", to); break;
    case 't': fprintf(to, "%u", roll % SIM_D_ITEMS); break;
    default: fprintf(to, "%d", (int)(roll % 4096) - 64);
    }
}

static void write_line(FILE *to, const struct sim_d_row *row, uint64_t *dice)
{
    unsigned length;
    const char *slot, *separator = " ";
    fprintf(to, "  %s", row->op.name);
    for (unsigned i = 0; (slot = sim_d_form_slot(row->form, i, &length)); i++) {
        const unsigned optional = *slot == '?';
        if (optional && dice_roll(dice) >> 60 < 5)
            break; /* an operand that is left out has none after it */
        fputs(separator, to);
        write_operand(to, slot[optional + dice_roll(dice) % (length - optional)], dice);
        separator = ", ";
    }
    fputc('\n', to);
}

static void write_program(FILE *to, uint64_t dice)
{
    fputs(".data\n0 0x0 64 16\n1 0x4000 100 9\n2 0x8000 7 300\n"
          ".sp_data\n0 0x0 32 32\n1 0x2000 40 8\n2 0x4000 5 5\n.text\nstart:\n", to);
    for (size_t row = 0; row < sim_d_row_count; row++) {
        for (unsigned i = 0; i < LINES; i++)
            write_line(to, &sim_d_rows[row], &dice);
    }
}

static void load_program(struct stage *s, uint64_t features)
{
    char path[] = "/tmp/warpclock-flip-XXXXXX.sas";
    int file = mkstemps(path, 4);
    assert_true(file >= 0);
    FILE *to = fdopen(file, "w");
    write_program(to, features + 1);
    fclose(to);
    enum wc_status status = image_open(&s->err, path, &s->image);
    if (status == WC_OK)
        status = isa_sim_d.decode(&s->err, s->image, features, &s->program);
    unlink(path);
    if (status != WC_OK)
        fail_msg("%s", s->err.message);
}

static bool decode_line(struct flip *flip, size_t row, struct insn *insn)
{
    struct stage *s = flip->user;
    *insn = s->program->insns[row * LINES + dice_roll(&flip->dice) % LINES];
    return true;
}

/* ---- state ---- */

static uint64_t roll_lanes(struct stage *s)
{
    const uint64_t some = dice_roll(&s->flip.dice);
    return some >> 62 ? some | dice_roll(&s->flip.dice) : ~UINT64_C(0);
}

static uint32_t roll_word(struct stage *s)
{
    static const uint32_t edges[] = {0, 1, 31, ~0u, 0x80000000, 0x3f800000, 0x7fc00000};
    const uint64_t roll = dice_roll(&s->flip.dice);
    return roll >> 62 ? (uint32_t)roll : edges[roll % 7];
}

static void settle(struct flip *flip)
{
    struct stage *s = flip->user;
    uint64_t on = ~UINT64_C(0);
    for (unsigned i = 0; i < SIM_D_MASKS; i++)
        on &= s->state.mask[i];
    warp_set_mask(&s->warp, on);
}

static void shuffle(struct flip *flip, const struct insn *insn)
{
    struct stage *s = flip->user;
    (void)insn;
    for (size_t i = 0; i < sizeof s->reg / sizeof *s->reg; i++)
        s->reg[i] = roll_word(s);
    for (unsigned i = 0; i < SIM_D_SCALARS; i++)
        s->group.scalar[i] = roll_word(s);
    for (unsigned i = 0; i < SIM_D_SCALAR_SPECIALS; i++)
        s->group.special[i] = (uint32_t)dice_roll(&flip->dice) % 500;
    s->group.special[SIM_D_WG_WIDTH] = 32u << dice_roll(&flip->dice) % 6;
    for (unsigned i = 0; i < SIM_D_PREDICATES; i++)
        s->state.predicate[i] = dice_roll(&flip->dice);
    for (unsigned i = 0; i < SIM_D_MASKS; i++)
        s->state.mask[i] = roll_lanes(s);
    for (unsigned i = 0; i < SIM_D_STACK_MAX; i++) {
        s->stack[i] = dice_roll(&flip->dice);
        s->group.stack[i].type = (uint8_t)(dice_roll(&flip->dice) % 3);
    }
    s->group.depth = 1 + (uint32_t)(dice_roll(&flip->dice) % (SIM_D_STACK_MAX - 1));
}

static unsigned places(struct flip *flip, uint32_t name, unsigned lane, struct flip_place *out)
{
    struct stage *s = flip->user;
    const uint64_t bit = UINT64_C(1) << lane;
    if (name >= SIM_D_NAME_STACK)
        *out = (struct flip_place){&s->stack[name - SIM_D_NAME_STACK], 8, bit};
    else if (name >= SIM_D_NAME_P)
        *out = (struct flip_place){&s->state.predicate[name - SIM_D_NAME_P], 8, bit};
    else if (name == SIM_D_NAME_SC + SIM_D_WG_WIDTH)
        return 0; /* a power of two in any case */
    else if (name >= SIM_D_NAME_SC)
        *out = (struct flip_place){&s->group.special[name - SIM_D_NAME_SC], 4, ~0u};
    else if (name >= SIM_D_NAME_S)
        *out = (struct flip_place){&s->group.scalar[name - SIM_D_NAME_S], 4, ~0u};
    else if (name >= SIM_D_NAME_VC && name < SIM_D_NAME_VC + SIM_D_MASKS)
        *out = (struct flip_place){&s->state.mask[name - SIM_D_NAME_VC], 8, bit};
    else
        *out = (struct flip_place){warp_row(&s->warp, name) + lane, 4, ~0u};
    return 1;
}

/* ---- what the machine does (machine/sim_d/apply.c), for one warp ---- */

static void disable(struct stage *s, enum sim_d_vector_special mask, uint64_t off)
{
    s->state.mask[mask] &= ~(off & s->warp.mask);
}

static void split(struct stage *s, uint64_t taken, bool original)
{
    s->stack[s->group.depth] = original ? taken : taken & s->warp.mask;
    disable(s, SIM_D_CTRL_RUN, taken);
}

static void call(struct stage *s, uint64_t taken, bool original)
{
    s->stack[s->group.depth] = original ? taken : s->state.mask[SIM_D_CTRL_RET];
    disable(s, SIM_D_CTRL_RET, ~taken);
}

static void pop(struct stage *s)
{
    const uint32_t top = s->group.depth - 1;
    s->state.mask[sim_d_stack_mask((enum sim_d_stack_type)s->group.stack[top].type)] =
        s->stack[top];
}

static void apply(struct flip *flip, const struct insn *insn, const struct effect *effect)
{
    struct stage *s = flip->user;
    const bool original = insn->aux & SIM_D_ORIGINAL;
    if (sim_d_class(insn) != SIM_D_CLASS_CONTROL)
        return;
    switch ((enum role)insn->role) {
    case ROLE_TOKEN: s->stack[s->group.depth] = effect->taken; break;
    case ROLE_JOIN: pop(s); break;
    case ROLE_SPLIT: split(s, effect->taken, original); break;
    case ROLE_SPAWN: call(s, effect->taken, original); break;
    case ROLE_MASK: disable(s, SIM_D_CTRL_RUN, effect->taken); break;
    case ROLE_LEAVE: disable(s, SIM_D_CTRL_BREAK, effect->taken); break;
    case ROLE_PREDICATE: disable(s, SIM_D_CTRL_RET, effect->taken); break;
    default: disable(s, SIM_D_CTRL_EXIT, effect->taken);
    }
}

static struct stage *current; /* hide() has no other way to the descriptor */

/* A jump is taken or not; the time of a request depends on its descriptor; what the machine decides
 * by masks it decides later (machine/sim_d/follow.c). */
static void hide(const struct insn *insn, struct effect *effect)
{
    const struct sim_d_descriptor *a = &current->group.access;
    const uint32_t seen[] = {a->address, a->words, a->period, a->count, a->index, a->to,
                             a->to_period, a->buffer, a->reg, a->vector};
    if (sim_d_class(insn) == SIM_D_CLASS_JUMP)
        effect->taken = effect->taken != 0;
    if (sim_d_class(insn) == SIM_D_CLASS_CONTROL)
        effect->taken = 0;
    for (size_t i = 0; sim_d_class(insn) == SIM_D_CLASS_MEMORY && i < 10; i++)
        effect->value = (effect->value ^ seen[i]) * 0x01000193u + 1;
}

/* ---- set-up ---- */

static void add_part(struct stage *s, void *bytes, size_t size, const char *name)
{
    s->flip.part[s->flip.parts++] = (struct flip_part){bytes, size, NULL, name};
}

static struct stage *open_stage(uint64_t features)
{
    struct stage *s = aligned_alloc(64, (sizeof *s + 63) / 64 * 64);
    assert_non_null(s);
    memset(s, 0, sizeof *s);
    load_program(s, features);
    s->flip = (struct flip){.isa = &isa_sim_d, .warp = &s->warp, .dice = features, .user = s,
                            .decode = decode_line, .shuffle = shuffle, .places = places,
                            .settle = settle, .apply = apply, .hide = hide};
    s->warp = (struct warp){.lanes = SIM_D_WARP_LANES, .stride = SIM_D_WARP_LANES, .reg = s->reg,
                            .state = &s->state, .memory = &s->port};
    s->state.group = &s->group;
    s->group.dram = s->dram;
    s->group.pad = s->pad;
    for (unsigned i = 0; i < BUFFERS; i++)
        s->dram[i] = s->pad[i] = (struct sim_d_buffer){i * 0x4000, 40 + 20 * i, 20};
    add_part(s, s->reg, sizeof s->reg, "vector registers");
    add_part(s, s->group.scalar, sizeof s->group.scalar, "scalar registers");
    add_part(s, s->group.special, sizeof s->group.special, "special registers");
    add_part(s, s->state.predicate, sizeof s->state.predicate, "predicates");
    add_part(s, s->state.mask, sizeof s->state.mask, "masks");
    add_part(s, s->stack, sizeof s->stack, "control stack");
    return current = s;
}

static void flip_all(uint64_t features)
{
    struct stage *s = open_stage(features);
    struct flip_count count = flip_rows(&s->flip, sim_d_row_count, WORDS);
    print_message("# %llu instructions, %llu flips; %llu of %llu values matter\n",
                  (unsigned long long)count.words, (unsigned long long)count.flips,
                  (unsigned long long)count.values_matter, (unsigned long long)count.values);
    assert_int_equal(count.idle, 0);
    program_free(s->program);
    image_free(s->image);
    error_clear(&s->err);
    free(s);
}

static void lists_are_complete(void **state)
{
    (void)state;
    flip_all(0);
}

static void lists_of_the_original_are_complete(void **state)
{
    (void)state;
    flip_all(SIM_D_ORIGINAL);
}

static void state_without_a_register_has_names(void **state)
{
    (void)state;
    assert_int_equal(isa_sim_d.name_count, SIM_D_NAMES_ALL);
    assert_string_equal(isa_sim_d.register_name(SIM_D_NAME_STACK), "control stack");
    assert_int_equal(isa_sim_d.name_kind(SIM_D_NAME_STACK), NAME_LANES);
    assert_int_equal(isa_sim_d.name_kind(SIM_D_NAME_SC), NAME_GROUP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_complete),
        cmocka_unit_test(lists_of_the_original_are_complete),
        cmocka_unit_test(state_without_a_register_has_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
