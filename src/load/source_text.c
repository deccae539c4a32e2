/* SPDX-License-Identifier: Apache-2.0 */
/* source_text.c - reads source files beside a binary, each once.
 *
 * The names come from the binary. Files outside of its folder are not read: nobody expects lines of
 * private files in a report because a binary from elsewhere names them. */
#include "load/source_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "load/elf_text.h"
#include "load/input.h"

enum { SOURCE_BYTES_MAX = 16 << 20 };

struct source_file {
    struct source_file *next;
    const char *name;
    char **lines; /* from line 1 on */
    uint32_t count;
};

struct source_texts {
    struct arena arena;
    const char *folder; /* with its slash, or "" */
    struct source_file *files;
};

struct source_texts *source_texts_new(const char *binary)
{
    struct source_texts *texts = memory_take(sizeof *texts);
    const char *slash = binary ? strrchr(binary, '/') : NULL;
    texts->folder =
        arena_strndup(&texts->arena, slash ? binary : "", slash ? (size_t)(slash - binary) + 1 : 0);
    return texts;
}

void source_texts_free(struct source_texts *texts)
{
    arena_free(&texts->arena);
    memory_give_back(texts);
}

/* Without blanks at the end; a tab becomes four blanks. */
static char *plain_line(struct arena *arena, const char *line)
{
    struct text plain = {0};
    size_t length = strlen(line);
    while (length && strchr(" \t\r", line[length - 1]))
        length--;
    for (size_t i = 0; i < length; i++)
        text_add(&plain, line[i] == '\t' ? "    " : "%c", line[i]);
    char *copy = arena_strdup(arena, text_string(&plain));
    text_free(&plain);
    return copy;
}

static void cut_lines(struct source_texts *texts, struct source_file *file, char *text)
{
    for (char *line = text, *end; line; line = end ? end + 1 : NULL) {
        end = strchr(line, '\n');
        if (end)
            *end = '\0';
        file->lines = arena_grow(&texts->arena, file->lines, file->count, sizeof *file->lines);
        file->lines[file->count++] = plain_line(&texts->arena, line);
    }
}

static const char *path_of(struct source_texts *texts, const char *name)
{
    const char *slash = strrchr(name, '/');
    bool outside = name[0] == '/' || strstr(name, "..");
    return arena_format(&texts->arena, "%s%s", texts->folder,
                        outside && slash ? slash + 1 : name);
}

static struct source_file *read_file(struct source_texts *texts, const char *name)
{
    struct error ignored = {0};
    struct source_file *file = arena_alloc(&texts->arena, sizeof *file);
    char *text = NULL;
    size_t length;
    *file = (struct source_file){.next = texts->files, .name = arena_strdup(&texts->arena, name)};
    texts->files = file;
    if (input_read_all(&ignored, path_of(texts, name), SOURCE_BYTES_MAX, &text, &length) == WC_OK)
        cut_lines(texts, file, text);
    free(text);
    error_clear(&ignored);
    return file;
}

const char *source_text_indented(struct source_texts *texts, const char *name, uint32_t line)
{
    struct source_file *file = texts->files;
    while (file && strcmp(file->name, name) != 0)
        file = file->next;
    if (!file)
        file = read_file(texts, name);
    if (!line || line > file->count)
        return NULL;
    return printable_text(&texts->arena, file->lines[line - 1]);
}

const char *source_text(struct source_texts *texts, const char *name, uint32_t line)
{
    const char *text = source_text_indented(texts, name, line);
    if (text)
        text += strspn(text, " ");
    return text && *text ? text : NULL;
}
