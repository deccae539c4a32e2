/* SPDX-License-Identifier: Apache-2.0 */
/* test_table.c - the rows are whole, and there is one for exactly those opcodes that LLVM knows. */
#include "vectors.h"

#include <string.h>

/* No chip has both. */
static bool share_a_version(const struct gcn3_row *a, const struct gcn3_row *b)
{
    const unsigned all = GCN3_GFX8 | GCN3_GFX9;
    return (a->versions ? a->versions : all) & (b->versions ? b->versions : all);
}

/* HOUSE-23: what lists the rows (coverage, `warpclock instructions`) has these very rows. */
static void every_row_is_complete(void **unused)
{
    const struct gcn3_row *row, *before = NULL;
    size_t i;
    (void)unused;
    for (i = 0; (row = gcn3_row(i)); before = row, i++) {
        assert_non_null(row->op.run);
        assert_true(strlen(row->op.name) > 2);
        assert_true(strlen(row->op.about) > 5);
        assert_ptr_equal(isa_gcn3.row(i), &row->op);
        if (before && before->format == row->format)
            assert_true(before->opcode < row->opcode ||
                        (before->opcode == row->opcode && !share_a_version(before, row)));
    }
    assert_true(i > 800);
    assert_null(isa_gcn3.row(i));
}

static void names_are_unique(void **unused)
{
    const struct gcn3_row *row, *other;
    (void)unused;
    for (size_t i = 0; (row = gcn3_row(i)); i++)
        for (size_t j = i + 1; (other = gcn3_row(j)); j++)
            if (share_a_version(row, other))
                assert_string_not_equal(row->op.name, other->op.name);
}

/* HOUSE-23: no opcode has two rows, twins included; nothing is lost on the way into the lookup. */
static void every_row_is_found_by_its_opcode_and_by_nothing_else(void **unused)
{
    static struct gcn3_lookup lookup;
    const struct gcn3_row *row;
    size_t expected = 0, found = 0;
    (void)unused;
    gcn3_lookup_build(&lookup, GCN3_GFX8);
    for (size_t i = 0; (row = gcn3_row(i)); i++) {
        if (!gcn3_row_is_of(row, GCN3_GFX8))
            continue;
        expected += row->format != GCN3_VOP3;
        expected += row->format == GCN3_VOP3 || row->forms & FORM_E64;
        expected += row->format == GCN3_VINTRP ? 7 : 0; /* its long encodings */
    }
    for (unsigned f = 0; f < GCN3_FORMATS; f++)
        for (unsigned i = 0; i < GCN3_OPCODES; i++)
            found += lookup.row[f][i] != NULL;
    for (unsigned i = 0; i < GCN3_VOP3_OPCODES; i++)
        found += lookup.vop3[i] != NULL;
    assert_int_equal(found, expected);
}

/* Which rows the vectors meet, and in which encoding. */
struct met {
    bool form[4][1024]; /* by enum gcn3_encoding */
};

static size_t index_of(const struct gcn3_row *row)
{
    size_t i = 0;
    while (gcn3_row(i) != row)
        i++;
    return i;
}

static void note(const struct vector *vector, void *user)
{
    struct met *met = user;
    struct decoded decoded;
    decode_vector(&decoded, vector, vector->bytes);
    if (!decoded.insn.op)
        fail_msg("%s is not known", vector->text);
    size_t i = index_of(decoded.own.row);
    met->form[decoded.own.encoding][i] = true;
}

/* A form that a row has is met by a vector, which LLVM made; one that no vector meets is not there.
 * */
static void assert_form(const struct gcn3_row *row, bool is_there, bool is_met, const char *form)
{
    if (is_there != is_met)
        fail_msg("%s%s: our table says %d, LLVM says %d", row->op.name, form, is_there, is_met);
}

/* Opcodes of every format: a row <=> accepted by LLVM 16 for gfx803, but for our own extension, the
 * graphics formats, and what LLVM is lax about (see make-vectors.py). */
static void opcodes_and_forms_are_those_that_llvm_knows(void **unused)
{
    static struct met met;
    const struct gcn3_row *row;
    (void)unused;
    for_each_vector(note, &met);
    for (size_t i = 0; (row = gcn3_row(i)); i++) {
        if (row->flags & (NEEDS_PWS | NEEDS_GRAPHICS | NOT_MODELLED))
            continue;
        assert_form(row, true, met.form[GCN3_PLAIN][i], "");
        assert_form(row, row->forms & FORM_E64, met.form[GCN3_E64][i], " (VOP3)");
        assert_form(row, row->forms & FORM_SDWA, met.form[GCN3_SDWA][i], " (SDWA)");
        assert_form(row, row->forms & FORM_DPP, met.form[GCN3_DPP][i], " (DPP)");
    }
}

/* HOUSE-23: the printer's name is the table's. */
static void assert_named(const struct vector *vector, void *user)
{
    struct decoded decoded;
    (void)user;
    decode_vector(&decoded, vector, vector->bytes);
    const char *name = decoded.own.row->op.name;
    assert_int_equal(strncmp(vector->text, name, strlen(name)), 0);
}

static void vectors_have_the_names_of_their_rows(void **unused)
{
    (void)unused;
    assert_true(for_each_vector(assert_named, NULL) >= 12000);
}

static void registers_have_names(void **unused)
{
    (void)unused;
    assert_string_equal(gcn3_register_name(0), "s0");
    assert_string_equal(gcn3_register_name(101), "s101");
    assert_string_equal(gcn3_register_name(GCN3_FLAT_SCRATCH), "flat_scratch_lo");
    assert_string_equal(gcn3_register_name(GCN3_VCC + 1), "vcc_hi");
    assert_string_equal(gcn3_register_name(GCN3_M0), "m0");
    assert_string_equal(gcn3_register_name(GCN3_EXEC), "exec_lo");
    assert_string_equal(gcn3_register_name(GCN3_SCC), "scc");
    assert_string_equal(gcn3_register_name(GCN3_V0 + 255), "v255");
    assert_string_equal(gcn3_register_name(GCN3_NAME_SPLIT_MASK), "split_mask");
    assert_string_equal(gcn3_register_name(GCN3_NAMES_ALL), "?");
    for (unsigned i = 0; i < GCN3_SCALARS; i++)
        if (i != GCN3_M0 + 1) /* the code of null, which gfx8 does not have */
            assert_string_not_equal(gcn3_register_name(i), "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_complete),
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(every_row_is_found_by_its_opcode_and_by_nothing_else),
        cmocka_unit_test(opcodes_and_forms_are_those_that_llvm_knows),
        cmocka_unit_test(vectors_have_the_names_of_their_rows),
        cmocka_unit_test(registers_have_names),
    };
    return cmocka_run_group_tests_name("GCN3 table", tests, NULL, NULL);
}
