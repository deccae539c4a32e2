/* SPDX-License-Identifier: Apache-2.0 */
/* image_kernel.c - selects a kernel of an image. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "load/demangle.h"
#include "load/image.h"

static const struct kernel *find(const struct kernel *kernels, uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!strcmp(kernels[i].name, name))
            return &kernels[i];
    }
    return NULL;
}

/* Kernels first; in a file without kernels, the functions. */
static const char *candidate(const void *user, size_t i)
{
    const struct image *image = user;
    if (image->kernel_count)
        return i < image->kernel_count ? image->kernels[i].name : NULL;
    return i < image->function_count ? image->functions[i].name : NULL;
}

/* "a, b, c", truncated to a readable length, with the names of the source. */
static void add_candidates(struct text *list, const struct image *image)
{
    enum { SHOWN_MAX = 12 };
    const char *name;
    size_t i = 0;
    for (; i < SHOWN_MAX && (name = candidate(image, i)) != NULL; i++) {
        char *readable = demangle(name);
        text_add(list, "%s%s", i ? ", " : "", readable ? readable : name);
        free(readable);
    }
    if (candidate(image, i))
        text_add(list, ", ...");
}

/* ---- the nearest name ---- */

/* Names that people write for the kernels: as in the file, and of C++ names the base and the one
 * with template arguments. */
enum { TRIED_MAX = 1000, NAMES_EACH = 3 };

struct written {
    struct arena arena;
    const char **names;
    size_t count;
};

static void add_names(struct written *all, const char *name)
{
    char *readable = demangle(name);
    if (readable) {
        demangled_shorten(readable);
        const char *copy = arena_strdup(&all->arena, readable);
        all->names[all->count++] = copy;
        readable[strcspn(readable, "<")] = '\0';
        all->names[all->count++] = arena_strdup(&all->arena, readable);
        free(readable);
    }
    all->names[all->count++] = name;
}

static const char *written_name(const void *user, size_t i)
{
    const struct written *all = user;
    return i < all->count ? all->names[i] : NULL;
}

static void hint_nearest(struct error *err, const struct image *image, const char *name)
{
    struct written all = {.count = 0};
    const char *one;
    all.names = arena_array(&all.arena, TRIED_MAX * NAMES_EACH, sizeof *all.names);
    for (size_t i = 0; i < TRIED_MAX && (one = candidate(image, i)) != NULL; i++)
        add_names(&all, one);
    const char *near = nearest_name(name, written_name, &all);
    if (near)
        hint(err, "did you mean '%s'?", near);
    arena_free(&all.arena);
}

/* ---- messages ---- */

static enum wc_status fail_with_list(struct error *err, const struct image *image,
                                     const char *problem, const char *name)
{
    struct text list = {0};
    add_candidates(&list, image);
    const char *kind = image->kernel_count ? "its kernels" : "its global functions";
    if (list.length)
        fail_at(err, WC_BAD_INPUT, image->path, 0, 0, "%s%s; %s are: %s", problem, name, kind,
                text_string(&list));
    else
        fail_at(err, WC_BAD_INPUT, image->path, 0, 0, "%s%s; the file has no named function",
                problem, name);
    text_free(&list);
    return WC_BAD_INPUT;
}

static enum wc_status only_kernel(struct error *err, const struct image *image,
                                  const struct kernel **out)
{
    if (image->kernel_count == 1) {
        *out = &image->kernels[0];
        return WC_OK;
    }
    const char *problem = image->kernel_count
                              ? "the file has several kernels and none is selected"
                              : "the file does not mark its kernels";
    fail_with_list(err, image, problem, "");
    hint(err, "select one with 'entry:' in the job");
    return WC_BAD_INPUT;
}

/* Kernels by the name in their source. Of those that match, the best ones count. */
struct named_kernels {
    const struct kernel *first;
    enum name_match match;
    uint32_t count;
    struct text list; /* of their names */
};

static void try_kernel(struct named_kernels *found, const struct kernel *kernel, const char *name)
{
    char *demangled = demangle(kernel->name);
    const enum name_match match = demangled ? demangled_match(demangled, name) : NAME_DIFFERS;
    if (match > found->match) {
        found->match = match;
        found->count = 0;
        text_free(&found->list);
    }
    if (match != NAME_DIFFERS && match == found->match) {
        found->first = found->count ? found->first : kernel;
        text_add(&found->list, "%s%s", found->count++ ? ", " : "", demangled);
    }
    free(demangled);
}

/* True: *out is the kernel, or the name means several and the error says so. */
static bool find_demangled(struct error *err, const struct image *image, const char *name,
                           const struct kernel **out)
{
    struct named_kernels found = {.match = NAME_DIFFERS};
    for (uint32_t i = 0; i < image->kernel_count; i++)
        try_kernel(&found, &image->kernels[i], name);
    if (found.count == 1)
        *out = found.first;
    else if (found.count)
        fail_at(err, WC_BAD_INPUT, image->path, 0, 0, "'%.200s' may be any of: %s", name,
                text_string(&found.list));
    text_free(&found.list);
    return found.count;
}

enum wc_status image_kernel(struct error *err, const struct image *image, const char *name,
                            const struct kernel **out)
{
    *out = NULL;
    if (!name)
        return only_kernel(err, image, out);
    *out = find(image->kernels, image->kernel_count, name);
    if (!*out)
        *out = find(image->functions, image->function_count, name);
    if (*out)
        return WC_OK;
    if (find_demangled(err, image, name, out))
        return *out ? WC_OK : WC_BAD_INPUT;
    fail_with_list(err, image, "no kernel named ", name);
    hint_nearest(err, image, name);
    return WC_BAD_INPUT;
}
