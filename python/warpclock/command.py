# SPDX-License-Identifier: Apache-2.0
"""The warpclock command, which a wheel carries too: `python3 -m warpclock run job.yaml`."""
from __future__ import annotations

import os
import pathlib
import shutil
import sys
from typing import NoReturn, Optional


def _beside_library() -> Optional[str]:
    """The command of a build folder or of an installation whose library was named."""
    library = os.environ.get("WARPCLOCK_LIBRARY")
    folder = pathlib.Path(library).resolve().parent if library else None
    places = [folder.parent / "warpclock", folder.parent / "bin" / "warpclock"] if folder else []
    return next((str(each) for each in places if each.is_file() and os.access(each, os.X_OK)),
                None)


def program() -> Optional[str]:
    """WARPCLOCK_COMMAND, the package's own, the one beside the library of WARPCLOCK_LIBRARY, or the
    one in PATH; None: there is none."""
    own = pathlib.Path(__file__).parent / "bin" / "warpclock"
    if own.exists():
        return os.environ.get("WARPCLOCK_COMMAND") or str(own)
    found = (os.environ.get("WARPCLOCK_COMMAND") or _beside_library() or
             shutil.which("warpclock"))
    # pip's script of this name calls main(): it would start itself.
    itself = found and os.path.realpath(found) == os.path.realpath(sys.argv[0])
    return None if itself else found


def main() -> NoReturn:
    """Becomes the command: signals and exit status are its own."""
    name = program()
    if not name:
        sys.exit("warpclock: error: the command is not installed")
    try:
        os.execv(name, [name, *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"warpclock: error: cannot start {name}: {error.strerror}")
