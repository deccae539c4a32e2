/* SPDX-License-Identifier: Apache-2.0 */
/* schema.h - the statements of schema.sql. */
#ifndef WARPCLOCK_CAMPAIGN_SCHEMA_H
#define WARPCLOCK_CAMPAIGN_SCHEMA_H

extern const char campaign_schema[];

#endif
