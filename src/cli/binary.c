/* SPDX-License-Identifier: Apache-2.0 */
/* binary.c - code shared by the commands that read a kernel binary. */
#include "binary.h"

static enum wc_status open_operand(struct session *session, wc_binary **binary)
{
    enum wc_status status =
        wc_binary_open(session->context, session->arguments.operands.items[0], binary);

    return diagnose_library(&session->problem, session->context, status);
}

enum wc_status binary_report(struct session *session, render_fn *render)
{
    wc_binary *binary = NULL;
    enum wc_status status = open_operand(session, &binary);

    if (status == WC_OK)
        status = output_report(session, render, &binary);
    wc_binary_free(binary);
    return status;
}

enum wc_status binary_stream(struct session *session, stream_fn *stream)
{
    wc_binary *binary = NULL;
    enum wc_status status = open_operand(session, &binary);

    if (status == WC_OK)
        status = output_stream(session, stream, &binary);
    wc_binary_free(binary);
    return status;
}
