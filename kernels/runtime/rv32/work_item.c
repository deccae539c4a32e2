/* SPDX-License-Identifier: Apache-2.0 */
/* work_item.c - OpenCL work-item functions by the CSRs 0xCD3 to 0xCDE (names as OpenCL C mangles
 * them).
 *
 * In C, not OpenCL C: there every asm would be convergent and two equal ones could not be merged.
 * None is volatile, so the compiler keeps one copy of an id. */
#include <stdint.h>

#define BUILTIN __attribute__((always_inline, const))

uint32_t get_work_dim(void) __asm__("_Z12get_work_dimv");
uint32_t get_global_size(uint32_t dimension) __asm__("_Z15get_global_sizej");
uint32_t get_global_id(uint32_t dimension) __asm__("_Z13get_global_idj");
uint32_t get_global_offset(uint32_t dimension) __asm__("_Z17get_global_offsetj");
uint32_t get_local_size(uint32_t dimension) __asm__("_Z14get_local_sizej");
uint32_t get_local_id(uint32_t dimension) __asm__("_Z12get_local_idj");
uint32_t get_num_groups(uint32_t dimension) __asm__("_Z14get_num_groupsj");
uint32_t get_group_id(uint32_t dimension) __asm__("_Z12get_group_idj");

/* A function of a dimension: three CSRs, and a value for all further dimensions. */
#define BY_DIMENSION(name, x, y, z, otherwise)                                                     \
    BUILTIN uint32_t name(uint32_t dimension)                                                      \
    {                                                                                              \
        uint32_t value = otherwise;                                                                \
        if (dimension == 0)                                                                        \
            __asm__("csrr %0, " #x : "=r"(value));                                                 \
        else if (dimension == 1)                                                                   \
            __asm__("csrr %0, " #y : "=r"(value));                                                 \
        else if (dimension == 2)                                                                   \
            __asm__("csrr %0, " #z : "=r"(value));                                                 \
        return value;                                                                              \
    }

BY_DIMENSION(get_local_id, 0xCD3, 0xCD4, 0xCD5, 0)
BY_DIMENSION(get_group_id, 0xCD6, 0xCD7, 0xCD8, 0)
BY_DIMENSION(get_local_size, 0xCD9, 0xCDA, 0xCDB, 1)
BY_DIMENSION(get_num_groups, 0xCDC, 0xCDD, 0xCDE, 1)

BUILTIN uint32_t get_global_size(uint32_t dimension)
{
    return get_num_groups(dimension) * get_local_size(dimension);
}

BUILTIN uint32_t get_global_offset(uint32_t dimension)
{
    (void)dimension;
    return 0;
}

/* A launch has no number of dimensions: trailing ones of size 1 do not count. */
BUILTIN uint32_t get_work_dim(void)
{
    return get_global_size(2) > 1 ? 3 : get_global_size(1) > 1 ? 2 : 1;
}

BUILTIN uint32_t get_global_id(uint32_t dimension)
{
    return get_group_id(dimension) * get_local_size(dimension) + get_local_id(dimension);
}
