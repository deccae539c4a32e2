/* SPDX-License-Identifier: Apache-2.0 */
/* lines.c - merges all line programs of a file into one table sorted by address. */
#include "load/lines.h"

#include <elfutils/libdw.h>
#include <errno.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

#include "load/dwarf_thread.h"
#include "load/elf_text.h"
#include "load/lines_guard.h"

enum { PROGRAMS_MAX = 1 << 14 };

/* One row covers the addresses up to the next row. */
struct line_row {
    uint64_t address;
    uint32_t order; /* order of rows with equal addresses; the last one counts (DWARF 5, 6.2.2) */
    struct source_line line; /* file NULL: the end of a sequence, unknown from here on */
};

struct line_table {
    struct arena *arena;
    const struct image *image;
    bool is_read;
    struct line_row *rows;
    size_t count, room;
    const char *problem;
};

struct line_table *lines_new(struct arena *arena, const struct image *image)
{
    struct line_table *table = arena_alloc(arena, sizeof *table);
    table->arena = arena;
    table->image = image;
    return table;
}

/* Linkers leave the lines of removed functions at address 0 or -1, where there is no code. */
static bool is_code(const struct image *image, uint64_t address)
{
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const struct segment *segment = &image->segments[i];
        if (segment->executable && address - segment->address < segment->size)
            return true;
    }
    return false;
}

/* libdw joins the compilation folder and the name; remove it again. */
static const char *name_as_compiled(const char *name, const char *folder)
{
    size_t length = folder ? strlen(folder) : 0;
    if (length && !strncmp(name, folder, length) && name[length] == '/')
        name += length + 1;
    while (name[0] == '.' && name[1] == '/')
        name += 2;
    return name;
}

/* A name that outlives libdw's; equal libdw pointers mean equal files. `shown` is made on first
 * use: a table can have many more names than rows that use them. */
struct file_name {
    const char *given, *shown;
};

struct file_names {
    struct arena *arena;
    struct file_name *names; /* sorted by `given` */
    size_t count;
    const char *folder; /* of the compilation, or NULL */
};

static int by_given(const void *left, const void *right)
{
    uintptr_t a = (uintptr_t)((const struct file_name *)left)->given;
    uintptr_t b = (uintptr_t)((const struct file_name *)right)->given;
    return (a > b) - (a < b);
}

static struct file_names list_names(struct arena *arena, Dwarf_Files *files, size_t count)
{
    struct file_names out = {arena, arena_array(arena, count, sizeof *out.names), 0, NULL};
    const char *const *folders = NULL;
    size_t folder_count = 0;
    if (dwarf_getsrcdirs(files, &folders, &folder_count) != 0)
        folder_count = 0;
    out.folder = folder_count ? folders[0] : NULL;
    for (size_t i = 0; i < count; i++) {
        const char *given = dwarf_filesrc(files, i, NULL, NULL);
        if (given)
            out.names[out.count++] = (struct file_name){given, NULL};
    }
    qsort(out.names, out.count, sizeof *out.names, by_given);
    return out;
}

static const char *shown_name(const struct file_names *names, const char *given)
{
    struct file_name key = {given, NULL};
    struct file_name *found = bsearch(&key, names->names, names->count, sizeof key, by_given);
    if (found && !found->shown) {
        const char *name = name_as_compiled(given, names->folder);
        found->shown = printable_text(names->arena, arena_strdup(names->arena, name));
    }
    return found ? found->shown : NULL;
}

/* Space for the rows of one more program: arenas keep what is outgrown. */
static void reserve_rows(struct line_table *table, size_t more)
{
    size_t room = table->count + more;
    if (room <= table->room)
        return;
    if (table->count && room < 2 * table->room)
        room = 2 * table->room;
    struct line_row *rows = arena_array(table->arena, room, sizeof *rows);
    if (table->count)
        memcpy(rows, table->rows, table->count * sizeof *rows);
    table->rows = rows;
    table->room = room;
}

static void add_row(struct line_table *table, uint64_t address, struct source_line line)
{
    table->rows[table->count] =
        (struct line_row){.address = address, .order = (uint32_t)table->count, .line = line};
    table->count++;
}

static void add_line(struct line_table *table, const struct file_names *names, Dwarf_Line *row,
                     bool *in_code)
{
    Dwarf_Addr address;
    int line = 0, column = 0;
    bool ends = false;
    if (dwarf_lineaddr(row, &address) != 0 || dwarf_lineendsequence(row, &ends) != 0)
        return;
    if (ends) {
        if (*in_code)
            add_row(table, address, (struct source_line){NULL, 0, 0});
        *in_code = false;
        return;
    }
    if (!is_code(table->image, address))
        return;
    *in_code = true;
    dwarf_lineno(row, &line);
    dwarf_linecol(row, &column);
    const char *file = shown_name(names, dwarf_linesrc(row, NULL, NULL));
    if (line <= 0) /* compiler-generated code without a line */
        file = NULL;
    add_row(table, address,
            (struct source_line){.file = file,
                                 .line = file ? (uint32_t)line : 0,
                                 .column = column > 0 ? (uint32_t)column : 0});
}

static void add_program(struct line_table *table, Dwarf_Files *files, size_t file_count,
                        Dwarf_Lines *lines, size_t line_count)
{
    struct file_names names = list_names(table->arena, files, file_count);
    bool in_code = false;
    reserve_rows(table, line_count);
    for (size_t i = 0; i < line_count; i++) {
        Dwarf_Line *row = dwarf_onesrcline(lines, i);
        if (row)
            add_line(table, &names, row, &in_code);
    }
}

static void read_programs(struct line_table *table, Dwarf *dwarf)
{
    Dwarf_Off offset = 0, next;
    Dwarf_CU *unit = NULL;
    Dwarf_Files *files;
    Dwarf_Lines *lines;
    size_t file_count, line_count;
    int status = 0, programs = 0;
    while (programs++ < PROGRAMS_MAX &&
           (status = dwarf_next_lines(dwarf, offset, &next, &unit, &files, &file_count, &lines,
                                      &line_count)) == 0) {
        add_program(table, files, file_count, lines, line_count);
        offset = next;
    }
    if (status < 0)
        table->problem = arena_format(table->arena, "the debug information is damaged at offset "
                                      "0x%llx of .debug_line: %s", (unsigned long long)offset,
                                      dwarf_errmsg(-1));
    else if (status == 0)
        table->problem = "the debug information has too many units; only the first were read";
}

static int by_address(const void *left, const void *right)
{
    const struct line_row *a = left, *b = right;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    /* Ends come before starts at the same address. */
    bool a_ends = a->line.file == NULL, b_ends = b->line.file == NULL;
    if (a_ends != b_ends)
        return a_ends ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

struct reading {
    struct line_table *table;
    Elf *elf;
    Dwarf *dwarf;
    int cause; /* errno */
};

static void read_dwarf(void *user)
{
    struct reading *reading = user;
    struct line_table *table = reading->table;
    errno = 0;
    reading->dwarf = dwarf_begin_elf(reading->elf, DWARF_C_READ, NULL);
    if (reading->dwarf) {
        dwarf_new_oom_handler(reading->dwarf, dwarf_thread_end);
        read_programs(table, reading->dwarf);
    } else {
        table->problem = arena_format(table->arena, "the debug information is damaged: %s",
                                      dwarf_errmsg(-1));
    }
    reading->cause = errno;
}

static void read_elf(struct reading *reading)
{
    struct line_table *table = reading->table;
    table->problem = debug_information_problem(reading->elf);
    if (table->problem)
        return;
    if (!dwarf_thread_run(read_dwarf, reading))
        reading->cause = ENOMEM;
    dwarf_end(reading->dwarf);
}

/* Lines that are missing for lack of memory would change a report: the work ends. */
static void read_table(struct line_table *table)
{
    table->is_read = true;
    errno = 0;
    struct reading reading = {.table = table,
                              .elf = elf_memory(table->image->file, table->image->file_bytes)};
    if (reading.elf)
        read_elf(&reading);
    elf_end(reading.elf);
    if (table->count)
        qsort(table->rows, table->count, sizeof *table->rows, by_address);
    if (errno == ENOMEM || reading.cause == ENOMEM)
        arena_lacks_memory(table->arena);
}

/* Number of rows that start at or before an address. */
static size_t rows_up_to(struct line_table *table, uint64_t address)
{
    if (!table->is_read)
        read_table(table);
    size_t low = 0, high = table->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (table->rows[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool lines_find(struct line_table *table, uint64_t address, struct source_line *out)
{
    size_t low = rows_up_to(table, address);
    if (low == 0 || !table->rows[low - 1].line.file)
        return false;
    *out = table->rows[low - 1].line;
    return true;
}

bool lines_find_first(struct line_table *table, uint64_t address, struct source_line *out)
{
    bool found = false;
    for (size_t i = rows_up_to(table, address); i-- > 0 && table->rows[i].address == address;) {
        if (table->rows[i].line.file) {
            *out = table->rows[i].line;
            found = true;
        }
    }
    return found;
}

const char *lines_problem(struct line_table *table)
{
    if (!table->is_read)
        read_table(table);
    return table->problem;
}
