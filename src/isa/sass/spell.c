/* SPDX-License-Identifier: Apache-2.0 */
/* spell.c - suffixes that several parts of the instruction table share. */
#include "isa/sass/spell.h"

sass_names sass_x = {"", "X"};
sass_names sass_sat = {"", "SAT"};
sass_names sass_ftz = {"", "FTZ"};
sass_names sass_ftz_fmz = {"", "FTZ", "FMZ", NULL};
sass_names sass_round = {"", "RM", "RP", "RZ"};
sass_names sass_compare = {"F", "LT", "EQ", "LE", "GT", "NE", "GE", "T"};
sass_names sass_compare_float = {"F", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM",
                                 "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "T"};
sass_names sass_combine_names = {"AND", "OR", "XOR", NULL};
sass_names sass_bool_float = {"", "BF"};
sass_names sass_unsigned_32 = {"U32", ""};
sass_names sass_condition_names = {
    "F", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU",
    "T", "OFF", "LO", "SFF", "LS", "HI", "SFT", "HS", "OFT", "CSM_TA", "CSM_TR", "CSM_MX",
    "FCSM_TA", "FCSM_TR", "FCSM_MX", "RLE", "RGT",
};
sass_names sass_h1 = {"", "H1"};
sass_names sass_high = {"", "HI"};

const char *sass_spell_signs_32(const struct sass_insn *insn)
{
    static sass_names names = {"U32.U32", "S32.U32", "U32.S32", ""};
    return names[insn->modifier[SASS_SIGNED_A] | insn->modifier[SASS_SIGNED_B] << 1];
}

const char *sass_spell_plus_one_ab(const struct sass_insn *insn)
{
    return insn->modifier[SASS_NEG_A] && insn->modifier[SASS_NEG_B] ? "PO" : "";
}

const char *sass_spell_plus_one_ac(const struct sass_insn *insn)
{
    return insn->modifier[SASS_NEG_A] && insn->modifier[SASS_NEG_C] ? "PO" : "";
}
