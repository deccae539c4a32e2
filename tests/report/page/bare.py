# SPDX-License-Identifier: Apache-2.0
"""A job whose binary has no line information: the section of lines has another name."""


def write(folder, kernels):
    """Its path; beside it the binary."""
    binary = (kernels / "saxpy" / "pascal.cubin").read_bytes()
    assert b".debug_line\0" in binary
    (folder / "bare.cubin").write_bytes(binary.replace(b".debug_line\0", b".other_line\0"))
    job = folder / "bare.yaml"
    job.write_text("kernel: bare.cubin\ngrid: [4]\nblock: [64]\n"
                   "buffers: {x: {type: f32, shape: [256], fill: iota}}\n"
                   "args: [x, x, {f32: 2}, {i32: 256}]\n")
    return job
