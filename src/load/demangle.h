/* SPDX-License-Identifier: Apache-2.0 */
/* demangle.h - names of C++ functions as their source has them. */
#ifndef WARPCLOCK_LOAD_DEMANGLE_H
#define WARPCLOCK_LOAD_DEMANGLE_H

#include <stdbool.h>

/* "reduce<float>(float*, int)" of "_Z6reduceIfEvPT_i": without the type of its result. NULL: not a
 * C++ name, or the C++ library is not installed. From malloc. */
char *demangle(const char *name);

/* How much of a demangled name a text gives, blanks aside. Names of namespaces or classes may be
 * missing, which makes it a worse match. */
enum name_match {
    NAME_DIFFERS,
    NAME_BASE,           /* "reduce" of "sums::reduce<float>(float*)" */
    NAME_PARTS_TEMPLATE, /* "reduce<float>" */
    NAME_TEMPLATE,       /* "sums::reduce<float>" */
    NAME_PARTS,          /* "reduce<float>(float*)" */
    NAME_COMPLETE,       /* all of it */
};
enum name_match demangled_match(const char *demangled, const char *text);

/* The name in its shortest form that has template arguments: "reduce<float>"; changes it. */
void demangled_shorten(char *demangled);

#endif
