/* SPDX-License-Identifier: Apache-2.0 */
/* work_item.c - OpenCL work-item functions for RV32 (names as OpenCL C mangles them).
 *
 * In C, not OpenCL C: there every asm would be convergent and two equal ones could not be merged.
 * The asm is neither volatile nor does it touch memory that a kernel may write, so the compiler
 * keeps one copy of an id. Where an id comes from also tells the divergence pass what differs
 * between lanes: gp does; what is loaded through tp or from the launch record does not.
 */
#include "../launch.h"

extern const struct warpclock_launch __warpclock_launch;

/* The numbers in the asm below. */
_Static_assert(GROUP_ID == -16 && LOCAL_ID_MASK == 0x7ff, "asm of the ids");
_Static_assert(LOCAL_ID_Y_SHIFT == 11 && LOCAL_ID_Z_SHIFT == 22, "asm of the ids");

#define BUILTIN __attribute__((always_inline, const))

uint32_t get_work_dim(void) __asm__("_Z12get_work_dimv");
uint32_t get_global_size(uint32_t dimension) __asm__("_Z15get_global_sizej");
uint32_t get_global_id(uint32_t dimension) __asm__("_Z13get_global_idj");
uint32_t get_global_offset(uint32_t dimension) __asm__("_Z17get_global_offsetj");
uint32_t get_local_size(uint32_t dimension) __asm__("_Z14get_local_sizej");
uint32_t get_local_id(uint32_t dimension) __asm__("_Z12get_local_idj");
uint32_t get_num_groups(uint32_t dimension) __asm__("_Z14get_num_groupsj");
uint32_t get_group_id(uint32_t dimension) __asm__("_Z12get_group_idj");

BUILTIN uint32_t get_num_groups(uint32_t dimension)
{
    return dimension < 3 ? __warpclock_launch.grid[dimension] : 1;
}

BUILTIN uint32_t get_local_size(uint32_t dimension)
{
    return dimension < 3 ? __warpclock_launch.block[dimension] : 1;
}

BUILTIN uint32_t get_global_size(uint32_t dimension)
{
    return get_num_groups(dimension) * get_local_size(dimension);
}

BUILTIN uint32_t get_global_offset(uint32_t dimension)
{
    (void)dimension;
    return 0;
}

/* The record does not tell how many dimensions a launch was given: trailing ones do not count. */
BUILTIN uint32_t get_work_dim(void)
{
    return get_global_size(2) > 1 ? 3 : get_global_size(1) > 1 ? 2 : 1;
}

BUILTIN uint32_t get_local_id(uint32_t dimension)
{
    uint32_t id;

    switch (dimension) {
    case 0:
        __asm__("andi %0, gp, 0x7ff" : "=r"(id));
        return id;
    case 1:
        __asm__("srli %0, gp, 11" : "=r"(id));
        return id & LOCAL_ID_MASK;
    case 2:
        __asm__("srli %0, gp, 22" : "=r"(id));
        return id;
    default:
        return 0;
    }
}

BUILTIN uint32_t get_group_id(uint32_t dimension)
{
    uint32_t id;

    switch (dimension) {
    case 0:
        __asm__("lw %0, -16(tp)" : "=r"(id));
        return id;
    case 1:
        __asm__("lw %0, -12(tp)" : "=r"(id));
        return id;
    case 2:
        __asm__("lw %0, -8(tp)" : "=r"(id));
        return id;
    default:
        return 0;
    }
}

BUILTIN uint32_t get_global_id(uint32_t dimension)
{
    return get_group_id(dimension) * get_local_size(dimension) + get_local_id(dimension);
}
