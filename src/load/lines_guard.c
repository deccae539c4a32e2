/* SPDX-License-Identifier: Apache-2.0 */
/* lines_guard.c - limits on debug information, checked before libdw reads it.
 *
 * libdw ends the process when memory runs out, so a hostile file must be refused before. Two things
 * can grow beyond the file's size: compressed sections, and the names of source files, for which
 * libdw joins folder and name for every entry of a line program even if all entries share one long
 * folder. Compressed sections are not read; for the names, entries times longest name is
 * limited. */
#include "load/lines_guard.h"

#include <gelf.h>
#include <stdint.h>
#include <string.h>

static const uint64_t DEBUG_BYTES_MAX = 64u << 20;
static const uint64_t LINE_BYTES_MAX = 2u << 20;
static const uint64_t NAME_BYTES_MAX = 64u << 20;

struct findings {
    uint64_t total_bytes, line_bytes, longest_name;
    uint64_t names; /* NAMES_UNKNOWN: cannot be counted */
};

static uint64_t longest_run_without_nul(const uint8_t *bytes, uint64_t size)
{
    uint64_t longest = 0;
    for (uint64_t at = 0, length; at < size; at += length + 1) {
        const uint8_t *end = memchr(bytes + at, 0, size - at);
        length = end ? (uint64_t)(end - bytes) - at : size - at;
        if (length > longest)
            longest = length;
    }
    return longest;
}

static const char *look_at(Elf_Scn *section, const GElf_Shdr *header, const char *name,
                           struct findings *found)
{
    if (!strncmp(name, ".zdebug", 7) || (header->sh_flags & SHF_COMPRESSED))
        return "the debug information is compressed; link without -gz to see source lines";
    found->total_bytes += header->sh_size;
    if (header->sh_size > DEBUG_BYTES_MAX || found->total_bytes > DEBUG_BYTES_MAX)
        return "the debug information exceeds 64 MiB and was not read";
    Elf_Data *data = elf_rawdata(section, NULL);
    if (!data)
        return "a debug information section extends past the end of the file";
    if (!strcmp(name, ".debug_line")) {
        uint64_t names = data->d_buf ? count_file_names(data->d_buf, data->d_size) : 0;
        found->line_bytes += header->sh_size;
        found->names = names > NAME_BYTES_MAX ? NAMES_UNKNOWN : found->names + names;
    }
    uint64_t run = data->d_buf ? longest_run_without_nul(data->d_buf, data->d_size) : 0;
    if (run > found->longest_name)
        found->longest_name = run;
    return NULL;
}

const char *debug_information_problem(Elf *elf)
{
    const char *const damaged = "the section headers of the debug information are damaged";
    struct findings found = {0};
    size_t names;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return damaged;
    for (Elf_Scn *section = elf_nextscn(elf, NULL); section; section = elf_nextscn(elf, section)) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header))
            return damaged;
        const char *name = elf_strptr(elf, names, header.sh_name);
        if (!name || (strncmp(name, ".debug_", 7) && strncmp(name, ".zdebug_", 8)))
            continue;
        const char *problem = look_at(section, &header, name, &found);
        if (problem)
            return problem;
    }
    if (found.line_bytes > LINE_BYTES_MAX || found.names > NAME_BYTES_MAX ||
        found.names * (found.longest_name + 1) > NAME_BYTES_MAX)
        return "the line tables of the debug information are too large";
    return NULL;
}
