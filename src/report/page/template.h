/* SPDX-License-Identifier: Apache-2.0 */
/* template.h - the page without its data: {{title}} and {{data}}, in this order, are to be
 * replaced. */
#ifndef WARPCLOCK_REPORT_PAGE_TEMPLATE_H
#define WARPCLOCK_REPORT_PAGE_TEMPLATE_H

extern const char page_template[];

#endif
