"""The command line.

Each command gathers what it was given and hands it to `swagbench.jobs`, which is imported only
where it is needed: `swagbench list` answers at once.
"""

from __future__ import annotations

import io
import shlex
import sys
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from swagbench.core import InputError, MissingAbility, SuiteBroken
from swagbench.options import (
    aggregations_option,
    algorithms_argument,
    out_option,
    peers_option,
    spans_option,
    time_option,
    what_is_run,
)
from swagbench.parameters import Amount, CommaList, literal, window_size
from swagbench.registry import (
    aggregation_ids,
    algorithm_ids,
    find_aggregation,
    find_algorithm,
)

CHOOSING_SECONDS = 15
"""What a contestant may take where there is only one comparison."""


def main() -> None:
    """Run a command. Exit 0: done, all held. 1: a check failed. 2: bad input. 3: own fault."""
    for stream in (sys.stdout, sys.stderr):
        # A pipe that cannot carry a sign gets it spelled out.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        _refuse_what_is_not_text(sys.argv)
        sys.exit(cli.main(standalone_mode=False) or 0)
    except (InputError, click.ClickException) as error:
        from swagbench.terminal import printable  # noqa: PLC0415

        message = error.format_message() if isinstance(error, click.ClickException) else str(error)
        click.echo(f"swagbench: {printable(' '.join(message.split()))}", err=True)
        sys.exit(2)
    except SuiteBroken as error:
        click.echo(f"{error}\nswagbench: the suite itself failed; this is its fault", err=True)
        sys.exit(3)
    except (click.Abort, KeyboardInterrupt):
        click.echo("swagbench: interrupted", err=True)
        sys.exit(130)


def _refuse_what_is_not_text(arguments: list[str]) -> None:
    """A file's name may be any bytes; here it goes into records and reports, which are UTF-8."""
    for argument in arguments:
        if argument.encode(errors="replace").decode() != argument:
            raise InputError(f"{argument!r} is not UTF-8; give the file another name")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="swagbench")
def cli() -> None:
    """Sliding-window aggregation algorithms, proven and compared."""


# --- the commands ---------------------------------------------------------------------------------


@cli.command("list")
@click.argument(
    "kind", type=click.Choice(["algorithms", "aggregations", "streams"]), required=False
)
@click.option("--page", is_flag=True, help="Algorithms or aggregations in full, in Markdown.")
def list_(kind: str | None, *, page: bool) -> None:
    """Show algorithms, aggregations and streams with their needs and promises."""
    from swagbench import catalogue  # noqa: PLC0415
    from swagbench.terminal import make_console, print_table  # noqa: PLC0415

    if page:
        from swagbench import cards, summaries  # noqa: PLC0415

        pages = {"algorithms": cards.page, "aggregations": summaries.page}
        if kind not in pages:
            told = "--page is of algorithms or of aggregations"
            raise InputError(f"{told}: swagbench list KIND --page")
        click.echo(pages[kind](), nl=False)
        return
    console = make_console()
    for title, table in catalogue.tables().items():
        if kind in (None, title):
            print_table(console, table(), title)


@cli.command()
@algorithms_argument
@aggregations_option
@click.option("--check", "checks", type=CommaList("GLOB,…"), help="Only these, such as oracle.*.")
@click.option("--exclude", type=CommaList("GLOB,…"), help="Not these.")
@click.option(
    "--profile",
    type=click.Choice(["fast", "default", "thorough"]),
    default="default",
    show_default=True,
    help="How much is tried.",
)
@click.option("--seed", type=int, default=0, help="For what is drawn at random.  [0]")
@click.option("--replay", metavar="WORD", help="Only this word, such as 'u3 o' (push 3, pop).")
@click.option("--timeout", type=Amount(min=0.1), help="Seconds that a check may take.")
@click.option("--memory", type=Amount(min=0.5), default=2, help="GiB it may take.  [2]")
@click.option("--max-time", type=Amount(min=0), help="Seconds that all may take.")
@click.option(
    "-j", "--jobs", type=click.IntRange(min=1), help="Checks at a time.  [one for each processor]"
)
@click.option("--json", type=click.Path(path_type=Path), help="Write every row to this file.")
@click.option("--junit", type=click.Path(path_type=Path), help="The same as JUnit XML.")
@click.option("--expected", type=click.Path(path_type=Path), help="Known failures, in TOML.")
@peers_option
@click.pass_context
def verify(
    ctx: click.Context,
    /,
    algorithms: tuple[str, ...],
    aggregations: list[str] | None,
    *,
    peers: bool,
    **given: Any,
) -> int:
    """Check every promise of algorithms, and the laws of aggregations.

    With --peers rolling-window libraries are asked instead, by their ids.

    ALGORITHM is an id, package.module:Name or path/file.py:Name; without one, all are checked. Laws
    are checked of the aggregations that are named, and of all if nothing is.

    Exit code 0: all promises hold. 1: one broke. 2: bad input. 3: the suite itself failed.
    """
    if peers:
        from swagbench import ecosystem  # noqa: PLC0415

        _refuse_beside_peers(ctx, "timeout", "json")
        timeout, json = given["timeout"], given["json"]
        return ecosystem.verify(algorithms, aggregations, _command(), timeout=timeout, json=json)
    from swagbench import verdicts  # noqa: PLC0415
    from swagbench.verify.rows import Selection  # noqa: PLC0415

    selection = Selection(
        algorithms or algorithm_ids(),
        aggregations or aggregation_ids(),
        laws=bool(aggregations or not algorithms),
    )
    return verdicts.verify(selection, **given)


@cli.command()
@what_is_run
@time_option
@spans_option
@click.option(
    "--quick",
    "profile",
    flag_value="quick",
    help="Smaller windows, fewer rounds: a minute or two.",
)
@click.option(
    "--thorough", "profile", flag_value="thorough", help="More of all: hours; --minutes limits it."
)
@click.option("--minutes", type=Amount(min=0.05), help="Minutes that all may take.")
@click.option("--budget", type=Amount(min=0.1), help="Seconds that a cell may take.")
@click.option("--memory", type=Amount(min=1), help="GiB that a cell may take.  [8]")
@out_option
@click.option("--resume", is_flag=True, help="Go on with the run in --out, or with the newest one.")
@click.pass_context
def bench(ctx: click.Context, /, *, resume: bool, out: Path | None, **given: Any) -> int:
    """Time algorithms over windows, aggregations and streams; each cell is checked first.

    Without -s each aggregation gets the first stream that it takes, real data before synthetic.
    """
    from swagbench import jobs, plans  # noqa: PLC0415

    plan = plans.sweep(**{**given, "profile": given["profile"] or "default"})
    if not resume:
        return jobs.measure(*jobs.begin(plan, _command(), out))
    is_new = any(ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE for name in given)
    return jobs.measure(*jobs.go_on(plan if is_new else None, _command(), out))


@cli.command()
@what_is_run
@click.option("--quick", is_flag=True, help="Smaller windows and shorter streams: some seconds.")
@click.option("--timeout", type=Amount(min=0.1), help="Seconds that a row may take.  [60]")
@click.option("--memory", type=Amount(min=0.5), help="GiB that all may take.  [2]")
@out_option
@peers_option
@click.pass_context
def accuracy(
    ctx: click.Context,
    /,
    algorithms: tuple[str, ...],
    aggregations: list[str] | None,
    *,
    out: Path | None,
    peers: bool,
    **given: Any,
) -> int:
    """Judge answers in floats: what the window's values cannot give, and what has not left.

    With --peers rolling-window libraries are asked instead, by their ids.

    Each algorithm, with each aggregation, on each stream: the share of answers that is not
    explained, the worst relative error, and whether NaN and infinity leave.

    Exit code 0: all is explained, or declared to be lossy. 1: something is not. 2: bad input.
    """
    if peers:
        from swagbench import ecosystem  # noqa: PLC0415

        _refuse_beside_peers(ctx, "timeout", "out")
        timeout = given["timeout"]
        return ecosystem.accuracy(algorithms, aggregations, _command(), timeout=timeout, out=out)
    from swagbench import jobs, plans  # noqa: PLC0415

    plan = plans.judgement(algorithms, aggregations, **given)
    return jobs.accuracy(plan, _command(), out, quick=given["quick"])


@cli.command()
@click.argument("reports", nargs=-1, metavar="[REPORT]...")
@click.option("--peers", "with_peers", is_flag=True, help="The libraries, too.")
@click.option("-l", "--library", "libraries", type=CommaList("A,B,…"), help="Of these only.")
def replay(reports: tuple[str, ...], *, with_peers: bool, libraries: list[str] | None) -> int:
    """Give the inputs of public bug REPORTs to the algorithms here, and to libraries.

    Exit code 0: the algorithms here are right. 1: one is not. 2: bad input.
    """
    from swagbench import ecosystem  # noqa: PLC0415

    if libraries and not with_peers:
        raise InputError("--library needs --peers")
    return ecosystem.show_replay(reports, libraries or (), _command(), with_peers=with_peers)


@cli.command()
@click.argument("libraries", nargs=-1, metavar="[LIBRARY]...")
@aggregations_option
@click.option("--timeout", type=Amount(min=0.1), help="Seconds that a question may take.  [20]")
@out_option
@click.option("--resume", is_flag=True, help="Go on with the report in --out, or the newest one.")
def ecosystem(libraries: tuple[str, ...], aggregations: list[str] | None, **given: Any) -> int:
    """Judge, replay and time the rolling-window libraries that are installed; make a page of it.

    They come with the extra `peers`; any version of any of them will do.

    Exit code 0: done. 1: an algorithm of this suite is wrong. 2: bad input.
    """
    from swagbench import ecosystem as work  # noqa: PLC0415

    return work.everything(libraries, aggregations, _command(), **given)


@cli.command()
@click.argument("before", type=click.Path(path_type=Path))
@click.argument("after", type=click.Path(path_type=Path))
@click.option("--anyway", is_flag=True, help="Even if they are of different machines.")
@click.option("--guard", is_flag=True, help="Exit code 1 if a counter rose or a cell fails.")
@click.option("--guard-time", is_flag=True, help="And if a time became longer.")
def compare(before: Path, after: Path, **given: bool) -> int:
    """Show what became slower or faster from run BEFORE to run AFTER, and which counters changed.

    Each is a folder or its run.json. Only what is more than noise counts: more than contestants
    differ from their own copies, and than the floor differs between the two. Exit code 0, but for
    what is guarded: counters, which are the same on every machine, or times, too.
    """
    from swagbench import decisions  # noqa: PLC0415

    return decisions.compare(before, after, **given)


@cli.command()
@what_is_run
@time_option
@spans_option
@click.option(
    "--latency",
    type=click.Choice(["mean", "worst"]),
    default="mean",
    show_default=True,
    help="What counts: a slide on average, or the worst one.",
)
@click.option(
    "--memory",
    "wanted_memory",
    type=click.Choice(["any", "small"]),
    default="any",
    show_default=True,
    help="Whether memory counts, too.",
)
@click.option("--from", "source", type=click.Path(path_type=Path), help="A run to choose by.")
@out_option
def choose(
    algorithms: tuple[str, ...],
    aggregations: list[str] | None,
    *,
    latency: str,
    wanted_memory: str,
    source: Path | None,
    out: Path | None,
    **given: Any,
) -> int:
    """Say which algorithm to take for an aggregation (-g) and a window (-w or --span), and why.

    All that serve it are measured now, in some seconds, or were in the run that --from names.
    """
    from swagbench import decisions, plans  # noqa: PLC0415

    plan = plans.sweep(algorithms, aggregations, profile="quick", budget=CHOOSING_SECONDS, **given)
    return decisions.choose(
        plan,
        _command(),
        named=algorithms,
        source=source,
        out=out,
        by_worst=latency == "worst",
        small=wanted_memory == "small",
    )


@cli.command()
@click.argument("run", type=click.Path(path_type=Path), required=False)
@out_option
def report(run: Path | None, out: Path | None) -> None:
    """Turn a run into a page, tables and charts.

    RUN is a folder or its run.json; without it, the newest in results/.
    """
    from swagbench.ecosystem_file import is_ecosystem  # noqa: PLC0415

    if run is not None and is_ecosystem(run):
        from swagbench import ecosystem as work  # noqa: PLC0415

        work.report(run, out)
        return
    from swagbench import jobs  # noqa: PLC0415

    jobs.report(run, out)


@cli.command()
@algorithms_argument
@aggregations_option
@out_option
def run(algorithms: tuple[str, ...], aggregations: list[str] | None, out: Path | None) -> int:
    """The main job: verify, judge floats, time on real data, report. Takes a minute or two."""
    from swagbench import jobs, plans, verdicts  # noqa: PLC0415
    from swagbench.accuracy.contest import worth_judging  # noqa: PLC0415
    from swagbench.verify.rows import Selection  # noqa: PLC0415

    wanted = algorithms or algorithm_ids(), aggregations or aggregation_ids()
    plan = plans.sweep(algorithms, aggregations, profile="quick")
    run, folder = jobs.begin(plan, _command(), out)
    run.swagbench.verification = verdicts.verified(Selection(*wanted, laws=True))
    failed = verdicts.show(run.swagbench.verification)
    if floats := worth_judging(aggregations):
        plan = plans.judgement(algorithms, floats, quick=True)
        failed |= jobs.judge(run, plan, folder, quick=True)
    failed |= jobs.measure(run, folder)
    jobs.report(folder, None)
    return failed


@cli.command()
@click.argument("kind", type=click.Choice(["algorithm", "aggregation"]))
@click.argument("name")
@out_option
def new(kind: str, name: str, out: Path | None) -> None:
    """Write a starting file NAME.py that passes, and its test."""
    from swagbench.starters import write_starters  # noqa: PLC0415

    for path in write_starters(kind, name, out or Path()):
        click.echo(f"wrote {path}")
    given = "" if kind == "algorithm" else "-g "
    click.echo(f"Now: swagbench verify {given}{(out or Path()) / name}.py")


@cli.command()
@click.argument("algorithm")
@click.argument("values", nargs=-1, required=True)
@click.option("-g", "--aggregation", "aggregation", default="expression", show_default=True)
@click.option("-w", "--window", type=CommaList("N", window_size), help="Values kept at most.")
@click.option("--drain", is_flag=True, help="Pop all values at the end.")
def trace(
    algorithm: str,
    values: tuple[str, ...],
    aggregation: str,
    window: list[int] | None,
    drain: bool,  # noqa: FBT001 - click's way
) -> None:
    """Show a window's inner state step by step as VALUES come in."""
    from swagbench import trace as tracing  # noqa: PLC0415

    subject, summary = find_algorithm(algorithm), find_aggregation(aggregation)
    size = window[0] if window else None
    try:
        rows = tracing.trace(
            subject.item, summary.item, map(literal, values), window=size, drain=drain
        )
        click.echo(tracing.as_table(rows))
    except MissingAbility as error:
        raise InputError(f"{subject.id} {error}") from None
    except InputError as error:
        raise InputError(f"{subject.id}: {error}") from None
    except Exception as error:  # noqa: BLE001 - a plug-in, or values that it does not take
        told = f"{type(error).__name__}: {error}"
        raise InputError(
            f"{subject.id} with {summary.id} cannot take these values: {told}"
        ) from None


# --- what the commands share ----------------------------------------------------------------------


def _refuse_beside_peers(ctx: click.Context, *allowed: str) -> None:
    """Options that say nothing about libraries.

    Raises:
        InputError: one of them is given.
    """
    known = ("algorithms", "aggregations", "peers", *allowed)
    for parameter in ctx.command.params:
        name = parameter.name or ""
        is_given = ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if is_given and name not in known:
            raise InputError(f"{parameter.opts[-1]} is not for --peers")


def _command() -> str:
    return shlex.join(["swagbench", *sys.argv[1:]])
