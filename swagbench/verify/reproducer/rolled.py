"""How checks roll a stream: one call, and what is asked of its answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from swagbench.verify.batch import ARRAY, CALL, LIST, UNCHANGED_AGGS, Stream, stream_of
from swagbench.verify.checking import Subject, Wrong
from swagbench.verify.probes import Arena
from swagbench.verify.reproducer import around
from swagbench.verify.reproducer.through import Blocks
from swagbench.verify.reproducer.writing import expects, literal
from swagbench.verify.words import ASK, POP, PUSH


def answered(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """One answer of one call, or how many there are."""
    return Blocks("", _asked(subject, word, wrong))


def rolled_again(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """Up to three calls of one batch: the same values, others, the same again."""
    made_of_lists = wrong.expected == UNCHANGED_AGGS
    text = around.listed(subject.aggregation, shares_empty=False) if made_of_lists else ""
    return Blocks(text, _calls(subject, word, wrong))


def _calls(subject: Subject, word: str, wrong: Wrong) -> Iterator[str]:
    arena, stream = subject.arena, _stream(subject.arena, word)
    call = next((call for call in (1, 2, 3) if wrong.note == CALL.format(call, LIST)), 0)
    is_array = not call
    call = call or next(call for call in (1, 2, 3) if wrong.note == CALL.format(call, ARRAY))
    yield f"# {wrong.note}"
    yield from _made(arena, word)
    if is_array:
        yield "import numpy"
        yield "values = numpy.array(values)"
    if wrong.expected != UNCHANGED_AGGS:
        yield expects(wrong)
    yield f"answers = batch.roll(values, {stream.size})"
    if wrong.expected == UNCHANGED_AGGS:
        yield "print('expected', [list(as_made) for _, as_made in made])"
        yield "print('given   ', [agg for agg, _ in made])"
        return
    yield "# The answers are the caller's, to do with as he likes."
    yield "answers.clear() if isinstance(answers, list) else answers.fill(7)"
    if call == 1:
        yield "print('given   ', [*values])"
        return
    yield _values_line(arena, PUSH * len(stream.values), 1, "others")
    yield f"answers = batch.roll(others, {stream.size})"
    if call == 3:
        yield f"answers = batch.roll(values, {stream.size})"
    yield f"print('given   ', {_answer(stream, wrong)})"


def opaque(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """Values and aggregates in boxes that only the aggregation opens."""
    text = around.boxed(subject.aggregation, around.BOX)
    return Blocks(text, _asked(subject, word, wrong, before=["values = [*map(Box, values)]"]))


def refused(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """A size that is none."""

    def body() -> Iterator[str]:
        yield from _made(subject.arena, word)
        yield expects(wrong)
        yield "try:"
        yield f"    batch.roll(values, {wrong.note.rpartition(' ')[2]})"
        yield "    print('given   ', 'no error')"
        yield "except Exception as error:"
        yield "    print('given   ', type(error).__name__)"

    return Blocks("", body())


def spent(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """The combine calls of one call."""
    names = [name for name in ("combine", "uncombine") if hasattr(subject.aggregation, name)]
    text = around.calls_counted(names)

    def body() -> Iterator[str]:
        yield from _made(subject.arena, word)
        yield expects(wrong)
        yield f"batch.roll(values, {_stream(subject.arena, word).size})"
        yield "print('given   ', calls)"

    return Blocks(text, body())


def _stream(arena: Arena, word: str) -> Stream:
    stream = stream_of(arena, word)
    assert stream is not None
    return stream


def _made(arena: Arena, word: str) -> Iterator[str]:
    """Lines that make the batch and the values."""
    yield _values_line(arena, word.replace(POP, "").replace(ASK, ""))
    yield "batch = Window(aggregation)"


def _values_line(arena: Arena, letters: str, first: int = 0, name: str = "values") -> str:
    """A line that makes a list of values, which is not spelled out where they come in turn."""
    length = len(letters)
    literals = [literal(arena, letter, index) for index, letter in enumerate(letters, first)]
    if literals == [*map(str, range(first, first + length))]:
        return f"{name} = [*range({first}, {first + length})]"
    turns = (turn for turn in range(1, length) if literals[turn:] == literals[:-turn])
    turn = next(turns, length)
    if length < 2 * turn:
        return f"{name} = [{', '.join(literals)}]"
    return f"{name} = ([{', '.join(literals[:turn])}] * {-(-length // turn)})[:{length}]"


def _answer(stream: Stream, wrong: Wrong) -> str:
    """What is asked of the answers: the one at the step that is wrong, or how many there are."""
    has_length = wrong.given.endswith(" answers")
    return "f'{len(answers)} answers'" if has_length else f"answers[{stream.number(wrong.step)}]"


def _asked(subject: Subject, word: str, wrong: Wrong, before: Iterable[str] = ()) -> Iterator[str]:
    stream = _stream(subject.arena, word)
    if wrong.note and wrong.note.isprintable():
        yield f"# {wrong.note}"
    yield from _made(subject.arena, word)
    yield from (line.format(size=stream.size) for line in before)
    yield expects(wrong)
    if wrong.expected.startswith("no answer"):
        few = f"values[:{wrong.expected.split()[4]}]"
        yield f"print('given   ', [*batch.roll({few}, {stream.size})])"
        return
    yield f"answers = batch.roll(values, {stream.size})"
    yield f"print('given   ', {_answer(stream, wrong)})"
