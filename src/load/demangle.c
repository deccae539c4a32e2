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

/* Where the next part of a name begins, after a namespace or class that contains it; `end`: it was
 * the last one. */
static size_t next_part(const char *name, size_t at, size_t end)
{
    int depth = 0;
    for (size_t i = at; i + 1 < end; i++) {
        step(name[i], &depth);
        if (depth == 0 && name[i] == ':' && name[i + 1] == ':')
            return i + 2;
    }
    return end;
}

static size_t last_part(const char *name, size_t end)
{
    size_t at = 0;
    for (size_t next = 0; next < end; next = next_part(name, next, end))
        at = next;
    return at;
}

static size_t template_at(const char *name, size_t at, size_t end)
{
    const char *bracket = memchr(name + at, '<', end - at);
    return bracket ? (size_t)(bracket - name) : end;
}

enum name_match demangled_match(const char *demangled, const char *text)
{
    const size_t all = strlen(demangled), end = parameters_at(demangled);
    const size_t base = template_at(demangled, last_part(demangled, end), end);
    enum name_match match = NAME_DIFFERS;
    for (size_t at = 0; at < end && match == NAME_DIFFERS; at = next_part(demangled, at, end)) {
        const char *name = demangled + at;
        if (equals(name, all - at, text))
            match = at ? NAME_PARTS : NAME_COMPLETE;
        else if (equals(name, end - at, text))
            match = at ? NAME_PARTS_TEMPLATE : NAME_TEMPLATE;
        else if (equals(name, base - at, text))
            match = NAME_BASE;
    }
    return match;
}

void demangled_shorten(char *demangled)
{
    const size_t end = parameters_at(demangled), at = last_part(demangled, end);
    memmove(demangled, demangled + at, end - at);
    demangled[end - at] = '\0';
}
