/* SPDX-License-Identifier: Apache-2.0 */
/* figure_svg.c - a figure as SVG.
 *
 * Coordinates are whole pixels, so no locale can change them. Colours differ in lightness, too, for
 * print without colour; text is dark on white. */
#include <math.h>
#include <string.h>

#include "report/figure.h"

enum {
    WIDTH = 760, MARGIN = 16, LETTER = 7 /* mean width */, LABEL_MAX = 280,
    VALUE_ROOM = 120, /* for the number after a bar */
    TITLE = 34, LEGEND = 20, BAR = 14, BAR_STEP = 17, GROUP_GAP = 10, AXIS = 44,
};

static const char *const palette[] = {"#17456b", "#e58a1f", "#6aa84f", "#8e63a8", "#8a8a8a",
                                      "#c8b44a"};
enum { COLOURS = sizeof palette / sizeof *palette };

/* Where things are. */
struct layout {
    int left, top, right, bottom; /* of the bars */
    double max;                   /* value at the right edge */
};

static void add_escaped(const char *text, struct text *out)
{
    for (; *text; text++) {
        if (strchr("<>&\"", *text))
            text_add(out, "&#%d;", *text);
        else
            text_add_bytes(out, text, 1);
    }
}

static void add_label(int x, int y, const char *anchor, const char *more, const char *text,
                      struct text *out)
{
    text_add(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\"%s>", x, y, anchor, more);
    add_escaped(text, out);
    text_add(out, "</text>\n");
}

static void add_line(int x1, int y1, int x2, int y2, const char *style, struct text *out)
{
    text_add(out, "<path d=\"M%d %dL%d %d\" %s/>\n", x1, y1, x2, y2, style);
}

/* 1234567 as 1 234 567, with decimals. */
static void add_number(double value, int decimals, struct text *out)
{
    struct text digits = {0};
    csv_write_number(value, decimals, &digits);
    const char *text = text_string(&digits);
    const size_t whole = strcspn(text, ".");
    for (size_t i = 0; text[i]; i++) {
        if (i && i < whole && (whole - i) % 3 == 0 && text[i - 1] != '-')
            text_add(out, " ");
        text_add(out, "%c", text[i]);
    }
    text_free(&digits);
}

/* ---- the axis ---- */

/* 1, 2 or 5 times a power of ten: about five steps. */
static double step_of(double max)
{
    const double rough = max / 5, power = pow(10, floor(log10(rough)));
    const double times = rough / power;
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

static double max_of(const struct figure *f)
{
    double max = f->base;
    for (size_t i = 0; i < f->row_count * f->series_count; i++) {
        max = fmax(max, f->values[i]); /* not NAN, if one of them is a number */
        max = f->marks ? fmax(max, f->marks[i]) : max;
    }
    return max > 0 ? max : 1;
}

static int at(const struct layout *l, double value)
{
    return l->left + (int)lround((l->right - l->left) * fmax(0, value) / l->max);
}

static void add_axis(const struct figure *f, const struct layout *l, struct text *out)
{
    const double step = step_of(l->max);
    const int decimals = step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;
    for (unsigned i = 0; i * step <= l->max * (1 + 1e-9); i++) {
        struct text number = {0};
        add_number(i * step, decimals, &number);
        add_line(at(l, i * step), l->top, at(l, i * step), l->bottom, "stroke=\"#ddd\"", out);
        add_label(at(l, i * step), l->bottom + 16, "middle", " class=\"faint\"",
                  text_string(&number), out);
        text_free(&number);
    }
    add_label((l->left + l->right) / 2, l->bottom + 34, "middle", "", f->axis, out);
}

/* ---- bars ---- */

static void add_bar(const struct figure *f, const struct layout *l, size_t i, int y,
                    struct text *out)
{
    const double value = f->values[i], mark = f->marks ? f->marks[i] : NAN;
    struct text number = {0};
    int end = l->left;
    if (!isnan(value)) {
        end = at(l, value);
        text_add(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
                 l->left, y, end - l->left, BAR, palette[i % f->series_count % COLOURS]);
        add_number(value, f->decimals, &number);
    }
    if (!isnan(mark)) {
        add_line(end, y + BAR / 2, at(l, mark), y + BAR / 2, "stroke=\"#222\"", out);
        add_line(at(l, mark), y, at(l, mark), y + BAR, "stroke=\"#222\" stroke-width=\"3\"", out);
        text_add(&number, " / ");
        add_number(mark, f->decimals, &number);
        end = at(l, fmax(mark, isnan(value) ? 0 : value));
    }
    if (number.length)
        add_label(end + 6, y + BAR - 3, "start", "", text_string(&number), out);
    text_free(&number);
}

static void add_bars(const struct figure *f, const struct layout *l, struct text *out)
{
    int y = l->top + GROUP_GAP / 2;
    for (size_t row = 0; row < f->row_count; row++) {
        const int high = (int)f->series_count * BAR_STEP;
        add_label(l->left - 8, y + high / 2 + 3, "end", "", f->rows[row], out);
        for (size_t i = 0; i < f->series_count; i++)
            add_bar(f, l, row * f->series_count + i, y + (int)i * BAR_STEP, out);
        y += high + GROUP_GAP;
    }
}

/* ---- the whole ---- */

static int name_width(const char *name)
{
    return (int)strlen(name) * LETTER;
}

static bool has_legend(const struct figure *f)
{
    return f->series_count > 1 || f->marks;
}

/* Entries go on in the next line where one is full; returns where the last one ends. Without `out`
 * only that. */
static int add_legend(const struct figure *f, int y, struct text *out)
{
    int x = MARGIN;
    for (size_t i = 0; i < f->series_count + (f->marks != NULL); i++) {
        const bool mark = i == f->series_count;
        const char *name = mark ? f->mark : f->series[i];
        if (x > MARGIN && x + 18 + name_width(name) > WIDTH - MARGIN) {
            x = MARGIN;
            y += LEGEND;
        }
        if (out && mark)
            add_line(x + 6, y - 11, x + 6, y + 1, "stroke=\"#222\" stroke-width=\"3\"", out);
        else if (out)
            text_add(out, "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>\n", x,
                     y - 11, palette[i % COLOURS]);
        if (out)
            add_label(x + 18, y, "start", "", name, out);
        x += 18 + name_width(name) + 18;
    }
    return y;
}

static struct layout lay_out(const struct figure *f)
{
    int label = 0;
    for (size_t row = 0; row < f->row_count; row++)
        label = name_width(f->rows[row]) > label ? name_width(f->rows[row]) : label;
    struct layout l = {.left = MARGIN + 8 + (label < LABEL_MAX ? label : LABEL_MAX),
                       .top = has_legend(f) ? add_legend(f, TITLE + LEGEND, NULL) + 12 : TITLE + 8,
                       .right = WIDTH - VALUE_ROOM, .max = max_of(f)};
    l.bottom = l.top + (int)f->row_count * ((int)f->series_count * BAR_STEP + GROUP_GAP);
    return l;
}

void figure_write_svg(const struct figure *f, struct text *out)
{
    const struct layout l = lay_out(f);
    const int height = l.bottom + AXIS;
    text_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
             "viewBox=\"0 0 %d %d\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" "
             "fill=\"#222\">\n<style>.faint { fill: #666 } .title { font-weight: bold }</style>\n"
             "<title>", WIDTH, height, WIDTH, height);
    add_escaped(f->title, out);
    text_add(out, "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, height);
    add_label(MARGIN, TITLE - 10, "start", " class=\"title\"", f->title, out);
    if (has_legend(f))
        add_legend(f, TITLE + LEGEND - 6, out);
    add_axis(f, &l, out);
    add_bars(f, &l, out);
    add_line(l.left, l.top, l.left, l.bottom, "stroke=\"#222\"", out);
    if (f->base > 0)
        add_line(at(&l, f->base), l.top, at(&l, f->base), l.bottom,
                 "stroke=\"#222\" stroke-dasharray=\"4 3\"", out);
    text_add(out, "</svg>\n");
}
