"""How checks go through a word where it takes doing it again: what raises, who is left wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from swagbench.core import Guarantee
from swagbench.verify.carriers import Hooked
from swagbench.verify.checking import Subject, Wrong
from swagbench.verify.exceptions import KINDS, Interrupted
from swagbench.verify.reproducer import around
from swagbench.verify.reproducer.moves import Move, Run
from swagbench.verify.reproducer.through import Blocks, functions
from swagbench.verify.reproducer.writing import PLAIN, Hand, told
from swagbench.verify.sharing import BEHIND, COPIES
from swagbench.verify.words import ASK, POP, PUSH, VALUES


def _done(
    subject: Subject, go: Callable[[Run], None], wrong: Wrong, text: str = "", hand: Hand = PLAIN
) -> Blocks:
    moves, wrong = Run(subject).until_wrong(go, wrong)
    return Blocks(text, told(subject.arena, moves, wrong, hand))


# --- what is asked --------------------------------------------------------------------------------


def asked_twice(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    def go(run: Run) -> None:
        run.make()
        for letter in word.replace(ASK, ASK * 2):
            run.take(letter)
        run.settle()

    return _done(subject, go, wrong)


def measured(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """The length is asked for after every step, which may matter later."""

    def go(run: Run) -> None:
        run.make()
        for letter in word:
            run.take(letter)
            run.measure()
        run.settle()

    hand = Hand(*(f"{form}; len({{who}})" for form in (PLAIN.push, PLAIN.pop, PLAIN.ask)))
    return _done(subject, go, wrong, hand=hand)


# --- what raises ----------------------------------------------------------------------------------


class Raised(NamedTuple):
    """Which call of which function raises, and as what; and what the check does then."""

    number: int
    function: str
    kind: str

    @property
    def error(self) -> type[BaseException]:
        bases = (Interrupted,) if self.kind == "BaseException" else (Interrupted, KINDS[self._at])
        return type("Raised", bases, {})

    @property
    def asks_first(self) -> bool:
        """As the check does: after every second kind of error it asks, and takes the step again;
        after the others it drains the window."""
        return self._at % 2 == 1

    @property
    def _at(self) -> int:
        return [one.__name__ for one in KINDS].index(self.kind)


def raised_in(wrong: Wrong) -> Raised:
    """What raised, as the note tells."""
    match = re.search(r"call (\d+) of (\w+) raised \(as (\w+)\)", wrong.note)
    return Raised(int(match[1]), match[2], match[3]) if match else Raised(1, "combine", "Exception")


def interrupted(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """One call of a function raises, and what the window was then is asked for."""
    raised = raised_in(wrong)
    number, function, kind = raised.number, raised.function, raised.kind
    calls = raised_at = 0

    def raise_once(name: str, _arguments: tuple[Any, ...]) -> None:
        nonlocal calls, raised_at
        calls += name == function
        if name == function and calls == number:
            raised_at = len(run.moves)
            raise raised.error

    def is_spared(_error: BaseException) -> bool:
        # Whatever comes of it: a generator makes another error of a StopIteration.
        return raised_at == len(run.moves)

    def go(run: Run) -> None:
        spares = "BaseException" if kind == "BaseException" else "Exception"
        run.make()
        for letter in word + ASK:
            if run.take(letter, spares=spares, is_spared=is_spared):
                continue
            if subject.card.guarantee is not Guarantee.STRONG:
                # Whatever it holds, it can be emptied, and must be right from then on.
                run.empty()
                break
            if not raised.asks_first:
                run.measure()
                break
            run.take(ASK)
            run.measure()
            run.take(letter)
        run.settle()

    run = Run(subject, Hooked(subject.aggregation, raise_once))
    moves, shown = run.until_wrong(go, wrong)
    text = around.calls_counted([function], around.filled(around.RAISES, number=number, kind=kind))
    return Blocks(text, told(subject.arena, moves, shown._replace(note=wrong.note)))


def popped_from_empty(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    def go(run: Run) -> None:
        run.make()
        for letter in word:
            if letter == POP and not run.held():
                run.take(POP, spares="IndexError", is_spared=_is_index_error)
                run.measure()
            else:
                run.take(letter)
        run.settle()

    return _done(subject, go, wrong)


def _is_index_error(error: BaseException) -> bool:
    return isinstance(error, IndexError)


class _Toxic(ValueError):
    """A value was used that cannot be."""


class _Intoxicated(Run):
    """A window of values some of which raise whenever they are used."""

    def __init__(self, subject: Subject) -> None:
        super().__init__(subject, Hooked(subject.aggregation, self._refuse))
        self._finalize = subject.aggregation.finalize
        self.toxic: set[Any] = set()

    def _refuse(self, name: str, arguments: Sequence[Any]) -> None:
        if name == "sort_key" and arguments[0] in self.toxic:
            raise _Toxic
        if name == "combine" and all(arguments):
            parts = [self._finalize(agg) for agg in arguments]
            if any(value in part for value in self.toxic for part in parts):
                raise _Toxic

    def take_with_care(self, letter: str, value: Any = None) -> bool:
        """Take a letter, which pushes `value`. It may raise as long as there is a toxic one."""

        def is_spared(error: BaseException) -> bool:
            return isinstance(error, _Toxic) and bool(self.toxic & {*self.held(), value})

        return self.take(letter, spares="ValueError", is_spared=is_spared)


def poisoned(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """Values that raise wherever they are used: once they have left, all must be well again."""
    values: dict[Any, None] = {}

    def go(_: Run) -> None:
        run.make()
        for letter in word:
            if letter == POP and not run.held():
                continue  # What should have been there could not be pushed.
            is_push = letter not in POP + ASK
            value = subject.arena.value(letter, run.windows["window"].pushed) if is_push else None
            if letter in VALUES:
                run.toxic.add(value)
                values[value] = None
            if not run.take_with_care(letter, value):
                run.toxic.discard(value)
        while run.toxic & {*run.held()} and run.take_with_care(POP):
            pass
        run.settle()

    run = _Intoxicated(subject)
    moves, wrong = run.until_wrong(go, wrong)
    has_keys = hasattr(subject.aggregation, "sort_key")
    does = around.TOXIC_KEY if has_keys else around.TOXIC
    names = ["combine", *["sort_key"] * has_keys]
    text = around.hooked(names, does, f"toxic = {{{', '.join(map(repr, values))}}}")
    return Blocks(text, told(subject.arena, moves, wrong))


# --- more than one --------------------------------------------------------------------------------


def two_windows(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """As few windows as show it; the second is some steps behind the first only if it must be."""
    for others, behind in (
        (("fresh",), len(word)),
        (("other",), len(word)),
        (("fresh", "other"), len(word)),
        (("fresh", "other"), BEHIND),
    ):
        run = Run(subject)
        go = partial(_side_by_side, word=word, others=others, behind=behind)
        moves, wrong = run.until_wrong(go, wrong)
        if run.wrong is not None:
            break
    return Blocks("", told(subject.arena, moves, wrong))


def _side_by_side(run: Run, word: str, others: Sequence[str], behind: int) -> None:
    run.make("one")
    if "other" in others:
        run.make("other", first=1000)
    for step in range(len(word) + behind):
        if step < len(word):
            run.take(word[step], "one")
        if "other" in others and behind <= step < len(word) + behind - BEHIND:
            run.take(word[step - behind], "other")
    if "fresh" in others:
        run.make("fresh", first=2000)
    for who in ("fresh", "one", "other"):
        if who in {"one", *others}:
            run.measure(who)
            run.settle(who)


def copied(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    name = wrong.note.rpartition(" ")[2]
    name = name if name in COPIES else "copy.copy"
    is_pickle = name == "pickle"
    made = "pickle.loads(pickle.dumps(window))" if is_pickle else f"{name}(window)"

    def go(run: Run) -> None:
        run.make()
        for letter in word:
            run.take(letter)
        run.copy("twin", f"twin = {made}", COPIES[name])
        run.measure("twin")
        run.take(ASK, "twin")
        for letter in POP * bool(run.windows["twin"].held) + PUSH * 2 + ASK:
            run.take(letter, "twin")
        run.take(PUSH)
        run.settle()
        run.settle("twin")

    text = f"{around.PICKLED}import pickle\n" if is_pickle else "\nimport copy"
    return _done(subject, go, wrong, text)


# --- meanwhile ------------------------------------------------------------------------------------


def meanwhile(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """Whenever the aggregation is called, it asks the window."""
    is_asking = True
    found: tuple[str, str] | None = None

    def ask(name: str, _arguments: tuple[Any, ...]) -> None:
        nonlocal is_asking, found
        if not is_asking and name != "empty":
            is_asking = True
            window = run.windows["window"]
            found = found or window.ask() or window.measure()
            is_asking = False

    def go(run: Run) -> None:
        nonlocal is_asking
        run.make()
        is_asking = False
        for letter in word:
            run.take(letter)
            if found is not None:
                run.fails(*found)
        run.settle()

    run = Run(subject, Hooked(subject.aggregation, ask))
    moves, wrong = run.until_wrong(go, wrong)
    moves[1:1] = [Move(line="is_asking = False")] * (len(moves) > 1)
    has_length = wrong.given.startswith("length ")
    asks = "f'length {len(window)}'" if has_length else "window.eval()"
    given = ""
    if found is not None:
        given = "*{*meanwhile}"
        moves.insert(-1, Move(line="meanwhile.clear()"))
    does = around.filled(around.MEANWHILE, asks=asks)
    state = "meanwhile, is_asking = [], True"
    text = around.hooked(functions(subject, "empty"), does, state)
    return Blocks(text, told(subject.arena, moves, wrong, given=given))
