/* SPDX-License-Identifier: Apache-2.0 */
/* console.c - what the print instructions of a program write.
 *
 * A line is written when its instruction executes: the lines of a work-group are in the order of
 * its program in every run. Those of two work-groups mix in a clocked run as the groups do. */
#include "base/text.h"
#include "load/image.h"
#include "machine/sim_d/model.h"

/* "blur.sas:12" */
static void name_line(const struct sim_d_machine *m, const struct insn *insn, struct text *out)
{
    struct source_line line;
    if (image_source_line(m->run.launch->image, insn->pc, &line))
        text_add(out, "%s:%u: ", line.file, line.line);
}

void sim_d_write_console(struct sim_d_machine *m, uint32_t slot, const struct insn *insn)
{
    const struct run_control *control = m->run.control;
    const uint32_t *at = m->slot[slot].group.index;
    struct text line = {0};
    if (!control->console)
        return;
    name_line(m, insn, &line);
    text_add(&line, "work-group (%u, %u): ", at[0], at[1]);
    sim_d_show(&m->slot[slot].isa, insn, &line);
    text_add(&line, "\n");
    control->console(control->user, text_string(&line), line.length);
    text_free(&line);
}
