/* SPDX-License-Identifier: Apache-2.0 */
/* example.c - reads the one-line form of a program. */
#include "paper/pws/example.h"

#include <stdlib.h>

struct reader {
    struct arena *arena;
    const char *at;
    const struct published_program *program;
    const double *marks;
    size_t mark_count;
    bool bad;
};

static char look(struct reader *reader)
{
    while (*reader->at == ' ')
        reader->at++;
    return *reader->at;
}

static void expect(struct reader *reader, char wanted)
{
    if (look(reader) == wanted)
        reader->at++;
    else
        reader->bad = true;
}

static struct structure_block read_block(struct reader *reader)
{
    char *end;
    look(reader);
    unsigned long number = strtoul(reader->at, &end, 10);
    reader->bad |= end == reader->at || number < 1 || number > reader->program->blocks;
    reader->at = end;
    if (reader->bad)
        return (struct structure_block){STRUCTURE_NO_BLOCK, 0};
    return (struct structure_block){(uint32_t)number,
                                    (int64_t)reader->program->costs[number - 1]};
}

static bool is_marked(const struct reader *reader, uint32_t block)
{
    for (size_t i = 0; i < reader->mark_count; i++) {
        if (reader->marks[i] == block)
            return true;
    }
    return false;
}

static struct structure *read_list(struct reader *reader, unsigned depth);

static void read_branch(struct reader *reader, struct structure *branch, unsigned depth)
{
    expect(reader, '{');
    branch->kind = STRUCTURE_DIVERGENT;
    branch->allowed = true;
    branch->marked = is_marked(reader, branch->block.number);
    branch->side[SIDE_THEN] = read_list(reader, depth + 1);
    if (look(reader) == ';') {
        reader->at++;
        branch->serial = read_block(reader);
    }
    expect(reader, '|');
    branch->side[SIDE_ELSE] = read_list(reader, depth + 1);
    expect(reader, '}');
}

static struct structure *read_list(struct reader *reader, unsigned depth)
{
    struct structure *list = NULL, **end = &list;
    reader->bad |= depth > PWS_BLOCKS_MAX;
    while (!reader->bad && look(reader) >= '0' && look(reader) <= '9') {
        struct structure *added =
            structure_new(reader->arena, STRUCTURE_BLOCK, STRUCTURE_NO_BLOCK);
        added->block = read_block(reader);
        if (look(reader) == '{')
            read_branch(reader, added, depth);
        end = structure_append(end, added);
    }
    return list;
}

struct structure *example_read(struct arena *arena, const struct published_program *program,
                               const double *marks, size_t mark_count)
{
    struct reader reader = {arena, program->shape, program, marks, mark_count, false};
    struct structure *list = read_list(&reader, 0);
    return reader.bad || look(&reader) ? NULL : list;
}
