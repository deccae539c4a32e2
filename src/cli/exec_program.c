/* SPDX-License-Identifier: Apache-2.0 */
/* exec_program.c - the environment of a program, and its end. */
#include "exec_program.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "environment.h"
#include "interrupt.h"
#include "memory.h"
#include "output.h"

static const char library[] = "libwarpclock-cuda.so";

/* ---- environment ---- */

/* The folder of our libraries: beside the command in a build, under the library folder when
 * installed. For free(); NULL: not found. */
static char *find_libraries(void)
{
    static const char *const folders[] = {"src/exec/cuda",
                                          "../" WARPCLOCK_LIBDIR "/warpclock/cuda"};
    char self[PATH_MAX], *slash;
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    size_t i;

    if (length <= 0)
        return NULL;
    self[length] = '\0';
    slash = strrchr(self, '/');
    if (slash)
        *slash = '\0';
    for (i = 0; i < sizeof folders / sizeof *folders; i++) {
        char *folder = format_text("%s/%s", self, folders[i]);
        char *file = format_text("%s/%s", folder, library);
        const bool there = access(file, R_OK) == 0;

        free(file);
        if (there)
            return folder;
        free(folder);
    }
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

/* ---- running ---- */

/* In the child: does not return. */
static void become(const struct session *session, const char *folder, int report)
{
    const struct text_list *operands = &session->arguments.operands;
    char **argv = reallocate(NULL, (operands->count + 1) * sizeof *argv);
    size_t i;

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
    execvp(argv[0], argv);
    _exit(errno == ENOENT ? 127 : 126);
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

/* Programs that cannot be started are found before a child is. */
static enum wc_status check_program(struct session *session)
{
    const char *program = session->arguments.operands.items[0];

    if (!strchr(program, '/') || access(program, X_OK) == 0)
        return WC_OK;
    return diagnose(&session->problem, WC_BAD_INPUT, "%s: cannot run this program: %s", program,
                    strerror(errno));
}

enum wc_status exec_program(struct session *session, int report, int *status)
{
    char *folder = find_libraries();
    pid_t child;

    *status = 0;
    if (!folder)
        return diagnose(&session->problem, WC_INTERNAL,
                        "%s is not where it was installed; install warpclock again", library);
    if (check_program(session) != WC_OK) {
        free(folder);
        return session->problem.status;
    }
    fflush(NULL);
    interrupt_watch(session->context);
    child = fork();
    if (child == 0)
        become(session, folder, report);
    free(folder);
    if (child > 0)
        *status = wait_for(child);
    interrupt_watch(NULL);
    if (child < 0)
        return diagnose(&session->problem, WC_INTERNAL, "cannot start a process: %s",
                        strerror(errno));
    return WC_OK;
}
