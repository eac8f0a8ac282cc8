"""The list of faults stays usable: every fault still fits its file, and there are enough of them."""

from __future__ import annotations

import pytest

from tests.mutants.faults import FAULTS, LEAKS, Fault
from tests.mutants.run import Misfit, Outcome, check, markdown, share, stages


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.why)
def test_a_fault_fits_its_file(fault: Fault) -> None:
    check([fault])
    assert fault.old != fault.new


def test_there_are_enough_faults_and_leaks_among_them() -> None:
    assert len(FAULTS) >= 30
    assert sum("leak through the log" in fault.why for fault in LEAKS) == 1
    assert sum("leak through the legal list" in fault.why for fault in LEAKS) == 1
    assert len({fault.why for fault in FAULTS}) == len(FAULTS)


def test_a_fault_that_no_longer_fits_is_an_error() -> None:
    with pytest.raises(Misfit):
        check([Fault(FAULTS[0].file, "no such text", "", "gone")])


def test_every_fault_has_tests_to_run() -> None:
    for fault in FAULTS:
        assert all(stages(fault)), fault.file


def test_the_page_tells_what_survived_and_why() -> None:
    caught, survived = (
        Outcome(FAULTS[0], "a test", 1.0),
        Outcome(Fault("f", "a", "b", "bad", "harmless"), "", 2.0),
    )
    assert share([caught, survived]) == 0.5
    lines = markdown([caught, survived])
    assert lines[0].startswith("1 of 2 seeded faults were caught (50%)")
    assert lines[-1] == "| bad | `f` | harmless |"
