/* SPDX-License-Identifier: Apache-2.0 */
/* exec_program.c - the environment of a program, and its end. */
#include "exec_program.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "environment.h"
#include "exec_machine.h"
#include "interrupt.h"
#include "memory.h"
#include "output.h"

/* Our libraries: where each is beside the command in a build, and under the library folder. Those
 * that a program may have linked statically are loaded in any case. */
static const struct library {
    const char *name, *built, *installed;
    bool preloaded;
} libraries[] = {
    {"libwarpclock-cuda.so", "src/exec/cuda", "../" WARPCLOCK_LIBDIR "/warpclock/cuda", true},
    {"libwarpclock-hip.so", "src/exec/hip", "../" WARPCLOCK_LIBDIR "/warpclock/hip", true},
    {"libwarpclock-opencl.so", "src/exec/opencl", "../" WARPCLOCK_LIBDIR "/warpclock/opencl",
     false},
};
enum { LIBRARIES = sizeof libraries / sizeof *libraries };

/* Their folders; for free(). */
struct folders {
    char *of[LIBRARIES];
};

/* ---- environment ---- */

/* The folder of this command; false: unknown. */
static bool find_self(char self[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", self, PATH_MAX - 1);
    char *slash;

    self[length > 0 ? length : 0] = '\0';
    slash = strrchr(self, '/');
    if (slash)
        *slash = '\0';
    return slash;
}

static bool has_file(const char *folder, const char *name)
{
    char *path = format_text("%s/%s", folder, name);
    const bool there = access(path, R_OK) == 0;

    free(path);
    return there;
}

/* The package of Python has this command in its folder `bin`. */
static bool is_in_package(const char *self)
{
    char *folder = format_text("%s/..", self);
    const bool is = has_file(folder, "__init__.py");

    free(folder);
    return is;
}

/* Not found beside the command, in the folder `self`. */
static void refuse_library(struct session *session, const char *self, const char *library,
                           const char *program)
{
    const char *needed = exec_library_of(program);

    if (!is_in_package(self)) {
        diagnose(&session->problem, WC_BAD_INPUT, "%s %s", library,
                 has_file(self, "build.ninja") ? "is not built; run make"
                                               : "is not where it was installed; install "
                                                 "warpclock again");
        return;
    }
    diagnose(&session->problem, WC_BAD_INPUT, "the Python package of warpclock has no libraries "
             "for exec%s%s", needed ? "; this program needs " : "", needed ? needed : "");
    advise(&session->problem, "a build from source has them: 'make' in the source tree, then "
           "build/warpclock exec");
}

/* For free(); NULL: not found. */
static char *find_library(struct session *session, const struct library *library,
                          const char *program)
{
    const char *const folders[] = {library->built, library->installed};
    char self[PATH_MAX];
    const bool found = find_self(self);
    size_t i;

    for (i = 0; found && i < sizeof folders / sizeof *folders; i++) {
        char *folder = format_text("%s/%s", self, folders[i]);

        if (has_file(folder, library->name))
            return folder;
        free(folder);
    }
    refuse_library(session, self, library->name, program);
    return NULL;
}

static void free_folders(struct folders *folders)
{
    size_t i;

    for (i = 0; i < LIBRARIES; i++)
        free(folders->of[i]);
}

static enum wc_status find_libraries(struct session *session, const char *program,
                                     struct folders *folders)
{
    size_t i;

    *folders = (struct folders){{0}};
    for (i = 0; i < LIBRARIES; i++) {
        folders->of[i] = find_library(session, &libraries[i], program);
        if (!folders->of[i]) {
            free_folders(folders);
            return session->problem.status;
        }
    }
    return WC_OK;
}

/* Puts `value` in front of a list like PATH. */
static void prepend(const char *name, const char *value)
{
    const char *old = getenv(name);
    char *all = format_text("%s%s%s", value, old && *old ? ":" : "", old ? old : "");

    setenv(name, all, 1);
    free(all);
}

static void set_number(const char *name, uint64_t number)
{
    char *text = format_text("%llu", (unsigned long long)number);

    if (number)
        setenv(name, text, 1);
    free(text);
}

static void set_settings(const struct text_list *sets)
{
    char *all = format_text("%s", ""), *longer;
    size_t i;

    for (i = 0; i < sets->count; i++) {
        longer = format_text("%s%s\n", all, sets->items[i]);
        free(all);
        all = longer;
    }
    setenv(EXEC_SETS, all, 1);
    free(all);
}

/* A relative path starts in the folder of the command, also if the program changes its own. */
static void set_path(const char *name, const char *given)
{
    char here[PATH_MAX], *path;

    if (!given)
        return;
    path = given[0] == '/' || !getcwd(here, sizeof here) ? format_text("%s", given)
                                                          : format_text("%s/%s", here, given);
    setenv(name, path, 1);
    free(path);
}

/* A name, or a file. */
static void set_machine(const char *machine)
{
    static const char ending[] = ".yaml";
    size_t length = machine ? strlen(machine) : 0, end = sizeof ending - 1;

    if (length > end && strcmp(machine + length - end, ending) == 0)
        set_path(EXEC_MACHINE, machine);
    else if (machine)
        setenv(EXEC_MACHINE, machine, 1);
}

/* The file of launches, as this process has it. */
static void set_report(int report)
{
    struct stat about;
    char *text;

    if (fstat(report, &about) != 0)
        return;
    text = format_text(EXEC_REPORT_FORM, (int)getppid(), report,
                       (unsigned long long)about.st_dev, (unsigned long long)about.st_ino);
    setenv(EXEC_REPORT, text, 1);
    free(text);
}

static void set_environment(const struct arguments *arguments, const struct folders *folders,
                            int report)
{
    size_t i;

    for (i = 0; i < LIBRARIES; i++) {
        char *preload = format_text("%s/%s", folders->of[i], libraries[i].name);

        prepend("LD_LIBRARY_PATH", folders->of[i]);
        if (libraries[i].preloaded)
            prepend("LD_PRELOAD", preload);
        free(preload);
    }
    set_machine(arguments->machine);
    if (arguments->functional)
        setenv(EXEC_FUNCTIONAL, "1", 1);
    if (arguments->on_out_of_bounds)
        setenv(EXEC_OUT_OF_BOUNDS, arguments->on_out_of_bounds, 1);
    set_settings(&arguments->sets);
    set_path(EXEC_RECORD, arguments->record);
    set_number(EXEC_MAX_CYCLES, arguments->max_cycles);
    set_number(EXEC_MAX_MEMORY, arguments->max_memory);
    set_number(EXEC_RECORD_LAUNCHES, arguments->record_launches);
    set_report(report);
}

/* ---- finding ---- */

/* 0: a file that can be run; else an errno. */
static int cannot_run(const char *path)
{
    struct stat about;

    if (stat(path, &about) != 0)
        return errno;
    if (S_ISDIR(about.st_mode))
        return EISDIR;
    return access(path, X_OK) == 0 ? 0 : errno;
}

/* In the folders of PATH, as a shell does it; an empty one is the current folder. For free();
 * NULL: not found. *problem is about a file that is there and cannot be run. */
static char *search_path(const char *name, int *problem)
{
    const char *folder = getenv("PATH");

    *problem = ENOENT;
    for (folder = folder ? folder : "/bin:/usr/bin"; *name && folder;) {
        const size_t length = strcspn(folder, ":");
        char *path = length ? format_text("%.*s/%s", (int)length, folder, name)
                            : format_text("./%s", name);
        const int error = cannot_run(path);

        if (!error)
            return path;
        free(path);
        if (error == EACCES)
            *problem = error;
        folder = folder[length] ? folder + length + 1 : NULL;
    }
    return NULL;
}

static enum wc_status refuse_program(struct session *session, int error)
{
    const char *name = session->arguments.operands.items[0];

    diagnose(&session->problem, WC_BAD_INPUT, "cannot run '%s': %s", name,
             error == ENOENT ? "not found" : strerror(error));
    if (*name && !strchr(name, '/') && cannot_run(name) == 0)
        advise(&session->problem, "it is not in PATH; did you mean './%s'?", name);
    return WC_BAD_INPUT;
}

enum wc_status exec_program_find(struct session *session, char **path)
{
    const char *name = session->arguments.operands.items[0];
    int problem = 0;
    enum wc_status status;

    if (strchr(name, '/')) {
        problem = cannot_run(name);
        *path = problem ? NULL : format_text("%s", name);
    } else {
        *path = search_path(name, &problem);
    }
    if (!*path)
        return refuse_program(session, problem);
    status = wc_context_add_input(session->context, *path, "the program");
    return diagnose_library(&session->problem, session->context, status);
}

/* ---- running ---- */

/* In the child: does not return. Writes to `failure` why the program cannot be started. */
static void become(const struct session *session, const char *path, const struct folders *folders,
                   int report, int failure)
{
    const struct text_list *operands = &session->arguments.operands;
    char **argv = reallocate(NULL, (operands->count + 1) * sizeof *argv);
    size_t i;
    int error;

    for (i = 0; i < operands->count; i++)
        argv[i] = (char *)(uintptr_t)operands->items[i];
    argv[operands->count] = NULL;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody would end it after the command is killed */
    signal(SIGINT, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGABRT, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    if (output_is_json(session)) /* standard output has the document and nothing else */
        dup2(STDERR_FILENO, STDOUT_FILENO);
    set_environment(&session->arguments, folders, report);
    execvp(path, argv);
    error = errno;
    (void)!write(failure, &error, sizeof error);
    _exit(WC_BAD_INPUT);
}

/* A signal that ends this command ends the program too: a terminal sends it to both, others do
 * not. */
static int wait_for(pid_t child)
{
    int status = 0;

    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        if (interrupt_seen())
            kill(child, SIGTERM);
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Why the child could not start the program, an errno; 0: it did, which closed the pipe. */
static int read_failure(int pipe)
{
    int error = 0;
    ssize_t length;

    do
        length = read(pipe, &error, sizeof error);
    while (length < 0 && errno == EINTR);
    return length == (ssize_t)sizeof error ? error : 0;
}

static enum wc_status start(struct session *session, const char *path,
                            const struct folders *folders, int report, int *status)
{
    int failure[2], error;
    pid_t child;

    if (pipe2(failure, O_CLOEXEC) != 0)
        return diagnose(&session->problem, WC_INTERNAL, "cannot make a pipe: %s", strerror(errno));
    child = fork();
    if (child == 0)
        become(session, path, folders, report, failure[1]);
    error = errno;
    close(failure[1]);
    if (child > 0) {
        error = read_failure(failure[0]);
        *status = wait_for(child);
    }
    close(failure[0]);
    if (child < 0)
        return diagnose(&session->problem, WC_INTERNAL, "cannot start a process: %s",
                        strerror(error));
    return error ? refuse_program(session, error) : WC_OK;
}

enum wc_status exec_program(struct session *session, const char *path, int report, int *status)
{
    struct folders folders;
    enum wc_status started = find_libraries(session, path, &folders);

    *status = 0;
    if (started != WC_OK)
        return started;
    fflush(NULL);
    interrupt_watch(session->context);
    started = start(session, path, &folders, report, status);
    interrupt_watch(NULL);
    free_folders(&folders);
    return started;
}
