/* SPDX-License-Identifier: Apache-2.0 */
/* table_texture.c - textures and surfaces in one and two dimensions. Found as described in
 * table_integer.c. Not here: layers, three dimensions, cubes, depth comparison, gathering,
 * gradients, offsets, and results in half precision. */
#include "isa/sass/run.h"
#include "isa/sass/spell.h"
#include "isa/sass/texture.h"

/* Modes of TEXS and TLDS; NULL: not modelled. */
static sass_names texs_mode = {"LZ", "", "LZ", "LL", NULL, NULL, NULL, NULL,
                               NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
static sass_names tlds_mode = {"LZ", "LL", "LZ", NULL, NULL, "LL", NULL, NULL,
                               NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
static sass_names level = {"", "LZ", "LB", "LL"};
static sass_names load_level = {"LZ", "LL"};
static sass_names no_dependence = {"", "NODEP"};
static sass_names bindless = {"B"};
static sass_names dimensions_long = {"", "", NULL, NULL};
static sass_names surface_prefix = {"D.BA"};
static sass_names surface_dimensions = {"1D", NULL, NULL, "2D", NULL, NULL, NULL, NULL};
static sass_names surface_type = {"U8", "S8", "U16", "S16", "", "64", "128", NULL};
static sass_names load_cache = {"", "CG", "CI", "CV"};
static sass_names store_cache = {"", "CG", "CS", "WT"};
static sass_names outside = {"IGN", "", "TRAP", NULL};

/* The flags that other instructions use for the reuse cache. */
static const char *spell_phase(const struct sass_insn *insn)
{
    static const char *const phases[] = {"", "T", "P", NULL};
    return phases[insn->control.reuse & 3];
}

static const char *const components_short[8] = {"R", "G", "B", "A", "RG", "RA", "GA", "BA"};
static const char *const components_pair[8] = {"RGB", "RGA", "RBA", "GBA", "RGBA", NULL, NULL,
                                               NULL};

static const char *components_of(const struct sass_insn *own)
{
    const unsigned which = own->modifier[SASS_CHANNELS] & 7;
    return own->rd2 >= SASS_R0 ? components_pair[which] : components_short[which];
}

bool sass_has_second_target(const struct sass_insn *own)
{
    return sass_has_operand(own, D28);
}

enum sass_handle sass_handle_of(const struct sass_insn *own)
{
    if (sass_has_operand(own, HANDLE))
        return SASS_HANDLE_IN_BANK;
    if (sass_has_operand(own, QUERY))
        return SASS_HANDLE_IN_A;
    return sass_has_operand(own, ADDRESS_PLAIN) ? SASS_HANDLE_IN_C : SASS_HANDLE_IN_B;
}

uint32_t sass_components(const struct sass_insn *own)
{
    static const char order[] = "RGBA";
    uint32_t mask = 0;
    if (!sass_has_operand(own, COMPONENTS))
        return own->modifier[SASS_CHANNELS];
    const char *names = components_of(own);
    for (unsigned i = 0; names && i < 4; i++) {
        for (const char *c = names; *c; c++)
            mask |= (uint32_t)(*c == order[i]) << i;
    }
    return mask;
}

uint32_t sass_coordinate_words(const struct sass_insn *own)
{
    enum { LL_2D = 3, LOAD_LL_2D = 5, SURFACE_2D = 3 };
    const unsigned mode = own->modifier[SASS_MODE];
    if (sass_has_operand(own, TEXTURE_SHORT))
        return mode == LL_2D ? 2 : 1;
    if (sass_has_operand(own, TEXTURE_LOAD_SHORT))
        return mode == LOAD_LL_2D ? 2 : 1;
    if (sass_has_operand(own, TEXTURE_LONG))
        return mode ? 2 : 1;
    return sass_has_operand(own, ADDRESS_PLAIN) && mode == SURFACE_2D ? 2 : 1;
}

void sass_print_texture(enum sass_operand operand, const struct sass_insn *own, struct text *out)
{
    const unsigned mode = own->modifier[SASS_MODE];
    switch (operand) {
    case TEXTURE_SHORT: text_add(out, mode == 0 ? "1D" : "2D"); break;
    case TEXTURE_LOAD_SHORT: text_add(out, mode < 2 ? "1D" : "2D"); break;
    case TEXTURE_LONG: text_add(out, mode == 0 ? "1D" : "2D"); break;
    case COMPONENTS: text_add(out, "%s", components_of(own)); break;
    case QUERY: text_add(out, "TEX_HEADER_DIMENSION"); break;
    default: text_add(out, "0x%x", (unsigned)own->modifier[SASS_CHANNELS]); break;
    }
}

#define PHASE {SASS_NODEP, 49, 1, no_dependence}, {.spell = spell_phase}
static const struct sass_field texs[] = {
    {SASS_MODE, 53, 4, texs_mode}, PHASE, {SASS_CHANNELS, 50, 3},
    SASS_FIELDS_END,
};
static const struct sass_field tlds[] = {
    {SASS_MODE, 53, 4, tlds_mode}, PHASE, {SASS_CHANNELS, 50, 3},
    SASS_FIELDS_END,
};
static const struct sass_field tex[] = {
    {SASS_LEVEL, 55, 2, level}, PHASE, {SASS_MODE, 29, 2, dimensions_long},
    {SASS_CHANNELS, 31, 4}, SASS_FIELDS_END,
};
static const struct sass_field tex_b[] = {
    {.names = bindless}, {SASS_LEVEL, 37, 2, level}, PHASE, {SASS_MODE, 29, 2, dimensions_long},
    {SASS_CHANNELS, 31, 4}, SASS_FIELDS_END,
};
static const struct sass_field tld[] = {
    {SASS_LEVEL, 55, 1, load_level}, PHASE, {SASS_MODE, 29, 2, dimensions_long},
    {SASS_CHANNELS, 31, 4}, SASS_FIELDS_END,
};
static const struct sass_field tld_b[] = {
    {.names = bindless}, {SASS_LEVEL, 55, 1, load_level}, PHASE,
    {SASS_MODE, 29, 2, dimensions_long}, {SASS_CHANNELS, 31, 4},
    SASS_FIELDS_END,
};
static const struct sass_field txq[] = {
    PHASE, {SASS_CHANNELS, 31, 4}, SASS_FIELDS_END,
};
static const struct sass_field txq_b[] = {
    {.names = bindless}, PHASE, {SASS_CHANNELS, 31, 4},
    SASS_FIELDS_END,
};
static const struct sass_field suld[] = {
    {.names = surface_prefix}, {SASS_MODE, 33, 3, surface_dimensions},
    {SASS_CACHE, 24, 2, load_cache}, {SASS_TYPE, 20, 3, surface_type},
    {SASS_OUTSIDE, 49, 2, outside}, SASS_FIELDS_END,
};
static const struct sass_field sust[] = {
    {.names = surface_prefix}, {SASS_MODE, 33, 3, surface_dimensions},
    {SASS_CACHE, 24, 2, store_cache}, {SASS_TYPE, 20, 3, surface_type},
    {SASS_OUTSIDE, 49, 2, outside}, SASS_FIELDS_END,
};

/* Bits that say what is not modelled. */
#define BIT(n) (1ull << (n))
#define NO_PREDICATE (7ull << 51)
#define NO_LOAD_PREDICATE (7ull << 30) /* inverted: 0 is none */

#define TEXTURE_OP(mnemonic, function, text) \
    .op = {.name = mnemonic, .run = function, .role = ROLE_ACCESS, .space = MEMORY_GLOBAL, \
           .unit = UNIT_LSU, .timing = TIMING_LOAD, .flags = INSN_LOAD, .about = text}, \
    .wide = WIDE_TEXTURE, .row_flags = ROW_TEXTURE | ROW_NO_REUSE

static const struct sass_row rows[] = {
    {TEXTURE_OP("TEXS", sass_texs, "fetch from a texture"),
     .forms = {{SASS_TOP(0xd800, 0xfe00), texs,
                {D28, D, A, B, HANDLE, TEXTURE_SHORT, COMPONENTS}}}},
    {TEXTURE_OP("TLDS", sass_tlds, "load a texel by its number"),
     .forms = {{SASS_TOP(0xda00, 0xfe00), tlds,
                {D28, D, A, B_IF_ANY, HANDLE, TEXTURE_LOAD_SHORT, COMPONENTS}}}},
    {TEXTURE_OP("TEX", sass_tex, "fetch from a texture"),
     .forms = {{.match = 0xc000ull << 48 | NO_PREDICATE,
                .mask = 0xf800ull << 48 | NO_PREDICATE | BIT(28) | BIT(35) | BIT(50) | BIT(54) |
                        BIT(57) | BIT(58),
                .fields = tex,
                .operands = {D, A, B_IF_ANY, HANDLE, TEXTURE_LONG, COMPONENT_MASK}},
               {.match = 0xde80ull << 48 | NO_PREDICATE,
                .mask = 0xffc0ull << 48 | NO_PREDICATE | BIT(28) | BIT(35) | BIT(36) | BIT(39) |
                        BIT(40) | BIT(50),
                .fields = tex_b,
                .operands = {D, A, B, HANDLE_NONE, TEXTURE_LONG, COMPONENT_MASK}}}},
    {TEXTURE_OP("TLD", sass_tld, "load a texel by its number"),
     .forms = {{.match = 0xdc00ull << 48 | NO_PREDICATE,
                .mask = 0xff00ull << 48 | NO_PREDICATE | BIT(28) | BIT(35) | BIT(50) | BIT(54),
                .fields = tld,
                .operands = {D, A, B_IF_ANY, HANDLE, TEXTURE_LONG, COMPONENT_MASK}},
               {.match = 0xdd00ull << 48 | NO_PREDICATE,
                .mask = 0xff00ull << 48 | NO_PREDICATE | BIT(28) | BIT(35) | BIT(50) | BIT(54),
                .fields = tld_b,
                .operands = {D, A, B, HANDLE_NONE, TEXTURE_LONG, COMPONENT_MASK}}}},
    {TEXTURE_OP("TXQ", sass_txq, "width and height of a texture"),
     .forms = {{.match = 0xdf48ull << 48 | BIT(22), .mask = 0xfff8ull << 48 | 63ull << 22,
                .fields = txq, .operands = {D, A, QUERY, HANDLE, COMPONENT_MASK}},
               {.match = 0xdf50ull << 48 | BIT(22), .mask = 0xfff8ull << 48 | 63ull << 22,
                .fields = txq_b, .operands = {D, A, QUERY, HANDLE_NONE, COMPONENT_MASK}}}},
    {.op = {.name = "SULD", .run = sass_suld, .role = ROLE_ACCESS, .space = MEMORY_GLOBAL,
            .unit = UNIT_LSU, .timing = TIMING_LOAD, .flags = INSN_LOAD,
            .about = "load from a surface"},
     .wide = WIDE_TEXTURE | WIDE_BY_TYPE, .row_flags = ROW_TEXTURE | ROW_NO_REUSE,
     .forms = {{.match = 0xeb18ull << 48 | BIT(23),
                .mask = 0xfff8ull << 48 | BIT(23) | NO_LOAD_PREDICATE,
                .fields = suld, .operands = {D, ADDRESS_PLAIN, HANDLE}},
               {.match = 0xeb10ull << 48 | BIT(23),
                .mask = 0xfff8ull << 48 | BIT(23) | NO_LOAD_PREDICATE,
                .fields = suld, .operands = {D, ADDRESS_PLAIN, C}}}},
    {.op = {.name = "SUST", .run = sass_sust, .role = ROLE_ACCESS, .space = MEMORY_GLOBAL,
            .unit = UNIT_LSU, .timing = TIMING_STORE, .flags = INSN_STORE,
            .about = "store to a surface"},
     .wide = WIDE_TEXTURE | WIDE_BY_TYPE, .row_flags = ROW_TEXTURE | ROW_NO_REUSE,
     .forms = {{.match = 0xeb38ull << 48 | BIT(23), .mask = 0xfff8ull << 48 | BIT(23),
                .fields = sust, .operands = {ADDRESS_PLAIN, DATA, HANDLE}},
               {.match = 0xeb30ull << 48 | BIT(23), .mask = 0xfff8ull << 48 | BIT(23),
                .fields = sust, .operands = {ADDRESS_PLAIN, DATA, C}}}},
};

const struct sass_rows_part sass_rows_texture = {rows, sizeof rows / sizeof rows[0]};
