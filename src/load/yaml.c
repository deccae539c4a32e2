/* SPDX-License-Identifier: Apache-2.0 */
/* yaml.c - the type of a node and typed access to it, with the YAML 1.2 core schema. */
#include "load/yaml.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "load/number.h"

enum wc_status yaml_fail(struct error *err, const struct yaml_node *node, const char *format, ...)
{
    struct text text = {0};
    va_list args;
    va_start(args, format);
    text_add_list(&text, format, args);
    va_end(args);
    fail_at(err, WC_BAD_INPUT, node->file, node->line, node->column, "%s", text_string(&text));
    text_free(&text);
    return err->status;
}

/* "a list", or a scalar as written. */
static const char *describe(const struct yaml_node *node, char *text, size_t room)
{
    if (node->kind != YAML_SCALAR)
        return node->kind == YAML_SEQUENCE ? "a list" : "a mapping";
    if (yaml_type_of(node) == YAML_NULL)
        return "nothing";
    const bool is_quoted =
        node->quoted && *node->text && !node->text[strspn(node->text, "0123456789")];
    snprintf(text, room, is_quoted ? "the text \"%.30s\"; write it without quotes" : "'%.40s'",
             node->text);
    return text;
}

static enum wc_status fail_expected(struct error *err, const struct yaml_node *node,
                                    const char *what, const char *expected)
{
    char text[80];
    return yaml_fail(err, node, "%s: expected %s, found %s", what, expected,
                     describe(node, text, sizeof text));
}

enum wc_status yaml_expect(struct error *err, const struct yaml_node *node, enum yaml_kind kind,
                           const char *what)
{
    char text[80];
    if (node->kind == kind)
        return WC_OK;
    return yaml_fail(err, node, "expected %s, found %s", what, describe(node, text, sizeof text));
}

const struct yaml_node *yaml_get(const struct yaml_node *mapping, const char *key)
{
    for (size_t i = 0; i < mapping->count; i++)
        if (!strcmp(mapping->pairs[i].key->text, key))
            return mapping->pairs[i].value;
    return NULL;
}

static const char *known_key(const void *user, size_t i)
{
    return ((const char *const *)user)[i];
}

static bool is_known(const char *key, const char *const *known)
{
    for (; *known; known++)
        if (!strcmp(*known, key))
            return true;
    return false;
}

static void hint_known(struct error *err, const char *key, const char *const *known)
{
    struct text list = {0};
    const char *near = nearest_name(key, known_key, known);
    if (near) {
        hint(err, "did you mean '%s'?", near);
        return;
    }
    for (size_t i = 0; known[i]; i++)
        text_add(&list, "%s%s", i ? ", " : "", known[i]);
    hint(err, "expected one of: %s", text_string(&list));
    text_free(&list);
}

enum wc_status yaml_known_keys(struct error *err, const struct yaml_node *mapping,
                               const char *const *known, const char *what)
{
    char expected[80];
    snprintf(expected, sizeof expected, "%s as a mapping", what);
    enum wc_status status = yaml_expect(err, mapping, YAML_MAPPING, expected);
    for (size_t i = 0; status == WC_OK && i < mapping->count; i++) {
        const struct yaml_node *key = mapping->pairs[i].key;
        if (is_known(key->text, known))
            continue;
        status = yaml_fail(err, key, "%s has no key '%.64s'", what, key->text);
        hint_known(err, key->text, known);
    }
    return status;
}

static bool is_among(const char *text, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(text, list[i]))
            return true;
    return false;
}

/* Integers may exceed 64 bits and are still integers: the digits decide. */
static bool looks_integer(const char *text)
{
    static const char decimal[] = "0123456789";
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'o') && text[2]) {
        const char *digits = text[1] == 'x' ? "0123456789abcdefABCDEF" : "01234567";
        return !text[2 + strspn(text + 2, digits)];
    }
    text += *text == '-' || *text == '+';
    return *text && !text[strspn(text, decimal)];
}

enum yaml_type yaml_type_of(const struct yaml_node *scalar)
{
    static const char *const nulls[] = {"", "~", "null", "Null", "NULL"};
    static const char *const bools[] = {"true", "True", "TRUE", "false", "False", "FALSE"};
    static const char *const specials[] = {
        ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF",
        ".nan", ".NaN", ".NAN",
    };
    const char *text = scalar->text;
    double ignored;
    if (scalar->kind != YAML_SCALAR || scalar->quoted)
        return YAML_STRING;
    if (is_among(text, nulls, sizeof nulls / sizeof *nulls))
        return YAML_NULL;
    if (is_among(text, bools, sizeof bools / sizeof *bools))
        return YAML_BOOL;
    if (looks_integer(text))
        return YAML_INTEGER;
    if (is_among(text, specials, sizeof specials / sizeof *specials))
        return YAML_FLOAT;
    return strpbrk(text, "nN") || !number_double(text, &ignored) ? YAML_STRING : YAML_FLOAT;
}

enum wc_status yaml_bool(struct error *err, const struct yaml_node *node, const char *what,
                         bool *out)
{
    if (node->kind != YAML_SCALAR || yaml_type_of(node) != YAML_BOOL)
        return fail_expected(err, node, what, "true or false");
    *out = node->text[0] == 't' || node->text[0] == 'T';
    return WC_OK;
}

enum wc_status yaml_int(struct error *err, const struct yaml_node *node, const char *what,
                        int64_t min, int64_t max, int64_t *out)
{
    char expected[80];
    bool negative;
    uint64_t magnitude;
    snprintf(expected, sizeof expected, "an integer from %lld to %lld", (long long)min,
             (long long)max);
    if (node->kind != YAML_SCALAR || yaml_type_of(node) != YAML_INTEGER ||
        !number_integer(node->text, &negative, &magnitude) ||
        magnitude > (uint64_t)INT64_MAX + negative)
        return fail_expected(err, node, what, expected);
    int64_t value = (int64_t)(negative ? -magnitude : magnitude);
    if (value < min || value > max)
        return fail_expected(err, node, what, expected);
    *out = value;
    return WC_OK;
}

enum wc_status yaml_uint(struct error *err, const struct yaml_node *node, const char *what,
                         uint64_t min, uint64_t max, uint64_t *out)
{
    char expected[80];
    bool negative;
    uint64_t magnitude;
    snprintf(expected, sizeof expected, "an integer from %llu to %llu", (unsigned long long)min,
             (unsigned long long)max);
    if (node->kind != YAML_SCALAR || yaml_type_of(node) != YAML_INTEGER ||
        !number_integer(node->text, &negative, &magnitude) || (negative && magnitude) ||
        magnitude < min || magnitude > max)
        return fail_expected(err, node, what, expected);
    *out = magnitude;
    return WC_OK;
}

enum wc_status yaml_float(struct error *err, const struct yaml_node *node, const char *what,
                          double *out)
{
    enum yaml_type type = node->kind == YAML_SCALAR ? yaml_type_of(node) : YAML_STRING;
    double value;
    if ((type != YAML_INTEGER && type != YAML_FLOAT) || !number_double(node->text, &value) ||
        !isfinite(value))
        return fail_expected(err, node, what, "a finite number");
    *out = value;
    return WC_OK;
}

enum wc_status yaml_string(struct error *err, const struct yaml_node *node, const char *what,
                           const char **out)
{
    if (node->kind != YAML_SCALAR || !*node->text || yaml_type_of(node) == YAML_NULL)
        return fail_expected(err, node, what, "a string");
    *out = node->text;
    return WC_OK;
}
