/* SPDX-License-Identifier: Apache-2.0 */
/* exec_machine.c - which machines can run the kernels of a program. */
#include "exec_machine.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"

static bool contains(const char *path, const char *text)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    const bool opened = file >= 0 && fstat(file, &about) == 0 && about.st_size > 0;
    const size_t size = opened ? (size_t)about.st_size : 0;
    void *bytes = opened ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    const bool found = bytes != MAP_FAILED && memmem(bytes, size, text, strlen(text));

    if (bytes != MAP_FAILED)
        munmap(bytes, size);
    if (file >= 0)
        close(file);
    return found;
}

/* A program names the libraries that it needs, and its sections. */
static const struct sign {
    const char *text, *library, *machine;
} signs[] = {
    {"libamdhip64.so", "libwarpclock-hip.so", "gcn3"},
    {".hip_fatbin", "libwarpclock-hip.so", "gcn3"},
    {"libOpenCL.so", "libwarpclock-opencl.so", "gcn3"},
    {"libwarpclock-cuda.so", "libwarpclock-cuda.so", "jetson-tx2"},
    {"libcudart.so", "libwarpclock-cuda.so", "jetson-tx2"},
    {"libcuda.so", "libwarpclock-cuda.so", "jetson-tx2"},
    {".nv_fatbin", "libwarpclock-cuda.so", "jetson-tx2"},
};

static const struct sign *find_sign(const char *program)
{
    size_t i;

    for (i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (contains(program, signs[i].text))
            return &signs[i];
    }
    return NULL;
}

const char *exec_library_of(const char *program)
{
    const struct sign *sign = find_sign(program);

    return sign ? sign->library : NULL;
}

const char *exec_machine_default(const char *program)
{
    const struct sign *sign = find_sign(program);

    return sign ? sign->machine : "jetson-tx2";
}

/* The machine's JSON has its instruction sets as one text: "rv32, sass". */
static bool has_isa(const char *json)
{
    static const char key[] = "\"isa\": \"", *const names[] = {"sass", "gcn3", "rv32"};
    const char *list = strstr(json, key);
    bool has = false;
    size_t i;

    list = list ? list + sizeof key - 1 : "";
    for (i = 0; i < sizeof names / sizeof *names; i++)
        has |= memmem(list, strcspn(list, "\""), names[i], strlen(names[i])) != NULL;
    return has;
}

/* WC_OK, and *can: it has instructions that compilers of programs know. */
static enum wc_status try_machine(wc_context *context, const char *machine,
                                  const struct text_list *sets, bool *can)
{
    char *json = NULL;
    wc_device *device = NULL;
    enum wc_status status =
        wc_machine_text(context, machine, sets->items, sets->count, WC_JSON, &json);

    *can = status == WC_OK && has_isa(json) &&
           wc_device_new(context, machine, sets->items, sets->count, &device) == WC_OK;
    wc_device_free(device);
    wc_text_free(json);
    return status;
}

/* "a, b"; for free(). */
static char *list_machines(wc_context *context)
{
    const struct text_list no_sets = {0};
    char *all = format_text("%s", ""), *longer;
    const char *name;
    size_t i;

    for (i = 0; (name = wc_machine_name(context, i)) != NULL; i++) {
        char *copy = format_text("%s", name); /* the next call of the library may move it */
        bool can;

        if (try_machine(context, copy, &no_sets, &can) == WC_OK && can) {
            longer = format_text("%s%s%s", all, *all ? ", " : "", copy);
            free(all);
            all = longer;
        }
        free(copy);
    }
    return all;
}

enum wc_status exec_machine_check(struct session *session)
{
    const char *machine = session->arguments.machine;
    bool can;
    char *names;
    enum wc_status status =
        try_machine(session->context, machine, &session->arguments.sets, &can);

    if (status != WC_OK || can)
        return diagnose_library(&session->problem, session->context, status);
    names = list_machines(session->context);
    diagnose(&session->problem, WC_BAD_INPUT, "machine %s cannot run programs",
             machine);
    advise(&session->problem, "machines that can: %s", names);
    free(names);
    return session->problem.status;
}
