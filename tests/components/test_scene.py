from dataclasses import dataclass
from types import SimpleNamespace

from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests

from components import polling, scene
from components.scene import Shown, advance
from components.trace import Trace


@dataclass(frozen=True)
class Record:
    id: str = "r"
    attempt: int = 1


def test_a_tab_that_opens_a_run_sees_its_newest_graph_unmarked(trace):
    assert advance(None, Record(), trace) == Shown("r", 1, trace.n_steps)
    other = Shown("other", 1, 2)
    assert advance(other, Record(), trace) == Shown("r", 1, trace.n_steps)
    assert advance(Shown("r", 0, 2), Record(), trace) == Shown("r", 1, trace.n_steps)


def test_one_step_behind_shows_that_step_and_its_changes(trace):
    shown = advance(Shown("r", 1, 0), Record(), trace.until(1))
    assert shown.step == 1
    assert shown.changes == trace.changes_since(0, 1)
    assert advance(shown, Record(), trace.until(1)) is shown


def test_many_steps_are_caught_up_in_order_and_completely(trace):
    shown, steps, changes = Shown("r", 1, 0), [], 0
    while shown.step < trace.n_steps:
        shown = advance(shown, Record(), trace)
        steps.append(shown.step)
        changes += len(shown.changes)
    assert steps == sorted(set(steps))
    assert steps[-1] == trace.n_steps
    assert changes >= trace.finished.cpdag.n_edges


def test_a_tab_that_is_behind_for_long_skips_steps(trace):
    start = Shown("r", 1, 0)
    quick = advance(start, Record(), trace, behind_s=0.5)
    assert quick == advance(start, Record(), trace)
    slow = advance(start, Record(), trace, behind_s=0.6 * scene.CATCH_UP_S)
    assert quick.step < slow.step < trace.n_steps
    late = advance(start, Record(), trace, behind_s=60.0)
    assert late.step == trace.n_steps
    assert late.changes == trace.changes_since(0, trace.n_steps)


def test_how_long_a_tab_is_behind_counts_from_the_first_step_that_it_lacks(trace, monkeypatch):
    clock = [100.0]
    monkeypatch.setattr(scene.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(scene.st, "session_state", {})
    scene.begin_following("r", 1)

    def shown_at(when, steps):
        clock[0] = when
        return scene.follow(Record(), trace.until(steps)).step

    # Up to date, however long that is.
    assert shown_at(100.0, 1) == 1
    first = shown_at(160.0, trace.n_steps)
    assert 1 < first < trace.n_steps - 1
    assert first < shown_at(161.0, trace.n_steps) < trace.n_steps
    assert shown_at(160.0 + scene.CATCH_UP_S, trace.n_steps) == trace.n_steps


def test_a_stamp_names_one_graph(trace):
    stamps = {Shown("r", 1, step).stamp for step in range(4)} | {Shown("r", 2, 0).stamp}
    assert len(stamps) == 5


def test_a_run_without_events_is_at_its_start():
    assert advance(None, Record(), Trace.of(())) == Shown("r", 1, 0)


def test_entering_another_page_stops_the_timers_of_the_one_before(monkeypatch):
    storage, requests = MemoryFragmentStorage(), ScriptRequests()
    context = SimpleNamespace(fragment_storage=storage, script_requests=requests)
    monkeypatch.setattr(polling, "get_script_run_ctx", lambda: context)
    monkeypatch.setattr(scene.st, "session_state", {})

    def tick():
        storage.register("timer", lambda: None)
        requests.request_rerun(RerunData(fragment_id="timer"))

    def is_waiting():
        requests.request_rerun(RerunData(fragment_id="probe"))
        return "timer" in requests.on_scriptrunner_ready().rerun_data.fragment_id_queue

    scene.enter_page(1)
    tick()
    scene.enter_page(1)
    assert storage.contains("timer")
    assert is_waiting()
    tick()
    scene.enter_page(2)
    assert not storage.contains("timer")
    assert not is_waiting()


def test_a_run_of_the_whole_page_is_not_dropped_with_the_timers(monkeypatch):
    requests = ScriptRequests()
    context = SimpleNamespace(fragment_storage=MemoryFragmentStorage(), script_requests=requests)
    monkeypatch.setattr(polling, "get_script_run_ctx", lambda: context)
    requests.request_rerun(RerunData(page_script_hash="asked"))
    polling.stop_timers()
    assert requests.on_scriptrunner_ready().rerun_data.page_script_hash == "asked"
