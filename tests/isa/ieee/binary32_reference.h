/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary32_reference.h - what every binary32 operation has to give, from MPFR.
 *
 * MPFR computes the exact result (for division and square root: 640 bits and whether anything
 * follows); rounding and flags are worked out here from the definitions of IEEE 754-2019, on
 * big integers and without a line of the code under test.
 */
#ifndef WARPCLOCK_TESTS_BINARY32_REFERENCE_H
#define WARPCLOCK_TESTS_BINARY32_REFERENCE_H

#include <stdint.h>

#include "isa/ieee/binary32.h"

enum { ROUNDING_MODES = 5 };

enum reference_operation {
    REFERENCE_ADD,
    REFERENCE_SUB,
    REFERENCE_MUL,
    REFERENCE_DIV,
    REFERENCE_SQRT,
    REFERENCE_FMADD,
    REFERENCE_FMSUB,
    REFERENCE_FNMSUB,
    REFERENCE_FNMADD,
    REFERENCE_FROM_I32,
    REFERENCE_FROM_U32,
    REFERENCE_TO_I32,
    REFERENCE_TO_U32,
    REFERENCE_MIN,
    REFERENCE_MAX,
    REFERENCE_EQ,
    REFERENCE_LT,
    REFERENCE_LE,
    REFERENCE_CLASS,
    REFERENCE_SGNJ,
    REFERENCE_SGNJN,
    REFERENCE_SGNJX,
    REFERENCE_OPERATIONS,
};

struct reference_result {
    uint32_t word;
    unsigned flags;
};

struct reference; /* MPFR's temporaries */

struct reference *reference_new(void);
void reference_free(struct reference *);

/* The results in all rounding modes; they are the same where the operation does not round. */
void reference_evaluate(struct reference *, enum reference_operation, const uint32_t operand[3],
                        struct reference_result by_mode[ROUNDING_MODES]);

#endif
