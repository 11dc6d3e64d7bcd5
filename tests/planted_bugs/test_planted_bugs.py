"""Every planted fault is caught, by a check that is meant to catch it."""

from collections import Counter

import pytest
from planting import PAGE, faults

FAULTS = faults()
pytestmark = pytest.mark.once


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_caught(fault, tmp_path):
    if "apache_sketches" in fault.file:
        pytest.importorskip("datasketches")
    found = fault.plant(tmp_path)
    broken = [row for row in fault.rows(found, *fault.caught_by) if row.status.is_broken]
    assert {row.check for row in broken} & {*fault.caught_by}


def test_faults_are_of_every_kind_and_in_everything():
    assert len(FAULTS) >= 80
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    kinds = Counter(fault.kind for fault in FAULTS if fault.is_algorithm)
    wanted = "order reset boundary history cache alias identity empty exception cost memory api"
    assert [kind for kind in wanted.split() if kinds[kind] < 5] == []


def test_the_page_names_every_fault():
    text = PAGE.read_text(encoding="utf-8")
    assert [fault.name for fault in FAULTS if f"| {fault.name} |" not in text] == []
