/* SPDX-License-Identifier: Apache-2.0 */
/* dependence.h - everything that an instruction reads and writes, and what for.
 *
 * The lists of struct insn serve scoreboards: they have what hardware tracks. This list is
 * complete: EXEC, VCC, SCC, M0, MODE, guards, condition codes, CSRs and all other state that an
 * instruction can see. Whoever follows values from their source to a decision relies on it
 * (machine/common/taint.h): a register that is missing here is a wrong claim there. Tests flip
 * every register that a list leaves out and require an equal result.
 *
 * Names are those of the flat name space of the instruction set; state that has no name there has a
 * number from isa->register_count on. Memory is not listed: the port follows it byte by byte. */
#ifndef WARPCLOCK_ISA_DEPENDENCE_H
#define WARPCLOCK_ISA_DEPENDENCE_H

#include "isa/insn.h"

/* What a read is for. */
enum read_role {
    READ_VALUE,   /* its bits become part of results in registers */
    READ_GUARD,   /* selects the lanes that act: the guard, EXEC */
    READ_MASK,    /* the same, and it is the warp's own mask: lanes that are off may be on */
    READ_DECIDES, /* goes into the effect: an address, a condition, a barrier; or may fault */
    READ_DATA,    /* goes to memory: data of a store, operands of an atomic */
};

enum write_extent {
    WRITE_WHOLE, /* all bits, in the lanes that act */
    WRITE_PART,  /* other bits, or other registers of the range, keep their contents */
    WRITE_FIXED, /* perhaps, with something that the program fixes: the place of a trap. Whatever
                  * its contents depend on, they do not depend on this instruction's sources */
};

struct register_use {
    uint16_t first, count;
    uint8_t role; /* enum read_role or enum write_extent */
};

/* Which lanes of a source a lane of the result depends on. */
enum lane_flow {
    LANES_OWN,    /* its own lane */
    LANES_ACTIVE, /* all lanes that act: vote, v_readfirstlane */
    LANES_ALL,    /* all lanes of the warp, whether they act or not: shuffle, v_readlane */
    LANES_LISTED, /* those in `lanes`: a shuffle whose indexes are known */
};

enum { READS_MAX = 16, WRITES_MAX = 8 };

struct dependence {
    struct register_use read[READS_MAX], write[WRITES_MAX];
    uint8_t reads, writes;
    uint8_t flow;          /* enum lane_flow */
    uint64_t lanes;        /* LANES_LISTED: lanes that it reads, with the state that it is in */
    bool guard_decides;    /* the lanes that act are visible in the effect: memory, control flow */
    bool loaded_decides;   /* so is what it reads from memory: sc.w succeeds or not */
    bool by_state;         /* the list depends on a register (M0): ask again for every execution */
    bool is_full;          /* a list had no room: nothing can be concluded */
};

/* Count 0 adds nothing; a list without room sets is_full. */
void dependence_read(struct dependence *list, uint32_t first, uint32_t count, enum read_role role);
void dependence_write(struct dependence *list, uint32_t first, uint32_t count,
                      enum write_extent extent);

#endif
