"""A Python function as a solver of a run: a program of its own that speaks the protocol of
``docs/EXTERNAL.md``.

The program is written beside the run's folder. It holds the function's source, or imports it
where it is in a module, so that a run that is resumed finds it again, in whatever process; and
its digest is part of what the run is, so that a run is not resumed with another function.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import os
import shlex
import sys
import textwrap
import types
from collections.abc import Callable
from pathlib import Path

# A solution, or one of the protocol's words; None for no solution.
Solver = Callable[[str], str | None]

_LOOP = '''
def _main():
    import sys

    out, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        puzzle = line.strip()
        if puzzle:
            answer = _solver(puzzle)
            print("none" if answer is None else answer, file=out, flush=True)


_main()
'''


def command(name: str, function: Solver, folder: Path) -> str:
    """Writes the program of a function into a folder. Returns the command that starts it.

    Raises:
        ValueError: the function depends on what cannot be written down.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.py"
    text = _program(function)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
    return shlex.join([sys.executable, str(path.absolute())])


def _program(function: Solver) -> str:
    module = inspect.getmodule(function)
    qualname = getattr(function, "__qualname__", "<")
    source = getattr(module, "__file__", None)
    if module is not None and module.__name__ != "__main__" and source and "<" not in qualname:
        digest = hashlib.sha256(Path(source).read_bytes()).hexdigest()
        paths = [os.path.abspath(path) for path in sys.path if path != ""]
        top = qualname.split(".")[0]
        return (
            f"# {module.__name__} has the SHA-256 {digest}.\n"
            f"import sys\n\nsys.path[:] = {paths!r}\n"
            f"from {module.__name__} import {top}\n\n_solver = {qualname}\n{_LOOP}"
        )
    if not isinstance(function, types.FunctionType) or function.__name__ == "<lambda>":
        raise ValueError("a solver is a function with a name: def it, or import it from a module")
    parts: dict[str, str] = {}
    _collect(function, parts)
    return "\n\n".join(parts.values()) + f"\n\n\n_solver = {function.__name__}\n{_LOOP}"


def _collect(function: types.FunctionType, parts: dict[str, str]) -> None:
    """Adds a function's source to the parts of a program, and before it what it uses."""
    if function.__closure__:
        raise ValueError(f"{function.__name__} uses variables of the function around it")
    parts[function.__name__] = ""
    for name in _names(function.__code__):
        if name in parts or name not in function.__globals__:
            continue
        value = function.__globals__[name]
        if isinstance(value, types.ModuleType):
            parts[name] = f"import {value.__name__} as {name}"
        elif isinstance(value, types.FunctionType) and value.__module__ == "__main__":
            _collect(value, parts)
        elif hasattr(value, "__qualname__") and value.__module__ not in (None, "__main__"):
            parts[name] = f"from {value.__module__} import {value.__qualname__} as {name}"
        elif _is_literal(value):
            parts[name] = f"{name} = {value!r}"
        else:
            kind = type(value).__name__
            raise ValueError(
                f"{function.__name__} uses `{name}`, a {kind}: put the function into a module, "
                "and import it from there"
            )
    try:
        text = textwrap.dedent(inspect.getsource(function))
    except OSError as error:
        raise ValueError(f"{function.__name__} has no source to be found") from error
    del parts[function.__name__]
    parts[function.__name__] = text.rstrip()


def _names(code: types.CodeType) -> list[str]:
    """The names of other things that code uses, in order."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names += _names(constant)
    return names


def _is_literal(value: object) -> bool:
    try:
        return bool(ast.literal_eval(repr(value)) == value)
    except (ValueError, SyntaxError):
        return False
