/* SPDX-License-Identifier: Apache-2.0 */
/* csr_name.c - names of control and status registers: those that LLVM 16 prints for RV32. RISC-V
 * privileged architecture 1.12, chapter 2; a test compares all 4096 numbers with LLVM. */
#include "isa/rv32/rv32.h"

struct csr_name {
    uint16_t number;
    const char *name;
};

static const struct csr_name csr_names[] = {
    {0x000, "ustatus"},
    {0x001, "fflags"},
    {0x002, "frm"},
    {0x003, "fcsr"},
    {0x004, "uie"},
    {0x005, "utvec"},
    {0x008, "vstart"},
    {0x009, "vxsat"},
    {0x00a, "vxrm"},
    {0x00f, "vcsr"},
    {0x015, "seed"},
    {0x040, "uscratch"},
    {0x041, "uepc"},
    {0x042, "ucause"},
    {0x043, "utval"},
    {0x044, "uip"},
    {0x100, "sstatus"},
    {0x102, "sedeleg"},
    {0x103, "sideleg"},
    {0x104, "sie"},
    {0x105, "stvec"},
    {0x106, "scounteren"},
    {0x10a, "senvcfg"},
    {0x140, "sscratch"},
    {0x141, "sepc"},
    {0x142, "scause"},
    {0x143, "stval"},
    {0x144, "sip"},
    {0x14d, "stimecmp"},
    {0x15d, "stimecmph"},
    {0x180, "satp"},
    {0x200, "vsstatus"},
    {0x204, "vsie"},
    {0x205, "vstvec"},
    {0x240, "vsscratch"},
    {0x241, "vsepc"},
    {0x242, "vscause"},
    {0x243, "vstval"},
    {0x244, "vsip"},
    {0x24d, "vstimecmp"},
    {0x25d, "vstimecmph"},
    {0x280, "vsatp"},
    {0x300, "mstatus"},
    {0x301, "misa"},
    {0x302, "medeleg"},
    {0x303, "mideleg"},
    {0x304, "mie"},
    {0x305, "mtvec"},
    {0x306, "mcounteren"},
    {0x30a, "menvcfg"},
    {0x310, "mstatush"},
    {0x31a, "menvcfgh"},
    {0x320, "mcountinhibit"},
    {0x340, "mscratch"},
    {0x341, "mepc"},
    {0x342, "mcause"},
    {0x343, "mtval"},
    {0x344, "mip"},
    {0x34a, "mtinst"},
    {0x34b, "mtval2"},
    {0x5a8, "scontext"},
    {0x600, "hstatus"},
    {0x602, "hedeleg"},
    {0x603, "hideleg"},
    {0x604, "hie"},
    {0x605, "htimedelta"},
    {0x606, "hcounteren"},
    {0x607, "hgeie"},
    {0x60a, "henvcfg"},
    {0x615, "htimedeltah"},
    {0x61a, "henvcfgh"},
    {0x643, "htval"},
    {0x644, "hip"},
    {0x645, "hvip"},
    {0x64a, "htinst"},
    {0x680, "hgatp"},
    {0x6a8, "hcontext"},
    {0x747, "mseccfg"},
    {0x757, "mseccfgh"},
    {0x7a0, "tselect"},
    {0x7a1, "tdata1"},
    {0x7a2, "tdata2"},
    {0x7a3, "tdata3"},
    {0x7a8, "mcontext"},
    {0x7b0, "dcsr"},
    {0x7b1, "dpc"},
    {0x7b2, "dscratch0"},
    {0x7b3, "dscratch1"},
    {0xb00, "mcycle"},
    {0xb02, "minstret"},
    {0xb80, "mcycleh"},
    {0xb82, "minstreth"},
    {0xc00, "cycle"},
    {0xc01, "time"},
    {0xc02, "instret"},
    {0xc20, "vl"},
    {0xc21, "vtype"},
    {0xc22, "vlenb"},
    {0xc80, "cycleh"},
    {0xc81, "timeh"},
    {0xc82, "instreth"},
    {0xda0, "scountovf"},
    {0xe12, "hgeip"},
    {0xf11, "mvendorid"},
    {0xf12, "marchid"},
    {0xf13, "mimpid"},
    {0xf14, "mhartid"},
    {0xf15, "mconfigptr"},
};

/* Registers that are numbered: `count` of them, the first one called prefix `index` suffix. */
struct csr_family {
    uint16_t number, count, index;
    const char *prefix, *suffix;
};

static const struct csr_family csr_families[] = {
    {.number = 0x10c, .count = 4, .index = 0, .prefix = "sstateen", .suffix = ""},
    {.number = 0x30c, .count = 4, .index = 0, .prefix = "mstateen", .suffix = ""},
    {.number = 0x31c, .count = 4, .index = 0, .prefix = "mstateen", .suffix = "h"},
    {.number = 0x323, .count = 29, .index = 3, .prefix = "mhpmevent", .suffix = ""},
    {.number = 0x3a0, .count = 16, .index = 0, .prefix = "pmpcfg", .suffix = ""},
    {.number = 0x3b0, .count = 64, .index = 0, .prefix = "pmpaddr", .suffix = ""},
    {.number = 0x60c, .count = 4, .index = 0, .prefix = "hstateen", .suffix = ""},
    {.number = 0x61c, .count = 4, .index = 0, .prefix = "hstateen", .suffix = "h"},
    {.number = 0x723, .count = 29, .index = 3, .prefix = "mhpmevent", .suffix = "h"},
    {.number = 0xb03, .count = 29, .index = 3, .prefix = "mhpmcounter", .suffix = ""},
    {.number = 0xb83, .count = 29, .index = 3, .prefix = "mhpmcounter", .suffix = "h"},
    {.number = 0xc03, .count = 29, .index = 3, .prefix = "hpmcounter", .suffix = ""},
    {.number = 0xc83, .count = 29, .index = 3, .prefix = "hpmcounter", .suffix = "h"},
};

void rv32_print_csr(uint32_t number, struct text *out)
{
    for (size_t i = 0; i < sizeof csr_names / sizeof csr_names[0]; i++)
        if (csr_names[i].number == number) {
            text_add(out, "%s", csr_names[i].name);
            return;
        }
    for (size_t i = 0; i < sizeof csr_families / sizeof csr_families[0]; i++) {
        const struct csr_family *family = &csr_families[i];
        uint32_t offset = number - family->number;
        if (offset < family->count) {
            text_add(out, "%s%u%s", family->prefix, (unsigned)(family->index + offset),
                     family->suffix);
            return;
        }
    }
    text_add(out, "%u", (unsigned)number);
}
