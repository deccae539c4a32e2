/* SPDX-License-Identifier: Apache-2.0 */
/* info.h - contents of a kernel binary, for `warpclock info`.
 *
 * JSON, schema 1: schema, file, format, isa, entry, source, source_sha256, runtime_sha256,
 * toolchain, thread_local_bytes, architecture, segments [address, bytes, file_bytes, file_offset,
 * access], kernels [name, entry, code_bytes, local_bytes, registers, required_block, parameters
 * [name, kind, type, bytes, offset], register_limit, stack_bytes, token_bytes, barriers,
 * most_threads, parameter_base, parameter_bytes, exits, amdgpu [version, descriptor, rsrc1, rsrc2,
 * properties, argument_alignment, vgprs, sgprs, wavefront, dynamic_stack, starts_with,
 * hidden_arguments [kind, offset, bytes]]], functions [name, entry, code_bytes],
 * constant_banks [bank, kernel, bytes], indirect_branches, loops, symbols, lines, lines_problem.
 * Unknown values are null. */
#ifndef WARPCLOCK_REPORT_INFO_H
#define WARPCLOCK_REPORT_INFO_H

#include "base/text.h"
#include "load/image.h"

/* loop_fits: by loop note, whether code was found for it; NULL: not searched. */
void info_write(const struct image *image, const bool *loop_fits, enum wc_format format,
                struct text *out);

#endif
