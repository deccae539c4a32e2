/* SPDX-License-Identifier: Apache-2.0 */
/* test_pairing.c - tokens of compiled code, over all cubins of the suite and the PasTiS paper.
 *
 * The authors saw SSY in front of branches and PBK in front of loops, closed by SYNC and BRK. The
 * token stack relies on it: whoever leaves finds a token of its kind open. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "flow/cfg.h"
#include "load/image.h"

#include <cmocka.h>

/* Which token an instruction that leaves needs. */
static const struct {
    const char *leave, *token;
} pairs[] = {{"SYNC", "SSY"}, {"BRK", "PBK"}, {"CONT", "PCNT"}};

enum { PAIRS = sizeof pairs / sizeof *pairs };

struct scan {
    unsigned found[PAIRS]; /* instructions that leave */
    unsigned bare[PAIRS];  /* ... with no token in front */
};

static bool has_token(const struct cfg *cfg, uint32_t block, uint32_t end, const char *token)
{
    for (uint32_t i = cfg->blocks[block].first; i < end; i++) {
        const struct op *op = cfg->program->insns[i].op;
        if (op && strcmp(op->name, token) == 0)
            return true;
    }
    return false;
}

/* In its own block before it, or in one through which every way to it leads. */
static bool is_dominated(const struct cfg *cfg, uint32_t block, uint32_t insn, const char *token)
{
    bool found = has_token(cfg, block, insn, token);
    for (uint32_t b = cfg->tree.idom[block]; !found && b != NO_NODE; b = cfg->tree.idom[b])
        found = has_token(cfg, b, cfg->blocks[b].end, token);
    return found;
}

static void scan_function(const struct cfg *cfg, struct scan *scan)
{
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        const struct op *op = cfg_last(cfg, b)->op;
        for (unsigned i = 0; op && cfg->blocks[b].is_reachable && i < PAIRS; i++) {
            if (strcmp(op->name, pairs[i].leave) != 0)
                continue;
            scan->found[i]++;
            scan->bare[i] += !is_dominated(cfg, b, cfg->blocks[b].end - 1, pairs[i].token);
        }
    }
}

static void scan_program(const struct program *program, struct scan *scan)
{
    struct arena arena = {0};
    for (uint32_t i = 0; i < program->function_count; i++) {
        struct cfg cfg = cfg_make(&arena, program, &program->functions[i]);
        scan_function(&cfg, scan);
    }
    arena_free(&arena);
}

static void with_program(const char *path, void (*use)(struct program *, struct scan *),
                         struct scan *scan)
{
    struct error err = {0};
    struct image *image;
    struct program *program;
    assert_int_equal(image_open(&err, path, &image), WC_OK);
    assert_int_equal(isa_sass.decode(&err, image, isa_sass.default_features, &program), WC_OK);
    use(program, scan);
    program_free(program);
    image_free(image);
}

static void scan_whole(struct program *program, struct scan *scan)
{
    scan_program(program, scan);
}

static unsigned scan_files(const char *pattern, struct scan *scan)
{
    glob_t files;
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    unsigned count = (unsigned)files.gl_pathc;
    for (size_t i = 0; i < files.gl_pathc; i++)
        with_program(files.gl_pathv[i], scan_whole, scan);
    globfree(&files);
    return count;
}

/* PAS-45 */
static void every_sync_is_dominated_by_an_ssy_and_every_brk_by_a_pbk(void **unused)
{
    (void)unused;
    struct scan scan = {0};
    assert_true(scan_files("kernels/*/pascal.cubin", &scan) >= 20);
    scan_files("papers/pastis/*.cubin", &scan);
    scan_files("tests/isa/sass/cubin/*.cubin", &scan);
    assert_true(scan.found[0] >= 30);
    assert_true(scan.found[1] >= 5);
    for (unsigned i = 0; i < PAIRS; i++)
        assert_int_equal(scan.bare[i], 0);
}

/* Without its SSY a kernel's SYNC stands alone, and the scan says so. */
static void lose_tokens(struct program *program, struct scan *scan)
{
    static const struct op nothing = {.name = "NOP"};
    for (uint32_t i = 0; i < program->count; i++) {
        if (program->insns[i].flow == FLOW_TOKEN)
            program->insns[i].op = &nothing;
    }
    scan_program(program, scan);
}

static void a_sync_without_an_ssy_is_found(void **unused)
{
    (void)unused;
    struct scan scan = {0};
    with_program("kernels/divergence/pascal.cubin", lose_tokens, &scan);
    assert_true(scan.found[0] > 0);
    assert_int_equal(scan.bare[0], scan.found[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sync_is_dominated_by_an_ssy_and_every_brk_by_a_pbk),
        cmocka_unit_test(a_sync_without_an_ssy_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
