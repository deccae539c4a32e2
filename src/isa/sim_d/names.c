/* SPDX-License-Identifier: Apache-2.0 */
/* names.c - names of registers and constants. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "isa/sim_d/table.h"

static const char *const vector_specials[SIM_D_VECTOR_SPECIALS] = {
    "vc.ctrl_run", "vc.ctrl_break", "vc.ctrl_ret", "vc.ctrl_exit",
    "vc.tid_x", "vc.tid_y", "vc.lid_x", "vc.lid_y", "vc.zero", "vc.one",
    "vc.mem_idx", "vc.mem_data",
};

static const char *const scalar_specials[SIM_D_SCALAR_SPECIALS] = {
    "sc.dim_x", "sc.dim_y", "sc.wg_off_x", "sc.wg_off_y", "sc.wg_width",
    "sc.sd_words", "sc.sd_period", "sc.sd_period_cnt",
};

static const char *const vectors[SIM_D_VECTORS] = {
    "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14",
    "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27",
    "v28", "v29", "v30", "v31", "v32", "v33", "v34", "v35", "v36", "v37", "v38", "v39", "v40",
    "v41", "v42", "v43", "v44", "v45", "v46", "v47", "v48", "v49", "v50", "v51", "v52", "v53",
    "v54", "v55", "v56", "v57", "v58", "v59", "v60", "v61", "v62", "v63",
};

static const char *const scalars[SIM_D_SCALARS] = {
    "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "s12", "s13", "s14",
    "s15", "s16", "s17", "s18", "s19", "s20", "s21", "s22", "s23", "s24", "s25", "s26", "s27",
    "s28", "s29", "s30", "s31",
};

static const char *const predicates[SIM_D_PREDICATES] = {"p0", "p1", "p2", "p3"};

const char *sim_d_vector_special_name(uint32_t number)
{
    return number < SIM_D_VECTOR_SPECIALS ? vector_specials[number] : NULL;
}

const char *sim_d_scalar_special_name(uint32_t number)
{
    return number < SIM_D_SCALAR_SPECIALS ? scalar_specials[number] : NULL;
}

const char *sim_d_register_name(uint32_t name)
{
    if (name < SIM_D_NAME_VC)
        return vectors[name];
    if (name < SIM_D_NAME_S)
        return vector_specials[name - SIM_D_NAME_VC];
    if (name < SIM_D_NAME_SC)
        return scalars[name - SIM_D_NAME_S];
    if (name < SIM_D_NAME_P)
        return scalar_specials[name - SIM_D_NAME_SC];
    return name < SIM_D_NAMES ? predicates[name - SIM_D_NAME_P] : "control stack";
}

/* ---- constants ---- */

struct constant {
    const char *name;
    bool is_float;
    double value;
};

static const struct constant constants[] = {
    {"FLT_MAX", true, FLT_MAX}, {"FLT_MIN", true, FLT_MIN}, {"FLT_EPSILON", true, FLT_EPSILON},
    {"M_PI_F", true, M_PI}, {"M_2PI_F", true, 2 * M_PI}, {"M_E_F", true, M_E},
    {"FLT_DIG", false, FLT_DIG}, {"FLT_MANT_DIG", false, FLT_MANT_DIG},
    {"FLT_MAX_EXP", false, FLT_MAX_EXP}, {"FLT_MIN_EXP", false, FLT_MIN_EXP},
    {"FLT_MAX_10_EXP", false, FLT_MAX_10_EXP}, {"FLT_MIN_10_EXP", false, FLT_MIN_10_EXP},
    {"FLT_RADIX", false, FLT_RADIX},
};

static uint32_t constant_bits(const struct constant *constant, bool negative)
{
    float value = (float)(negative ? -constant->value : constant->value);
    uint32_t bits = (uint32_t)(int32_t)(constant->is_float ? 0 : value);
    if (constant->is_float)
        memcpy(&bits, &value, sizeof bits);
    return bits;
}

bool sim_d_constant(const char *name, size_t length, bool negative, uint32_t *bits)
{
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        if (strlen(constants[i].name) != length || memcmp(constants[i].name, name, length))
            continue;
        *bits = constant_bits(&constants[i], negative);
        return true;
    }
    return false;
}
