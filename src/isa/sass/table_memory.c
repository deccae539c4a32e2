/* SPDX-License-Identifier: Apache-2.0 */
/* table_memory.c - loads, stores, atomics, shuffles and fences. Found as described in
 * table_integer.c. */
#include "isa/sass/run.h"
#include "isa/sass/spell.h"

static sass_names wide_address = {"", "E"};
static sass_names type = {"U8", "S8", "U16", "S16", "", "64", "128", NULL};
static sass_names constant_type = {"U8", "S8", "U16", "S16", "", "64", NULL, NULL};
static sass_names load_cache = {"", "CG", "CI", "CV"};
static sass_names local_cache = {"", "LU", "CI", "CV"};
static sass_names store_cache = {"", "CG", "CS", "WT"};
static sass_names indexing = {"", "IL", "IS", "ISL"};
static sass_names uniform = {"", "U"};
static sass_names atomic_op = {"ADD", "MIN", "MAX", "INC", "DEC", "AND", "OR", "XOR",
                               "EXCH", NULL, NULL, NULL, NULL, NULL, NULL, NULL};
static sass_names atomic_type = {"", "S32", "U64", "F32.FTZ.RN", "F16x2.RN", "S64", "F64.RN", NULL};
static sass_names shared_type = {"", "S32", "U64", "S64"};
static const uint8_t shared_type_values[] = {0, 1, 2, 5};
static sass_names swap = {"CAS"};
static sass_names swap_type = {"", "64"};
static const uint8_t swap_type_values[] = {0, 2};
static sass_names shuffle = {"IDX", "UP", "DOWN", "BFLY"};
static sass_names fence = {"CTA", "GL", "SYS", "VC"};
static sass_names invalidate = {"", "IVALLD", "IVALLT", "IVALLTD"};

/* Only the uniform load prints 32. */
static const char *spell_shared_load(const struct sass_insn *insn)
{
    uint8_t which = insn->modifier[SASS_TYPE];
    return which == 4 && insn->modifier[SASS_UNIFORM] ? "32" : type[which];
}

static const struct sass_field ldg[] = {
    {SASS_WIDE, 45, 1, wide_address}, {SASS_CACHE, 46, 2, load_cache}, {SASS_TYPE, 48, 3, type},
    SASS_FIELDS_END,
};
static const struct sass_field stg[] = {
    {SASS_WIDE, 45, 1, wide_address}, {SASS_CACHE, 46, 2, store_cache}, {SASS_TYPE, 48, 3, type},
    SASS_FIELDS_END,
};
static const struct sass_field lds[] = {
    {SASS_UNIFORM, 44, 1, uniform}, {SASS_TYPE, 48, 3, .spell = spell_shared_load},
    SASS_FIELDS_END,
};
static const struct sass_field sts[] = {{SASS_TYPE, 48, 3, type}, SASS_FIELDS_END};
static const struct sass_field ldl[] = {
    {SASS_CACHE, 44, 2, local_cache}, {SASS_TYPE, 48, 3, type}, SASS_FIELDS_END,
};
static const struct sass_field stl[] = {
    {SASS_CACHE, 44, 2, store_cache}, {SASS_TYPE, 48, 3, type}, SASS_FIELDS_END,
};
static const struct sass_field ldc[] = {
    {SASS_TYPE, 48, 3, constant_type}, {SASS_MODE, 44, 2, indexing}, SASS_FIELDS_END,
};
static const struct sass_field ld[] = {
    {SASS_WIDE, 52, 1, wide_address}, {SASS_CACHE, 56, 2, load_cache}, {SASS_TYPE, 53, 3, type},
    SASS_FIELDS_END,
};
static const struct sass_field st[] = {
    {SASS_WIDE, 52, 1, wide_address}, {SASS_CACHE, 56, 2, store_cache}, {SASS_TYPE, 53, 3, type},
    SASS_FIELDS_END,
};
static const struct sass_field atom[] = {
    {SASS_WIDE, 48, 1, wide_address}, {SASS_OP, 52, 4, atomic_op}, {SASS_TYPE, 49, 3, atomic_type},
    SASS_FIELDS_END,
};
static const struct sass_field atom_cas[] = {
    {SASS_WIDE, 48, 1, wide_address}, {.names = swap},
    {SASS_TYPE, 49, 1, swap_type, .values = swap_type_values}, SASS_FIELDS_END,
};
static const struct sass_field red[] = {
    {SASS_WIDE, 48, 1, wide_address}, {SASS_OP, 23, 3, atomic_op}, {SASS_TYPE, 20, 3, atomic_type},
    SASS_FIELDS_END,
};
static const struct sass_field atoms[] = {
    {SASS_OP, 52, 4, atomic_op}, {SASS_TYPE, 28, 2, shared_type, .values = shared_type_values},
    SASS_FIELDS_END,
};
static const struct sass_field atoms_cas[] = {
    {SASS_TYPE, 52, 1, swap_type, .values = swap_type_values}, SASS_FIELDS_END,
};
static const struct sass_field shfl[] = {{SASS_MODE, 30, 2, shuffle}, SASS_FIELDS_END};
static const struct sass_field membar[] = {
    {SASS_MODE, 8, 2, fence}, {SASS_INVALIDATE, 0, 2, invalidate}, SASS_FIELDS_END,
};

static const struct sass_row rows[] = {
    {.op = {.name = "LDG", .run = sass_ldg, .role = ROLE_ACCESS, .space = MEMORY_GLOBAL,
            .unit = UNIT_LSU, .timing = TIMING_LOAD,
            .flags = INSN_LOAD, .about = "load from global memory"},
     .wide = WIDE_BY_TYPE | WIDE_ADDRESS,
     .forms = {{SASS_TOP(0xeed0, 0xfff8), ldg, {D, ADDRESS24}}}},
    {.op = {.name = "STG", .run = sass_stg, .role = ROLE_ACCESS, .space = MEMORY_GLOBAL,
            .unit = UNIT_LSU, .timing = TIMING_STORE,
            .flags = INSN_STORE, .about = "store to global memory"},
     .wide = WIDE_BY_TYPE | WIDE_ADDRESS,
     .forms = {{SASS_TOP(0xeed8, 0xfff8), stg, {ADDRESS24, DATA}}}},
    {.op = {.name = "LDS", .run = sass_lds, .role = ROLE_ACCESS, .space = MEMORY_SHARED,
            .unit = UNIT_LSU, .timing = TIMING_LOAD,
            .flags = INSN_LOAD, .about = "load from shared memory"},
     .wide = WIDE_BY_TYPE,
     .forms = {{SASS_TOP(0xef48, 0xfff8), lds, {D, ADDRESS24}}}},
    {.op = {.name = "STS", .run = sass_sts, .role = ROLE_ACCESS, .space = MEMORY_SHARED,
            .unit = UNIT_LSU, .timing = TIMING_STORE,
            .flags = INSN_STORE, .about = "store to shared memory"},
     .wide = WIDE_BY_TYPE,
     .forms = {{SASS_TOP(0xef58, 0xfff8), sts, {ADDRESS24, DATA}}}},
    {.op = {.name = "LDL", .run = sass_ldl, .role = ROLE_ACCESS, .space = MEMORY_LOCAL,
            .unit = UNIT_LSU, .timing = TIMING_LOAD,
            .flags = INSN_LOAD, .about = "load from local memory"},
     .wide = WIDE_BY_TYPE,
     .forms = {{SASS_TOP(0xef40, 0xfff8), ldl, {D, ADDRESS24}}}},
    {.op = {.name = "STL", .run = sass_stl, .role = ROLE_ACCESS, .space = MEMORY_LOCAL,
            .unit = UNIT_LSU, .timing = TIMING_STORE,
            .flags = INSN_STORE, .about = "store to local memory"},
     .wide = WIDE_BY_TYPE,
     .forms = {{SASS_TOP(0xef50, 0xfff8), stl, {ADDRESS24, DATA}}}},
    {.op = {.name = "LDC", .run = sass_ldc, .role = ROLE_ACCESS, .space = MEMORY_CONSTANT,
            .unit = UNIT_LSU, .timing = TIMING_LOAD_CONSTANT,
            .flags = INSN_LOAD, .about = "load from a constant bank, indexed"},
     .wide = WIDE_BY_TYPE,
     .forms = {{SASS_TOP(0xef90, 0xfff8), ldc, {D, ADDRESS_BANK}}}},
    {.op = {.name = "LD", .run = sass_ld, .role = ROLE_ACCESS, .space = MEMORY_GENERIC,
            .unit = UNIT_LSU, .timing = TIMING_LOAD,
            .flags = INSN_LOAD, .about = "load through a generic address"},
     .wide = WIDE_BY_TYPE | WIDE_ADDRESS,
     .forms = {{SASS_TOP(0x8000, 0xe000), ld, {D, ADDRESS32, P58_IF_ANY}}}},
    {.op = {.name = "ST", .run = sass_st, .role = ROLE_ACCESS, .space = MEMORY_GENERIC,
            .unit = UNIT_LSU, .timing = TIMING_STORE,
            .flags = INSN_STORE, .about = "store through a generic address"},
     .wide = WIDE_BY_TYPE | WIDE_ADDRESS,
     .forms = {{SASS_TOP(0xa000, 0xe000), st, {ADDRESS32, DATA, P58_IF_ANY}}}},
    {.op = {.name = "ATOM", .run = sass_atom, .role = ROLE_ACCESS, .space = MEMORY_GLOBAL,
            .unit = UNIT_LSU, .timing = TIMING_ATOMIC,
            .flags = INSN_ATOMIC, .about = "d := global memory, which is then changed by b"},
     .wide = WIDE_BY_TYPE | WIDE_ADDRESS, .row_flags = ROW_ATOMIC_TYPES | ROW_NO_REUSE,
     .forms = {{SASS_TOP(0xed00, 0xff00), atom, {D, ADDRESS20, B}}}},
    {.op = {.name = "ATOM", .run = sass_atom_cas, .role = ROLE_ACCESS, .space = MEMORY_GLOBAL,
            .unit = UNIT_LSU, .timing = TIMING_ATOMIC,
            .flags = INSN_ATOMIC, .about = ".CAS: the same, c stored if memory equals b"},
     .wide = WIDE_BY_TYPE | WIDE_ADDRESS, .row_flags = ROW_ATOMIC_TYPES | ROW_NO_REUSE,
     .forms = {{SASS_TOP(0xeef0, 0xfffc), atom_cas, {D, ADDRESS20, CAS_BOTH}},
               {SASS_TOP(0xeef4, 0xfffc), atom_cas, {D, ADDRESS20, CAS_ZERO}},
               {SASS_TOP(0xeef8, 0xfffc), atom_cas, {D, ADDRESS20, CAS_COMPARES_ZERO}}}},
    {.op = {.name = "RED", .run = sass_red, .role = ROLE_ACCESS, .space = MEMORY_GLOBAL,
            .unit = UNIT_LSU, .timing = TIMING_ATOMIC,
            .flags = INSN_ATOMIC, .about = "global memory changed by b"},
     .wide = WIDE_BY_TYPE | WIDE_ADDRESS, .row_flags = ROW_ATOMIC_TYPES | ROW_NO_REUSE,
     .forms = {{SASS_TOP(0xebf8, 0xfff8), red, {ADDRESS20, DATA}}}},
    {.op = {.name = "ATOMS", .run = sass_atoms, .role = ROLE_ACCESS, .space = MEMORY_SHARED,
            .unit = UNIT_LSU, .timing = TIMING_ATOMIC,
            .flags = INSN_ATOMIC, .about = "d := shared memory, which is then changed by b"},
     .wide = WIDE_BY_TYPE, .row_flags = ROW_ATOMIC_TYPES | ROW_NO_REUSE,
     .forms = {{SASS_TOP(0xec00, 0xff00), atoms, {D, ADDRESS22X4, B}}}},
    {.op = {.name = "ATOMS.CAS", .run = sass_atoms_cas, .role = ROLE_ACCESS, .space = MEMORY_SHARED,
            .unit = UNIT_LSU, .timing = TIMING_ATOMIC,
            .flags = INSN_ATOMIC, .about = "the same, c stored if memory equals b"},
     .wide = WIDE_BY_TYPE, .row_flags = ROW_ATOMIC_TYPES | ROW_NO_REUSE,
     .forms = {{.match = 0xee40ull << 48, .mask = 0xffe0ull << 48 | 3ull << 28, atoms_cas,
                {D, ADDRESS22X4, CAS_BOTH}},
               {.match = 0xee40ull << 48 | 1ull << 28, .mask = 0xffe0ull << 48 | 3ull << 28,
                atoms_cas, {D, ADDRESS22X4, CAS_ZERO}},
               {.match = 0xee40ull << 48 | 2ull << 28, .mask = 0xffe0ull << 48 | 3ull << 28,
                atoms_cas, {D, ADDRESS22X4, CAS_COMPARES_ZERO}}}},
    {.op = {.name = "SHFL", .run = sass_shfl, .role = ROLE_CROSS,
            .unit = UNIT_LSU, .timing = TIMING_SHUFFLE,
            .about = "d := a of another lane; predicate := that lane is in range"},
     .row_flags = ROW_NO_REUSE,
     .forms = {{SASS_TOP(0xef10, 0xfff8), shfl, {PD48, D, A, B_LANE, C_CLAMP}}}},
    {.op = {.name = "MEMBAR", .run = sass_membar, .role = ROLE_FENCE,
            .unit = UNIT_LSU, .timing = TIMING_FENCE,
            .about = "order earlier memory accesses before later ones"},
     .forms = {{SASS_TOP(0xef98, 0xfff8), membar, {OPERAND_END}}}},
};

const struct sass_rows_part sass_rows_memory = {rows, sizeof rows / sizeof rows[0]};
