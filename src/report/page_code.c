/* SPDX-License-Identifier: Apache-2.0 */
/* page_code.c - the code that a page shows: functions with their instructions and control flow, and
 * the source around their lines.
 *
 * functions [{name, kernel, instructions [[address, text, file, line]], blocks, loops, layout}], as
 * `cfg` writes blocks and loops and page_layout.h describes `layout`, and sources [{file, first,
 * lines}]; `file` is a number in that list or null. Functions after the first six thousand
 * instructions are left out. */
#include <string.h>

#include "base/json.h"
#include "flow/cfg.h"
#include "load/image.h"
#include "load/source_text.h"
#include "report/page.h"
#include "report/page_layout.h"

enum { CODE_MAX = 6000 /* instructions */, AROUND = 3 /* lines */, LINES_MAX = 4000 };

struct shown_file {
    const char *name;
    uint32_t first, last; /* lines that code belongs to */
};

struct code {
    struct arena arena;
    const struct wc_result *result;
    const struct program *program;
    struct source_texts *texts; /* of its binary */
    struct shown_file *files;
    uint32_t file_count, instructions;
    uint32_t first_file; /* of this binary */
    json_t *functions;
};

/* ---- what is shown ---- */

static bool names(const struct code_place *place, const struct function *function)
{
    return place->function && strcmp(place->function, function->name) == 0;
}

static bool is_profiled(const struct run_profile *profile, const struct function *function)
{
    for (uint32_t i = 0; profile && i < profile->row_count; i++) {
        if (names(&profile->rows[i].place, function))
            return true;
    }
    return false;
}

static bool is_explained(const struct explanation *e, const struct function *function)
{
    for (uint32_t i = 0; e && i < e->row_count; i++) {
        if (!e->rows[i].shared && names(&e->rows[i].place, function))
            return true;
    }
    return false;
}

static bool is_launched(const struct wc_result *r, const struct function *function)
{
    for (size_t i = 0; i < r->launch_count; i++) {
        if (strcmp(r->launches[i].kernel, function->name) == 0)
            return true;
    }
    return false;
}

static bool is_shown(const struct code *code, const struct function *function)
{
    const struct bound *bound = result_bound(code->result);
    return is_profiled(code->result->profile, function) ||
           is_explained(bound ? bound->explanation : NULL, function) ||
           is_launched(code->result, function);
}

/* ---- sources ---- */

static uint32_t file_of(struct code *code, const struct source_line *line)
{
    uint32_t i = code->first_file;
    while (i < code->file_count && strcmp(code->files[i].name, line->file) != 0)
        i++;
    if (i == code->file_count) {
        code->files = arena_grow(&code->arena, code->files, i, sizeof *code->files);
        code->files[code->file_count++] = (struct shown_file){
            .name = arena_strdup(&code->arena, line->file), .first = line->line,
            .last = line->line};
    }
    struct shown_file *file = &code->files[i];
    file->first = line->line < file->first ? line->line : file->first;
    file->last = line->line > file->last ? line->line : file->last;
    return i;
}

static json_t *source_json(const struct code *code, const struct shown_file *file)
{
    const uint32_t first = file->first > AROUND ? file->first - AROUND : 1;
    uint32_t last = file->last + AROUND;
    json_t *lines = json_array();
    if (last - first > LINES_MAX)
        last = first + LINES_MAX;
    for (uint32_t line = first; line <= last; line++) {
        const char *text = source_text_indented(code->texts, file->name, line);
        if (!text)
            break;
        json_append(&lines, json_outside_string(text));
    }
    return json_pack("{s:o, s:I, s:o}", "file", json_outside_string(file->name), "first",
                     (json_int_t)first, "lines", lines);
}

/* ---- functions ---- */

static json_t *instruction_json(struct code *code, const struct place_namer *namer, uint32_t index)
{
    struct source_line line;
    const struct insn *insn = &code->program->insns[index];
    json_t *text = json_outside_string(insn->op ? place_print(namer, insn) : "???");
    if (!image_source_line(code->program->image, insn->pc, &line))
        return json_pack("[I, o, n, n]", (json_int_t)insn->pc, text);
    return json_pack("[I, o, I, I]", (json_int_t)insn->pc, text, (json_int_t)file_of(code, &line),
                     (json_int_t)line.line);
}

static json_t *instructions_json(struct code *code, const struct cfg *cfg)
{
    json_t *list = json_array();
    struct place_namer namer = {.arena = &code->arena, .program = code->program};
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        for (uint32_t i = cfg->blocks[b].first; i < cfg->blocks[b].end; i++)
            json_append(&list, instruction_json(code, &namer, i));
    }
    code->instructions += (uint32_t)json_array_size(list);
    return list;
}

static void add_function(struct code *code, const struct function *function)
{
    struct arena work = {0};
    const struct cfg cfg = cfg_make(&work, code->program, function);
    json_t *blocks = json_array(), *loops = json_array();
    for (uint32_t b = 0; b < cfg.block_count; b++)
        json_append(&blocks, cfg_block_json(&cfg, b));
    for (uint32_t i = 0; i < cfg.loops.count; i++)
        json_append(&loops, cfg_loop_json(&cfg.loops.loop[i]));
    json_append(&code->functions,
                json_pack("{s:o, s:b, s:o, s:o, s:o, s:o}", "name",
                          json_outside_string(function->name), "kernel", function->is_kernel,
                          "instructions", instructions_json(code, &cfg), "blocks", blocks, "loops",
                          loops, "layout", page_layout_json(&cfg)));
    arena_free(&work);
}

static void add_program(struct code *code, const struct program *program)
{
    code->program = program;
    code->first_file = code->file_count;
    for (uint32_t i = 0; i < program->function_count && code->instructions < CODE_MAX; i++) {
        if (is_shown(code, &program->functions[i]))
            add_function(code, &program->functions[i]);
    }
}

json_t *page_code_json(const struct wc_result *result, const struct program *const *programs,
                       size_t count)
{
    struct code code = {.result = result, .functions = json_array()};
    json_t *sources = json_array();
    for (size_t i = 0; i < count; i++) {
        code.texts = source_texts_new(programs[i]->image->path);
        add_program(&code, programs[i]);
        for (uint32_t k = code.first_file; k < code.file_count; k++)
            json_append(&sources, source_json(&code, &code.files[k]));
        source_texts_free(code.texts);
    }
    json_t *json = json_pack("{s:o, s:o}", "functions", code.functions, "sources", sources);
    arena_free(&code.arena);
    return json;
}
