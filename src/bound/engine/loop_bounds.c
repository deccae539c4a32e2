/* SPDX-License-Identifier: Apache-2.0 */
/* loop_bounds.c - loops by name, and messages about those that have none or lack a bound. */
#include "bound/engine/loop_bounds.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "flow/loop_name.h"
#include "load/number.h"

/* In the order in which one beats the other. */
enum bound_origin { ORIGIN_NONE, ORIGIN_SOURCE, ORIGIN_JOB_LINE, ORIGIN_JOB_ADDRESS };

struct loop_site {
    const struct function *function;
    uint32_t header; /* instruction */
    uint32_t number, parent; /* in the graph; parent NO_NODE: outermost */
    struct loop_name name;   /* line.file NULL: called by its address alone */
    enum bound_origin origin;
    uint64_t iterations, total;
    const struct job_loop *by; /* NULL: not from the job */
};

/* The loops of all functions, in order of function and then of the graph's numbers. */
struct loop_sites {
    struct cfg *cfgs;      /* by function */
    uint32_t *first;       /* by function: its loop 0 in `site` */
    struct loop_site *site;
    size_t count;
    const struct job_loop *contradicted; /* an entry of the job, by one behind it; or NULL */
};

static void add_sites(struct arena *arena, struct loop_sites *sites, const struct cfg *cfg)
{
    const struct loop_name *names = loop_names(arena, cfg);
    for (uint32_t i = 0; i < cfg->loops.count; i++) {
        sites->site = arena_grow(arena, sites->site, sites->count, sizeof *sites->site);
        sites->site[sites->count++] = (struct loop_site){
            .function = cfg->function,
            .header = cfg->blocks[cfg->loops.loop[i].header].first,
            .number = i,
            .parent = cfg->loops.loop[i].parent,
            .name = names[i],
        };
    }
}

static struct loop_sites find_sites(struct arena *arena, const struct program *program)
{
    struct loop_sites sites = {
        .cfgs = arena_array(arena, program->function_count, sizeof *sites.cfgs),
        .first = arena_array(arena, program->function_count, sizeof *sites.first),
    };
    for (uint32_t f = 0; f < program->function_count; f++) {
        sites.cfgs[f] = cfg_make(arena, program, &program->functions[f]);
        sites.first[f] = (uint32_t)sites.count;
        add_sites(arena, &sites, &sites.cfgs[f]);
    }
    return sites;
}

/* `by` is the job's entry, or NULL for a bound of the source: of several copies of such a line all
 * are the same loop, and the larger number counts. */
static void give(struct loop_sites *sites, struct loop_site *site, enum bound_origin origin,
                 uint64_t iterations, const struct job_loop *by)
{
    const uint64_t total = by ? by->total : 0;
    if (by && !by->has_max && site->origin == ORIGIN_SOURCE && site->iterations < iterations)
        iterations = site->iterations; /* a total alone leaves the source its number */
    if (by && origin == site->origin && (iterations != site->iterations || total != site->total))
        sites->contradicted = site->by;
    if (origin > site->origin || (origin == site->origin && iterations > site->iterations)) {
        site->origin = origin;
        site->iterations = iterations;
        site->total = total;
        site->by = by;
    }
}

static bool give_by_line(struct loop_sites *sites, const char *file, size_t file_length,
                         uint64_t line, enum bound_origin origin, uint64_t iterations,
                         const struct job_loop *by)
{
    bool found = false;
    for (size_t i = 0; i < sites->count; i++) {
        struct loop_site *site = &sites->site[i];
        if (!loop_is_called(&site->name, file, file_length, line))
            continue;
        give(sites, site, origin, iterations, by);
        found = true;
    }
    return found;
}

/* The number of the innermost loop around an instruction, or NO_NODE. */
static uint32_t loop_around(const struct cfg *cfg, uint32_t insn)
{
    uint32_t low = 0, high = cfg->block_count; /* blocks below `low` start at or before it */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (cfg->blocks[middle].first <= insn)
            low = middle + 1;
        else
            high = middle;
    }
    return low && insn < cfg->blocks[low - 1].end ? cfg->loops.of[low - 1] : NO_NODE;
}

static bool give_by_address(struct loop_sites *sites, const struct program *program,
                            uint64_t address, const struct job_loop *by)
{
    int32_t insn = program_index(program, address);
    bool found = false;
    for (uint32_t f = 0; insn >= 0 && f < program->function_count; f++) {
        uint32_t loop = loop_around(&sites->cfgs[f], (uint32_t)insn);
        if (loop == NO_NODE)
            continue;
        give(sites, &sites->site[sites->first[f] + loop], ORIGIN_JOB_ADDRESS, by->max, by);
        found = true;
    }
    return found;
}

/* The reader of the job has checked the form: "0x1a8" or "file:line". */
static bool give_by_name(struct loop_sites *sites, const struct program *program,
                         const struct job_loop *loop)
{
    const char *colon = strrchr(loop->name, ':');
    bool negative;
    uint64_t number;
    if (!number_integer(colon ? colon + 1 : loop->name, &negative, &number) || negative)
        return false;
    if (!colon)
        return give_by_address(sites, program, number, loop);
    return give_by_line(sites, loop->name, (size_t)(colon - loop->name), number, ORIGIN_JOB_LINE,
                        loop->max, loop);
}

static void add_site(const struct program *program, const struct loop_site *site, struct text *out)
{
    text_add(out, "\n  0x%08" PRIx64 " in %s", program->insns[site->header].pc,
             site->function->name);
    struct source_line code;
    if (site->name.line.file)
        text_add(out, ", %s:%" PRIu32, site->name.line.file, site->name.line.line);
    else if (image_source_line(program->image, program->insns[site->header].pc, &code))
        text_add(out,
                 ", without its own source line, in code of %s:%" PRIu32, code.file, code.line);
}

static enum wc_status refuse_name(struct error *err, const struct program *program,
                                  const struct loop_sites *sites, const struct job *job,
                                  const struct job_loop *loop)
{
    enum { LISTED_MAX = 32 };
    bool by_line = strchr(loop->name, ':') != NULL;
    struct text list = {0};
    for (size_t i = 0; i < sites->count && i < LISTED_MAX; i++)
        add_site(program, &sites->site[i], &list);
    if (sites->count > LISTED_MAX)
        text_add(&list, "\n  and %zu more", sites->count - LISTED_MAX);
    fail_at(err, WC_BAD_INPUT, job->path, loop->place.line, loop->place.column,
            "%s %s; %s%s", loop->name,
            by_line ? "is not the line of a loop" : "is not inside a loop",
            sites->count ? "the program's loops are" : "the program has no loops",
            text_string(&list));
    hint(err, "%s", by_line ? "a loop has the line of its exit test, `for` or `while`; its "
                              "address always selects it"
                            : "any address inside a loop selects it, not the loops around it");
    text_free(&list);
    return WC_BAD_INPUT;
}

/* Two names for one loop, two numbers. */
static enum wc_status refuse_second(struct error *err, const struct job *job,
                                    const struct job_loop *first, const struct job_loop *second)
{
    fail_at(err, WC_BAD_INPUT, job->path, second->place.line, second->place.column,
            "%s: %" PRIu64 " and %s: %" PRIu64 " (line %d) refer to the same loop", second->name,
            second->max, first->name, first->max, first->place.line);
    hint(err, "remove one of the two");
    return WC_BAD_INPUT;
}

/* There is code of this line: of a loop that the compiler has unrolled, or that has no line. */
static bool has_code(const struct program *program, const struct job_loop *loop)
{
    const char *colon = strrchr(loop->name, ':');
    const uint64_t number = colon ? strtoull(colon + 1, NULL, 10) : 0;
    struct loop_name code = {0};
    for (uint32_t i = 0; colon && i < program->count; i++) {
        if (image_source_line(program->image, program->insns[i].pc, &code.line) &&
            loop_is_called(&code, loop->name, (size_t)(colon - loop->name), number))
            return true;
    }
    return false;
}

static enum wc_status give_from_job(struct error *err, struct loop_sites *sites,
                                    const struct program *program, const struct job *job,
                                    const struct job_loop *loop, bool checks_only)
{
    bool given = give_by_name(sites, program, loop);
    if (!given && checks_only && has_code(program, loop))
        return WC_OK;
    if (!given)
        return refuse_name(err, program, sites, job, loop);
    return sites->contradicted ? refuse_second(err, job, sites->contradicted, loop) : WC_OK;
}

static struct walk_bounds list_bounds(struct arena *arena, const struct loop_sites *sites)
{
    struct walk_bound *list = arena_array(arena, sites->count, sizeof *list);
    size_t count = 0;
    for (size_t i = 0; i < sites->count; i++) {
        const struct loop_site *site = &sites->site[i];
        if (site->origin != ORIGIN_NONE)
            list[count++] = (struct walk_bound){site->header, site->iterations,
                                                site->origin != ORIGIN_SOURCE, site->total};
    }
    return (struct walk_bounds){.list = list, .count = count,
                                .used = arena_array(arena, count, sizeof(bool))};
}

static bool *find_fitting(struct arena *arena, struct loop_sites *sites, const struct image *image)
{
    bool *fits = arena_array(arena, image->loop_note_count, sizeof *fits);
    for (uint32_t i = 0; i < image->loop_note_count; i++) {
        const struct loop_note *note = &image->loop_notes[i];
        fits[i] = give_by_line(sites, note->file, strlen(note->file), note->line, ORIGIN_SOURCE,
                               note->iterations, NULL);
    }
    return fits;
}

enum wc_status loop_bounds_resolve(struct error *err, struct arena *arena,
                                   const struct program *program, const struct job *job,
                                   const struct job_launch *launch, bool checks_only,
                                   struct walk_bounds *out)
{
    struct arena work = {0};
    struct loop_sites sites = find_sites(&work, program);
    enum wc_status status = WC_OK;
    find_fitting(&work, &sites, program->image);
    for (size_t i = 0; status == WC_OK && i < launch->loop_count; i++)
        status = give_from_job(err, &sites, program, job, &launch->loops[i], checks_only);
    *out = list_bounds(arena, &sites);
    arena_free(&work);
    return status;
}

bool *loop_bounds_fit(struct arena *arena, const struct program *program)
{
    struct arena work = {0};
    struct loop_sites sites = find_sites(&work, program);
    bool *fits = find_fitting(arena, &sites, program->image);
    arena_free(&work);
    return fits;
}

struct source_line loop_bounds_line(const struct program *program, uint32_t header)
{
    const struct function *function = program_function(program, program->insns[header].pc);
    struct source_line line = {0};
    struct arena work = {0};
    if (function) {
        const struct cfg cfg = cfg_make(&work, program, function);
        const struct loop_name *names = loop_names(&work, &cfg);
        for (uint32_t i = 0; i < cfg.loops.count; i++) {
            if (cfg.blocks[cfg.loops.loop[i].header].first == header)
                line = names[i].line;
        }
    }
    arena_free(&work);
    return line;
}

const struct source_line *loop_bounds_lines(struct arena *arena, const struct program *program)
{
    struct source_line *lines = arena_array(arena, program->count, sizeof *lines);
    struct arena work = {0};
    const struct loop_sites sites = find_sites(&work, program);
    for (size_t i = 0; i < sites.count; i++)
        lines[sites.site[i].header] = sites.site[i].name.line;
    arena_free(&work);
    return lines;
}

static const struct loop_site *site_of(const struct loop_sites *sites, uint32_t header)
{
    for (size_t i = 0; i < sites->count; i++) {
        if (sites->site[i].header == header)
            return &sites->site[i];
    }
    return NULL;
}

/* One line a name: copies of a loop share theirs. */
static void add_entry(const struct program *program, const struct loop_site *site,
                      struct text *out)
{
    struct text name = {0};
    if (site->name.line.file)
        text_add(&name, "\"%s:%" PRIu32 "\":", site->name.line.file, site->name.line.line);
    else
        text_add(&name, "\"0x%08" PRIx64 "\":", program->insns[site->header].pc);
    if (!strstr(text_string(out), text_string(&name)))
        text_add(out, "\n  %s N   # max iterations each time the loop is entered",
                 text_string(&name));
    text_free(&name);
}

/* A `continue` makes two loops of one in the compiler's hands: the inner one keeps the line, and
 * the outer one, which begins with code of that line, has none. */
static const struct loop_site *split_from(const struct program *program,
                                          const struct loop_sites *sites,
                                          const struct loop_site *site)
{
    struct source_line code;
    uint64_t pc = program->insns[site->header].pc;
    if (site->name.line.file || !image_source_line(program->image, pc, &code))
        return NULL;
    for (size_t i = 0; i < sites->count; i++) {
        const struct loop_site *inner = &sites->site[i];
        if (inner->function == site->function && inner->parent == site->number &&
            inner->name.line.file && inner->name.line.line == code.line &&
            !strcmp(inner->name.line.file, code.file))
            return inner;
    }
    return NULL;
}

static void add_missing(const struct program *program, const struct loop_sites *sites,
                        const struct loop_site *site, const struct walk_missing *missing,
                        struct text *out)
{
    const struct loop_site *inner = split_from(program, sites, site);
    const struct insn *insn = &program->insns[missing->branch];
    struct text words = {0};
    program->isa->print(program, insn, &words);
    for (size_t i = 0; i < words.length; i++) {
        if (words.bytes[i] == '\t')
            words.bytes[i] = ' ';
    }
    add_site(program, site, out);
    text_add(out, ": exit test %s at 0x%08" PRIx64, text_string(&words), insn->pc);
    if (missing->ranged)
        text_add(out, "\n    (its operands are in known ranges, but these do not show that it is "
                 "met: the counter\n    may start after its end, or a range has more than 65536 "
                 "values)");
    if (inner)
        text_add(out, "\n    (the compiler split %s:%" PRIu32 " into two loops"
                 "; a bound for that line covers the inner one)", inner->name.line.file,
                 inner->name.line.line);
    text_free(&words);
}

/* One loop may have several branches that are not known. */
static bool told_before(const struct walk_missing *missing, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (missing[i].header == missing[index].header)
            return true;
    }
    return false;
}

/* Bounds of the source that were meant for one of them, perhaps. */
static void add_unfitting(struct arena *arena, const struct program *program, struct text *out)
{
    const bool *fits = loop_bounds_fit(arena, program);
    for (uint32_t i = 0; i < program->image->loop_note_count; i++) {
        const struct loop_note *note = &program->image->loop_notes[i];
        if (!fits[i])
            text_add(out, "\n  (%s:%" PRIu32 " has a bound of %" PRIu64 " in the source, but no "
                     "loop in the binary matches it)", note->file, note->line,
                     note->iterations);
    }
}

enum wc_status loop_bounds_missing(struct error *err, const struct program *program,
                                   const struct job *job, const struct job_launch *launch,
                                   const struct walk_missing *missing, size_t count,
                                   const char *remarks)
{
    struct arena work = {0};
    struct loop_sites sites = find_sites(&work, program);
    struct text list = {0}, entries = {0};
    size_t told = 0;
    for (size_t i = 0; i < count; i++) {
        const struct loop_site *site = site_of(&sites, missing[i].header);
        if (!site || told_before(missing, i))
            continue;
        told++;
        add_missing(program, &sites, site, &missing[i], &list);
        add_entry(program, site, &entries);
    }
    add_unfitting(&work, program, &list);
    text_add(&list, "%s", remarks);
    fail_at(err, WC_BAD_INPUT, job->path, launch->place.line, launch->place.column,
            "%s on data unknown before the run, and no bound is given:%s",
            told == 1 ? "a loop's trip count depends" : "the trip counts of loops depend",
            text_string(&list));
    hint(err, "put a number for each N into the job file, or '#pragma warpclock loop_bound(N)' "
         "before the loop in the source:\nloops:%s", text_string(&entries));
    text_free(&list);
    text_free(&entries);
    arena_free(&work);
    return WC_BAD_INPUT;
}
