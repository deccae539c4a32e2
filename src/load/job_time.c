/* SPDX-License-Identifier: Apache-2.0 */
/* job_time.c - a time in a job: "5000" is cycles; "20us" and "1.5ms" are times. */
#include <string.h>

#include "load/job_yaml.h"
#include "load/number.h"

static const struct {
    const char *name;
    double ns;
} units[] = {{"ns", 1}, {"us", 1e3}, {"\u00b5s", 1e3}, {"ms", 1e6}, {"s", 1e9}};
enum { UNITS = sizeof units / sizeof *units };

/* Nanoseconds of a number with a unit; 0: it is none. A space may be between them. */
static double nanoseconds(const char *text)
{
    enum { DIGITS_MAX = 31 };
    char number[DIGITS_MAX + 1] = "";
    double value;
    size_t digits = strspn(text, "0123456789.+-eE"), i = 0;
    const char *unit = text + digits + strspn(text + digits, " ");
    while (i < UNITS && strcmp(unit, units[i].name) != 0)
        i++;
    if (i == UNITS || digits > DIGITS_MAX)
        return 0;
    memcpy(number, text, digits);
    return number_double(number, &value) && value > 0 && value < 1e12 ? value * units[i].ns : 0;
}

enum wc_status job_read_time(struct error *err, const struct yaml_node *node, const char *what,
                             struct job_time *out)
{
    static const char expected[] = "cycles, or a time above 0 like 20us or 1.5ms";
    *out = (struct job_time){0};
    if (node->kind == YAML_SCALAR && yaml_type_of(node) == YAML_INTEGER)
        return yaml_uint(err, node, what, 1, JOB_PERIOD_MAX, &out->cycles);
    if (node->kind == YAML_SCALAR)
        out->ns = nanoseconds(node->text);
    if (out->ns > 0)
        return WC_OK;
    if (node->kind != YAML_SCALAR)
        return yaml_fail(err, node, "%s: expected %s", what, expected);
    return yaml_fail(err, node, "%s: expected %s; found '%.40s'", what, expected, node->text);
}
