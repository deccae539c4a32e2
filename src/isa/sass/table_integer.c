/* SPDX-License-Identifier: Apache-2.0 */
/* table_integer.c - integer arithmetic, bits, comparison, predicates.
 *
 * Found by compiling our own kernels, flipping each bit of their words and reading the output of
 * the vendor's disassembler (PAS-32). Longer than other files because it is only a table. */
#include "isa/sass/run.h"
#include "isa/sass/spell.h"

/* ---- Suffixes ---- */

static sass_names half_of = {"", "H0", "H1", NULL};
static sass_names iadd3_shift = {"", "RS", "LS", NULL};
static sass_names shift_wrap = {"", "W"};
static sass_names shift_reverse = {"", "BREV"};
static sass_names shift_extend = {"", NULL, "X", "XHI"};
static sass_names funnel_size = {"", NULL, "U64", "S64"};
static sass_names xmad_mode = {"", "CLO", "CHI", "CSFU", "CBCC", NULL, NULL, NULL};
static sass_names xmad_psl = {"", "PSL"};
static sass_names xmad_mrg = {"", "MRG"};
static sass_names logic_op = {"AND", "OR", "XOR", "PASS_B"};
static sass_names logic_test = {"", "T", "Z", "NZ"};
static sass_names minmax_part = {"", "XLO", "XMED", "XHI"};
static sass_names permute_mode = {"", "F4E", "B4E", "RC8", "ECL", "ECR", "RC16", NULL,
                                  NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
static sass_names from_top = {"", "SH"};
static sass_names byte_of = {"", "B1", "B2", "B3"};
static sass_names vote_mode = {"ALL", "ANY", "EQ", NULL};
static sass_names video_part = {"", "B1", "B2", "B3", "", "H1", "", NULL};
static sass_names video_second = {"MRG_16H", "MRG_16L", "MRG_8B0", "MRG_8B2",
                                  "ACC", "MIN", "MAX", ""};
static sass_names video_unsigned = {"UD", ""};
static sass_names video_signed = {"", "SD"};
static sass_names video_max = {"", "MX"};

/* A long immediate is not negated alone. */
static const char *spell_plus_one_32i(const struct sass_insn *insn)
{
    bool lone = insn->modifier[SASS_NEG_B] && !insn->modifier[SASS_NEG_A];
    return lone ? NULL : sass_spell_plus_one_ab(insn);
}

static const char *spell_signs_16(const struct sass_insn *insn)
{
    static sass_names names = {"", "S16.U16", "U16.S16", "S16.S16"};
    return names[insn->modifier[SASS_SIGNED_A] | insn->modifier[SASS_SIGNED_B] << 1];
}

static const char *spell_funnel_part(const struct sass_insn *insn)
{
    static sass_names names = {"", "HI", "X", "XHI"};
    return names[insn->modifier[SASS_HIGH] | insn->modifier[SASS_X] << 1];
}

static const char *spell_dot(const struct sass_insn *insn)
{
    static sass_names names = {"4A", "2A.LO", NULL, "2A.HI"};
    return names[insn->modifier[SASS_MODE] | insn->modifier[SASS_HIGH] << 1];
}

static const char *spell_dot_signs(const struct sass_insn *insn)
{
    static sass_names four = {"U8.U8", "S8.U8", "U8.S8", "S8.S8"};
    static sass_names two = {"U16.U8", "S16.U8", "U16.S8", "S16.S8"};
    unsigned signs = insn->modifier[SASS_SIGNED_A] | insn->modifier[SASS_SIGNED_B] << 1;
    return insn->modifier[SASS_MODE] ? two[signs] : four[signs];
}

static const char *video_type(unsigned part, unsigned is_signed)
{
    static sass_names names = {"U8", "S8", "U8", "S8", "U8", "S8", "U8", "S8",
                               "U16", "S16", "U16", "S16", "U32", "S32", NULL, NULL};
    return names[part << 1 | is_signed];
}

enum { VIDEO_WORD = 6 };

/* Not written: two signed words, or a signed word and an immediate. */
static bool is_usual_video(const struct sass_insn *insn)
{
    const uint8_t *modifier = insn->modifier;
    return modifier[SASS_HALF_A] == VIDEO_WORD && modifier[SASS_SIGNED_A] &&
           modifier[SASS_SIGNED_B] &&
           (insn->form->operands[2] == B_FACTOR || modifier[SASS_HALF_B] == VIDEO_WORD);
}

static const char *spell_video_a(const struct sass_insn *insn)
{
    if (is_usual_video(insn))
        return "";
    return video_type(insn->modifier[SASS_HALF_A], insn->modifier[SASS_SIGNED_A]);
}

static const char *spell_video_b(const struct sass_insn *insn)
{
    if (is_usual_video(insn))
        return "";
    return video_type(insn->modifier[SASS_HALF_B], insn->modifier[SASS_SIGNED_B]);
}

/* An immediate has 16 bits. */
static const char *spell_video_b_immediate(const struct sass_insn *insn)
{
    if (is_usual_video(insn))
        return "";
    return insn->modifier[SASS_SIGNED_B] ? "S16" : "U16";
}

/* ---- Fields ---- */

static const struct sass_field no_fields[] = {SASS_FIELDS_END};
static const struct sass_field cc_only[] = {{SASS_CC, 47, 1}, SASS_FIELDS_END};

static const struct sass_field iadd[] = {
    {SASS_NEG_A, 49, 1}, {SASS_NEG_B, 48, 1}, {.spell = sass_spell_plus_one_ab},
    {SASS_SAT, 50, 1, sass_sat}, {SASS_X, 43, 1, sass_x}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field iadd32i[] = {
    {SASS_NEG_A, 56, 1}, {SASS_NEG_B, 55, 1}, {.spell = spell_plus_one_32i},
    {SASS_SAT, 54, 1, sass_sat}, {SASS_X, 53, 1, sass_x}, {SASS_CC, 52, 1}, SASS_FIELDS_END,
};
static const struct sass_field iadd3[] = {
    {SASS_MODE, 37, 2, iadd3_shift}, {SASS_X, 48, 1, sass_x}, {SASS_CC, 47, 1},
    {SASS_NEG_A, 51, 1}, {SASS_NEG_B, 50, 1}, {SASS_NEG_C, 49, 1},
    {SASS_HALF_A, 35, 2, half_of, .on = ON_A}, {SASS_HALF_B, 33, 2, half_of, .on = ON_B},
    {SASS_HALF_C, 31, 2, half_of, .on = ON_C}, SASS_FIELDS_END,
};
static const struct sass_field iadd3_plain[] = {
    {SASS_X, 48, 1, sass_x}, {SASS_CC, 47, 1}, {SASS_NEG_A, 51, 1}, {SASS_NEG_B, 50, 1},
    {SASS_NEG_C, 49, 1}, SASS_FIELDS_END,
};
static const struct sass_field iscadd[] = {
    {SASS_NEG_A, 49, 1}, {SASS_NEG_B, 48, 1}, {.spell = sass_spell_plus_one_ab},
    {SASS_SHIFT, 39, 5}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field iscadd32i[] = {
    {SASS_SHIFT, 53, 5}, {SASS_CC, 52, 1}, SASS_FIELDS_END,
};
static const struct sass_field xmad[] = {
    {SASS_SIGNED_A, 48, 1}, {SASS_SIGNED_B, 49, 1}, {.spell = spell_signs_16},
    {SASS_PSL, 36, 1, xmad_psl}, {SASS_MODE, 50, 3, xmad_mode}, {SASS_MRG, 37, 1, xmad_mrg},
    {SASS_X, 38, 1, sass_x}, {SASS_CC, 47, 1}, {SASS_HALF_A, 53, 1, sass_h1, .on = ON_A},
    {SASS_HALF_B, 35, 1, sass_h1, .on = ON_B}, SASS_FIELDS_END,
};
static const struct sass_field xmad_immediate[] = {
    {SASS_SIGNED_A, 48, 1}, {SASS_SIGNED_B, 49, 1}, {.spell = spell_signs_16},
    {SASS_PSL, 36, 1, xmad_psl}, {SASS_MODE, 50, 3, xmad_mode}, {SASS_MRG, 37, 1, xmad_mrg},
    {SASS_X, 38, 1, sass_x}, {SASS_CC, 47, 1}, {SASS_HALF_A, 53, 1, sass_h1, .on = ON_A},
    SASS_FIELDS_END,
};
static const struct sass_field xmad_constant[] = {
    {SASS_SIGNED_A, 48, 1}, {SASS_SIGNED_B, 49, 1}, {.spell = spell_signs_16},
    {SASS_PSL, 55, 1, xmad_psl}, {SASS_MODE, 50, 2, xmad_mode}, {SASS_MRG, 56, 1, xmad_mrg},
    {SASS_X, 54, 1, sass_x}, {SASS_CC, 47, 1}, {SASS_HALF_A, 53, 1, sass_h1, .on = ON_A},
    {SASS_HALF_B, 52, 1, sass_h1, .on = ON_B}, SASS_FIELDS_END,
};
static const struct sass_field xmad_addend_constant[] = {
    {SASS_SIGNED_A, 48, 1}, {SASS_SIGNED_B, 49, 1}, {.spell = spell_signs_16},
    {SASS_MODE, 50, 2, xmad_mode}, {SASS_X, 54, 1, sass_x}, {SASS_CC, 47, 1},
    {SASS_HALF_A, 53, 1, sass_h1, .on = ON_A}, {SASS_HALF_B, 52, 1, sass_h1, .on = ON_B},
    SASS_FIELDS_END,
};
static const struct sass_field imad[] = {
    {SASS_SIGNED_A, 48, 1}, {SASS_SIGNED_B, 53, 1}, {.spell = sass_spell_signs_32},
    {SASS_HIGH, 54, 1, sass_high}, {SASS_NEG_A, 52, 1}, {SASS_NEG_C, 51, 1},
    {.spell = sass_spell_plus_one_ac}, {SASS_SAT, 50, 1, sass_sat}, {SASS_X, 49, 1, sass_x},
    {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field imul[] = {
    {SASS_SIGNED_A, 40, 1}, {SASS_SIGNED_B, 41, 1}, {.spell = sass_spell_signs_32},
    {SASS_HIGH, 39, 1, sass_high}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field imul32i[] = {
    {SASS_SIGNED_A, 54, 1}, {SASS_SIGNED_B, 55, 1}, {.spell = sass_spell_signs_32},
    {SASS_HIGH, 53, 1, sass_high}, {SASS_CC, 52, 1}, SASS_FIELDS_END,
};
static const struct sass_field shl[] = {
    {SASS_WRAP, 39, 1, shift_wrap}, {SASS_X, 43, 1, sass_x}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field shr[] = {
    {SASS_SIGNED_A, 48, 1, sass_unsigned_32}, {SASS_WRAP, 39, 1, shift_wrap},
    {SASS_X, 43, 2, shift_extend}, {SASS_BREV, 40, 1, shift_reverse}, {SASS_CC, 47, 1},
    SASS_FIELDS_END,
};
static const struct sass_field shf[] = {
    {SASS_WRAP, 50, 1, shift_wrap}, {SASS_MODE, 37, 2, funnel_size}, {SASS_HIGH, 48, 1},
    {SASS_X, 49, 1}, {.spell = spell_funnel_part}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field lop[] = {
    {SASS_OP, 41, 2, logic_op}, {SASS_X, 43, 1, sass_x}, {SASS_TEST, 44, 2, logic_test},
    {SASS_INV_A, 39, 1}, {SASS_INV_B, 40, 1}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field lop32i[] = {
    {SASS_OP, 53, 2, logic_op}, {SASS_X, 57, 1, sass_x}, {SASS_INV_A, 55, 1},
    {SASS_INV_B, 56, 1}, {SASS_CC, 52, 1}, SASS_FIELDS_END,
};
static const struct sass_field lop3[] = {
    {SASS_X, 38, 1, sass_x}, {SASS_TEST, 36, 2, logic_test}, {SASS_LUT, 28, 8}, {SASS_CC, 47, 1},
    SASS_FIELDS_END,
};
static const struct sass_field lop3_immediate[] = {
    {SASS_X, 57, 1, sass_x}, {SASS_LUT, 48, 8}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field lop3_constant[] = {
    {SASS_X, 56, 1, sass_x}, {SASS_LUT, 48, 8}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field lea[] = {
    {SASS_X, 46, 1, sass_x}, {SASS_SHIFT, 39, 5}, {SASS_NEG_A, 45, 1}, {SASS_CC, 47, 1},
    SASS_FIELDS_END,
};
static const struct sass_field lea_hi[] = {
    {SASS_X, 38, 1, sass_x}, {SASS_SHIFT, 28, 5}, {SASS_NEG_A, 37, 1}, {SASS_CC, 47, 1},
    SASS_FIELDS_END,
};
static const struct sass_field lea_hi_constant[] = {
    {SASS_X, 57, 1, sass_x}, {SASS_SHIFT, 51, 5}, {SASS_NEG_A, 56, 1}, {SASS_CC, 47, 1},
    SASS_FIELDS_END,
};
static const struct sass_field isetp[] = {
    {SASS_COMPARE, 49, 3, sass_compare}, {SASS_SIGNED_A, 48, 1, sass_unsigned_32},
    {SASS_X, 43, 1, sass_x}, {SASS_COMBINE, 45, 2, sass_combine_names}, SASS_FIELDS_END,
};
static const struct sass_field iset[] = {
    {SASS_BOOL_FLOAT, 44, 1, sass_bool_float}, {SASS_COMPARE, 49, 3, sass_compare},
    {SASS_SIGNED_A, 48, 1, sass_unsigned_32}, {SASS_X, 43, 1, sass_x},
    {SASS_COMBINE, 45, 2, sass_combine_names}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field icmp[] = {
    {SASS_COMPARE, 49, 3, sass_compare}, {SASS_SIGNED_A, 48, 1, sass_unsigned_32},
    SASS_FIELDS_END,
};
static const struct sass_field imnmx[] = {
    {SASS_SIGNED_A, 48, 1, sass_unsigned_32}, {SASS_MODE, 43, 2, minmax_part}, {SASS_CC, 47, 1},
    SASS_FIELDS_END,
};
static const struct sass_field mov[] = {{SASS_MASK, 39, 4}, SASS_FIELDS_END};
static const struct sass_field mov32i[] = {{SASS_MASK, 12, 4}, SASS_FIELDS_END};
static const struct sass_field bfe[] = {
    {SASS_SIGNED_A, 48, 1, sass_unsigned_32}, {SASS_BREV, 40, 1, shift_reverse}, {SASS_CC, 47, 1},
    SASS_FIELDS_END,
};
static const struct sass_field flo[] = {
    {SASS_SIGNED_A, 48, 1, sass_unsigned_32}, {SASS_SH, 41, 1, from_top}, {SASS_INV_B, 40, 1},
    {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field popc[] = {{SASS_INV_B, 40, 1}, SASS_FIELDS_END};
static const struct sass_field prmt[] = {{SASS_MODE, 48, 4, permute_mode}, SASS_FIELDS_END};
static const struct sass_field idp[] = {
    {SASS_MODE, 48, 1}, {SASS_HIGH, 50, 1}, {.spell = spell_dot}, {SASS_SIGNED_A, 49, 1},
    {SASS_SIGNED_B, 47, 1}, {.spell = spell_dot_signs}, SASS_FIELDS_END,
};
static const struct sass_field vmnmx[] = {
    {SASS_SIGNED_D, 54, 1, video_unsigned}, {SASS_SIGNED_A, 48, 1}, {SASS_SIGNED_B, 49, 1},
    {.spell = spell_video_a}, {.spell = spell_video_b}, {SASS_MAX, 56, 1, video_max},
    {SASS_SAT, 55, 1, sass_sat}, {SASS_OP, 51, 3, video_second}, {SASS_CC, 47, 1},
    {SASS_HALF_A, 36, 3, video_part, .on = ON_A}, {SASS_HALF_B, 28, 3, video_part, .on = ON_B},
    SASS_FIELDS_END,
};
static const struct sass_field vmnmx_immediate[] = {
    {SASS_SIGNED_D, 54, 1, video_unsigned}, {SASS_SIGNED_A, 48, 1}, {SASS_SIGNED_B, 49, 1},
    {.spell = spell_video_a}, {.spell = spell_video_b_immediate}, {SASS_MAX, 56, 1, video_max},
    {SASS_SAT, 55, 1, sass_sat}, {SASS_OP, 51, 3, video_second}, {SASS_CC, 47, 1},
    {SASS_HALF_A, 36, 3, video_part, .on = ON_A}, SASS_FIELDS_END,
};
static const struct sass_field vabsdiff[] = {
    {SASS_SIGNED_D, 54, 1, video_signed}, {SASS_SIGNED_A, 48, 1}, {SASS_SIGNED_B, 49, 1},
    {.spell = spell_video_a}, {.spell = spell_video_b}, {SASS_SAT, 55, 1, sass_sat},
    {SASS_OP, 51, 3, video_second}, {SASS_CC, 47, 1},
    {SASS_HALF_A, 36, 3, video_part, .on = ON_A}, {SASS_HALF_B, 28, 3, video_part, .on = ON_B},
    SASS_FIELDS_END,
};
static const struct sass_field vabsdiff_immediate[] = {
    {SASS_SIGNED_D, 54, 1, video_signed}, {SASS_SIGNED_A, 48, 1}, {SASS_SIGNED_B, 49, 1},
    {.spell = spell_video_a}, {.spell = spell_video_b_immediate}, {SASS_SAT, 55, 1, sass_sat},
    {SASS_OP, 51, 3, video_second}, {SASS_CC, 47, 1},
    {SASS_HALF_A, 36, 3, video_part, .on = ON_A}, SASS_FIELDS_END,
};
static const struct sass_field p2r[] = {
    {SASS_MODE, 41, 2, byte_of}, {SASS_MASK, 40, 1}, SASS_FIELDS_END,
};
static const struct sass_field r2p[] = {
    {SASS_MODE, 41, 2, byte_of, .on = ON_A}, {SASS_MASK, 40, 1}, SASS_FIELDS_END,
};
static const struct sass_field psetp[] = {
    {SASS_COMBINE, 24, 2, sass_combine_names}, {SASS_COMBINE2, 45, 2, sass_combine_names},
    SASS_FIELDS_END,
};
static const struct sass_field pset[] = {
    {SASS_BOOL_FLOAT, 44, 1, sass_bool_float}, {SASS_COMBINE, 24, 2, sass_combine_names},
    {SASS_COMBINE2, 45, 2, sass_combine_names}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field csetp[] = {
    {SASS_TEST, 8, 5, sass_condition_names}, {SASS_COMBINE, 45, 2, sass_combine_names},
    SASS_FIELDS_END,
};
static const struct sass_field vote[] = {{SASS_MODE, 48, 2, vote_mode}, SASS_FIELDS_END};

/* ---- Rows ---- */

static const struct sass_row rows[] = {
    {.op = {.name = "IADD", .run = sass_iadd, .value = VALUE_ADD,
            .about = "d := a + b; .X with the carry"},
     .forms = {{SASS_TOP(0x5c10, 0xfff8), iadd, {D, A, B}},
               {SASS_TOP(0x4c10, 0xfff8), iadd, {D, A, B_CONST}},
               {SASS_TOP(0x3810, 0xfef8), iadd, {D, A, B_SIGNED}}}},
    {.op = {.name = "IADD32I", .run = sass_iadd, .value = VALUE_ADD,
            .about = "d := a + a 32-bit immediate"},
     .forms = {{SASS_TOP(0x1c00, 0xfe00), iadd32i, {D, A, B_SIGNED32}}}},
    {.op = {.name = "IADD3", .run = sass_iadd3,
            .about = "d := a + b + c; .RS .LS shift a + b by half a word"},
     .forms = {{SASS_TOP(0x5cc0, 0xfff0), iadd3, {D, A, B, C}},
               {SASS_TOP(0x4cc0, 0xfff0), iadd3_plain, {D, A, B_CONST, C}},
               {SASS_TOP(0x38c0, 0xfef0), iadd3_plain, {D, A, B_UNSIGNED, C}}}},
    {.op = {.name = "ISCADD", .run = sass_iscadd, .about = "d := (a << shift) + b",
            .timing = TIMING_SHIFT},
     .forms = {{SASS_TOP(0x5c18, 0xfff8), iscadd, {D, A, B, SHIFT}},
               {SASS_TOP(0x4c18, 0xfff8), iscadd, {D, A, B_CONST, SHIFT}},
               {SASS_TOP(0x3818, 0xfef8), iscadd, {D, A, B_SIGNED, SHIFT}}}},
    {.op = {.name = "ISCADD32I", .run = sass_iscadd, .timing = TIMING_SHIFT,
            .about = "d := (a << shift) + a 32-bit immediate"},
     .forms = {{SASS_TOP(0x1400, 0xfc00), iscadd32i, {D, A, B_SIGNED32, SHIFT}}}},
    {.op = {.name = "XMAD", .run = sass_xmad, .timing = TIMING_MUL,
            .about = "d := half of a times half of b, plus c"},
     .forms = {{SASS_TOP(0x5b00, 0xffc0), xmad, {D, A, B, C}},
               {SASS_TOP(0x4e00, 0xfe00), xmad_constant, {D, A, B_CONST_SPACED, C}},
               {SASS_TOP(0x3600, 0xfec0), xmad_immediate, {D, A, B_FACTOR, C}},
               {SASS_TOP(0x5100, 0xff80), xmad_addend_constant, {D, A, B39, C_CONST}}}},
    {.op = {.name = "IMAD", .run = sass_imad, .timing = TIMING_MUL,
            .about = "d := a * b + c, low or high word"},
     .row_flags = ROW_NO_REUSE,
     .forms = {{SASS_TOP(0x5a00, 0xff80), imad, {D, A, B, C}},
               {SASS_TOP(0x4a00, 0xff80), imad, {D, A, B_CONST, C}},
               {SASS_TOP(0x3400, 0xfe80), imad, {D, A, B_SIGNED, C}},
               {SASS_TOP(0x5200, 0xff80), imad, {D, A, B39, C_CONST}}}},
    {.op = {.name = "IMUL", .run = sass_imul, .value = VALUE_MULTIPLY, .timing = TIMING_MUL,
            .about = "d := a * b, low or high word"},
     .row_flags = ROW_NO_REUSE,
     .forms = {{SASS_TOP(0x5c38, 0xfff8), imul, {D, A, B}},
               {SASS_TOP(0x4c38, 0xfff8), imul, {D, A, B_CONST}},
               {SASS_TOP(0x3838, 0xfef8), imul, {D, A, B_SIGNED}}}},
    {.op = {.name = "IMUL32I", .run = sass_imul, .value = VALUE_MULTIPLY, .timing = TIMING_MUL,
            .about = "d := a * a 32-bit immediate"},
     .row_flags = ROW_NO_REUSE,
     .forms = {{SASS_TOP(0x1f00, 0xff00), imul32i, {D, A, B_SIGNED32}}}},
    {.op = {.name = "LEA", .run = sass_lea, .timing = TIMING_SHIFT,
            .about = "d := (a << shift) + b, carry into a predicate"},
     .forms = {{SASS_TOP(0x5bd0, 0xfff8), lea, {PD48_IF_ANY, D, A, B, SHIFT_IF_ANY}},
               {SASS_TOP(0x4bd0, 0xfff8), lea, {PD48_IF_ANY, D, A, B_CONST, SHIFT_IF_ANY}},
               {SASS_TOP(0x36d0, 0xfef8), lea, {PD48_IF_ANY, D, A, B_SIGNED, SHIFT_IF_ANY}}}},
    {.op = {.name = "LEA.HI", .run = sass_lea_hi, .timing = TIMING_SHIFT,
            .about = "d := high word of ({c, a} << shift) + b"},
     .forms = {{SASS_TOP(0x5bd8, 0xfff8), lea_hi, {PD48_IF_ANY, D, A, B, C, SHIFT_IF_ANY}},
               {SASS_TOP(0x1800, 0xfc00), lea_hi_constant,
                {PD48_IF_ANY, D, A, B_CONST, C, SHIFT_IF_ANY}}}},
    {.op = {.name = "IDP", .run = sass_idp, .timing = TIMING_MUL,
            .about = "d := dot product of four bytes or two halves, plus c"},
     .row_flags = ROW_DOT_PRODUCT,
     .forms = {{SASS_TOP(0x53f8, 0xfff8), idp, {D, A, B, C}},
               {SASS_TOP(0x53d8, 0xfff8), idp, {D, A, B_CONST, C}}}},
    {.op = {.name = "VMNMX", .run = sass_vmnmx, .timing = TIMING_SHIFT,
            .about = "d := minimum or maximum of bytes, halves or words, then a second op with c"},
     .row_flags = ROW_CC_PART,
     .forms = {{SASS_TOP(0x3a04, 0xfe04), vmnmx, {D, A, B, C}},
               {SASS_TOP(0x3a00, 0xfe04), vmnmx_immediate, {D, A, B_FACTOR, C}}}},
    {.op = {.name = "VABSDIFF", .run = sass_vabsdiff, .timing = TIMING_SHIFT,
            .about = "d := |a - b| of bytes, halves or words, then a second op with c"},
     .row_flags = ROW_CC_PART,
     .forms = {{SASS_TOP(0x5404, 0xff04), vabsdiff, {D, A, B, C}},
               {SASS_TOP(0x5400, 0xff04), vabsdiff_immediate, {D, A, B_FACTOR, C}}}},

    {.op = {.name = "SHL", .run = sass_shl, .timing = TIMING_SHIFT, .about = "d := a << b"},
     .row_flags = ROW_NO_X,
     .forms = {{SASS_TOP(0x5c48, 0xfff8), shl, {D, A, B}},
               {SASS_TOP(0x4c48, 0xfff8), shl, {D, A, B_CONST}},
               {SASS_TOP(0x3848, 0xfef8), shl, {D, A, B_SIGNED}}}},
    {.op = {.name = "SHR", .run = sass_shr, .timing = TIMING_SHIFT,
            .about = "d := a >> b, signed or .U32"},
     .row_flags = ROW_NO_X,
     .forms = {{SASS_TOP(0x5c28, 0xfff8), shr, {D, A, B}},
               {SASS_TOP(0x4c28, 0xfff8), shr, {D, A, B_CONST}},
               {SASS_TOP(0x3828, 0xfef8), shr, {D, A, B_SIGNED}}}},
    {.op = {.name = "SHF.L", .run = sass_shf_l, .timing = TIMING_SHIFT,
            .about = "d := high word of {c, a} << b"},
     .row_flags = ROW_NO_X,
     .forms = {{SASS_TOP(0x5bf8, 0xfff8), shf, {D, A, B, C}},
               {SASS_TOP(0x36f8, 0xfef8), shf, {D, A, B_AMOUNT, C}}}},
    {.op = {.name = "SHF.R", .run = sass_shf_r, .timing = TIMING_SHIFT,
            .about = "d := low word of {c, a} >> b"},
     .row_flags = ROW_NO_X,
     .forms = {{SASS_TOP(0x5cf8, 0xfff8), shf, {D, A, B, C}},
               {SASS_TOP(0x38f8, 0xfef8), shf, {D, A, B_AMOUNT, C}}}},
    {.op = {.name = "LOP", .run = sass_lop,
            .about = "d := a AND, OR, XOR b, or b; its test into a predicate"},
     .forms = {{SASS_TOP(0x5c40, 0xfff8), lop, {PD48_IF_ANY, D, A, B}},
               {SASS_TOP(0x4c40, 0xfff8), lop, {PD48_IF_ANY, D, A, B_CONST}},
               {SASS_TOP(0x3840, 0xfef8), lop, {PD48_IF_ANY, D, A, B_SIGNED}}}},
    {.op = {.name = "LOP32I", .run = sass_lop,
            .about = "d := a AND, OR, XOR a 32-bit immediate"},
     .forms = {{SASS_TOP(0x0400, 0xfc00), lop32i, {D, A, B_UNSIGNED32}}}},
    {.op = {.name = "LOP3.LUT", .run = sass_lop3,
            .about = "d := any function of three bits, by a truth table"},
     .forms = {{SASS_TOP(0x5be0, 0xfff8), lop3, {PD48_IF_ANY, D, A, B, C, LUT}},
               {SASS_TOP(0x0200, 0xfe00), lop3_constant, {D, A, B_CONST, C, LUT}},
               {SASS_TOP(0x3c00, 0xfc00), lop3_immediate, {D, A, B_SIGNED, C, LUT}}}},
    {.op = {.name = "BFE", .run = sass_bfe, .timing = TIMING_SHIFT,
            .about = "d := field of a; b is position and length << 8"},
     .forms = {{SASS_TOP(0x5c00, 0xfff8), bfe, {D, A, B}},
               {SASS_TOP(0x4c00, 0xfff8), bfe, {D, A, B_CONST}},
               {SASS_TOP(0x3800, 0xfef8), bfe, {D, A, B_SIGNED}}}},
    {.op = {.name = "BFI", .run = sass_bfi, .timing = TIMING_SHIFT,
            .about = "d := c with a field replaced by a; b is position and length << 8"},
     .forms = {{SASS_TOP(0x5bf0, 0xfff8), cc_only, {D, A, B, C}},
               {SASS_TOP(0x4bf0, 0xfff8), cc_only, {D, A, B_CONST, C}},
               {SASS_TOP(0x36f0, 0xfef8), cc_only, {D, A, B_SIGNED, C}},
               {SASS_TOP(0x53f0, 0xfff8), cc_only, {D, A, B39, C_CONST}}}},
    {.op = {.name = "FLO", .run = sass_flo, .unit = UNIT_SFU, .timing = TIMING_BITS,
            .about = "d := index of the leading one, -1 if none"},
     .row_flags = ROW_NO_REUSE,
     .forms = {{SASS_TOP(0x5c30, 0xfff8), flo, {D, B}},
               {SASS_TOP(0x4c30, 0xfff8), flo, {D, B_CONST}},
               {SASS_TOP(0x3830, 0xfef8), flo, {D, B_SIGNED}}}},
    {.op = {.name = "POPC", .run = sass_popc, .unit = UNIT_SFU, .timing = TIMING_BITS,
            .about = "d := number of ones"},
     .row_flags = ROW_NO_REUSE,
     .forms = {{SASS_TOP(0x5c08, 0xfff8), popc, {D, B}},
               {SASS_TOP(0x4c08, 0xfff8), popc, {D, B_CONST}},
               {SASS_TOP(0x3808, 0xfef8), popc, {D, B_SIGNED}}}},
    {.op = {.name = "PRMT", .run = sass_prmt, .timing = TIMING_SHIFT,
            .about = "d := four bytes of {c, a}, chosen by b"},
     .forms = {{SASS_TOP(0x5bc0, 0xfff0), prmt, {D, A, B, C}},
               {SASS_TOP(0x4bc0, 0xfff0), prmt, {D, A, B_CONST, C}},
               {SASS_TOP(0x36c0, 0xfef0), prmt, {D, A, B_SIGNED, C}},
               {SASS_TOP(0x53c0, 0xfff0), prmt, {D, A, B39, C_CONST}}}},

    {.op = {.name = "ISETP", .run = sass_isetp, .value = VALUE_TEST, .timing = TIMING_COMPARE,
            .about = "predicates := a compared with b, combined with a predicate"},
     .forms = {{SASS_TOP(0x5b60, 0xfff0), isetp, {PD, PD2, A, B, P39}},
               {SASS_TOP(0x4b60, 0xfff0), isetp, {PD, PD2, A, B_CONST, P39}},
               {SASS_TOP(0x3660, 0xfef0), isetp, {PD, PD2, A, B_SIGNED, P39}}}},
    {.op = {.name = "ISET", .run = sass_iset, .timing = TIMING_COMPARE,
            .about = "d := -1 or 0, a compared with b, combined with a predicate"},
     .forms = {{SASS_TOP(0x5b50, 0xfff0), iset, {D, A, B, P39}},
               {SASS_TOP(0x4b50, 0xfff0), iset, {D, A, B_CONST, P39}},
               {SASS_TOP(0x3650, 0xfef0), iset, {D, A, B_SIGNED, P39}}}},
    {.op = {.name = "ICMP", .run = sass_icmp, .timing = TIMING_COMPARE,
            .about = "d := c compared with zero ? a : b"},
     .forms = {{SASS_TOP(0x5b40, 0xfff0), icmp, {D, A, B, C}},
               {SASS_TOP(0x4b40, 0xfff0), icmp, {D, A, B_CONST, C}},
               {SASS_TOP(0x3640, 0xfef0), icmp, {D, A, B_SIGNED, C}},
               {SASS_TOP(0x5340, 0xfff0), icmp, {D, A, B39, C_CONST}}}},
    {.op = {.name = "IMNMX", .run = sass_imnmx, .timing = TIMING_COMPARE,
            .about = "d := minimum of a and b if the predicate is true, else maximum"},
     .row_flags = ROW_CHAINED | ROW_CC_PART,
     .forms = {{SASS_TOP(0x5c20, 0xfff8), imnmx, {D, A, B, P39}},
               {SASS_TOP(0x4c20, 0xfff8), imnmx, {D, A, B_CONST, P39}},
               {SASS_TOP(0x3820, 0xfef8), imnmx, {D, A, B_SIGNED, P39}}}},
    {.op = {.name = "SEL", .run = sass_sel, .about = "d := predicate ? a : b"},
     .forms = {{SASS_TOP(0x5ca0, 0xfff8), no_fields, {D, A, B, P39}},
               {SASS_TOP(0x4ca0, 0xfff8), no_fields, {D, A, B_CONST, P39}},
               {SASS_TOP(0x38a0, 0xfef8), no_fields, {D, A, B_SIGNED, P39}}}},
    {.op = {.name = "MOV", .run = sass_mov, .value = VALUE_MOVE, .about = "d := b"},
     .forms = {{SASS_TOP(0x5c98, 0xfff8), mov, {D, B, LANES_IF_NOT_ALL}},
               {SASS_TOP(0x4c98, 0xfff8), mov, {D, B_CONST, LANES_IF_NOT_ALL}},
               {SASS_TOP(0x3898, 0xfef8), mov, {D, B_SIGNED, LANES_IF_NOT_ALL}}}},
    {.op = {.name = "MOV32I", .run = sass_mov, .value = VALUE_MOVE,
            .about = "d := a 32-bit immediate"},
     .forms = {{SASS_TOP(0x0100, 0xfff0), mov32i, {D, B_UNSIGNED32, LANES_IF_NOT_ALL}}}},
    {.op = {.name = "P2R", .run = sass_p2r, .timing = TIMING_BITS,
            .about = "d := a with a byte replaced by predicates or condition codes under a mask"},
     .forms = {{SASS_TOP(0x5ce8, 0xfff8), p2r, {D, PR_OR_CC, A, B}},
               {SASS_TOP(0x4ce8, 0xfff8), p2r, {D, PR_OR_CC, A, B_CONST}},
               {SASS_TOP(0x38e8, 0xfef8), p2r, {D, PR_OR_CC, A, B_SIGNED}}}},
    {.op = {.name = "R2P", .run = sass_r2p, .timing = TIMING_BITS,
            .about = "predicates or condition codes := a byte of a under a mask"},
     .forms = {{SASS_TOP(0x5cf0, 0xfff8), r2p, {PR_OR_CC, A, B}},
               {SASS_TOP(0x4cf0, 0xfff8), r2p, {PR_OR_CC, A, B_CONST}},
               {SASS_TOP(0x38f0, 0xfef8), r2p, {PR_OR_CC, A, B_UNSIGNED}}}},
    {.op = {.name = "PSETP", .run = sass_psetp, .value = VALUE_TEST, .timing = TIMING_COMPARE,
            .about = "predicates := three predicates combined"},
     .forms = {{SASS_TOP(0x5090, 0xfff8), psetp, {PD, PD2, P12, P29, P39_THIRD}}}},
    {.op = {.name = "PSET", .run = sass_pset, .timing = TIMING_COMPARE,
            .about = "d := -1 or 0, three predicates combined"},
     .forms = {{SASS_TOP(0x5088, 0xfff8), pset, {D, P12, P29, P39_THIRD}}}},
    {.op = {.name = "CSETP", .run = sass_csetp, .value = VALUE_TEST, .timing = TIMING_COMPARE,
            .about = "predicates := a test of the condition codes, combined with a predicate"},
     .forms = {{SASS_TOP(0x50a0, 0xfff8), csetp, {PD, PD2, CC_NAME, P39}}}},
    {.op = {.name = "VOTE", .run = sass_vote, .role = ROLE_CROSS,
            .timing = TIMING_VOTE, .flags = INSN_UNIFORM,
            .about = "d := lanes with a true predicate; predicate := all, any or equal"},
     .forms = {{SASS_TOP(0x50d8, 0xfff8), vote, {D_IF_ANY, PD45, P39}}}},
};

const struct sass_rows_part sass_rows_integer = {rows, sizeof rows / sizeof rows[0]};
