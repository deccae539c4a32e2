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
#include "interrupt.h"
#include "memory.h"
#include "output.h"

static const char library[] = "libwarpclock-cuda.so";

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

/* The folder of our libraries: beside the command in a build, under the library folder when
 * installed. For free(); NULL: not found. */
static char *find_libraries(struct session *session)
{
    static const char *const folders[] = {"src/exec/cuda",
                                          "../" WARPCLOCK_LIBDIR "/warpclock/cuda"};
    char self[PATH_MAX];
    const bool found = find_self(self);
    size_t i;

    for (i = 0; found && i < sizeof folders / sizeof *folders; i++) {
        char *folder = format_text("%s/%s", self, folders[i]);

        if (has_file(folder, library))
            return folder;
        free(folder);
    }
    if (found && has_file(self, "build.ninja"))
        diagnose(&session->problem, WC_BAD_INPUT, "%s is not built; run make", library);
    else
        diagnose(&session->problem, WC_BAD_INPUT,
                 "%s is not where it was installed; install warpclock again", library);
    return NULL;
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

static void set_environment(const struct arguments *arguments, const char *folder, int report)
{
    char *preload = format_text("%s/%s", folder, library);

    prepend("LD_LIBRARY_PATH", folder);
    prepend("LD_PRELOAD", preload);
    free(preload);
    set_machine(arguments->machine);
    if (arguments->functional)
        setenv(EXEC_FUNCTIONAL, "1", 1);
    set_settings(&arguments->sets);
    set_path(EXEC_RECORD, arguments->record);
    set_number(EXEC_MAX_CYCLES, arguments->max_cycles);
    set_number(EXEC_MAX_MEMORY, arguments->max_memory);
    set_number(EXEC_RECORD_LAUNCHES, arguments->record_launches);
    set_number(EXEC_REPORT, (uint64_t)report);
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
    return diagnose(&session->problem, WC_BAD_INPUT, "cannot run '%s': %s",
                    session->arguments.operands.items[0],
                    error == ENOENT ? "not found" : strerror(error));
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
static void become(const struct session *session, const char *path, const char *folder, int report,
                   int failure)
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
    set_environment(&session->arguments, folder, report);
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

static enum wc_status start(struct session *session, const char *path, const char *folder,
                            int report, int *status)
{
    int failure[2], error;
    pid_t child;

    if (pipe2(failure, O_CLOEXEC) != 0)
        return diagnose(&session->problem, WC_INTERNAL, "cannot make a pipe: %s", strerror(errno));
    child = fork();
    if (child == 0)
        become(session, path, folder, report, failure[1]);
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
    char *folder = find_libraries(session);
    enum wc_status started;

    *status = 0;
    if (!folder)
        return session->problem.status;
    fflush(NULL);
    interrupt_watch(session->context);
    started = start(session, path, folder, report, status);
    interrupt_watch(NULL);
    free(folder);
    return started;
}
