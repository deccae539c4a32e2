/* SPDX-License-Identifier: Apache-2.0 */
/* listing_json.h - the JSON form of a listing; listing.h lists the keys. */
#ifndef WARPCLOCK_REPORT_LISTING_JSON_H
#define WARPCLOCK_REPORT_LISTING_JSON_H

#include "report/listing_marks.h"

void listing_write_json(const struct listing_marks *marks, struct text *out);

#endif
