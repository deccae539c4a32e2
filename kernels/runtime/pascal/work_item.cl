/* SPDX-License-Identifier: Apache-2.0 */
/* work_item.cl - OpenCL work-item functions for NVIDIA GPUs: special registers and bank 0.
 *
 * A launch has no offset and no hidden arguments. The products are of 32 bits: a grid of more
 * work-items in one dimension is none that a kernel of the suite could be given.
 */
#define BUILTIN __attribute__((overloadable, always_inline, const))

BUILTIN size_t get_local_id(uint dimension)
{
    switch (dimension) {
    case 0:
        return __nvvm_read_ptx_sreg_tid_x();
    case 1:
        return __nvvm_read_ptx_sreg_tid_y();
    case 2:
        return __nvvm_read_ptx_sreg_tid_z();
    default:
        return 0;
    }
}

BUILTIN size_t get_group_id(uint dimension)
{
    switch (dimension) {
    case 0:
        return __nvvm_read_ptx_sreg_ctaid_x();
    case 1:
        return __nvvm_read_ptx_sreg_ctaid_y();
    case 2:
        return __nvvm_read_ptx_sreg_ctaid_z();
    default:
        return 0;
    }
}

BUILTIN size_t get_local_size(uint dimension)
{
    switch (dimension) {
    case 0:
        return __nvvm_read_ptx_sreg_ntid_x();
    case 1:
        return __nvvm_read_ptx_sreg_ntid_y();
    case 2:
        return __nvvm_read_ptx_sreg_ntid_z();
    default:
        return 1;
    }
}

BUILTIN size_t get_num_groups(uint dimension)
{
    switch (dimension) {
    case 0:
        return __nvvm_read_ptx_sreg_nctaid_x();
    case 1:
        return __nvvm_read_ptx_sreg_nctaid_y();
    case 2:
        return __nvvm_read_ptx_sreg_nctaid_z();
    default:
        return 1;
    }
}

BUILTIN size_t get_global_size(uint dimension)
{
    return (uint)get_num_groups(dimension) * (uint)get_local_size(dimension);
}

BUILTIN size_t get_global_offset(uint dimension)
{
    (void)dimension;
    return 0;
}

BUILTIN size_t get_global_id(uint dimension)
{
    return (uint)get_group_id(dimension) * (uint)get_local_size(dimension) +
           (uint)get_local_id(dimension);
}

/* As on Vortex: trailing dimensions of one work-item do not count. */
BUILTIN uint get_work_dim(void)
{
    return get_global_size(2) > 1 ? 3 : get_global_size(1) > 1 ? 2 : 1;
}
