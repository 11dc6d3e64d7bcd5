"""Values combined in any order and any brackets, as no algorithm does and all may."""


def combined(subject, values, rng):
    """The aggregate of values in a random order, in random brackets."""
    aggs = [subject.unit(value) for value in rng.sample(values, len(values))] or [subject.empty()]
    while len(aggs) > 1:
        at = rng.randrange(len(aggs) - 1)
        aggs[at : at + 2] = [subject.combine(aggs[at], aggs[at + 1])]
    return aggs[0]


def bracketed(subject, values, rng):
    """What that aggregate answers."""
    return subject.finalize(combined(subject, values, rng))
