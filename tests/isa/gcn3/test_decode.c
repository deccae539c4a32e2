/* SPDX-License-Identifier: Apache-2.0 */
/* test_decode.c - single instructions: LLVM's text, and what semantics and machines read. */
#include "vectors.h"

#include <inttypes.h>
#include <string.h>

static void assert_prints_alike(const struct vector *vector, void *user)
{
    struct decoded decoded;
    char text[256];
    (void)user;
    decode_vector(&decoded, vector, vector->bytes);
    assert_int_equal(decoded.own.bytes, vector->bytes);
    if (strcmp(text_of(&decoded.insn, text, sizeof text), vector->text) != 0)
        fail_msg("%08" PRIx32 " %08" PRIx32 ": LLVM prints %s, we print %s", vector->words[0],
                 vector->words[1], vector->text, text);
}

static void vectors_print_as_llvm_prints_them(void **unused)
{
    (void)unused;
    assert_true(for_each_vector(assert_prints_alike, NULL) >= 12000);
}

static void assert_needs_both_words(const struct vector *vector, void *user)
{
    struct decoded decoded;
    (void)user;
    if (vector->bytes == 4)
        return;
    decode_vector(&decoded, vector, 4);
    assert_null(decoded.insn.op);
    assert_int_equal(decoded.own.bytes, 4);
    assert_ptr_equal(decoded.insn.run, gcn3_illegal);
}

static void half_an_instruction_is_none(void **unused)
{
    (void)unused;
    for_each_vector(assert_needs_both_words, NULL);
}

/* Every register that an operand names is among sources and targets. */
static bool lists(const struct regs *list, unsigned max, uint32_t first, uint32_t count)
{
    for (unsigned i = 0; i < max; i++)
        if (list[i].count == count && list[i].first == first)
            return true;
    return false;
}

static void assert_lists(const struct vector *vector, void *user)
{
    struct decoded d;
    (void)user;
    decode_vector(&d, vector, vector->bytes);
    for (unsigned i = 0; i < 4; i++) {
        const struct gcn3_operand *src = &d.own.src[i];
        uint32_t file = src->kind == GCN3_VGPR ? GCN3_V0 : 0;
        if (src->kind == GCN3_SGPR || src->kind == GCN3_VGPR)
            assert_true(lists(d.insn.src, SOURCES_MAX, file + src->code, src->words));
    }
    uint32_t file = d.own.dst.kind == GCN3_VGPR ? GCN3_V0 : 0;
    if (d.own.dst.kind)
        assert_true(lists(d.insn.dst, TARGETS_MAX, file + d.own.dst.code, d.own.dst.words));
    if (d.own.sdst.kind)
        assert_true(lists(d.insn.dst, TARGETS_MAX, d.own.sdst.code, 2));
}

static void registers_of_operands_are_listed(void **unused)
{
    (void)unused;
    for_each_vector(assert_lists, NULL);
}

static void implied_registers_are_listed(void **unused)
{
    struct decoded d;
    (void)unused;
    decode_words(&d, 0xbe842006, 0, 4); /* s_and_saveexec_b64 s[4:5], s[6:7] */
    assert_true(lists(d.insn.src, SOURCES_MAX, GCN3_EXEC, 2));
    assert_true(lists(d.insn.dst, TARGETS_MAX, GCN3_EXEC, 2));
    assert_true(lists(d.insn.dst, TARGETS_MAX, GCN3_SCC, 1));
    decode_words(&d, 0x2c080501, 0, 4); /* v_mac_f32_e32 v4, v1, v2 */
    assert_true(lists(d.insn.src, SOURCES_MAX, GCN3_V0 + 4, 1));
    decode_words(&d, 0xbf870001, 0, 4); /* s_cbranch_vccnz 1 */
    assert_true(lists(d.insn.src, SOURCES_MAX, GCN3_VCC, 2));
    decode_words(&d, 0xd1e20004, 0x040e0501, 8); /* v_div_fmas_f32 v4, v1, v2, v3 */
    assert_true(lists(d.insn.src, SOURCES_MAX, GCN3_VCC, 2));
    decode_words(&d, 0xd86c0000, 0x04000001, 8); /* ds_read_b32 v4, v1 */
    assert_true(lists(d.insn.src, SOURCES_MAX, GCN3_M0, 1));
    decode_words(&d, 0x7e0802f9, 0x00061501, 8); /* v_mov_b32_sdwa, UNUSED_PRESERVE */
    assert_true(lists(d.insn.src, SOURCES_MAX, GCN3_V0 + 4, 1));
    decode_words(&d, 0xbe8400fc, 0, 4); /* s_mov_b32 s4, src_execz */
    assert_true(lists(d.insn.src, SOURCES_MAX, GCN3_EXEC, 2));
}

/* The same operand code is a different value for each type. */
static void constants_have_the_type_of_their_operand(void **unused)
{
    struct decoded d;
    (void)unused;
    decode_words(&d, 0x020804f2, 0, 4); /* v_add_f32 v4, 1.0, v2 */
    assert_int_equal(d.own.src[0].value, 0x3f800000);
    decode_words(&d, 0x3e0804f2, 0, 4); /* v_add_f16 */
    assert_int_equal(d.own.src[0].value, 0x3c00);
    decode_words(&d, 0x7e082ef2, 0, 4); /* v_trunc_f64 */
    assert_true(d.own.src[0].value == 0x3ff0000000000000);
    decode_words(&d, 0x260804c1, 0, 4); /* v_and_b32 v4, -1, v2 */
    assert_int_equal(d.own.src[0].value, 0xffffffff);
    decode_words(&d, 0xbe8401d0, 0, 4); /* s_mov_b64 s[4:5], -16 */
    assert_true(d.own.src[0].value == (uint64_t)-16);
    decode_words(&d, 0xbe8401ff, 0x80000001, 8); /* s_mov_b64 s[4:5], 0x80000001 */
    assert_true(d.own.src[0].value == 0x80000001);
    decode_words(&d, 0x908402ff | 1 << 23, 0x80000001, 8); /* s_ashr_i64 s[4:5], 0x80000001, s2 */
    assert_true(d.own.src[0].value == 0xffffffff80000001);
    decode_words(&d, 0x7e082eff, 0x40080000, 8); /* v_trunc_f64 v[4:5], 0x40080000 */
    assert_true(d.own.src[0].value == 0x4008000000000000);
}

static void short_forms_spell_their_vcc_out(void **unused)
{
    struct decoded d;
    (void)unused;
    decode_words(&d, 0x00080501, 0, 4); /* v_cndmask_b32_e32 v4, v1, v2, vcc */
    assert_int_equal(d.own.src[2].kind, GCN3_SGPR);
    assert_int_equal(d.own.src[2].code, GCN3_VCC);
    decode_words(&d, 0x38080501, 0, 4); /* v_addc_u32_e32 v4, vcc, v1, v2, vcc */
    assert_int_equal(d.own.sdst.code, GCN3_VCC);
    assert_int_equal(d.own.src[2].code, GCN3_VCC);
    decode_words(&d, 0xd11c0604, 0x01aa0501, 8); /* v_addc_u32_e64 v4, s[6:7], v1, v2, vcc */
    assert_int_equal(d.own.sdst.code, 6);
    assert_int_equal(d.own.encoding, GCN3_E64);
    assert_int_equal(d.own.format, GCN3_VOP2);
}

static void comparisons_carry_their_condition(void **unused)
{
    struct decoded d;
    (void)unused;
    decode_words(&d, 0x7c820501, 0, 4); /* v_cmp_lt_f32_e32 vcc, v1, v2 */
    assert_int_equal(d.insn.aux, GCN3_CMP_LT);
    assert_false(d.own.writes_exec);
    assert_int_equal(d.own.sdst.code, GCN3_VCC);
    decode_words(&d, 0xd0dd0008, 0x00020501, 8); /* v_cmpx_ne_u32_e64 s[8:9], v1, v2 */
    assert_int_equal(d.insn.aux, GCN3_CMP_LG);
    assert_true(d.own.writes_exec);
    assert_int_equal(d.own.sdst.code, 8);
    assert_true(lists(d.insn.dst, TARGETS_MAX, GCN3_EXEC, 2));
}

static void literals_of_madmk_and_madak_stand_in_their_slots(void **unused)
{
    struct decoded d;
    (void)unused;
    decode_words(&d, 0x2e080501, 0x40490fdb, 8); /* v_madmk_f32 v4, v1, K, v2 */
    assert_int_equal(d.own.src[1].value, 0x40490fdb);
    assert_int_equal(d.own.src[2].code, 2);
    decode_words(&d, 0x30080501, 0x40490fdb, 8); /* v_madak_f32 v4, v1, v2, K */
    assert_int_equal(d.own.src[1].code, 2);
    assert_int_equal(d.own.src[2].value, 0x40490fdb);
}

static void wait_counts_are_taken_apart(void **unused)
{
    struct decoded d;
    (void)unused;
    decode_words(&d, 0xbf8c0a53, 0, 4);
    assert_int_equal(d.own.vmcnt, 3);
    assert_int_equal(d.own.expcnt, 5);
    assert_int_equal(d.own.lgkmcnt, 10);
}

static void sdwa_and_dpp_words_are_taken_apart(void **unused)
{
    struct decoded d;
    (void)unused;
    decode_words(&d, 0x020804f9, 0x25140c01, 8);
    assert_int_equal(d.own.encoding, GCN3_SDWA);
    assert_int_equal(d.own.dst_select, GCN3_WORD_0);
    assert_int_equal(d.own.dst_unused, GCN3_UNUSED_SEXT);
    assert_int_equal(d.own.src[0].select, GCN3_WORD_0);
    assert_true(d.own.src[0].negate && !d.own.src[0].absolute);
    assert_int_equal(d.own.src[1].select, GCN3_WORD_1);
    assert_true(d.own.src[1].absolute && !d.own.src[1].negate);
    decode_words(&d, 0x020804fa, 0xa5891101, 8);
    assert_int_equal(d.own.encoding, GCN3_DPP);
    assert_int_equal(d.own.dpp_control, 0x111);
    assert_int_equal(d.own.dpp_row_mask, 0xa);
    assert_int_equal(d.own.dpp_bank_mask, 0x5);
    assert_true(d.own.dpp_bound_control);
    assert_true(d.own.src[1].absolute);
}

static void memory_instructions_say_what_they_touch(void **unused)
{
    struct decoded d;
    (void)unused;
    decode_words(&d, 0xd8720008, 0x04000001, 8); /* ds_read_i8 v4, v1 offset:8 */
    assert_int_equal(d.own.element_bytes, 1);
    assert_true(d.own.element_signed);
    assert_int_equal(d.own.offset, 8);
    /* ds_read2st64_b64 v[4:7], v1 offset0:2 offset1:3 */
    decode_words(&d, 0xd8f00302, 0x04000001, 8);
    assert_int_equal(d.own.offset0, 2);
    assert_int_equal(d.own.offset1, 3);
    assert_int_equal(d.own.offset_scale, 512);
    assert_int_equal(d.own.dst.words, 4);
    decode_words(&d, 0xdd050000, 0x04000201, 8); /* flat_atomic_cmpswap v4, v[1:2], v[2:3] glc */
    assert_int_equal(d.own.atomic, GCN3_COMPARE_SWAP);
    assert_int_equal(d.own.dst.words, 1);
    assert_int_equal(d.own.src[1].words, 2);
    decode_words(&d, 0xdd040000, 0x04000201, 8); /* the same without glc gives nothing back */
    assert_int_equal(d.own.dst.kind, GCN3_NONE);
    decode_words(&d, 0xc00e0102, 0x00000010, 8); /* s_load_dwordx8 s[4:11], s[4:5], 0x10 */
    assert_int_equal(d.own.dst.words, 8);
    assert_int_equal(d.own.src[1].value, 16);
}

/* Codes of later chips, literals in VOP3, offsets in FLAT, tuples that end nowhere. */
/* For logs: the data and no more, of a compare and swap the new value. */
static void what_is_stored_is_known_by_its_registers(void **unused)
{
    static const struct {
        uint32_t words[2];
        struct regs stored;
    } cases[] = {
        {{0xd83c0000, 0x00000700}, {GCN3_V0 + 7, 1}},   /* ds_write_b8 v0, v7 */
        {{0xd9bc6da2, 0x000000c0}, {GCN3_V0, 3}},       /* ds_write_b96 v192, v[0:2] */
        {{0xd81e007d, 0x00001e05}, {GCN3_V0 + 30, 1}},  /* ds_write2st64_b32 v5, v30, v0 */
        {{0xd8200000, 0x007e0f99}, {GCN3_V0 + 126, 1}}, /* ds_cmpst_b32 v153, v15, v126 */
        {{0xd85c0000, 0x00020194}, {GCN3_V0 + 1, 1}},   /* ds_wrxchg2_rtn_b32 .. v148, v1, v2 */
        {{0xd8c0a985, 0x00006e00}, {GCN3_V0 + 110, 2}}, /* ds_add_rtn_u64 .. v0, v[110:111] */
        {{0xd9000000, 0x00000000}, {0, 0}},             /* ds_add_src2_u32 v0: from memory */
        {{0xdc780000, 0x00006c91}, {GCN3_V0 + 108, 3}}, /* flat_store_dwordx3 .. v[108:110] */
        {{0xdd850000, 0x0000099b}, {GCN3_V0 + 9, 2}},   /* flat_atomic_cmpswap_x2 .. v[9:12] */
        {{0xc0470012, 0x00015e1d}, {0, 2}},             /* s_store_dwordx2 s[0:1], s[36:37] */
        {{0xc0450940, 0x0007614f}, {36, 2}},            /* s_store_dwordx2 s[36:37], s[0:1] */
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct decoded d;
        decode_words(&d, cases[i].words[0], cases[i].words[1], 8);
        struct regs stored = isa_gcn3.stored(&d.insn);
        assert_non_null(d.insn.op);
        assert_int_equal(stored.first, cases[i].stored.first);
        assert_int_equal(stored.count, cases[i].stored.count);
    }
}

static void what_gfx803_does_not_have_is_refused(void **unused)
{
    static const uint32_t words[][2] = {
        {0xbe84007d, 0}, {0xbefd0000, 0}, {0xbe8400eb, 0}, {0xbe8400f9, 0}, {0xbe84016b, 0},
        {0xd1010004, 0x000202ff}, {0xdc500001, 0x04000001}, {0xbf830000, 0}, {0xe1c40000, 0},
        {0xc0121c02, 0x10}, {0xc00a1902, 0x10}, {0xd8fe0000, 0xfd000001}, {0x7e0802fa, 0xff010001},
        {0x7e0802f9, 0x00060701}, {0xcc000000, 0}, {0xf8000000, 0},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct decoded d;
        char text[64];
        decode_words(&d, words[i][0], words[i][1], 8);
        if (d.insn.op)
            fail_msg("%08" PRIx32 " is %s", words[i][0], d.insn.op->name);
        assert_memory_equal(text_of(&d.insn, text, sizeof text), ".long 0x", 8);
    }
}

static void graphics_is_known_by_name_and_refused(void **unused)
{
    static const uint32_t first[] = {0xe8000000, 0xf0000000, 0xc4000000, 0xd4000000, 0xd2720000};
    static const char *const names[] = {"tbuffer", "image", "exp", "v_interp", "v_interp"};
    (void)unused;
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
        struct decoded d;
        struct text text = {0};
        decode_words(&d, first[i], 0, 8);
        assert_string_equal(d.insn.op->name, names[i]);
        assert_ptr_equal(d.insn.run, gcn3_missing_feature);
        assert_true(isa_gcn3.lacks(&d.insn, &text));
        assert_non_null(strstr(text_string(&text), "graphics"));
        text_free(&text);
    }
}

/* PWS-2, PWS-3: where the fields are, and that the words mean nothing else. */
static void split_and_merge_have_words_of_their_own(void **unused)
{
    struct decoded d;
    char text[64];
    (void)unused;
    decode_words(&d, 0xbf606b6a, 0, 4);
    assert_string_equal(text_of(&d.insn, text, sizeof text), "s_pws_split vcc_lo, vcc_hi");
    assert_int_equal(d.own.src[0].code, GCN3_VCC);
    assert_int_equal(d.own.src[1].code, GCN3_VCC + 1);
    assert_int_equal(d.insn.flow, FLOW_SPLIT);
    decode_words(&d, 0xbfe00000, 0, 4);
    assert_string_equal(text_of(&d.insn, text, sizeof text), "s_pws_merge");
    assert_int_equal(d.insn.flow, FLOW_JOIN);
    decode_words(&d, 0xbfe00007, 0, 4);
    assert_string_equal(text_of(&d.insn, text, sizeof text), "s_pws_merge 7");
    assert_int_equal(d.own.simm16, 7);
    decode_words(&d, 0xbf60ff6a, 0, 8); /* a literal is no mask */
    assert_null(d.insn.op);
}

static void no_vector_of_llvm_is_a_split_or_merge(const struct vector *vector, void *user)
{
    (void)user;
    assert_int_not_equal(vector->words[0] >> 16, 0xbf60);
    assert_int_not_equal(vector->words[0] >> 16, 0xbfe0);
}

/* PWS-3 */
static void llvm_knows_no_instruction_in_their_place(void **unused)
{
    (void)unused;
    for_each_vector(no_vector_of_llvm_is_a_split_or_merge, NULL);
}

static void without_its_feature_a_split_is_known_but_does_not_run(void **unused)
{
    static struct gcn3_lookup lookup;
    struct decoded d;
    struct text text = {0};
    (void)unused;
    gcn3_lookup_build(&lookup, GCN3_GFX8);
    gcn3_decode_words(&lookup, (uint32_t[2]){0xbf606b6a}, 4, 0, 0, &d.insn, &d.own);
    assert_string_equal(d.insn.op->name, "s_pws_split");
    assert_ptr_equal(d.insn.run, gcn3_missing_feature);
    assert_true(isa_gcn3.lacks(&d.insn, &text));
    assert_non_null(strstr(text_string(&text), "isa.pws"));
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_print_as_llvm_prints_them),
        cmocka_unit_test(half_an_instruction_is_none),
        cmocka_unit_test(registers_of_operands_are_listed),
        cmocka_unit_test(implied_registers_are_listed),
        cmocka_unit_test(constants_have_the_type_of_their_operand),
        cmocka_unit_test(short_forms_spell_their_vcc_out),
        cmocka_unit_test(comparisons_carry_their_condition),
        cmocka_unit_test(literals_of_madmk_and_madak_stand_in_their_slots),
        cmocka_unit_test(wait_counts_are_taken_apart),
        cmocka_unit_test(sdwa_and_dpp_words_are_taken_apart),
        cmocka_unit_test(memory_instructions_say_what_they_touch),
        cmocka_unit_test(what_is_stored_is_known_by_its_registers),
        cmocka_unit_test(what_gfx803_does_not_have_is_refused),
        cmocka_unit_test(graphics_is_known_by_name_and_refused),
        cmocka_unit_test(split_and_merge_have_words_of_their_own),
        cmocka_unit_test(llvm_knows_no_instruction_in_their_place),
        cmocka_unit_test(without_its_feature_a_split_is_known_but_does_not_run),
    };
    return cmocka_run_group_tests_name("GCN3 instructions", tests, NULL, NULL);
}
