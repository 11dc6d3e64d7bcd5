import pytest

from swagbench import aggregation
from swagbench.core import abilities
from swagbench.registry import aggregation_ids
from swagbench.verify.laws import check_laws

ALWAYS = {"identity", "associative", "pure"}


class Right:
    """Sums: the faulty ones below differ from it by one function or one claim too many."""

    examples = (3, -1, 0, 7, 1)

    def empty(self):
        return 0

    def unit(self, value):
        return value

    def combine(self, older, newer):
        return older + newer

    def finalize(self, agg):
        return agg


class Largest(Right):
    """The largest value: None stands for none."""

    selective = True

    def empty(self):
        return None

    def combine(self, older, newer):
        if older is None or newer is None:
            return newer if older is None else older
        return max(older, newer)


class StartsAtOne(Right):
    def empty(self):
        return 1


class MeanOfMeans(Largest):
    selective = False

    def combine(self, older, newer):
        if older is None or newer is None:
            return newer if older is None else older
        return (older + newer) / 2


class GrowsItsArgument(Right):
    def empty(self):
        return []

    def unit(self, value):
        return [value]

    def combine(self, older, newer):
        older += newer
        return older

    def finalize(self, agg):
        return tuple(agg)


class GrowsWhatCannotBePickled(GrowsItsArgument):
    def unit(self, value):
        return [lambda: value]


class FinalizesByEmptying(Right):
    def empty(self):
        return []

    def unit(self, value):
        return [value]

    def combine(self, older, newer):
        return older + newer

    def finalize(self, agg):
        answer = tuple(agg)
        agg.clear()
        return answer


class AnswersOnce(Right):
    asked = 0

    def finalize(self, agg):
        self.asked += 1
        return self.asked


class LosesWhatIsSmall(Right):
    """A sum of which the inverse keeps the tens only."""

    def uncombine(self, whole, oldest):
        return (whole - oldest) // 10 * 10


class TakesFromTheOtherEnd(Right):
    def empty(self):
        return ()

    def unit(self, value):
        return (value,)

    def uncombine(self, whole, oldest):
        return whole[: len(whole) - len(oldest)]


class PicksTheSmallest(Largest):
    def sort_key(self, value):
        return value

    def pick(self, ordered):
        return ordered[0]


class CommutesNot(TakesFromTheOtherEnd):
    uncombine = None
    commutative = True


class SelectsASum(Right):
    selective = True


class SelectsTheNewerOfEquals(Largest):
    def unit(self, value):
        # Aggregates that are equal and yet not one object, as identity is what the law is about.
        return float(value)

    def combine(self, older, newer):
        if older is None or newer is None:
            return newer if older is None else older
        return max(newer, older)


class RepeatsNot(Right):
    idempotent = True


class Raises(Right):
    def combine(self, older, newer):
        return older // newer


@pytest.mark.parametrize("name", [name for name in aggregation_ids() if name != "float_sum"])
def test_every_built_in_aggregation_keeps_its_laws_and_those_it_claims(name):
    subject = aggregation(name)
    found = check_laws(subject)
    claimed = {ability.value for ability in abilities(subject)} - {"exact"}
    assert set(found) == ALWAYS | claimed
    assert {law: fault for law, fault in found.items() if fault} == {}


def test_the_inverse_of_float_sum_is_as_lossy_as_it_says_and_all_else_holds():
    found = check_laws(aggregation("float_sum"))
    assert [law for law, fault in found.items() if fault] == ["uncombine"]
    assert found["uncombine"].history.startswith("uncombine(combine(a, b), a); a of [")


def test_right_ones_keep_the_laws():
    for subject in (Right(), Largest()):
        assert not any(check_laws(subject).values())


@pytest.mark.parametrize(
    ("subject", "law", "formula"),
    [
        (StartsAtOne, "identity", "combine(empty(), a); a of "),
        (MeanOfMeans, "associative", "combine("),
        (GrowsItsArgument, "pure", "combine(a, b): arguments stay as they are; a of "),
        (GrowsWhatCannotBePickled, "pure", "combine(a, b): arguments stay as they are; a of "),
        (FinalizesByEmptying, "pure", "finalize(a): arguments stay as they are; a of "),
        (AnswersOnce, "pure", "finalize(a): asked twice; a of "),
        (LosesWhatIsSmall, "uncombine", "uncombine(combine(a, b), a); a of "),
        (TakesFromTheOtherEnd, "uncombine", "uncombine(combine(a, b), a); a of "),
        (PicksTheSmallest, "order", "pick(a, sorted); a of "),
        (CommutesNot, "commutes", "combine(b, a); a of "),
        (SelectsASum, "selects", "combine(a, b); a of "),
        (SelectsTheNewerOfEquals, "selects", "combine(a, b); a of "),
        (RepeatsNot, "idempotent", "combine(a, a); a of "),
    ],
)
def test_a_broken_law_is_seen_and_shown(subject, law, formula):
    fault = check_laws(subject())[law]
    assert fault is not None
    assert fault.history.startswith(formula)
    assert fault.expected != fault.given


def test_of_equals_the_older_is_to_be_selected():
    assert check_laws(SelectsTheNewerOfEquals())["selects"].expected == "a, the older"


def test_an_error_of_the_aggregation_breaks_the_law_on_trial():
    fault = check_laws(Raises())["associative"]
    assert fault.given == "ZeroDivisionError: integer division or modulo by zero"
    assert fault.expected == "no error"


def test_what_is_not_claimed_is_not_tried():
    assert set(check_laws(Right())) == ALWAYS


def test_a_wrong_identity_is_not_hidden_by_folding_from_it():
    class MaxFromZero(Right):
        examples = (-3, -5, 2)

        def combine(self, older, newer):
            return max(older, newer)

    fault = check_laws(MaxFromZero())["identity"]
    assert (fault.expected, fault.given) in {("-3", "0"), ("-5", "0")}


def test_an_inverse_that_changes_the_whole_is_not_pure():
    class Lists(FinalizesByEmptying):
        def finalize(self, agg):
            return tuple(agg)

        def uncombine(self, whole, oldest):
            del whole[: len(oldest)]
            return whole

    assert check_laws(Lists())["pure"].given == "a change"
