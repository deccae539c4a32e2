/* SPDX-License-Identifier: Apache-2.0 */
/* page_layout.h - where the blocks of a control-flow graph go on a page, if Graphviz is there. */
#ifndef WARPCLOCK_REPORT_PAGE_LAYOUT_H
#define WARPCLOCK_REPORT_PAGE_LAYOUT_H

#include <jansson.h>

#include "flow/cfg.h"

/* {nodes [[x, y] or null], edges [[from, to, [x, y, x, y ...]]]} in pixels, from top to bottom:
 * middles of blocks, and points of Bezier curves. null: `dot` is not in PATH, did not answer within
 * its time, or the graph is too large; the page then makes a layout of its own. */
json_t *page_layout_json(const struct cfg *cfg);

#endif
