/* SPDX-License-Identifier: Apache-2.0 */
/* compiler.c - compiles OpenCL C for the machine: runs the script that also compiles kernels by
 * hand (kernels/build*.sh), in a folder of its own. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "exec/opencl/state.h"

extern char **environ;

enum { COMPILER_WORDS = 10 };

/* ---- which script ---- */

/* Scripts are in the folder `tools` beside this library, the command is there too. */
struct recipe {
    const char *model, *script;
    bool needs_command; /* `warpclock diverge` is one of its steps */
};

static const struct recipe recipes[] = {
    {"gcn3", "build-gcn3.sh", false},
    {"vortex", "build.sh", true},
    {"fermi", "build-rv32.sh", false},
    {"pascal", "build-pascal.sh", false},
};

/* Options that a parameter of the machine asks for. */
struct choice {
    const char *model, *key, *value;
    const char *words[2]; /* the second may be NULL */
};

static const struct choice choices[] = {
    {"vortex", "isa.a", "true", {"--isa-a"}},
    {"gcn3", "isa.version", "gcn5", {"--chip", "gfx900"}},
};

static const struct recipe *find_recipe(void)
{
    const char *model = wc_device_text(exec.device, "model");
    for (size_t i = 0; model && i < sizeof recipes / sizeof *recipes; i++) {
        if (!strcmp(model, recipes[i].model))
            return &recipes[i];
    }
    return NULL;
}

/* The folder of this library; for free(). */
static char *own_folder(void)
{
    Dl_info here;
    char *path = dladdr((const void *)(uintptr_t)compile, &here) && here.dli_fname
                     ? realpath(here.dli_fname, NULL)
                     : NULL;
    char *slash = path ? strrchr(path, '/') : NULL;
    if (slash)
        *slash = '\0';
    return path;
}

/* ---- files ---- */

static bool write_text(const char *folder, const char *name, const char *text)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    const bool written = file && fputs(text, file) >= 0;
    return file && fclose(file) == 0 && written;
}

/* Headers may be in folders of their own ("inc/a.h"). */
static bool write_header(const char *folder, const struct header *header)
{
    char path[PATH_MAX];
    if (header->name[0] == '/' || strstr(header->name, ".."))
        return false;
    for (const char *slash = strchr(header->name, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(path, sizeof path, "%s/%.*s", folder, (int)(slash - header->name), header->name);
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return false;
    }
    return write_text(folder, header->name, header->text);
}

/* With a 0 after the last byte; for free(). NULL: cannot be read. */
static uint8_t *read_file(const char *folder, const char *name, size_t *size)
{
    char path[PATH_MAX];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = file && fstat(fileno(file), &about) == 0
                         ? calloc(1, (size_t)about.st_size + 1)
                         : NULL;
    *size = bytes ? fread(bytes, 1, (size_t)about.st_size, file) : 0;
    if (file)
        fclose(file);
    return bytes;
}

/* ---- running ---- */

/* The script must not load this library in its own programs. */
static char **own_environment(void)
{
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **copy = calloc(count + 1, sizeof *copy);
    for (size_t i = 0; copy && i < count; i++) {
        if (strncmp(environ[i], "LD_PRELOAD=", strlen("LD_PRELOAD=")) != 0 &&
            strncmp(environ[i], "LD_LIBRARY_PATH=", strlen("LD_LIBRARY_PATH=")) != 0)
            copy[kept++] = environ[i];
    }
    return copy;
}

/* Its output goes to FOLDER/log. False: it failed, or could not be started. */
static bool run(char *const *argv, const char *folder)
{
    char log[PATH_MAX];
    char **environment = own_environment();
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 0;
    snprintf(log, sizeof log, "%s/log", folder);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    const int error = environment ? posix_spawnp(&child, argv[0], &actions, NULL, argv, environment)
                                  : ENOMEM;
    posix_spawn_file_actions_destroy(&actions);
    free(environment);
    if (error) {
        exec_complain("cannot run '%s': %s", argv[0], strerror(error));
        return false;
    }
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) /* a program that ignores SIGCHLD: the result shows how it went */
            return true;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void remove_folder(const char *folder)
{
    const char *const argv[] = {"rm", "-rf", "--", folder, NULL};
    pid_t child;
    if (posix_spawnp(&child, argv[0], NULL, NULL, (char *const *)(uintptr_t)argv, environ) == 0)
        waitpid(child, NULL, 0);
}

/* ---- compiling ---- */

static size_t choose_words(char **argv, const char *model)
{
    size_t count = 0;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const struct choice *choice = &choices[i];
        const char *value = wc_device_text(exec.device, choice->key);
        if (strcmp(choice->model, model) != 0 || !value || strcmp(choice->value, value) != 0)
            continue;
        for (size_t k = 0; k < 2 && choice->words[k]; k++)
            argv[count++] = (char *)(uintptr_t)choice->words[k];
    }
    return count;
}

/* Words of the command before the options; they belong to `pieces`. */
static size_t start_words(char **argv, char pieces[3][PATH_MAX], const char *folder)
{
    const char *own = getenv("WARPCLOCK_CL_COMPILER");
    const struct recipe *recipe = find_recipe();
    char *place = own_folder();
    size_t count = 0;
    if (own) {
        snprintf(pieces[0], PATH_MAX, "%s", own);
        argv[count++] = pieces[0];
    } else if (recipe && place) {
        snprintf(pieces[0], PATH_MAX, "%s/tools/%s", place, recipe->script);
        snprintf(pieces[1], PATH_MAX, "%s/warpclock", place);
        argv[count++] = pieces[0];
        if (recipe->needs_command)
            argv[count++] = pieces[1];
        count += choose_words(argv + count, recipe->model);
    }
    free(place);
    if (!count)
        return 0;
    snprintf(pieces[2], PATH_MAX, "%s/out", folder);
    argv[count++] = (char *)(uintptr_t) "-o";
    argv[count++] = pieces[2];
    return count;
}

/* Runs the compiler on FOLDER/program.cl. */
static bool run_compiler(const char *folder, char *const *options)
{
    char pieces[3][PATH_MAX], source[PATH_MAX], own_include[PATH_MAX];
    size_t option_count = 0, count;
    while (options[option_count])
        option_count++;
    char **argv = calloc(option_count + COMPILER_WORDS + 4, sizeof *argv);
    if (!argv)
        return false;
    count = start_words(argv, pieces, folder);
    if (!count)
        exec_complain("OpenCL C cannot be compiled for machine %s",
                      wc_device_text(exec.device, "name"));
    snprintf(own_include, sizeof own_include, "-I%s", folder);
    snprintf(source, sizeof source, "%s/program.cl", folder);
    for (size_t i = 0; count && i < option_count; i++)
        argv[count++] = options[i];
    if (count) {
        argv[count++] = own_include;
        argv[count++] = (char *)(uintptr_t) "-I."; /* drivers look there too */
        argv[count++] = source;
    }
    const bool compiled = count && run(argv, folder);
    free(argv);
    return compiled;
}

static char *make_folder(void)
{
    const char *place = getenv("TMPDIR");
    char *folder = NULL;
    if (asprintf(&folder, "%s/warpclock-cl-XXXXXX", place && *place ? place : "/tmp") < 0)
        return NULL;
    if (mkdtemp(folder))
        return folder;
    exec_complain("%s: cannot make a folder: %s", folder, strerror(errno));
    free(folder);
    return NULL;
}

static bool write_sources(const char *folder, const char *source, const struct header *headers,
                          size_t header_count)
{
    bool written = write_text(folder, "program.cl", source);
    for (size_t i = 0; written && i < header_count; i++)
        written = write_header(folder, &headers[i]);
    return written;
}

cl_int compile(const char *source, const char *options, const struct header *headers,
               size_t header_count, uint8_t **binary, size_t *bytes, char **log)
{
    size_t length;
    char **words = options_split(options, log);
    char *folder = words ? make_folder() : NULL;
    *binary = NULL;
    if (folder && write_sources(folder, source, headers, header_count) &&
        run_compiler(folder, words))
        *binary = read_file(folder, "out", bytes);
    if (folder)
        *log = (char *)read_file(folder, "log", &length);
    if (folder)
        remove_folder(folder);
    free(folder);
    if (!*log)
        *log = strdup("");
    const bool bad_options = !words;
    free(words);
    if (*binary)
        return CL_SUCCESS;
    return bad_options ? CL_INVALID_BUILD_OPTIONS : CL_BUILD_PROGRAM_FAILURE;
}
