"""Finds algorithms and aggregations. Four spellings, one door, for both kinds alike:

- ``two_stacks``, ``quantile(0.9)``, ``skip_missing(mean)``: built in, or offered by an installed
  package through the entry point groups ``swagbench.algorithms`` and ``swagbench.aggregations``;
- ``package.module:Name``: importable;
- ``path/file.py:Name``: a file;
- ``path/file.py``: a file that is itself an aggregation (its four functions), or holds just one.

Built-in ones are found by looking, not by a list: an algorithm is the class named like its module,
aggregations are what their modules export.
"""

from __future__ import annotations

import ast
import difflib
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from swagbench.core import Aggregation, Algorithm, Functions, InputError, is_batch
from swagbench.plugin_file import FILE_PREFIX, guarded, is_file, load_file

WINDOW_METHODS = ("push", "pop", "eval", "__len__")
AGGREGATION_METHODS = ("empty", "unit", "combine", "finalize")


def algorithm(spec: str) -> Algorithm:
    """The algorithm that `spec` names: call it with an aggregation to make a window, or a batch.

    Raises:
        InputError: there is none, it cannot be loaded, or it lacks a method of a window or batch.

    >>> algorithm("two_stacks")
    <class 'swagbench.algorithms.two_stacks.TwoStacks'>
    """
    found: Algorithm = find_algorithm(spec).item
    return found


def aggregation(spec: str) -> Aggregation[Any, Any, Any]:
    """The aggregation that `spec` names, made with the arguments in it, if any.

    Raises:
        InputError: there is none, it cannot be loaded or made, or it lacks one of the functions.

    >>> aggregation("quantile(0.9)").q
    0.9
    """
    found: Aggregation[Any, Any, Any] = find_aggregation(spec).item
    return found


@dataclass(frozen=True, slots=True)
class Found:
    """An algorithm or aggregation with the id that tables show and the spec that finds it again.

    `parameters` are those that it was made with, such as ``q=0.9``.
    """

    id: str
    spec: str
    item: Any
    parameters: str = ""


def find_algorithm(spec: str) -> Found:
    """As `algorithm`, with the id."""
    name, arguments = _parse(spec)
    if arguments != ((), {}):
        raise InputError(f"{spec}: an algorithm takes no arguments here; write {name}")
    found = _ALGORITHMS.find(spec, name, lambda target: target)
    try:
        inspect.signature(found.item).bind("an aggregation")
    except TypeError as error:
        raise InputError(f"algorithm {spec} cannot be made as Name(aggregation): {error}") from None
    except ValueError:  # something built in that shows no signature: making it will tell
        pass
    return found


def find_aggregation(spec: str) -> Found:
    """As `aggregation`, with the id: the name, and the arguments that were given, by name."""
    name, (positional, keywords) = _parse(spec)

    def make(target: Any) -> Any:
        ready = _lacks(target, AGGREGATION_METHODS) is None
        if ready and (not isinstance(target, type) or _is_namespace(target)):
            if positional or keywords:
                raise InputError("it takes no arguments, being ready made")
            return target
        return target(*positional, **keywords)

    return _AGGREGATIONS.find(spec, name, make)


def found_as(item: Any) -> Found:
    """Something at hand, as if it had been found: its id is its name in snake_case."""
    name = getattr(item, "__name__", type(item).__name__)
    return Found(snake_case(name), "", item)


def algorithm_ids() -> list[str]:
    """The ids of all algorithms that are built in or installed, sorted."""
    return _ALGORITHMS.ids()


def aggregation_ids() -> list[str]:
    """The ids of all aggregations that are built in or installed, sorted."""
    return _AGGREGATIONS.ids()


def find_all(find: Callable[[str], Found], specs: Sequence[str]) -> list[Found]:
    """All of `specs`, each once. Where two share an id, the later one goes by its spec."""
    found: dict[str, Found] = {}
    for spec in specs:
        one = find(spec)
        if one.id in found and not _is_alike(found[one.id].item, one.item):
            one = replace(one, id=spec)
        found.setdefault(one.id, one)
    return list(found.values())


def _is_alike(one: Any, other: Any) -> bool:
    """Whether two things found under one id are the same, or instances of the same class."""
    is_made = not isinstance(one, type | ModuleType | FunctionType | Functions)
    return one is other or (is_made and type(one) is type(other))


def snake_case(name: str) -> str:
    """
    >>> snake_case("TwoStacks"), snake_case("DABALite")
    ('two_stacks', 'daba_lite')
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


# --- the door -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Door:
    """One kind of thing: where its named ones are, and what it must be able to do.

    `is_other` tells what keeps another contract of the same kind, which `or_else` names. What is
    `optional` is listed only where what it needs is installed; named, it says what that is.
    """

    kind: str
    group: str
    methods: tuple[str, ...]
    built_in: Callable[[], dict[str, Callable[[], Any]]]
    is_other: Callable[[Any], bool] = lambda _target: False
    or_else: str = ""
    optional: Callable[[], dict[str, Callable[[], Any]]] = dict

    def ids(self) -> list[str]:
        """The ids of all that is built in or installed, sorted."""
        return sorted({*self.built_in(), *(entry.name for entry in self._installed())})

    def find(self, spec: str, name: str, make: Callable[[Any], Any]) -> Found:
        own_id, target = self._load(name)
        item = guarded(f"{self.kind} {spec}", lambda: make(target))
        missing = self._lacks(item)
        if missing is not None:
            needed = ", ".join(self.methods) + self.or_else
            raise InputError(f"{self.kind} {spec} has no {missing}; one needs {needed}")
        parameters = "" if item is target else _parameters(target, item)
        given = f"({parameters})" if spec.strip() != name else ""
        return Found(own_id + given, spec, item, parameters)

    def _load(self, name: str) -> tuple[str, Any]:
        """What a name stands for, with its id. What is built in is not replaced by anything."""
        what = f"{self.kind} {name}"
        built_in = self.optional() | self.built_in()
        if name in built_in:
            return name, guarded(what, built_in[name])
        path, colon, attribute = name.rpartition(":") if ":" in name else (name, "", "")
        if path.endswith(".py") or "/" in path or (colon and is_file(path)):
            return self._pick(load_file(Path(path)), attribute, path)
        if colon:
            module = guarded(what, lambda: importlib.import_module(path))
            return self._pick(module, attribute, path)
        for entry in self._installed():
            if entry.name == name:
                return name, guarded(what, entry.load)
        if is_file(path):
            return self._pick(load_file(Path(path)), attribute, path)
        known = self.ids()
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.5) or known
        raise InputError(f"no {self.kind} is called {name!r}; near: {', '.join(near)}")

    def _pick(self, module: ModuleType, attribute: str, path: str) -> tuple[str, Any]:
        """The named thing in a module; without a name the module itself, or the one that fits."""
        if attribute:
            if not hasattr(module, attribute):
                names = ", ".join(_own_classes(module)) or "no class"
                raise InputError(f"{path} has no {attribute}; it defines {names}")
            return snake_case(attribute), getattr(module, attribute)
        if self._lacks(module) is None:
            return module.__name__.removeprefix(FILE_PREFIX), module
        fitting = {
            name: one for name, one in _own_classes(module).items() if self._lacks(one) is None
        }
        if len(fitting) != 1:
            names = ", ".join(fitting) or f"no {self.kind}"
            raise InputError(f"{path} defines {names}; say which: {path}:Name")
        return next((snake_case(name), one) for name, one in fitting.items())

    def _lacks(self, target: Any) -> str | None:
        return None if self.is_other(target) else _lacks(target, self.methods)

    def _installed(self) -> tuple[EntryPoint, ...]:
        return tuple(entry_points(group=self.group))


def _parse(spec: str) -> tuple[str, tuple[tuple[Any, ...], dict[str, Any]]]:
    """Split ``name(arguments)``; arguments are literals or aggregations: a name is never code."""
    match = re.fullmatch(r"(?P<name>.+?)(?P<call>\(.*\))?", spec.strip())
    if match is None:
        raise InputError(f"{spec!r} is not a name, such as two_stacks or quantile(0.9)")
    if match["call"] is None:
        return match["name"], ((), {})
    try:
        call = ast.parse("f" + match["call"], mode="eval").body
        assert isinstance(call, ast.Call)
        assert isinstance(call.func, ast.Name)
        positional = tuple(map(_argument, call.args))
        keywords = {word.arg or "": _argument(word.value) for word in call.keywords}
    except InputError:
        raise
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError, AssertionError):
        raise InputError(
            f"{spec!r}: arguments are numbers, strings or aggregations, as in quantile(0.9)"
        ) from None
    return match["name"], (positional, keywords)


def _argument(node: ast.expr) -> Any:
    """What an argument stands for: an aggregation, if it is a name or calls one, or a literal."""
    name = node.func if isinstance(node, ast.Call) else node
    return aggregation(ast.unparse(node)) if isinstance(name, ast.Name) else ast.literal_eval(node)


def _parameters(factory: Any, item: Any) -> str:
    """What `factory` made `item` with, as far as the item tells; None stands for nothing given."""
    given = {name: getattr(item, name, None) for name in inspect.signature(factory).parameters}
    return ", ".join(f"{name}={_told(one)}" for name, one in given.items() if one is not None)


def _told(argument: Any) -> str:
    if _lacks(argument, AGGREGATION_METHODS) is not None:
        return repr(argument)
    parameters = _parameters(type(argument), argument)
    return snake_case(type(argument).__name__) + (f"({parameters})" if parameters else "")


def _lacks(target: Any, methods: tuple[str, ...]) -> str | None:
    """The first of `methods` that `target` does not have."""
    return next((name for name in methods if not callable(getattr(target, name, None))), None)


def _is_namespace(target: type) -> bool:
    """Whether a class only holds the four plain functions, none of which takes a self."""
    arities = zip(AGGREGATION_METHODS, (0, 1, 2, 1), strict=True)
    return all(len(inspect.signature(getattr(target, name)).parameters) == n for name, n in arities)


def _own_classes(module: ModuleType) -> dict[str, type]:
    return {
        name: one
        for name, one in vars(module).items()
        if isinstance(one, type) and one.__module__ == module.__name__
    }


# --- what is built in -----------------------------------------------------------------------------


@cache
def _algorithms_package() -> ModuleType:
    """Installed the folder is swagbench.algorithms; in a bare checkout it is algorithms."""
    try:
        return importlib.import_module("swagbench.algorithms")
    except ModuleNotFoundError:
        return importlib.import_module("algorithms")


@cache
def _built_in_algorithms() -> dict[str, Callable[[], Any]]:
    package = _algorithms_package()

    def load(module_name: str) -> Any:
        module = importlib.import_module(f"{package.__name__}.{module_name}")
        return next(
            one
            for name, one in _own_classes(module).items()
            if name.lower() == module_name.replace("_", "")
        )

    return {
        info.name: partial(load, info.name)
        for info in pkgutil.iter_modules(package.__path__)
        if not info.name.startswith("_")
    }


@cache
def _built_in_aggregations(names: str = "__all__") -> dict[str, Callable[[], Any]]:
    package = importlib.import_module("swagbench.aggregations")
    modules = [
        importlib.import_module(f"{package.__name__}.{info.name}")
        for info in pkgutil.iter_modules(package.__path__)
    ]
    return {
        snake_case(name): partial(getattr, module, name)
        for module in modules
        for name in getattr(module, names, ())
    }


_ALGORITHMS = _Door(
    "algorithm",
    "swagbench.algorithms",
    WINDOW_METHODS,
    _built_in_algorithms,
    is_batch,
    "; a batch needs roll",
)
_AGGREGATIONS = _Door(
    "aggregation",
    "swagbench.aggregations",
    AGGREGATION_METHODS,
    _built_in_aggregations,
    optional=partial(_built_in_aggregations, "OPTIONAL"),
)
