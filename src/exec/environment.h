/* SPDX-License-Identifier: Apache-2.0 */
/* environment.h - what `warpclock exec` and the libraries in the program's process agree on.
 *
 * The command sets environment variables before it starts the program. The libraries append the
 * line EXEC_STARTED at the program's first call to the file of EXEC_REPORT, EXEC_BEGUN before each
 * launch, and after it one line of fields separated by tabs:
 *
 *     kernel, readable name, grid x y z, block x y z, shared, status, cycles, ns,
 *     warp instructions, job, message
 *
 * Status is a wc_status; cycles and ns are 0 without a clock; job is the recorded file,
 * EXEC_NOT_RECORDED if it could not be written, or "-"; message is "-" or what the kernel did
 * wrong, on one line. */
#ifndef WARPCLOCK_EXEC_ENVIRONMENT_H
#define WARPCLOCK_EXEC_ENVIRONMENT_H

#define EXEC_MACHINE "WARPCLOCK_EXEC_MACHINE"       /* name; without it "jetson-tx2" */
#define EXEC_SETS "WARPCLOCK_EXEC_SETS"             /* KEY=VALUE texts, one per line */
#define EXEC_FUNCTIONAL "WARPCLOCK_EXEC_FUNCTIONAL" /* set: no clock */
#define EXEC_MAX_CYCLES "WARPCLOCK_EXEC_MAX_CYCLES" /* of a launch */
#define EXEC_MAX_MEMORY "WARPCLOCK_EXEC_MAX_MEMORY" /* bytes, as --max-memory */
#define EXEC_OUT_OF_BOUNDS "WARPCLOCK_EXEC_OUT_OF_BOUNDS" /* "stop" or "warn" */
#define EXEC_RECORD "WARPCLOCK_EXEC_RECORD"         /* folder for jobs */
#define EXEC_RECORD_LAUNCHES "WARPCLOCK_EXEC_RECORD_LAUNCHES" /* the first N of them; 0: all */
#define EXEC_REPORT "WARPCLOCK_EXEC_REPORT"         /* a file, in the following form */
#define EXEC_REPORT_FORM "%d %d %llu %llu" /* the command's process and descriptor; device, inode */

#define EXEC_STARTED "started\n"
#define EXEC_BEGUN "begun\n"
#define EXEC_NOT_RECORDED "?"

#endif
