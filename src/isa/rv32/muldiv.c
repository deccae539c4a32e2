/* SPDX-License-Identifier: Apache-2.0 */
/* muldiv.c - the M extension. RISC-V unprivileged ISA 20191213, chapter 7.
 *
 * Division never traps: by zero it gives all ones and the dividend as remainder; the one signed
 * overflow gives the dividend and remainder 0. */
#include "isa/rv32/lanes.h"
#include "isa/rv32/run.h"

static inline uint32_t op_mul(uint32_t a, uint32_t b)
{
    return a * b;
}

static inline uint32_t op_mulh(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)((int64_t)(int32_t)a * (int32_t)b) >> 32);
}

static inline uint32_t op_mulhsu(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)((int64_t)(int32_t)a * (int64_t)(uint64_t)b) >> 32);
}

static inline uint32_t op_mulhu(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b >> 32);
}

static inline bool overflows(uint32_t a, uint32_t b)
{
    return a == 0x80000000u && b == UINT32_MAX;
}

static inline uint32_t op_div(uint32_t a, uint32_t b)
{
    if (b == 0)
        return UINT32_MAX;
    return overflows(a, b) ? a : (uint32_t)((int32_t)a / (int32_t)b);
}

static inline uint32_t op_divu(uint32_t a, uint32_t b)
{
    return b == 0 ? UINT32_MAX : a / b;
}

static inline uint32_t op_rem(uint32_t a, uint32_t b)
{
    if (b == 0)
        return a;
    return overflows(a, b) ? 0 : (uint32_t)((int32_t)a % (int32_t)b);
}

static inline uint32_t op_remu(uint32_t a, uint32_t b)
{
    return b == 0 ? a : a % b;
}

LANEWISE void rv32_mul(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_mul);
}

LANEWISE void rv32_mulh(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_mulh);
}

LANEWISE void rv32_mulhsu(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_mulhsu);
}

LANEWISE void rv32_mulhu(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_mulhu);
}

LANEWISE void rv32_div(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_div);
}

LANEWISE void rv32_divu(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_divu);
}

LANEWISE void rv32_rem(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_rem);
}

LANEWISE void rv32_remu(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_remu);
}
