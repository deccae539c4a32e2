/* SPDX-License-Identifier: Apache-2.0 */
/* table_float.c - floating point of 16, 32 and 64 bits, special functions, conversions.
 *
 * Found as described in table_integer.c. Longer than other files because it is only a table. */
#include "isa/sass/run.h"
#include "isa/sass/spell.h"

/* ---- Suffixes ---- */

static sass_names scale = {"", "D2", "D4", "D8", "M8", "M4", "M2", NULL};
static sass_names choose_compare = {"F", "LT", "EQ", "LE", "", "NE", "GE", "NUM",
                                    "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "T"};
static sass_names special_function = {"COS", "SIN", "EX2", "LG2", "RCP", "RSQ", "RCP64H", "RSQ64H",
                                      "SQRT", NULL, NULL, NULL, NULL, NULL, NULL, NULL};
static sass_names reduction = {"SINCOS", "EX2"};
static sass_names to_integer = {"", "FLOOR", "CEIL", "TRUNC"};
static sass_names merge = {"", "F32", "MRG_H0", "MRG_H1"};
static sass_names swizzle = {"", "F32", "H0_H0", "H1_H1"};
static sass_names both_halves = {"", "H_AND"};

static const char *float_type(uint8_t size)
{
    static sass_names names = {NULL, "F16", "F32", "F64"};
    return names[size];
}

static const char *integer_type(uint8_t size, uint8_t is_signed)
{
    static sass_names names = {"U8", "S8", "U16", "S16", "U32", "S32", "U64", "S64"};
    return names[size << 1 | is_signed];
}

static const char *spell_float_d(const struct sass_insn *insn)
{
    return float_type(insn->modifier[SASS_SIZE_D]);
}

static const char *spell_float_b(const struct sass_insn *insn)
{
    return float_type(insn->modifier[SASS_SIZE_A]);
}

static const char *spell_integer_b(const struct sass_insn *insn)
{
    return integer_type(insn->modifier[SASS_SIZE_A], insn->modifier[SASS_SIGNED_A]);
}

/* F2I has no byte results. */
static const char *spell_integer_d(const struct sass_insn *insn)
{
    uint8_t size = insn->modifier[SASS_SIZE_D];
    return size == 0 ? NULL : integer_type(size, insn->modifier[SASS_SIGNED_D]);
}

/* I2I has no 64-bit form. */
static const char *spell_word_d(const struct sass_insn *insn)
{
    uint8_t size = insn->modifier[SASS_SIZE_D];
    return size == 3 ? NULL : integer_type(size, insn->modifier[SASS_SIGNED_D]);
}

static const char *spell_word_b(const struct sass_insn *insn)
{
    return insn->modifier[SASS_SIZE_A] == 3 ? NULL : spell_integer_b(insn);
}

/* F2F between equal sizes rounds to an integer or copies; between others it rounds to the
 * target. */
static const char *spell_float_round(const struct sass_insn *insn)
{
    static sass_names integral = {"ROUND", "FLOOR", "CEIL", "TRUNC"};
    static sass_names pass = {"", "PASS", "PASS", "PASS"};
    uint8_t mode = insn->modifier[SASS_ROUND];
    if (insn->modifier[SASS_SIZE_D] != insn->modifier[SASS_SIZE_A])
        return sass_round[mode];
    return insn->modifier[SASS_INTEGRAL] ? integral[mode] : pass[mode];
}

/* Only a half can be the upper one. */
static const char *spell_half_select(const struct sass_insn *insn)
{
    return insn->modifier[SASS_SIZE_A] == 1 && insn->modifier[SASS_SELECT] ? "H1" : "";
}

static const char *spell_part_select(const struct sass_insn *insn)
{
    static sass_names bytes = {"", "B1", "B2", "B3"};
    static sass_names halves = {"", NULL, "H1", NULL};
    uint8_t part = insn->modifier[SASS_SELECT];
    return insn->modifier[SASS_SIZE_A] == 1 ? halves[part] : bytes[part];
}

/* ---- Fields ---- */

static const struct sass_field fadd[] = {
    {SASS_FTZ, 44, 1, sass_ftz}, {SASS_ROUND, 39, 2, sass_round}, {SASS_SAT, 50, 1, sass_sat},
    {SASS_NEG_A, 48, 1}, {SASS_ABS_A, 46, 1}, {SASS_NEG_B, 45, 1}, {SASS_ABS_B, 49, 1},
    {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field dadd[] = {
    {SASS_ROUND, 39, 2, sass_round}, {SASS_NEG_A, 48, 1}, {SASS_ABS_A, 46, 1},
    {SASS_NEG_B, 45, 1}, {SASS_ABS_B, 49, 1}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field fmul[] = {
    {SASS_FTZ, 44, 2, sass_ftz_fmz}, {SASS_SCALE, 41, 3, scale}, {SASS_ROUND, 39, 2, sass_round},
    {SASS_SAT, 50, 1, sass_sat}, {SASS_NEG_B, 48, 1}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field dmul[] = {
    {SASS_ROUND, 39, 2, sass_round}, {SASS_NEG_B, 48, 1}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field ffma[] = {
    {SASS_FTZ, 53, 2, sass_ftz_fmz}, {SASS_ROUND, 51, 2, sass_round}, {SASS_SAT, 50, 1, sass_sat},
    {SASS_NEG_B, 48, 1}, {SASS_NEG_C, 49, 1}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field dfma[] = {
    {SASS_ROUND, 50, 2, sass_round}, {SASS_NEG_B, 48, 1}, {SASS_NEG_C, 49, 1}, {SASS_CC, 47, 1},
    SASS_FIELDS_END,
};
static const struct sass_field fadd32i[] = {
    {SASS_FTZ, 55, 1, sass_ftz}, {SASS_NEG_A, 56, 1}, {SASS_ABS_A, 54, 1}, {SASS_NEG_B, 53, 1},
    {SASS_ABS_B, 57, 1}, {SASS_CC, 52, 1}, SASS_FIELDS_END,
};
static const struct sass_field fmul32i[] = {
    {SASS_FTZ, 53, 2, sass_ftz_fmz}, {SASS_SAT, 55, 1, sass_sat}, {SASS_CC, 52, 1},
    SASS_FIELDS_END,
};
static const struct sass_field ffma32i[] = {
    {SASS_FTZ, 53, 2, sass_ftz_fmz}, {SASS_SAT, 55, 1, sass_sat}, {SASS_NEG_A, 56, 1},
    {SASS_NEG_C, 57, 1}, {SASS_CC, 52, 1}, SASS_FIELDS_END,
};
static const struct sass_field fmnmx[] = {
    {SASS_FTZ, 44, 1, sass_ftz}, {SASS_NEG_A, 48, 1}, {SASS_ABS_A, 46, 1}, {SASS_NEG_B, 45, 1},
    {SASS_ABS_B, 49, 1}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field dmnmx[] = {
    {SASS_NEG_A, 48, 1}, {SASS_ABS_A, 46, 1}, {SASS_NEG_B, 45, 1}, {SASS_ABS_B, 49, 1},
    {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field fsetp[] = {
    {SASS_COMPARE, 48, 4, sass_compare_float}, {SASS_FTZ, 47, 1, sass_ftz},
    {SASS_COMBINE, 45, 2, sass_combine_names}, {SASS_NEG_A, 43, 1}, {SASS_ABS_A, 7, 1},
    {SASS_NEG_B, 6, 1}, {SASS_ABS_B, 44, 1}, SASS_FIELDS_END,
};
static const struct sass_field dsetp[] = {
    {SASS_COMPARE, 48, 4, sass_compare_float}, {SASS_COMBINE, 45, 2, sass_combine_names},
    {SASS_NEG_A, 43, 1}, {SASS_ABS_A, 7, 1}, {SASS_NEG_B, 6, 1}, {SASS_ABS_B, 44, 1},
    SASS_FIELDS_END,
};
static const struct sass_field fset[] = {
    {SASS_BOOL_FLOAT, 52, 1, sass_bool_float}, {SASS_COMPARE, 48, 4, sass_compare_float},
    {SASS_FTZ, 55, 1, sass_ftz}, {SASS_COMBINE, 45, 2, sass_combine_names}, {SASS_NEG_A, 43, 1},
    {SASS_ABS_A, 54, 1}, {SASS_NEG_B, 53, 1}, {SASS_ABS_B, 44, 1}, {SASS_CC, 47, 1},
    SASS_FIELDS_END,
};
static const struct sass_field dset[] = {
    {SASS_BOOL_FLOAT, 52, 1, sass_bool_float}, {SASS_COMPARE, 48, 4, sass_compare_float},
    {SASS_COMBINE, 45, 2, sass_combine_names}, {SASS_NEG_A, 43, 1}, {SASS_ABS_A, 54, 1},
    {SASS_NEG_B, 53, 1}, {SASS_ABS_B, 44, 1}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field fcmp[] = {
    {SASS_COMPARE, 48, 4, choose_compare}, {SASS_FTZ, 47, 1, sass_ftz}, SASS_FIELDS_END,
};
static const struct sass_field fchk[] = {
    {SASS_NEG_A, 48, 1}, {SASS_ABS_A, 46, 1}, {SASS_NEG_B, 45, 1}, {SASS_ABS_B, 49, 1},
    SASS_FIELDS_END,
};
static const struct sass_field mufu[] = {
    {SASS_MODE, 20, 4, special_function}, {SASS_SAT, 50, 1, sass_sat}, {SASS_NEG_A, 48, 1},
    {SASS_ABS_A, 46, 1}, SASS_FIELDS_END,
};
static const struct sass_field rro[] = {
    {SASS_MODE, 39, 1, reduction}, {SASS_NEG_B, 45, 1}, {SASS_ABS_B, 49, 1}, SASS_FIELDS_END,
};
static const struct sass_field f2f[] = {
    {SASS_FTZ, 44, 1, sass_ftz}, {SASS_SIZE_D, 8, 2, .spell = spell_float_d},
    {SASS_SIZE_A, 10, 2, .spell = spell_float_b}, {SASS_ROUND, 39, 2}, {SASS_INTEGRAL, 42, 1},
    {.spell = spell_float_round}, {SASS_SAT, 50, 1, sass_sat},
    {SASS_SELECT, 41, 1, .spell = spell_half_select, .on = ON_B}, {SASS_NEG_B, 45, 1},
    {SASS_ABS_B, 49, 1}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field f2i[] = {
    {SASS_FTZ, 44, 1, sass_ftz}, {SASS_SIGNED_D, 12, 1},
    {SASS_SIZE_D, 8, 2, .spell = spell_integer_d}, {SASS_SIZE_A, 10, 2, .spell = spell_float_b},
    {SASS_ROUND, 39, 2, to_integer}, {SASS_SELECT, 41, 1, sass_h1, .on = ON_B},
    {SASS_NEG_B, 45, 1}, {SASS_ABS_B, 49, 1}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field i2f[] = {
    {SASS_SIGNED_A, 13, 1}, {SASS_SIZE_D, 8, 2, .spell = spell_float_d},
    {SASS_SIZE_A, 10, 2, .spell = spell_integer_b}, {SASS_ROUND, 39, 2, sass_round},
    {SASS_SELECT, 41, 2, .spell = spell_part_select, .on = ON_B}, {SASS_NEG_B, 45, 1},
    {SASS_ABS_B, 49, 1}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};
static const struct sass_field i2i[] = {
    {SASS_SIGNED_D, 12, 1}, {SASS_SIGNED_A, 13, 1}, {SASS_SIZE_D, 8, 2, .spell = spell_word_d},
    {SASS_SIZE_A, 10, 2, .spell = spell_word_b}, {SASS_SAT, 50, 1, sass_sat},
    {SASS_SELECT, 41, 2, .spell = spell_part_select, .on = ON_B}, {SASS_NEG_B, 45, 1},
    {SASS_ABS_B, 49, 1}, {SASS_CC, 47, 1}, SASS_FIELDS_END,
};

/* Halves: the register form can negate and swizzle the second source, the constant form can negate
 * it and take its magnitude, the immediate form neither. */
static const struct sass_field hadd2[] = {
    {SASS_MERGE, 49, 2, merge}, {SASS_FTZ, 39, 1, sass_ftz}, {SASS_SAT, 32, 1, sass_sat},
    {SASS_NEG_A, 43, 1}, {SASS_ABS_A, 44, 1}, {SASS_NEG_B, 31, 1}, {SASS_ABS_B, 30, 1},
    {SASS_HALF_A, 47, 2, swizzle, .on = ON_A}, {SASS_HALF_B, 28, 2, swizzle, .on = ON_B},
    SASS_FIELDS_END,
};
static const struct sass_field hadd2_constant[] = {
    {SASS_MERGE, 49, 2, merge}, {SASS_FTZ, 39, 1, sass_ftz}, {SASS_SAT, 52, 1, sass_sat},
    {SASS_NEG_A, 43, 1}, {SASS_ABS_A, 44, 1}, {SASS_NEG_B, 56, 1}, {SASS_ABS_B, 54, 1},
    {SASS_HALF_A, 47, 2, swizzle, .on = ON_A}, SASS_FIELDS_END,
};
static const struct sass_field hadd2_immediate[] = {
    {SASS_MERGE, 49, 2, merge}, {SASS_FTZ, 39, 1, sass_ftz}, {SASS_SAT, 52, 1, sass_sat},
    {SASS_NEG_A, 43, 1}, {SASS_ABS_A, 44, 1}, {SASS_HALF_A, 47, 2, swizzle, .on = ON_A},
    SASS_FIELDS_END,
};
static const struct sass_field hadd2_32i[] = {
    {SASS_FTZ, 55, 1, sass_ftz}, {SASS_SAT, 52, 1, sass_sat}, {SASS_NEG_A, 56, 1},
    {SASS_HALF_A, 53, 2, swizzle, .on = ON_A}, SASS_FIELDS_END,
};
static const struct sass_field hmul2[] = {
    {SASS_MERGE, 49, 2, merge}, {SASS_FTZ, 39, 2, sass_ftz_fmz}, {SASS_SAT, 32, 1, sass_sat},
    {SASS_ABS_A, 44, 1}, {SASS_NEG_B, 31, 1}, {SASS_ABS_B, 30, 1},
    {SASS_HALF_A, 47, 2, swizzle, .on = ON_A}, {SASS_HALF_B, 28, 2, swizzle, .on = ON_B},
    SASS_FIELDS_END,
};
static const struct sass_field hmul2_constant[] = {
    {SASS_MERGE, 49, 2, merge}, {SASS_FTZ, 39, 2, sass_ftz_fmz}, {SASS_SAT, 52, 1, sass_sat},
    {SASS_NEG_B, 43, 1}, {SASS_ABS_A, 44, 1}, {SASS_ABS_B, 54, 1},
    {SASS_HALF_A, 47, 2, swizzle, .on = ON_A}, SASS_FIELDS_END,
};
static const struct sass_field hmul2_immediate[] = {
    {SASS_MERGE, 49, 2, merge}, {SASS_FTZ, 39, 2, sass_ftz_fmz}, {SASS_SAT, 52, 1, sass_sat},
    {SASS_NEG_A, 43, 1}, {SASS_ABS_A, 44, 1}, {SASS_HALF_A, 47, 2, swizzle, .on = ON_A},
    SASS_FIELDS_END,
};
static const struct sass_field hmul2_32i[] = {
    {SASS_FTZ, 55, 2, sass_ftz_fmz}, {SASS_SAT, 52, 1, sass_sat},
    {SASS_HALF_A, 53, 2, swizzle, .on = ON_A}, SASS_FIELDS_END,
};
static const struct sass_field hfma2[] = {
    {SASS_MERGE, 49, 2, merge}, {SASS_FTZ, 37, 2, sass_ftz_fmz}, {SASS_SAT, 32, 1, sass_sat},
    {SASS_NEG_B, 31, 1}, {SASS_NEG_C, 30, 1}, {SASS_HALF_A, 47, 2, swizzle, .on = ON_A},
    {SASS_HALF_B, 28, 2, swizzle, .on = ON_B}, {SASS_HALF_C, 35, 2, swizzle, .on = ON_C},
    SASS_FIELDS_END,
};
static const struct sass_field hfma2_constant[] = {
    {SASS_MERGE, 49, 2, merge}, {SASS_FTZ, 57, 2, sass_ftz_fmz}, {SASS_SAT, 52, 1, sass_sat},
    {SASS_NEG_B, 56, 1}, {SASS_NEG_C, 51, 1}, {SASS_HALF_A, 47, 2, swizzle, .on = ON_A},
    {SASS_HALF_C, 53, 2, swizzle, .on = ON_C}, SASS_FIELDS_END,
};
static const struct sass_field hfma2_immediate[] = {
    {SASS_MERGE, 49, 2, merge}, {SASS_FTZ, 57, 2, sass_ftz_fmz}, {SASS_SAT, 52, 1, sass_sat},
    {SASS_NEG_C, 51, 1}, {SASS_HALF_A, 47, 2, swizzle, .on = ON_A},
    {SASS_HALF_C, 53, 2, swizzle, .on = ON_C}, SASS_FIELDS_END,
};
static const struct sass_field hfma2_addend_constant[] = {
    {SASS_MERGE, 49, 2, merge}, {SASS_FTZ, 57, 2, sass_ftz_fmz}, {SASS_SAT, 52, 1, sass_sat},
    {SASS_NEG_B, 56, 1}, {SASS_NEG_C, 51, 1}, {SASS_HALF_A, 47, 2, swizzle, .on = ON_A},
    {SASS_HALF_B, 53, 2, swizzle, .on = ON_B}, SASS_FIELDS_END,
};
static const struct sass_field hfma2_32i[] = {
    {SASS_FTZ, 55, 2, sass_ftz_fmz}, {SASS_NEG_C, 52, 1},
    {SASS_HALF_A, 53, 2, swizzle, .on = ON_A}, SASS_FIELDS_END,
};
static const struct sass_field hset2[] = {
    {SASS_BOOL_FLOAT, 49, 1, sass_bool_float}, {SASS_COMPARE, 35, 4, sass_compare_float},
    {SASS_FTZ, 50, 1, sass_ftz}, {SASS_COMBINE, 45, 2, sass_combine_names}, {SASS_NEG_A, 43, 1},
    {SASS_ABS_A, 44, 1}, {SASS_NEG_B, 31, 1}, {SASS_ABS_B, 30, 1},
    {SASS_HALF_A, 47, 2, swizzle, .on = ON_A}, {SASS_HALF_B, 28, 2, swizzle, .on = ON_B},
    SASS_FIELDS_END,
};
static const struct sass_field hset2_constant[] = {
    {SASS_BOOL_FLOAT, 53, 1, sass_bool_float}, {SASS_COMPARE, 49, 4, sass_compare_float},
    {SASS_FTZ, 54, 1, sass_ftz}, {SASS_COMBINE, 45, 2, sass_combine_names}, {SASS_NEG_A, 43, 1},
    {SASS_ABS_A, 44, 1}, {SASS_NEG_B, 56, 1}, {SASS_HALF_A, 47, 2, swizzle, .on = ON_A},
    SASS_FIELDS_END,
};
static const struct sass_field hset2_immediate[] = {
    {SASS_BOOL_FLOAT, 53, 1, sass_bool_float}, {SASS_COMPARE, 49, 4, sass_compare_float},
    {SASS_FTZ, 54, 1, sass_ftz}, {SASS_COMBINE, 45, 2, sass_combine_names}, {SASS_NEG_A, 43, 1},
    {SASS_ABS_A, 44, 1}, {SASS_HALF_A, 47, 2, swizzle, .on = ON_A}, SASS_FIELDS_END,
};
static const struct sass_field hsetp2[] = {
    {SASS_COMPARE, 35, 4, sass_compare_float}, {SASS_MODE, 49, 1, both_halves},
    {SASS_FTZ, 6, 1, sass_ftz}, {SASS_COMBINE, 45, 2, sass_combine_names},
    {SASS_NEG_A, 43, 1}, {SASS_ABS_A, 44, 1}, {SASS_NEG_B, 31, 1}, {SASS_ABS_B, 30, 1},
    {SASS_HALF_A, 47, 2, swizzle, .on = ON_A}, {SASS_HALF_B, 28, 2, swizzle, .on = ON_B},
    SASS_FIELDS_END,
};
static const struct sass_field hsetp2_constant[] = {
    {SASS_COMPARE, 49, 4, sass_compare_float}, {SASS_MODE, 53, 1, both_halves},
    {SASS_FTZ, 6, 1, sass_ftz}, {SASS_COMBINE, 45, 2, sass_combine_names},
    {SASS_NEG_A, 43, 1}, {SASS_ABS_A, 44, 1}, {SASS_NEG_B, 56, 1}, {SASS_ABS_B, 54, 1},
    {SASS_HALF_A, 47, 2, swizzle, .on = ON_A}, SASS_FIELDS_END,
};
static const struct sass_field hsetp2_immediate[] = {
    {SASS_COMPARE, 49, 4, sass_compare_float}, {SASS_MODE, 53, 1, both_halves},
    {SASS_FTZ, 6, 1, sass_ftz}, {SASS_COMBINE, 45, 2, sass_combine_names},
    {SASS_NEG_A, 43, 1}, {SASS_ABS_A, 44, 1}, {SASS_HALF_A, 47, 2, swizzle, .on = ON_A},
    SASS_FIELDS_END,
};

/* ---- Rows ---- */

static const struct sass_row rows[] = {
    {.op = {.name = "FADD", .run = sass_fadd, .unit = UNIT_FPU, .timing = TIMING_FMA,
            .about = "d := a + b"},
     .plain = sass_fadd_plain, .row_flags = ROW_B_IS_ADDEND,
     .forms = {{SASS_TOP(0x5c58, 0xfff8), fadd, {D, A, B}},
               {SASS_TOP(0x4c58, 0xfff8), fadd, {D, A, B_CONST}},
               {SASS_TOP(0x3858, 0xfef8), fadd, {D, A, B_FLOAT}}}},
    {.op = {.name = "FADD32I", .run = sass_fadd, .unit = UNIT_FPU, .timing = TIMING_FMA,
            .about = "d := a + a 32-bit immediate"},
     .plain = sass_fadd_plain,
     .forms = {{SASS_TOP(0x0800, 0xfc00), fadd32i, {D, A, B_FLOAT32}}}},
    {.op = {.name = "FMUL", .run = sass_fmul, .unit = UNIT_FPU, .timing = TIMING_FMA,
            .about = "d := a * b"},
     .plain = sass_fmul_plain,
     .forms = {{SASS_TOP(0x5c68, 0xfff8), fmul, {D, A, B}},
               {SASS_TOP(0x4c68, 0xfff8), fmul, {D, A, B_CONST}},
               {SASS_TOP(0x3868, 0xfef8), fmul, {D, A, B_FLOAT}}}},
    {.op = {.name = "FMUL32I", .run = sass_fmul, .unit = UNIT_FPU, .timing = TIMING_FMA,
            .about = "d := a * a 32-bit immediate"},
     .plain = sass_fmul_plain,
     .forms = {{SASS_TOP(0x1e00, 0xff00), fmul32i, {D, A, B_FLOAT32}}}},
    {.op = {.name = "FFMA", .run = sass_ffma, .unit = UNIT_FPU, .timing = TIMING_FMA,
            .about = "d := a * b + c, rounded once"},
     .plain = sass_ffma_plain,
     .forms = {{SASS_TOP(0x5980, 0xff80), ffma, {D, A, B, C}},
               {SASS_TOP(0x4980, 0xff80), ffma, {D, A, B_CONST, C}},
               {SASS_TOP(0x3280, 0xfe80), ffma, {D, A, B_FLOAT, C}},
               {SASS_TOP(0x5180, 0xff80), ffma, {D, A, B39, C_CONST}}}},
    {.op = {.name = "FFMA32I", .run = sass_ffma, .unit = UNIT_FPU, .timing = TIMING_FMA,
            .about = "d := a * a 32-bit immediate + d, rounded once"},
     .plain = sass_ffma_plain,
     .forms = {{SASS_TOP(0x0c00, 0xfc00), ffma32i, {D, A, B_FLOAT32, C_IS_D}}}},
    {.op = {.name = "FMNMX", .run = sass_fmnmx, .unit = UNIT_FPU, .timing = TIMING_COMPARE,
            .about = "d := minimum of a and b if the predicate is true, else maximum"},
     .forms = {{SASS_TOP(0x5c60, 0xfff8), fmnmx, {D, A, B, P39}},
               {SASS_TOP(0x4c60, 0xfff8), fmnmx, {D, A, B_CONST, P39}},
               {SASS_TOP(0x3860, 0xfef8), fmnmx, {D, A, B_FLOAT, P39}}}},
    {.op = {.name = "FSETP", .run = sass_fsetp, .value = VALUE_TEST,
            .unit = UNIT_FPU, .timing = TIMING_COMPARE,
            .about = "predicates := a compared with b, combined with a predicate"},
     .forms = {{SASS_TOP(0x5bb0, 0xfff0), fsetp, {PD, PD2, A, B, P39}},
               {SASS_TOP(0x4bb0, 0xfff0), fsetp, {PD, PD2, A, B_CONST, P39}},
               {SASS_TOP(0x36b0, 0xfef0), fsetp, {PD, PD2, A, B_FLOAT, P39}}}},
    {.op = {.name = "FSET", .run = sass_fset, .unit = UNIT_FPU, .timing = TIMING_COMPARE,
            .about = "d := result of comparing a with b, combined with a predicate"},
     .forms = {{SASS_TOP(0x5800, 0xff00), fset, {D, A, B, P39}},
               {SASS_TOP(0x4800, 0xff00), fset, {D, A, B_CONST, P39}},
               {SASS_TOP(0x3000, 0xfe00), fset, {D, A, B_FLOAT, P39}}}},
    {.op = {.name = "FCMP", .run = sass_fcmp, .unit = UNIT_FPU, .timing = TIMING_COMPARE,
            .about = "d := c compared with zero ? a : b"},
     .forms = {{SASS_TOP(0x5ba0, 0xfff0), fcmp, {D, A, B, C}},
               {SASS_TOP(0x4ba0, 0xfff0), fcmp, {D, A, B_CONST, C}},
               {SASS_TOP(0x36a0, 0xfef0), fcmp, {D, A, B_FLOAT, C}},
               {SASS_TOP(0x53a0, 0xfff0), fcmp, {D, A, B39, C_CONST}}}},
    {.op = {.name = "FCHK.DIVIDE", .run = sass_fchk, .unit = UNIT_SFU, .timing = TIMING_SPECIAL,
            .about = "predicate := a / b needs the slow path"},
     .forms = {{.match = 0x5c88ull << 48, .mask = 0xfff8ull << 48 | 0x3full << 39, fchk,
                {PD, A, B}},
               {.match = 0x4c88ull << 48, .mask = 0xfff8ull << 48 | 0x3full << 39, fchk,
                {PD, A, B_CONST}},
               {.match = 0x3888ull << 48, .mask = 0xfef8ull << 48 | 0x3full << 39, fchk,
                {PD, A, B_FLOAT}}}},
    {.op = {.name = "MUFU", .run = sass_mufu, .unit = UNIT_SFU, .timing = TIMING_SPECIAL,
            .about = "d := a special function of a"},
     .row_flags = ROW_NO_REUSE,
     .forms = {{SASS_TOP(0x5080, 0xfff8), mufu, {D, A}}}},
    {.op = {.name = "RRO", .run = sass_rro, .unit = UNIT_SFU, .timing = TIMING_SPECIAL,
            .about = "d := b reduced to the range of a special function"},
     .forms = {{SASS_TOP(0x5c90, 0xfff8), rro, {D, B}},
               {SASS_TOP(0x4c90, 0xfff8), rro, {D, B_CONST}},
               {SASS_TOP(0x3890, 0xfef8), rro, {D, B_FLOAT}}}},

    {.op = {.name = "DADD", .run = sass_dadd, .unit = UNIT_FP64, .timing = TIMING_DOUBLE,
            .about = "d := a + b, 64 bits"},
     .wide = WIDE_D | WIDE_A | WIDE_B, .row_flags = ROW_B_IS_ADDEND,
     .forms = {{SASS_TOP(0x5c70, 0xfff8), dadd, {D, A, B}},
               {SASS_TOP(0x4c70, 0xfff8), dadd, {D, A, B_CONST}},
               {SASS_TOP(0x3870, 0xfef8), dadd, {D, A, B_DOUBLE}}}},
    {.op = {.name = "DMUL", .run = sass_dmul, .unit = UNIT_FP64, .timing = TIMING_DOUBLE,
            .about = "d := a * b, 64 bits"},
     .wide = WIDE_D | WIDE_A | WIDE_B,
     .forms = {{SASS_TOP(0x5c80, 0xfff8), dmul, {D, A, B}},
               {SASS_TOP(0x4c80, 0xfff8), dmul, {D, A, B_CONST}},
               {SASS_TOP(0x3880, 0xfef8), dmul, {D, A, B_DOUBLE}}}},
    {.op = {.name = "DFMA", .run = sass_dfma, .unit = UNIT_FP64, .timing = TIMING_DOUBLE,
            .about = "d := a * b + c, 64 bits, rounded once"},
     .wide = WIDE_D | WIDE_A | WIDE_B | WIDE_C,
     .forms = {{SASS_TOP(0x5b70, 0xfff0), dfma, {D, A, B, C}},
               {SASS_TOP(0x4b70, 0xfff0), dfma, {D, A, B_CONST, C}},
               {SASS_TOP(0x3670, 0xfef0), dfma, {D, A, B_DOUBLE, C}},
               {SASS_TOP(0x5370, 0xfff0), dfma, {D, A, B39, C_CONST}}}},
    {.op = {.name = "DMNMX", .run = sass_dmnmx, .unit = UNIT_FP64, .timing = TIMING_DOUBLE,
            .about = "d := minimum of a and b if the predicate is true, else maximum, 64 bits"},
     .wide = WIDE_D | WIDE_A | WIDE_B,
     .forms = {{SASS_TOP(0x5c50, 0xfff8), dmnmx, {D, A, B, P39}},
               {SASS_TOP(0x4c50, 0xfff8), dmnmx, {D, A, B_CONST, P39}},
               {SASS_TOP(0x3850, 0xfef8), dmnmx, {D, A, B_DOUBLE, P39}}}},
    {.op = {.name = "DSETP", .run = sass_dsetp, .value = VALUE_TEST,
            .unit = UNIT_FP64, .timing = TIMING_DOUBLE,
            .about = "predicates := a compared with b, 64 bits, combined with a predicate"},
     .wide = WIDE_A | WIDE_B,
     .forms = {{SASS_TOP(0x5b80, 0xfff0), dsetp, {PD, PD2, A, B, P39}},
               {SASS_TOP(0x4b80, 0xfff0), dsetp, {PD, PD2, A, B_CONST, P39}},
               {SASS_TOP(0x3680, 0xfef0), dsetp, {PD, PD2, A, B_DOUBLE, P39}}}},
    {.op = {.name = "DSET", .run = sass_dset, .unit = UNIT_FP64, .timing = TIMING_DOUBLE,
            .about = "d := result of comparing a with b, 64 bits, combined with a predicate"},
     .wide = WIDE_A | WIDE_B,
     .forms = {{SASS_TOP(0x5900, 0xff80), dset, {D, A, B, P39}},
               {SASS_TOP(0x4900, 0xff80), dset, {D, A, B_CONST, P39}},
               {SASS_TOP(0x3200, 0xfe80), dset, {D, A, B_DOUBLE, P39}}}},

    {.op = {.name = "HADD2", .run = sass_hadd2, .unit = UNIT_FPU, .timing = TIMING_HALF,
            .about = "d := a + b, two halves"},
     .row_flags = ROW_B_IS_ADDEND,
     .forms = {{SASS_TOP(0x5d10, 0xfff8), hadd2, {D, A, B}},
               {SASS_TOP(0x7a80, 0xfe80), hadd2_constant, {D, A, B_CONST}},
               {SASS_TOP(0x7a00, 0xfe80), hadd2_immediate, {D, A, B_HALVES}}}},
    {.op = {.name = "HADD2_32I", .run = sass_hadd2, .unit = UNIT_FPU, .timing = TIMING_HALF,
            .about = "d := a + two immediate halves"},
     .forms = {{SASS_TOP(0x2c00, 0xfe00), hadd2_32i, {D, A, B_HALVES32}}}},
    {.op = {.name = "HMUL2", .run = sass_hmul2, .unit = UNIT_FPU, .timing = TIMING_HALF,
            .about = "d := a * b, two halves"},
     .forms = {{SASS_TOP(0x5d08, 0xfff8), hmul2, {D, A, B}},
               {SASS_TOP(0x7880, 0xfe80), hmul2_constant, {D, A, B_CONST}},
               {SASS_TOP(0x7800, 0xfe80), hmul2_immediate, {D, A, B_HALVES}}}},
    {.op = {.name = "HMUL2_32I", .run = sass_hmul2, .unit = UNIT_FPU, .timing = TIMING_HALF,
            .about = "d := a * two immediate halves"},
     .forms = {{SASS_TOP(0x2a00, 0xfe00), hmul2_32i, {D, A, B_HALVES32}}}},
    {.op = {.name = "HFMA2", .run = sass_hfma2, .unit = UNIT_FPU, .timing = TIMING_HALF,
            .about = "d := a * b + c, two halves, each rounded once"},
     .forms = {{SASS_TOP(0x5d00, 0xfff8), hfma2, {D, A, B, C}},
               {SASS_TOP(0x7080, 0xf880), hfma2_constant, {D, A, B_CONST, C}},
               {SASS_TOP(0x7000, 0xf880), hfma2_immediate, {D, A, B_HALVES, C}},
               {SASS_TOP(0x6080, 0xf880), hfma2_addend_constant, {D, A, B39, C_CONST}}}},
    {.op = {.name = "HFMA2_32I", .run = sass_hfma2, .unit = UNIT_FPU, .timing = TIMING_HALF,
            .about = "d := a * two immediate halves + d"},
     .forms = {{SASS_TOP(0x2800, 0xfe00), hfma2_32i, {D, A, B_HALVES32, C_IS_D}}}},
    {.op = {.name = "HSET2", .run = sass_hset2, .unit = UNIT_FPU, .timing = TIMING_HALF,
            .about = "d := result of comparing a with b in each half, combined with a predicate"},
     .forms = {{SASS_TOP(0x5d18, 0xfff8), hset2, {D, A, B, P39}},
               {SASS_TOP(0x7c80, 0xfe80), hset2_constant, {D, A, B_CONST, P39}},
               {SASS_TOP(0x7c00, 0xfe80), hset2_immediate, {D, A, B_HALVES, P39}}}},
    {.op = {.name = "HSETP2", .run = sass_hsetp2, .unit = UNIT_FPU, .timing = TIMING_HALF,
            .about = "predicates := a compared with b in each half, combined with a predicate"},
     .forms = {{SASS_TOP(0x5d20, 0xfff8), hsetp2, {PD, PD2, A, B, P39}},
               {SASS_TOP(0x7e80, 0xfe80), hsetp2_constant, {PD, PD2, A, B_CONST, P39}},
               {SASS_TOP(0x7e00, 0xfe80), hsetp2_immediate, {PD, PD2, A, B_HALVES, P39}}}},

    {.op = {.name = "F2F", .run = sass_f2f, .unit = UNIT_SFU, .timing = TIMING_FCVT,
            .about = "d := b converted to another float size, or rounded"},
     .wide = WIDE_BY_SIZE, .row_flags = ROW_NO_REUSE | ROW_REUSES_HALF,
     .forms = {{SASS_TOP(0x5ca8, 0xfff8), f2f, {D, B}},
               {SASS_TOP(0x4ca8, 0xfff8), f2f, {D, B_CONST_BY_SIZE}},
               {SASS_TOP(0x38a8, 0xfef8), f2f, {D, B_BY_SIZE}}}},
    {.op = {.name = "F2I", .run = sass_f2i, .unit = UNIT_SFU, .timing = TIMING_FCVT,
            .about = "d := b as an integer"},
     .wide = WIDE_BY_SIZE, .row_flags = ROW_NO_REUSE,
     .forms = {{SASS_TOP(0x5cb0, 0xfff8), f2i, {D, B}},
               {SASS_TOP(0x4cb0, 0xfff8), f2i, {D, B_CONST_SPACED}},
               {SASS_TOP(0x38b0, 0xfef8), f2i, {D, B_BY_SIZE}}}},
    {.op = {.name = "I2F", .run = sass_i2f, .unit = UNIT_SFU, .timing = TIMING_FCVT,
            .about = "d := integer b as a floating-point number"},
     .wide = WIDE_BY_SIZE, .row_flags = ROW_NO_REUSE,
     .forms = {{SASS_TOP(0x5cb8, 0xfff8), i2f, {D, B}},
               {SASS_TOP(0x4cb8, 0xfff8), i2f, {D, B_CONST_SPACED}},
               {SASS_TOP(0x38b8, 0xfef8), i2f, {D, B_SIGNED}}}},
    {.op = {.name = "I2I", .run = sass_i2i, .unit = UNIT_SFU, .timing = TIMING_FCVT,
            .about = "d := integer b converted to another size, optionally saturated"},
     .wide = WIDE_BY_SIZE, .row_flags = ROW_NO_REUSE,
     .forms = {{SASS_TOP(0x5ce0, 0xfff8), i2i, {D, B}},
               {SASS_TOP(0x4ce0, 0xfff8), i2i, {D, B_CONST_SPACED}},
               {SASS_TOP(0x38e0, 0xfef8), i2i, {D, B_SIGNED}}}},
};

const struct sass_rows_part sass_rows_float = {rows, sizeof rows / sizeof rows[0]};
