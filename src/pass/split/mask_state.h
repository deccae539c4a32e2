/* SPDX-License-Identifier: Apache-2.0 */
/* mask_state.h - which lanes each scalar register may have at an instruction. */
#ifndef WARPCLOCK_PASS_SPLIT_MASK_STATE_H
#define WARPCLOCK_PASS_SPLIT_MASK_STATE_H

#include "pass/split/mask_effect.h"

/* Lanes are of three kinds, as the branch divides them. */
enum {
    LANE_THEN = 1 << 0,
    LANE_ELSE = 1 << 1,
    LANE_OFF = 1 << 2, /* off before the branch */
    LANE_ANY = 7,
};

/* Kinds of lanes that may be on, and that may be off. Neither: control has not come here. */
struct mask {
    uint8_t on, off;
};

/* Before an instruction. */
struct mask_state {
    struct mask value[VALUES];
    /* EXEC and these pairs together have all lanes of the else side. */
    struct codes holders;
    /* This pair and EXEC are equal in these kinds of lanes: of s_or_saveexec_b64, up to its
     * s_xor_b64. */
    uint16_t twin;
    uint8_t equal;
    bool reached;
};

/* Right after a branch: EXEC has the lanes of the then side, and the pair `saved` the lanes of
 * both. */
struct mask_state mask_state_first(uint32_t saved);
/* After the instruction. */
void mask_state_advance(struct mask_state *state, const struct insn *insn,
                        const struct mask_effect *effect);
/* False: it is not known where the lanes are that are off. */
bool mask_state_follow_holders(struct mask_state *state, const struct insn *insn,
                               const struct mask_effect *effect);
/* Whether `into` has changed. */
bool mask_state_merge(struct mask_state *into, const struct mask_state *from);
/* EXEC has exactly these kinds of lanes. */
bool mask_state_is_exec(const struct mask_state *state, uint8_t lanes);
/* Kinds of lanes that may be on in EXEC. */
uint8_t mask_state_exec(const struct mask_state *state);

#endif
