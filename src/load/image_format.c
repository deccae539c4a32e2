/* SPDX-License-Identifier: Apache-2.0 */
/* image_format.c - the formats that are read, and names for formats that are not.
 *
 * Users pass whatever is next to the kernel: the host program, the bitcode, the job file. A message
 * that names the actual format helps them more than "not an ELF file". */
#include "load/image_format.h"

#include <string.h>

#include "load/amdgpu.h"
#include "load/cubin.h"
#include "load/elf_identity.h"
#include "load/riscv_elf.h"
#include "load/sas.h"

static bool is_riscv(const uint8_t *bytes, uint64_t size)
{
    return elf_machine(bytes, size) == EM_RISCV;
}

static bool is_cubin(const uint8_t *bytes, uint64_t size)
{
    return elf_machine(bytes, size) == EM_CUDA;
}

static bool is_amd_code_object(const uint8_t *bytes, uint64_t size)
{
    return elf_machine(bytes, size) == EM_AMDGPU;
}

static const struct image_format formats[] = {
    {"a RISC-V ELF file", is_riscv, riscv_elf_load},
    {"an NVIDIA cubin", is_cubin, cubin_load},
    {"an NVIDIA fat binary", is_fat_binary, cubin_fat_load},
    {"a program with CUDA code", is_cuda_program, cuda_program_load},
    {"an AMDGPU code object", is_amd_code_object, amdgpu_load},
    {"a bundle of code objects", is_amd_bundle, amd_bundle_load},
    {"a program with HIP code", is_hip_program, hip_program_load},
};

static const struct image_format text_format = {"a Sim-D program", NULL, sas_load};

const struct image_format *image_format_find(const char *path, const uint8_t *bytes, uint64_t size)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (formats[i].recognise(bytes, size))
            return &formats[i];
    }
    return sas_recognise(path, bytes, size) ? &text_format : NULL;
}

struct magic {
    const char *bytes;
    size_t length;
    const char *name;
};

static const struct magic foreign_magics[] = {
    {"MZ", 2, "a Windows program (PE)"},
    {"\xCF\xFA\xED\xFE", 4, "a Mach-O file"},
    {"\xCE\xFA\xED\xFE", 4, "a Mach-O file"},
    {"\xFE\xED\xFA\xCF", 4, "a Mach-O file"},
    {"\xFE\xED\xFA\xCE", 4, "a Mach-O file"},
    {"\xCA\xFE\xBA\xBE", 4, "a Mach-O file for several machines, or a Java class"},
    {"BC\xC0\xDE", 4, "LLVM bitcode"},
    {"\x03\x02\x23\x07", 4, "a SPIR-V module"},
    {"!<arch>\n", 8, "an archive of object files"},
    {"\x93NUMPY", 6, "a NumPy array"},
    {"PK\x03\x04", 4, "a zip archive"},
    {"\x1F\x8B", 2, "a gzip-compressed file"},
    {"\x28\xB5\x2F\xFD", 4, "a zstd-compressed file"},
    {"#!", 2, "a script"},
};

static bool is_text(const uint8_t *bytes, uint64_t size)
{
    enum { LOOKED_AT = 512 };
    for (uint64_t i = 0; i < size && i < LOOKED_AT; i++) {
        if (bytes[i] < ' ' && !memchr("\t\n\r\f", bytes[i], 4))
            return false;
    }
    return true;
}

const char *foreign_file_name(const uint8_t *bytes, uint64_t size)
{
    if (size == 0)
        return "an empty file";
    for (size_t i = 0; i < sizeof foreign_magics / sizeof *foreign_magics; i++) {
        const struct magic *magic = &foreign_magics[i];
        if (size >= magic->length && !memcmp(bytes, magic->bytes, magic->length))
            return magic->name;
    }
    return is_text(bytes, size) ? "a text file" : "a file of unknown kind";
}
