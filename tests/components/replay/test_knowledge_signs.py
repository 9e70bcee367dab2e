"""Signs of background knowledge from moment to moment of a replay."""

from types import SimpleNamespace

import numpy as np
import pytest

from components.knowledge_marks import compiled
from components.replay.knowledge_signs import knowledge_at, signs_to_come, sources_at
from components.replay.story import Story
from components.trace import Trace
from gesncd.data import Dataset
from gesncd.knowledge import Knowledge
from gesncd.measures import PartialCorrelation
from gesncd.search import reframed_ges
from gesncd.search.arrow_sources import ArrowSource, arrow_sources
from gesncd.settings.run_settings import RunSettings

N = 8


def replayed(seed):
    """A search with knowledge, some of it false, that joins and parts pairs."""
    rng = np.random.default_rng(seed)
    matrix = np.triu(rng.random((N, N)) < 0.45, 1)
    weights = np.where(matrix, rng.uniform(0.4, 1.0, (N, N)), 0.0)
    values = rng.normal(size=(500, N)) @ np.linalg.inv(np.eye(N) - weights)
    data = Dataset.from_array(values)
    a, b, c, d, e, f, *_ = names = [data.names[k] for k in rng.permutation(N)]
    knowledge = Knowledge(
        adjacent=((a, b),),
        not_adjacent=((c, d),),
        forbidden=((e, f),),
        tiers=((a, c), tuple(set(names) - {a, c})),
    )
    measure = PartialCorrelation(data)
    events = reframed_ges(
        measure,
        measure.null_quantile(0.001),
        global_score=False,
        knowledge=compiled(knowledge, data.names),
    )
    story = Story.of(Trace.of(events))
    settings = RunSettings(knowledge=knowledge)
    return SimpleNamespace(key=f"signs-{seed}", story=story, names=data.names, settings=settings)


@pytest.fixture(scope="module")
def subjects():
    return [replayed(seed) for seed in range(12)]


def known_of(subject):
    return compiled(subject.settings.knowledge, tuple(subject.names))


def arrows_of(graph):
    return {(edge.source, edge.target) for edge in graph.edges() if edge.directed}


def test_an_arrow_keeps_its_source_until_the_step_is_over(subjects):
    n_kept = n_new = n_misread = 0
    for subject in subjects:
        known = known_of(subject)
        for chapter in subject.story.chapters:
            if chapter.step is None:
                continue
            before = arrow_sources(chapter.before, (), known)
            after = arrow_sources(chapter.after, (), known)
            assert sources_at(chapter, 0, known) == before
            assert sources_at(chapter, chapter.n_parts - 1, known) == after
            for part in range(1, chapter.n_parts - 1):
                found = sources_at(chapter, part, known)
                assert found.keys() == arrows_of(chapter.graph(part))
                alone = arrow_sources(chapter.graph(part), (), known)
                for arrow, source in found.items():
                    assert source is (before[arrow] if arrow in before else after[arrow])
                    n_kept += arrow in before
                    n_new += arrow not in before
                    n_misread += source is ArrowSource.DATA and alone[arrow] is not source
    assert n_kept > 100
    assert n_new > 20
    # What a picture between two classes would say by itself.
    assert n_misread > 5


def test_the_end_directs_one_arrow_a_moment(subjects):
    n_directed = 0
    for subject in subjects:
        known, last = known_of(subject), subject.story.chapters[-1]
        for part in range(last.n_parts):
            frames = last.frames[:part]
            changed = {(c.i, c.j) for frame in frames for c in frame.changes}
            found = sources_at(last, part, known)
            assert found.keys() == arrows_of(last.graph(part))
            assert all(
                found[a] is not ArrowSource.DATA for a in found if tuple(sorted(a)) in changed
            )
            n_directed += len(changed)
    assert n_directed > 5


def test_the_legend_has_room_for_the_signs_of_all_moments(subjects):
    for subject in subjects:
        room = signs_to_come(subject)
        for chapter in subject.story.chapters:
            for part in range(chapter.n_parts):
                marks = knowledge_at(subject, chapter, part)
                edges = [(e.source, e.target, e.directed) for e in chapter.graph(part).edges()]
                for i, j, directed in edges:
                    assert set(marks.signs((min(i, j), max(i, j)), directed)) <= set(room)


def test_a_lesson_has_no_signs(subjects):
    lesson = SimpleNamespace(key="signs-lesson", story=subjects[0].story, settings=None)
    assert knowledge_at(lesson, lesson.story.chapters[0], 0) is None
    assert signs_to_come(lesson) == ()
