"""What tests of the report share: runs made of a few records, and names that are up to no good."""

import pytest

from swagbench.records import Status
from swagbench.report.page import write_report
from swagbench.report.tables import FLOOR

NAMES = {
    "script": "<script>alert(1)</script>\"'",
    "end of script": "</script><img src=x onerror=alert(1)>",
    "template": "{{ 7 * 7 }}{% raw %}&lt;",
    "emoji": "👩‍🚀🏳️‍🌈",
    "right to left": "שלום عليكم",
}

TEXTS_OF_A_CHECK = (
    *("promise", "reason", "word", "history", "expected", "given"),
    *("certificate", "script", "replay"),
)


@pytest.fixture(scope="session", params=NAMES.values(), ids=NAMES.keys())
def name(request):
    """Each name that is up to no good."""
    return request.param


@pytest.fixture(scope="session")
def names():
    """All of these names."""
    return list(NAMES.values())


@pytest.fixture(scope="session")
def hostile_run(make, names):
    """A run in which every text that comes from outside is up to no good."""
    everything = " ".join(names)
    places = [
        {"aggregation": NAMES["script"], "stream": NAMES["end of script"]},
        {"aggregation": NAMES["emoji"], "stream": NAMES["right to left"]},
    ]
    cells = [
        make.timed(name, 100 * (1 + index), window, spread=5, **place)
        for place in places
        for window in (1, 16)
        for index, name in enumerate([*names, FLOOR])
    ]
    facts = dict.fromkeys(TEXTS_OF_A_CHECK, everything)
    checks = [
        make.checked(algorithm, name, name, status=status, **facts)
        for name in names
        for algorithm in (name, None)
        for status in Status
    ]
    return make.run(
        *cells,
        *checks,
        make.untimed(everything, "error", 256, reason=everything, **places[0]),
        cpu=everything,
        command=everything,
    )


@pytest.fixture(scope="session")
def hostile_report(hostile_run, tmp_path_factory):
    """The folder that holds the report of the hostile run, and nothing else."""
    folder = tmp_path_factory.mktemp("hostile") / "report"
    for _ in write_report(hostile_run, folder):
        pass
    return folder
