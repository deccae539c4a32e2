/* SPDX-License-Identifier: Apache-2.0 */
/* release.c - which release of Vortex a program is for.
 *
 * Releases differ in where stacks, console and exit code are. The start-up code of their library
 * has these addresses in its instructions; on a machine with others it would fail halfway. */
#include "isa/rv32/run.h"
#include "machine/vortex/model.h"

enum { TOP_2_1 = 0xFF000000, TOP_LATER = 0xFFFF0000 };

/* Does the program put this address into sp? Stock start-up code does it with one LUI. */
static bool has_stack_top(const struct program *program, uint32_t top)
{
    const struct insn *insn = program->insns, *end = insn + program->count;
    while (insn < end &&
           (insn->run != rv32_lui || insn->rd != RV32_SP || (uint32_t)insn->imm != top))
        insn++;
    return insn < end;
}

static enum wc_status refuse(struct error *err, const struct launch *launch, const char *release,
                             const char *version)
{
    fail_at(err, WC_BAD_INPUT, launch->image->path, 0, 0,
            "the program is for Vortex %s; stacks, console and exit code of this machine are at "
            "other addresses",
            release);
    hint(err, "use --set version=%s", version);
    return WC_BAD_INPUT;
}

/* Releases 2.2 and 3.0 have the same stacks; only 2.2 stores counters at the end. */
enum wc_status vortex_check_release(struct error *err, const struct vortex *vortex,
                                    const struct launch *launch)
{
    const struct vortex_numbers *n = &vortex->numbers;
    const bool dumps = image_symbol(launch->image, "vx_perf_dump");
    const bool prints = image_symbol(launch->image, "vx_putchar");
    const bool fits = has_stack_top(launch->program, n->stack_top);
    if (fits && n->stack_top == TOP_LATER && n->console_rings && dumps)
        return refuse(err, launch, "2.2", "2.2");
    if (fits && n->stack_top == TOP_LATER && !n->console_rings && prints && !dumps)
        return refuse(err, launch, "3.0", "3.0");
    if (!fits && has_stack_top(launch->program, TOP_2_1))
        return refuse(err, launch, "2.1", "2.1");
    if (!fits && has_stack_top(launch->program, TOP_LATER))
        return dumps    ? refuse(err, launch, "2.2", "2.2")
               : prints ? refuse(err, launch, "3.0", "3.0")
                        : refuse(err, launch, "2.2 or 3.0", "2.2");
    return WC_OK;
}
