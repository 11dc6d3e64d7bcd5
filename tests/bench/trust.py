"""How far a verdict can be trusted, tried: copies compared, slowdowns planted, runs repeated.

No test, for it asks the clock; to be run by hand, and its figures told with the machine:

    python tests/bench/trust.py
"""

from __future__ import annotations

import multiprocessing
import tempfile
from contextlib import contextmanager
from pathlib import Path

from swagbench import plans
from swagbench.bench.sweep import new_run, sweep
from swagbench.comparison import Verdict, contest_of, noise, pairs

SOURCE = Path(__file__).parents[2] / "algorithms" / "two_stacks.py"
PUSH = "    def push(self, value: Value) -> None:\n"
NO_OP = "        _ = None\n"
WINDOW = 256


def copy_of_two_stacks(folder: Path, name: str, no_ops: int = 0) -> str:
    """A file with the same code, but for so many statements in push that do nothing."""
    code = SOURCE.read_text(encoding="utf-8")
    assert code.count(PUSH) == 1
    (folder / f"{name}.py").write_text(code.replace(PUSH, PUSH + NO_OP * no_ops), encoding="utf-8")
    return f"{folder / name}.py:TwoStacks"


def compared(one: str, other: str, profile: str):
    """How one copy stands beside another, and what noise there is."""
    plan = plans.sweep(
        (one, other), ["sum"], windows=[WINDOW], streams=["uniform"], profile=profile
    )
    run = new_run(plan, "")
    with tempfile.TemporaryDirectory() as folder:
        sweep(run, Path(folder), lambda *_: None)
    (pair,) = pairs(run, contest_of(run.benchmarks[0].params))
    return pair, noise(run)


def spin() -> None:
    """Keep a processor busy."""
    while True:
        sum(range(10**6))


@contextmanager
def busy(processes: int):
    """The machine with so many processes that do nothing useful."""
    spinning = [multiprocessing.Process(target=spin, daemon=True) for _ in range(processes)]
    for one in spinning:
        one.start()
    try:
        yield
    finally:
        for one in spinning:
            one.kill()


def tell(title: str, found) -> None:
    ratios = [pair.ratio.middle for pair, _ in found]
    verdicts = [pair.verdict for pair, _ in found]
    within = sum(abs(ratio - 1) < 0.03 for ratio in ratios)
    counts = ", ".join(f"{verdicts.count(one)} {one.value}" for one in Verdict)
    spread = f"{min(ratios):.3f} to {max(ratios):.3f}"
    print(f"{title}: {spread}, {within} of {len(found)} within 3 %; {counts}", flush=True)  # noqa: T201


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first = copy_of_two_stacks(folder, "first")
        second = copy_of_two_stacks(folder, "second")
        with busy(1):
            for profile in ("quick", "default"):
                tell(
                    f"A/A, {profile}, one process beside it",
                    [compared(first, second, profile) for _ in range(20)],
                )
        for no_ops in (1, 6):
            slower = copy_of_two_stacks(folder, f"slower_{no_ops}", no_ops)
            tell(
                f"{no_ops} no-ops in push, thorough",
                [compared(slower, first, "thorough") for _ in range(10)],
            )


if __name__ == "__main__":
    main()
