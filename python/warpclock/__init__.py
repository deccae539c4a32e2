# SPDX-License-Identifier: Apache-2.0
"""How long does a GPU kernel take, why, and how long can it take in the worst case?

    import numpy as np
    import warpclock

    saxpy = warpclock.load("kernels/saxpy/vortex.elf")["saxpy"]
    x, y = np.arange(777, dtype=np.float32), np.ones(777, np.float32)
    result = warpclock.launch(saxpy, grid=49, block=16, args=[x, y, 0.75, 777])
    print(result.cycles, result.counters["stalls.memory"], y[:3])

    print(warpclock.check("kernels/sgemm/vortex-tiny.yaml", machine="vortex-swas").tightness)

Runs release the GIL, and several threads may run at the same time. ^C ends a run within moments.
Failures are exceptions, one class per exit status of the command, with the text that it prints.
See docs/python.md.
"""
from ._context import interrupt
from ._library import library as _load_library
from .arguments import Buffer, InPlace, Local
from .binary import Binary, Kernel, Parameter, load
from .errors import (BadInput, Deadlock, Error, Failure, InternalError, Interrupted, KernelFault,
                     Mismatch)
from .job import Job
from .machines import Machine, MachineParameter, machine, machines
from .results import Deadline, LaunchResult, Result, records
from .running import Progress, bound, check, explain, launch, run
from .sweeps import sweep, sweep_records

__version__: str = _load_library().wc_version().decode()

__all__ = [
    "BadInput", "Binary", "Buffer", "Deadline", "Deadlock", "Error", "Failure", "InPlace",
    "InternalError", "Interrupted", "Job", "Kernel", "KernelFault", "LaunchResult", "Local",
    "Machine", "MachineParameter", "Mismatch", "Parameter", "Progress", "Result", "bound", "check",
    "explain", "interrupt", "launch", "load", "machine", "machines", "records", "run",
    "sweep", "sweep_records",
]
