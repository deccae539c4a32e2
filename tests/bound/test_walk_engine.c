/* SPDX-License-Identifier: Apache-2.0 */
/* test_walk_engine.c - the walk with an instruction set and a machine of the test's own: four
 * registers, six instructions, one warp. What holds here holds for any machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bound/engine/walk_scope.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { LANES = 4, STRIDE = 16, REGISTERS = 4, INSNS_MAX = 16, INSN_BYTES = 4 };
enum { BUFFER = 0x1000, SIZE = 256, NEXT = BUFFER + SIZE, TABLE = 0x2000 };

/* ---- the instruction set ---- */

static void write_row(struct warp *warp, uint32_t row, const uint32_t *from, uint32_t add)
{
    for (uint32_t lane = 0; lane < LANES; lane++)
        if (warp->mask >> lane & 1)
            warp_row(warp, row)[lane] = (from ? from[lane] : 0) + add;
}

static void run_set(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    write_row(warp, insn->rd, NULL, (uint32_t)insn->imm);
    effect->kind = EFFECT_NONE;
}

static void run_add(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    write_row(warp, insn->rd, warp_row(warp, insn->rs1), (uint32_t)insn->imm);
    effect->kind = EFFECT_NONE;
}

static void run_sum(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp, (void)insn, (void)effect;
    fail_msg("no lane of a sum is known in these programs");
}

/* Taken unless rs1 is zero. */
static void run_branch(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    effect->kind = EFFECT_BRANCH;
    effect->taken = 0;
    for (uint32_t lane = 0; lane < LANES; lane++)
        effect->taken |= (uint64_t)(warp_row(warp, insn->rs1)[lane] != 0) << lane & warp->mask;
}

static void run_never(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp, (void)insn, (void)effect;
    fail_msg("a walk runs no access and no end");
}

static const struct op set = {.name = "set", .run = run_set};
static const struct op add = {.name = "add", .run = run_add, .value = VALUE_ADD};
static const struct op sum = {.name = "sum", .run = run_sum, .value = VALUE_ADD};
static const struct op load = {.name = "load", .run = run_never, .role = ROLE_ACCESS, .bytes = 4,
                               .flags = INSN_LOAD, .unit = UNIT_LSU};
static const struct op branch = {.name = "branch", .run = run_branch, .role = ROLE_BRANCH,
                                 .flow = FLOW_BRANCH};
static const struct op end = {.name = "end", .run = run_never, .role = ROLE_END,
                              .flow = FLOW_EXIT};

static bool lacks(const struct insn *insn, struct text *out)
{
    (void)insn, (void)out;
    return false;
}

static void print(const struct program *program, const struct insn *insn, struct text *out)
{
    (void)program;
    text_add(out, "%s", insn->op->name);
}

static struct regs stored(const struct insn *insn)
{
    return (struct regs){.first = insn->rs2, .count = 1};
}

static const struct isa isa = {.name = "toy", .register_count = REGISTERS,
                               .insn_bytes_min = INSN_BYTES, .lacks = lacks, .print = print,
                               .stored = stored};

static void operands(const struct insn *insn, struct walk_operand operand[2])
{
    operand[0] = (struct walk_operand){.is_row = true, .row = insn->rs1};
    operand[1] = (struct walk_operand){.is_row = insn->op == &sum, .row = insn->rs2,
                                       .number = (uint32_t)insn->imm};
}

static struct walk_address address(const struct insn *insn)
{
    return (struct walk_address){.row = insn->rs1, .offset = (uint32_t)insn->imm};
}

static const struct walk_isa toy = {.rows = REGISTERS, .operands = operands, .address = address};

/* ---- the machine ---- */

static enum wc_status warps(struct walk *walk)
{
    struct warp warp = {.lanes = LANES, .stride = STRIDE};
    struct walk_state *state = walk_state_start(walk, &warp, true);
    warp_set_mask(&state->warp, lanes_all(LANES));
    return walk_warp(walk, state, 0);
}

static enum wc_status control(struct walk *walk, struct walk_state *state, uint32_t index,
                              bool *known, bool *ends)
{
    (void)state, (void)known;
    walk_tell_node(walk, index, NULL);
    *ends = true;
    return WC_OK;
}

static enum wc_status ways(struct scope *scope, struct walk_state *state, uint32_t index)
{
    walk_tell_node(scope->walk, index, NULL);
    scope_end(scope, state);
    return WC_OK;
}

static void copy(struct walk_state *to, const struct walk_state *from) { (void)to, (void)from; }

static enum wc_status mergeable(struct walk *walk, const struct walk_state *a,
                                const struct walk_state *b)
{
    (void)walk, (void)a, (void)b;
    return WC_OK;
}

static bool equal(const struct walk_state *a, const struct walk_state *b)
{
    (void)a, (void)b;
    return true;
}

static const struct walk_machine machine = {
    .isa = &toy, .part = "PART", .meet = "MEET", .warps = warps, .control = control,
    .ways = ways, .copy = copy, .mergeable = mergeable, .equal = equal};

/* ---- what it tells ---- */

struct counts {
    struct walk_sink sink; /* first */
    uint64_t nodes[INSNS_MAX];
    uint64_t regions, known_accesses, iterations;
    uint32_t joined; /* where the last region ended */
    const struct allocation *object; /* of the last access whose addresses are not known */
    uint64_t base, size;             /* ... where in it */
};

static void on_node(struct walk_sink *sink, uint32_t index, const struct walk_access *access)
{
    struct counts *counts = (struct counts *)sink;
    counts->nodes[index]++;
    if (!access)
        return;
    counts->known_accesses += access->known;
    counts->object = access->known ? NULL : access->object;
    counts->base = access->base;
    counts->size = access->size;
}

static void on_begin(struct walk_sink *sink, uint32_t core, uint32_t slot, uint32_t phase)
{
    (void)sink, (void)core, (void)slot, (void)phase;
}

static void on_edge(struct walk_sink *sink, uint32_t from, uint32_t to)
{
    (void)sink, (void)from, (void)to;
}

static void on_region_begin(struct walk_sink *sink, uint32_t at)
{
    (void)at;
    ((struct counts *)sink)->regions++;
}

static void on_region_end(struct walk_sink *sink, uint32_t to)
{
    ((struct counts *)sink)->joined = to;
}

static void on_loop(struct walk_sink *sink, uint32_t header, uint64_t iterations)
{
    (void)header;
    ((struct counts *)sink)->iterations = iterations;
}

static void on_mark(struct walk_sink *sink) { (void)sink; }
static void on_repeat(struct walk_sink *sink, uint64_t times) { (void)sink, (void)times; }
static void on_end(struct walk_sink *sink) { (void)sink; }

static const struct walk_sink_ops sink_ops = {
    .begin = on_begin, .node = on_node, .edge = on_edge, .region_begin = on_region_begin,
    .region_end = on_region_end, .loop = on_loop, .mark = on_mark, .repeat = on_repeat,
    .end = on_end};

/* ---- programs ---- */

struct stage {
    struct insn insns[INSNS_MAX];
    struct code_range range;
    struct function function;
    struct program program;
    struct memory memory;
    struct arena arena;
    struct error err;
    struct counts counts;
    struct walk walk;
    enum wc_status status;
};

static void put(struct stage *s, const struct op *op, uint32_t rd, uint32_t rs1, int32_t imm)
{
    bool branches = op->role == ROLE_BRANCH, ends = op->role == ROLE_END;
    uint32_t at = s->program.count++;
    struct insn *insn = &s->insns[at];
    *insn = (struct insn){.run = op->run, .op = op, .imm = imm, .rd = (uint16_t)rd,
                          .rs1 = (uint16_t)rs1, .flow = op->flow, .flags = op->flags,
                          .pc = at * INSN_BYTES, .next = ends ? -1 : (int32_t)at + 1,
                          .target = branches ? imm : -1};
    if (op != &set && !ends)
        insn->src[0] = (struct regs){(uint16_t)rs1, 1};
    if (op == &sum) {
        insn->rs2 = (uint16_t)imm;
        insn->src[1] = (struct regs){insn->rs2, 1};
    }
    if (!branches && !ends)
        insn->dst[0] = (struct regs){(uint16_t)rd, 1};
}

static void open_stage(struct stage *s)
{
    struct allocation *made;
    *s = (struct stage){.function = {.name = "toy"}};
    s->program = (struct program){.isa = &isa, .insns = s->insns, .ranges = &s->range,
                                  .range_count = 1, .functions = &s->function,
                                  .function_count = 1};
    assert_int_equal(memory_place(&s->err, &s->memory, ALLOCATION_BUFFER, "buffer", BUFFER, SIZE,
                                  true, &made), WC_OK);
    assert_int_equal(memory_place(&s->err, &s->memory, ALLOCATION_BUFFER, "next", NEXT, SIZE,
                                  true, &made), WC_OK);
    assert_int_equal(memory_place(&s->err, &s->memory, ALLOCATION_DATA, "table", TABLE, SIZE,
                                  false, &made), WC_OK);
    const uint32_t numbers[] = {3, BUFFER, NEXT};
    memcpy(made->bytes + 8, numbers, sizeof numbers);
}

static void walk_it(struct stage *s, const struct walk_bound *bound)
{
    const struct walk_bounds bounds = {.list = bound, .count = bound != NULL};
    const struct launch launch = {.name = "toy", .program = &s->program};
    s->range = (struct code_range){.bytes = s->program.count * INSN_BYTES,
                                   .count = s->program.count};
    s->function.bytes = s->range.bytes;
    s->counts = (struct counts){.sink = {&sink_ops}};
    s->walk = (struct walk){.err = &s->err, .machine = &machine, .launch = &launch,
                            .memory = &s->memory, .bounds = &bounds, .sink = &s->counts.sink,
                            .arena = &s->arena, .stride = STRIDE, .lanes_agree = true};
    s->status = walk_launch(&s->walk);
}

static void close_stage(struct stage *s)
{
    memory_free(&s->memory);
    arena_free(&s->arena);
    error_clear(&s->err);
}

/* ---- what holds ---- */

static void a_counter_that_is_known_ends_its_loop(void **unused)
{
    struct stage s;
    (void)unused;
    open_stage(&s);
    put(&s, &set, 1, 0, 5);
    put(&s, &add, 1, 1, -1);
    put(&s, &branch, 0, 1, 1);
    put(&s, &end, 0, 0, 0);
    walk_it(&s, NULL);
    assert_int_equal(s.status, WC_OK);
    assert_int_equal(s.counts.nodes[1], 5);
    assert_int_equal(s.counts.nodes[3], 1);
    assert_int_equal(s.counts.regions, 0);
    close_stage(&s);
}

static void a_table_that_nobody_writes_is_known_and_a_buffer_is_not(void **unused)
{
    struct stage s;
    (void)unused;
    open_stage(&s);
    put(&s, &set, 1, 0, TABLE);
    put(&s, &load, 2, 1, 8);   /* 3 */
    put(&s, &add, 2, 2, -1);
    put(&s, &branch, 0, 2, 2);
    put(&s, &set, 1, 0, BUFFER);
    put(&s, &load, 3, 1, 8);
    put(&s, &branch, 0, 3, 8); /* over the next one */
    put(&s, &add, 3, 3, 1);
    put(&s, &end, 0, 0, 0);
    walk_it(&s, NULL);
    assert_int_equal(s.status, WC_OK);
    assert_int_equal(s.counts.nodes[2], 3);
    assert_int_equal(s.counts.known_accesses, 2);
    assert_int_equal(s.counts.regions, 1);
    assert_int_equal(s.counts.joined, 8);
    assert_int_equal(s.counts.nodes[7], 1);
    assert_int_equal(s.counts.nodes[8], 1);
    close_stage(&s);
}

static void a_pointer_plus_something_unknown_stays_in_its_buffer(void **unused)
{
    struct stage s;
    (void)unused;
    open_stage(&s);
    put(&s, &set, 1, 0, TABLE);
    put(&s, &load, 1, 1, 12); /* BUFFER */
    put(&s, &load, 2, 1, 0);
    put(&s, &sum, 3, 1, 2);
    put(&s, &load, 0, 3, 0);
    put(&s, &end, 0, 0, 0);
    walk_it(&s, NULL);
    assert_int_equal(s.status, WC_OK);
    assert_int_equal(s.counts.known_accesses, 2);
    assert_non_null(s.counts.object);
    assert_int_equal(s.counts.object->base, BUFFER);
    close_stage(&s);
}

/* b[i - n], where the buffer before b begins at b - n. */
static void a_pointer_belongs_to_the_buffer_it_was_made_from(void **unused)
{
    struct stage s;
    (void)unused;
    open_stage(&s);
    put(&s, &set, 1, 0, TABLE);
    put(&s, &load, 1, 1, 16); /* NEXT */
    put(&s, &load, 2, 1, 0);
    put(&s, &add, 1, 1, -SIZE);
    put(&s, &sum, 3, 1, 2);
    put(&s, &load, 0, 3, 0);
    put(&s, &end, 0, 0, 0);
    walk_it(&s, NULL);
    assert_int_equal(s.status, WC_OK);
    assert_non_null(s.counts.object);
    assert_int_equal(s.counts.object->base, NEXT);
    close_stage(&s);
}

static void a_number_that_happens_to_be_an_address_is_no_pointer(void **unused)
{
    struct stage s;
    (void)unused;
    open_stage(&s);
    put(&s, &set, 1, 0, BUFFER);
    put(&s, &load, 2, 1, 0);
    put(&s, &sum, 3, 1, 2);
    put(&s, &load, 0, 3, 0);
    put(&s, &end, 0, 0, 0);
    walk_it(&s, NULL);
    assert_int_equal(s.status, WC_OK);
    assert_null(s.counts.object);
    close_stage(&s);
}

static void walk_index(struct stage *s, struct element_range assume)
{
    open_stage(s);
    memory_find(&s->memory, BUFFER, 4)->assume = assume;
    put(s, &set, 1, 0, TABLE);
    put(s, &load, 1, 1, 12); /* BUFFER */
    put(s, &load, 2, 1, 0);
    put(s, &sum, 3, 1, 2);
    put(s, &load, 0, 3, 8);
    put(s, &end, 0, 0, 0);
    walk_it(s, NULL);
    assert_int_equal(s->status, WC_OK);
    assert_int_equal(s->counts.object->base, BUFFER);
}

static void an_index_in_a_range_leads_to_a_part_of_the_buffer(void **unused)
{
    struct stage s;
    (void)unused;
    walk_index(&s, (struct element_range){.bytes = 4, .is_signed = true, .min = -4, .max = 28});
    assert_int_equal(s.counts.base, BUFFER + 8 - 4);
    assert_int_equal(s.counts.size, 28 + 4 + 4);
    close_stage(&s);
}

static void a_range_that_does_not_fit_says_nothing_of_an_index(void **unused)
{
    struct stage s;
    (void)unused;
    /* elements of other sizes, and an index that leads out of the buffer */
    walk_index(&s, (struct element_range){.bytes = 2, .max = 28});
    assert_int_equal(s.counts.size, SIZE);
    close_stage(&s);
    walk_index(&s, (struct element_range){.bytes = 4, .max = SIZE});
    assert_int_equal(s.counts.size, SIZE);
    close_stage(&s);
}

/* Two ways, two numbers: which one is not known, nor the object. */
static void a_pointer_that_depends_on_the_way_taken_may_go_anywhere(void **unused)
{
    struct stage s;
    (void)unused;
    open_stage(&s);
    put(&s, &set, 1, 0, BUFFER);
    put(&s, &load, 2, 1, 0);
    put(&s, &branch, 0, 2, 4);
    put(&s, &set, 1, 0, TABLE);
    put(&s, &add, 1, 1, 4);
    put(&s, &load, 3, 1, 0);
    put(&s, &end, 0, 0, 0);
    walk_it(&s, NULL);
    assert_int_equal(s.status, WC_OK);
    assert_int_equal(s.counts.known_accesses, 1);
    assert_null(s.counts.object);
    close_stage(&s);
}

static void a_loop_that_data_end_lacks_a_bound_and_keeps_it(void **unused)
{
    struct stage s;
    (void)unused;
    open_stage(&s);
    put(&s, &set, 1, 0, BUFFER);
    put(&s, &load, 2, 1, 0);
    put(&s, &branch, 0, 2, 1);
    put(&s, &end, 0, 0, 0);
    walk_it(&s, NULL);
    assert_int_equal(s.status, WC_BAD_INPUT);
    assert_int_equal(s.walk.missing_count, 1);
    assert_int_equal(s.walk.missing[0].header, 1);
    assert_int_equal(s.walk.missing[0].branch, 2);
    walk_it(&s, &(struct walk_bound){.header = 1, .iterations = 7});
    assert_int_equal(s.status, WC_OK);
    assert_int_equal(s.counts.iterations, 7);
    close_stage(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_counter_that_is_known_ends_its_loop),
        cmocka_unit_test(a_table_that_nobody_writes_is_known_and_a_buffer_is_not),
        cmocka_unit_test(a_pointer_plus_something_unknown_stays_in_its_buffer),
        cmocka_unit_test(an_index_in_a_range_leads_to_a_part_of_the_buffer),
        cmocka_unit_test(a_range_that_does_not_fit_says_nothing_of_an_index),
        cmocka_unit_test(a_pointer_belongs_to_the_buffer_it_was_made_from),
        cmocka_unit_test(a_number_that_happens_to_be_an_address_is_no_pointer),
        cmocka_unit_test(a_pointer_that_depends_on_the_way_taken_may_go_anywhere),
        cmocka_unit_test(a_loop_that_data_end_lacks_a_bound_and_keeps_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
