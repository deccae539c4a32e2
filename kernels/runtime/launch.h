/* SPDX-License-Identifier: Apache-2.0 */
/* launch.h - the RV32 launch record: what a launch tells the start-up code and the built-ins.
 *
 * The simulator fills the record (symbol __warpclock_launch) before the first instruction. Words
 * are 32-bit little endian. Assembly reads it by the offsets, C by the structure; the assertions
 * below keep the two the same. The two words after it depend on the machine's version (Vortex 2.1
 * and 2.2 have other stack tops and local-memory bases), so the simulator writes them as well.
 */
#ifndef WARPCLOCK_LAUNCH_H
#define WARPCLOCK_LAUNCH_H

#define LAUNCH_MAGIC            0x48434C57 /* "WLCH" */
#define LAUNCH_VERSION          1

#define LAUNCH_ENTRY            8
#define LAUNCH_GRID             12  /* work-groups in x, y, z */
#define LAUNCH_BLOCK            24  /* work-items of a group in x, y, z */
#define LAUNCH_LOCAL_BYTES      36  /* local memory of one group: group block, static, dynamic */
#define LAUNCH_WARPS_PER_GROUP  40
#define LAUNCH_GROUPS_RESIDENT  44  /* groups a core holds at the same time */
#define LAUNCH_A                48  /* a0..a7 */
#define LAUNCH_FA               80  /* fa0..fa7, f32 bits */
#define LAUNCH_LOCAL_ARGS       112 /* bit i: argument word i is an offset into local memory */
#define LAUNCH_STACK_WORDS      116
#define LAUNCH_STACK            120 /* 32 words at most */
#define LAUNCH_STACK_LIMIT      32
#define LAUNCH_BYTES            256

/* The group block: the 16 bytes below tp, one a resident group, the same for all its warps. */
#define GROUP_BLOCK_BYTES       16
#define GROUP_ID                (-16) /* x, y, z */
#define GROUP_SLOT              (-4)  /* number of the group among the core's residents = barrier */

/* gp holds the local id of the thread: x in bits 0-10, y in 11-21, z in 22-31. Registers, not
 * memory: the stacks of a warp lie 8 KiB apart, so ids kept there would cost one cache line a lane.
 * */
#define LOCAL_ID_Y_SHIFT        11
#define LOCAL_ID_Z_SHIFT        22
#define LOCAL_ID_MASK           0x7FF

#ifndef __ASSEMBLER__

#include <stddef.h>
#include <stdint.h>

struct warpclock_launch {
    uint32_t magic;
    uint32_t version;
    uint32_t entry;
    uint32_t grid[3];
    uint32_t block[3];
    uint32_t local_bytes;
    uint32_t warps_per_group;
    uint32_t groups_resident;
    uint32_t a[8];
    uint32_t fa[8];
    uint32_t local_args;
    uint32_t stack_words;
    uint32_t stack[LAUNCH_STACK_LIMIT];
    uint32_t reserved[2];
};

_Static_assert(offsetof(struct warpclock_launch, entry) == LAUNCH_ENTRY, "entry");
_Static_assert(offsetof(struct warpclock_launch, grid) == LAUNCH_GRID, "grid");
_Static_assert(offsetof(struct warpclock_launch, block) == LAUNCH_BLOCK, "block");
_Static_assert(offsetof(struct warpclock_launch, local_bytes) == LAUNCH_LOCAL_BYTES, "local_bytes");
_Static_assert(offsetof(struct warpclock_launch, warps_per_group) == LAUNCH_WARPS_PER_GROUP,
               "warps_per_group");
_Static_assert(offsetof(struct warpclock_launch, groups_resident) == LAUNCH_GROUPS_RESIDENT,
               "groups_resident");
_Static_assert(offsetof(struct warpclock_launch, a) == LAUNCH_A, "a");
_Static_assert(offsetof(struct warpclock_launch, fa) == LAUNCH_FA, "fa");
_Static_assert(offsetof(struct warpclock_launch, local_args) == LAUNCH_LOCAL_ARGS, "local_args");
_Static_assert(offsetof(struct warpclock_launch, stack_words) == LAUNCH_STACK_WORDS, "stack_words");
_Static_assert(offsetof(struct warpclock_launch, stack) == LAUNCH_STACK, "stack");
_Static_assert(sizeof(struct warpclock_launch) == LAUNCH_BYTES, "record");

#endif
#endif
