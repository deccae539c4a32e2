/* SPDX-License-Identifier: Apache-2.0 */
/* schema.h - the statements of schema.sql. */
#ifndef WARPCLOCK_SWEEP_SCHEMA_H
#define WARPCLOCK_SWEEP_SCHEMA_H

extern const char sweep_schema[];

#endif
