/* SPDX-License-Identifier: Apache-2.0 */
/* variation.c - splits "key=v1,v2" texts. */
#include "variation.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* Number of values in "key=v1,v2". */
static size_t count_values(const char *varied)
{
    size_t count = 1;

    for (; *varied; varied++)
        count += *varied == ',';
    return count;
}

size_t variation_count(const struct text_list *varied, size_t max)
{
    size_t count = 1, i;

    for (i = 0; i < varied->count && count <= max; i++)
        count *= count_values(varied->items[i]);
    return count;
}

/* "key=v2" of "key=v1,v2,v3" and 1. */
static char *pick_value(const char *varied, size_t index)
{
    const char *equals = strchr(varied, '='), *value = equals + 1;

    for (; index; index--)
        value = strchr(value, ',') + 1;
    return format_text("%.*s%.*s", (int)(equals + 1 - varied), varied, (int)strcspn(value, ","),
                       value);
}

struct text_list variation_settings(const struct text_list *varied, size_t index)
{
    struct text_list settings = {
        .items = reallocate(NULL, (varied->count + 1) * sizeof *settings.items),
        .count = varied->count,
    };
    size_t i;

    for (i = varied->count; i-- > 0;) {
        size_t values = count_values(varied->items[i]);

        settings.items[i] = pick_value(varied->items[i], index % values);
        index /= values;
    }
    return settings;
}

void variation_free(struct text_list *settings)
{
    size_t i;

    for (i = 0; i < settings->count; i++)
        free((char *)settings->items[i]);
    free(settings->items);
}
