/* SPDX-License-Identifier: Apache-2.0 */
/* sample_inline.h - gives sample.elf code of a second source file. */
static inline float times(float a, float b)
{
    return a * b;
}
