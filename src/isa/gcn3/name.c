/* SPDX-License-Identifier: Apache-2.0 */
/* name.c - registers by name. Constant strings, because a caller may keep them. */
#include "isa/gcn3/table.h"

static const char *const scalar_names[GCN3_SCALARS] = {
    "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "s12", "s13", "s14",
    "s15", "s16", "s17", "s18", "s19", "s20", "s21", "s22", "s23", "s24", "s25", "s26", "s27",
    "s28", "s29", "s30", "s31", "s32", "s33", "s34", "s35", "s36", "s37", "s38", "s39", "s40",
    "s41", "s42", "s43", "s44", "s45", "s46", "s47", "s48", "s49", "s50", "s51", "s52", "s53",
    "s54", "s55", "s56", "s57", "s58", "s59", "s60", "s61", "s62", "s63", "s64", "s65", "s66",
    "s67", "s68", "s69", "s70", "s71", "s72", "s73", "s74", "s75", "s76", "s77", "s78", "s79",
    "s80", "s81", "s82", "s83", "s84", "s85", "s86", "s87", "s88", "s89", "s90", "s91", "s92",
    "s93", "s94", "s95", "s96", "s97", "s98", "s99", "s100", "s101", "flat_scratch_lo",
    "flat_scratch_hi", "xnack_mask_lo", "xnack_mask_hi", "vcc_lo", "vcc_hi", "tba_lo", "tba_hi",
    "tma_lo", "tma_hi", "ttmp0", "ttmp1", "ttmp2", "ttmp3", "ttmp4", "ttmp5", "ttmp6", "ttmp7",
    "ttmp8", "ttmp9", "ttmp10", "ttmp11", "m0", [126] = "exec_lo", "exec_hi",
};

static const char *const vector_names[GCN3_VGPRS] = {
    "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14",
    "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27",
    "v28", "v29", "v30", "v31", "v32", "v33", "v34", "v35", "v36", "v37", "v38", "v39", "v40",
    "v41", "v42", "v43", "v44", "v45", "v46", "v47", "v48", "v49", "v50", "v51", "v52", "v53",
    "v54", "v55", "v56", "v57", "v58", "v59", "v60", "v61", "v62", "v63", "v64", "v65", "v66",
    "v67", "v68", "v69", "v70", "v71", "v72", "v73", "v74", "v75", "v76", "v77", "v78", "v79",
    "v80", "v81", "v82", "v83", "v84", "v85", "v86", "v87", "v88", "v89", "v90", "v91", "v92",
    "v93", "v94", "v95", "v96", "v97", "v98", "v99", "v100", "v101", "v102", "v103", "v104", "v105",
    "v106", "v107", "v108", "v109", "v110", "v111", "v112", "v113", "v114", "v115", "v116", "v117",
    "v118", "v119", "v120", "v121", "v122", "v123", "v124", "v125", "v126", "v127", "v128", "v129",
    "v130", "v131", "v132", "v133", "v134", "v135", "v136", "v137", "v138", "v139", "v140", "v141",
    "v142", "v143", "v144", "v145", "v146", "v147", "v148", "v149", "v150", "v151", "v152", "v153",
    "v154", "v155", "v156", "v157", "v158", "v159", "v160", "v161", "v162", "v163", "v164", "v165",
    "v166", "v167", "v168", "v169", "v170", "v171", "v172", "v173", "v174", "v175", "v176", "v177",
    "v178", "v179", "v180", "v181", "v182", "v183", "v184", "v185", "v186", "v187", "v188", "v189",
    "v190", "v191", "v192", "v193", "v194", "v195", "v196", "v197", "v198", "v199", "v200", "v201",
    "v202", "v203", "v204", "v205", "v206", "v207", "v208", "v209", "v210", "v211", "v212", "v213",
    "v214", "v215", "v216", "v217", "v218", "v219", "v220", "v221", "v222", "v223", "v224", "v225",
    "v226", "v227", "v228", "v229", "v230", "v231", "v232", "v233", "v234", "v235", "v236", "v237",
    "v238", "v239", "v240", "v241", "v242", "v243", "v244", "v245", "v246", "v247", "v248", "v249",
    "v250", "v251", "v252", "v253", "v254", "v255",
};

/* State without a register, in the order of its names. */
static const char *const other_names[] = {
    [GCN3_NAME_STATUS - GCN3_NAMES] = "status",
    [GCN3_NAME_TRAP_STATUS - GCN3_NAMES] = "trap_status",
    [GCN3_NAME_HARDWARE_ID - GCN3_NAMES] = "hardware_id",
    [GCN3_NAME_SPLIT_MASK - GCN3_NAMES] = "split_mask",
};

const char *gcn3_register_name(uint32_t reg)
{
    const char *name = NULL;
    if (reg < GCN3_SCALARS)
        name = scalar_names[reg];
    else if (reg == GCN3_SCC)
        name = "scc";
    else if (reg == GCN3_NAME_MODE)
        name = "mode";
    else if (reg >= GCN3_V0 && reg < GCN3_NAMES)
        name = vector_names[reg - GCN3_V0];
    else if (reg >= GCN3_NAMES && reg < GCN3_NAMES_ALL)
        name = other_names[reg - GCN3_NAMES];
    return name ? name : "?"; /* a code that names no register */
}
