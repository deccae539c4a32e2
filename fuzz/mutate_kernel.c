/* SPDX-License-Identifier: Apache-2.0 */
/* mutate_kernel.c - changes a job and its kernel binary (through.h) so that most results still
 * load: usually some instructions, sometimes the text of the job, seldom any byte of the binary. */
#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* ---- where the code is ---- */

struct code {
    uint64_t offset, bytes;
    unsigned word; /* bytes of an instruction, or of its half */
};

/* What is the same in both classes of ELF. */
struct section {
    uint64_t flags, offset, size;
};

static bool read_section(const uint8_t *binary, size_t size, uint64_t at, bool wide,
                         struct section *out)
{
    Elf64_Shdr header64;
    Elf32_Shdr header32;
    size_t bytes = wide ? sizeof header64 : sizeof header32;
    if (at > size || size - at < bytes)
        return false;
    memcpy(wide ? (void *)&header64 : (void *)&header32, binary + at, bytes);
    *out = wide ? (struct section){header64.sh_flags, header64.sh_offset, header64.sh_size}
                : (struct section){header32.sh_flags, header32.sh_offset, header32.sh_size};
    return true;
}

/* The n-th of the executable sections, counted in a circle. */
static bool find_code(const uint8_t *binary, size_t size, unsigned n, struct code *code)
{
    Elf64_Ehdr wide;
    Elf32_Ehdr narrow;
    if (size < sizeof wide || memcmp(binary, ELFMAG, SELFMAG))
        return false;
    memcpy(&wide, binary, sizeof wide);
    memcpy(&narrow, binary, sizeof narrow);
    const bool is_wide = binary[EI_CLASS] == ELFCLASS64;
    const uint64_t table = is_wide ? wide.e_shoff : narrow.e_shoff;
    const unsigned count = is_wide ? wide.e_shnum : narrow.e_shnum;
    const size_t step = is_wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
    struct section section;
    for (unsigned i = 0; i < 2 * count; i++) {
        if (!read_section(binary, size, table + (n + i) % count * step, is_wide, &section))
            return false;
        bool inside = section.offset <= size && section.size <= size - section.offset;
        if (section.flags & SHF_EXECINSTR && inside && section.size >= 16) {
            bool cuda = is_wide && wide.e_machine == EM_CUDA;
            *code = (struct code){section.offset, section.size, cuda ? 8 : 4};
            return true;
        }
    }
    return false;
}

/* ---- changes of code ---- */

static uint8_t *random_word(uint8_t *binary, const struct code *code, unsigned *seed)
{
    uint64_t words = code->bytes / code->word;
    return binary + code->offset + (uint64_t)rand_r(seed) % words * code->word;
}

static void flip_bit(uint8_t *binary, const struct code *code, unsigned *seed)
{
    uint8_t *word = random_word(binary, code, seed);
    word[(unsigned)rand_r(seed) % code->word] ^= (uint8_t)(1u << rand_r(seed) % 8);
}

static void copy_word(uint8_t *binary, const struct code *code, unsigned *seed)
{
    uint8_t *from = random_word(binary, code, seed);
    memmove(random_word(binary, code, seed), from, code->word);
}

static void swap_words(uint8_t *binary, const struct code *code, unsigned *seed)
{
    uint8_t kept[8];
    uint8_t *a = random_word(binary, code, seed), *b = random_word(binary, code, seed);
    memcpy(kept, a, code->word);
    memmove(a, b, code->word);
    memcpy(b, kept, code->word);
}

static void change_byte(uint8_t *binary, const struct code *code, unsigned *seed)
{
    random_word(binary, code, seed)[(unsigned)rand_r(seed) % code->word] = (uint8_t)rand_r(seed);
}

static bool change_code(uint8_t *binary, size_t size, unsigned *seed)
{
    static void (*const changes[])(uint8_t *, const struct code *, unsigned *) = {
        flip_bit, flip_bit, copy_word, swap_words, change_byte};
    struct code code;
    if (!find_code(binary, size, (unsigned)rand_r(seed) % 256, &code))
        return false;
    for (int i = rand_r(seed) % 4 ? 1 : 3; i > 0; i--) /* most changes stop a kernel */
        changes[(size_t)rand_r(seed) % (sizeof changes / sizeof *changes)](binary, &code, seed);
    return true;
}

/* ---- changes of the job ---- */

/* Sizes, values and settings: most other changes make no job. */
static bool change_digit(uint8_t *text, size_t length, unsigned *seed)
{
    size_t from = length ? (size_t)rand_r(seed) % length : 0;
    for (size_t i = 0; i < length; i++) {
        uint8_t *at = &text[(from + i) % length];
        if (*at >= '0' && *at <= '9') {
            *at = (uint8_t)('0' + rand_r(seed) % 10);
            return true;
        }
    }
    return false;
}

/* The text may grow into what the input may still grow by; the binary moves. */
static size_t change_job(uint8_t *data, size_t text, size_t size, size_t max_size)
{
    size_t rest = size - text, room = max_size - rest;
    uint8_t *copy = malloc(room + rest + 1);
    if (!copy)
        return size;
    memcpy(copy, data, text);
    size_t changed = LLVMFuzzerMutate(copy, text, room);
    for (size_t i = 0; i < changed; i++)
        copy[i] = copy[i] ? copy[i] : ' ';
    memcpy(copy + changed, data + text, rest);
    memcpy(data, copy, changed + rest);
    free(copy);
    return changed + rest;
}

/* ---- the whole ---- */

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    const uint8_t *nul = size ? memchr(data, 0, size) : NULL;
    if (!nul || size > max_size)
        return LLVMFuzzerMutate(data, size, max_size);
    size_t text = (size_t)(nul - data), head = text + 1;
    unsigned choice = (unsigned)rand_r(&seed) % 16;
    if (choice < 3 && change_digit(data, text, &seed))
        return size;
    if (choice < 4)
        return change_job(data, text, size, max_size);
    if (choice == 4 || !change_code(data + head, size - head, &seed))
        return head + LLVMFuzzerMutate(data + head, size - head, max_size - head);
    return size;
}
