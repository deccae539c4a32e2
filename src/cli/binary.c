/* SPDX-License-Identifier: Apache-2.0 */
/* binary.c - code shared by the commands that read a kernel binary. */
#include "binary.h"

enum wc_status binary_report(struct session *session, render_fn *render)
{
    wc_binary *binary = NULL;
    enum wc_status status;

    status = wc_binary_open(session->context, session->arguments.operands.items[0], &binary);
    if (status != WC_OK)
        return diagnose_library(&session->problem, session->context, status);
    status = output_report(session, render, &binary);
    wc_binary_free(binary);
    return status;
}
