/* SPDX-License-Identifier: Apache-2.0 */
/* context.c - contexts, their errors, and the folders of machine files. */
#include "api/context.h"

#include <dlfcn.h>
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "api/arguments.h"
#include "api/files.h"
#include "base/text.h"
#include "load/machine_file.h"
#include "version.h"

const char *wc_version(void)
{
    return WC_VERSION_STRING;
}

/* libmpack has its version only in pkg-config, where 1.0.5 is listed as 1.0.3. */
const char *wc_version_details(void)
{
    return "warpclock " WC_VERSION_STRING WARPCLOCK_COMMIT "\n"
           "Apache-2.0; built with libfyaml " WARPCLOCK_FYAML_VERSION ", jansson " JANSSON_VERSION
           ", elfutils " WARPCLOCK_ELFUTILS_VERSION ", nettle, libmpack, zlib, libzstd\n"
           "instruction sets: rv32 (RV32IMF, Zicsr, Zicond, A, Vortex warp control), "
           "sass (Maxwell and Pascal, sm_50 to sm_62), gcn3 (GCN3: gfx801, gfx803; "
           "GCN5: gfx900, gfx906), sim-d\n"
           "machine models: vortex, pascal, gcn3, fermi, sim-d\n"
           "worst-case analysis: fermi (rv32), gcn3 (gcn3), sim-d (sim-d), vortex (rv32); "
           "exact bounds: all";
}

static char *real_path(wc_context *context, const char *path)
{
    char *real = realpath(path, NULL);
    if (!real && errno == ENOMEM)
        arena_lacks_memory(&context->arena);
    return real;
}

/* Machine files are next to this library: in share/ of its installation, or in the build folder,
 * which has a link to the source tree. So an installation can be moved, and a build never reads
 * another one's files. */
static void add_own_folders(wc_context *context)
{
    static const char *const places[] = {"../machines", "../share/warpclock/machines"};
    Dl_info here;
    wc_context_add_machine_folder(context, WARPCLOCK_INSTALLED_MACHINES);
    if (!dladdr((const void *)(uintptr_t)wc_version, &here) || !here.dli_fname)
        return;
    char *path = real_path(context, here.dli_fname);
    char *slash = path ? strrchr(path, '/') : NULL;
    for (size_t i = 0; slash && i < sizeof places / sizeof *places; i++) {
        char *folder = arena_format(&context->arena, "%.*s/%s", (int)(slash - path), path,
                                    places[i]);
        char *real = real_path(context, folder);
        if (real)
            wc_context_add_machine_folder(context, real);
        free(real);
    }
    free(path);
}

wc_context *wc_context_new(void)
{
    wc_context *context = calloc(1, sizeof *context);
    if (!context)
        return NULL;
    context->users = 1;
    context->allowance = (struct allowance){.max_memory = ALLOWANCE_MEMORY,
                                            .interrupt = &context->interrupted};
    context->error.allowance = &context->allowance;
    memory_try_again();
    add_own_folders(context);
    if (!memory_is_short())
        return context;
    wc_context_free(context);
    return NULL;
}

wc_context *context_keep(wc_context *context)
{
    context->users++;
    return context;
}

void context_drop(wc_context *context)
{
    if (--context->users)
        return;
    error_clear(&context->error);
    files_free(&context->files);
    arena_free(&context->arena);
    free(context);
}

void wc_context_free(wc_context *context)
{
    if (!context || context->closed)
        return;
    context->closed = true;
    context_drop(context);
}

bool context_is_open(const wc_context *context)
{
    return context && !context->closed && !context->in_callback;
}

struct error *context_begin(wc_context *context)
{
    if (!context_is_open(context))
        return NULL;
    error_clear(&context->error);
    memory_try_again();
    return &context->error;
}

enum wc_status wc_error_status(const wc_context *context)
{
    return context ? context->error.status : WC_BAD_INPUT;
}

enum wc_fault wc_error_fault(const wc_context *context)
{
    return context ? context->error.fault : WC_FAULT_NONE;
}

const char *wc_error_place(const wc_context *context)
{
    return context ? context->error.place : NULL;
}

const char *wc_error_message(const wc_context *context)
{
    if (!context)
        return "the context is NULL";
    return context->error.message ? context->error.message : "no error";
}

const char *wc_error_hint(const wc_context *context)
{
    return context ? context->error.hint : NULL;
}

void wc_context_add_machine_folder(wc_context *context, const char *folder)
{
    struct error *err = context_begin(context);
    if (!err || !argument_given(err, folder, "folder"))
        return;
    size_t count = context->folder_count;
    const char **folders = arena_array(&context->arena, count + 2, sizeof *folders);
    folders[0] = arena_strdup(&context->arena, folder);
    if (count)
        memcpy(folders + 1, context->folders, count * sizeof *folders);
    context->folders = folders;
    context->folder_count = count + 1;
    context->machines = NULL;
}

void wc_context_max_memory(wc_context *context, uint64_t bytes)
{
    if (!context_is_open(context))
        return;
    context->allowance.max_memory = bytes ? bytes : ALLOWANCE_MEMORY;
}

void wc_context_on_progress(wc_context *context, wc_progress_fn *fn, void *user)
{
    if (!context_is_open(context))
        return;
    context->progress = fn;
    context->progress_user = user;
}

void wc_context_on_console(wc_context *context, wc_console_fn *fn, void *user)
{
    if (!context_is_open(context))
        return;
    context->console = fn;
    context->console_user = user;
}

bool context_hand_part(wc_context *context, wc_write_fn *write, void *user, const char *bytes,
                       size_t length)
{
    context->in_callback = true;
    bool taken = write(user, bytes, length);
    context->in_callback = false;
    return taken;
}

void context_tell_progress(wc_context *context, const struct wc_progress *progress)
{
    context->in_callback = true;
    context->progress(context->progress_user, progress);
    context->in_callback = false;
}

void context_tell_console(wc_context *context, const char *bytes, size_t length)
{
    context->in_callback = true;
    context->console(context->console_user, bytes, length);
    context->in_callback = false;
}

void wc_interrupt(wc_context *context)
{
    if (context)
        atomic_store(&context->interrupted, true);
}

void wc_text_free(char *text)
{
    memory_give_back(text);
}

struct name_list {
    const char *const *names;
    size_t count;
};

static const char *listed_name(const void *user, size_t i)
{
    const struct name_list *list = user;
    return i < list->count ? list->names[i] : NULL;
}

const char *wc_nearest(const char *name, const char *const *candidates, size_t count)
{
    struct name_list list = {candidates, count};
    if (!name || !argument_readable(NULL, candidates, count, sizeof *candidates, "candidates"))
        return NULL;
    return nearest_name(name, listed_name, &list);
}

/* A text in the reserve is not handed out: nobody knows how long it would stay there. But another
 * thread may find memory again meanwhile: wc_text_free() takes it back. */
enum wc_status context_hand_out(wc_context *context, struct text *text, char **out)
{
    if (!text->bytes)
        text_add(text, "%s", "");
    bool good = !text->incomplete && !memory_is_short();
    *out = good ? text->bytes : NULL;
    if (good)
        return WC_OK;
    text_free(text);
    return context ? fail_memory(&context->error) : WC_INTERNAL;
}

enum wc_status context_load_machine(wc_context *context, const char *name,
                                    struct parameters *parameters)
{
    const char *path;
    enum wc_status status =
        machine_path(&context->error, &context->arena, name, context->folders, &path);
    memset(parameters, 0, sizeof *parameters);
    if (status != WC_OK)
        return status;
    status = parameters_load(&context->error, path, context->folders, parameters);
    if (!context->protects)
        return status;
    enum wc_status added = machine_add_files(&context->error, parameters, &context->files);
    return status == WC_OK ? added : status;
}

/* An incomplete list is not kept. */
static void list_machines(wc_context *context)
{
    struct arena arena = {0};
    const char **names;
    struct error *err = context_begin(context);
    context->machine_count = 0;
    if (!machine_names(&arena, context->folders, &names, &context->machine_count))
        fail_memory(err);
    if (err->status != WC_OK || memory_check(err) != WC_OK)
        context->machine_count = 0;
    else
        context->machines = arena_array(&context->arena, context->machine_count + 1, sizeof *names);
    for (size_t i = 0; i < context->machine_count; i++)
        context->machines[i] = arena_strdup(&context->arena, names[i]);
    arena_free(&arena);
}

const char *wc_machine_name(wc_context *context, size_t i)
{
    if (!context_is_open(context))
        return NULL;
    if (!context->machines)
        list_machines(context);
    return i < context->machine_count ? context->machines[i] : NULL;
}
