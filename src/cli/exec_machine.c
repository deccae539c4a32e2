/* SPDX-License-Identifier: Apache-2.0 */
/* exec_machine.c - which machines can run the kernels of a program. */
#include "exec_machine.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

static const char default_machine[] = "jetson-tx2";

const char *exec_machine(const struct arguments *arguments)
{
    return arguments->machine ? arguments->machine : default_machine;
}

/* The machine's JSON has its instruction sets as one text: "rv32, sass". */
static bool has_sass(const char *json)
{
    static const char key[] = "\"isa\": \"";
    const char *list = strstr(json, key);

    list = list ? list + sizeof key - 1 : "";
    return memmem(list, strcspn(list, "\""), "sass", 4) != NULL;
}

/* WC_OK, and *can: it has NVIDIA's instructions and takes the memory of a program as it is. */
static enum wc_status try_machine(wc_context *context, const char *machine,
                                  const struct text_list *sets, bool *can)
{
    char *json = NULL;
    wc_device *device = NULL;
    enum wc_status status =
        wc_machine_text(context, machine, sets->items, sets->count, WC_JSON, &json);

    *can = status == WC_OK && has_sass(json) &&
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
    const char *machine = exec_machine(&session->arguments);
    bool can;
    char *names;
    enum wc_status status =
        try_machine(session->context, machine, &session->arguments.sets, &can);

    if (status != WC_OK || can)
        return diagnose_library(&session->problem, session->context, status);
    names = list_machines(session->context);
    diagnose(&session->problem, WC_BAD_INPUT, "machine %s cannot run CUDA programs", machine);
    advise(&session->problem, "machines that can: %s", names);
    free(names);
    return session->problem.status;
}
