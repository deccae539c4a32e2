/* SPDX-License-Identifier: Apache-2.0 */
/* test_table.c - the instruction table, and what decoder and printer make of it. */
#include "fixture.h"

/* Two rows that can match the same word, unless one is a special case of the other. */
static bool overlap(const struct rv32_row *a, const struct rv32_row *b)
{
    return ((a->match ^ b->match) & a->mask & b->mask) == 0;
}

/* HOUSE-23 */
static void rows_do_not_overlap_unless_the_narrower_one_stands_first(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < rv32_row_count; i++)
        for (size_t j = i + 1; j < rv32_row_count; j++) {
            const struct rv32_row *a = &rv32_rows[i], *b = &rv32_rows[j];
            bool nested = (a->mask & b->mask) == b->mask && a->mask != b->mask;
            if (overlap(a, b) && !nested)
                fail_msg("%s and %s overlap", a->op.name, b->op.name);
        }
}

/* HOUSE-23: what lists the rows (coverage, `warpclock instructions`) has these very rows. */
static void every_row_is_complete(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < rv32_row_count; i++) {
        const struct rv32_row *row = &rv32_rows[i];
        assert_int_equal(row->match & ~row->mask, 0);
        assert_int_equal(row->match & 3, 3);
        assert_non_null(row->op.run);
        assert_true(strlen(row->op.about) > 5);
        assert_ptr_equal(row_named(row->op.name), row); /* names are unique */
        assert_ptr_equal(isa_rv32.row(i), &row->op);
    }
    assert_null(isa_rv32.row(rv32_row_count));
}

/* The word just decoded is the row's, and prints under its name. */
static void assert_known_as(struct fixture *f, const struct rv32_row *row)
{
    struct text text = {0};
    assert_ptr_equal(f->insn.op, &row->op);
    rv32_print(NULL, &f->insn, &text);
    if (strncmp(text_string(&text), row->op.name, strlen(row->op.name)) != 0)
        fail_msg("%s prints as %s", row->op.name, text_string(&text));
    text_free(&text);
}

/* HOUSE-23: decoder and printer know what the table knows, under its names. */
static void every_row_decodes_to_itself_whatever_its_operands(void **unused)
{
    struct fixture *f = new_fixture(16);
    (void)unused;
    for (size_t i = 0; i < rv32_row_count; i++)
        for (int k = 0; k < 200; k++) {
            const struct rv32_row *row = &rv32_rows[i];
            uint32_t bits = row->match | ((uint32_t)roll(f) & ~row->mask);
            uint32_t mode = bits >> 12 & 7;
            decode_word(f, bits);
            if (strchr(row->operands, 'm') && (mode == 5 || mode == 6))
                assert_null(f->insn.op); /* there is no such rounding mode */
            else if (row->op.run != row_named("vx_bar.arrive")->op.run || bits >> 7 & 31)
                assert_known_as(f, row);
        }
    free(f);
}

static void a_word_that_no_row_matches_is_illegal(void **unused)
{
    static const uint32_t words[] = {0, ~0u, 0x0000707b, 0x0000100b | 1 << 7, 0x00021573 & ~3u};
    struct fixture *f = new_fixture(16);
    (void)unused;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        f->state.mtvec = 0;
        run_word(f, words[i]);
        assert_null(f->insn.op);
        assert_ptr_equal(f->insn.run, rv32_illegal);
        assert_int_equal(f->effect.kind, EFFECT_FAULT);
        assert_int_equal(f->effect.fault.kind, FAULT_ILLEGAL);
        assert_int_equal(f->effect.fault.address, words[i]);
    }
    free(f);
}

static void a_row_without_its_feature_is_known_but_does_not_run(void **unused)
{
    struct rv32_lookup lookup;
    struct insn insn;
    (void)unused;
    rv32_lookup_build(&lookup);
    for (size_t i = 0; i < rv32_row_count; i++) {
        const struct rv32_row *row = &rv32_rows[i];
        const struct rv32_feature *feature = rv32_op_feature(&row->op);
        uint32_t some_rd = (row->mask >> 7 & 31) == 31 ? 0 : 9u << 7;
        rv32_decode_word(&lookup, row->match | some_rd, 0, 0, &insn);
        assert_ptr_equal(insn.op, &row->op);
        assert_ptr_equal(insn.run, feature ? rv32_missing_feature : row->op.run);
        assert_int_equal(isa_rv32.row_feature(i) != NULL, feature != NULL);
    }
    assert_string_equal(rv32_op_feature(&row_named("amoadd.w")->op)->parameter, "isa.a");
}

struct sample {
    uint32_t bits;
    const char *text;
};

/* What LLVM prints is checked at length elsewhere; these are the forms it does not know, and one
 * of each shape. */
static const struct sample samples[] = {
    {0xffc10503, "lb\ta0, -4(sp)"},
    {0xfffff537, "lui\ta0, 1048575"},
    {0x008000ef, "jal\tra, 0x80000108"},
    {0x00b50863, "beq\ta0, a1, 0x80000110"},
    {0x8330000f, "fence.tso"},
    {0x0030000f, "fence\t0, rw"},
    {0xcc002573, "csrrs\ta0, 3264, zero"},
    {0x340fd573, "csrrwi\ta0, mscratch, 31"},
    {0x68c58543, "fmadd.s\tfa0, fa1, fa2, fa3, rne"},
    {0x1605a52f, "lr.w.aqrl\ta0, (a1)"},
    {0x0000000b, "vx_tmc\tzero"},
    {0x0002800b, "vx_tmc\tt0"},
    {0x0005228b, "vx_split\tt0, a0"},
    {0x0015228b, "vx_split.n\tt0, a0"},
    {0x0002b00b, "vx_join\tt0"},
    {0x00b5500b, "vx_pred\ta0, a1"},
    {0x00b5508b, "vx_pred.n\ta0, a1"},
    {0x00b5400b, "vx_bar\ta0, a1"},
    {0x00b5600b, "vx_bar.wait\ta0, a1"},
    {0x00b5628b, "vx_bar.arrive\tt0, a0, a1"},
    {0x0000700b, "vx_wsync"},
    {0x0205028b, "vx_vote.all\tt0, a0"},
    {0x02b5428b, "vx_shfl.up\tt0, a0, a1"},
    {0x64b502ab, "vx_wgather\tt0, a0, a1, a2, 2"},
    {0x08b5150b, "vx_packlb.f\tfa0, a0, a1"},
    {0x0ec5d533, "czero.eqz\ta0, a1, a2"},
    {0x00000000, "<unknown>"},
};

static void known_words_print_as_expected(void **unused)
{
    struct fixture *f = new_fixture(16);
    (void)unused;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        struct text text = {0};
        decode_word(f, samples[i].bits);
        rv32_print(NULL, &f->insn, &text);
        assert_string_equal(text_string(&text), samples[i].text);
        text_free(&text);
    }
    free(f);
}

static unsigned source_count(const struct insn *insn)
{
    unsigned n = 0;
    while (n < SOURCES_MAX && insn->src[n].count)
        n++;
    return n;
}

static void sources_and_targets_are_flat_numbers_without_x0(void **unused)
{
    struct fixture *f = new_fixture(16);
    (void)unused;
    decode_word(f, 0x68c58543); /* fmadd.s fa0, fa1, fa2, fa3 */
    assert_int_equal(source_count(&f->insn), 3);
    assert_int_equal(f->insn.src[0].first, RV32_F0 + 11);
    assert_int_equal(f->insn.src[2].first, RV32_F0 + 13);
    assert_int_equal(f->insn.dst[0].first, RV32_F0 + 10);
    decode_word(f, r_type(0x33, 0, 0, A1)); /* add x0, x0, a1 */
    assert_int_equal(source_count(&f->insn), 1);
    assert_int_equal(f->insn.src[0].first, A1);
    assert_int_equal(f->insn.dst[0].count, 0);
    assert_int_equal(f->insn.rd, RV32_SINK);
    decode_word(f, 0x00a12427); /* fsw fa0, 8(sp) */
    assert_int_equal(source_count(&f->insn), 2);
    assert_int_equal(f->insn.imm, 8);
    assert_int_equal(f->insn.dst[0].count, 0);
    free(f);
}

static void negated_forms_do_not_touch_x1(void **unused)
{
    struct fixture *f = new_fixture(16);
    (void)unused;
    decode_word(f, 0x0015228b); /* vx_split.n t0, a0 */
    assert_int_equal(source_count(&f->insn), 1);
    assert_int_equal(f->insn.src[0].first, A0);
    decode_word(f, 0x00b5508b); /* vx_pred.n a0, a1 */
    assert_int_equal(f->insn.dst[0].count, 0);
    assert_int_equal(f->insn.rd, RV32_SINK);
    free(f);
}

static void operands_refine_the_kind_of_flow(void **unused)
{
    static const struct {
        uint32_t bits;
        uint8_t flow;
    } cases[] = {
        {0x0080006f, FLOW_JUMP},     /* jal x0 */
        {0x008000ef, FLOW_CALL},     /* jal ra */
        {0x00008067, FLOW_RETURN},   /* jalr x0, 0(ra) */
        {0x00408067, FLOW_INDIRECT}, /* jalr x0, 4(ra) */
        {0x00050067, FLOW_INDIRECT}, /* jalr x0, 0(a0) */
        {0x000500e7, FLOW_CALL},     /* jalr ra, 0(a0) */
        {0x0000000b, FLOW_EXIT},     /* vx_tmc x0 */
        {0x0002800b, FLOW_NEXT},     /* vx_tmc t0 */
        {0x0005228b, FLOW_SPLIT},    {0x0002b00b, FLOW_JOIN},   {0x00b50863, FLOW_BRANCH},
        {0x00000073, FLOW_TRAP},     {0x30200073, FLOW_INDIRECT}, {0x00000000, FLOW_TRAP},
    };
    struct fixture *f = new_fixture(16);
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        decode_word(f, cases[i].bits);
        assert_int_equal(f->insn.flow, cases[i].flow);
    }
    free(f);
}

static void csr_reads_say_whether_lanes_differ(void **unused)
{
    static const uint32_t lane_sources[] = {0xcc0, 0xf14, 0xcc4, 0xcd3, 0xcd4, 0xcd5};
    struct fixture *f = new_fixture(16);
    (void)unused;
    for (size_t i = 0; i < sizeof lane_sources / sizeof lane_sources[0]; i++) {
        decode_word(f, i_type(0x2073, A0, 0, (int32_t)lane_sources[i]));
        assert_int_equal(f->insn.flags, INSN_LANE_SOURCE);
    }
    decode_word(f, i_type(0x2073, A0, 0, 0xcc1));
    assert_int_equal(f->insn.flags, INSN_UNIFORM);
    decode_word(f, i_type(0x1073, 0, A0, 0x340));
    assert_int_equal(f->insn.flags, INSN_UNIFORM | INSN_TAKES_ONE_LANE);
    free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_do_not_overlap_unless_the_narrower_one_stands_first),
        cmocka_unit_test(every_row_is_complete),
        cmocka_unit_test(every_row_decodes_to_itself_whatever_its_operands),
        cmocka_unit_test(a_word_that_no_row_matches_is_illegal),
        cmocka_unit_test(a_row_without_its_feature_is_known_but_does_not_run),
        cmocka_unit_test(known_words_print_as_expected),
        cmocka_unit_test(sources_and_targets_are_flat_numbers_without_x0),
        cmocka_unit_test(negated_forms_do_not_touch_x1),
        cmocka_unit_test(operands_refine_the_kind_of_flow),
        cmocka_unit_test(csr_reads_say_whether_lanes_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
