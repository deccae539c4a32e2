/* SPDX-License-Identifier: Apache-2.0 */
/* options.c - build options: which of them the compiler gets. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/opencl/state.h"

/* ---- words ---- */

/* Copies the next word, without its quotes, to *out and ends it there; NULL: there is none. */
static const char *next_word(const char *from, char **out)
{
    char quote = '\0', *to = *out;
    while (isspace((unsigned char)*from))
        from++;
    if (!*from)
        return NULL;
    for (; *from && (quote || !isspace((unsigned char)*from)); from++) {
        if (quote ? *from == quote : *from == '"' || *from == '\'')
            quote = quote ? '\0' : *from;
        else if (*from == '\\' && from[1] && quote != '\'')
            *to++ = *++from;
        else
            *to++ = *from;
    }
    *to++ = '\0';
    *out = to;
    return from;
}

/* ---- what they mean ---- */

/* Options that allow less exact results, or ask for less optimization or for information: our
 * recipes compile the same exact code for all of them. */
static bool changes_nothing(const char *word)
{
    static const char *const words[] = {
        "-cl-denorms-are-zero", "-cl-fast-relaxed-math", "-cl-finite-math-only",
        "-cl-fp32-correctly-rounded-divide-sqrt", "-cl-kernel-arg-info", "-cl-mad-enable",
        "-cl-no-signed-zeros", "-cl-opt-disable", "-cl-strict-aliasing",
        "-cl-unsafe-math-optimizations", "-cl-uniform-work-group-size", "-g", "-w", "-s",
        "-cl-nv-verbose", "-cl-std=CL1.0", "-cl-std=CL1.1", "-cl-std=CL1.2",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!strcmp(word, words[i]))
            return true;
    }
    return !strncmp(word, "-O", 2) || !strncmp(word, "-W", 2) ||
           !strncmp(word, "-cl-nv-", strlen("-cl-nv-"));
}

static bool is_of_preprocessor(const char *word)
{
    return !strncmp(word, "-D", 2) || !strncmp(word, "-I", 2);
}

static char *explain(const char *word)
{
    char *text = NULL;
    const char *reason = !strncmp(word, "-cl-std=", strlen("-cl-std="))
                             ? "; kernels are compiled as OpenCL C 1.2 (-cl-std=CL1.2)"
                             : "";
    return asprintf(&text, "build option '%s' is not supported%s\n", word, reason) < 0 ? NULL
                                                                                       : text;
}

/* "-D NAME" is one word for the compiler. NULL: the name is missing. */
static const char *append_value(const char *rest, char **free_bytes)
{
    const char *value = --*free_bytes; /* over the 0 */
    rest = next_word(rest, free_bytes);
    return rest && *value ? rest : NULL;
}

static const char *take_word(const char *rest, char **free_bytes, char **words, size_t *count,
                             char **problem)
{
    char *word = *free_bytes;
    rest = next_word(rest, free_bytes);
    if (!rest || changes_nothing(word))
        return rest;
    if (is_of_preprocessor(word) && !word[2])
        rest = append_value(rest, free_bytes);
    if (!rest || !is_of_preprocessor(word))
        *problem = explain(word);
    words[(*count)++] = word;
    return rest;
}

char **options_split(const char *options, char **problem)
{
    const size_t length = options ? strlen(options) : 0, max = length / 2 + 2;
    char **words = calloc(1, max * sizeof *words + 2 * length + 2);
    char *free_bytes = (char *)(words + max);
    size_t count = 0;
    *problem = NULL;
    for (const char *rest = words ? options : NULL; rest && !*problem;)
        rest = take_word(rest, &free_bytes, words, &count, problem);
    if (!*problem)
        return words;
    free(words);
    return NULL;
}
