/* SPDX-License-Identifier: Apache-2.0 */
/* spell.h - suffixes that several parts of the instruction table share. */
#ifndef WARPCLOCK_ISA_SASS_SPELL_H
#define WARPCLOCK_ISA_SASS_SPELL_H

#include "isa/sass/table.h"

/* Ends a list of fields. */
#define SASS_FIELDS_END {.modifier = SASS_MODIFIERS}
/* The upper sixteen bits of match and mask, sufficient for most forms. */
#define SASS_TOP(match_bits, mask_bits) \
    .match = (uint64_t)(match_bits) << 48, .mask = (uint64_t)(mask_bits) << 48

extern sass_names sass_x, sass_sat, sass_ftz, sass_ftz_fmz, sass_round, sass_compare,
    sass_compare_float, sass_combine_names, sass_bool_float, sass_unsigned_32, sass_condition_names,
    sass_h1, sass_high;

/* Signs of both factors, nothing if both are default. */
const char *sass_spell_signs_32(const struct sass_insn *insn);
/* Both sources negated means a sum plus one. */
const char *sass_spell_plus_one_ab(const struct sass_insn *insn);
const char *sass_spell_plus_one_ac(const struct sass_insn *insn);

#endif
