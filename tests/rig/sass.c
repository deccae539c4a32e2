/* SPDX-License-Identifier: Apache-2.0 */
/* sass.c - groups of hand-made instructions, and a few instructions by their bits. */
#include "sass.h"

#include <string.h>

enum { GROUP = 3, GROUP_BYTES = 32, WORD_BYTES = 8, CONTROL_BITS = 21, PARAMETER_BASE = 0x140 };

struct rig *sass_rig(const char *machine, const char *settings)
{
    struct rig *rig = rig_new(machine, settings);
    kernel_begin(rig, &(struct image){.format = "NVIDIA cubin", .isa = "sass", .architecture = 62},
                 &(struct kernel){.registers = 32, .local_bytes = 16384, .stack_bytes = 64,
                                  .parameter_base = PARAMETER_BASE, .parameter_bytes = 16});
    return rig;
}

/* An instruction into its place of a group, and its bits into the control word in front. */
static void put(uint8_t *group, uint32_t place, struct word word)
{
    uint64_t control, mask = ((1ull << CONTROL_BITS) - 1) << CONTROL_BITS * place;
    memcpy(&control, group, WORD_BYTES);
    control = (control & ~mask) | (uint64_t)word.control << CONTROL_BITS * place;
    memcpy(group, &control, WORD_BYTES);
    memcpy(group + WORD_BYTES * (1 + place), &word.bits, WORD_BYTES);
}

/* A new group is full of NOPs, of which those that follow take the place. */
uint32_t sass_add(struct rig *rig, struct word word)
{
    uint32_t place = rig->made.added % GROUP;
    if (place == 0) {
        uint8_t *group = kernel_extend(rig, GROUP_BYTES);
        rig->made.count += GROUP;
        for (uint32_t i = 0; i < GROUP; i++)
            put(group, i, nop(STALL(0)));
    }
    put(rig->made.code + rig->made.bytes - GROUP_BYTES, place, word);
    return rig->made.added++;
}

/* ---- instructions ---- */

enum { ALWAYS = 7 << 16 }; /* guard PT */

static struct word word(uint64_t bits, uint32_t control)
{
    return (struct word){bits | ALWAYS, control};
}

static struct word word3(uint64_t bits, uint32_t rd, uint32_t ra, uint64_t b, uint32_t control)
{
    return word(bits | rd | (uint64_t)ra << 8 | b << 20, control);
}

static uint64_t offset24(uint32_t offset)
{
    return offset & 0xffffff;
}

struct word nop(uint32_t control) { return word(0x50b0000000000f00, control); }
struct word exit_(uint32_t control) { return word(0xe30000000000000f, control); }
struct word bar_sync(uint32_t control) { return word(0xf0a81b8000000000, control); }

struct word membar(uint32_t level, uint32_t control)
{
    return word(0xef98000000000000 | level << 8, control);
}

struct word mov32i(uint32_t rd, uint32_t value, uint32_t control)
{
    return word3(0x010000000000f000, rd, 0, value, control);
}

struct word mov_const(uint32_t rd, uint32_t offset, uint32_t control)
{
    return word3(0x4c98078000000000, rd, 0, offset / 4, control);
}

struct word iadd(uint32_t rd, uint32_t ra, uint32_t rb, uint32_t control)
{
    return word3(0x5c10000000000000, rd, ra, rb, control);
}

struct word iadd32i(uint32_t rd, uint32_t ra, uint32_t value, uint32_t control)
{
    return word3(0x1c00000000000000, rd, ra, value, control);
}

struct word shl(uint32_t rd, uint32_t ra, uint32_t amount, uint32_t control)
{
    return word3(0x3848000000000000, rd, ra, amount, control);
}

struct word s2r(uint32_t rd, uint32_t number, uint32_t control)
{
    return word3(0xf0c8000000000000, rd, 0, number, control);
}

struct word mufu_rcp(uint32_t rd, uint32_t ra, uint32_t control)
{
    return word3(0x5080000000000000, rd, ra, 4, control);
}

struct word dadd(uint32_t rd, uint32_t ra, uint32_t rb, uint32_t control)
{
    return word3(0x5c70000000000000, rd, ra, rb, control);
}

struct word lds(uint32_t rd, uint32_t ra, uint32_t offset, uint32_t control)
{
    return word3(0xef4c000000000000, rd, ra, offset24(offset), control);
}

struct word sts(uint32_t ra, uint32_t offset, uint32_t data, uint32_t control)
{
    return word3(0xef5c000000000000, data, ra, offset24(offset), control);
}

struct word ldg(uint32_t rd, uint32_t ra, uint32_t offset, uint32_t control)
{
    return word3(0xeed4200000000000, rd, ra, offset24(offset), control);
}

struct word stg(uint32_t ra, uint32_t offset, uint32_t data, uint32_t control)
{
    return word3(0xeedc200000000000, data, ra, offset24(offset), control);
}

struct word ldc(uint32_t rd, uint32_t ra, uint32_t offset, uint32_t control)
{
    return word3(0xef94000000000000, rd, ra, offset, control);
}

struct word ldl(uint32_t rd, uint32_t ra, uint32_t offset, uint32_t control)
{
    return word3(0xef44000000000000, rd, ra, offset24(offset), control);
}

struct word bra(int32_t words, uint32_t control)
{
    return word(0xe24000000000000f | offset24((uint32_t)words * 8) << 20, control);
}

struct word depbar_le(uint32_t barrier, uint32_t count, uint32_t control)
{
    return word(0xf0f0000020000000 | (uint64_t)barrier << 26 | (uint64_t)count << 20, control);
}

struct word isetp_lt(uint32_t p, uint32_t ra, uint32_t value, uint32_t control)
{
    return word(0x3662038000000007 | (uint64_t)p << 3 | (uint64_t)ra << 8 |
                    (uint64_t)value << 20, control);
}

struct word guarded(struct word w, uint32_t p, bool negated)
{
    w.bits = (w.bits & ~(0xfull << 16)) | (uint64_t)p << 16 | (uint64_t)negated << 19;
    return w;
}
