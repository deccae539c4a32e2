/* SPDX-License-Identifier: Apache-2.0 */
/* demangle.c - asks the C++ library, which every system with a compiler has. It is opened when a
 * name needs it: nothing else here does. */
#include "load/demangle.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES_MAX = 4096 }; /* longer ones only cost time */

static char *demangle_all(const char *name)
{
    char *(*function)(const char *, char *, size_t *, int *) = NULL;
    char *result = NULL;
    int status = -1;
    void *library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
    void *found = library ? dlsym(library, "__cxa_demangle") : NULL;
    memcpy(&function, &found, sizeof function);
    if (function)
        result = function(name, NULL, NULL, &status);
    if (library)
        dlclose(library);
    return result;
}

/* Moves over one character; *depth counts open angle brackets and parentheses. */
static void step(char c, int *depth)
{
    *depth += c == '<' || c == '(';
    *depth -= c == '>' || c == ')';
}

/* Where the parameters begin: at the last parenthesis that no other bracket contains. */
static size_t parameters_at(const char *name)
{
    int depth = 0;
    size_t at = strlen(name);
    for (size_t i = 0; name[i]; i++) {
        if (name[i] == '(' && depth == 0)
            at = i;
        step(name[i], &depth);
    }
    return at;
}

/* The type of a result ends with the last blank before the name. */
static size_t name_at(const char *name)
{
    const size_t end = parameters_at(name);
    int depth = 0;
    size_t at = 0;
    for (size_t i = 0; i < end; i++) {
        if (name[i] == ' ' && depth == 0)
            at = i + 1;
        step(name[i], &depth);
    }
    return at;
}

char *demangle(const char *name)
{
    if (strncmp(name, "_Z", 2) != 0 || strlen(name) > NAME_BYTES_MAX)
        return NULL;
    char *all = demangle_all(name);
    if (!all)
        return NULL;
    const size_t at = name_at(all);
    memmove(all, all + at, strlen(all + at) + 1);
    return all;
}

/* Compares the first `length` characters of a name with a text, without blanks. */
static bool equals(const char *name, size_t length, const char *text)
{
    size_t i = 0;
    for (;; i++, text++) {
        while (i < length && name[i] == ' ')
            i++;
        while (*text == ' ')
            text++;
        if (i == length || !*text)
            return i == length && !*text;
        if (name[i] != *text)
            return false;
    }
}

/* The name without the namespaces or classes that contain it. */
static size_t last_part(const char *name, size_t end)
{
    int depth = 0;
    size_t at = 0;
    for (size_t i = 0; i + 1 < end; i++) {
        step(name[i], &depth);
        if (depth == 0 && name[i] == ':' && name[i + 1] == ':')
            at = i + 2;
    }
    return at;
}

enum name_match demangled_match(const char *demangled, const char *text)
{
    const size_t parameters = parameters_at(demangled);
    const char *bracket = memchr(demangled, '<', parameters);
    if (equals(demangled, strlen(demangled), text))
        return NAME_COMPLETE;
    if (equals(demangled, parameters, text))
        return NAME_TEMPLATE;
    const size_t end = bracket ? (size_t)(bracket - demangled) : parameters;
    const size_t last = last_part(demangled, end);
    return equals(demangled, end, text) || equals(demangled + last, end - last, text)
               ? NAME_BASE
               : NAME_DIFFERS;
}
