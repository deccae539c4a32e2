/* SPDX-License-Identifier: Apache-2.0 */
/* test_object.c - code objects with split points, read again: the file is whole (PWS-30). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <elf.h>

#include "pass/points/points.h"

#include <cmocka.h> /* has a macro 'fail' */

/* A file, its program, and the same with split points. */
struct pair {
    struct error err;
    struct image *image[2];
    struct program *program[2];
    struct points points;
    uint8_t *bytes;
    uint64_t size;
};

static enum wc_status decode(struct pair *pair, unsigned i)
{
    return isa_gcn3.decode(&pair->err, pair->image[i], isa_gcn3.default_features,
                           &pair->program[i]);
}

static enum wc_status split(struct pair *pair, const struct points_request *request)
{
    enum wc_status status = decode(pair, 0);
    if (status == WC_OK)
        status = points_find(&pair->err, pair->program[0], request, &pair->points);
    if (status == WC_OK)
        status = points_apply(&pair->err, &pair->points, &pair->bytes, &pair->size);
    return status;
}

static void expect_ok(const struct pair *pair, enum wc_status status)
{
    if (status != WC_OK)
        fail_msg("%s", pair->err.message);
}

static void pair_open(struct pair *pair, const char *path, const struct points_request *request)
{
    *pair = (struct pair){0};
    expect_ok(pair, image_open(&pair->err, path, &pair->image[0]));
    expect_ok(pair, split(pair, request));
    expect_ok(pair, image_parse(&pair->err, "split.hsaco", pair->bytes, pair->size,
                                &pair->image[1]));
    expect_ok(pair, decode(pair, 1));
}

static void pair_close(struct pair *pair)
{
    points_free(&pair->points);
    for (unsigned i = 0; i < 2; i++) {
        program_free(pair->program[i]);
        image_free(pair->image[i]);
    }
    free(pair->bytes);
    error_clear(&pair->err);
}

static bool is_added(const struct insn *insn)
{
    return insn->role == ROLE_SPLIT || insn->role == ROLE_JOIN;
}

static bool is_skip(const struct insn *insn)
{
    return insn->op && strcmp(insn->op->name, "s_cbranch_execz") == 0;
}

static void same_line(const struct pair *pair, uint64_t old, uint64_t new)
{
    struct source_line line[2] = {0};
    bool known[2] = {image_source_line(pair->image[0], old, &line[0]),
                     image_source_line(pair->image[1], new, &line[1])};
    assert_int_equal(known[0], known[1]);
    assert_int_equal(line[0].line, line[1].line);
    assert_int_equal(line[0].column, line[1].column);
    if (known[0])
        assert_string_equal(line[0].file, line[1].file);
}

/* Every instruction of a kernel is in the new one, in the same order and of the same line; what is
 * between them are splits, merges and branches over sides. Returns how many splits. */
static uint32_t compare_kernel(const struct pair *pair, uint32_t number)
{
    const struct kernel *old = &pair->image[0]->kernels[number];
    const struct kernel *new = &pair->image[1]->kernels[number];
    const struct function *function = program_function(pair->program[0], old->entry);
    const struct insn *at = &pair->program[1]->insns[program_index(pair->program[1], new->entry)];
    const struct insn *from = &pair->program[0]->insns[program_index(pair->program[0], old->entry)];
    uint32_t splits = 0;
    assert_string_equal(old->name, new->name);
    for (; from->pc - function->base < function->bytes; from++, at++) {
        while (is_added(at) || (is_skip(at) && !is_skip(from)))
            splits += at++->role == ROLE_SPLIT;
        assert_ptr_equal(at->op, from->op);
        same_line(pair, from->pc, at->pc);
        if (from - pair->program[0]->insns + 1 == pair->program[0]->count)
            break;
    }
    return splits;
}

static void compare(const struct pair *pair)
{
    assert_int_equal(pair->image[0]->kernel_count, pair->image[1]->kernel_count);
    assert_int_equal(pair->image[0]->symbol_count, pair->image[1]->symbol_count);
    for (uint32_t i = 0; i < pair->points.count; i++) {
        const struct points_kernel *kernel = &pair->points.kernels[i];
        const struct kernel *new = &pair->image[1]->kernels[i];
        const struct symbol *symbol = image_symbol(pair->image[1], new->name);
        assert_int_equal(compare_kernel(pair, i), kernel->chosen_count);
        assert_int_equal(new->entry != kernel->kernel->entry, kernel->rewritten);
        assert_int_equal(new->parameter_count, kernel->kernel->parameter_count);
        assert_int_equal(new->amdgpu->sgprs, kernel->kernel->amdgpu->sgprs);
        if (symbol && !symbol->is_kernel_header)
            assert_int_equal(symbol->address, new->entry);
    }
}

/* PWS-30: new code, its symbols, descriptors and lines, in all versions of code objects. */
static void files_of_all_versions_are_whole(void **unused)
{
    static const char *const paths[] = {
        "tests/machine/gcn3/abi-v2.hsaco", "tests/machine/gcn3/abi-v3.hsaco",
        "tests/machine/gcn3/abi-v4.hsaco", "tests/machine/gcn3/abi-v5.hsaco",
        "kernels/divergence/gcn3.hsaco",   "kernels/maths/gcn3.hsaco",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct pair pair;
        pair_open(&pair, paths[i], &(struct points_request){.depth = 7});
        compare(&pair);
        pair_close(&pair);
    }
}

/* One kernel of several: the others keep their code. */
static void only_one_kernel_changes(void **unused)
{
    struct pair pair;
    uint32_t moved = 0;
    (void)unused;
    pair_open(&pair, "kernels/divergence/gcn3.hsaco",
              &(struct points_request){.kernel = "switches"});
    for (uint32_t i = 0; i < pair.image[0]->kernel_count; i++)
        moved += pair.image[0]->kernels[i].entry != pair.image[1]->kernels[i].entry;
    assert_int_equal(moved, 1);
    pair_close(&pair);
}

/* A file that has split points is not rewritten again. */
static void a_rewritten_file_is_refused(void **unused)
{
    struct pair pair;
    struct points again = {0};
    (void)unused;
    pair_open(&pair, "kernels/spmv/gcn3.hsaco", &(struct points_request){0});
    assert_int_equal(points_find(&pair.err, pair.program[1], &(struct points_request){0}, &again),
                     WC_BAD_INPUT);
    assert_string_equal(pair.err.message, "the file has split points already (section "
                                          ".text.split); expected the original");
    assert_string_equal(pair.err.place, "split.hsaco");
    points_free(&again);
    pair_close(&pair);
}

/* ---- damage ---- */

static void damage(uint8_t *bytes, uint32_t number)
{
    Elf64_Ehdr *header = (Elf64_Ehdr *)(void *)bytes;
    Elf64_Shdr *sections = (Elf64_Shdr *)(void *)(bytes + header->e_shoff);
    switch (number) {
    case 0: header->e_shnum = 0; break;
    case 1: header->e_shstrndx = header->e_shnum; break;
    case 2: header->e_shstrndx = SHN_UNDEF; break;
    case 3: header->e_shoff = UINT64_MAX - 8; break;
    case 4: header->e_shentsize = 1; break;
    case 5: sections[header->e_shnum - 1].sh_size = UINT64_MAX; break;
    default: sections[header->e_shstrndx].sh_size--; break;
    }
}

/* A damaged table that the loader does not need is an error of ours, never a broken file. */
static void damaged_tables_are_errors(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < 7; i++) {
        struct pair good = {0}, bad = {0};
        expect_ok(&good, image_open(&good.err, "kernels/saxpy/gcn3.hsaco", &good.image[0]));
        uint8_t *copy = malloc(good.image[0]->file_bytes);
        assert_non_null(copy);
        memcpy(copy, good.image[0]->file, good.image[0]->file_bytes);
        damage(copy, i);
        enum wc_status status = image_parse(&bad.err, "bad.hsaco", copy,
                                            good.image[0]->file_bytes, &bad.image[0]);
        if (status == WC_OK)
            status = split(&bad, &(struct points_request){0});
        assert_int_equal(status, WC_BAD_INPUT);
        assert_null(bad.bytes);
        free(copy);
        pair_close(&good);
        pair_close(&bad);
    }
}

/* The headers of a code object are no memory of the kernel, wherever the program headers are: an
 * access through a null pointer fails in the new file too. */
static void headers_are_left_out_of_both_files(void **unused)
{
    (void)unused;
    struct pair pair;
    pair_open(&pair, "kernels/divergence/gcn3.hsaco", &(struct points_request){0});
    assert_int_not_equal(pair.image[0]->segments[0].address, 0);
    assert_int_equal(pair.image[1]->segments[0].address, pair.image[0]->segments[0].address);
    assert_int_equal(pair.image[1]->segments[0].size, pair.image[0]->segments[0].size);
    pair_close(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_all_versions_are_whole),
        cmocka_unit_test(only_one_kernel_changes),
        cmocka_unit_test(a_rewritten_file_is_refused),
        cmocka_unit_test(damaged_tables_are_errors),
        cmocka_unit_test(headers_are_left_out_of_both_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
