/* SPDX-License-Identifier: Apache-2.0 */
/* edges.cl - accesses one element of an array in local memory, inside or outside of it. */

enum { FIRST, LAST, ARGUMENT, SECOND_ARGUMENT };

__kernel void edges(__global int *out, int array, int index, int store, __local int *argument,
                    __local int *second_argument)
{
    __local int first[5], last[3];
    volatile __local int *at = array == FIRST      ? first
                               : array == LAST     ? last
                               : array == ARGUMENT ? argument
                                                   : second_argument;
    if (store)
        at[index] = 1;
    else
        out[get_group_id(0)] = at[index];
}

/* Its array is between those of `edges` and the arguments. */
__kernel void other(__global int *out)
{
    __local int mine[4];
    volatile __local int *at = mine;
    at[0] = 5;
    out[get_group_id(0)] = at[0];
}
