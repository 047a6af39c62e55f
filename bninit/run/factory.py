"""A user's model: MODULE:FACTORY is the user's own program, and is run. Its result is looked at, and nothing else."""

from __future__ import annotations

import os
import sys
import traceback
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bninit.results.result import one_line
from bninit.run.user_code import printing_to_stderr, same_builtins

if TYPE_CHECKING:
    from types import ModuleType

WANTED = "give --model MODULE:FACTORY, where FACTORY() returns a torch.nn.Module, or it and an example input"


def torch_for(device: str) -> Any:
    """PyTorch, where it is installed and has this device.

    Raises
    ------
    ValueError : in one sentence.
    """
    try:
        import torch
    except ImportError as error:
        raise ValueError("--model needs PyTorch, which is not installed: pip install 'bninit[torch]'") from error
    try:
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        said = (str(error).splitlines() or [type(error).__name__])[0][:160]
        raise ValueError(f"--device {device} is not to be had here ({said}); cpu is, and with a GPU cuda") from error
    return torch


def made(name: str, torch: Any) -> tuple[Any, Any]:
    """(model, example input or None) of MODULE:FACTORY, imported and called here.

    Raises
    ------
    ValueError : in one sentence, where it cannot be imported, raises, or returns something else.
    """
    module_name, colon, attribute = name.partition(":")
    if not (colon and all(part.isidentifier() for part in (*module_name.split("."), attribute))):
        raise ValueError(f"--model {name}: {WANTED}")
    if os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.append(os.getcwd())  # last: what lies here shadows nothing
    module = _imported(module_name, name)
    factory = getattr(module, attribute, None)
    if not callable(factory):
        what = "has no" if factory is None else "holds no function"
        raise ValueError(f"--model {name}: {module_name} {what} {attribute}; {WANTED}")
    found = _guarded(factory, name, Path(module.__file__ or "."))
    model, example = found if isinstance(found, tuple) and len(found) == 2 else (found, None)
    if not isinstance(model, torch.nn.Module):
        raise ValueError(f"--model {name} returned a {type(model).__name__}; {WANTED}")
    if example is not None and not (torch.is_tensor(example) or isinstance(example, dict | tuple | list)):
        raise ValueError(f"--model {name} returned a {type(example).__name__} as example input; wanted a tensor, a "
                         "tuple of them or a dict by name")  # fmt: skip
    return model, example


def _imported(module_name: str, name: str) -> ModuleType:
    try:
        spec = find_spec(module_name.partition(".")[0])  # which runs nothing
    except ValueError:
        spec = None
    if spec is None:
        raise ValueError(f"--model {name}: there is no module {module_name} here or on PYTHONPATH; {WANTED}")
    module: ModuleType = _guarded(lambda: import_module(module_name), name, Path(spec.origin or "."))
    return module


def _guarded(call: Any, name: str, file: Path) -> Any:
    """What the user's code returns; all that it raises in a sentence, with its line; what it prints goes aside."""
    if not file.is_file():
        with printing_to_stderr():
            return call()
    with same_builtins(file, f"--model {name},"):
        try:
            with printing_to_stderr():
                return call()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            frames = traceback.extract_tb(error.__traceback__)
            lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == file.resolve()]
            at = f" ({file.name}:{lines[-1]})" if lines else ""
            raise ValueError(f"--model {name}{at} raised {one_line(error)}") from error
