/* SPDX-License-Identifier: Apache-2.0 */
/* elf_identity.c - reads e_ident and e_machine directly: libelf accepts only whole files. */
#include "load/elf_identity.h"

#include <stddef.h>
#include <string.h>

bool is_elf(const uint8_t *bytes, uint64_t size)
{
    return size >= SELFMAG && !memcmp(bytes, ELFMAG, SELFMAG);
}

int elf_machine(const uint8_t *bytes, uint64_t size)
{
    /* The same offset in both classes. */
    const size_t at = offsetof(Elf32_Ehdr, e_machine);
    if (!is_elf(bytes, size) || size < at + 2)
        return -1;
    if (bytes[EI_DATA] == ELFDATA2MSB)
        return bytes[at] << 8 | bytes[at + 1];
    return bytes[at + 1] << 8 | bytes[at];
}

static const struct {
    int machine;
    const char *name;
} machines[] = {
    {EM_386, "x86 (32 bit)"},   {EM_X86_64, "x86-64"},    {EM_ARM, "ARM (32 bit)"},
    {EM_AARCH64, "AArch64"},    {EM_RISCV, "RISC-V"},     {EM_CUDA, "NVIDIA GPUs"},
    {EM_AMDGPU, "AMD GPUs"},    {EM_PPC, "PowerPC"},      {EM_PPC64, "PowerPC (64 bit)"},
    {EM_S390, "IBM Z"},         {EM_MIPS, "MIPS"},        {EM_SPARC, "SPARC"},
    {EM_SPARCV9, "SPARC V9"},   {EM_BPF, "BPF"},          {EM_LOONGARCH, "LoongArch"},
};

const char *elf_machine_name(int machine)
{
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        if (machines[i].machine == machine)
            return machines[i].name;
    }
    return NULL;
}
