/* SPDX-License-Identifier: Apache-2.0 */
/* profile_files.c - profiles for the viewers that people have. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "load/output.h"
#include "report/profile.h"

static const char *or_unknown(const char *name)
{
    return name ? name : "?";
}

/* ---- numbers of an instruction, in one order for all tables ---- */

enum { NUMBERS = 6 + STALL_COUNT - 1 };

struct number {
    const char *name;
    uint64_t value;
};

static void list_numbers(const struct profile_counts *counts, struct number list[NUMBERS])
{
    unsigned n = 0;
    list[n++] = (struct number){"cycles", profile_cycles(counts)};
    list[n++] = (struct number){"issue", counts->issues};
    for (unsigned i = 0; i < STALL_COUNT; i++) {
        if (i != STALL_IDLE)
            list[n++] = (struct number){stall_name((enum stall_reason)i), counts->waits[i]};
    }
    list[n++] = (struct number){"executions", counts->executions};
    list[n++] = (struct number){"lanes", counts->lanes};
    list[n++] = (struct number){"transactions", counts->transactions};
    list[n++] = (struct number){"misses", counts->misses};
}

static void write_numbers(const struct profile_counts *counts, const char *before, struct text *out)
{
    struct number list[NUMBERS];
    list_numbers(counts, list);
    for (unsigned i = 0; i < NUMBERS; i++)
        text_add(out, "%s%" PRIu64, before, list[i].value);
    text_add(out, "\n");
}

static void write_names(const char *before, struct text *out)
{
    struct number list[NUMBERS];
    list_numbers(&(struct profile_counts){0}, list);
    for (unsigned i = 0; i < NUMBERS; i++)
        text_add(out, "%s%s", before, list[i].name);
    text_add(out, "\n");
}

/* ---- callgrind ---- */

/* A name is the rest of its line. */
static void write_name(const char *key, const char *name, struct text *out)
{
    text_add(out, "%s", key);
    for (const char *c = or_unknown(name); *c; c++)
        text_add(out, "%c", iscntrl((unsigned char)*c) ? ' ' : *c);
    text_add(out, "\n");
}

static void write_callgrind(const struct run_profile *profile, const char *kernel, struct text *out)
{
    text_add(out, "# callgrind format\nversion: 1\ncreator: warpclock %s\n", wc_version());
    write_name("cmd: ", kernel, out);
    text_add(out, "positions: instr line\nevents:");
    write_names(" ", out);
    text_add(out, "summary:");
    write_numbers(&profile->total, " ", out);
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &profile->rows[i];
        text_add(out, "\n");
        write_name("fl=", row->place.file, out);
        write_name("fn=", row->place.function, out);
        for (uint32_t k = 0; k < row->instruction_count; k++) {
            text_add(out, "0x%" PRIx64 " %" PRIu32, row->instructions[k].address, row->place.line);
            write_numbers(&row->instructions[k].counts, " ", out);
        }
    }
}

/* ---- a table ---- */

static void write_quoted(const char *words, struct text *out)
{
    text_add(out, ",\"");
    for (const char *c = words ? words : ""; *c; c++)
        text_add(out, *c == '"' ? "\"\"" : "%c", *c);
    text_add(out, "\"");
}

static void write_csv(const struct run_profile *profile, struct text *out)
{
    text_add(out, "address,function,file,line,instruction");
    write_names(",", out);
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &profile->rows[i];
        for (uint32_t k = 0; k < row->instruction_count; k++) {
            const struct profile_instruction *insn = &row->instructions[k];
            text_add(out, "0x%" PRIx64, insn->address);
            write_quoted(row->place.function, out);
            write_quoted(row->place.file, out);
            text_add(out, ",%" PRIu32, row->place.line);
            write_quoted(insn->text, out);
            write_numbers(&insn->counts, ",", out);
        }
    }
}

/* ---- speedscope ---- */

static json_int_t add_frame(json_t **frames, const char *name, const struct code_place *place)
{
    json_t *frame = json_object();
    json_put(&frame, "name", json_outside_string(name));
    if (place->file) {
        json_put(&frame, "file", json_outside_string(place->file));
        json_put(&frame, "line", json_integer(place->line));
    }
    json_append(frames, frame);
    return (json_int_t)json_array_size(*frames) - 1;
}

static json_int_t add_line_frame(json_t **frames, const struct code_place *place)
{
    struct text name = {0};
    if (place->file)
        text_add(&name, "%s:%" PRIu32 " %s", place->file, place->line,
                 place->text ? place->text : "");
    else
        text_add(&name, "0x%08" PRIx64, place->address);
    json_int_t number = add_frame(frames, text_string(&name), place);
    text_free(&name);
    return number;
}

/* Function, line, instruction: a stack of three. */
static void write_speedscope(const struct run_profile *profile, const char *kernel,
                             struct text *out)
{
    json_t *frames = json_array(), *samples = json_array(), *weights = json_array();
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &profile->rows[i];
        const struct code_place of_function = {.function = row->place.function};
        json_int_t function = add_frame(&frames, or_unknown(row->place.function), &of_function);
        json_int_t line = add_line_frame(&frames, &row->place);
        for (uint32_t k = 0; k < row->instruction_count; k++) {
            json_int_t insn = add_frame(&frames, row->instructions[k].text, &row->place);
            json_append(&samples, json_pack("[III]", function, line, insn));
            json_append(&weights, json_integer((json_int_t)profile_cycles(
                                      &row->instructions[k].counts)));
        }
    }
    json_t *root = json_pack(
        "{s:s, s:{s:o}, s:[{s:s, s:o, s:s, s:i, s:I, s:o, s:o}]}", "$schema",
        "https://www.speedscope.app/file-format-schema.json", "shared", "frames", frames,
        "profiles", "type", "sampled", "name", json_outside_string(kernel), "unit", "none",
        "startValue", 0, "endValue", (json_int_t)profile_cycles(&profile->total), "samples",
        samples, "weights", weights);
    json_text_add(root, out);
}

/* ---- any of them ---- */

void profile_write_file(const struct run_profile *profile, const char *kernel, const char *path,
                        struct text *out)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (strncmp(name, "callgrind.out", strlen("callgrind.out")) == 0 ||
        output_ends_in(name, ".callgrind"))
        write_callgrind(profile, kernel, out);
    else if (output_ends_in(name, ".speedscope.json"))
        write_speedscope(profile, kernel, out);
    else if (output_ends_in(name, ".csv"))
        write_csv(profile, out);
    else
        json_text_add(profile_json(profile), out);
}
